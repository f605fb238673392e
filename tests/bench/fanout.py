"""Fan-out: one frame to many sockets, beside `websockets.broadcast` (G1-G9).

Whole frames are published; the reference sends the text that our sockets are sent of one.
"""

import asyncio
import contextlib
import os
import socket
import statistics
import sys
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import psycopg
from websockets.asyncio.client import ClientConnection, connect

from tables.games.core.money import BoxNo
from tables.wire.floor_commands import Leave
from tests.bench import cpu
from tests.bench.effort import Effort
from tests.bench.figures import Figure
from tests.bench.house import House, Process, free_port
from tests.bench.receivers import Crowd
from tests.load.client import Client
from tests.load.door import Door

OUTSTANDING: Final = 8
"""Pushes that may be under way at once while throughput is measured."""
FIRST: Final = 50_000_000
"""The bench's frames are numbered from here, above anything that the tables reach."""


class Source(Protocol):
    """Whoever pushes frames to a crowd."""

    async def push(self, count: int = 1) -> float:
        """Push so many frames; return the moment before the first, in monotonic seconds."""
        ...

    def fire(self) -> None:
        """Push one frame without waiting for anything."""
        ...


class Publishing:
    """A process of its own that publishes through `tables.realtime.hub`, at every table."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._unread = 0

    def write(self, order: str) -> None:
        """Give an order, which is answered with the moment before it is carried out."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{order}\n".encode())
        self._unread += 1

    async def answered(self) -> float:
        """Wait until every order is carried out; return the moment before the last."""
        assert self._process.stdout is not None
        while self._unread:
            at = await self._process.stdout.readline()
            self._unread -= 1
        return int(at) / 1e9

    @property
    def pid(self) -> int:
        return self._process.pid


class Publisher:
    """One table's frames from such a process."""

    def __init__(self, process: Publishing, table: int) -> None:
        self.process = process
        self._table = table
        self._seq = FIRST

    def fire(self) -> None:
        self._write(1)

    async def push(self, count: int = 1) -> float:
        self._write(count)
        return await self.process.answered()

    def _write(self, count: int) -> None:
        self.process.write(f"{self._table} {self._seq} {count}")
        self._seq += count


class Reference:
    """The control socket of the reference server."""

    def __init__(self, control: ClientConnection, group: str) -> None:
        self._control = control
        self._group = group
        self._seq = FIRST
        self._sending: set[asyncio.Task[None]] = set()

    def fire(self) -> None:
        task = asyncio.ensure_future(self._control.send(self._order(1)))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def push(self, count: int = 1) -> float:
        at = time.monotonic()
        await self._control.send(self._order(count))
        return at

    def _order(self, count: int) -> str:
        order = f"{self._group} {self._seq} {count}"
        self._seq += count
        return order


@contextlib.asynccontextmanager
async def publishing(frames: Path) -> AsyncIterator[Publishing]:
    """Run a publishing process."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.bench.publisher", str(frames)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        yield Publishing(process)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()


@dataclass(frozen=True, slots=True)
class Throughput:
    """Deliveries, and the CPU seconds they took."""

    deliveries: int
    web: float
    house: float
    """Web process, Redis and the publishing process together."""
    seconds: float

    @property
    def per_cpu(self) -> float:
        return self.deliveries / self.web

    @property
    def per_house_cpu(self) -> float:
        return self.deliveries / self.house


async def throughput(
    crowd: Crowd,
    source: Source,
    seconds: float,
    outstanding: int,
    web: Callable[[], cpu.Used],
    rest: Callable[[], cpu.Used],
) -> Throughput:
    """Push for so many seconds with `outstanding` pushes under way, until all have arrived."""
    size = len(crowd.listeners)
    reached = crowd.expect(1)
    await source.push()
    await asyncio.wait_for(reached, 300)
    crowd.delivered = 0
    pushed = 0
    web_before, rest_before = web(), rest()
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        if pushed * size - crowd.delivered < outstanding * size:
            source.fire()
            pushed += 1
            await asyncio.sleep(0)
        else:
            await asyncio.sleep(0.0005)
    deadline = time.monotonic() + 300
    while crowd.delivered < pushed * size:
        if time.monotonic() > deadline:
            raise RuntimeError(f"{pushed * size - crowd.delivered} frames never came")
        await asyncio.sleep(0.002)
    lasted = time.monotonic() - began
    web_used, rest_used = web().since(web_before), rest().since(rest_before)
    return Throughput(crowd.delivered, web_used, web_used + rest_used, lasted)


async def latencies(crowd: Crowd, source: Source, pushes: int) -> list[float]:
    """Return the seconds from each push to the last receiver, one push at a time."""
    found = []
    for _ in range(pushes):
        reached = crowd.expect(1)
        at = await source.push()
        await asyncio.wait_for(reached, 300)
        found.append(crowd.last_at - at)
        await asyncio.sleep(0.002)
    return found


@dataclass(frozen=True, slots=True)
class Contest:
    """One crowd and who pushes to it."""

    name: str
    size: int
    crowd: Crowd
    source: Source
    process: Process
    outstanding: int


Cases = dict[tuple[str, int, int], list[Throughput]]


@dataclass
class Stage:
    """Everything connected: crowds on the casino's servers and on the reference, of equal sizes."""

    house: House
    frames: Path
    """The file of the two frames that are published in turn, with `%d` for their numbers."""
    sent: Path
    """The file of what sockets are sent of the second."""
    tables: dict[int, int]
    """Table by crowd size; 201 is the one of uvicorn, 1 the one whose row is locked."""


def _reference(stage: Stage) -> Process:
    port = free_port()
    process = stage.house.start(
        "reference",
        *(sys.executable, "-m", "tests.bench.reference", str(stage.sent), str(port)),
        port=port,
    )
    for _ in range(100):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return process
        time.sleep(0.1)
    raise RuntimeError(f"the reference server does not answer, see {stage.house.log}")


async def bench(stage: Stage, effort: Effort) -> list[Figure]:
    """Measure everything about fan-out; return the figures.

    The shortest form has a twentieth of the receivers, and says the same of each figure.
    """
    figures: list[Figure] = []
    seconds, rounds, of = effort.pick((1.5, 3, 1), (1.0, 1, 1), (0.2, 1, 20))
    half = 500 // of
    house, sizes = stage.house, (50, 200, 1000)
    ours = {size: Crowd() for size in sizes}
    theirs = {size: Crowd() for size in sizes}
    fast = Crowd()
    daphne, uvicorn = house.web("daphne"), house.web("uvicorn")
    reference = _reference(stage)
    async with contextlib.AsyncExitStack() as stack:
        stack.callback(house.stop, daphne, uvicorn, reference)
        control = await stack.enter_async_context(
            connect(f"ws://127.0.0.1:{reference.port}/control", compression=None, proxy=None)
        )
        for size in sizes:
            url = f"ws://127.0.0.1:{reference.port}/{size}"
            await theirs[size].connect(url, size // of, 0, None)
        await fast.connect(uvicorn.table(stage.tables[201]), 200 // of, 2, uvicorn.origin)
        for size in (50, 200):
            address = daphne.table(stage.tables[size])
            await ours[size].connect(address, size // of, 2, daphne.origin)
        last = daphne.table(stage.tables[1000])
        before = cpu.resident(daphne.pid)
        await ours[1000].connect(last, half, 2, daphne.origin)
        await asyncio.sleep(1)
        idle = (cpu.resident(daphne.pid) - before) / half
        await ours[1000].connect(last, half, 2, daphne.origin)

        process = await stack.enter_async_context(publishing(stage.frames))
        sources = {size: Publisher(process, stage.tables[size]) for size in sizes}
        fast_source = Publisher(process, stage.tables[201])
        references = {size: Reference(control, str(size)) for size in sizes}

        def use(process: Process) -> Callable[[], cpu.Used]:
            return lambda: house.cpu(process)

        def others(source: Source) -> Callable[[], cpu.Used]:
            pids = [house.redis, source.process.pid] if isinstance(source, Publisher) else []
            return lambda: cpu.used(pids)

        contests = [
            Contest(name, size, crowd, source, process, outstanding)
            for size in sizes
            for name, crowd, source, process in (
                ("websockets", theirs[size], references[size], reference),
                ("daphne", ours[size], sources[size], daphne),
                ("uvicorn", fast, fast_source, uvicorn),
            )
            for outstanding in (OUTSTANDING, 1)
            if (name != "uvicorn" or size == 200) and (outstanding > 1 or size == 200)
        ]
        cases: Cases = {}
        for _ in range(rounds):
            for each in contests:
                done = await throughput(
                    each.crowd,
                    each.source,
                    seconds,
                    each.outstanding,
                    use(each.process),
                    others(each.source),
                )
                cases.setdefault((each.name, each.size, each.outstanding), []).append(done)
        figures += _ratios(cases)
        figures += await _delays(ours[50], sources[50], theirs[50], references[50], effort)
        figures += await _burst(ours[50], sources[50])
        figures.append(Figure("G9", "memory per idle spectator", idle / 1024, "KB", 60, 35, "less"))
        for crowd in (*ours.values(), *theirs.values(), fast):
            await crowd.disconnect()
    return figures


def _ratios(cases: Cases) -> list[Figure]:
    def median(name: str, size: int, of: Callable[[Throughput], float]) -> float:
        return statistics.median(of(each) for each in cases[name, size, OUTSTANDING])

    def ratio(
        name: str, size: int, of: Callable[[Throughput], float], outstanding: int = OUTSTANDING
    ) -> float:
        mine, reference = cases[name, size, outstanding], cases["websockets", size, outstanding]
        return statistics.median(
            of(each) / other.per_cpu for each, other in zip(mine, reference, strict=True)
        )

    def web(each: Throughput) -> float:
        return each.per_cpu

    def whole(each: Throughput) -> float:
        return each.per_house_cpu

    figures = []
    for goal_id, name, size, floor, goal in (
        ("G1", "daphne", 50, 0.15, 0.25),
        ("G2", "daphne", 200, 0.20, 0.33),
        ("G3/G4", "uvicorn", 200, 0.45, 0.70),
    ):
        note = (
            f"{median(name, size, web):,.0f} of {median('websockets', size, web):,.0f} per CPU s; "
            f"with Redis and publisher {ratio(name, size, whole):.2f}"
        )
        if size == 200:
            note += f"; one push at a time {ratio(name, size, web, 1):.2f}"
        what = f"fan-out to {size}, {name}, web process / websockets.broadcast"
        figures.append(
            Figure(goal_id, what, ratio(name, size, web), floor=floor, goal=goal, note=note)
        )
    own = median("daphne", 1000, web) / median("daphne", 50, web)
    figures.append(
        Figure(
            "G5",
            "fan-out to 1000 / to 50, daphne",
            own,
            floor=0.6,
            goal=0.75,
            note=f"{ratio('daphne', 1000, web):.2f} of websockets.broadcast to 1000",
        )
    )
    return figures


async def _delays(
    ours: Crowd, publisher_: Source, theirs: Crowd, reference: Source, effort: Effort
) -> list[Figure]:
    pushes = effort.pick(200, 60, 5)
    mine, other = [], []
    for _ in range(2):
        mine += await latencies(ours, publisher_, pushes)
        other += await latencies(theirs, reference, pushes)
    p50, reference_p50 = statistics.median(mine), statistics.median(other)
    return [
        Figure(
            "G6",
            "push to the last of 50, p50, daphne / websockets",
            p50 / reference_p50,
            "×",
            5,
            3,
            "less",
            f"{1000 * p50:.2f} ms and {1000 * reference_p50:.2f} ms",
        )
    ]


async def _burst(crowd: Crowd, source: Source) -> list[Figure]:
    burst = 400
    await asyncio.sleep(0.5)
    crowd.watching = True
    for listener in crowd.listeners:
        listener.seqs.clear()
    reached = crowd.expect(burst)
    await source.push(burst)
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(reached, 300)
    crowd.watching = False
    last = max(max(listener.seqs, default=0) for listener in crowd.listeners)
    wanted = list(range(last - burst + 1, last + 1))
    unaware = sum(listener.seqs[-1:] != [last] for listener in crowd.listeners)
    missing = sum(len(set(wanted) - set(listener.seqs)) for listener in crowd.listeners)
    disordered = sum(listener.seqs != sorted(listener.seqs) for listener in crowd.listeners)
    return [
        Figure(
            "G8",
            "frames lost in a burst of 400 to 50 sockets",
            missing,
            floor=0,
            goal=0,
            better="less",
            note=f"sockets that missed the end {unaware}, out of order {disordered}",
        )
    ]


# --- one table's slow transaction and the others --------------------------------------------


async def stall(stage: Stage, cookie: str, effort: Effort) -> list[Figure]:
    """Measure a table's frames while another table's row is locked for 200 ms at a time (G7).

    Four sockets keep giving commands at the locked table, which wait for the row in four threads.
    """
    crowd = Crowd()
    pushes = effort.pick(120, 40, 5)
    daphne = stage.house.web("daphne")
    door = Door(daphne.origin)
    async with contextlib.AsyncExitStack() as stack:
        stack.callback(stage.house.stop, daphne)
        await crowd.connect(daphne.table(stage.tables[50]), 50, 2, daphne.origin)
        process = await stack.enter_async_context(publishing(stage.frames))
        source = Publisher(process, stage.tables[50])
        waiting = [
            await stack.enter_async_context(Client(door, stage.tables[1], cookie)) for _ in range(4)
        ]
        for client in waiting:
            await client.ready()
        await latencies(crowd, source, 10)
        calm = await latencies(crowd, source, pushes)
        disturbing = [
            asyncio.create_task(_lock_again_and_again(stage.tables[1])),
            *(asyncio.create_task(_keep_asking(client)) for client in waiting),
        ]
        await asyncio.sleep(0.5)
        busy = await latencies(crowd, source, pushes)
        asked = sum(client.tally.commands for client in waiting)
        for task in disturbing:
            task.cancel()
        await asyncio.gather(*disturbing, return_exceptions=True)
        await crowd.disconnect()
    delay = statistics.median(busy) - statistics.median(calm)
    worst = max(busy) - statistics.median(calm)
    return [
        Figure(
            "G7",
            "delay of a table's frames by another's 200 ms transactions, p50",
            max(0.0, 1000 * delay),
            "ms",
            20,
            5,
            "less",
            f"calm p50 {1000 * statistics.median(calm):.2f} ms, busy p50 "
            f"{1000 * statistics.median(busy):.2f} ms, worst "
            f"{1000 * worst:.1f} ms; {asked} commands waited",
        )
    ]


async def _keep_asking(client: Client) -> None:
    while True:
        await client.ask(Leave(BoxNo(7)))


async def _lock_again_and_again(table: int) -> None:
    async with await psycopg.AsyncConnection.connect(
        os.environ["DATABASE_URL"], autocommit=True
    ) as connection:
        while True:
            async with connection.transaction():
                await connection.execute(
                    "select 1 from tables_table where id = %s for update", [table]
                )
                await connection.execute("select pg_sleep(0.2)")
