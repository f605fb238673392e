"""All orders of the first six cards of a full shoe, by the points to which they lead."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import product
from typing import Final

from tables.games.baccara.points import banker_must
from tables.games.core.cards import RANKS, Card

VALUES: Final = range(10)
"""Tens and court cards count nothing."""
CARDS: Final = tuple([Card(("T" + RANKS[:9])[value] + "s") for value in VALUES])
"""A card of each value."""


@cache
def endings(packs: int, draws_to: int = 5) -> Mapping[tuple[int, bool, int, bool], int]:
    """Return how many orders of six cards end a coup with these points.

    By the first hand's point and whether it has three cards, and the banker's; the first draws
    with this point and below. All orders are as likely; there
    are 52 `packs` over six of them. A third of a second.
    """
    left = [16 * packs, *([4 * packs] * 9)]
    size = 52 * packs
    found: Counter[tuple[int, bool, int, bool]] = Counter()
    pairs = [(a, b) for a in VALUES for b in range(a, 10)]
    fifth, sixth = size - 4, size - 5
    for (a, b), (c, d) in product(pairs, pairs):
        ways = 1 if a == b else 2
        ways *= 1 if c == d else 2
        for card in (a, b, c, d):
            ways *= left[card]
            left[card] -= 1
        if ways:
            _endings(found, left, ways, (a + b) % 10, (c + d) % 10, (fifth, sixth), draws_to)
        for card in (a, b, c, d):
            left[card] += 1
    return found


def _endings(
    found: Counter[tuple[int, bool, int, bool]],
    left: list[int],
    ways: int,
    hand: int,
    banker: int,
    rest: tuple[int, int],
    draws_to: int,
) -> None:
    """Count how a coup ends from two cards each: as many orders as `ways`, of four cards."""
    fifth, sixth = rest
    if hand > 7 or banker > 7:
        found[hand, False, banker, False] += ways * fifth * sixth
        return
    if hand > draws_to:
        if not banker_must(banker, None):
            found[hand, False, banker, False] += ways * fifth * sixth
            return
        for card in VALUES:
            found[hand, False, (banker + card) % 10, True] += ways * left[card] * sixth
        return
    for third in VALUES:
        more = ways * left[third]
        drawn = (hand + third) % 10
        if not banker_must(banker, CARDS[third]):
            found[drawn, True, banker, False] += more * sixth
            continue
        for card in VALUES:
            last = left[card] - (card == third)
            found[drawn, True, (banker + card) % 10, True] += more * last
