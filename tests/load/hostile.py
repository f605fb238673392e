"""`make load ARGS="--hostile 300"`: one hostile player, and an honest one at another table.

The hostile player, in a process of his own that gives way to all others as another machine would,
keeps so many sockets open, sends `table.leave` and garbage, and comes back when he is thrown out.
Bodies of BODY bytes are streamed at the log's checkpoints meanwhile. The honest player's commands
are timed.
"""

import argparse
import asyncio
import contextlib
import json
import os
import select
import socket
import statistics
import sys
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

from tables.games.core.money import BoxNo
from tables.wire import floor_commands
from tests.load.client import Client, uuid7
from tests.load.door import Door, KeyRing

BODY: Final = 300 * 1024 * 1024
PACE: Final = 0.25
"""Seconds between two commands of the honest player."""
LEAST: Final = 6
"""Commands of the honest player that are timed, however long they take."""
SETTLES: Final = 3.0
"""Seconds from the first hostile socket to the first command that is timed."""
REPORTS: Final = 0.5
"""Seconds between two reports of the hostile player."""
PATIENCE: Final = 300.0
"""Seconds until the hostile player must have begun, and then until he must have met all he is to
meet, on a busy machine."""
COMES_BACK: Final = 2.0
"""Seconds after which a hostile socket or body that was thrown out comes back."""
FIRST: Final = 15
"""Messages that a hostile socket sends at once; then one each second."""
GARBAGE: Final = ("{", "[" * 8000, '{"id": 1}', '{"ping": ' + "9" * 8000 + "}", "x" * 16_000)


@dataclass(frozen=True, slots=True)
class Timed:
    """How long the honest player's commands took, milliseconds."""

    calm: tuple[float, ...]
    attacked: tuple[float, ...]
    unanswered: int
    seen: dict[str, int]
    """What the hostile player met, by kind."""

    @staticmethod
    def p95(times: tuple[float, ...]) -> float:
        """Return what all but one in twenty kept below."""
        return statistics.quantiles(times, n=20, method="inclusive")[-1]

    @property
    def holds(self) -> bool:
        """Tell whether the house holds its promise: 95 in 100 below a tenth of a second."""
        return not self.unanswered and len(self.attacked) > 20 and self.p95(self.attacked) < 100

    def told(self) -> str:
        """Return the figures as lines for a terminal."""

        def line(name: str, times: tuple[float, ...]) -> str:
            return (
                f"{name:<10} {len(times):>4} commands: p50 {statistics.median(times):.1f} ms,"
                f" p95 {self.p95(times):.1f} ms, worst {max(times):.1f} ms"
            )

        return "\n".join(
            (
                line("calm", self.calm),
                line("attacked", self.attacked),
                f"without an answer: {self.unanswered}",
                f"the hostile player met: {self.seen}",
                f"load average: {os.getloadavg()[0]:.1f}",
                "below 100 ms" if self.holds else "NOT BELOW 100 ms",
            )
        )


async def attack(
    url: str,
    sockets: int,
    tables: Sequence[int],
    keys: Path,
    *,
    seconds: float = 20,
    meets: Set[str] = frozenset(),
    nice: int = 19,
) -> Timed:
    """Time an honest player at the first table, calm and while the second is attacked.

    The attack lasts so many seconds, and on until the hostile player has met all of `meets`, or
    PATIENCE is over.
    """
    door = Door(url)
    ring = KeyRing(keys, door)
    honest, hostile = await ring.cookie("load-honest"), await ring.cookie("load-hostile")
    async with Client(door, tables[0], honest) as client:
        await client.ready()
        calm = await _time(client, 5)
        async with _hostile(url, tables[1], sockets, hostile or "", nice) as seen:
            await asyncio.sleep(SETTLES)
            attacked = await _time(client, seconds, lambda: meets <= seen.keys())
        return Timed(calm, attacked, client.tally.unanswered, dict(seen))


@contextlib.asynccontextmanager
async def _hostile(
    url: str, table: int, sockets: int, cookie: str, nice: int
) -> AsyncIterator[Counter[str]]:
    """Run the hostile player's process until he attacks; give what he meets, as he reports it."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.load.hostile", url, str(table), str(sockets)),
        env={**os.environ, "COOKIE": cookie},
        stdout=asyncio.subprocess.PIPE,
        preexec_fn=lambda: os.nice(nice),
    )
    seen, begun = Counter[str](), asyncio.Event()
    hearing = asyncio.create_task(_reported(process, seen, begun))
    try:
        async with asyncio.timeout(PATIENCE):
            await begun.wait()
        yield seen
    finally:
        process.kill()
        await process.wait()
        await hearing


async def _reported(
    process: asyncio.subprocess.Process, seen: Counter[str], begun: asyncio.Event
) -> None:
    assert process.stdout is not None
    async for line in process.stdout:
        if line.endswith(b"\n"):  # the last one may be cut short
            seen |= Counter(json.loads(line))
        if seen["opened"]:
            begun.set()


async def _time(
    client: Client, seconds: float, enough: Callable[[], bool] = lambda: True
) -> tuple[float, ...]:
    """Take a box and give it up again, and again; return milliseconds.

    For so many seconds, and on until it is enough or PATIENCE is over.
    """
    times: list[float] = []
    began = time.monotonic()
    while (
        (lasted := time.monotonic() - began) < seconds
        or len(times) < LEAST
        or (lasted < PATIENCE and not enough())
    ):
        for command in (floor_commands.Sit, floor_commands.Leave):
            asked_at = time.monotonic()
            await client.ask(command(BoxNo(1)))
            times.append(1000 * (time.monotonic() - asked_at))
            await asyncio.sleep(max(0.0, PACE - (time.monotonic() - asked_at)))
    return tuple(times)


async def be_hostile(url: str, table: int, sockets: int) -> None:
    """Attack until killed; prints what has been met, each REPORTS seconds, as a line of JSON."""
    met: Counter[str] = Counter()
    door = Door(url)
    threading.Thread(target=_stream_again_and_again, args=(url, met), daemon=True).start()
    all_here = asyncio.Barrier(sockets)
    await asyncio.gather(
        _report(met), *(_torment(door, table, met, each, all_here) for each in range(sockets))
    )


async def _report(met: Counter[str]) -> None:
    while True:
        await asyncio.sleep(REPORTS)
        print(json.dumps(dict(met)), flush=True)  # noqa: T201


async def _torment(
    door: Door, table: int, met: Counter[str], number: int, all_here: asyncio.Barrier
) -> None:
    """Keep a socket open, and flood it once each of them has come to the door for the first time.

    Else a slow machine throws the first ones out before the last ones come, and too many are never
    open together.
    """
    await asyncio.sleep(number / 150)
    waits = True
    while True:
        try:
            async with connect(
                door.socket(table),
                origin=Origin(door.url),
                additional_headers={"Cookie": os.environ["COOKIE"]},
                compression=None,
                proxy=None,
                open_timeout=30,
                ping_interval=None,
            ) as line:
                met["opened"] += 1
                hearing = asyncio.create_task(_hear(line, met))
                try:
                    if waits:
                        waits = False
                        await all_here.wait()
                    for turn in range(10_000):
                        await line.send(_text(turn))
                        met["sent"] += 1
                        if turn >= FIRST:
                            await asyncio.sleep(1)
                finally:
                    hearing.cancel()
        except ConnectionClosed as closed:
            met[f"closed {closed.rcvd.code if closed.rcvd else 1006}"] += 1
        except (OSError, InvalidHandshake, TimeoutError) as error:
            met[type(error).__name__] += 1
        if waits:
            waits = False
            await all_here.wait()
        await asyncio.sleep(COMES_BACK)


async def _hear(line: ClientConnection, met: Counter[str]) -> None:
    with contextlib.suppress(ConnectionClosed):
        async for text in line:
            message = json.loads(text)
            if message["type"] == "receipt" and message["refused"]:
                met[message["refused"]["code"]] += 1


def _text(turn: int) -> str:
    if turn % 5 == 4:
        return GARBAGE[turn // 5 % len(GARBAGE)]
    command = {"kind": "table.leave", "box": turn % 7 + 1}
    return json.dumps({"id": str(uuid7()), "command": command})


def _stream_again_and_again(url: str, met: Counter[str]) -> None:
    while True:
        try:
            met[f"body answered {stream(url, met)}"] += 1
        except OSError as error:
            met[f"body met {type(error).__name__}"] += 1
        time.sleep(COMES_BACK)


def stream(url: str, met: Counter[str]) -> str:
    """Send BODY bytes to the log's checkpoints until the house answers; return the status.

    Empty when the house hung up without an answer. Raises `OSError`.
    """
    parts = urlsplit(url)
    with socket.create_connection((parts.hostname or "", parts.port or 80), 30) as line:
        line.sendall(
            b"POST /api/log/checkpoints/1/ HTTP/1.1\r\nHost: "
            + parts.netloc.encode()
            + b"\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        # Whoever is refused may have been hung up on before all was sent: the answer is there.
        with contextlib.suppress(ConnectionError):
            for block in _blocks():
                if not _taken(line, block):
                    break
                met["body MiB"] += 1
        with line.makefile("rb") as answer:
            return answer.readline().decode(errors="replace")[9:12]


def _taken(line: socket.socket, block: bytes) -> bool:
    """Send a block; tell whether the house took it whole, without an answer meanwhile."""
    rest = memoryview(block)
    while rest:
        answers, takes, _ = select.select([line], [line], [], 30)
        if answers or not takes:
            return False
        rest = rest[line.send(rest) :]
    return True


def _blocks() -> Iterator[bytes]:
    mebibyte = b"100000\r\n" + b" " * 2**20 + b"\r\n"
    for _ in range(BODY // 2**20):
        yield mebibyte
    yield b"0\r\n\r\n"


def main() -> None:
    """Be the hostile player, until killed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("table", type=int)
    parser.add_argument("sockets", type=int)
    arguments = parser.parse_args()
    asyncio.run(be_hostile(arguments.url, arguments.table, arguments.sockets))


if __name__ == "__main__":
    main()
