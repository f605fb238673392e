"""What happens at a table when its clock runs out; called by the croupier."""

from django.db import transaction

from casino.queues import congested
from tables.equipment import orders, shuffling
from tables.games.core.protocol import (
    Cards,
    Draw,
    Expired,
    SideBets,
)
from tables.records import rounds, rows
from tables.round import between, regime, step
from tables.showing import standing


def expire(table_id: int) -> bool:
    """Do what is due at a table; return whether anything was.

    Skips a table whose row is locked: the next look finds it. Called by the croupier.
    Raises `ledger.Overdrawn` or `Barred`, with nothing done, where the clock stakes for a player
    who cannot pay or has reached a limit: see `seats.unseat`.
    """
    with transaction.atomic(durable=True):
        begun = rows.begin_unless_locked(table_id)
        if begun is None:
            return False
        table, around = begun
        if table.status == "paused" or table.due_at is None or table.due_at > table.now:
            return False
        if not table.equipped:
            if around.shuffling:
                shuffling.due(table, around)
                return True
            if not congested():
                orders.ask_for_equipment(table)
            rows.set_due(table, table.now + orders.EQUIPMENT_RETRY)
            return True
        round_ = standing.live(table, around)
        if not round_.running:
            table = regime.follow(table)
            if not table.equipped:
                return True
        awaiting = round_.awaiting
        if isinstance(awaiting, SideBets):
            orders.ask_for_side_bets(table)
            rows.set_due(table, table.now + orders.SIDE_BETS_RETRY)
        elif isinstance(awaiting, Draw):
            if not congested():
                orders.ask_for_draw(table)
            rows.set_due(table, table.now + orders.DRAW_RETRY)
        elif isinstance(awaiting, Cards):
            if not congested():
                orders.ask_for_refill(table)
            rows.set_due(table, table.now + orders.EQUIPMENT_RETRY)
        elif round_.running:
            step.take(table, around, round_, Expired())
        elif between.goes_on(table, around, round_):
            if (next_at := rounds.next_at(table)) > table.now:
                rows.set_due(table, next_at)
                return True
            step.take(table, around, round_, None)
        else:
            rows.set_due(table, None)
            between.rest(table, around, round_)
        return True
