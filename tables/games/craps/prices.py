"""What every bet costs, exactly: a chain over the points, of which each throw is one of 36.

The engine itself resolves each throw (`resolution.resolve_stake`). A bet that a throw leaves open
is followed until it is decided; a null coup is a result. What is rounded to the minor unit
(COMMON-R1) is the house's gain, which no edge here counts.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final

from tables.games.core.money import Amount
from tables.games.core.price import Price, Report
from tables.games.craps.bets import KINDS, LAYOUT, POINTS, Dice, Position
from tables.games.craps.resolution import resolve_stake
from tables.games.craps.rules import Rules
from tables.games.craps.stakes import Laid

STAKE: Final = Amount(2**6 * 3**4 * 5**4 * 7 * 11)
"""A stake that every price divides."""
THROWS: Final[tuple[Dice, ...]] = tuple(product(range(1, 7), range(1, 7)))
_CHANCE: Final = Fraction(1, len(THROWS))

_Where = tuple[int, int]
"""The point, and the number that the stake lies on; 0 for none."""


def price_of(rules: Rules, position: Position, point: int = 0, number: int = 0) -> Fraction:
    """Return the edge per unit of stake, of a bet staked with this point known, 0 for none.

    `number` is what a flat bet waits for, where odds are laid behind it.
    """
    return _fee(rules, position) - _value(rules, position, (point, number))


def _fee(rules: Rules, position: Position) -> Fraction:
    """Return the commission per unit of stake."""
    return Fraction(rules.fee(position, STAKE), STAKE)


def _price(
    rules: Rules, bet: str, position: Position, point: int = 0, *, clause: str, group: str
) -> Price:
    """Return the price of a bet, with the edges by which others publish it."""
    edge, fee = price_of(rules, position, point), _fee(rules, position)
    tied = _value(rules, position, (point, 0), ties=True)
    return Price(
        bet,
        edge,
        clause=clause,
        group=group,
        edge_when_decided=edge / (1 - tied) if tied else None,
        edge_with_commission=edge / (1 + fee) if fee else None,
    )


def _value(rules: Rules, position: Position, start: _Where, *, ties: bool = False) -> Fraction:
    """Return what a stake gains in the end, per unit, from where it is laid.

    Or, of `ties`, how likely it is given back.
    """
    gains: dict[_Where, Fraction] = {}
    flows: dict[_Where, dict[_Where, Fraction]] = {}
    ahead = [start]
    while ahead:
        where = ahead.pop()
        if where in gains:
            continue
        gains[where], flows[where] = Fraction(0), {}
        for gain, goes in _throws(rules, position, where):
            tied = Fraction(goes is None and not gain)
            gains[where] += _CHANCE * (tied if ties else gain)
            if goes is not None:
                flows[where][goes] = flows[where].get(goes, Fraction(0)) + _CHANCE
                ahead.append(goes)
    return _solved(gains, flows)[start]


def _throws(
    rules: Rules, position: Position, where: _Where
) -> Iterator[tuple[Fraction, _Where | None]]:
    """Yield for each throw what it gains, and where the stake is then unless it is decided."""
    point, number = where
    kind = position.kind
    flat = None
    laid = Laid("b", position.on, STAKE, number if kind.sort == "box" else 0)
    if kind.sort == "odds":
        flat = Laid("f", kind.behind, STAKE, number)
        laid = Laid("b", position.on, STAKE, to="f")
    for dice in THROWS:
        resolution = resolve_stake(rules, laid, dice, point, flat)
        total = sum(dice)
        if not point:
            then = total if total in POINTS else 0
        else:
            then = 0 if total in (7, point) else point
        match resolution.result:
            case "won":
                yield Fraction(resolution.win(STAKE), STAKE), None
            case "lost":
                yield Fraction(-1), None
            case "push" | "null":
                yield Fraction(0), None
            case "cut":
                assert resolution.after is not None
                yield Fraction(resolution.after.amount - STAKE, STAKE), None
            case "moved":
                yield Fraction(0), (then, total)
            case "waits":
                # A line bet waits for the point that has come just now.
                yield Fraction(0), (then, number)


def _solved(
    gains: dict[_Where, Fraction], flows: dict[_Where, dict[_Where, Fraction]]
) -> dict[_Where, Fraction]:
    """Return the values v with v = gain + sum of chance x v(next), one place after another."""
    for each in gains:
        stays = flows[each].pop(each, Fraction(0))
        leaves = 1 - stays
        row = {to: chance / leaves for to, chance in flows[each].items()}
        flows[each], gains[each] = row, gains[each] / leaves
        for other, there in flows.items():
            share = there.pop(each, None)
            if share is None:
                continue
            for to, chance in row.items():
                there[to] = there.get(to, Fraction(0)) + share * chance
            gains[other] += share * gains[each]
    return gains


def report(rules: Rules) -> Report:
    """Return the price of every bet, one for each number where it matters."""
    return _report(*[getattr(rules, each) for each in PRICED_BY])


PRICED_BY: Final = (
    "high_low_odds",
    "world_bet_seven",
    "place_working_on_come_out",
    "buy_lay_working_on_come_out",
    "buy_lay_commission",
)
"""The options that move a price."""


@cache
def _report(*values: Any) -> Report:
    """Return the report of rules by what moves a price: there are few, and each takes a while."""
    return Report(tuple(_prices(Rules(**dict(zip(PRICED_BY, values, strict=True))))))


def _prices(rules: Rules) -> Iterator[Price]:
    for bet, kind in KINDS.items():
        position = LAYOUT["hop:2-2" if bet == "hop" else f"{bet}:4" if kind.chosen else bet]
        if bet == "pass_odds":
            yield from _puts(rules)
        if kind.sort == "odds":
            on_line = KINDS[kind.behind].sort == "line"
            edge = min(
                price_of(rules, position, number, 0 if on_line else number) for number in POINTS
            )
            yield Price(bet, edge, clause=kind.clause, behind_bet=kind.behind, group="odds")
        elif kind.chosen:
            for number in kind.chosen:
                place = LAYOUT[f"{bet}:{number}"]
                yield _price(
                    rules, f"{bet}[{number}]", place, number, clause=kind.clause, group="numbers"
                )
        else:
            start = 4 if kind.sort == "box" else 0
            groups = {"line": "line", "box": "line", "hard": "numbers", "number": "numbers"}
            group = groups.get(kind.sort, "one_roll")
            yield _price(rules, bet, position, start, clause=kind.clause, group=group)


def _puts(rules: Rules) -> Iterator[Price]:
    """Yield what a pass bet costs that is staked once the point is known (MC-CRAPS-23)."""
    for number in POINTS:
        edge = price_of(rules, LAYOUT["pass_line"], number)
        yield Price(f"put[{number}]", edge, clause="MC-CRAPS-23", group="put")
