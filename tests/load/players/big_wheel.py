"""How a scripted player stakes at the great wheel."""

from typing import Final

from tables.games.big_wheel import messages
from tables.games.big_wheel.rules import DEVICE
from tests.load import wheel


class Bettor(wheel.Bettor):
    """One player at one table."""

    stake = messages.Stake
    positions = tuple(DEVICE.layout)


PLAYER: Final = Bettor
