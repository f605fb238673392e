"""Exclusion from the machines alone: at once, with a reason, for ever on record (MC-AUTO-48).

Whoever is excluded sits down at no machine. His seats there are taken from him now; a game that is
paid for is played, and his credits go back to his purse by the machine's own clock.
"""

from typing import Final

from django.db import transaction

from casino.players.models import Player
from tables.games.core.protocol import Refused
from tables.models import Box, Machine, MachineBan
from tables.projections import floor_acts
from tables.rows import clock, floor_events, table_rows
from tables.seating import services as seating

BAN: Final = "tables.ban_from_machines"
"""The permission of the machines' supervisor."""


def ban_from_machines(username: str, *, operator: Player, reason: str) -> None:
    """Exclude a player from the machines; safe to repeat.

    Refuses `not_qualified`, and `no_such_player`, which whoever serves the house is too.
    """
    if not operator.has_perm(BAN):
        raise Refused("not_qualified")
    player = Player.objects.filter(username__iexact=username, is_staff=False).first()
    if player is None:
        raise Refused("no_such_player")
    MachineBan.objects.get_or_create(
        player=player, defaults={"by": operator, "reason": reason, "at": clock.database_now()}
    )
    # Committed: whoever sits down from here on is refused, and who has before is found under the
    # lock of the table.
    for machine_id in Machine.objects.order_by("pk").values_list("pk", flat=True):
        _expel(machine_id, player, operator, reason)


def _expel(table_id: int, player: Player, operator: Player, reason: str) -> None:
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        held = Box.objects.filter(table_id=table_id, player=player)
        numbers = list(held.values_list("number", flat=True))
        if not numbers:
            return
        seating.free_boxes(table, held)
        for number in numbers:
            floor_events.record(table, "leave", by=operator.pk, box=number, reason=reason)
        floor_acts.record_and_publish(table, "unseat", by=operator.pk, reason=reason)
        seating.notify_seats_changed(table_id)
