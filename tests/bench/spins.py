"""How soon a spin has its result, at two hundred machines in play (G27).

Real sockets at a house of its own, one player at each machine. The clock runs from the moment at
which the stake is sent until the frame has come that tells what the game paid: the command, the
worker that makes the draw, its step, and both frames. The players look and think as people do.
"""

import asyncio
import statistics
import time
from dataclasses import dataclass, field
from random import Random
from typing import Final

from tables.games.automatic_games.messages import Load, Play
from tables.games.core.money import Amount, BoxNo
from tables.wire.floor_commands import Sit
from tests.bench.cpu import Used
from tests.bench.effort import Effort
from tests.bench.figures import Figure
from tests.bench.house import House, Process
from tests.bench.people import Person, people
from tests.load.client import Client
from tests.load.door import Door

STAKE: Final = Amount(1_00)
LOADED: Final = Amount(1_000_00)
REELS: Final = 1.4
"""Seconds for which the page lets three reels turn: nobody plays on meanwhile."""
LOOKS: Final = (2.6, 6.6)
"""Seconds that a player then looks at what he has: with the reels six hundred games an hour, as
many as the trade reckons with."""
LEAST: Final = 2
"""Results without which nothing can be said."""
LATE: Final = 0.01
"""Every so many seconds this program looks how late its own loop is."""


@dataclass(frozen=True, slots=True)
class Floor:
    """Machines that are open, and somebody for each."""

    tables: tuple[int, ...]
    crew: tuple[Person, ...]


@dataclass
class Seen:
    """What the players saw."""

    waits: list[float] = field(default_factory=list)
    """Seconds from a stake to its result."""
    refused: int = 0
    late: list[float] = field(default_factory=list)
    """By how many seconds this program's own loop was late."""


def prepared(effort: Effort) -> Floor:
    """Open the machines, whose draws the workers promise, and enrol their players."""
    from casino.players.models import Player
    from tables.operation import opening, sessions
    from tests.published import publish

    operator = Player.objects.get(username="operator")
    # A win that is paid by hand would end the play at its machine.
    great = {"hand_pay_threshold_cents": 10**9, "id_threshold_cents": 10**9}
    rules = publish("MC/spins", "MC", "automatic_games", operator=operator, **great)
    tables = []
    count = effort.pick(200, 200, 3)
    for number in range(count):
        table = opening.create_table(name=f"Spins {number}", rules_key=rules.key, operator=operator)
        sessions.open_session(table.pk, operator=operator, reason="bench")
        tables.append(table.pk)
    return Floor(tuple(tables), tuple(people(count, "spins", chips=100_000_00)))


async def bench(house: House, floor: Floor, effort: Effort) -> list[Figure]:
    """Measure the time from stake to result while all machines are in play."""
    web = await asyncio.to_thread(house.web, "daphne")
    seen = Seen()
    seconds = effort.pick(60.0, 30.0, 4.0)
    try:
        used = await _play(house, web, floor, seen, seconds)
    finally:
        await asyncio.to_thread(house.stop, web)
    return _figures(seen, used, seconds)


async def _play(
    house: House, web: Process, floor: Floor, seen: Seen, seconds: float
) -> dict[str, float]:
    """Have all sit down, then play for so long; return the CPU seconds of each part."""
    door = Door(web.origin)
    clients = [
        Client(door, table, person.cookie, checked=1000)
        for table, person in zip(floor.tables, floor.crew, strict=True)
    ]
    async with asyncio.TaskGroup() as lives:
        stop = asyncio.Event()
        seated = asyncio.Semaphore(8)
        begin, ready = asyncio.Event(), asyncio.Barrier(len(clients) + 1)

        async def one(number: int, client: Client) -> None:
            async with client:
                async with seated:
                    await _sit(client)
                await ready.wait()
                await begin.wait()
                await _spin(client, Random(number), seen, stop)

        for number, client in enumerate(clients):
            lives.create_task(one(number, client))
        await ready.wait()
        watching = lives.create_task(_lateness(seen, stop))
        begin.set()
        # The first games of the processes cost more than the next ones.
        await asyncio.sleep(seconds / 4)
        seen.waits.clear()
        seen.late.clear()
        before = _cpu(house, web)
        await asyncio.sleep(seconds)
        # In the shortest form a busy machine may not have come to two results yet.
        async with asyncio.timeout(300):
            while len(seen.waits) < LEAST:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        after = _cpu(house, web)
        found = list(seen.waits)
        stop.set()
        await watching
    seen.waits = found
    return {name: each.since(before[name]) for name, each in after.items()}


def _cpu(house: House, web: Process) -> dict[str, Used]:
    return {
        "web": house.cpu(web),
        "workers and croupier": house.cpu(*house.staffed),
        "PostgreSQL and Redis": house.cpu(servers=True),
    }


async def _sit(client: Client) -> None:
    """Sit down, and load credits for the whole run, once a draw is promised."""
    await client.ready()
    await _until_promised(client)
    for command in (Sit(BoxNo(1)), Load(LOADED)):
        answer = await client.ask(command)
        assert getattr(answer, "refused", None) is None, answer


async def _until_promised(client: Client) -> None:
    async with asyncio.timeout(300):
        while client.frame is None or client.frame.floor.draw is None:
            await client.changed(1)


async def _spin(client: Client, chance: Random, seen: Seen, stop: asyncio.Event) -> None:
    """Play game after game at human pace."""
    # Two hundred people do not press at the same moment.
    await asyncio.sleep(chance.uniform(0, REELS + LOOKS[1]))
    while not stop.is_set():
        await _until_promised(client)
        assert client.frame is not None
        played = _games(client)
        sent = time.monotonic()
        answer = await client.ask(Play(STAKE))
        if getattr(answer, "refused", None) is not None:
            seen.refused += 1
        else:
            async with asyncio.timeout(60):
                while _games(client) == played:
                    await client.changed(1)
            seen.waits.append(time.monotonic() - sent)
        await asyncio.sleep(REELS + chance.uniform(*LOOKS))


def _games(client: Client) -> int:
    """Return the number of the last game whose result has come."""
    assert client.frame is not None
    game = client.frame.view.game
    return game.number if game is not None else 0


async def _lateness(seen: Seen, stop: asyncio.Event) -> None:
    while not stop.is_set():
        at = time.monotonic()
        await asyncio.sleep(LATE)
        seen.late.append(time.monotonic() - at - LATE)


def _figures(seen: Seen, used: dict[str, float], seconds: float) -> list[Figure]:
    cuts = statistics.quantiles(seen.waits, n=100, method="inclusive")
    late = statistics.quantiles(seen.late, n=100, method="inclusive")
    cores = ", ".join(f"{name} {spent / seconds:.2f}" for name, spent in used.items())
    note = (
        f"{len(seen.waits) / seconds:.0f} games a second, p50 {1000 * cuts[49]:.0f} ms,"
        f" p99 {1000 * cuts[98]:.0f} ms; {seen.refused} refused; cores: {cores};"
        f" the players' own loop late by p99 {1000 * late[98]:.0f} ms"
    )
    what = "spin to result, 200 machines in play, p95"
    return [Figure("G27", what, 1000 * cuts[94], "ms", 100, 50, "less", note)]
