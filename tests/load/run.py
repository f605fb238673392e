"""`make load PLAYERS=200`: real WebSocket players at human pace, at a house of their own.

With `--url` they go to a house that is running; those who find no box watch. Reports what they saw
and ends with 1 when a frame was lost or reordered, a command stayed without an answer, or anything
else went wrong. Only a house on this machine is ever addressed.
"""

import argparse
import asyncio
import contextlib
import gc
import json
import os
import re
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit

from casino.embedded.serve import web_processes
from tables.games import GAMES, UNNAMED
from tests.house import House, own_port
from tests.load.client import Client, Tally
from tests.load.costs import Costs
from tests.load.door import Door, DoorShut, KeyRing
from tests.load.hostile import attack
from tests.load.play import STAKES, Broke, NoBox, Place, Temper, player_of

ROOT: Final = Path(__file__).resolve().parents[2]
FREE: Final = 2
"""Boxes that stay free at each table when it is opened for a run."""
HUMAN: Final = Temper(think=(0.8, 3.0), insures=0.1, rest=0.05)
AT_ONCE: Final = 4
"""Sign-ups and connections that are under way at the same time."""
ARRIVES: Final = 300.0
"""Seconds until everybody must have been shown the table, on a busy machine."""
SIT_DOWN: Final = 20.0
"""Players who sit down in a second, as a full evening begins."""
CHECKED: Final = 100
"""Of so many frames of each socket one is read with the types of the protocol."""


def say(text: str) -> None:
    """Print a line for the person at the keyboard."""
    print(text, flush=True)  # noqa: T201


@dataclass(frozen=True, slots=True)
class Plan:
    """Who plays where."""

    players: int
    tables: tuple[int, ...]
    seconds: float
    temper: Temper = HUMAN
    drop_every: float = 0.0
    """Seconds after which each player's network breaks for a moment; 0 is never."""
    arrive: float = 3.0
    """Seconds over which they sit down."""
    checked: int = 1
    """Of so many frames of each socket one is read with the types of the protocol."""
    stakes: int = 0
    """The run ends once so many were accepted, before its seconds are over; 0 is never."""
    folders: tuple[Path, ...] = ()
    """Where the house keeps the process ids of its parts, when that is known."""

    async def places(self, door: Door) -> list[Place]:
        """Return where each player goes; whoever finds no box left only watches."""
        listed = {int(each["id"]): each for each in await door.tables()}
        return [
            place_at(listed[self.tables[number % len(self.tables)]], number // len(self.tables))
            for number in range(self.players)
        ]


def place_at(table: Mapping[str, Any], nth: int) -> Place:
    """Return the place of the nth player, from 0, at a table of the lobby."""
    boxes = int(table["boxes"])
    wanted = tuple((nth + turn) % boxes + 1 for turn in range(boxes)) if nth < boxes else ()
    stands = player_of(table["game"]).stands
    return Place(
        int(table["id"]), table["game"], boxes, table["minimum"] or 0, wanted, stands=stands
    )


@dataclass(frozen=True, slots=True)
class Evening:
    """What the players of a run saw."""

    seating: Tally
    """While they sat down."""
    tally: Tally
    """From then on."""
    lasted: float
    """Seconds, from then on."""
    costs: Sequence[str]
    """What it cost, as lines for a terminal."""

    @property
    def clean(self) -> bool:
        """Tell whether nothing was lost, reordered, unanswered or wrong."""
        return self.seating.clean and self.tally.clean


async def run(
    plan: Plan, door: Door, keys: KeyRing, enough: asyncio.Event | None = None
) -> tuple[Tally, float]:
    """Play as `spend` does; return all that the players saw, and for how long they played."""
    evening = await spend(plan, door, keys, enough)
    total = Tally()
    for tally in (evening.seating, evening.tally):
        total += tally
    return total, evening.lasted


async def spend(
    plan: Plan, door: Door, keys: KeyRing, enough: asyncio.Event | None = None
) -> Evening:
    """Let everybody in, let them sit down, and play for the plan's seconds.

    Stops earlier when somebody sets `enough`.
    """
    places = await plan.places(door)
    cookies = await _let_in(places, keys)
    gate = asyncio.Semaphore(4 * AT_ONCE)
    everybody = [
        Client(
            door,
            place.table,
            cookie,
            hurried=player_of(place.game).hurried,
            checked=plan.checked,
        )
        for place, cookie in zip(places, cookies, strict=True)
    ]
    started = asyncio.Event()
    tasks = [
        asyncio.create_task(_play(client, Random(number), places[number], plan, gate, started))
        for number, client in enumerate(everybody)
    ]
    try:
        async with asyncio.timeout(ARRIVES):
            for client in everybody:
                await client.ready(ARRIVES)
        _anew(everybody)
        # A collection of a hundred players' objects would look like a slow server.
        gc.collect()
        gc.freeze()
        stop = asyncio.create_task((enough or asyncio.Event()).wait())
        over = [stop, asyncio.create_task(asyncio.wait(tasks))]
        started.set()
        await asyncio.wait(over, timeout=plan.arrive, return_when=asyncio.FIRST_COMPLETED)
        seating, began, costs = _anew(everybody), time.monotonic(), Costs(plan.folders)
        if plan.stakes:
            over.append(asyncio.create_task(_staked(everybody, plan.stakes)))
        await asyncio.wait(over, timeout=plan.seconds, return_when=asyncio.FIRST_COMPLETED)
        for each in over:
            each.cancel()
        total, lasted = _anew(everybody), time.monotonic() - began
        told = costs.told(total.commands)
    finally:
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
        gc.unfreeze()
    total.errors += [repr(end) for end in ends if isinstance(end, Exception)]
    return Evening(seating, total, lasted, told)


async def _staked(everybody: Sequence[Client], stakes: int) -> None:
    """Wait until so many stakes were accepted since all last began to count."""

    def accepted(client: Client) -> int:
        notes = client.tally.notes.items()
        return sum(count for note, count in notes if note.startswith(STAKES))

    while sum(map(accepted, everybody)) < stakes:  # noqa: ASYNC110
        await asyncio.sleep(0.1)


def _anew(everybody: Sequence[Client]) -> Tally:
    """Return what all have seen since they last began to count, and let them begin again."""
    total = Tally()
    for client in everybody:
        total += client.tally
        client.tally = Tally()
    return total


async def _let_in(places: Sequence[Place], keys: KeyRing) -> list[str | None]:
    """Return a session for everybody who plays; watchers stay anonymous."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(number: int, place: Place) -> str | None:
        if not place.plays:
            return None
        name = f"load-{number + 1:04}"
        async with gate:
            cookie = await keys.cookie(name)
        if cookie is None:
            raise DoorShut(f"{name} has another password here: remove that player's house.")
        return cookie

    return await asyncio.gather(*(one(number, place) for number, place in enumerate(places)))


async def _play(
    client: Client,
    chance: Random,
    place: Place,
    plan: Plan,
    gate: asyncio.Semaphore,
    started: asyncio.Event,
) -> None:
    player = player_of(place.game)(client, chance, plan.temper, place)
    async with gate:
        await client.__aenter__()
        await client.ready(ARRIVES)
    try:
        await started.wait()
        breaking = asyncio.create_task(_break(client, plan, chance))
        try:
            if not place.plays:
                await asyncio.Event().wait()
            if place.boxes:
                await asyncio.sleep(chance.uniform(0, plan.arrive))
            await player.play()
        except Broke:
            client.tally.notes["went home broke"] += 1
            await asyncio.Event().wait()
        except NoBox:
            client.tally.notes["found no box"] += 1
            await asyncio.Event().wait()
        finally:
            breaking.cancel()
    finally:
        # Whose chips are in play stays seated; the house frees the box after a while.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2):
                await player.leave()
        await client.__aexit__()


async def _break(client: Client, plan: Plan, chance: Random) -> None:
    while plan.drop_every:
        await asyncio.sleep(chance.uniform(0.5, 1.5) * plan.drop_every)
        await client.drop()


def report(evening: Evening, plan: Plan) -> str:
    """Return the run as lines for a terminal."""
    tally, lasted, seating = evening.tally, evening.lasted, evening.seating
    lines = [
        f"{plan.arrive:.0f} s of sitting down: {seating.commands} commands,"
        f" refusals {dict(seating.refusals.most_common())},"
        f" lost {seating.lost}, reordered {seating.reordered}, resyncs {seating.resyncs},"
        f" unanswered {seating.unanswered}, errors {len(seating.errors)}",
        f"{plan.players} players at {len(plan.tables)} tables for {lasted:.1f} s",
        f"frames      {tally.frames:>8}  {tally.frames / lasted:>9.1f}/s",
        f"messages    {tally.messages:>8}  {tally.messages / lasted:>9.1f}/s",
        f"commands    {tally.commands:>8}  {tally.commands / lasted:>9.1f}/s",
    ]
    if len(tally.latencies) > 1:
        cuts = statistics.quantiles(tally.latencies, n=100, method="inclusive")
        p50, p95, p99 = (1000 * cuts[each - 1] for each in (50, 95, 99))
        lines.append(f"command to its frame: p50 {p50:.1f} ms, p95 {p95:.1f} ms, p99 {p99:.1f} ms")
    lines += [
        f"refusals    {tally.refusals.total():>8}  of {tally.commands} commands",
        *(f"  {code:<20} {count:>6}" for code, count in tally.refusals.most_common()),
        f"reconnections: {tally.reconnections}   gaps healed by a resync: {tally.resyncs}",
        *(f"{what}: {count}" for what, count in tally.notes.items()),
        f"lost frames: {tally.lost}   reordered frames: {tally.reordered}"
        f"   commands without an answer: {tally.unanswered}",
        f"beats: {tally.beats}   lines that a page would have taken for lost: {tally.silences}",
        f"errors: {len(tally.errors)}",
        *(f"  {error}" for error in (*seating.errors[:5], *tally.errors[:5])),
        *evening.costs,
        "clean: nothing lost, reordered or refused to an honest player"
        if evening.clean
        else "NOT CLEAN",
    ]
    return "\n".join(lines)


def tables_of(output: str) -> tuple[int, ...]:
    """Return the ids that the operators' command `open_tables` printed."""
    return tuple(int(line) for line in output.split() if line.isdigit())


@contextlib.contextmanager
def own_house() -> Iterator[House]:
    """Open a house on the servers of our environment; its players stay for the next time.

    They take part in the making of each shoe.
    """
    folder = Path(os.environ.get("SABOT_VAR", ROOT / "var" / "load")).resolve() / "house"
    full = {
        "SHOE_CONTRIBUTIONS": "full",
        "API_PER_MINUTE": "100000",
        "WEB_PROCESSES": str(web_processes()),
    }
    house = House(folder, own_port(), os.environ["DATABASE_URL"], env=full)
    try:
        house.open()
        yield house
    finally:
        if house.process is not None:
            house.stop()


def at_own_house(arguments: argparse.Namespace) -> int:
    """Open a house, play there, close it; return the exit code."""
    with own_house() as house:
        tables = tables_of(house.manage(*_tables_for(arguments.game, arguments.players)))
        arguments.folders = (house.var / "run", Path(os.environ["SABOT_VAR"]) / "run")
        return asyncio.run(play(arguments, house.base_url, tables, house.var / "players.json"))


def house_of_this_folder() -> str:
    """Return the address of the house that `make run` opened here, empty when none is open."""
    with contextlib.suppress(OSError):
        told = (ROOT / "var" / "run" / "lock").read_text()
        if found := re.search(r"http://\S+[0-9]", told):
            with urllib.request.urlopen(f"{found[0]}/healthz", timeout=5):  # noqa: S310
                return found[0]
    return ""


def _tables_for(game: str, players: int) -> tuple[str, ...]:
    """Return the operators' command that opens enough tables; where nobody sits all share one.

    They are played by the rules of the game's first table in the demo house.
    """
    demo = GAMES[game].demo[0]
    boxes = GAMES[game].box_count(GAMES[game].books[demo.book].rules)
    count = max(1, -(-players // max(1, boxes - FREE))) if boxes else 1
    prefix = f"Charge {GAMES[game].wording.name[0]}"
    return ("open_tables", str(count), "--prefix", prefix, "--rules", demo.series)


def open_tables(game: str, players: int) -> tuple[int, ...]:
    """Have enough tables open at the house of this folder; return their ids."""
    done = subprocess.run(
        [sys.executable, "manage.py", *_tables_for(game, players)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return tables_of(done.stdout)


def at_running_house(arguments: argparse.Namespace) -> int:
    """Play at a house that is running; return the exit code."""
    keys = ROOT / "var" / "load" / f"{urlsplit(arguments.url).port}.json"
    return asyncio.run(play(arguments, arguments.url, tuple(arguments.tables), keys))


async def play(arguments: argparse.Namespace, url: str, tables: tuple[int, ...], keys: Path) -> int:
    """Let everybody in, play, and report; return the exit code."""
    if arguments.hostile:
        return await under_attack(arguments, url, tables, keys)
    try:
        door = Door(url)
        tables = tables or tuple(
            int(table["id"])
            for table in await door.tables()
            if (table["status"], table["game"]) == ("open", arguments.game)
        )
        plan = Plan(
            arguments.players,
            tables,
            arguments.seconds,
            replace(HUMAN, think=tuple(arguments.think), spread=arguments.spread),
            drop_every=arguments.drop_every,
            arrive=arguments.players / SIT_DOWN if arguments.arrive is None else arguments.arrive,
            checked=CHECKED,
            stakes=arguments.stakes,
            folders=arguments.folders,
        )
        say(f"Letting {plan.players} players in; the first time each of them signs up.")
        evening = await spend(plan, door, KeyRing(keys, door))
    except DoorShut as shut:
        say(str(shut))
        return 1
    say(report(evening, plan))
    if arguments.json:
        _write(Path(arguments.json), evening.tally, evening.lasted)
    return 0 if evening.clean else 1


async def under_attack(
    arguments: argparse.Namespace, url: str, tables: tuple[int, ...], keys: Path
) -> int:
    """Time an honest player while a hostile one attacks another table; return the exit code."""
    if len(tables) < 2:
        say("An attack needs two tables: the honest player's and another.")
        return 1
    timed = await attack(url, arguments.hostile, tables[:2], keys, seconds=arguments.seconds)
    say(timed.told())
    return 0 if timed.holds else 1


def _write(path: Path, tally: Tally, lasted: float) -> None:
    found = {
        "frames": tally.frames,
        "commands": tally.commands,
        "lost": tally.lost,
        "reordered": tally.reordered,
        "unanswered": tally.unanswered,
        "errors": tally.errors,
        "refusals": tally.refusals,
        "notes": tally.notes,
        "seconds": lasted,
    }
    path.write_text(json.dumps(found, indent=1))


def main() -> int:
    """Run the load test; return its exit code."""
    parser = argparse.ArgumentParser(prog="load", description=__doc__)
    parser.add_argument("--game", default=UNNAMED, choices=GAMES)
    parser.add_argument(
        "--spread",
        type=float,
        default=HUMAN.spread,
        help="seconds over which a window's stakes are spread",
    )
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument(
        "--stakes", type=int, default=0, help="end earlier, once so many were accepted"
    )
    parser.add_argument("--url", help="a house; by default the one that runs in this folder")
    parser.add_argument("--tables", type=int, nargs="*", default=[], help="ids, with --url")
    parser.add_argument(
        "--drop-every", type=float, default=0, help="break each socket so often (s)"
    )
    parser.add_argument(
        "--think",
        type=float,
        nargs=2,
        default=HUMAN.think,
        metavar=("LEAST", "MOST"),
        help="seconds before a decision; small ones are harder than any evening",
    )
    parser.add_argument(
        "--hostile",
        type=int,
        default=0,
        metavar="SOCKETS",
        help="instead of an evening: one hostile player with so many sockets, and one honest",
    )
    parser.add_argument(
        "--arrive",
        type=float,
        help=f"seconds over which all sit down; by default {SIT_DOWN:.0f} players in a second",
    )
    parser.set_defaults(folders=())
    parser.add_argument("--json", help="also write the figures to this file")
    arguments = parser.parse_args()
    if arguments.url:
        return at_running_house(arguments)
    if url := house_of_this_folder():
        arguments.url, arguments.tables = url, open_tables(arguments.game, arguments.players)
        arguments.folders = (ROOT / "var" / "run",)
        return at_running_house(arguments)
    if os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL"):
        return at_own_house(arguments)
    say("No house is open here: `make run` opens one, or name another: --url http://127.0.0.1:8000")
    return 1


if __name__ == "__main__":
    sys.exit(main())
