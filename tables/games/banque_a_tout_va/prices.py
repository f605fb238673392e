"""What a stake on a tableau costs, exactly, against the banker's table of article 13.

The table is applied against the tableau with the larger stakes (A1): its price needs all orders of
the first six cards of a full sixain, two of the hand, two of the banker, and third cards. What the
lighter tableau costs needs the cards of all three hands, of which there may be nine. À cheval is
half on each. Who has the hand decides at five, an approved banker whenever he speaks: what they
choose is no price, so a hand is priced that draws, and beside it one that stands.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import perm
from typing import Final

from tables.games.baccara.orders import VALUES, coups, value_counts
from tables.games.banque_a_tout_va.rules import Rules
from tables.games.banque_a_tout_va.words import LIGHTER, STANDS
from tables.games.core.price import Price, Report

DRAWS: Final = 5
"""The hand draws at five, which costs it less than to stand."""
_MOST: Final = 9
"""Cards of a coup."""


def _sign(hand: int, banker: int) -> int:
    return (hand > banker) - (hand < banker)


def of_heavier(left: Sequence[int], draws_to: int = DRAWS, *, at_once: bool = True) -> Fraction:
    """Return what the tableau with more at stake costs per unit, from so many cards of each value.

    Its hand draws with so much or less; its natural wins `at_once`, or waits (A4).
    """
    size, won, now = sum(left), 0, list(left)
    for ways, hand, third, banker, other in coups(now, draws_to, at_once=at_once):
        won += ways * _sign(hand, banker) * perm(size - 4 - third - other, 2 - third - other)
    return Fraction(-won, perm(size, 6))


@dataclass(frozen=True, slots=True)
class _Beside:
    """What the lighter tableau does with the cards that a coup of the others leaves, in orders."""

    naturals: int
    """In which it has a natural."""
    two: Sequence[int]
    """Won less lost by its first two cards, by the banker's point."""
    plays: Sequence[int]
    """Likewise by its last point, where it has no natural."""
    natural: Sequence[int]
    """Likewise where it has one that waits."""


def of_lighter(left: Sequence[int], draws_to: int = DRAWS, *, at_once: bool = True) -> Fraction:
    """Return what the tableau with less at stake costs: the banker draws against the other one.

    Unless that one is decided by a natural: then he draws against this one (A1).
    """
    size, won, now = sum(left), 0, list(left)
    known: dict[tuple[int, ...], _Beside] = {}
    for ways, hand, third, banker, other in coups(now, draws_to, at_once=at_once):
        key = tuple(now)
        beside = known.get(key)
        if beside is None:
            beside = known[key] = _beside(key, draws_to, _MOST - (size - sum(key)))
        if banker > 7 and not other:
            found = beside.two[banker]
        elif not at_once:
            found = beside.plays[banker] + beside.natural[banker]
        elif hand > 7 and not third:
            found = beside.naturals
        else:
            # Against these very cards of the lighter hand he draws while the other has a natural.
            found = beside.naturals * (1 + _sign(hand, banker)) + beside.plays[banker]
        won += ways * found
    return Fraction(-won, perm(size, _MOST))


def _beside(left: Sequence[int], draws_to: int, rest: int) -> _Beside:
    """Return what a hand does with these cards, of which the coup takes `rest` at the most."""
    size = sum(left)
    pairs = [0] * len(VALUES)
    for one, count in enumerate(left):
        pairs[2 * one % 10] += count * (count - 1)
        for other in range(one):
            pairs[(one + other) % 10] += 2 * count * left[other]
    after_two, after_three = perm(size - 2, rest - 2), perm(size - 3, rest - 3)
    two = [ways * after_two for ways in pairs]
    plays = [0 if point <= draws_to or point > 7 else two[point] for point in VALUES]
    for point in range(draws_to + 1):
        for third in VALUES:
            # Two cards of this point and one more, none of them twice.
            ways = pairs[point] - 2 * left[point - third]
            ways = (ways + 2 * ((2 * third - point) % 10 == 0)) * left[third]
            plays[(point + third) % 10] += ways * after_three
    natural = [two[point] if point > 7 else 0 for point in VALUES]
    return _Beside(sum(natural), _against(two), _against(plays), _against(natural))


def _against(points: Sequence[int]) -> Sequence[int]:
    """Return what these points win less what they lose, against each of the banker's."""
    below = list(accumulate(points, initial=0))
    return [below[-1] - below[banker + 1] - below[banker] for banker in VALUES]


@cache
def _price(of: Callable[..., Fraction], packs: int, draws_to: int, *, at_once: bool) -> Fraction:
    return of(value_counts(packs), draws_to, at_once=at_once)


def report(rules: Rules) -> Report:
    """Return the house edge on a tableau and à cheval; takes about a second for each option."""
    at_once = rules.natural_settles_at_once
    heavier = _price(of_heavier, rules.packs, DRAWS, at_once=at_once)
    lighter = _price(of_lighter, rules.packs, DRAWS, at_once=at_once)
    stands = _price(of_heavier, rules.packs, DRAWS - 1, at_once=at_once)
    half = (heavier + lighter) / 2
    # Drawn against the other hand the banker may lose by the lighter tableau. It has no more on it
    # than the heavier one: of both together the house has least where as much lies on either.
    least = min(heavier, half)
    tableaux = [
        Price(bet, heavier, least, clause="MC-BTV-32", note="tableau", pays=(1, 1))
        for bet in ("tableau_right", "tableau_left")
    ]
    return Report(
        (
            *tableaux,
            Price(LIGHTER, lighter, least, clause="MC-BTV-30", note=LIGHTER, pays=(1, 1)),
            Price(STANDS, stands, clause="MC-BTV-25", note=STANDS, pays=(1, 1)),
            Price("a_cheval", half, clause="MC-BTV-33", note="a_cheval", pays=(1, 1)),
        )
    )
