"""Where a move's two ends lie in the ledger: one line for each place that chips can be.

A new place is a new line of `ACCOUNTS`, and a field of `Ends` when the table's row does not know
the account. Knows no game.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from casino.ledger.services import Leg
from tables.games.core.money import Move, Party, Place
from tables.records import TableRow


@dataclass(frozen=True, slots=True)
class Ends:
    """The ledger accounts that the moves of one step may name, by id."""

    table: TableRow
    wallets: Mapping[Party, int]
    pots: Mapping[str, int]
    """By the name under which the table's game knows the pot."""


ACCOUNTS: Final[Mapping[Place, Callable[[Ends, Move], int]]] = {
    Place.WALLET: lambda ends, move: ends.wallets[move.party],
    Place.LAYOUT: lambda ends, move: ends.table.layout_account,
    Place.FLOAT: lambda ends, move: ends.table.float_account,
    Place.JACKPOT: lambda ends, move: ends.pots[move.pot],
}
"""Which account a place is for a move."""


def legs(ends: Ends, moves: Sequence[Move]) -> list[Leg]:
    """Return the moves as the legs of a journal entry, in the same order."""
    return [
        Leg(
            ACCOUNTS[move.source](ends, move),
            ACCOUNTS[move.target](ends, move),
            move.amount,
            move.why,
        )
        for move in moves
    ]
