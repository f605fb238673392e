"""Stakes on the layout: what players ask for, what lies there, what became of it.

Amounts are minor units.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from tables.games.core.money import Amount, Move, Party, Place
from tables.games.core.values import fast_init
from tables.games.wheel.stakes import move

LONGEST_ID: Final = 32


@dataclass(frozen=True, slots=True)
class Wager:
    """The chips of one stake, as a total: what shall lie there, not what is added."""

    id: str
    """Chosen by the player, his own for as long as the stake lies there; 1 to 32 characters."""
    on: str
    """The position's text form, e.g. `place:6`; of a stake that lies there, where it was staked."""
    amount: Amount
    """0 takes the stake down."""
    to: str = ""
    """The id of the flat bet that odds belong to."""
    working: bool | None = None
    """Whether a new place bet or come odds play at the come-out; `None` for the table's rule."""


@fast_init
@dataclass(frozen=True, slots=True)
class Laid:
    """A stake on the layout."""

    id: str
    on: str
    amount: Amount
    number: int = 0
    """The number that a come bet was moved to; 0 in its box, and for every other bet."""
    to: str = ""
    """The id of the flat bet that odds belong to."""
    working: bool | None = None
    """Whether it was asked to play at the come-out, or not to; `None` for the table's rule."""
    no_action: bool = False
    """No throw touches it until its owner says so (MC-CRAPS-39)."""
    fee: Amount = Amount(0)
    """The commission that was paid for what lies there."""
    fixed: Amount = Amount(0)
    """What of it can be taken back no more."""
    fresh: bool = False
    """It was staked since the dice were passed last: chips may still be put to it one by one."""


@fast_init
@dataclass(frozen=True, slots=True)
class Held:
    """A stake and whose it is."""

    party: Party
    laid: Laid


StakeOutcome = Literal["won", "lost", "push", "cut", "removed", "cancelled"]
"""`push`: given back; `cut`: a part of the stake is lost, the rest lies on; `removed`: taken down
by its owner; `cancelled`: given back because the session ended."""


@fast_init
@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a stake, or of a part of it."""

    party: Party
    id: str
    on: str
    staked: Amount
    returned: Amount
    """Given back, stake included."""
    fate: StakeOutcome
    number: int = 0
    """The number that a come bet, or odds, lay on."""
    fee: Amount = Amount(0)
    """The commission that was given back."""


def by_party(held: Iterable[Held]) -> dict[Party, tuple[Laid, ...]]:
    """Return the stakes of each party, parties and stakes in the order given."""
    found: dict[Party, list[Laid]] = {}
    for each in held:
        found.setdefault(each.party, []).append(each.laid)
    return {party: tuple(laid) for party, laid in found.items()}


_WAYS: Final[Mapping[str, tuple[Place, Place]]] = {
    "collect": (Place.LAYOUT, Place.FLOAT),
    "return": (Place.LAYOUT, Place.WALLET),
    "pay": (Place.FLOAT, Place.WALLET),
    "fee_back": (Place.FLOAT, Place.WALLET),
}


def moves_of(settled: Iterable[Settled]) -> tuple[Move, ...]:
    """Return the moves of what became of stakes: one of each kind for each party."""
    sums: dict[tuple[Party, str], int] = {}
    for each in settled:
        back = min(each.staked, each.returned)
        for why, amount in (
            ("collect", each.staked - back),
            ("return", back),
            ("pay", each.returned - back),
            ("fee_back", each.fee),
        ):
            sums[each.party, why] = sums.get((each.party, why), 0) + amount
    return tuple(
        one
        for (party, why), amount in sums.items()
        for one in move(amount, *_WAYS[why], party, why)
    )


def staked(before: int, after: int, fee: int, refund: int, party: Party) -> tuple[Move, ...]:
    """Return the moves that make a party's stakes of `before` those of `after`.

    A commission goes to the float at once; what is given back of it counts as never paid.
    """
    return (
        *move(after - before, Place.WALLET, Place.LAYOUT, party, "stake"),
        *move(fee, Place.WALLET, Place.FLOAT, party, "fee"),
        *move(before - after, Place.LAYOUT, Place.WALLET, party, "take_back"),
        *move(refund, Place.FLOAT, Place.WALLET, party, "take_back"),
    )
