"""Limits in tests: said, and what a player has used of them."""

from datetime import timedelta

from django.utils import timezone

from casino.players.models import Limit, Player, Stay
from casino.responsible_gaming import limits


def limit(player: Player, kind: str, amount: int | None, period: str = "day") -> None:
    """Have a player set a limit, minor units or seconds."""
    limits.set_limit(player, kind, period, amount)


def standing(player: Player, kind: str, period: str = "day") -> limits.LimitStatus:
    """Return how a limit of a player stands."""
    return next(
        each
        for each in limits.limit_statuses(player.pk)
        if (each.kind, each.period) == (kind, period)
    )


def stayed(player: Player, seconds: int) -> None:
    """Have a player been at the tables until now."""
    now = timezone.now()
    Stay.objects.create(player=player, began_at=now - timedelta(seconds=seconds), seen_at=now)


def said(player: Player) -> list[tuple[int | None, int | None]]:
    """Return what a player has said of his limits: before and after, oldest first."""
    return list(Limit.objects.filter(player=player).order_by("id").values_list("before", "amount"))
