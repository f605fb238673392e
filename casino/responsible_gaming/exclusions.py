"""Bans of players by the house, their ends, and notes about players.

An exclusion has an end and nobody shortens it (`protection`); a ban is the house's own, and ends
when the house says so.
"""

from typing import Final

from django.db import transaction
from django.utils import timezone

from casino.players import login_sessions
from casino.players.models import Ban, HouseNote, Player

BAN: Final = "players.add_ban"
"""The permission to shut players out, and to let them in again."""
NOTE: Final = "players.add_housenote"
"""The permission to write a note about a player."""
CLOSED: Final = "closed:"
"""How the username of an account begins that its owner has closed."""


class BanRefused(Exception):
    """A ban, or its end, that was refused; nothing has changed.

    `code` is stable: `not_permitted`, `own_account`, `staff_account` unless by a superuser,
    `account_closed`, and `as_it_is` where they are banned, or not banned, already.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def may_ban(person: Player, player: Player) -> bool:
    """Tell whether a person may ban a player, or lift a ban."""
    return _refusal(person, player) == ""


def _refusal(person: Player, player: Player) -> str:
    if not person.has_perm(BAN):
        return "not_permitted"
    if person.pk == player.pk:
        return "own_account"
    if (player.is_staff or player.is_superuser) and not person.is_superuser:
        return "staff_account"
    return "account_closed" if player.username.startswith(CLOSED) else ""


def ban(player_id: int, *, operator: Player, reason: str) -> Ban:
    """Ban a player from now on and end their login sessions; raises `BanRefused`.

    Opens a transaction of its own.
    """
    return _write(player_id, operator, reason, banned=True)


def lift_ban(player_id: int, *, operator: Player, reason: str) -> Ban:
    """Lift a player's ban; raises `BanRefused`. An exclusion goes on."""
    return _write(player_id, operator, reason, banned=False)


def _write(player_id: int, operator: Player, reason: str, *, banned: bool) -> Ban:
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player_id)
        if code := _refusal(operator, player):
            raise BanRefused(code)
        if player.is_active is not banned:
            raise BanRefused("as_it_is")
        player.is_active = not banned
        player.save(update_fields=["is_active"])
        written = Ban.objects.create(
            player=player, banned=banned, by=operator, reason=reason, at=timezone.now()
        )
        if banned:
            login_sessions.end_sessions(player)
    return written


def add_note(player: Player, *, operator: Player, text: str) -> HouseNote:
    """Add a note about a player; raises `BanRefused` with `not_permitted`."""
    if not operator.has_perm(NOTE):
        raise BanRefused("not_permitted")
    return HouseNote.objects.create(player=player, by=operator, text=text, at=timezone.now())
