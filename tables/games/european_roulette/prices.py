"""What roulette's bets cost, exactly: every pocket counted, the zero's choices followed to the end.

Amounts that do not divide are rounded down (COMMON-R1), which no edge here counts: it is the
house's gain.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from tables.games.core.price import Price
from tables.games.european_roulette.rules import LAYOUT, ORDER_OF_PAYMENT, POCKETS, Rules
from tables.games.european_roulette.words import BETS, HALF, PRISON
from tables.games.wheel.layout import CHANCES, Position

ORDER: Final = (
    *("column", "dozen", "double_column", "double_dozen", HALF, PRISON),
    *("six_line", "street", "corner", "split", "straight"),
)
"""In which bets are reported."""
_STAKE: Final = 2**40
"""A stake that halves exactly, from which the rules' own sums are read."""


def prices_of(rules: Rules, layout: Mapping[str, Position]) -> tuple[Price, ...]:
    """Return the price of every kind of bet, of its dearest position for the house.

    An even chance has one for each choice after a zero, stayed with at every further zero.
    """
    edges: dict[str, Fraction] = {}
    for position in layout.values():
        if rules.allows(position):
            for bet, edge in _edges(rules, position):
                edges[bet] = min(edge, edges.get(bet, edge))
    return tuple(Price(bet, *BETS[bet].of(), edge, edge) for bet, edge in edges.items())


def _edges(rules: Rules, position: Position) -> Iterator[tuple[str, Fraction]]:
    won = Fraction(len(position.pockets), POCKETS)
    paid = won * (1 + Fraction(*position.odds))
    if not position.even:
        yield position.bet, 1 - paid
        return
    zero = Fraction(1, POCKETS)
    yield HALF, 1 - paid - zero * Fraction(rules.half_of(_STAKE, 1), _STAKE)
    yield PRISON, 1 - paid - zero * _prison(rules, won, zero)


def _prison(rules: Rules, won: Fraction, zero: Fraction) -> Fraction:
    """Return what a stake in prison is worth to who stays there until it is freed or lost.

    It is v = won x freed(1) + zero x v x ratio, where each further zero divides by one ratio what
    would be freed.
    """
    freed = Fraction(rules.freed(_STAKE, 1), _STAKE)
    ratio = Fraction(rules.freed(_STAKE, 2), rules.freed(_STAKE, 1))
    return won * freed / (1 - zero * ratio)


def report(rules: Rules, *, afresh: bool = False) -> dict[str, Any]:
    """Return every edge of the rules as plain JSON; nothing is known in advance."""
    found = {each.bet: each for each in prices_of(rules, LAYOUT)}
    order = [bet for bet in ORDER if bet in found]
    assert set(ORDER) == {HALF, PRISON} | set(ORDER_OF_PAYMENT) - set(CHANCES)
    return {"bets": {bet: _written(found[bet]) for bet in order}}


def _written(price: Price) -> dict[str, Any]:
    return {"edge": float(price.edge), "fraction": str(price.edge)}


def prices(found: Mapping[str, Any]) -> tuple[Price, ...]:
    """Return the prices of a report."""
    # In the order of payment: a database may have reordered the report.
    edges = {bet: Fraction(found["bets"][bet]["fraction"]) for bet in ORDER if bet in found["bets"]}
    return tuple(Price(bet, *BETS[bet].of(), edge, edge) for bet, edge in edges.items())
