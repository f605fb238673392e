"""All orders of the cards of a coup between one hand and the banker, by where they lead."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from math import perm
from typing import Final

from tables.games.baccara.points import must_banker_draw
from tables.games.core.cards import RANKS, Card

VALUES: Final = range(10)
"""Tens and court cards count nothing."""
CARDS: Final = tuple([Card(("T" + RANKS[:9])[value] + "s") for value in VALUES])
"""A card of each value."""


@cache
def count_endings(packs: int, draws_to: int = 5) -> Mapping[tuple[int, bool, int, bool], int]:
    """Return how many orders of the first six cards of a full shoe end a coup with these points.

    By the first hand's point and whether it has three cards, and the banker's; the first draws
    with this point and below. All orders are as likely; there
    are 52 `packs` over six of them. Half a second.
    """
    found: Counter[tuple[int, bool, int, bool]] = Counter()
    size = 52 * packs
    after = [perm(size - used, 6 - used) for used in range(7)]
    for ways, hand, third, banker, other in coups(value_counts(packs), draws_to):
        found[hand, third, banker, other] += ways * after[4 + third + other]
    return found


def value_counts(packs: int) -> list[int]:
    """Return how many cards of each value a full shoe has."""
    return [16 * packs, *([4 * packs] * 9)]


def coups(
    left: list[int], draws_to: int = 5, *, at_once: bool = True
) -> Iterator[tuple[int, int, bool, int, bool]]:
    """Yield every coup that these cards allow: in how many orders it comes, and how it ends.

    The hand's point and whether it has three cards, then the banker's, who draws by his table. At
    each yield `left` is what the coup leaves of every value. A hand's natural ends the coup
    `at_once`, or waits for what the banker draws.
    """
    pairs = [(a, b) for a in VALUES for b in range(a, 10)]
    for (a, b), (c, d) in product(pairs, pairs):
        ways = (1 if a == b else 2) * (1 if c == d else 2)
        for card in (a, b, c, d):
            ways *= left[card]
            left[card] -= 1
        hand, banker = (a + b) % 10, (c + d) % 10
        if not ways:
            pass
        elif banker > 7 or (hand > 7 and at_once):
            yield ways, hand, False, banker, False
        elif hand > draws_to:
            yield from _last(left, ways, hand, banker, None)
        else:
            for third, count in _drawn(left):
                yield from _last(left, ways * count, (hand + third) % 10, banker, CARDS[third])
        for card in (a, b, c, d):
            left[card] += 1


def _last(
    left: list[int], ways: int, hand: int, banker: int, third: Card | None
) -> Iterator[tuple[int, int, bool, int, bool]]:
    """Yield the coup as it ends when the banker stands, or with each card that he may draw."""
    drew = third is not None
    if not must_banker_draw(banker, third):
        yield ways, hand, drew, banker, False
        return
    for card, count in _drawn(left):
        yield ways * count, hand, drew, (banker + card) % 10, True


def _drawn(left: list[int]) -> Iterator[tuple[int, int]]:
    """Yield each value that is left and of how many cards, while one of them is drawn."""
    for card in VALUES:
        if count := left[card]:
            left[card] -= 1
            yield card, count
            left[card] += 1
