"""What the bets cost, exactly: all orders of the cards of a full shoe, by their ranks."""

from fractions import Fraction

from tables.games.bataille.rules import Rules
from tables.games.core.price import Price, Report


def gained(rules: Rules) -> Fraction:
    """Return what a battle brings, in first stakes: of the rank that is out two cards are gone."""
    of_rank, left = 4 * rules.packs, 52 * rules.packs - 2
    ways = (of_rank - 2) * (of_rank - 3) + 12 * of_rank * (of_rank - 1)
    equal = Fraction(ways, left * (left - 1))
    return equal * (1 + rules.battle_tie_bonus) - (1 - equal) / 2


def report(rules: Rules) -> Report:
    """Return the price of the stake, for a player who chooses what costs less, and of the tie."""
    equal, odds = Fraction(4 * rules.packs - 1, 52 * rules.packs - 1), rules.tie_to_one
    main = -equal * max(gained(rules), Fraction(-1, 2))
    stake = Price("main", main, unit="first_stake", clause="BAT-08", note="battle", pays=(1, 1))
    return Report((stake, Price("tie", 1 - equal * (odds + 1), clause="BAT-09", pays=(odds, 1))))
