"""What cards count, when a row is complete, and which chances win."""

from collections.abc import Iterable
from typing import Final

from tables.games.core.cards import Card, is_red, rank

POINTS: Final = {"A": 1, **{str(each): each for each in range(2, 10)}, **dict.fromkeys("TJQK", 10)}
"""What a card counts, by rank (MC-TQ-25)."""
BEST: Final = 31
"""The lowest point, and the one of a refait (MC-TQ-24, MC-TQ-37, A1)."""


def total(cards: Iterable[Card]) -> int:
    """Return what a row counts so far."""
    return sum(POINTS[rank(card)] for card in cards)


def complete(cards: Iterable[Card]) -> bool:
    """Tell whether a row has its point: it goes on until it exceeds thirty (MC-TQ-24)."""
    return total(cards) >= BEST


def winning(black: int, red: int, first: Card) -> tuple[str, ...]:
    """Return the chances that win with these points; none of equal ones (MC-TQ-27, MC-TQ-28)."""
    if black == red:
        return ()
    row = "red" if red < black else "black"
    same = is_red(first) == (row == "red")
    return row, "colour" if same else "inverse"
