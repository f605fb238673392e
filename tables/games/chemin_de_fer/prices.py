"""What chemin de fer costs: the players play each other, and the house takes its levy.

No chip of the house is ever at stake, so no rules can make it lose. Its levy is a part of what a
banker wins (MC-CDF-33); what the game costs one player is what another wins, and is no price.
"""

from fractions import Fraction

from tables.games.chemin_de_fer.rules import Rules
from tables.games.chemin_de_fer.words import LEVY
from tables.games.core.price import Price, Report


def report(rules: Rules) -> Report:
    """Return the levy per unit that a banker wins.

    A levy of nothing is refused as a bet that favours players.
    """
    levy = Fraction(rules.levy_numerator, rules.levy_denominator)
    return Report((Price(LEVY, levy, unit="winnings", clause="MC-CDF-33", note=LEVY),))
