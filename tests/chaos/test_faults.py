"""The fault campaign of `make soak`: hundreds of faults under play at every game, and their toll.

`make soak ARGS="tests/chaos/test_faults.py"` prints the table that docs/faults.md shows, and leaves
it in `var/soak`.
"""

import asyncio
import contextlib
import os
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

import psycopg
import pytest

from tests import campaign, houses
from tests.chaos import bookkeeper, faults, shifted
from tests.chaos.crowd import Crowd, Line, Probe
from tests.house import House, open_folder, own_port
from tests.house_console import run_in_house
from tests.load.client import Tally
from tests.load.door import Door, KeyRing
from tests.load.run import place_at, tables_of

HOW_MANY: Final = int(os.environ.get("FAULTS", "300"))
PLAYERS_AT_A_TABLE: Final = 3
LOOKS_EVERY: Final = 8
"""Faults between two looks at the books."""
PAUSE: Final = 2.0
"""Seconds from a command that was carried out to the next fault, at the most."""
GIVES_UP: Final = 180.0
"""Seconds until a command must be carried out after a fault, however many others came with it."""
GOES_ON: Final = 300.0
"""Seconds until every table has gone on, after the last fault."""


@dataclass
class Toll:
    """What a campaign has shown."""

    took: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """By fault: seconds to the first command that was carried out."""
    never: list[str] = field(default_factory=list)
    """Faults after which none was, within `GIVES_UP`."""
    looks: int = 0
    """How often the books were counted."""
    lasted: float = 0.0

    def table(self) -> str:
        """Return the figures as a table in Markdown."""
        rows = [
            "| fault | n | s to the first command carried out, median | max |",
            "|---|---|---|---|",
        ]
        named = sorted(
            self.took.items(), key=lambda item: [each.name for each in ALL].index(item[0])
        )
        everything = [each for _, took in named for each in took]
        for name, took in (*named, ("**all**", everything)):
            rows.append(
                f"| {name} | {len(took)} | {statistics.median(took):.1f} | {max(took):.1f} |"
            )
        return "\n".join(rows)


ALL: Final = (*faults.FAULTS, faults.OF_THE_DISK, *faults.OF_THE_CLOCK)


@contextlib.contextmanager
def fragile_house(procfile: str) -> Iterator[tuple[House, Path | None]]:
    """Open a house as `make run` does, its database on a small disk where we may mount one."""
    with open_folder() as folder, faults.small_disk(folder / "postgres") as disk:
        houses.copy_prepared_folder(folder)
        (folder / shifted.CLOCK).write_text("+0")
        env = {"WEB_PROCESSES": "2", "RNG_WORKERS": "2", "API_PER_MINUTE": "100000"}
        house = House(
            folder,
            own_port(),
            database_url=None,
            env=env | ({"PROCFILE": procfile} if procfile else {}),
            launcher="tests.chaos.shifted" if shifted.LIBRARY else "",
        )
        house.open()
        try:
            yield house, disk
        finally:
            house.stop()


if campaign.SOAK:

    @pytest.mark.campaign
    @pytest.mark.parametrize("procfile", ["", "uvicorn"], ids=["daphne", "uvicorn"])
    def test_no_fault_costs_a_cent(procfile: str) -> None:
        with fragile_house(procfile) as (house, disk):
            asyncio.run(_suffer(house, disk, procfile or "daphne"))
            _audited(house)


async def _suffer(house: House, disk: Path | None, server: str) -> None:
    seed = campaign.seed(31337)
    probed = tables_of(house.manage("open_tables", "1", "--prefix", "Probe"))
    line = Line(house.port)
    scene = faults.Scene(house, line, disk, Random(seed))
    async with line.laid() as url:
        door = Door(url)
        crowd = Crowd(door, KeyRing(house.var / "players.json", door), seed)
        tables = [
            each
            for each in await door.tables()
            if each["status"] == "open" and int(each["id"]) not in probed
        ]
        most = max(int(each["least"]) for each in tables)
        crowd.come(
            [
                place_at(each, nth)
                for nth in range(max(PLAYERS_AT_A_TABLE, most))
                for each in tables
                if nth < max(PLAYERS_AT_A_TABLE, int(each["least"]))
            ]
        )
        async with crowd.sitting("probe", probed[0]) as client:
            await crowd.seated()
            toll = await _one_after_the_other(scene, Probe(client))
            await _all_go_on(house)
        tally = await crowd.go_home()
    await asyncio.to_thread(_nobody_is_late, house)
    with house.connect() as database:
        unkept = bookkeeper.unkept(database, crowd.answers)
        broken = bookkeeper.broken(database)
        rounds = database.execute(
            "SELECT count(*) FROM tables_round WHERE status <> 'running'"
        ).fetchone()
    told = _told(scene, toll, tally, crowd, server, rounds and rounds[0])
    print(told)  # noqa: T201
    if folder := os.environ.get("SABOT_VAR"):
        (Path(folder) / f"faults-{server}.md").write_text(told)
    assert broken == []
    assert unkept == []
    assert toll.never == []
    assert tally.lost == 0


async def _one_after_the_other(scene: faults.Scene, probe: Probe) -> Toll:
    """Let one fault come after the other, the next as soon as a command was carried out."""
    toll, began = Toll(), time.monotonic()
    known = faults.possible(scene)
    loop = asyncio.get_running_loop()
    await probe.carried_out()
    for number in range(HOW_MANY):
        (fault,) = scene.chance.choices(known, [each.share for each in known])
        end = await asyncio.to_thread(fault.begin, scene)
        if end is not None:
            loop.call_later(fault.lasts, end)
        try:
            async with asyncio.timeout(GIVES_UP):
                took = await probe.carried_out()
            toll.took[fault.name].append(took)
            print(f"{number + 1:>4} {fault.name}: {took:.1f} s", flush=True)  # noqa: T201
        except TimeoutError:
            toll.never.append(fault.name)
        if number % LOOKS_EVERY == LOOKS_EVERY - 1:
            assert await asyncio.to_thread(_look, scene.house) == [], fault.name
            toll.looks += 1
        await asyncio.sleep(scene.chance.uniform(0, PAUSE))
    await asyncio.sleep(max(each.lasts for each in known))
    toll.lasted = time.monotonic() - began
    return toll


def _look(house: House) -> list[str]:
    """Count the books while things go wrong, as soon as the database answers."""
    deadline = time.monotonic() + GIVES_UP
    while True:
        try:
            with house.connect() as database:
                return bookkeeper.broken(database)
        except psycopg.Error:
            assert time.monotonic() < deadline, "the database does not come back"
            time.sleep(0.1)


async def _all_go_on(house: House) -> None:
    """Wait until each table with a round has gone on, or its clock still runs."""
    await asyncio.to_thread(house.recover)
    before = await asyncio.to_thread(_rounds_in_play, house)
    deadline = time.monotonic() + GOES_ON
    while True:
        now = await asyncio.to_thread(_rounds_in_play, house)
        hang = [
            name
            for name, (seq, runs) in now.items()
            if not runs and before.get(name, (0,))[0] == seq
        ]
        if not hang:
            return
        assert time.monotonic() < deadline, f"nothing happens at {hang}"
        before = {**now, **before}
        await asyncio.sleep(0.5)


def _rounds_in_play(house: House) -> dict[str, tuple[int, bool]]:
    """Return the tables where a round runs: how far it is, and whether its clock still runs."""
    with house.connect() as database:
        rows = database.execute(
            "SELECT t.name, t.seq, coalesce(t.due_at > clock_timestamp(), false)"
            "  FROM tables_table t JOIN tables_round r ON r.table_id = t.id"
            " WHERE r.status = 'running'"
        ).fetchall()
    return {name: (seq, runs) for name, seq, runs in rows}


def _nobody_is_late(house: House) -> None:
    """Wait until no table's clock has run out without anything happening."""
    deadline = time.monotonic() + GOES_ON
    with house.connect() as database:
        while late := bookkeeper.overdue(database, 3):
            assert time.monotonic() < deadline, late
            time.sleep(0.5)


def _audited(house: House) -> None:
    """Have the house's own audits agree, too."""
    counted = run_in_house(house, "from tests.chaos.recount import recount; recount()").splitlines()
    assert len(counted) == 1, "\n".join(counted)
    for audit in ("audit_ledger", "audit_cash", "audit_meters", "audit_takings", "doctor"):
        house.manage(audit)


def _told(
    scene: faults.Scene, toll: Toll, tally: Tally, crowd: Crowd, server: str, rounds: Any
) -> str:
    """Return the campaign's figures, for people to read."""
    done = sum(code is None for code in crowd.answers.values())
    internal = tally.refusals["internal"]
    return "\n".join(
        (
            f"{server}: {sum(map(len, toll.took.values()))} faults in {toll.lasted:.0f} s, seed"
            f" {campaign.SOAK}, load average {os.getloadavg()[0]:.1f}",
            "",
            toll.table(),
            "",
            *faults.left_out(scene),
            f"No command within {GIVES_UP:.0f} s: {toll.never or 'never'}.",
            f"Rounds over: {rounds}. Looks at the books: {toll.looks} and one at the end.",
            f"Commands answered: {len(crowd.answers)}, carried out: {done}; without an answer:"
            f" {tally.unanswered}; refused as `internal`: {internal}.",
            f"Frames: {tally.frames}, lost {tally.lost}, reordered {tally.reordered}; resyncs"
            f" {tally.resyncs}, reconnections {tally.reconnections}.",
            f"Errors: {len(tally.errors)} {sorted(set(tally.errors))[:5]}",
            "",
        )
    )
