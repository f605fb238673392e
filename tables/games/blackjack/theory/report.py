"""A rule set's edges as plain JSON: for the command, the API and the stored result."""

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any

from tables.games.blackjack.rules import Rules
from tables.games.blackjack.terms import Combination
from tables.games.blackjack.theory.known import known
from tables.games.blackjack.theory.sides import SideReturn, by_pay_table, side_returns
from tables.games.blackjack.theory.strategy import MainReturn, Strategy
from tables.games.blackjack.theory.terms import MainTerms
from tables.games.blackjack.words import BETS
from tables.games.core.price import Price


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


def report(rules: Rules, *, afresh: bool = False) -> dict[str, Any]:
    """Return every edge of the rules; a positive one is the house's, per unit staked.

    Under `side_bets` stand all bets that the text knows; `offered` tells whether the table does.
    """
    main = main_return(rules, afresh=afresh)
    insurance = insurance_edge(rules)
    return {
        "main": {
            "edge": main.edge,
            "error": main.error,
            "strategy": main.strategy.shown(),
            "even_money": list(main.strategy.even_money),
        },
        "insurance": {"edge": float(insurance), "fraction": str(insurance)},
        "side_bets": {bet: _shown(rules, bet, found) for bet, found in side_returns(rules).items()},
    }


def strategy(report: Mapping[str, Any]) -> Strategy:
    """Return the strategy that a report shows."""
    main = report["main"]
    return Strategy.from_shown(main["strategy"], "".join(main["even_money"]))


def insurance_edge(rules: Rules) -> Fraction:
    """Return the loss per unit of insurance, when of the shoe only the dealer's ace is seen."""
    odds = Fraction(*rules.insurance_odds)
    return 1 - (1 + odds) * Fraction(16 * rules.decks, 52 * rules.decks - 1)


def prices(report: Mapping[str, Any]) -> tuple[Price, ...]:
    """Return the price of every bet of a report, the main game first."""
    main = report["main"]
    insurance = Fraction(report["insurance"]["fraction"])
    sides = (
        Price(
            bet,
            *BETS[bet],
            Fraction(found["fraction"]),
            found["least"],
            offered=found["offered"],
            long_run="jackpot" in found,
        )
        for bet, found in report["side_bets"].items()
    )
    return (
        Price("main", *BETS["main"], main["edge"], main["edge"], error=main["error"]),
        Price("insurance", *BETS["insurance"], insurance, insurance),
        *sides,
    )


def quick(rules: Rules, bet: str) -> tuple[Price, ...]:
    """Return the price of a bet where it takes no time: the main game's only where it is known.

    A field of hyper comes with its fellows.
    """
    if bet == "main":
        return tuple(_main(each) for each in [known(MainTerms.of(rules))] if each is not None)
    if bet == "insurance":
        edge = insurance_edge(rules)
        return (Price(bet, *BETS[bet], edge, edge),)
    found = []
    for side, each in side_returns(rules, bet).items():
        terms = rules.side(side)
        assert terms is not None
        found.append(
            Price(
                side,
                *BETS[side],
                each.edge,
                each.least,
                offered=rules.offers(terms),
                long_run=each.fixed is not None,
            )
        )
    return tuple(found)


def _main(found: MainReturn) -> Price:
    return Price("main", *BETS["main"], found.edge, found.edge, error=found.error)


def basis(rules: Rules, bet: str) -> Hashable:
    """Return what of the rules a bet's price depends on."""
    if bet == "main":
        return MainTerms.of(rules)
    return tuple((each.edge, each.least) for each in quick(rules, bet))


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
