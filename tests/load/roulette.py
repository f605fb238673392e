"""How a scripted player stakes at a roulette: all chips of a window in one command."""

import asyncio
from random import Random
from typing import Final

from tables.games.core.money import Amount
from tables.games.european_roulette.messages import Stake
from tables.games.european_roulette.rules import LAYOUT
from tables.games.wheel.stakes import Wager
from tables.live.wire import ReceiptShown
from tests.load.client import Client
from tests.load.play import Broke

POSITIONS: Final = 10
"""Stakes of one player in one window."""
CHIP: Final = Amount(1_00)
_INSIDE: Final = tuple(on for on in LAYOUT if not on.endswith("1-3"))


class Bettor:
    """One player at one wheel, who stakes once in every window, some seconds after it opens."""

    def __init__(self, client: Client, chance: Random, spread: float) -> None:
        self.client = client
        self.spread = spread
        """Seconds over which the stakes of all players are spread."""
        self._chance = chance
        self._staked: int | None = None

    async def play(self) -> None:
        """Stake in each window until cancelled; raises `Broke` when the chips are gone."""
        await self.client.ready()
        while True:
            if self._may_stake():
                await asyncio.sleep(self._chance.uniform(0, self.spread))
                await self._stake()
            await self.client.changed(1)

    def _may_stake(self) -> bool:
        frame = self.client.frame
        if frame is None or not frame.accepting:
            return False
        # Between two rounds the first stake opens the next one.
        return bool(frame.phase == "closed" or frame.round != self._staked)

    async def _stake(self) -> None:
        chosen = self._chance.sample(_INSIDE, POSITIONS)
        wagers = tuple(Wager(f"w{nth}", on, CHIP) for nth, on in enumerate(chosen))
        answer = await self.client.ask(Stake(wagers))
        if isinstance(answer, ReceiptShown):
            if answer.refused and answer.refused.code == "not_enough_chips":
                raise Broke
        elif answer is not None:
            self._staked = answer.round
            self.client.tally.notes[f"stakes in round {answer.round}"] += 1
