"""What chemin de fer costs: the players play each other, and the house takes its levy.

No chip of the house is ever at stake, so no rules can make it lose. Its levy is a part of what a
banker wins (MC-CDF-33); what the game costs one player is what another wins, and is no price.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tables.games.chemin_de_fer.rules import Rules
from tables.games.chemin_de_fer.words import BETS, LEVY
from tables.games.core.price import Price


def report(rules: Rules, *, afresh: bool = False) -> dict[str, Any]:
    """Return the levy per unit that a banker wins, as plain JSON."""
    levy = Fraction(rules.levy_numerator, rules.levy_denominator)
    return {"bets": {LEVY: {"edge": float(levy), "fraction": str(levy)}}}


def prices(found: Mapping[str, Any]) -> tuple[Price, ...]:
    """Return the levy of a report; a levy of nothing is refused as a bet that favours players."""
    levy = Fraction(found["bets"][LEVY]["fraction"])
    return (Price(LEVY, *BETS[LEVY], levy, levy, of="winnings"),)
