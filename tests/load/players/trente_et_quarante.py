"""How a scripted player plays trente et quarante: a few chances, some insured, any choice."""

import secrets
from typing import ClassVar, Final

from tables.games.core.money import Amount
from tables.games.trente_et_quarante.messages import Stake
from tables.games.trente_et_quarante.rules import CHANCES
from tables.games.wheel.stakes import Wager
from tests.games.trente_et_quarante.conduct import CONDUCT
from tests.load.client import Frame
from tests.load.play import ACCEPTED, Broke, Private


class Punter(Private):
    """Somebody at a seat, or behind those who sit."""

    conduct = CONDUCT
    stands: ClassVar[bool] = True

    async def stake(self, frame: Frame, boxes: set[int]) -> None:
        """Stake on one to three chances, one in four of them insured."""
        wagers = []
        for chance in self.chance.sample(CHANCES, self.chance.randint(1, 3)):
            insured = self.chance.random() < 0.25
            least = frame.view.insured_from if insured else frame.view.least
            amount = least if insured else least * self.chance.choice((1, 1, 2, 4))
            on = f"{chance}:insured" if insured else chance
            # Not of `chance`: a seed that plays again must not name a stake that is in prison.
            wagers.append(Wager(secrets.token_hex(8), on, Amount(amount)))
        answer = await self.client.ask(Stake(tuple(wagers)))
        refused = getattr(answer, "refused", None)
        if refused is None:
            self.client.tally.notes[ACCEPTED] += 1
        elif refused.code == "not_enough_chips":
            raise Broke


PLAYER: Final = Punter
