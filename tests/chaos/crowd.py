"""Players at all tables of a house in which things go wrong, and the line by which they come."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Sequence
from random import Random
from typing import Any, Final

from tables.games.core.money import BoxNo
from tables.wire.floor_commands import Leave, Sit
from tests.load.client import Client, Tally
from tests.load.door import Door, DoorShut, KeyRing
from tests.load.play import Broke, NoBox, Place, Temper, player_of

EAGER: Final = Temper(think=(0.1, 0.8), spread=4, insures=0.3, rest=0.05)
DROPS: Final = (20.0, 90.0)
"""Seconds after which a player's own line breaks, least and most."""
PIECE: Final = 64 * 1024
GOES_IN: Final = 600.0
"""Seconds until a player must be shown his table, whatever goes wrong."""


class Line:
    """A proxy before the house: keeps what is sent for a while, or breaks every connection."""

    def __init__(self, port: int) -> None:
        self._port = port
        """The house's."""
        self.delay = 0.0
        """Seconds that each piece is kept, at the most."""
        self._open: set[asyncio.Task[None]] = set()
        self._loop = asyncio.get_running_loop()
        self._chance = Random()

    @contextlib.asynccontextmanager
    async def laid(self) -> AsyncIterator[str]:
        """Take connections; give the address at which players find the house."""
        async with await asyncio.start_server(self._connected, "127.0.0.1", 0) as server:
            yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            self._cut()

    def cut(self) -> None:
        """Break every connection; may be called in any thread."""
        self._loop.call_soon_threadsafe(self._cut)

    def _cut(self) -> None:
        for each in self._open:
            each.cancel()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            await self._between(reader, writer)
        except (asyncio.CancelledError, OSError):
            writer.transport.abort()
        finally:
            self._open.discard(task)

    async def _between(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        theirs, ours = await asyncio.open_connection("127.0.0.1", self._port)
        ways = [
            asyncio.create_task(self._pass_on(reader, ours)),
            asyncio.create_task(self._pass_on(theirs, writer)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            # An answer may follow the end of what was asked.
            await asyncio.wait(ways, timeout=1.0)
        finally:
            for each in ways:
                each.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            ours.transport.abort()
            writer.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while piece := await reader.read(PIECE):
            if self.delay:
                await asyncio.sleep(self._chance.uniform(0, self.delay))
            writer.write(piece)
            await writer.drain()
        with contextlib.suppress(OSError):
            writer.write_eof()


class Recorded(Client):
    """A client that writes down how its commands were answered."""

    answers: dict[str, str | None]
    """By the command's id: the code of a refusal, `None` where it was carried out."""

    async def lose_line(self, chance: Random) -> None:
        """Break the connection now and then, until cancelled."""
        while True:
            await asyncio.sleep(chance.uniform(*DROPS))
            await self.drop()

    def _answer(self, cause: str, message: Any) -> None:
        refused = getattr(message, "refused", None)
        code = refused.code if refused else None
        asked = self._asked.get(cause)
        # A second sending may be too late for a turn when the first was carried out already.
        if asked is not None and not (code == "busy" and asked.answer.done()):
            self.answers[cause] = code
        super()._answer(cause, message)


class Crowd:
    """Everybody who plays during a campaign, and what they saw."""

    def __init__(
        self, door: Door, keys: KeyRing, seed: int, *, client: type[Recorded] = Recorded
    ) -> None:
        self._door = door
        self._client = client
        self._keys = keys
        self._seed = seed
        self.tally = Tally()
        """Of those who have gone home."""
        self.answers: dict[str, str | None] = {}
        self._shown: set[str] = set()
        """Those who were shown their table."""
        self._tasks: list[asyncio.Task[None]] = []

    def come(self, places: Sequence[Place]) -> None:
        """Let somebody play at each of these places, until all go home."""
        self._tasks += [
            asyncio.create_task(self._play(number, place)) for number, place in enumerate(places)
        ]

    async def seated(self) -> None:
        """Wait until everybody is shown a table."""
        first = {name_of(number, 1) for number in range(len(self._tasks))}
        while not first <= self._shown:  # noqa: ASYNC110
            await asyncio.sleep(0.1)

    async def go_home(self) -> Tally:
        """Break off; return what all have seen."""
        for task in self._tasks:
            task.cancel()
        for end in await asyncio.gather(*self._tasks, return_exceptions=True):
            if isinstance(end, Exception):
                self.tally.errors.append(repr(end))
        return self.tally

    @contextlib.asynccontextmanager
    async def sitting(
        self, name: str, table: int, *, hurried: bool = False
    ) -> AsyncIterator[Recorded]:
        """Show a player a table, and count what he saw when he goes."""
        cookie = await self._let_in(name)
        client = self._client(self._door, table, cookie, hurried=hurried, checked=20)
        client.answers = self.answers
        try:
            async with client:
                await client.ready(GOES_IN)
                self._shown.add(name)
                yield client
        finally:
            self.tally += client.tally

    async def _let_in(self, name: str) -> str:
        while True:
            with contextlib.suppress(DoorShut):
                cookie = await self._keys.cookie(name)
                assert cookie is not None, f"{name} has another password here"
                return cookie
            await asyncio.sleep(1)

    async def _play(self, number: int, place: Place) -> None:
        """Play at a place; whoever is broke is followed by a friend."""
        chance, generation = Random(self._seed + number), 1
        while True:
            plays = player_of(place.game)
            name = name_of(number, generation)
            async with self.sitting(name, place.table, hurried=plays.hurried) as client:
                player = plays(client, chance, EAGER, place)
                breaking = asyncio.create_task(client.lose_line(chance))
                try:
                    await self._until_broke(player, client)
                finally:
                    breaking.cancel()
            generation += 1

    async def _until_broke(self, player: Any, client: Client) -> None:
        while True:
            try:
                await player.play()
            except Broke:
                client.tally.notes["went home broke"] += 1
                return
            except NoBox:
                client.tally.notes["found no box for a while"] += 1
                await asyncio.sleep(5)
            except TimeoutError:
                client.tally.notes["was shown no table for five minutes"] += 1


def name_of(number: int, generation: int) -> str:
    """Return the name of the player at a place, and of the friends who follow him."""
    return f"crowd-{number}-{generation}"


class Probe:
    """Somebody who has one command carried out after the other, to see how long it takes."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._sits = False

    async def carried_out(self) -> float:
        """Have a fresh command carried out; return the seconds that it took, with what failed."""
        began = time.monotonic()
        while True:
            self._sits = not self._sits
            command = Sit(BoxNo(1)) if self._sits else Leave(BoxNo(1))
            answer = await self._client.ask(command)
            if answer is not None and getattr(answer, "refused", None) is None:
                return time.monotonic() - began
            await asyncio.sleep(0.1)
