"""A rule set's edges as plain JSON: for the command, the API and the stored result."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tables.games.blackjack.rules import Rules
from tables.games.blackjack.terms import Combination
from tables.games.blackjack.theory.known import known
from tables.games.blackjack.theory.sides import SideReturn, by_pay_table, side_returns
from tables.games.blackjack.theory.strategy import MainReturn, Strategy
from tables.games.blackjack.theory.terms import MainTerms


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


def favourable(report: Mapping[str, Any]) -> tuple[str, float] | None:
    """Return the first bet offered that favours the player, and its edge; `main` is the main game.

    What lies within the computed edge's error of nothing counts as favourable.
    """
    if report["main"]["edge"] <= report["main"]["error"]:
        return "main", report["main"]["edge"]
    for bet, found in report["side_bets"].items():
        if found["offered"] and found["least"] <= 0:
            return bet, found["least"]
    return None


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
