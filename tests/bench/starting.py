"""What a web process loads before it can answer, in CPU time (G28)."""

import os
import statistics
import sys
from typing import Final

from tests.bench.effort import Effort
from tests.bench.figures import Figure
from tests.bench.house import ROOT

APPLICATION: Final = "import casino.asgi"
LEAST: Final = "import django.core.handlers.asgi, daphne.server"
"""What every application of Django behind Daphne loads."""


def bench(effort: Effort) -> list[Figure]:
    """Load both in turn, in interpreters of their own, after once for the files' sake."""
    runs = effort.pick(9, 5, 1)
    for code in (APPLICATION, LEAST):
        spent(code)
    found = [(spent(APPLICATION), spent(LEAST)) for _ in range(runs)]
    ratio = statistics.median(ours / least for ours, least in found)
    ours, least = (statistics.median(each) for each in zip(*found, strict=True))
    note = f"{ours:.2f} s of CPU beside {least:.2f} s, medians of {runs}"
    return [
        Figure(
            "G28",
            "imports of a web process, beside `a Django application behind Daphne`",
            ratio,
            "x",
            floor=4,
            goal=2,
            better="less",
            note=note,
        )
    ]


def spent(code: str) -> float:
    """Return the CPU seconds of an interpreter that runs this and ends."""
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "casino.settings", "PYTHONPATH": str(ROOT)}
    pid = os.posix_spawn(sys.executable, [sys.executable, "-c", code], env)
    _, status, used = os.wait4(pid, 0)
    assert status == 0, code
    return used.ru_utime + used.ru_stime
