"""How a scripted player plays any game: one command at a time, from what the view offers.

A game that is played better than by chance has a module of its own in `players`.
"""

import asyncio
import functools
import importlib
import importlib.util
import secrets
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, ClassVar, Final

from casino.rng.core.constants import SHOE_TAGS
from casino.rng.core.contribution import contribution_hash
from tables.games import GAMES
from tables.games.core.money import BoxNo, Party
from tables.wire.floor_commands import DeclineCut, Leave, Open, Seal, Sit
from tables.wire.outgoing import OwnShown, ShufflingShown
from tests.games.plain_conduct import PlainConduct
from tests.games.tape import Conduct, Tape
from tests.load.client import Client, Frame

STAKES: Final = "stakes"
"""How the names begin under which a tally counts stakes that were accepted."""
ACCEPTED: Final = f"{STAKES} accepted"


@dataclass(frozen=True, slots=True)
class Temper:
    """How fast and how boldly somebody plays."""

    think: tuple[float, float] = (0.9, 2.8)
    """Seconds before a decision, least and most."""
    spread: float = 20.0
    """Where all stake in one window: seconds over which their stakes are spread."""
    insures: float = 0.05
    """The chance to take an insurance that is offered."""
    boldness: float = 1.0
    """Multiplies stakes."""
    rest: float = 0.0
    """The chance to sit a round out."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody plays, as the lobby lists it."""

    table: int
    game: str
    boxes: int
    """How many the table has; none where nobody sits."""
    least: int
    """The least stake, minor units."""
    wanted: tuple[int, ...] = ()
    """Boxes to try, best first."""
    leave_free: int = 0
    """How many boxes must stay free for other people."""
    stands: bool = False
    """Whether he plays without a box where none is left for him."""
    watches: bool = False
    """Whether he only watches, though there were room for him."""

    @property
    def plays(self) -> bool:
        """Tell whether there is a box for him, or none is needed; otherwise he only watches."""
        return not self.watches and (not self.boxes or bool(self.wanted) or self.stands)

    def watched(self) -> "Place":
        """Return the same place for somebody who only watches."""
        return replace(self, watches=True)


class Broke(Exception):
    """The player cannot afford the table's minimum any more."""


class NoBox(Exception):
    """The boxes this player may take are all taken."""


@dataclass
class Player:
    """Somebody at a table: sits down, stakes once a round, decides, and leaves politely.

    Knows of the game only the types of its commands.
    """

    client: Client
    chance: Random
    temper: Temper
    place: Place
    sealed: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    """By shoe: the box and the secret that it sealed there."""

    stands: ClassVar[bool] = False
    """Whether the game lets those play who hold no box."""
    hurried: ClassVar[bool] = False
    """Whether its frames are taken at a glance: see `Client`."""

    async def play(self) -> None:
        """Play until cancelled; raises `Broke` or `NoBox`."""
        await self.client.ready()
        staked_in = -1
        while True:
            frame = self.client.frame
            boxes = self.held(frame)
            if self.place.boxes and not boxes and (self.place.wanted or not self.stands):
                await self._sit(frame)
                continue
            making = frame.floor.shuffling
            if making and boxes and (part := self._part(making, boxes)):
                await self.client.ask(part)
                await self.client.changed(0.5)
                continue
            if self.may_stake(frame, boxes) and staked_in != _number(frame):
                await self.think(1.5)
                frame = self.client.frame
                if self.may_stake(frame, boxes):
                    staked_in = _number(frame)
                    failed = self.client.tally.refusals["internal"]
                    if self.chance.random() >= self.temper.rest:
                        await self.stake(frame, boxes)
                    # What the house could not carry out is tried again: no other round may come.
                    if self.client.tally.refusals["internal"] > failed:
                        staked_in = -1
                continue
            if self.decision(frame) is not None:
                await self.think(1.0)
                # Others acted meanwhile: choose from what is offered now.
                if command := self.decision(self.client.frame):
                    await self.decide(command)
                continue
            # A frame can arrive between the look and the wait, so the wait is short.
            await self.client.changed(1.0)

    def decision(self, frame: Frame) -> Any | None:
        """Return the command for a decision that is this player's now, or `None`."""
        boxes = self.held(frame)
        mine = [each for each in frame.view.options if each.box in boxes or not self.place.boxes]
        return self.conduct.of_option(self.chance.choice(mine)) if mine else None

    async def decide(self, command: Any) -> None:
        """Give a decision."""
        await self.client.ask(command)

    def may_stake(self, frame: Frame, boxes: set[int]) -> bool:
        """Tell whether a stake is welcome now, as far as the floor knows."""
        return bool(frame.floor.accepting)

    async def stake(self, frame: Frame, boxes: set[int]) -> None:
        """Stake for this round; raises `Broke` when the chips are gone."""
        if (self.client.balance or 0) < self.place.least:
            raise Broke
        me = Party(self._me)
        holders = {BoxNo(box): me for box in boxes}
        tape = Tape(self.chance.randbytes(32))
        answer = await self.client.ask(self.conduct.wager(tape, frame.view, holders, me))
        if getattr(answer, "refused", None) is None:
            self.client.tally.notes[ACCEPTED] += 1

    async def leave(self) -> bool:
        """Give the boxes up; return whether none is held any more."""
        for box in self.held(self.client.frame):
            await self.client.ask(Leave(BoxNo(box)))
        return not self.held(self.client.frame)

    def held(self, frame: Frame | None) -> set[int]:
        """Return the boxes that are this player's."""
        return (
            {seat.box for seat in frame.floor.seats if seat.party == self._me} if frame else set()
        )

    async def think(self, scale: float) -> None:
        """Wait as a person would who considers."""
        await asyncio.sleep(scale * self.chance.uniform(*self.temper.think))

    @property
    def _me(self) -> str:
        return (self.client.welcome and self.client.welcome.you) or ""

    @functools.cached_property
    def conduct(self) -> Conduct:
        """How its commands are made."""
        return PlainConduct(GAMES[self.place.game], self.place.least)

    def _part(self, making: ShufflingShown, boxes: set[int]) -> Any | None:
        """Return what this player does for the shoe that is being made, or `None`.

        Leaves the cut to others, seals a secret once nobody waits for that, and opens it.
        """
        shoe = making.shoe
        asked = next((box for box in making.offered if box in boxes), None)
        if making.stage == "sealing" and asked is not None:
            return DeclineCut(BoxNo(asked), shoe)
        undecided = making.offered and not boxes & {*making.declined}
        if making.stage == "sealing" and shoe not in self.sealed and not undecided:
            box, secret = min(boxes), secrets.token_bytes(32)
            self.sealed[shoe] = (box, secret)
            return Seal(BoxNo(box), shoe, contribution_hash(SHOE_TAGS, shoe, box, secret).hex())
        box, secret = self.sealed.get(shoe, (0, b""))
        if making.stage == "opening" and box in making.sealed and box not in making.opened:
            return Open(BoxNo(box), shoe, secret.hex(), None)
        return None

    async def _sit(self, frame: Frame) -> None:
        for box in self.place.wanted:
            frame = self.client.frame or frame
            taken = {seat.box for seat in frame.floor.seats}
            if box in taken or self.place.boxes - len(taken) <= self.place.leave_free:
                continue
            answer = await self.client.ask(Sit(BoxNo(box)))
            if answer is not None and getattr(answer, "refused", None) is None:
                return
        raise NoBox


class Private(Player):
    """Somebody whose choices only he is shown: a hand to speak for, stakes to decide, "ready"."""

    _answered: OwnShown | None = None
    """What he was shown when he decided last."""
    _chosen: Any = None
    """What he chose of that last."""

    def decision(self, frame: Frame) -> Any | None:
        """Return a choice that all see, or his own, or that he is done; `None` until there is more.

        Without the last others wait for the clock.
        """
        if public := self.public_decision(frame):
            return public
        shown = self.client.own
        if shown is None or shown.own is None or shown is self._answered:
            return None
        options = shown.own.options
        choices = [each for each in options if not each.command.endswith(".ready")]
        if not options:
            return None
        self._chosen = self.conduct.of_option(self.chance.choice(choices or options))
        return self._chosen

    def public_decision(self, frame: Frame) -> Any | None:
        """Return a choice of those that all see."""
        return super().decision(frame)

    async def decide(self, command: Any) -> None:
        if command is self._chosen:
            self._answered = self.client.own
        await super().decide(command)


def _number(frame: Frame) -> int:
    """Return the number of the round that a stake would belong to."""
    resting = frame.view.phase == "closed" or not frame.due_at
    return int(frame.floor.round) + resting


def player_of(game: str) -> type[Player]:
    """Return how a game is played: by its module in `players` where there is one."""
    name = f"tests.load.players.{game}"
    if importlib.util.find_spec(name) is None:
        return Player
    found: type[Player] = importlib.import_module(name).PLAYER
    return found
