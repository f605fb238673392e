"""How a scripted player stakes at the bowl."""

from typing import Final

from tables.games.boule.messages import Stake
from tables.games.boule.rules import DEVICE
from tests.load import wheel


class Bettor(wheel.Bettor):
    """One player at one table."""

    stake = Stake
    positions = tuple(DEVICE.layout)


PLAYER: Final = Bettor
