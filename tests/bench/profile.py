"""What a command costs, by part: CPU of the web process, and of PostgreSQL statement by statement.

A house of its own, as the bench has. First a web process with a stopwatch at every seam
(`tests/bench/seams.py`) is played at by real sockets. Then one player's steps are carried out in
this process, one by one: each is counted by statements, round trips, rows and bytes of the
write-ahead log, and by the CPU of the one backend that serves it. Counts are the same in every run;
microseconds are not. Prints its tables, and writes them to `var/bench/profile.md`.
"""

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from django.db import connection

from casino.embedded.postgresql import binaries
from tests.bench.house import ROOT, House, Process, house
from tests.house import fresh_database, migrated_database

SOCKETS: Final = 4


@dataclass(frozen=True, slots=True)
class Length:
    """How long a profile is."""

    seconds: float
    """Seconds for which sockets play."""
    rounds: int
    """Rounds that are played step by step."""
    warm: int
    """How many of them, the first ones, are not counted; every plan is kept by then."""
    stakes: int
    """At a wheel, twice: by a socket and step by step."""


FULL: Final = Length(6.0, 12, 3, 80)
SHORTEST: Final = Length(0.2, 2, 1, 12)


def say(text: str) -> None:
    """Print for the person at the keyboard."""
    print(text, flush=True)  # noqa: T201


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table whose first column is text and the others numbers."""
    lines = ["| " + " | ".join(headings) + " |"]
    lines.append("| --- |" + " ---: |" * (len(headings) - 1))
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)


# --- the web process, part by part -------------------------------------------------------------


@dataclass
class Spent:
    """What commands of one sort cost the processes, in microseconds for each."""

    commands: int = 0
    parts: Counter[str] = field(default_factory=Counter)
    """Nanoseconds of the web process, by part."""
    servers: Counter[str] = field(default_factory=Counter)
    """CPU seconds of whole processes."""


class Meter:
    """Reads what the web process and the servers have spent."""

    def __init__(self, built: House, web: Process) -> None:
        self._built = built
        self._web = web

    def _parts(self) -> dict[str, int]:
        with urllib.request.urlopen(f"{self._web.origin}/bench/spent") as answer:  # noqa: S310
            told: dict[str, int] = json.loads(answer.read())
        return told

    @contextmanager
    def measuring(self, spent: Spent) -> Iterator[None]:
        """Add what is spent within the block."""
        from tests.bench import cpu

        pids = {"PostgreSQL": self._built.postgres, "Redis server": self._built.redis}
        pids["web process"] = self._web.pid
        parts = self._parts()
        before = {name: cpu.used([pid]) for name, pid in pids.items()}
        yield
        for name, pid in pids.items():
            spent.servers[name] += int(cpu.used([pid]).since(before[name]) * 1e9)
        for part, until in self._parts().items():
            spent.parts[part] += until - parts.get(part, 0)


async def by_sockets(
    built: House, web: Process, tables: Sequence[int], people: Any, seconds: float
) -> tuple[Spent, Spent]:
    """Play whole rounds at several tables; return what hits, and whole rounds, cost."""
    from tests.bench.commands import Floor, _hit_all_but_the_last, sockets

    floor = Floor(built, web, tables, tables, tables, tables[0], tables[0], people)
    meter = Meter(built, web)
    hits, whole = Spent(), Spent()
    async with sockets(floor, tables, people) as players:
        for player in players:
            await player.sit()
        until = 0.0
        while not until or time.monotonic() < until:
            with meter.measuring(whole if until else Spent()):
                before = sum(player.client.tally.commands for player in players)
                await asyncio.gather(*(player.deal() for player in players))
                with meter.measuring(hits if until else Spent()):
                    drawn = await asyncio.gather(
                        *(_hit_all_but_the_last(player) for player in players)
                    )
                await asyncio.gather(*(player.finish() for player in players))
                if until:
                    hits.commands += sum(count for count, _ in drawn)
                    now = sum(player.client.tally.commands for player in players)
                    whole.commands += now - before
            until = until or time.monotonic() + seconds
    return hits, whole


async def at_the_wheel(built: House, web: Process, wheel: int, person: Any, stakes: int) -> Spent:
    """Stake at a wheel again and again; return what a stake costs."""
    from tests.bench.commands import Floor, sockets

    floor = Floor(built, web, [wheel], [wheel], [wheel], wheel, wheel, [person])
    meter, spent = Meter(built, web), Spent()
    async with sockets(floor, [wheel], [person]) as (player,):
        await player.until(lambda frame: bool(frame.floor.accepting))
        for number in range(10):
            await player.do(_wagers(number))
        with meter.measuring(spent):
            for number in range(stakes):
                await player.do(_wagers(number))
            spent.commands = stakes
    return spent


def _wagers(number: int) -> Any:
    """Return ten positions staked in one command; two neighbours differ in every amount."""
    from tables.games.core.money import Amount
    from tables.games.european_roulette import messages as roulette
    from tables.games.european_roulette.rules import LAYOUT
    from tables.games.wheel.stakes import Wager

    inside = [on for on in LAYOUT if not on.endswith("1-3")][:10]
    chip = Amount(100 + 100 * (number % 2))
    return roulette.Stake(tuple(Wager(f"w{nth}", on, chip) for nth, on in enumerate(inside)))


def parts_table(spent: Mapping[str, Spent]) -> str:
    """Return the CPU of each part, in microseconds for a command."""
    from tests.bench.seams import PARTS

    names = list(spent)
    rows = [
        [part, *(f"{spent[name].parts[part] / spent[name].commands / 1000:,.0f}" for name in names)]
        for part in PARTS
    ]
    for process in ("web process", "PostgreSQL", "Redis server"):
        each = [f"{spent[n].servers[process] / spent[n].commands / 1000:,.0f}" for n in names]
        rows.append([f"**{process}**", *each])
    rows.append(["commands", *(f"{spent[name].commands:,}" for name in names)])
    return table(["CPU of a command, microseconds", *names], rows)


# --- the database, statement by statement ------------------------------------------------------


@dataclass
class Step:
    """What steps of one sort cost the database."""

    count: int = 0
    round_trips: int = 0
    statements: Counter[str] = field(default_factory=Counter)
    backend: Counter[str] = field(default_factory=Counter)
    """Nanoseconds of the backend, by statement."""
    driver: Counter[str] = field(default_factory=Counter)
    """Nanoseconds of this thread, by statement."""
    functions: Counter[str] = field(default_factory=Counter)
    """Microseconds in a function of the database itself, by name."""
    calls: Counter[str] = field(default_factory=Counter)
    records: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Records of the write-ahead log, by relation and what was done."""
    wal: Counter[str] = field(default_factory=Counter)
    """Its bytes by relation, without images of whole pages."""


def _name(sql: str) -> str:
    """Return how a statement is told apart from others."""
    found = re.search(r"\b((?:tables|ledger|rng)_\w+)\(", sql)
    if found:
        return found[1]
    words = re.sub(r"[\s\"]+", " ", sql).strip().split()
    verb = words[0].upper() if words else ""
    place = re.search(r"\b(?:FROM|INTO|UPDATE)\s+\"?(\w+)", sql)
    return f"{verb} {place[1] if place else ''}".strip()


def _ran(pid: int) -> int:
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0])


class Wire:
    """Counts what goes over this process's connection, as the protocol itself tells it."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - it is closed with the process
        connection.ensure_connection()
        assert connection.connection is not None
        connection.connection.pgconn.trace(self._file.fileno())

    def round_trips(self) -> int:
        """Return how often the server was waited for since the last call."""
        self._file.seek(0)
        told = self._file.read()
        self._file.seek(0)
        self._file.truncate()
        return told.count(b"ReadyForQuery")


def _names() -> dict[str, str]:
    """Return the tables and indexes of the database by their file's number."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_relation_filenode(held.oid)::text, coalesce(whole.relname || ' (toast)',"
            " held.relname) FROM pg_class AS held"
            " LEFT JOIN pg_index AS indexing ON indexing.indexrelid = held.oid"
            " LEFT JOIN pg_class AS whole ON whole.reltoastrelid IN (held.oid, indexing.indrelid)"
            " WHERE coalesce(whole.relnamespace, held.relnamespace) = 'public'::regnamespace"
            " AND pg_relation_filenode(held.oid) IS NOT NULL"
        )
        return dict(cursor.fetchall())


_RECORD: Final = re.compile(
    r"rmgr: (?P<rmgr>\w+)\s+len \(rec/tot\):\s+(?P<bytes>\d+)/.*?desc: (?P<what>\w+)"
    r"(?:.*?blkref #0: rel \d+/\d+/(?P<file>\d+))?"
)


def _place(found: re.Match[str], names: Mapping[str, str]) -> str | None:
    if found["what"] == "COMMIT":
        return "transaction"
    return names.get(found["file"] or "")


def _logged(step: Step, first: str, last: str, names: Mapping[str, str], folder: Path) -> None:
    """Add the records of the write-ahead log between two places in it."""
    told = subprocess.run(
        [str(binaries() / "pg_waldump"), "-p", str(folder), "-s", first, "-e", last],
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    for line in told.splitlines():
        # What belongs to no relation of ours is the server's own housekeeping.
        if (found := _RECORD.match(line)) and (place := _place(found, names)):
            step.records[place, found["what"].lower()] += 1
            step.wal[place] += int(found["bytes"])


class Scale:
    """Carries out steps in this process, and weighs each."""

    def __init__(self) -> None:
        self._wire = Wire()
        self.steps: dict[str, Step] = defaultdict(Step)
        with connection.cursor() as cursor:
            cursor.execute("SET track_functions = 'all'")
            # What a step has written to the log is read when its commit returns.
            cursor.execute("SET synchronous_commit = 'on'")
            cursor.execute("SHOW data_directory")
            self._wal = Path(cursor.fetchone()[0]) / "pg_wal"  # type: ignore[index]
        self._names = _names()

    def _now(self) -> tuple[str, dict[str, tuple[int, float]]]:
        """Return how long the log is, and what each function was called and took until now."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_current_wal_flush_lsn(), pg_stat_force_next_flush()")
            row = cursor.fetchone()
        with connection.cursor() as cursor:
            cursor.execute("SELECT funcname, calls, self_time FROM pg_stat_user_functions")
            functions = {name: (calls, took) for name, calls, took in cursor.fetchall()}
        assert row is not None
        return str(row[0]), functions

    def weigh(self, sort: Callable[[Counter[str]], str] | str, act: Callable[[], Any]) -> None:
        """Carry out a step and add it to those of its sort, which its statements may tell."""
        assert connection.connection is not None
        pid = connection.connection.info.backend_pid
        step = Step(count=1)

        def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            began, mine = _ran(pid), time.thread_time_ns()
            try:
                return execute(sql, params, many, context)
            finally:
                name = _name(sql)
                step.driver[name] += time.thread_time_ns() - mine
                step.backend[name] += _ran(pid) - began
                step.statements[name] += 1

        first, before = self._now()
        self._wire.round_trips()
        whole = _ran(pid)
        with connection.execute_wrapper(note):
            act()
        rest = _ran(pid) - whole - sum(step.backend.values())
        step.backend["BEGIN, COMMIT"] += rest
        step.round_trips = self._wire.round_trips()
        last, after = self._now()
        for name, (calls, took) in after.items():
            known = before.get(name, (0, 0.0))
            if calls > known[0]:
                step.calls[name] += calls - known[0]
                step.functions[name] += int(1000 * (took - known[1]))
        _logged(step, first, last, self._names, self._wal)
        self._add(sort if isinstance(sort, str) else sort(step.calls), step)

    def _add(self, sort: str, step: Step) -> None:
        total = self.steps[sort]
        total.count += 1
        total.round_trips += step.round_trips
        for name in ("statements", "backend", "driver", "functions", "calls", "records", "wal"):
            getattr(total, name).update(getattr(step, name))


def step_by_step(scale: Scale, table_id: int, wheel: int, people: Any, length: Length) -> None:
    """Play rounds of seven players at a table, and stakes at a wheel, one step after the other."""
    from tables import tasks
    from tables.games.blackjack import messages as bj
    from tables.games.core.money import Amount, BoxNo
    from tables.rounds import commands
    from tables.rows import table_rows as rows
    from tables.seating import services as seating

    def give(person: Any, at: int, command: Any) -> None:
        refused = commands.carry_out(
            player_id=person.player_id, table_id=at, command_id=uuid4(), command=command
        )
        assert refused is None, refused

    def sort(decision: str) -> Callable[[Counter[str]], str]:
        def of(calls: Counter[str]) -> str:
            if rows.read(table_id).due_at is None:
                return "settlement"
            return f"{decision}, hand over" if calls["ledger_post"] else decision

        return of

    for nth, person in enumerate(people[:7]):
        seating.sit_down(
            player_id=person.player_id, table_id=table_id, command_id=uuid4(), box=BoxNo(nth + 1)
        )

    def shoe() -> None:
        row = rows.read(table_id)
        if row.shoe_id is None:
            scale.weigh("shoe", lambda: tasks.make_equipment(table_id, row.shoe_sequence))

    for number in range(length.rounds):
        if number == length.warm:
            scale.steps.clear()
        shoe()
        for box in range(1, 8):
            bet = bj.Stake((bj.BoxStake(BoxNo(box), Amount(500)),))
            scale.weigh("stake", lambda b=box, bet=bet: give(people[b - 1], table_id, bet))
        for box in range(1, 8):
            scale.weigh("ready", lambda b=box: give(people[b - 1], table_id, bj.Ready()))
        while (view := _view(table_id)) is not None:
            if view.turn:
                box, hand = view.turn.box, view.turn.hand
                kind = bj.Hit if box < 7 else bj.Stand
                command = kind(box, hand)
                scale.weigh(
                    sort("hit" if kind is bj.Hit else "stand"),
                    lambda b=box, c=command: give(people[b - 1], table_id, c),
                )
            else:
                (box, *_) = [each.box for each in view.options if "decline" in each.command]
                scale.weigh(
                    sort("decline"), lambda b=box: give(people[b - 1], table_id, bj.Decline(b))
                )
    for number in range(length.stakes):
        if number == 10:
            scale.steps.pop("stake at a wheel")
        scale.weigh("stake at a wheel", lambda n=number: give(people[0], wheel, _wagers(n)))


def _view(table_id: int) -> Any:
    """Return the view of the round in play; `None` when it is over."""
    from tables.projections import live_round
    from tables.rows import table_rows as rows

    row = rows.read(table_id)
    live = live_round.load(row, rows.read_surroundings(row))
    return live.game.view(live.rules, live.state) if live.running else None


def steps_table(steps: Mapping[str, Step]) -> str:
    """Return what each sort of step counts."""
    rows = []
    for sort, step in steps.items():
        written = sum(
            count
            for (place, what), count in step.records.items()
            if what in ("insert", "update", "hot_update", "multi_insert", "delete")
        )
        indexed = sum(n for (_, what), n in step.records.items() if what.startswith("insert_"))
        rows.append(
            [
                sort,
                f"{step.count}",
                f"{step.round_trips / step.count:.1f}",
                f"{sum(step.statements.values()) / step.count:.1f}",
                f"{written / step.count:.1f}",
                f"{indexed / step.count:.1f}",
                f"{sum(step.wal.values()) / step.count:,.0f}",
                f"{sum(step.backend.values()) / step.count / 1000:,.0f}",
                f"{sum(step.driver.values()) / step.count / 1000:,.0f}",
            ]
        )
    return table(
        ["step", "of", "round trips", "statements", "rows", "in indexes", "WAL bytes",
         "backend, us", "execute, us"],
        rows,
    )  # fmt: skip


def details(sort: str, step: Step) -> str:
    """Return where the database's part of a sort of step goes."""
    each = step.count
    statements = [
        [
            name,
            f"{step.statements[name] / each:.2f}",
            f"{spent / each / 1000:,.0f}",
            f"{step.driver[name] / each / 1000:,.0f}",
        ]
        for name, spent in step.backend.most_common()
    ]
    functions = [
        [name, f"{step.calls[name] / each:.2f}", f"{took / each:,.0f}"]
        for name, took in step.functions.most_common()
    ]
    places = [
        [
            place,
            ", ".join(
                f"{what} {n / each:.2f}" for (of, what), n in step.records.items() if of == place
            ),
            f"{wal / each:,.0f}",
        ]
        for place, wal in step.wal.most_common()
    ]
    return "\n\n".join(
        [
            f"**{sort}**, {each} of them",
            table(["statement", "of them", "backend, us", "execute, us"], statements),
            table(["function, by itself", "calls", "us"], functions),
            table(["written", "records", "WAL bytes"], places),
        ]
    )


# --- the run -----------------------------------------------------------------------------------


def profile(folder: Path, length: Length) -> str:
    """Take the profile on a fresh database; return it as Markdown."""
    from tests.bench.__main__ import prepare

    os.environ["SHOE_CONTRIBUTIONS"] = os.environ["DRAW_CONTRIBUTIONS"] = "none"
    tables = prepare()
    import io

    from django.core.management import call_command

    from tables import tasks
    from tables.rows import table_rows as rows
    from tests.bench import people

    opened = io.StringIO()
    call_command("open_tables", "2", prefix="Wheel", rules="MC-EROU/demo", stdout=opened)
    wheels = [int(line) for line in opened.getvalue().split()]
    crew = people.people(7, "profiled", chips=100_000_00)
    for each in wheels:
        tasks.make_equipment(each, rows.read(each).shoe_sequence)
    with house(folder / "log", forked=length is SHORTEST) as built:
        built.staff()
        web = built.web("daphne", "tests.bench.seams:application")
        say("By sockets ...")
        hits, whole = asyncio.run(
            by_sockets(built, web, tables[:SOCKETS], crew[:SOCKETS], length.seconds)
        )
        staked = asyncio.run(at_the_wheel(built, web, wheels[0], crew[0], length.stakes))
        built.stop()
        say("Step by step ...")
        scale = Scale()
        step_by_step(scale, tables[SOCKETS], wheels[1], crew, length)
    spent = {"hit": hits, "whole rounds": whole, "stake at a wheel": staked}
    told = [parts_table(spent), steps_table(scale.steps)]
    told += [
        details(sort, scale.steps[sort])
        for sort in ("hit", "hit, hand over", "settlement", "stake at a wheel", "shoe")
        if sort in scale.steps
    ]
    return "\n\n".join(told)


def main() -> int:
    """Take the profile; return the exit code."""
    parser = argparse.ArgumentParser(prog="profile", description=__doc__)
    parser.add_argument("--shortest", action="store_true", help="only whether everything runs")
    given = parser.parse_args()
    if not (os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL")):
        env = {**os.environ, "SABOT_VAR": str(ROOT / "var" / "bench"), "SABOT_PROCESS": "bench"}
        command = [sys.executable, "-m", "casino.embedded", "run", "--"]
        command += [sys.executable, "-m", "tests.bench.profile", *sys.argv[1:]]
        return subprocess.run(command, cwd=ROOT, env=env, check=False).returncode
    folder = Path(os.environ.get("SABOT_VAR", ROOT / "var" / "bench")).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with fresh_database(migrated_database()) as url:
        os.environ["DATABASE_URL"] = url
        told = profile(folder, SHORTEST if given.shortest else FULL)
    (folder / "profile.md").write_text(f"{told}\n")
    say(f"\n{told}\n\nWritten to {folder / 'profile.md'}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
