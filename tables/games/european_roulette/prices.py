"""What roulette's bets cost, exactly: every pocket counted, the zero's choices followed to the end.

Amounts that do not divide are rounded down (COMMON-R1), which no edge here counts: it is the
house's gain.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from tables.games.core.price import Price, Report
from tables.games.european_roulette.rules import LAYOUT, ORDER_OF_PAYMENT, POCKETS, Rules
from tables.games.european_roulette.words import HALF, PRISON
from tables.games.wheel.layout import CHANCES, Position

ORDER: Final = tuple(
    dict.fromkeys(
        each for bet in ORDER_OF_PAYMENT for each in ((HALF, PRISON) if bet in CHANCES else (bet,))
    )
)
"""In which bets are told: the order of payment, an even chance by its choices after a zero."""
_STAKE: Final = 2**40
"""A stake that halves exactly, from which the rules' own sums are read."""


def prices_of(rules: Rules, layout: Mapping[str, Position]) -> tuple[Price, ...]:
    """Return the price of every kind of bet, of its dearest position for the house.

    An even chance has one for each choice after a zero, stayed with at every further zero.
    """
    found: dict[str, Price] = {}
    for position in layout.values():
        if rules.allows(position):
            for price in _prices(rules, position):
                if price.bet not in found or price.edge < found[price.bet].edge:
                    found[price.bet] = price
    return tuple([found[bet] for bet in ORDER if bet in found])


def _prices(rules: Rules, position: Position) -> Iterator[Price]:
    won = Fraction(len(position.pockets), POCKETS)
    paid = won * (1 + Fraction(*position.odds))
    if not position.even:
        yield Price(position.bet, 1 - paid, clause=position.clause, pays=position.odds)
        return
    zero = Fraction(1, POCKETS)
    half = Fraction(rules.half_of(_STAKE, 1), _STAKE)
    yield Price(HALF, 1 - paid - zero * half, clause="MC-EROU-24", pays=position.odds)
    prison = 1 - paid - zero * _prison(rules, won, zero)
    yield Price(PRISON, prison, clause="MC-EROU-25", pays=position.odds)


def _prison(rules: Rules, won: Fraction, zero: Fraction) -> Fraction:
    """Return what a stake in prison is worth to who stays there until it is freed or lost.

    It is v = won x freed(1) + zero x v x ratio, where each further zero divides by one ratio what
    would be freed.
    """
    freed = Fraction(rules.freed(_STAKE, 1), _STAKE)
    ratio = Fraction(rules.freed(_STAKE, 2), rules.freed(_STAKE, 1))
    return won * freed / (1 - zero * ratio)


def report(rules: Rules) -> Report:
    """Return the price of every kind of bet that the rules have."""
    return Report(prices_of(rules, LAYOUT))
