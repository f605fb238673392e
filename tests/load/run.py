"""`make load PLAYERS=200`: real WebSocket players at human pace, at a house of their own.

With PORT, SABOT_VAR or `--url` they go to a house that is running; those who find no box watch, or
stand. Reports what they saw and ends with 1 when a frame was lost or reordered, a command stayed
without an answer, or anything else went wrong. A house on another machine is addressed only
`--with-permission` (docs/load-testing.md).
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
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Final

from casino.embedded.serve import web_processes
from tables.games import GAMES, UNNAMED
from tests.house import House, own_port
from tests.load.client import Client, Tally, TurnedAway
from tests.load.costs import Costs
from tests.load.door import (
    ROOT,
    Door,
    DoorShut,
    KeyRing,
    NoAccount,
    address,
    folder,
    house_of_this_folder,
)
from tests.load.hostile import attack
from tests.load.play import STAKES, Broke, NoBox, Place, Player, Temper, player_of

KEYS: Final = ROOT / "var" / "load"
"""Where the passwords of a house's scripted players are kept."""
FREE: Final = 2
"""Boxes that stay free at each table when it is opened for a run."""
HUMAN: Final = Temper(think=(0.8, 3.0), insures=0.1, rest=0.05)
AT_ONCE: Final = 4
"""Sign-ups and connections that are under way at the same time."""
ARRIVES: Final = 300.0
"""Seconds until everybody must have been shown the table, on a busy machine."""
GONE: Final = 10.0
"""Seconds without anybody at the house's address after which it is taken for closed."""
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
    names: str = "load"
    """How the names of its players begin."""

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

    Stops earlier when somebody sets `enough`, or the house is gone. Raises `DoorShut` where nobody
    was let in.
    """
    enough = enough or asyncio.Event()
    places = await plan.places(door)
    visitors = await _let_in(places, keys, plan.names, enough)
    gate = asyncio.Semaphore(4 * AT_ONCE)
    everybody = [
        Client(
            door,
            place.table,
            cookie,
            hurried=player_of(place.game).hurried,
            checked=plan.checked,
        )
        for place, cookie in visitors
    ]
    started = asyncio.Event()
    arrivals = [asyncio.get_running_loop().create_future() for _ in everybody]
    tasks = [
        asyncio.create_task(
            _play(
                client, Random(number), visitors[number][0], plan, gate, started, arrivals[number]
            )
        )
        for number, client in enumerate(everybody)
    ]
    stop = asyncio.create_task(_set(enough))
    gone = asyncio.create_task(_gone(everybody, door))
    try:
        await _all_arrive(arrivals, stop, gone)
        absent = Counter(said for each in arrivals if (said := each.done() and each.result()))
        if absent.total() == len(everybody):
            raise DoorShut(f"The house let nobody in: {', '.join(absent)}.")
        _anew(everybody)
        # A collection of a hundred players' objects would look like a slow server.
        gc.collect()
        gc.freeze()
        over = [stop, gone, asyncio.create_task(asyncio.wait(tasks))]
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
        for task in (stop, gone, *tasks):
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
        gc.unfreeze()
    total.errors += [repr(end) for end in ends if isinstance(end, Exception)]
    if gone.done() and not gone.cancelled():
        total.errors.append("the house closed while they played")
    total.notes.update({f"were not let in: {why}": count for why, count in absent.items()})
    return Evening(seating, total, lasted, told)


async def _all_arrive(
    arrivals: Sequence["asyncio.Future[str]"], *ends: "asyncio.Task[None]"
) -> None:
    """Wait until everybody was shown his table or turned away; raises `DoorShut` at an end."""
    together = asyncio.ensure_future(asyncio.wait(arrivals))
    try:
        await asyncio.wait((together, *ends), return_when=asyncio.FIRST_COMPLETED)
    finally:
        together.cancel()
    if not all(each.done() for each in arrivals):
        raise DoorShut("It ended before all were shown their tables: nothing was measured.")


async def _set(event: asyncio.Event) -> None:
    await event.wait()


async def _gone(everybody: Sequence[Client], door: Door) -> None:
    """Wait until nobody is connected and nobody listens at the house's address, for `GONE` seconds.

    While its web processes start again, the house's launcher listens.
    """
    since = time.monotonic()
    while time.monotonic() - since < GONE:
        await asyncio.sleep(0.5)
        if any(each.connected for each in everybody) or await door.listens():
            since = time.monotonic()


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


async def _let_in(
    places: Sequence[Place], keys: KeyRing, names: str, stopped: asyncio.Event
) -> list[tuple[Place, str | None]]:
    """Return everybody's place, and a session for those who play; watchers stay anonymous.

    Where the house opens no more accounts those who have none only watch. Raises `DoorShut` where
    nobody has one.
    """
    gate = asyncio.Semaphore(AT_ONCE)
    refused: list[NoAccount] = []

    async def one(number: int, place: Place) -> tuple[Place, str | None]:
        if not place.plays:
            return place, None
        name = f"{names}-{number + 1:04}"
        async with gate:
            if stopped.is_set():
                raise DoorShut("Stopped before all were let in: nothing was measured.")
            try:
                cookie = await keys.cookie(name, opens=not refused)
            except NoAccount as shut:
                refused.append(shut)
                return place.watched(), None
        if cookie is None:
            raise DoorShut(f"{name} is somebody else here: --names gives the players others.")
        return place, cookie

    let_in = await asyncio.gather(*(one(number, place) for number, place in enumerate(places)))
    if refused:
        players = sum(cookie is not None for _, cookie in let_in)
        if not players:
            raise refused[0]
        say(f"{len(refused)} players have no account and only watch. {refused[0]}")
    return let_in


async def _play(
    client: Client,
    chance: Random,
    place: Place,
    plan: Plan,
    gate: asyncio.Semaphore,
    started: asyncio.Event,
    arrived: "asyncio.Future[str]",
) -> None:
    """Come in, say why not, if not, and play once all have come."""
    player = player_of(place.game)(client, chance, plan.temper, place)
    async with contextlib.AsyncExitStack() as stack:
        async with gate:
            await stack.enter_async_context(client)
            arrived.set_result(why := await _shown(client))
        if why:
            return
        try:
            await started.wait()
            await _sit_and_play(player, plan, chance)
        finally:
            # Whose chips are in play stays seated; the house frees the box after a while.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(2):
                    await player.leave()


async def _shown(client: Client) -> str:
    """Wait until a player is shown his table; return why not, nothing where he is."""
    try:
        await client.ready(ARRIVES)
    except TurnedAway as away:
        return str(away)
    except TimeoutError:
        return f"shown no table for {ARRIVES:.0f} s"
    return ""


async def _sit_and_play(player: Player, plan: Plan, chance: Random) -> None:
    """Play until cancelled; whoever cannot only watches."""
    client, place = player.client, player.place
    breaking = asyncio.create_task(_break(client, plan, chance))
    try:
        if place.plays:
            if place.boxes:
                await asyncio.sleep(chance.uniform(0, plan.arrive))
            with _noted(client):
                await player.play()
        await asyncio.Event().wait()
    finally:
        breaking.cancel()


@contextlib.contextmanager
def _noted(client: Client) -> Iterator[None]:
    """Count why somebody plays no more."""
    try:
        yield
    except Broke:
        client.tally.notes["went home broke"] += 1
    except NoBox:
        client.tally.notes["found no box"] += 1


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


def _tables_for(game: str, players: int) -> tuple[str, ...]:
    """Return the operators' command that opens enough tables; where nobody sits all share one.

    They are played by the rules of the game's first table in the demo house.
    """
    demo = GAMES[game].demo_tables[0]
    boxes = GAMES[game].box_count(GAMES[game].books[demo.book].rules)
    count = max(1, -(-players // max(1, boxes - FREE))) if boxes else 1
    prefix = f"Charge {GAMES[game].wording.name[0]}"
    return ("open_tables", str(count), "--prefix", prefix, "--rules", demo.series)


def open_tables(game: str, players: int) -> tuple[int, ...]:
    """Have enough tables open at the house of this folder; return their ids.

    Raises `DoorShut` where it does not let us.
    """
    done = subprocess.run(
        [sys.executable, "manage.py", *_tables_for(game, players)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        why = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
        raise DoorShut(f"No tables could be opened here: {''.join(why)}")
    return tables_of(done.stdout)


def seats(places: Sequence[Place], listed: Mapping[int, Mapping[str, Any]]) -> str:
    """Return the sentence that says how many of those who come can play, and why."""
    tables = {place.table: listed[place.table] for place in places}
    boxes, held = (sum(int(each[name]) for each in tables.values()) for name in ("boxes", "seated"))
    play = sum(place.plays for place in places)
    for number, table in tables.items():
        sit = [each for each in places if each.table == number and each.wanted and not each.stands]
        play -= max(0, len(sit) - int(table["boxes"]) + int(table["seated"]))
    room = f"{boxes} boxes, {held} of them held" if boxes else "room for everybody"
    watch = f"; the other {len(places) - play} watch" if play < len(places) else ""
    return f"{play} of {len(places)} players play at {len(tables)} tables with {room}{watch}."


async def at_running_house(arguments: argparse.Namespace) -> int:
    """Play at a house that is running; return the exit code."""
    arguments.url = address(arguments.url)
    if arguments.url.rstrip("/") == house_of_this_folder():
        if not arguments.tables:
            arguments.tables = open_tables(arguments.game, arguments.players)
        arguments.folders = (folder() / "run",)
    door = Door(arguments.url, elsewhere=arguments.with_permission)
    keys = KEYS / f"{door.name}.json"
    return await play(arguments, arguments.url, tuple(arguments.tables), keys)


async def chosen(door: Door, tables: tuple[int, ...], game: str) -> tuple[int, ...]:
    """Return the tables to play at: those named, else all of the game that are open.

    Raises `DoorShut` where there are none.
    """
    of_game = {
        int(each["id"]): each["status"] == "open"
        for each in await door.tables()
        if tables or each["game"] == game
    }
    found = tuple(each for each in tables or of_game if of_game.get(each))
    if missing := [str(each) for each in tables if each not in found]:
        raise DoorShut(f"No such table is open at {door.url}: {', '.join(missing)}.")
    if not found:
        raise DoorShut(
            f"No table of {game} is open at {door.url}: its operator opens some, or GAME= names"
            " another game."
        )
    return found


async def play(arguments: argparse.Namespace, url: str, tables: tuple[int, ...], keys: Path) -> int:
    """Let everybody in, play, and report; return the exit code.

    The first Ctrl-C ends the evening, and what was seen until then is reported. Raises `DoorShut`.
    """
    if arguments.hostile:
        return await under_attack(arguments, url, tables, keys)
    door = Door(url, elsewhere=arguments.with_permission)
    plan = Plan(
        arguments.players,
        await chosen(door, tables, arguments.game),
        arguments.seconds,
        replace(HUMAN, think=tuple(arguments.think), spread=arguments.spread),
        drop_every=arguments.drop_every,
        arrive=arguments.players / SIT_DOWN if arguments.arrive is None else arguments.arrive,
        checked=CHECKED,
        stakes=arguments.stakes,
        folders=arguments.folders,
        names=arguments.names,
    )
    listed = {int(each["id"]): each for each in await door.tables()}
    say(seats(await plan.places(door), listed))
    say(f"Letting {plan.players} players in; the first time each of them signs up.")
    enough, loop = asyncio.Event(), asyncio.get_running_loop()
    evening = asyncio.create_task(spend(plan, door, KeyRing(keys, door), enough))
    loop.add_signal_handler(signal.SIGINT, _stop, enough, evening)
    try:
        spent = await evening
    except asyncio.CancelledError:
        raise DoorShut("Stopped: nothing was measured.") from None
    say(report(spent, plan))
    if arguments.json:
        _write(Path(arguments.json), spent.tally, spent.lasted)
    return 0 if spent.clean else 1


def _stop(enough: asyncio.Event, evening: "asyncio.Task[Evening]") -> None:
    """End an evening in order; the second time, or before anybody has come in, at once."""
    if enough.is_set():
        evening.cancel()
    enough.set()


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
    parser.add_argument("--names", default="load", help="how the players' names begin")
    parser.add_argument(
        "--with-permission",
        action="store_true",
        help="the house is on another machine, and its operator has agreed",
    )
    parser.set_defaults(folders=())
    parser.add_argument("--json", help="also write the figures to this file")
    arguments = parser.parse_args()
    try:
        if not _somewhere(arguments) and _servers_at_hand():
            return at_own_house(arguments)
        return asyncio.run(at_running_house(arguments))
    except DoorShut as shut:
        say(str(shut))
        return 1
    except KeyboardInterrupt:
        say("Stopped: nothing was measured.")
        return 130


def _somewhere(arguments: argparse.Namespace) -> bool:
    """Tell whether a house is named, or open on this folder."""
    return bool(arguments.url or os.environ.get("PORT") or house_of_this_folder())


def _servers_at_hand() -> bool:
    return bool(os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL"))


if __name__ == "__main__":
    sys.exit(main())
