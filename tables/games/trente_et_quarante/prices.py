"""What the chances cost: the refait of a full shoe counted exactly, the premium as printed.

Both rows are dealt by one law, and every rank has as many red as black cards: but for the refait
the four chances are fair. Amounts that do not divide are rounded down (COMMON-R1): of a half it is
the house's gain, of a premium the player's, which the least edge of an insured stake counts.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial, perm
from typing import Final

from tables.games.core.price import Price, Report
from tables.games.trente_et_quarante.points import BEST, POINTS
from tables.games.trente_et_quarante.rules import CHANCES, PREMIUM, Rules
from tables.games.trente_et_quarante.words import INSURED, PRISON

_SUITS: Final = 4
_STAKE: Final = 2**40
"""A stake that halves exactly, from which the rules' own sums are read."""
_LATER: Final = 2e-4
"""How far the law of later coups may be from that of an endless shoe, as part of a stake.

While one in twenty-five of them at most is a refait, and three in ten another equality, what a
prisoner is worth lies between 0.485 and a half of his stake.
"""


@lru_cache(maxsize=4)
def refait(packs: int) -> Fraction:
    """Return how likely both rows of a shoe's first coup are 31, exactly.

    Any order of cards that sum up to 31 is such a row, as no shorter sum exceeds thirty. So the
    ways are counted by how many cards of each value lie in the first row and in the second,
    `m` and `k` of `c`: c! / (m! k! (c-m-k)!), for each pair of lengths times their orders.
    """
    counts: dict[int, int] = defaultdict(int)
    for value in POINTS.values():
        counts[value] += _SUITS * packs
    ways: dict[tuple[int, int, int, int], int] = {(BEST, BEST, 0, 0): 1}
    for value in sorted(counts, reverse=True):
        if value > 1:
            ways = _with(ways, value, counts[value])
        if value == max(counts):
            # The rows may change places: of two ways that differ by that, one is counted twice.
            ways = {
                (left, other, first, second): found * (1 + (left < other))
                for (left, other, first, second), found in ways.items()
                if left <= other
            }
    size = sum(counts.values())
    lengths: dict[tuple[int, int], int] = defaultdict(int)
    # What is left of either row are aces.
    for (left, other, first, second), found in ways.items():
        aces = comb(counts[1], left + other) * comb(left + other, left)
        lengths[first + left, second + other] += found * aces
    most = max(first + second for first, second in lengths)
    whole = perm(size, most)
    found = sum(
        ways
        * (factorial(first) * factorial(second))
        * perm(size - first - second, most - first - second)
        for (first, second), ways in lengths.items()
    )
    return Fraction(found, whole)


def _with(
    ways: Mapping[tuple[int, int, int, int], int], value: int, count: int
) -> dict[tuple[int, int, int, int], int]:
    """Return the ways with the cards of one more value in the rows."""
    found: dict[tuple[int, int, int, int], int] = defaultdict(int)
    held = range(BEST // value + 1)
    chosen = [[comb(count, m + k) * comb(m + k, m) for k in held] for m in held]
    for (left, other, first, second), before in ways.items():
        for m in range(left // value + 1):
            for k in range(other // value + 1):
                key = left - value * m, other - value * k, first + m, second + k
                found[key] += before * chosen[m][k]
    return found


def endless() -> Mapping[int, Fraction]:
    """Return how likely each point of a row is where every rank is as likely at every card."""
    reached = {0: Fraction(1)}
    points: dict[int, Fraction] = defaultdict(Fraction)
    for total in range(BEST):
        for value in POINTS.values():
            sum_, likely = total + value, reached.get(total, Fraction(0)) / len(POINTS)
            if sum_ < BEST:
                reached[sum_] = reached.get(sum_, Fraction(0)) + likely
            else:
                points[sum_] += likely
    return points


def _prison(rules: Rules) -> Fraction:
    """Return what a prisoner is worth, of a stake, to who stays until he is freed or lost.

    It is v = win x freed(1) + null x v + refait x v x ratio, in coups of an endless shoe.
    """
    points = endless()
    again = points[BEST] ** 2
    null = sum(each**2 for point, each in points.items() if point != BEST)
    win = (1 - again - null) / 2
    freed = Fraction(rules.freed(_STAKE, 1), _STAKE)
    ratio = Fraction(rules.freed(_STAKE, 2), rules.freed(_STAKE, 1))
    return win * freed / (1 - null - again * ratio)


def _prices(rules: Rules) -> Iterator[Price]:
    caught = refait(rules.packs)
    half = Fraction(rules.half_of(_STAKE, 1), _STAKE)
    for chance in CHANCES:
        yield Price(chance, caught * (1 - half), clause="MC-TQ-37", note="half", pays=(1, 1))
    yield Price(
        PRISON,
        float(caught * (1 - _prison(rules))),
        error=_LATER,
        clause="MC-TQ-37",
        note=PRISON,
        pays=(1, 1),
    )
    rate, whole = Fraction(*PREMIUM), PREMIUM[1]
    least = rules.insurance_min_stake_cents
    # The stake at which the most is lost by rounding: one less than a further unit of premium.
    dear = least + (-least - 1) % whole
    worst = Fraction(dear // whole, dear)
    yield Price(INSURED, rate, worst, clause="MC-TQ-39", note=INSURED, pays=(1, 1))


def report(rules: Rules) -> Report:
    """Return the price of each chance that takes half at a refait, then of prison, and insured."""
    return Report(tuple(_prices(rules)))
