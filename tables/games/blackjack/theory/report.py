"""What a rule set's bets cost, with the strategy of its main game and how side bets win."""

from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from tables.games.blackjack.rules import Rules
from tables.games.blackjack.terms import PROGRESSIVE, Combination
from tables.games.blackjack.theory.judging import Guide
from tables.games.blackjack.theory.known import known
from tables.games.blackjack.theory.sides import SideReturn, by_pay_table, side_returns
from tables.games.blackjack.theory.strategy import MainReturn, Strategy, read_worth, written_worth
from tables.games.blackjack.theory.terms import MainTerms
from tables.games.core.price import Price, Report


def main_return(rules: Rules, *, afresh: bool = False) -> MainReturn:
    """Return the main game's edge and strategy, computed in seconds where it is not known.

    `afresh` computes it even then.
    """
    terms = MainTerms.of(rules)
    found = None if afresh else known(terms)
    if found is None:
        from tables.games.blackjack.theory.main_game import main_game

        found = main_game(terms)
    return found


def report(rules: Rules, *, afresh: bool = False) -> Report:
    """Return the price of every bet that the text knows, the main game first.

    `offered` tells whether the table does.
    """
    main = main_return(rules, afresh=afresh)
    insurance, sides = insurance_edge(rules), side_returns(rules)
    return Report(
        (
            _main(main.edge, main.error),
            _insurance(rules, insurance),
            *(_side(rules, bet, found.edge, found.least) for bet, found in sides.items()),
        ),
        {
            "main": {
                "edge": main.edge,
                "error": main.error,
                "strategy": main.strategy.shown(),
                "even_money": list(main.strategy.even_money),
            },
            "insurance": {"edge": float(insurance), "fraction": str(insurance)},
            "side_bets": {bet: _shown(rules, bet, found) for bet, found in sides.items()},
        },
        written_worth(main.worth),
    )


def before(rules: Rules, found: Mapping[str, Any]) -> Report:
    """Return what an earlier release kept: the pages alone, with the worst edges rounded."""
    main = found["main"]
    return Report(
        (
            _main(main["edge"], main["error"]),
            _insurance(rules, Fraction(found["insurance"]["fraction"])),
            *(
                _side(rules, bet, Fraction(each["fraction"]), each["least"])
                for bet, each in found["side_bets"].items()
            ),
        ),
        found,
    )


def guide(rules: Rules, report: Report) -> Guide:
    """Return the strategy that a report shows, with what each decision is worth under it."""
    main = report.pages["main"]
    strategy = Strategy.from_shown(main["strategy"], "".join(main["even_money"]))
    worth = (
        read_worth(report.decision_values) if report.decision_values else main_return(rules).worth
    )
    return Guide(strategy, worth, float(insurance_edge(rules)))


def lines(report: Report) -> Iterator[str]:
    """Return the tables of the strategy as lines for a terminal."""
    for name, rows in report.pages["main"]["strategy"].items():
        heads = list(next(iter(rows.values())))
        yield ""
        yield f"  {name:<6}" + " ".join(f"{head:<2}" for head in heads)
        for row, letters in rows.items():
            cells = " ".join(f"{letters[head]:<2}" for head in heads)
            yield f"  {row:<6}{cells}".rstrip()


def insurance_edge(rules: Rules) -> Fraction:
    """Return the loss per unit of insurance, when of the shoe only the dealer's ace is seen."""
    odds = Fraction(*rules.insurance_odds)
    return 1 - (1 + odds) * Fraction(16 * rules.decks, 52 * rules.decks - 1)


def quick(rules: Rules, bet: str) -> tuple[Price, ...]:
    """Return the price of a bet where it takes no time: the main game's only where it is known.

    A field of hyper comes with its fellows.
    """
    if bet == "main":
        found = known(MainTerms.of(rules))
        return () if found is None else (_main(found.edge, found.error),)
    if bet == "insurance":
        return (_insurance(rules, insurance_edge(rules)),)
    sides = side_returns(rules, bet)
    return tuple([_side(rules, side, each.edge, each.least) for side, each in sides.items()])


def _main(edge: float, error: float) -> Price:
    return Price("main", edge, error=error, unit="first_stake", note="main")


def _insurance(rules: Rules, edge: Fraction) -> Price:
    return Price("insurance", edge, clause=rules.cited.insure)


def _side(rules: Rules, bet: str, edge: Fraction, least: Fraction | float) -> Price:
    terms = rules.side(bet)
    assert terms is not None
    return Price(
        bet,
        edge,
        None if least == edge else least,
        offered=rules.offers(terms),
        long_run=terms.combination in PROGRESSIVE,
        clause=terms.grant,
        group="side",
    )


def basis(rules: Rules, bet: str) -> Hashable:
    """Return what of the rules a bet's price depends on."""
    if bet == "main":
        return MainTerms.of(rules)
    return tuple((each.edge, each.least_edge) for each in quick(rules, bet))


def _shown(rules: Rules, bet: str, found: SideReturn) -> dict[str, Any]:
    terms = rules.side(bet)
    assert terms is not None
    shown: dict[str, Any] = {
        "edge": float(found.edge),
        "fraction": str(found.edge),
        "least": float(found.least),
        "offered": rules.offers(terms),
        "lines": [str(chance) for chance in found.lines],
    }
    if terms.combination is Combination.QUEENS:
        shown["by_pay_table"] = {
            table: {"edge": float(each.edge), "fraction": str(each.edge)}
            for table, each in by_pay_table(rules).items()
        }
    if found.fixed is not None:
        shown["jackpot"] = {
            "fixed": {"edge": float(found.fixed), "fraction": str(found.fixed)},
            "pots": {pot: str(chance) for pot, chance in found.pots.items()},
            "consolations": str(found.consolations),
        }
    return shown
