"""A step of a round: read what the engine needs, let it decide, record the result.

Everything that happens in a round is one input to its engine, from a player, the clock, a worker or
an operator. Assumes the table's lock in a durable transaction.
"""

from collections.abc import Sequence
from typing import Any

from casino.process import traces
from tables.games.core.protocol import EngineInput
from tables.projections.live_round import LiveRound
from tables.rounds import persistence, progress, reads
from tables.rounds.persistence import HOUSE, Origin
from tables.rows.table_rows import Surroundings, TableRow
from tables.wire import outgoing


def run_step(
    table: TableRow,
    around: Surroundings,
    found: LiveRound,
    given: EngineInput[Any] | None,
    *,
    origin: Origin = HOUSE,
    proved: Sequence[outgoing.CardOpened] = (),
) -> None:
    """Give the engine one input, and all the cards it then asks for; record what follows.

    Opens a round first when none is running; without an input that is all. A shoe that runs out is
    refilled, and the round awaits that; where nothing is left to refill it with, the round is
    annulled. `proved` are the proofs of the cards that the input brings. Raises what the engine
    refuses, and as `reads.round_to_open` and `ledger.post` do.
    """
    attributes: traces.Attributes = {
        "sabot.table.id": table.id,
        "sabot.input": type(given).__name__,
    }
    with traces.child_span("step", attributes):
        opening = reads.round_to_open(table, around, found, given)
        house = reads.StepReads(table, around, opens=opening is not None, proved=proved)
        persistence.write_step(house, progress.decide_step(found, opening, given, house), origin)
