"""Draw poker on a machine: the cards of a draw, what a hand is called, how often each one comes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import comb
from typing import Final

from tables.games.core.cards import PACK, RANKS, Card, rank, suit

HAND: Final = 5
"""The cards of a hand; its positions count from 1."""
DEAL: Final = (52, 51, 980)
"""Numbers that together are that of a hand: as many as there are hands of five cards."""
SIDES: Final = (*DEAL, 47, 46, 45, 44, 43)
"""Of a draw: the number of a hand, then five times a place among the cards that are left.

It is the same for both draws of a game: the first deals, the second gives the cards thrown away.
A draw has at most eight numbers (R7), so five places for the cards of the deal are too many.
"""
ALL: Final = tuple(range(1, HAND + 1))
KINDS: Final = (
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pairs",
    "jacks_or_better",
)
"""The hands that pay, best first."""
COUNTED: Final = 19_933_230_517_200
"""So many games of the best play are counted: every deal with every draw of its hold, all alike."""
BEST_PLAY: Final[Mapping[tuple[int, ...], tuple[int, ...]]] = {
    (800, 50, 25, 9, 6, 4, 3, 2, 1): (
        493_512_264,
        2_178_883_296,
        47_093_167_764,
        229_475_482_596,
        219_554_786_160,
        223_837_565_784,
        1_484_003_070_324,
        2_576_946_164_148,
        4_277_372_890_968,
    ),
}
"""By pay table, how often the best play makes each of `KINDS`; `theory.best_play` computes it."""
_STRAIGHTS: Final = frozenset(
    frozenset((RANKS + RANKS[0])[low : low + HAND]) for low in range(len(RANKS) - HAND + 2)
)
_BROADWAY: Final = frozenset("TJQKA")
_PAIRED: Final[Mapping[tuple[int, ...], str]] = {
    (4, 1): "four_of_a_kind",
    (3, 2): "full_house",
    (3, 1, 1): "three_of_a_kind",
    (2, 2, 1): "two_pairs",
}


def dealt(values: Sequence[int]) -> tuple[Card, ...]:
    """Return the hand whose number the first values of a draw are, its cards in pack order.

    Hands are counted from 0: first those without the last card of the pack, and so on (colex).
    """
    number, places = 0, list[int]()
    for value, side in zip(values, DEAL, strict=False):
        number = number * side + value
    for size in range(HAND, 0, -1):
        place = max(each for each in range(len(PACK)) if comb(each, size) <= number)
        number -= comb(place, size)
        places.append(place)
    return tuple([PACK[place] for place in reversed(places)])


def redrawn(
    cards: tuple[Card, ...], held: Sequence[int], values: Sequence[int]
) -> tuple[Card, ...]:
    """Return the hand with its cards replaced that are not held.

    The last values of the draw take them from the cards that were not dealt, in pack order.
    """
    left = [card for card in PACK if card not in cards]
    fresh = iter(values[len(DEAL) :])
    return tuple(
        [card if no in held else left.pop(next(fresh)) for no, card in enumerate(cards, 1)]
    )


def kind_of(cards: Sequence[Card]) -> str:
    """Return which of `KINDS` a hand is; empty for one that pays nothing."""
    counts = Counter(map(rank, cards))
    shape = tuple(sorted(counts.values(), reverse=True))
    if len(counts) == HAND:
        ranks, flush = frozenset(counts), len(set(map(suit, cards))) == 1
        if ranks in _STRAIGHTS:
            if flush:
                return "royal_flush" if ranks == _BROADWAY else "straight_flush"
            return "straight"
        return "flush" if flush else ""
    if shape in _PAIRED:
        return _PAIRED[shape]
    pair = next(each for each, count in counts.items() if count == 2)
    return "jacks_or_better" if pair in "JQKA" else ""
