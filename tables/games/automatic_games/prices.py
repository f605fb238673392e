"""What a game of the machine costs, exactly: every stop of every reel, every deal and draw."""

from tables.games.automatic_games.rules import PLAY, Rules
from tables.games.core.price import Price, Report


def report(rules: Rules) -> Report:
    """Return the edge of a game: what the theoretical return leaves to the house."""
    return Report((Price(PLAY, 1 - rules.sheet.theoretical_return, clause="MC-AUTO-14"),))
