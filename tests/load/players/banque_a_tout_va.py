"""How a scripted player plays banque à tout va: stakes on the tableaux, and speaks for his hand."""

from typing import Any, Final

from tables.games.banque_a_tout_va.messages import Stake, Wager
from tables.games.core.money import Amount
from tests.games.banque_a_tout_va.conduct import CONDUCT
from tests.load.client import Frame
from tests.load.play import ACCEPTED, Private


class Punter(Private):
    """Somebody at a seat; he stakes what the spots take, against the house."""

    conduct = CONDUCT

    async def stake(self, frame: Frame, boxes: set[int]) -> None:
        """Stake on one to three of the bets."""
        spots = self.chance.sample(list(frame.view.spots), self.chance.randint(1, 3))
        times = self.chance.choice((1, 1, 2, 4))
        wagers = [Wager(each.on, each.on, Amount(each.least * times)) for each in spots]
        answer: Any = await self.client.ask(Stake(tuple(wagers)))
        if getattr(answer, "refused", None) is None:
            self.client.tally.notes[ACCEPTED] += 1


PLAYER: Final = Punter
