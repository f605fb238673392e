"""Runs the bench on a house of its own: fresh database, fresh Redis, free ports, this machine only.

Prints every figure with what was wanted of it and writes `var/bench/<moment>.json` and `latest.md`.
Being below is printed, not punished: the exit code is 0 unless the bench itself could not run.
"""

import argparse
import asyncio
import json
import os
import platform
import resource
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Coroutine
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, Final

from tests.bench.figures import Figure, markdown, plain
from tests.bench.house import ROOT, Process, house
from tests.house import fresh_database

SECTIONS: Final = (
    *("engine", "chance", "verifier"),
    *("fanout", "stall", "commands", "contention", "queue", "shoes"),
)
TABLES: Final = 23


def say(text: str) -> None:
    """Print for the person at the keyboard."""
    print(text, flush=True)  # noqa: T201


def lend_servers() -> int:
    """Run this program again with an own PostgreSQL and an own Redis, which end with it."""
    env = {**os.environ, "SABOT_VAR": str(ROOT / "var" / "bench"), "SABOT_PROCESS": "bench"}
    command = [sys.executable, "-m", "casino.embedded", "run", "--"]
    command += [sys.executable, "-m", "tests.bench", *sys.argv[1:]]
    return subprocess.run(command, cwd=ROOT, env=env, check=False).returncode


def prepare() -> list[int]:
    """Migrate the fresh database, seed it and open the bench's tables; return their ids."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    import io

    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0, interactive=False)
    call_command("seed_demo", stdout=io.StringIO())
    ids = io.StringIO()
    call_command("open_tables", str(TABLES), prefix="Bench", stdout=ids)
    return [int(line) for line in ids.getvalue().split()]


async def sample(web: Process, table: int, cookie: str) -> str:
    """Return a real frame of a seven-box round in play, with `%d` for its number."""
    from tests.bench.table import SevenBoxes
    from tests.load.client import Client
    from tests.load.door import Door

    async with Client(Door(web.origin), table, cookie, keep_text=True) as client:
        player = SevenBoxes(client)
        await player.sit()
        while True:
            frame = await player.deal(side_bets=1)
            for _ in range(4):
                if "hit" in player.choices():
                    frame = await player.act("hit")
            text = client.texts[frame.seq]
            running = frame.view.phase == "play"
            await player.finish()
            if running:
                marked = text.replace(f'"seq":{frame.seq},', '"seq":%d,', 1)
                assert marked.count("%d") == 1
                return marked


def _engine(quick: bool) -> list[Figure]:
    from tests.bench import engine

    return engine.bench(quick)


def _chance(quick: bool) -> list[Figure]:
    from tests.bench import chance

    return chance.bench(quick)


def _verifier(quick: bool) -> list[Figure]:
    from tests.bench import verifier

    return verifier.bench(quick)


def _run(section: Callable[[], Coroutine[Any, Any, list[Figure]]]) -> list[Figure]:
    return asyncio.run(section())


def attempted(name: str, section: Callable[[], list[Figure]]) -> list[Figure]:
    """Return a section's figures, or one that says why it could not be measured."""
    try:
        return section()
    except Exception as error:
        traceback.print_exc()
        return [Figure("-", f"{name} could not be measured", 0, note=repr(error))]


def measure(names: list[str], quick: bool, log: Path) -> list[Figure]:
    """Run the sections asked for; one that fails is reported and does not stop the others."""
    figures: list[Figure] = []
    for name, alone in (("engine", _engine), ("chance", _chance), ("verifier", _verifier)):
        if name in names:
            say(f"{name} ...")
            figures += attempted(name, partial(alone, quick))
            names = [each for each in names if each != name]
    if not names:
        return figures
    say("Preparing a fresh house ...")
    tables = prepare()
    from tests.bench import commands, fanout, people, queue, shoes

    crew = people.people(commands.SOCKETS, "bench", chips=100_000_00)
    with house(log) as built:
        built.staff()
        unthrottled = built.web("daphne", "tests.bench.unthrottled:application")
        text = log / "frame.txt"
        text.write_text(asyncio.run(sample(unthrottled, tables[0], crew[0].cookie)))
        say(f"A frame of a seven-box round is {len(text.read_text()):,} characters.")
        stage = fanout.Stage(
            built, text, dict(zip((1, 50, 200, 201, 1000), tables[1:6], strict=True))
        )
        floor = commands.Floor(
            built,
            unthrottled,
            tables=tables[6:14],
            spread=tables[14:21],
            shared=tables[21],
            lone=tables[22],
            people=crew,
        )
        sections: dict[str, Callable[[], Coroutine[Any, Any, list[Figure]]]] = {
            "fanout": lambda: fanout.bench(stage, quick),
            "stall": lambda: fanout.stall(stage, crew[0].cookie, quick),
            "commands": lambda: commands.bench(floor, quick),
            "contention": lambda: commands.contention(floor, quick),
            "queue": lambda: queue.bench(floor, quick),
            "shoes": lambda: shoes.bench(floor, quick),
        }
        for name in names:
            began = time.monotonic()
            say(f"{name} ...")
            figures += attempted(name, partial(_run, sections[name]))
            say(f"{name}: {time.monotonic() - began:.0f} s")
    return figures


def write(figures: list[Figure], folder: Path, lasted: float) -> None:
    """Write the figures as JSON and as Markdown."""
    folder.mkdir(parents=True, exist_ok=True)
    moment = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    found = {
        "at": moment,
        "seconds": round(lasted, 1),
        "machine": f"{os.cpu_count()} cores, {platform.platform()}, Python "
        f"{platform.python_version()}",
        "load": os.getloadavg(),
        "figures": [asdict(each) | {"verdict": each.verdict} for each in figures],
    }
    (folder / f"{moment}.json").write_text(json.dumps(found, indent=1))
    head = f"Bench of {moment}: {found['machine']}, {lasted:.0f} s.\n\n"
    (folder / "latest.md").write_text(f"{head}{markdown(figures)}\n")


def main() -> int:
    """Run the bench; return its exit code."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--only", nargs="*", choices=SECTIONS, default=SECTIONS)
    parser.add_argument("--quick", action="store_true", help="shorter and less exact")
    given = parser.parse_args()
    if not (os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL")):
        return lend_servers()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 65536), most))
    began = time.monotonic()
    results = Path(os.environ.get("SABOT_VAR", ROOT / "var" / "bench")).resolve()
    with fresh_database() as url:
        os.environ["DATABASE_URL"] = url
        figures = measure(list(given.only), given.quick, results / "log")
    lasted = time.monotonic() - began
    write(figures, results, lasted)
    say(f"\n{plain(figures)}\n")
    below = [figure.goal_id for figure in figures if figure.verdict == "BELOW"]
    say(f"Below the floor: {', '.join(below) or 'nothing'}. Written to {results}. {lasted:.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
