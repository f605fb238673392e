"""Stakes on a layout: what players ask for, what lies there, what became of it.

Shared by the games with a wheel. Amounts are minor units.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from tables.games.core.money import Amount, BoxNo, Move, Party, Place

NO_BOX = BoxNo(0)
"""Where a move names no box: players at a wheel have none."""


@dataclass(frozen=True, slots=True)
class Wager:
    """The chips of one stake, as a total: what lies there, not what is added."""

    id: str
    """Chosen by the player, his own for as long as the stake lies there; 1 to 32 characters."""
    on: str
    """The position's text form, e.g. `split:0-3`."""
    amount: Amount


@dataclass(frozen=True, slots=True)
class Announced:
    """An announced bet, which stands for several stakes."""

    id: str
    bet: str
    """Its text form, e.g. `voisins_n:17`."""
    unit: Amount
    """What one chip of it is worth."""


Keep = Literal["free", "choice", "prison"]
"""`free`: an ordinary stake; `choice`: waits for its owner's choice after a zero; `prison`."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A stake on the layout."""

    id: str
    on: str
    amount: Amount
    """As it was staked; it lies there whole until it is settled."""
    keep: Keep = "free"
    zeros: int = 0
    """How many zeros it has seen."""


@dataclass(frozen=True, slots=True)
class Held:
    """A stake and whose it is."""

    party: Party
    laid: Laid


StakeOutcome = Literal["won", "lost", "half", "released", "cancelled", "push"]
"""`push`: a null coup gave it back."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a stake."""

    party: Party
    id: str
    on: str
    staked: Amount
    returned: Amount
    """Given back, stake included."""
    fate: StakeOutcome


def total(laid: Iterable[Laid]) -> Amount:
    """Return what these stakes sum up to."""
    return Amount(sum(each.amount for each in laid))


def stakes_by_party(held: Iterable[Held]) -> dict[Party, tuple[Laid, ...]]:
    """Return the stakes of each party, parties and stakes in the order given."""
    found: dict[Party, list[Laid]] = {}
    for each in held:
        found.setdefault(each.party, []).append(each.laid)
    return {party: tuple(laid) for party, laid in found.items()}


def move(amount: int, source: Place, target: Place, party: Party, why: str) -> tuple[Move, ...]:
    """Return the move of an amount; an empty tuple where it is not above zero."""
    if amount <= 0:
        return ()
    return (Move(Amount(amount), source, target, party, NO_BOX, why),)


def stake_difference(before: int, after: int, party: Party) -> tuple[Move, ...]:
    """Return the move that makes a party's stakes of `before` those of `after`."""
    return (
        *move(after - before, Place.WALLET, Place.LAYOUT, party, "stake"),
        *move(before - after, Place.LAYOUT, Place.WALLET, party, "take_back"),
    )


def premium_moves(before: int, after: int, party: Party) -> tuple[Move, ...]:
    """Return the move by which a party's changed stakes have premiums of `after`, not `before`."""
    return (
        *move(after - before, Place.WALLET, Place.FLOAT, party, "premium"),
        *move(before - after, Place.FLOAT, Place.WALLET, party, "premium_taken_back"),
    )


def collection_moves(settled: Iterable[Settled]) -> tuple[Move, ...]:
    """Return the moves of losing stakes: one for each party."""
    sums: dict[Party, int] = {}
    for each in settled:
        sums[each.party] = sums.get(each.party, 0) + each.staked
    return tuple(
        one
        for party, amount in sums.items()
        for one in move(amount, Place.LAYOUT, Place.FLOAT, party, "collect")
    )


def payout_moves(settled: Iterable[Settled], why: str = "return") -> tuple[Move, ...]:
    """Return the moves that give stakes back in whole or part, and pay what is above them.

    What of a stake is not given back goes to the float. One of each kind for each party.
    """
    sums: dict[tuple[Party, str], int] = {}
    for each in settled:
        back = min(each.staked, each.returned)
        reason = "prison" if each.fate == "released" else why
        for kind, amount in (
            (reason, back),
            ("collect", each.staked - back),
            ("pay", each.returned - back),
        ):
            key = each.party, kind
            sums[key] = sums.get(key, 0) + amount
    ends: Mapping[str, tuple[Place, Place]] = {
        "collect": (Place.LAYOUT, Place.FLOAT),
        "pay": (Place.FLOAT, Place.WALLET),
    }
    return tuple(
        one
        for (party, kind), amount in sums.items()
        for one in move(amount, *ends.get(kind, (Place.LAYOUT, Place.WALLET)), party, kind)
    )
