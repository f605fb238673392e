"""How a scripted player stakes at a roulette with a double zero."""

from typing import Final

from tables.games.american_roulette import messages
from tables.games.american_roulette.rules import LAYOUT
from tests.load import wheel


class Bettor(wheel.Bettor):
    """One player at one roulette."""

    stake = messages.Stake
    positions = tuple(LAYOUT)


PLAYER: Final = Bettor
