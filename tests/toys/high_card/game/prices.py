"""What high card costs."""

from fractions import Fraction

from tables.games.high_card.rules import Rules

from tables.games.core.price import Price, Report


def report(rules: Rules) -> Report:
    """Return the price of a stake: how often the two cards are equal."""
    return Report((Price("main", Fraction(4 * rules.packs - 1, 52 * rules.packs - 1)),))
