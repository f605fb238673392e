"""What a stake on a tableau costs, exactly, against the banker's table of article 13.

All orders of the first six cards of a full sixain: two of the tableau, two of the banker, and third
cards; the other tableau's cards are any others. The table is applied against the tableau with the
larger stakes (A1), so the price is that of a stake there. Who has the hand decides at five, an
approved banker whenever he speaks: what they choose is no price. À cheval is half on each tableau.
"""

from fractions import Fraction
from functools import cache
from math import perm
from typing import Final

from tables.games.baccara.orders import endings
from tables.games.banque_a_tout_va.rules import Rules
from tables.games.core.price import Price, Report

DRAWS: Final = 5
"""The hand draws at five, which costs it less than to stand."""


@cache
def edge(packs: int, draws_to: int = DRAWS) -> Fraction:
    """Return what a tableau costs per unit staked, when its hand draws with so much or less."""
    won = sum(
        orders * ((hand > banker) - (hand < banker))
        for (hand, _, banker, _), orders in endings(packs, draws_to).items()
    )
    return Fraction(-won, perm(52 * packs, 6))


def report(rules: Rules) -> Report:
    """Return what a stake on a tableau costs."""
    costs = edge(rules.packs)
    return Report(
        tuple(
            [
                Price(bet, costs, clause="MC-BTV-32", note="tableau", pays=(1, 1))
                for bet in ("tableau_right", "tableau_left")
            ]
        )
    )
