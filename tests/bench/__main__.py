"""Runs the bench on a house of its own: fresh database, fresh Redis, free ports, this machine only.

Prints every figure beside its floor, its goal and what the release before measured, and writes
`var/bench/<moment>.json` and `latest.md`. The exit code is 1 when a figure could not be measured,
and 0 when one is only `BELOW` its floor: a busy machine is no fault of the code.
"""

import argparse
import asyncio
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Coroutine
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from tests.bench.effort import Effort
from tests.bench.figures import Figure, markdown, plain
from tests.bench.house import ROOT, NotOpen, Process, house
from tests.house import fresh_database, migrated_database

SECTIONS: Final = {
    "engine": ("G17", "G18"),
    "chance": ("G19", "G20"),
    "falling": (),
    "verifier": ("G22",),
    "starting": ("G28",),
    "machines": (),
    "counting": ("G29",),
    "pages": ("G25",),
    "office": ("G30",),
    "strangers": ("G31",),
    "lighthouse": ("G26",),
    "fanout": ("G1", "G2", "G3/G4", "G5", "G6", "G8", "G9"),
    "stall": ("G7",),
    "commands": ("G10", "G11", "G14"),
    "contention": ("G13",),
    "http": ("G24",),
    "idle": ("G23",),
    "queue": ("G15",),
    "shoes": ("G21",),
    "spins": ("G27",),
    "coups": (),
}
"""Each part of the bench and the goals that it measures."""
TABLES: Final = 31
RELEASES: Final = ROOT / "docs" / "figures"
"""The figures of each release, `<version>.json`: what `make bench` wrote for it."""


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
    from django.conf import settings
    from django.core.management import call_command

    # Nobody signs in by a password here: dozens of real hashes, in a thread that yields to all
    # others, took a busy machine minutes before anything was measured.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    django.setup()
    call_command("migrate", verbosity=0, interactive=False)
    call_command("seed_demo", stdout=io.StringIO())
    ids = io.StringIO()
    call_command("open_tables", str(TABLES), prefix="Bench", stdout=ids)
    return [int(line) for line in ids.getvalue().split()]


@dataclass(frozen=True, slots=True)
class Sample:
    """Two frames of a seven-box round in play, a hit apart, with `%d` for their numbers."""

    before: str
    after: str
    sent: str
    """What sockets are sent of the second."""
    sizes: list[int]
    """Bytes that a socket was sent of each frame while the round was in play."""


async def sample(web: Process, table: int, cookie: str) -> Sample:
    """Play until a round has shown a hit that did not end it."""
    from tests.bench.table import SevenBoxes
    from tests.load.client import Client
    from tests.load.door import Door

    async with Client(Door(web.origin), table, cookie, keep_text=True) as client:
        player = SevenBoxes(client)
        await player.sit()
        sizes: list[int] = []
        while True:
            client.sent.clear()
            before = frame = dealt = await player.deal(side_bets=1)
            for _ in range(4):
                if "hit" in player.choices():
                    before, frame = frame, await player.act("hit")
            running = frame.view.phase == "play" and before is not frame
            await player.finish()
            sizes += [len(text.encode()) for seq, text in client.sent.items() if seq >= dealt.seq]
            if running:
                return Sample(
                    _marked(client.texts[before.seq], before.seq),
                    _marked(client.texts[frame.seq], frame.seq),
                    _marked(client.sent[frame.seq], frame.seq),
                    sizes,
                )


def _marked(text: str, seq: int) -> str:
    marked = text.replace(f'"seq":{seq},', '"seq":%d,', 1)
    assert marked.count("%d") == 1
    return marked


def _engine(effort: Effort) -> list[Figure]:
    from tests.bench import engine

    return engine.bench(effort)


def _chance(effort: Effort) -> list[Figure]:
    from tests.bench import chance

    return chance.bench(effort)


def _falling(effort: Effort) -> list[Figure]:
    from tests.bench import falling

    return falling.bench(effort)


def _verifier(effort: Effort) -> list[Figure]:
    from tests.bench import verifier

    return verifier.bench(effort)


def _starting(effort: Effort) -> list[Figure]:
    from tests.bench import starting

    return starting.bench(effort)


def _pages(effort: Effort) -> list[Figure]:
    from tests.bench import pages

    return pages.bench(effort)


def _office(effort: Effort) -> list[Figure]:
    from tests.bench import office

    return office.bench(effort)


def _strangers(effort: Effort) -> list[Figure]:
    from tests.bench import strangers

    return strangers.bench(effort)


def _lighthouse(effort: Effort) -> list[Figure]:
    from tests.bench import scores

    return scores.bench(effort)


def _run(section: Callable[[], Coroutine[Any, Any, list[Figure]]]) -> list[Figure]:
    return asyncio.run(section())


@dataclass
class Outcome:
    """What a run measured, and what it could not."""

    figures: list[Figure] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    """One line for each part that broke or left out a goal of its own."""

    def attempt(self, name: str, section: Callable[[], list[Figure]]) -> None:
        """Run a part of the bench; one that breaks does not stop the others."""
        say(f"{name} ...")
        began = time.monotonic()
        try:
            found = section()
        except Exception as error:
            if not isinstance(error, NotOpen):
                traceback.print_exc()
            self.failures.append(f"{name} could not be measured: {error!r}")
            return
        self.figures += found
        missing = set(SECTIONS[name]) - {figure.goal_id for figure in found}
        if missing:
            self.failures.append(f"{name} did not measure {', '.join(sorted(missing))}")
        say(f"{name}: {time.monotonic() - began:.0f} s")


def measure(names: list[str], effort: Effort, log: Path) -> Outcome:
    """Run the parts asked for."""
    outcome = Outcome()
    alone = {
        "engine": _engine,
        "chance": _chance,
        "falling": _falling,
        "verifier": _verifier,
        "starting": _starting,
        "pages": _pages,
        "office": _office,
        "strangers": _strangers,
        "lighthouse": _lighthouse,
    }
    for name, measured in alone.items():
        if name in names:
            outcome.attempt(name, partial(measured, effort))
            names = [each for each in names if each != name]
    if not names:
        return outcome
    say("Preparing a fresh house ...")
    tables = prepare()
    from tests.bench import counting, machines

    here = {"machines": machines.bench, "counting": counting.bench}
    for name, measured in here.items():
        if name in names:
            outcome.attempt(name, partial(measured, effort))
            names = [each for each in names if each != name]
    if not names:
        return outcome
    if "coups" in names:
        from tests.bench import coups

        with house(log, forked=effort is Effort.SHORTEST, DRAW_CONTRIBUTIONS="full") as built:
            built.staff()
            run = partial(coups.bench, built, effort=effort)
            outcome.attempt("coups", lambda: _run(lambda: run(coups.prepared(effort))))
        names = [each for each in names if each != "coups"]
    if not names:
        return outcome
    from tests.bench import commands, fanout, http, idle, people, queue, shoes, spins

    crew = people.people(commands.SOCKETS, "bench", chips=100_000_00)
    with house(log, forked=effort is Effort.SHORTEST) as built:
        built.staff()
        unthrottled = built.web("daphne", "tests.bench.unthrottled:application")
        found = asyncio.run(sample(unthrottled, tables[0], crew[0].cookie))
        frames, sent = log / "frames.txt", log / "sent.txt"
        frames.write_text(f"{found.before}\n{found.after}")
        sent.write_text(found.sent)
        median = statistics.median(found.sizes)
        outcome.figures += [
            Figure("", "a frame of a seven-box round in play", len(found.after) / 1000, "kB"),
            Figure("", "what a socket is sent of one, median", median / 1000, "kB"),
        ]
        by_size = dict(zip((1, 50, 200, 201, 1000), tables[1:6], strict=True))
        stage = fanout.Stage(built, frames, sent, by_size)
        floor = commands.Floor(
            built,
            unthrottled,
            tables=tables[6:14],
            spread=tables[14:21],
            shared=tables[21],
            lone=tables[22],
            replayed=tables[23:31],
            people=crew,
        )
        sections: dict[str, Callable[[], Coroutine[Any, Any, list[Figure]]]] = {
            "fanout": lambda: fanout.bench(stage, effort),
            "stall": lambda: fanout.stall(stage, crew[0].cookie, effort),
            "commands": lambda: commands.bench(floor, effort),
            "contention": lambda: commands.contention(floor, effort),
            "http": lambda: http.bench(floor, effort),
            "idle": lambda: idle.bench(floor, effort),
            "queue": lambda: queue.bench(floor, effort),
            "shoes": lambda: shoes.bench(floor, effort),
            "spins": lambda: spins.bench(built, spins.prepared(effort), effort),
        }
        for name in names:
            outcome.attempt(name, partial(_run, sections[name]))
    return outcome


def released() -> tuple[str, dict[str, float]]:
    """Return the newest release that left its figures, and their values by what they measure."""
    left = {path.stem: path for path in RELEASES.glob("*.json")}
    if not left:
        return "", {}
    name = max(left, key=lambda each: [int(part) for part in each.split(".")])
    figures = json.loads(left[name].read_text())["figures"]
    return name, {each["what"]: each["value"] for each in figures}


def write(outcome: Outcome, effort: Effort, folder: Path, lasted: float) -> None:
    """Write the figures as JSON and as Markdown."""
    folder.mkdir(parents=True, exist_ok=True)
    moment = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    found = {
        "at": moment,
        "form": effort.value,
        "seconds": round(lasted, 1),
        "machine": f"{os.cpu_count()} cores, {platform.platform()}, Python "
        f"{platform.python_version()}",
        "load": os.getloadavg(),
        "figures": [asdict(each) | {"verdict": each.verdict} for each in outcome.figures],
        "failures": outcome.failures,
    }
    (folder / f"{moment}.json").write_text(json.dumps(found, indent=1))
    head = f"Bench of {moment}: {found['machine']}, {lasted:.0f} s.\n\n"
    (folder / "latest.md").write_text(f"{head}{markdown(outcome.figures, *released())}\n")


def main() -> int:
    """Run the bench; return its exit code."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--only", nargs="*", metavar="PART", default=list(SECTIONS))
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--quick", action="store_true", help="shorter and less exact")
    forms.add_argument("--shortest", action="store_true", help="only whether everything still runs")
    given = parser.parse_args()
    unknown = [each for each in given.only if each not in SECTIONS]
    if unknown or not given.only:
        none = f"The bench has no part {', '.join(unknown)}. " if unknown else ""
        say(f"{none}Its parts: {', '.join(SECTIONS)}.")
        return 1
    if not (os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL")):
        return lend_servers()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 65536), most))
    began = time.monotonic()
    results = Path(os.environ.get("SABOT_VAR", ROOT / "var" / "bench")).resolve()
    with fresh_database(migrated_database()) as url:
        os.environ["DATABASE_URL"] = url
        effort = Effort.QUICK if given.quick else Effort.FULL
        effort = Effort.SHORTEST if given.shortest else effort
        try:
            outcome = measure(list(given.only), effort, results / "log")
        except NotOpen as error:
            say(str(error))
            return 1
    lasted = time.monotonic() - began
    write(outcome, effort, results, lasted)
    say(f"\n{plain(outcome.figures, *released())}\n")
    below = [figure.goal_id for figure in outcome.figures if figure.verdict == "BELOW"]
    say(f"Below the floor: {', '.join(below) or 'nothing'}. Written to {results}. {lasted:.0f} s.")
    for failure in outcome.failures:
        say(f"FAILED: {failure}")
    return 1 if outcome.failures else 0


if __name__ == "__main__":
    sys.exit(main())
