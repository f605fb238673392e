"""Parts of the bench that a test runs together."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from tests import campaign
from tests.bench.__main__ import SECTIONS
from tests.bench.house import ROOT

ALONE: Final = ("engine", "chance", "falling", "verifier")
STARTS: Final = ("starting",)
STEPS: Final = ("machines", "counting", "commands", "contention", "queue")
PAUSES: Final = ("http", "idle", "shoes", "spins", "coups")
FRAMES: Final = ("fanout", "stall")
PAGES: Final = ("pages", "office", "strangers", "lighthouse")
TOGETHER: Final = (ALONE, STARTS, STEPS, FRAMES, PAGES, PAUSES)


def check(names: Sequence[str], folder: Path) -> None:
    """Run these parts and assert that each measures every goal of its own."""
    # Two of them may run at once, and the queues of one Redis database are shared.
    number = 1 + TOGETHER.index(tuple(names))
    redis = urlunsplit(urlsplit(os.environ["REDIS_URL"])._replace(path=f"/{number}"))
    form = [] if campaign.SOAK else ["--shortest"]
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench", *form, "--only", *names],
        cwd=ROOT,
        env={**os.environ, "SABOT_VAR": str(folder), "REDIS_URL": redis},
        capture_output=True,
        text=True,
        timeout=campaign.length(3600, 7200),
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    (written,) = folder.glob("2*.json")
    measured = {each["goal_id"] for each in json.loads(written.read_text())["figures"]}
    assert measured >= {goal for name in names for goal in SECTIONS[name]}
    assert "FAILED" not in done.stdout
