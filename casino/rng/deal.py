"""Which hand got which card of a shoe: told by whoever dealt, bound by the log, then published.

The generator knows no game: it keeps what it is told, once, and sees that it covers each card.
"""

from typing import Final, TypedDict, cast

from casino.rng.core.canonical import Json, canonical_json
from casino.rng.core.commitment import tagged_hash
from casino.rng.core.constants import SHOE_TAGS

LONGEST: Final = 32
"""Characters of a hand's name."""


class RoundDealt(TypedDict):
    """The cards of a shoe that one round took."""

    hands: list[str]
    """Where each went, in the order in which they left the shoe."""
    round: int
    """The table's number of the round, as its players see it."""


Deal = list[RoundDealt]
"""The rounds of a shoe that took cards of it, ascending."""


def fits(deal: Deal, dealt: int) -> bool:
    """Tell whether each of so many cards has its hand, and the rounds' numbers rise."""
    numbers = [each["round"] for each in deal]
    return (
        sum(len(each["hands"]) for each in deal) == dealt
        and all(each["hands"] for each in deal)
        and all(map(_is_label, (hand for each in deal for hand in each["hands"])))
        and numbers == sorted({*numbers})
        and all(number >= 1 for number in numbers)
    )


def _is_label(hand: str) -> bool:
    return hand.isascii() and hand.isprintable() and 0 < len(hand) <= LONGEST


def deal_hash(deal: Deal) -> str:
    """Return what the log says of a deal, lower-case hex: nobody can tell it otherwise later."""
    return tagged_hash(SHOE_TAGS.deal, canonical_json(cast("Json", deal))).hex()
