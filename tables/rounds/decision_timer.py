"""Whether decisions are timed: at a practice table only when another player waits.

One player alone there decides without a clock. When another player joins or waits for a box, the
player goes away, or the table closes, the clock of the pending decision starts. A clock that runs
is stopped by the player's next command only.
"""

from typing import Final

from django.db import connection, transaction

from tables.games.core.protocol import Players
from tables.projections import floor_acts, live_round
from tables.projections.live_round import LiveRound
from tables.rows import due_work, parties, table_rows
from tables.rows.table_rows import Surroundings, TableRow


def is_decision_timed(table: TableRow, around: Surroundings, round_: LiveRound) -> bool:
    """Tell whether the table's players decide against the clock; always true outside practice."""
    if not table.practice or table.status != "open" or around.waiting:
        return True
    seated = {parties.party_of(each.player_id) for each in around.holders.values()}
    behind = round_.game.staked_parties(round_.state) - seated
    gone = any(each.away for each in around.holders.values())
    return gone or len(seated) != 1 or bool(behind)


_UNHURRIED: Final = """
SELECT gaming.id
  FROM tables_table AS gaming JOIN tables_round AS round ON round.id = gaming.round_id
 WHERE gaming.practice AND gaming.due_at IS NULL AND round.status = 'running'
   AND gaming.status <> 'paused'
   AND (gaming.status <> 'open'
     OR EXISTS (SELECT FROM tables_waiting AS waiting WHERE waiting.table_id = gaming.id)
     OR 1 <> (SELECT count(DISTINCT player_id) + count(*) FILTER (WHERE away)
                FROM tables_box WHERE table_id = gaming.id AND player_id IS NOT NULL))"""


def start_waited_for_clocks(at_each: due_work.Sweep = due_work.run_at_each) -> int:
    """Start the clocks of practice decisions that others wait for; return how many tables.

    Called by the croupier, with its own `at_each` (`due_work.Sweep`). A table whose lock is taken
    is left for the next sweep.
    """
    with connection.cursor() as cursor:
        cursor.execute(_UNHURRIED)
        tables = [table_id for (table_id,) in cursor.fetchall()]
    return at_each(_sweep, tables)


def _sweep(table_id: int) -> bool:
    with transaction.atomic(durable=True):
        begun = table_rows.lock_and_read_unless_locked(table_id)
        if begun is None:
            return False
        table, around = begun
        round_ = live_round.load(table, around)
        awaiting = round_.awaiting
        if not isinstance(awaiting, Players) or table.due_at is not None:
            return False
        if not is_decision_timed(table, around, round_):
            return False
        table = table_rows.start_clock(table, awaiting.seconds)
        floor_acts.record_and_publish(table, "clock", around=around)
        return True
