"""`make load ARGS="--hostile 300"`: one hostile player, and an honest one at another table.

The hostile player, in a process of his own that gives way to all others as another machine would,
keeps so many sockets open, sends `table.leave` and garbage, and comes back when he is thrown out. A
body of BODY bytes is streamed at the log's checkpoints meanwhile. The honest player's commands are
timed.
"""

import argparse
import asyncio
import contextlib
import json
import os
import socket
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

from tables.games.core.money import BoxNo
from tables.live import wire
from tests.load.client import Client, uuid7
from tests.load.door import Door, KeyRing

BODY: Final = 300 * 1024 * 1024
PACE: Final = 0.25
"""Seconds between two commands of the honest player."""
SETTLES: Final = 4.0
"""Seconds from the hostile process's start to the first command that is timed."""
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
    url: str, sockets: int, tables: Sequence[int], keys: Path, *, seconds: float = 20
) -> Timed:
    """Time an honest player at the first table, calm and while the second is attacked."""
    door = Door(url)
    ring = KeyRing(keys, door)
    honest, hostile = await ring.cookie("load-honest"), await ring.cookie("load-hostile")
    async with Client(door, tables[0], honest) as client:
        await client.ready()
        calm = await _time(client, 5)
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.load.hostile", url, str(tables[1]), str(sockets)),
            env={**os.environ, "COOKIE": hostile or ""},
            stdout=asyncio.subprocess.PIPE,
            preexec_fn=_give_way,
        )
        try:
            await asyncio.sleep(SETTLES)
            attacked = await _time(client, seconds)
        finally:
            process.terminate()
            said, _ = await asyncio.wait_for(process.communicate(), 20)
        return Timed(calm, attacked, client.tally.unanswered, json.loads(said or b"{}"))


def _give_way() -> None:
    os.nice(19)


async def _time(client: Client, seconds: float) -> tuple[float, ...]:
    """Take a box and give it up again, and again, for so many seconds; return milliseconds."""
    times: list[float] = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for command in (wire.Sit, wire.Leave):
            asked_at = time.monotonic()
            await client.ask(command(BoxNo(1)))
            times.append(1000 * (time.monotonic() - asked_at))
            await asyncio.sleep(max(0.0, PACE - (time.monotonic() - asked_at)))
    return tuple(times)


async def be_hostile(url: str, table: int, sockets: int) -> None:
    """Attack until cancelled; counts what is met."""
    met: Counter[str] = Counter()
    door = Door(url)
    body = asyncio.create_task(asyncio.to_thread(stream, url, met))
    try:
        await asyncio.gather(*(_torment(door, table, met, each) for each in range(sockets)))
    finally:
        body.cancel()
        print(json.dumps(met), flush=True)  # noqa: T201


async def _torment(door: Door, table: int, met: Counter[str], number: int) -> None:
    await asyncio.sleep(number / 150)
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
        await asyncio.sleep(2)


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


def stream(url: str, met: Counter[str]) -> None:
    """Send a body of BODY bytes to the log's checkpoints, as far as the house takes it."""
    parts = urlsplit(url)
    with (
        contextlib.suppress(OSError),
        socket.create_connection((parts.hostname or "", parts.port or 80), 30) as line,
    ):
        line.sendall(
            b"POST /api/log/checkpoints/1/ HTTP/1.1\r\nHost: "
            + parts.netloc.encode()
            + b"\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        for block in _blocks():
            line.sendall(block)
            met["body MiB"] += 1
        line.sendall(b"0\r\n\r\n")
        met[f"body answered {line.recv(12).decode(errors='replace')[9:]}"] += 1


def _blocks() -> Iterator[bytes]:
    mebibyte = b"100000\r\n" + b" " * 2**20 + b"\r\n"
    for _ in range(BODY // 2**20):
        yield mebibyte


def main() -> None:
    """Be the hostile player, until told to stop."""
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("table", type=int)
    parser.add_argument("sockets", type=int)
    arguments = parser.parse_args()

    async def until_told() -> None:
        task = asyncio.create_task(be_hostile(arguments.url, arguments.table, arguments.sockets))
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(15, task.cancel)
        with contextlib.suppress(asyncio.CancelledError):
            await task

    asyncio.run(until_told())


if __name__ == "__main__":
    main()
