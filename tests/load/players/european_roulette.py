"""How a scripted player stakes at a roulette: all chips of a window in one command."""

import asyncio
from typing import Any, Final

from tables.games.core.money import Amount
from tables.games.european_roulette.messages import Stake
from tables.games.european_roulette.rules import LAYOUT
from tables.games.wheel.stakes import Wager
from tables.live.outgoing import ReceiptShown
from tests.load.play import Broke, Player

POSITIONS: Final = 10
"""Stakes of one player in one window."""
CHIP: Final = Amount(1_00)
_INSIDE: Final = tuple(on for on in LAYOUT if not on.endswith("1-3"))


class Bettor(Player):
    """One player at one wheel, who stakes once in every window, some seconds after it opens."""

    hurried = True
    _staked: int | None = None

    async def play(self) -> None:
        await self.client.ready()
        while True:
            if self._open():
                await asyncio.sleep(self.chance.uniform(0, self.temper.spread))
                await self._bet()
            await self.client.changed(1)

    def decision(self, frame: Any) -> None:
        """Return nothing: a wheel asks for no decisions."""

    async def leave(self) -> bool:
        return True

    def _open(self) -> bool:
        frame = self.client.frame
        if frame is None or not frame.accepting:
            return False
        # Between two rounds the first stake opens the next one.
        return bool(frame.phase == "closed" or frame.round != self._staked)

    async def _bet(self) -> None:
        chosen = self.chance.sample(_INSIDE, POSITIONS)
        wagers = tuple(Wager(f"w{nth}", on, CHIP) for nth, on in enumerate(chosen))
        answer = await self.client.ask(Stake(wagers))
        if isinstance(answer, ReceiptShown):
            if answer.refused and answer.refused.code == "not_enough_chips":
                raise Broke
        elif answer is not None:
            self._staked = answer.round
            self.client.tally.notes[f"stakes in round {answer.round}"] += 1


PLAYER: Final = Bettor
