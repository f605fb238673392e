"""Money inside an engine: integers in minor units, and the moves that events carry.

Knows places and amounts; refuses to know accounts, wallets' balances or currencies.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NewType

from tables.games.core.values import fast_init

Amount = NewType("Amount", int)
"""Minor units of the table's currency (hundredths); never negative."""

BoxNo = NewType("BoxNo", int)
"""A betting position, 1..N clockwise from the dealer's left (ENG-01)."""

Party = NewType("Party", str)
"""Who stakes: an opaque name that only the floor can turn into a player."""


class Place(StrEnum):
    """Where chips can be while a round runs."""

    WALLET = "wallet"
    LAYOUT = "layout"
    FLOAT = "float"
    JACKPOT = "jackpot"
    """A progressive pot; which one, the move's `pot` says."""
    BANK = "bank"
    """The stake of the player who is the banker."""
    GARAGE = "garage"
    """What the banker has won above the maximum: theirs, on the table, not at risk."""
    LEVY = "levy"
    """The *cagnotte*: what the house takes of a player-banker's winnings."""
    TICKETS = "tickets"
    """What all tickets are worth that are issued and not cashed: the house owes it."""
    PAYMENTS = "payments"
    """What the house pays by cheque or transfer, until the cage issues it (MC-AUTO-44)."""
    NOTE_BOX = "note_box"
    """The notes in a machine: only a relief takes any out (MC-AUTO-29)."""


ON_THE_TABLE: Final = frozenset({Place.LAYOUT, Place.BANK, Place.GARAGE})
"""Where chips of players lie during a round."""
EXTRA_PLACES: Final = frozenset({Place.BANK, Place.GARAGE, Place.LEVY, Place.NOTE_BOX})
"""The places that a table has only where its rules need or use them (`Needs.extra_places`)."""
TAKEN_BACK: Final = ("take_back", "premium_taken_back")
"""What those moves are for by which a player takes back what was never played."""
NEVER_PLAYED: Final = (*TAKEN_BACK, "uncovered", "void")
"""The same, and what a bank need not cover or an annulled round gives back."""
_JACKPOT: Final = Place.JACKPOT


@fast_init
@dataclass(frozen=True, slots=True)
class Move:
    """Chips that change place: one source, one target, one positive amount."""

    amount: Amount
    source: Place
    target: Place
    party: Party
    """Whose chips they are or become; the owner of the wallet when one end is a wallet."""
    box: BoxNo
    why: str
    """What the move is for, a code: one of `words.REASONS` or of the game's own."""
    pot: str = ""
    """The pot that one end is, where one end is a jackpot."""

    def __post_init__(self) -> None:
        assert self.amount > 0, f"{self.why}: leave out a move of {self.amount}"
        assert self.source is not self.target, f"{self.why}: it moves nothing"
        jackpot = self.source is _JACKPOT or self.target is _JACKPOT
        assert bool(self.pot) is jackpot, f"{self.why}: a pot is named where one end is a jackpot"


def reversal(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return the moves that undo these, last first (COMMON-7)."""
    return tuple(
        Move(move.amount, move.target, move.source, move.party, move.box, "void", move.pot)
        for move in reversed(moves)
    )


def stake_changes(moves: Iterable[Move]) -> Iterator[tuple[Party, int]]:
    """Yield what these moves lay of whom, below zero where chips go back that were never played."""
    for move in moves:
        if move.source is Place.WALLET:
            # What an annulled round takes back of winnings is no stake.
            if move.why != "void" or move.target in ON_THE_TABLE:
                yield move.party, move.amount
        elif move.target is Place.WALLET and move.why in NEVER_PLAYED:
            yield move.party, -move.amount
