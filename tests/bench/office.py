"""The pages of the office over many rounds: the median of five fetches of each (G30)."""

import re
import subprocess
import sys
from typing import Final

from tests.bench.effort import Effort
from tests.bench.figures import Figure
from tests.bench.house import ROOT
from tests.bench.million import BOUND, SLOW

LINE: Final = re.compile(r" *(\d+) ms  (.+)")
"""How `million` tells of a page."""


def bench(effort: Effort) -> list[Figure]:
    """Have a house of its own written, and give a figure for each page."""
    rounds = effort.pick(1_000_000, 50_000, 2_000)
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.million", str(rounds)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=3600,
        check=False,
    )
    if done.returncode not in (0, SLOW):
        raise RuntimeError(done.stderr[-2000:])
    found = [each for line in done.stdout.splitlines() if (each := LINE.fullmatch(line))]
    return [
        Figure(
            *("G30", f"office, {rounds:,} rounds: {each[2]}", float(each[1]), "ms"),
            floor=1000 * BOUND,
            better="less",
        )
        for each in found
    ]
