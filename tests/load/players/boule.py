"""How a scripted player stakes at the bowl."""

from typing import Final

from tables.games.boule import messages
from tables.games.boule.rules import DEVICE
from tests.load import wheel


class Bettor(wheel.Bettor):
    """One player at one table."""

    stake = messages.Stake
    positions = tuple(DEVICE.layout)


PLAYER: Final = Bettor
