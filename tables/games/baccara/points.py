"""What the games of baccara share: points, naturals and the drawing tables of article 13."""

from collections.abc import Iterable
from typing import Final

from tables.games.core.cards import RANKS, Card

_VALUES: Final = {rank: min(place, 10) for place, rank in enumerate(RANKS, start=1)}


def value(card: Card) -> int:
    """Return 1 for an ace, 10 for a court card, otherwise the card's own value."""
    return _VALUES[card[0]]


def point(cards: Iterable[Card]) -> int:
    """Return the sum of the values without its tens: 0 to 9."""
    return sum(value(card) for card in cards) % 10


def is_natural(cards: Iterable[Card]) -> bool:
    """Tell whether two cards make 8 or 9: they are shown, and nobody draws."""
    return point(cards) >= 8


def must_ponte_draw(point_of_two: int) -> bool | None:
    """Tell whether the table makes a hand of this point draw; `None` where it is free: on 5.

    On 8 and 9 there is nothing to draw: they are shown (art. 12.83).
    """
    return None if point_of_two == 5 else point_of_two < 5


# Row: the banker's point, 3 to 6; column: the other hand's third card, 0 to 9, then none.
_BANKER: Final = {
    3: "TTTTTTTTRTT",
    4: "RRTTTTTTRRT",
    5: "RRRRTTTTRRT",
    6: "RRRRRRTTRRR",
}


def must_banker_draw(point_of_two: int, third: Card | None) -> bool:
    """Tell whether the banker's table of article 13 draws against this third card, or none."""
    if point_of_two < 3:
        return True
    if point_of_two > 6:
        return False
    column = 10 if third is None else value(third) % 10
    return _BANKER[point_of_two][column] == "T"
