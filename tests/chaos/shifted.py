"""A launcher whose croupier has a clock that a test may shift: `python -m tests.chaos.shifted`.

By libfaketime (Debian: `apt-get install libfaketime`), which reads the shift from a file. Only what
the croupier itself takes for the time is shifted; clocks that measure how long something takes are
not. All else is the product's.
"""

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from casino.embedded import supervisor
from casino.embedded.__main__ import main
from casino.embedded.supervisor import Program

LIBRARY: Final = next(iter(sorted(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))), None)
CLOCK: Final = "croupier.clock"
"""The file in the house's folder that says by how much, e.g. `+7200` or `-7200`: seconds."""

_start = supervisor.spawn


async def spawn(program: Program, **options: Any) -> Any:
    """Start a program; the croupier under libfaketime."""
    if program.name == "croupier":
        shift = {
            "LD_PRELOAD": str(LIBRARY),
            "FAKETIME_TIMESTAMP_FILE": str(Path(os.environ["SABOT_VAR"]) / CLOCK),
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }
        program = replace(program, env={**program.env, **shift})
    return await _start(program, **options)


if __name__ == "__main__":
    supervisor.spawn = spawn
    sys.exit(main())
