"""One player on all seven boxes of a table, driven step by step: the bench's way to make rounds."""

import asyncio
from collections.abc import Callable
from typing import Any

from tables.games.blackjack import messages as blackjack
from tables.games.core.money import Amount, BoxNo
from tables.wire.floor_commands import Sit
from tests.load.client import Client, Frame
from tests.load.players.blackjack import BOXES


class Refused(Exception):
    """The table did not do what the bench asked for."""


class SevenBoxes:
    """Sits down everywhere, stakes the minimum, and decides as its caller asks."""

    def __init__(self, client: Client) -> None:
        self.client = client

    @property
    def frame(self) -> Frame:
        """The last frame."""
        assert self.client.frame is not None
        return self.client.frame

    async def do(self, command: Any) -> Frame:
        """Give a command and return the frame it caused; raises `Refused`."""
        answer = await self.client.ask(command)
        if answer is None or getattr(answer, "refused", None) is not None:
            raise Refused(f"{command}: {answer}")
        return answer

    async def until(self, holds: Callable[[Frame], bool], seconds: float = 300) -> Frame:
        """Wait for a frame of which something holds."""
        async with asyncio.timeout(seconds):
            while not holds(self.frame):
                await self.client.changed(0.2)
        return self.frame

    async def sit(self, boxes: int = BOXES) -> None:
        """Take boxes 1 to `boxes`."""
        await self.client.ready()
        await self.until(lambda frame: frame.floor.shoe is not None)
        for box in range(1, boxes + 1):
            await self.take(box)

    async def take(self, box: int) -> None:
        """Sit down at a box unless it is ours."""
        if not any(seat.box == box and seat.party == self._me for seat in self.frame.floor.seats):
            await self.do(Sit(BoxNo(box)))

    async def stake(self, side_bets: int = 0) -> None:
        """Stake the minimum on every box, once stakes are taken."""
        await self.until(lambda frame: bool(frame.floor.accepting))
        limits = self.frame.view.limits
        stakes = tuple(
            blackjack.BoxStake(
                BoxNo(box), limits.main_min, Amount(side_bets and limits.queen_of_hearts_min)
            )
            for box in sorted(self._boxes())
        )
        await self.do(blackjack.Stake(stakes))

    async def deal(self, side_bets: int = 0) -> Frame:
        """Stake all boxes and say ready; return the frame of the first decision, or of the end."""
        await self.stake(side_bets)
        await self.do(blackjack.Ready())
        while True:
            frame = await self.until(lambda each: bool(each.view.options) or not _running(each))
            declines = self._declines()
            if frame.view.phase != "insurance" or not declines:
                return frame
            await self.do(blackjack.Decline(declines[0]))

    def choices(self) -> set[str]:
        """Return the verbs on offer at the turn, when it is ours."""
        turn = self.frame.view.turn
        if turn is not None and turn.box not in self._boxes():
            return set()
        return {
            option.command.removeprefix("blackjack.")
            for option in self.frame.view.options
            if turn and (option.box, option.hand) == (turn.box, turn.hand)
        }

    async def act(self, verb: str) -> Frame:
        """Hit or stand at the turn."""
        turn = self.frame.view.turn
        kind = {"hit": blackjack.Hit, "stand": blackjack.Stand}[verb]
        return await self.do(kind(turn.box, turn.hand))

    async def finish(self) -> Frame:
        """Stand on every hand until the round is over; raises `TimeoutError` where it does not end.

        The croupier and the settlement worker end it, which may be away.
        """
        async with asyncio.timeout(300):
            while _running(self.frame):
                if "stand" in self.choices():
                    await self.act("stand")
                elif declines := self._declines():
                    await self.do(blackjack.Decline(declines[0]))
                else:
                    await self.client.changed(0.2)
        return self.frame

    def _declines(self) -> list[BoxNo]:
        mine = self._boxes()
        return [
            option.box
            for option in self.frame.view.options
            if option.command.endswith("decline") and option.box in mine
        ]

    def _boxes(self) -> set[int]:
        return {seat.box for seat in self.frame.floor.seats if seat.party == self._me}

    @property
    def _me(self) -> str | None:
        return self.client.welcome.you if self.client.welcome else None


def _running(frame: Frame) -> bool:
    return str(frame.view.phase) != "closed"
