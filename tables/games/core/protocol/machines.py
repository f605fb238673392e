"""What the floor reads of a machine: meters, boxes, sheets, hand-pays."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from tables.games.core.money import Amount, Party, Place


@dataclass(frozen=True, slots=True)
class MeterTotal:
    """What a game's own meters say has ever moved so at its table."""

    name: str
    move_kinds: tuple[tuple[Place, Place, str], ...]
    """From where to where, and what for, of the moves that they have counted."""
    amount: int
    """In minor units."""


@dataclass(frozen=True, slots=True)
class BoxTotals:
    """What has ever fallen into a machine by its own meters, in minor units."""

    notes: int = 0
    """Into the note box."""
    coins: int = 0
    """Into the base."""


@dataclass(frozen=True, slots=True)
class ReturnSheet:
    """What a game that was paid for returns by the table's technical sheet, in its stakes."""

    event: str
    """The kind of event that ends a game: `paid` is what it paid, and the first of its moves, where
    that is a `collect`, the stake."""
    mean: Fraction
    most: Fraction
    """No game pays more."""
    independent_of_play: bool = True
    """Whether any play returns the mean; otherwise only the best play does."""


@dataclass(frozen=True, slots=True)
class TechnicalSheet:
    """What the file of a machine takes from its technical sheet."""

    type: str
    """`reels`, `video_poker`: the office has words for it."""
    name: str
    version: int
    hash: str
    """Of all that the sheet says, in hex."""
    theoretical_return: Fraction


PaymentMeans = Literal["cash", "cheque", "transfer"]
"""How a win is paid by hand, at the management's choice (MC-AUTO-44)."""


@dataclass(frozen=True, slots=True)
class HandPayOwed:
    """An event leaves a win to be paid by hand: its register writes it with the step."""

    party: Party
    amount: Amount


@dataclass(frozen=True, slots=True)
class HandPayMade:
    """An event pays the win by hand that a table owes."""

    party: Party
    amount: Amount
    means: PaymentMeans
    by: Party
    """The supervisor."""


@dataclass(frozen=True, slots=True)
class HandPayUndone:
    """An event annuls its round: what was owed in it is not, what was paid in it is owed again.

    A complement that was paid in it is taken back.
    """


@dataclass(frozen=True, slots=True)
class ContestedGame:
    """A game at a machine that its player contests, and nobody has decided."""

    party: Party
    game: int
    due: Amount
    """What the pay table awards."""
    paid: Amount
    """What the machine paid."""


@dataclass(frozen=True, slots=True)
class ComplementPaid:
    """An event makes good what a machine paid too little: the book of complements has a line."""

    party: Party
    game: int
    due: Amount
    paid: Amount
    amount: Amount
    by: Party
    """The supervisor."""
    identified: bool


PaidByHand = HandPayOwed | HandPayMade | HandPayUndone | ComplementPaid
"""What an event does to what a machine's supervisor pays."""


@dataclass(frozen=True, slots=True)
class GameStart:
    """The start of a player's game at a machine; none of theirs starts sooner after it."""

    party: Party
    floor_ms: int
    """The pace floor, milliseconds from beginning to beginning."""
    by_itself: bool = False
    """The house begins it, and has waited as long: it is counted, and never refused."""


@dataclass(frozen=True, slots=True)
class DeviceOrders:
    """Those of `Game.staff_orders` that need the device's key, by what they do."""

    open: str
    close: str
    identify: str
    """Notes that the player who is to be paid by hand has been identified."""
    decide: str
    """Decides a complaint about what a game has paid."""
