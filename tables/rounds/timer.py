"""What happens at a table when its clock runs out; called by the croupier."""

from django.db import transaction

from casino.process.queues import is_generator_queue_congested
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


def handle_expired_clock(table_id: int) -> bool:
    """Do what is due at a table; return whether anything was.

    Skips a table whose row is locked: the next look finds it. Called by the croupier.
    Raises `ledger.Overdrawn` or `Barred`, with nothing done, where the clock stakes for a player
    who cannot pay or has reached a limit: see `tables.seating.services.unseat`.
    """
    with transaction.atomic(durable=True):
        begun = table_rows.lock_and_read_unless_locked(table_id)
        if begun is None:
            return False
        table, around = begun
        if table.status == "paused" or table.due_at is None or table.due_at > table.now:
            return False
        if not table.equipped:
            if around.shuffling:
                shuffling.handle_due_stage(table, around)
                return True
            if not is_generator_queue_congested():
                requests.queue_equipment_on_commit(table)
            table_rows.schedule(table, table.now + requests.EQUIPMENT_RETRY)
            return True
        round_ = live_round.load(table, around)
        if not round_.running:
            table = rule_version.adopt_new_version(table)
            if not table.equipped:
                return True
        awaiting = round_.awaiting
        if isinstance(awaiting, SideBets):
            requests.queue_side_bets_on_commit(table)
            table_rows.schedule(table, table.now + requests.SIDE_BETS_RETRY)
        elif isinstance(awaiting, Draw):
            if not is_generator_queue_congested():
                requests.queue_draw_on_commit(table)
            table_rows.schedule(table, table.now + requests.DRAW_RETRY)
        elif isinstance(awaiting, Cards):
            if not is_generator_queue_congested():
                requests.queue_refill_on_commit(table)
            table_rows.schedule(table, table.now + requests.EQUIPMENT_RETRY)
        elif round_.running:
            step.run_step(table, around, round_, ClockExpired())
        elif transitions.opens_next_by_itself(table, around, round_):
            if (next_at := round_rows.earliest_next_opening(table)) > table.now:
                table_rows.schedule(table, next_at)
                return True
            step.run_step(table, around, round_, None)
        else:
            table_rows.schedule(table, None)
            transitions.schedule_next_or_close(table, around, round_)
        return True
