"""What a toss costs."""

from fractions import Fraction

from tables.games.coin_toss.rules import Rules

from tables.games.core.price import Price, Report


def report(rules: Rules) -> Report:
    """Return the price of a stake."""
    return Report((Price("main", Fraction(100 - rules.win_percent, 200)),))
