"""How a scripted player plays punto banco: stakes on a few bets, and turns what he is passed."""

from typing import Any, Final

from tables.games.core.money import Amount
from tables.games.punto_banco.messages import Stake, Wager
from tests.games.punto_banco.conduct import CONDUCT
from tests.load.client import Frame
from tests.load.play import ACCEPTED, Private


class Punter(Private):
    """Somebody at a seat; he stakes what the spots take, and lets the bank pass now and then."""

    conduct = CONDUCT

    def public_decision(self, frame: Frame) -> Any | None:
        """Return the command that turns his cards; he refuses cards or bank only now and then."""
        boxes = self.held(frame)
        for each in frame.view.options:
            refuses = each.command.startswith("punto_banco.refuse_")
            if each.box in boxes and (not refuses or self.chance.random() < 0.02):
                return CONDUCT.of_option(each)
        return None

    async def stake(self, frame: Frame, boxes: set[int]) -> None:
        """Stake on one to three of the bets that are offered."""
        spots = self.chance.sample(list(frame.view.spots), self.chance.randint(1, 3))
        times = self.chance.choice((1, 1, 2, 4))
        wagers = [Wager(each.on, each.on, Amount(each.least * times)) for each in spots]
        answer = await self.client.ask(Stake(tuple(wagers)))
        if getattr(answer, "refused", None) is None:
            self.client.tally.notes[ACCEPTED] += 1


PLAYER: Final = Punter
