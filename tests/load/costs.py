"""What a run of the load test costs: CPU of each part of the house, and of the players' program."""

import asyncio
import os
import statistics
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from tests.bench.cpu import Used, used

TICK: Final = 0.05
"""Seconds between two looks at how late the players' own event loop is."""


def parts_of(folders: Sequence[Path]) -> dict[str, int]:
    """Return the process ids of the parts of a house, by the files that its supervisor keeps."""
    found = {"players": os.getpid()}
    for folder in folders:
        for file in sorted(folder.glob("*.pid")):
            with suppress(ValueError, FileNotFoundError):
                found[file.stem] = int(file.read_text())
    return {name: pid for name, pid in found.items() if Path(f"/proc/{pid}").exists()}


class Costs:
    """Counts CPU from its making on, and how late the players' own event loop runs."""

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        self._parts = parts_of(folders)
        self._before = self._used()
        self._began = time.monotonic()
        self._late: list[float] = []
        self._watch = asyncio.create_task(self._look())

    def _used(self) -> dict[str, Used]:
        return {name: used([pid]) for name, pid in self._parts.items()}

    async def _look(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            wanted = loop.time() + TICK
            await asyncio.sleep(TICK)
            self._late.append(loop.time() - wanted)

    def told(self, commands: int) -> list[str]:
        """Stop counting; return lines for a terminal: shares of a core, and what a command cost."""
        self._watch.cancel()
        lasted, after = time.monotonic() - self._began, self._used()
        seconds = {name: after[name].since(before) for name, before in self._before.items()}
        lines = [
            f"CPU {name:<12} {each / lasted:>6.2f} of a core"
            f" {1000 * each / max(1, commands):>8.2f} ms a command"
            for name, each in sorted(seconds.items(), key=lambda each: -each[1])
        ]
        if len(self._late) > 1:
            cuts = statistics.quantiles(self._late, n=100, method="inclusive")
            lines.append(
                f"the players' own loop is late by p50 {1000 * cuts[49]:.0f} ms,"
                f" p99 {1000 * cuts[98]:.0f} ms: that much of every delay is theirs"
            )
        return lines
