"""What fair chance gives, computed exactly: nothing here is simulated."""

import itertools
import math
from collections.abc import Sequence
from functools import cache

from casino.rng.core.constants import PACK_SIZE

RANKS = 13


def fixed_points(size: int, classes: int) -> list[float]:
    """Return how probable 0, 1, .. fixed points of a permutation are, the last class and more."""
    found = [
        sum((-1) ** i / math.factorial(i) for i in range(min(size - k, 30) + 1)) / math.factorial(k)
        for k in range(classes - 1)
    ]
    return [*found, 1 - sum(found)]


def draws_until_all(kinds: int, each: int) -> list[float]:
    """Return how probable it is that the last kind comes with card 0, 1, .. of a shoe.

    So many kinds, each so many times in the shoe, dealt without replacement.
    """
    size = kinds * each

    def all_by(count: int) -> float:
        ways = sum(
            (-1) ** missing * math.comb(kinds, missing) * math.comb(size - each * missing, count)
            for missing in range(kinds + 1)
        )
        return float(ways / math.comb(size, count))

    by = [all_by(count) for count in range(size + 1)]
    return [by[0], *(late - soon for soon, late in itertools.pairwise(by))]


def throws_until_all(kinds: int, longest: int) -> list[float]:
    """Return the same of throws of a fair device with `kinds` outcomes.

    For 0 to `longest` throws, the last class and more.
    """

    def all_by(count: int) -> float:
        return math.fsum(
            (-1) ** missing * math.comb(kinds, missing) * ((kinds - missing) / kinds) ** count
            for missing in range(kinds + 1)
        )

    by = [all_by(count) if count >= kinds else 0.0 for count in range(longest)]
    return [by[0], *(late - soon for soon, late in itertools.pairwise(by)), 1 - by[-1]]


def longest_rise(size: int, classes: int) -> list[float]:
    """Return how probable it is that the longest rising run has 0, 1, .. cards, or more.

    From the generating function of the permutations without a rising run of a length.
    """
    below = [0.0, 0.0, *(_no_rise(size, length) for length in range(2, classes))]
    steps = [late - soon for soon, late in itertools.pairwise(below)]
    return [*steps, 1 - sum(steps)]


def _no_rise(size: int, length: int) -> float:
    """Return the probability that no rising run has so many cards."""
    divisor: dict[int, float] = {}
    for block in range(0, size + 1, length):
        divisor[block] = 1 / math.factorial(block) if block < 170 else 0.0
        divisor[block + 1] = -1 / math.factorial(block + 1) if block < 169 else 0.0
    found = [1.0]
    for n in range(1, size + 1):
        found.append(-sum(value * found[n - k] for k, value in divisor.items() if 0 < k <= n))
    return found[size]


def same_neighbours(size: int, each: int) -> tuple[float, float]:
    """Return mean and variance of the number of adjacent pairs of cards of one kind.

    A shuffled shoe of `size` cards has `each` cards of every kind, e.g. of every rank.
    """
    n, m = size, each
    two = (m - 1) / (n - 1)
    three = two * (m - 2) / (n - 2)
    apart = two * ((m - 2) * (m - 3) + (n - m) * (m - 1)) / ((n - 2) * (n - 3))
    variance = (
        (n - 1) * two * (1 - two)
        + 2 * (n - 2) * (three - two**2)
        + (n - 2) * (n - 3) * (apart - two**2)
    )
    return (n - 1) * two, variance


def first_two_ranks(packs: int) -> list[float]:
    """Return how probable each pair of ranks is on top of a shoe, row by row."""
    each, size = 4 * packs, PACK_SIZE * packs
    return [
        each / size * (each - (first == second)) / (size - 1)
        for first in range(RANKS)
        for second in range(RANKS)
    ]


def naturals(packs: int) -> float:
    """Return the probability that the first two cards of a shoe are an ace and a ten-card."""
    size = PACK_SIZE * packs
    return 2 * (4 * packs) * (16 * packs) / (size * (size - 1))


BUST = 22


@cache
def dealer_totals(packs: int) -> tuple[float, ...]:
    """Return how probable a dealer who stands on all 17 has 17, .., 21 or too many, six classes."""
    left = [4 * packs] * 9 + [16 * packs]
    found = [0.0] * 6

    def draw(total: int, soft: bool, cards: int, probability: float) -> None:
        shown = total + 10 if soft and total + 10 <= 21 else total
        if shown >= 17 and cards >= 2:
            found[min(shown, BUST) - 17] += probability
            return
        remaining = sum(left)
        for value, count in enumerate(left, 1):
            if count:
                left[value - 1] -= 1
                draw(total + value, soft or value == 1, cards + 1, probability * count / remaining)
                left[value - 1] += 1

    draw(0, False, 0, 1.0)
    return tuple(found)


PUNTO_BANCO_DEALS = 4_998_398_275_503_360
PUNTO_BANCO: Sequence[float] = tuple(
    ways / PUNTO_BANCO_DEALS
    for ways in (2_292_252_566_437_888, 2_230_518_282_592_256, 475_627_426_473_216)
)
"""Banker, player and tie, of eight packs: every deal counted."""

TWO_DICE: Sequence[float] = tuple((6 - abs(total - 7)) / 36 for total in range(2, 13))
