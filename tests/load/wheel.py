"""How a scripted player stakes at a wheel: all chips of a window in one command."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final

from tables.games.core.money import Amount
from tables.games.wheel.stakes import Wager
from tables.wire.outgoing import ReceiptShown
from tests.load.play import STAKES, Broke, Player

POSITIONS: Final = 10
"""Stakes of one player in one window."""
CHIP: Final = Amount(1_00)


class Bettor(Player):
    """One player at one wheel, who stakes once in every window, some seconds after it opens."""

    hurried = True
    stake: ClassVar[Callable[[tuple[Wager, ...]], Any]]
    """The game's command."""
    positions: ClassVar[Sequence[str]]
    """Where its table takes stakes."""
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
        chosen = self.chance.sample(self.positions, min(POSITIONS, len(self.positions)))
        wagers = tuple(Wager(f"w{nth}", on, CHIP) for nth, on in enumerate(chosen))
        answer = await self.client.ask(type(self).stake(wagers))
        if isinstance(answer, ReceiptShown):
            if answer.refused and answer.refused.code == "not_enough_chips":
                raise Broke
        elif answer is not None:
            self._staked = answer.round
            self.client.tally.notes[f"{STAKES} in round {answer.round}"] += 1
