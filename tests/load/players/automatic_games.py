"""How a scripted player plays at a machine: loads credits, plays them, and cashes out."""

import asyncio
import time
from typing import Any, Final, Literal, cast

from tables.games.automatic_games.messages import CashOut, Hold, Load, Play
from tables.games.core.money import Amount
from tests.load.client import Frame
from tests.load.play import ACCEPTED, Broke, Player


class Spinner(Player):
    """Somebody at a position."""

    begins = 0.0
    """When the pace floor lets the next game begin, on the monotonic clock."""

    def decision(self, frame: Frame) -> Any | None:
        """Hold some of a hand that waits: all else that a machine offers is to cash out."""
        if frame.view.phase != "holding":
            return None
        return Hold(tuple(no for no in range(1, 6) if self.chance.random() < 0.5))

    async def stake(self, frame: Frame, boxes: set[int]) -> None:
        """Load ten of the least stakes where the credit does not suffice, and play one."""
        view = frame.view
        if view.free or (view.phase != "betting" and view.phase != "closed"):
            return
        stake = Amount(view.least * self.chance.choice((1, 1, 2)))
        if view.credit < stake:
            if (self.client.balance or 0) < 10 * view.least:
                raise Broke
            medium = cast('Literal["note", "card", "coin"]', view.accepts[0])
            await self.client.ask(Load(Amount(10 * view.least), medium))
        await asyncio.sleep(self.begins - time.monotonic())
        refused = await self._play(stake)
        # Nobody but he begins the next game.
        while refused in ("draw_not_ready", "internal"):
            await self.client.changed(1.0)
            refused = await self._play(stake)
        self.begins = time.monotonic() + view.pace / 1000
        if not refused:
            self.client.tally.notes[ACCEPTED] += 1

    async def _play(self, stake: Amount) -> str:
        """Play a game; return why it was refused, nothing where it was not."""
        refused = getattr(await self.client.ask(Play(stake)), "refused", None)
        return refused.code if refused else ""

    async def leave(self) -> bool:
        """Cash out and give the seat up."""
        await self.client.ask(CashOut())
        return await super().leave()


PLAYER: Final = Spinner
