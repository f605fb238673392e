"""How a scripted player stakes at a roulette."""

from typing import Final

from tables.games.european_roulette import messages
from tables.games.european_roulette.rules import LAYOUT
from tests.load import wheel


class Bettor(wheel.Bettor):
    """One player at one roulette."""

    stake = messages.Stake
    positions = tuple(on for on in LAYOUT if not on.endswith("1-3"))


PLAYER: Final = Bettor
