"""`make load PLAYERS=200`: real WebSocket players at human pace, at a house that is running.

It is the house of `SABOT_VAR` or `PORT`, or any by `--url` (docs/load-testing.md). How many can sit
is asked first; the others stand where the game lets them, or watch. Reports what they saw and ends
with 1 when a frame was lost or reordered, a command stayed without an answer, or anything else went
wrong; 2 when nobody could play, with a sentence that says why.
"""

import argparse
import asyncio
import contextlib
import gc
import json
import os
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Final, TypeVar

from casino.embedded.serve import web_processes
from tables.games import GAMES, UNNAMED
from tests.house import House, own_port
from tests.load.client import Client, Tally
from tests.load.costs import Costs
from tests.load.door import ROOT, VAR, Door, DoorShut, KeyRing, address, running
from tests.load.hostile import attack
from tests.load.play import STAKES, Broke, NoBox, Place, Temper, player_of

T = TypeVar("T")

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
    shown_within: float = ARRIVES
    """Seconds that the run waits for players who are not shown their table."""

    async def places(self, door: Door) -> list[Place]:
        """Return where each player goes; those for whom no box is left stand or watch."""
        listed = {int(each["id"]): each for each in await door.tables()}
        if unknown := sorted({*self.tables} - listed.keys()):
            raise DoorShut(
                f"{door.url} has no table {', '.join(map(str, unknown))};"
                f" it has {', '.join(map(str, sorted(listed))) or 'none'}."
            )
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

    in_play: int
    """How many were let in and shown their table."""

    @property
    def clean(self) -> bool:
        """Tell whether nothing was lost, reordered, unanswered or wrong."""
        return self.seating.clean and self.tally.clean


class Ended(Exception):
    """The run was ended before anybody played."""


def capacity(tables: Sequence[Mapping[str, Any]], players: int) -> str:
    """Say in one sentence how many of so many players can sit at tables of the lobby."""
    boxes = sum(int(each["boxes"]) for each in tables)
    free = boxes - sum(int(each["seated"]) for each in tables if each["boxes"])
    game = tables[0]["game"]
    count = f"{len(tables)} table{'s' if len(tables) > 1 else ''} of {game}"
    if not boxes:
        return f"{count}, at which everybody stands: all {players} play."
    seated = min(players, free)
    others = "stand" if player_of(game).stands else "watch"
    rest = f", {players - seated} {others}" if players > seated else ""
    return f"{count}, {free} of {boxes} boxes free: {seated} sit{rest}."


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

    Stops earlier when somebody sets `enough`; raises `Ended` when that is before anybody plays, and
    `DoorShut` when nobody is let in or shown a table.
    """
    enough = enough or asyncio.Event()
    places = await plan.places(door)
    admitted = await _unless(enough, _let_in(places, keys))
    gate = asyncio.Semaphore(4 * AT_ONCE)
    everybody = [
        Client(
            door,
            place.table,
            cookie,
            hurried=player_of(place.game).hurried,
            checked=plan.checked,
        )
        for place, cookie in admitted
    ]
    started = asyncio.Event()
    tasks = [
        asyncio.create_task(_play(client, Random(number), place, plan, gate, started))
        for number, (client, (place, _)) in enumerate(zip(everybody, admitted, strict=True))
    ]
    try:
        shown = await _unless(enough, _shown(everybody, plan.shown_within))
        _anew(everybody)
        # A collection of a hundred players' objects would look like a slow server.
        gc.collect()
        gc.freeze()
        stop = asyncio.create_task(enough.wait())
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
    return Evening(seating, total, lasted, told, shown)


async def _unless(enough: asyncio.Event, work: Coroutine[Any, Any, T]) -> T:
    """Return what the work returns; raises `Ended` when `enough` is set before."""
    working = asyncio.create_task(work)
    ending = asyncio.create_task(enough.wait())
    try:
        await asyncio.wait({working, ending}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Ended
        return working.result()
    finally:
        for task in (working, ending):
            task.cancel()
        await asyncio.gather(working, ending, return_exceptions=True)


async def _settled(everybody: Sequence[Client], within: float) -> None:
    """Wait until all have been shown the table or turned away, or so many seconds are over."""
    loop = asyncio.get_running_loop()
    until = loop.time() + within
    while loop.time() < until:
        if all(client.frame is not None or client.turned_away for client in everybody):
            return
        await asyncio.sleep(0.1)


async def _shown(everybody: Sequence[Client], within: float) -> int:
    """Return how many have been shown the table in time, or before all others were turned away.

    Raises `DoorShut` where nobody was.
    """
    await _settled(everybody, within)
    shown = sum(client.frame is not None for client in everybody)
    if shown < len(everybody):
        total = Tally()
        for client in everybody:
            total += client.tally
        seen = [f"{note}: {count}" for note, count in total.notes.items()]
        seen += [*dict.fromkeys(total.errors)][:3]
        why = "; ".join(seen) or f"nothing came within {within:.0f} s"
        missing = len(everybody) - shown
        sentence = f"{missing} of {len(everybody)} players were not shown their table ({why})."
        if not shown:
            raise DoorShut(sentence)
        say(sentence)
    return shown


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


async def _let_in(places: Sequence[Place], keys: KeyRing) -> list[tuple[Place, str]]:
    """Return those who are let in, with a session each.

    A house may let only so many sign up from one address: once it has refused one, nobody else asks
    for it, and the others play on. Raises `DoorShut` where nobody is let in.
    """
    gate = asyncio.Semaphore(AT_ONCE)
    refusals: list[DoorShut] = []

    async def one(number: int, place: Place) -> tuple[Place, str] | None:
        name = f"load-{number + 1:04}"
        async with gate:
            if refusals and name not in keys:
                return None
            try:
                cookie = await keys.cookie(name)
            except DoorShut as shut:
                refusals.append(shut)
                return None
        if cookie is None:
            refusals.append(
                DoorShut(f"{name} has another password here: remove that player's house.")
            )
            return None
        return place, cookie

    asked = await asyncio.gather(*(one(number, place) for number, place in enumerate(places)))
    admitted = [each for each in asked if each is not None]
    if refusals:
        if not admitted:
            raise refusals[0]
        say(f"{len(admitted)} of {len(places)} players were let in: {refusals[0]}")
    return admitted


async def _play(
    client: Client,
    chance: Random,
    place: Place,
    plan: Plan,
    gate: asyncio.Semaphore,
    started: asyncio.Event,
) -> None:
    player = player_of(place.game)(client, chance, plan.temper, place)
    try:
        async with gate:
            await client.__aenter__()
            await _settled([client], plan.shown_within)
        await started.wait()
        breaking = asyncio.create_task(_break(client, plan, chance))
        try:
            while client.frame is None or not place.plays:
                await client.changed()
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
        f"{evening.in_play} of {plan.players} players at {len(plan.tables)} tables"
        f" for {lasted:.1f} s",
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
    """Have enough tables open at the house of `SABOT_VAR`; return their ids."""
    done = subprocess.run(
        [sys.executable, "manage.py", *_tables_for(game, players)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        why = done.stderr.strip().rpartition("\n")[2] or "manage.py open_tables failed"
        raise DoorShut(f"No tables could be opened: {why}")
    return tables_of(done.stdout)


async def play(arguments: argparse.Namespace, url: str, tables: tuple[int, ...], keys: Path) -> int:
    """Let everybody in, play, and report; return the exit code."""
    enough = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, enough.set)
    if arguments.hostile:
        return await under_attack(arguments, url, tables, keys)
    door = Door(url, permitted=arguments.permitted)
    listed = [
        table
        for table in await door.tables()
        if int(table["id"]) in tables
        or (not tables and (table["status"], table["game"]) == ("open", arguments.game))
    ]
    if not listed and not tables:
        raise DoorShut(
            f"No table of {arguments.game} is open at {door.url}: its operator opens some"
            " (manage.py open_tables), or GAME= names another game."
        )
    plan = Plan(
        arguments.players,
        tables or tuple(int(table["id"]) for table in listed),
        arguments.seconds,
        replace(HUMAN, think=tuple(arguments.think), spread=arguments.spread),
        drop_every=arguments.drop_every,
        arrive=arguments.players / SIT_DOWN if arguments.arrive is None else arguments.arrive,
        checked=CHECKED,
        stakes=arguments.stakes,
        folders=arguments.folders,
        shown_within=arguments.shown_within,
    )
    if listed:
        say(capacity(listed, plan.players))
    say(f"Letting {plan.players} players in; the first time each of them signs up.")
    evening = await spend(plan, door, KeyRing(keys, door), enough)
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
    parser.add_argument(
        "--url", help="a house; by default that of PORT or SABOT_VAR, where tables are opened"
    )
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
    parser.add_argument(
        "--permitted", action="store_true", help="the operator of a house elsewhere has agreed"
    )
    parser.add_argument(
        "--shown-within",
        type=float,
        default=ARRIVES,
        metavar="SECONDS",
        help="how long players are waited for who are not shown their table",
    )
    parser.set_defaults(folders=())
    parser.add_argument("--json", help="also write the figures to this file")
    arguments = parser.parse_args()
    if arguments.players < 1:
        parser.error("--players: at least one")
    try:
        return played(arguments)
    except DoorShut as shut:
        say(str(shut))
    except (Ended, KeyboardInterrupt):
        say("Ended before anybody played.")
    return 2


def played(arguments: argparse.Namespace) -> int:
    """Find the house, open tables where that is ours to do, and play; return the exit code.

    Raises `DoorShut` and `Ended`.
    """
    servers = os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL")
    if servers and not (arguments.url or os.environ.get("PORT") or running()):
        return at_own_house(arguments)
    url = address(arguments.url)
    door = Door(url, permitted=arguments.permitted)
    asyncio.run(door.tables())
    tables = tuple(arguments.tables)
    if url == running():
        arguments.folders = (VAR / "run",)
        tables = tables or (() if arguments.url else open_tables(arguments.game, arguments.players))
    return asyncio.run(play(arguments, url, tables, VAR / "load" / f"{door.name}.json"))


if __name__ == "__main__":
    sys.exit(main())
