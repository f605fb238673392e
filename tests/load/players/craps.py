"""How a scripted player plays at the dice: bets in every window, and throws when they are his."""

import asyncio
import secrets
from typing import Any, ClassVar, Final

from tables.games.core.money import Amount
from tables.games.craps.messages import Stake, Throw
from tables.games.craps.stakes import Wager
from tables.wire.outgoing import ReceiptShown
from tests.load.client import Frame
from tests.load.play import ACCEPTED, Broke, Player

CHIP: Final = Amount(1_00)
ALWAYS: Final = ("field", "place:6", "place:8", "big6", "hard8", "any_seven", "horn", "hop:2-4")
"""Bets that are taken in every phase; horn bets in steps that the demo table has."""


class Shooter(Player):
    """Somebody at the rail, or behind those who stand there: who has no place is never offered the
    dice."""

    stands: ClassVar[bool] = True
    _staked: int | None = None

    async def play(self) -> None:
        await self.client.ready()
        if self.place.wanted:
            await self._sit(self.client.frame)
        while True:
            frame = self.client.frame
            if self.decision(frame) is not None:
                await self.think(1.0)
                if command := self.decision(self.client.frame):
                    await self.client.ask(command)
                continue
            if self._open(frame):
                await asyncio.sleep(self.chance.uniform(0, self.temper.spread))
                await self._bet()
            await self.client.changed(1)

    def decision(self, frame: Frame) -> Any | None:
        """Return the throw where it is this player's."""
        boxes = self.held(frame)
        throws = any(
            each.command == "craps.throw" and each.box in boxes for each in frame.view.options
        )
        return Throw() if throws else None

    def _open(self, frame: Frame) -> bool:
        if not frame.floor.accepting or frame.view.phase not in ("betting", "closed"):
            return False
        return frame.view.phase == "closed" or frame.floor.round != self._staked

    async def _bet(self) -> None:
        """Stake on the line, and on a few of the others; what lies there already stays."""
        frame = self.client.frame
        line = "come" if frame.view.point else "pass_line"
        chosen = [line, *self.chance.sample(ALWAYS, 3)]
        # Not of `chance`: a seed that plays again must not name the stakes of the run before.
        turn = secrets.token_hex(8)
        wagers = tuple(Wager(f"{turn}.{on}", on, CHIP) for on in chosen)
        answer = await self.client.ask(Stake(wagers))
        if isinstance(answer, ReceiptShown):
            if answer.refused and answer.refused.code == "not_enough_chips":
                raise Broke
        elif answer is not None:
            self._staked = answer.floor.round
            self.client.tally.notes[ACCEPTED] += 1


PLAYER: Final = Shooter
