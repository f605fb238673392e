"""How a round is annulled: every stake goes back as it stood before it (COMMON-7)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tables.funds import jackpots
from tables.games.core.money import BoxNo, Move, Party, Place
from tables.games.core.protocol import (
    Fact,
    Voided,
)
from tables.projections import round_rows
from tables.projections.live_round import LiveRound
from tables.rows.table_rows import TableRow

RAN_OUT: Final = "Les cartes ne suffisent plus. / The cards do not suffice any more."
"""Why a round is annulled whose shoe ran out with nothing to refill it."""


def events_of_round(table: TableRow) -> list[Fact]:
    """Return the events of the table's round so far; none without one."""
    return (
        []
        if table.round_id is None
        else round_rows.round_events(table.round_id, 0, table.round_seq)
    )


def annulment_event(
    table: TableRow, round_: LiveRound, reason: str, events: Sequence[Fact]
) -> Voided:
    """Return the event that undoes all that a round's events moved (COMMON-7).

    What a pot gives back and no longer holds, because it was paid meanwhile, the float adds to it.
    """
    moves = tuple([move for event in events for move in event.moves])
    voided = round_.game.voiding_event(round_.state, moves, reason)
    restored = [
        Move(amount, Place.FLOAT, Place.JACKPOT, Party(""), BoxNo(0), "seed", pot)
        for pot, amount in jackpots.seed_shortfalls(table, voided.moves)
    ]
    return replace(voided, moves=(*voided.moves, *restored))
