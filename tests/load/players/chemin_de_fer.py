"""How a scripted player plays chemin de fer: bank, bets and cards are all among the options."""

from typing import Final

from tests.games.chemin_de_fer.conduct import CONDUCT
from tests.load.client import Frame
from tests.load.play import Private


class Punter(Private):
    """Somebody at a table who takes any option that is offered."""

    conduct = CONDUCT

    def may_stake(self, frame: Frame, boxes: set[int]) -> bool:
        return False


PLAYER: Final = Punter
