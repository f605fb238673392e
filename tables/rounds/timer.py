"""What happens at a table when its clock runs out; called by the croupier."""

from django.db import transaction

from casino.process.queues import congested
from tables.games.core.protocol import (
    Cards,
    ClockExpired,
    Draw,
    SideBets,
)
from tables.projections import live_round, round_rows
from tables.rounds import rule_version, step, transitions
from tables.rows import table_rows
from tables.shoes import requests, shuffling


def expire(table_id: int) -> bool:
    """Do what is due at a table; return whether anything was.

    Skips a table whose row is locked: the next look finds it. Called by the croupier.
    Raises `ledger.Overdrawn` or `Barred`, with nothing done, where the clock stakes for a player
    who cannot pay or has reached a limit: see `seats.unseat`.
    """
    with transaction.atomic(durable=True):
        begun = table_rows.begin_unless_locked(table_id)
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
                requests.ask_for_equipment(table)
            table_rows.set_due(table, table.now + requests.EQUIPMENT_RETRY)
            return True
        round_ = live_round.live(table, around)
        if not round_.running:
            table = rule_version.follow(table)
            if not table.equipped:
                return True
        awaiting = round_.awaiting
        if isinstance(awaiting, SideBets):
            requests.ask_for_side_bets(table)
            table_rows.set_due(table, table.now + requests.SIDE_BETS_RETRY)
        elif isinstance(awaiting, Draw):
            if not congested():
                requests.ask_for_draw(table)
            table_rows.set_due(table, table.now + requests.DRAW_RETRY)
        elif isinstance(awaiting, Cards):
            if not congested():
                requests.ask_for_refill(table)
            table_rows.set_due(table, table.now + requests.EQUIPMENT_RETRY)
        elif round_.running:
            step.take(table, around, round_, ClockExpired())
        elif transitions.goes_on(table, around, round_):
            if (next_at := round_rows.next_at(table)) > table.now:
                table_rows.set_due(table, next_at)
                return True
            step.take(table, around, round_, None)
        else:
            table_rows.set_due(table, None)
            transitions.rest(table, around, round_)
        return True
