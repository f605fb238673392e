"""Commands over the WebSocket, beside the same SQL without a casino around it (G10-G14)."""

import asyncio
import contextlib
import os
import re
import shutil
import statistics
import subprocess
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import UUID, uuid4

import psycopg
from django.db import connection

from casino.embedded.postgresql import binaries
from tables.games.blackjack import messages as blackjack
from tables.games.core.money import Amount, BoxNo
from tables.projections import live_round as standing
from tables.rounds import commands
from tables.rows import table_rows
from tables.seating import services as seating
from tests.bench import cpu
from tests.bench.effort import Effort
from tests.bench.figures import Figure
from tests.bench.house import House, Process
from tests.bench.people import Person
from tests.bench.table import SevenBoxes
from tests.load.client import Client
from tests.load.door import Door

SOCKETS: Final = 8
"""Players, one socket and one table each."""
EVENTS: Final = 10
"""At most so many events follow from a hit."""


@dataclass(frozen=True, slots=True)
class Floor:
    """The tables and players that commands are given with."""

    house: House
    web: Process
    tables: Sequence[int]
    """One for each of SOCKETS players."""
    replayed: Sequence[int]
    """As many, whose rounds are carried on by bare statements."""
    spread: Sequence[int]
    """Seven tables for seven players."""
    shared: int
    """One table for the same seven."""
    lone: int
    """A table where a round is settled step by step."""
    people: Sequence[Person]


@contextlib.asynccontextmanager
async def sockets(
    floor_: Floor, tables: Sequence[int], people: Sequence[Person]
) -> AsyncIterator[list[SevenBoxes]]:
    """Open one socket for each player, at the tables in turn."""
    async with contextlib.AsyncExitStack() as stack:
        door = Door(floor_.web.origin)
        opened = []
        for table, person in zip(tables, people, strict=True):
            # The players' own CPU counts for nothing, but whoever waits for it gives no command.
            client = await stack.enter_async_context(
                Client(door, table, person.cookie, checked=100)
            )
            await client.ready()
            opened.append(SevenBoxes(client))
        yield opened


@dataclass
class Count:
    """Commands, and the CPU seconds that they took."""

    commands: int = 0
    spent: float = 0.0
    seconds: float = 0.0

    @property
    def per_cpu(self) -> float:
        return self.commands / self.spent

    def add(self, other: "Count") -> None:
        """Add another count of the same thing."""
        self.commands += other.commands
        self.spent += other.spent
        self.seconds += other.seconds

    @contextlib.contextmanager
    def measuring(self, used: Callable[[], cpu.Used]) -> Iterator[None]:
        """Add the time of a phase."""
        before, began = used(), time.monotonic()
        yield
        self.spent += used().since(before)
        self.seconds += time.monotonic() - began


async def bench(floor_: Floor, effort: Effort) -> list[Figure]:
    """Measure hits over the WebSocket and the same statements by psycopg and pgbench.

    In turns, each compared with the references of its own turn: a machine that is faster for a
    while is faster for all of them.
    """
    house, turns = floor_.house, effort.pick(6, 3, 1)
    seconds = effort.pick(9.0, 3.0, 0.5) / turns
    every, whole, busts = Count(), Count(), 0
    of_prepared, of_plain, of_pgbench = list[float](), list[float](), list[float]()
    prepared, plain, pgbench = Count(), Count(), Count()
    latencies: list[float] = []
    round_ = await asyncio.to_thread(record_a_round, floor_.lone, floor_.people)
    async with (
        sockets(floor_, floor_.tables, floor_.people) as tables,
        sockets(floor_, floor_.replayed, floor_.people) as replayed,
    ):
        for table in (*tables, *replayed):
            await table.sit()
        await asyncio.gather(*(table.deal() for table in tables))
        await asyncio.gather(*(table.finish() for table in tables))
        # The statements are of a round in play, and stop its clock.
        await asyncio.gather(*(table.deal() for table in replayed))
        for _ in range(turns):
            hits, over = Count(), 0
            while hits.seconds < seconds:
                before = sum(table.client.tally.commands for table in tables)
                with whole.measuring(lambda: house.cpu(floor_.web, *house.staffed, servers=True)):
                    await asyncio.gather(*(table.deal() for table in tables))
                    for table in tables:
                        table.client.tally.latencies.clear()
                    with hits.measuring(lambda: house.cpu(floor_.web, servers=True)):
                        drawn = await asyncio.gather(
                            *(_hit_all_but_the_last(each) for each in tables)
                        )
                    hits.commands += sum(count for count, _ in drawn)
                    over += sum(ended for _, ended in drawn)
                    for table in tables:
                        latencies += table.client.tally.latencies
                    await asyncio.gather(*(table.finish() for table in tables))
                whole.commands += sum(table.client.tally.commands for table in tables) - before
            share = over / hits.commands
            known = await replay(floor_, round_, share, seconds / 2, prepared=True)
            new = await replay(floor_, round_, share, seconds / 2, prepared=False)
            bank = await asyncio.to_thread(run_pgbench, house, int(max(1, seconds / 2)))
            of_prepared.append(hits.per_cpu / known.per_cpu)
            of_plain.append(hits.per_cpu / new.per_cpu)
            of_pgbench.append(hits.per_cpu / bank.per_cpu)
            busts += over
            for count, one in ((every, hits), (prepared, known), (plain, new), (pgbench, bank)):
                count.add(one)
    cuts = statistics.quantiles(latencies, n=100, method="inclusive")
    return [
        Figure(
            "G10",
            f"hit over WebSocket / its {len(round_.hit)} statements by psycopg, prepared",
            statistics.median(of_prepared),
            floor=0.30,
            goal=0.50,
            note=f"{_spread(of_prepared)}; {every.per_cpu:,.0f} of {prepared.per_cpu:,.0f} per"
            f" CPU s, {busts / every.commands:.0%} of them busts with a posting; unprepared"
            f" {statistics.median(of_plain):.2f} of {plain.per_cpu:,.0f}",
        ),
        Figure(
            "G11",
            "hit over WebSocket / pgbench command tx, prepared, 8 clients",
            statistics.median(of_pgbench),
            floor=0.15,
            goal=0.30,
            note=f"{_spread(of_pgbench)}; pgbench {pgbench.per_cpu:,.0f} per CPU s",
        ),
        Figure(
            "",
            "hits per second, wall, 8 sockets on 8 tables",
            every.commands / every.seconds,
            "/s",
            note=f"command to frame p50 {1000 * cuts[49]:.1f} ms, p99 {1000 * cuts[98]:.1f} ms",
        ),
        Figure(
            "",
            "commands of whole rounds per CPU s, workers and croupier included",
            whole.per_cpu,
            note="staking, dealing, hits, settling",
        ),
        Figure(
            "G14",
            "statements to settle a round of seven players",
            round_.settling,
            floor=12,
            goal=6,
            better="less",
            note="the whole transaction of the last decision, BEGIN and COMMIT included",
        ),
    ]


def _spread(ratios: Sequence[float]) -> str:
    return f"{len(ratios)} turns, {min(ratios):.3g} to {max(ratios):.3g}"


async def _hit_all_but_the_last(table: SevenBoxes) -> tuple[int, int]:
    """Draw to every hand until it is over, up to the last box; return the hits and the busts."""
    count = over = 0
    while "hit" in table.choices() and table.frame.view.turn.box < 7:
        frame = await table.act("hit")
        count += 1
        over += any(event.kind == "blackjack.hand_settled" for event in frame.events)
    return count, over


# --- the same statements, without a casino ----------------------------------------------------


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a hit as it was sent, with its parameters."""

    sql: str
    params: Any
    function: str = ""
    """The function in the database that it calls; empty when it calls none of ours."""
    names: tuple[str, ...] = ()
    """The names of the function's arguments; `params` are their values."""

    @property
    def posts(self) -> bool:
        """Whether it writes a step that moves chips."""
        return self.function == "tables_write" and self.argument("p_entry") is not None

    def argument(self, name: str) -> Any:
        """Return what it gives for one of the function's arguments."""
        return self.params[self.names.index(name)]

    def with_arguments(self, **changed: Any) -> list[Any]:
        """Return its parameters with some arguments of the function changed."""
        given = dict(zip(self.names, self.params, strict=True))
        assert changed.keys() <= given.keys(), f"{self.function} has no {changed.keys() - given}"
        return list({**given, **changed}.values())


def described(sent: Statement) -> Statement:
    """Return a statement with the names of its arguments, as the database has them."""
    found = re.search(r"\b(tables_begin|tables_write)\(", sent.sql)
    if found is None:
        return sent
    with connection.cursor() as cursor:
        cursor.execute("SELECT proargnames[1:pronargs] FROM pg_proc WHERE proname = %s", [found[1]])
        ((names,),) = cursor.fetchall()
    return replace(sent, function=found[1], names=tuple(names))


@contextlib.contextmanager
def recording() -> Iterator[list[Statement]]:
    """Collect the statements that this thread sends."""
    found: list[Statement] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        found.append(Statement(sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield found


@dataclass(frozen=True, slots=True)
class Script:
    """What the casino sends to the database, without BEGIN and COMMIT."""

    hit: Sequence[Statement]
    bust: Sequence[Statement]
    """A hit that ends its hand, so chips are collected."""
    settling: int
    """Statements of the step that settles seven hands, BEGIN and COMMIT included."""


def record_a_round(table_id: int, people: Sequence[Person]) -> Script:
    """Play two rounds of seven players in this process, and keep what was sent.

    In the first everybody draws until the hand is over; in the second everybody stands.
    """
    for nth, person in enumerate(people[:7]):
        seating.sit_down(
            player_id=person.player_id, table_id=table_id, command_id=uuid4(), box=BoxNo(nth + 1)
        )
    drawing = _play(table_id, people, blackjack.Hit)
    standing = _play(table_id, people, blackjack.Stand)
    hits = [sent for command, sent in drawing if isinstance(command, blackjack.Hit)]
    known = [[described(each) for each in sent] for sent in hits]
    posts = [any(each.posts for each in sent) for sent in known]
    return Script(
        hit=known[posts.index(False)],
        bust=known[posts.index(True)],
        settling=len(standing[-1][1]) + 2,
    )


def _play(
    table_id: int, people: Sequence[Person], choice: type[blackjack.Hit | blackjack.Stand]
) -> list[tuple[Any, list[Statement]]]:
    """Play a round with one decision for every turn; return each command and what it sent."""
    done: list[tuple[Any, list[Statement]]] = []

    def act(box: int, command: Any) -> None:
        with recording() as sent:
            refused = commands.carry_out(
                player_id=people[box - 1].player_id,
                table_id=table_id,
                command_id=uuid4(),
                command=command,
            )
        assert refused is None, refused
        done.append((command, sent))

    deadline = time.monotonic() + 300
    while table_rows.read(table_id).shoe_id is None and time.monotonic() < deadline:
        time.sleep(0.05)
    for box in range(1, 8):
        act(box, blackjack.Stake((blackjack.BoxStake(BoxNo(box), Amount(500)),)))
    for box in range(1, 8):
        act(box, blackjack.Ready())
    while time.monotonic() < deadline:
        table = table_rows.read(table_id)
        live = standing.load(table, table_rows.read_surroundings(table))
        if not live.running:
            return done
        view = live.game.view(live.rules, live.state)
        if view.turn:
            act(view.turn.box, choice(view.turn.box, view.turn.hand))
        elif offered := [each.box for each in view.options if "decline" in each.command]:
            act(offered[0], blackjack.Decline(offered[0]))
        else:
            time.sleep(0.05)
    raise TimeoutError(f"the round at table {table_id} does not end")


@dataclass(frozen=True, slots=True)
class Fresh:
    """What a repeated statement of a hit needs of its own."""

    table: int
    round: int
    shoe: UUID
    position: int
    layout: int
    seq: int
    cause: UUID

    def params(self, statement: Statement) -> Any:
        """Return the statement's parameters for another table and another command.

        The shoe gives no card and a posting moves the smallest amount, because both would soon be
        used up; their rows are written all the same.
        """
        match statement.function:
            case "tables_begin":
                return statement.with_arguments(p_table=self.table, p_command=self.cause)
            case "tables_write":
                changed = {
                    "p_table": self.table,
                    "p_round": self.round,
                    "p_seq": self.seq,
                    "p_cause": self.cause,
                    "p_due": None,
                    "p_shoe": self.shoe,
                    "p_from": self.position,
                    "p_cards": 0,
                }
                if statement.posts:
                    legs = len(statement.argument("p_amounts"))
                    changed |= {
                        "p_entry": self.cause,
                        "p_debits": [self.layout] * legs,
                        "p_amounts": [1] * legs,
                    }
                return statement.with_arguments(**changed)
            case _:
                raise AssertionError(statement.sql)


async def replay(
    floor_: Floor, script: Script, busts: float, seconds: float, *, prepared: bool
) -> Count:
    """Send the statements of hits again and again, one connection for each table.

    `busts` is the share of hits that end their hand.

    What is written carries fresh numbers and ids, because a fact is not written twice; so the
    tables are of no use to the casino afterwards.
    """
    count = Count()
    async with contextlib.AsyncExitStack() as stack:
        connections = [
            await stack.enter_async_context(
                await psycopg.AsyncConnection.connect(
                    os.environ["DATABASE_URL"],
                    cursor_factory=psycopg.AsyncCursor if prepared else psycopg.AsyncClientCursor,
                    prepare_threshold=0 if prepared else None,
                )
            )
            for _ in floor_.replayed
        ]

        async def one(table_id: int, sql: Any) -> int:
            async with sql.transaction():
                found = await sql.execute(
                    "SELECT round_id, shoe_id, position, layout_account_id, seq FROM tables_table"
                    " JOIN rng_shoe ON rng_shoe.id = shoe_id WHERE tables_table.id = %s",
                    [table_id],
                )
                round_id, shoe, position, layout, seq = await found.fetchone()
            done = 0
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                fresh = Fresh(table_id, round_id, shoe, position, layout, seq, uuid4())
                over = int((done + 1) * busts) > int(done * busts)
                async with sql.transaction():
                    for statement in script.bust if over else script.hit:
                        result = await sql.execute(statement.sql, fresh.params(statement))
                        if result.description:
                            await result.fetchall()
                seq += EVENTS
                done += 1
            return done

        own = time.process_time()
        with count.measuring(lambda: floor_.house.cpu(servers=True)):
            count.commands = sum(
                await asyncio.gather(
                    *(one(*each) for each in zip(floor_.replayed, connections, strict=True))
                )
            )
        count.spent += time.process_time() - own
    return count


# --- pgbench ----------------------------------------------------------------------------------

_SCRATCH: Final = """
CREATE SCHEMA bench;
CREATE TABLE bench.wallet (id int PRIMARY KEY, balance bigint NOT NULL, seq bigint NOT NULL);
CREATE TABLE bench.ledger (
    id bigserial PRIMARY KEY, wallet int NOT NULL, seq bigint NOT NULL, kind text NOT NULL,
    amount bigint NOT NULL, at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON bench.ledger (wallet, seq);
INSERT INTO bench.wallet SELECT id, 1000000, 0 FROM generate_series(1, 64) id;
"""
_COMMAND_TX: Final = r"""\set wallet random(1, 64)
BEGIN;
SELECT balance, seq FROM bench.wallet WHERE id = :wallet FOR UPDATE;
INSERT INTO bench.ledger (wallet, seq, kind, amount)
  VALUES (:wallet, 1, 'stake', -500), (:wallet, 2, 'pay', 750), (:wallet, 3, 'return', 500);
UPDATE bench.wallet SET balance = balance + 750, seq = seq + 3 WHERE id = :wallet;
COMMIT;
"""


def run_pgbench(house: House, seconds: int) -> Count:
    """Run the reference transaction by pgbench: lock a wallet, three ledger rows, update it."""
    bundled = binaries() / "pgbench"
    pgbench = str(bundled) if bundled.exists() else shutil.which("pgbench") or "pgbench"
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as sql:
        sql.execute("DROP SCHEMA IF EXISTS bench CASCADE")
        sql.execute(_SCRATCH)
    script = house.log / "command_tx.sql"
    script.write_text(_COMMAND_TX)
    count = Count()
    before, backends = os.times(), cpu.of_ended_children(house.postgres)
    with count.measuring(lambda: house.cpu(servers=True)):
        done = subprocess.run(
            [
                *(pgbench, "-n", "-M", "prepared", "-c", "8", "-j", "1", "-T", str(seconds)),
                *("-f", str(script), os.environ["DATABASE_URL"]),
            ],
            capture_output=True,
            text=True,
            check=True,
        )
    after = os.times()
    count.spent += cpu.of_ended_children(house.postgres) - backends
    count.spent += after.children_user + after.children_system
    count.spent -= before.children_user + before.children_system
    found = re.search(r"transactions actually processed: (\d+)", done.stdout)
    assert found is not None, done.stdout
    count.commands = int(found[1])
    return count


# --- one table, many hands; and the end of a round ---------------------------------------------


async def contention(floor_: Floor, effort: Effort) -> list[Figure]:
    """Compare seven players who stake at one table with the same seven at a table each (G13).

    In turns, as the commands.
    """
    turns, seconds = effort.pick((5, 2.5), (3, 1.5), (1, 0.5))
    one, spread, ratios = Count(), Count(), list[float]()
    people = floor_.people[:7]
    for _ in range(turns):
        here, there = Count(), Count()
        await _restake(floor_, [floor_.shared] * 7, people, here, seconds)
        await _restake(floor_, floor_.spread, people, there, seconds)
        ratios.append(here.per_cpu / there.per_cpu)
        one.add(here)
        spread.add(there)
    return [
        Figure(
            "G13",
            "commands of seven players at one table / at seven tables, per CPU s",
            statistics.median(ratios),
            floor=0.7,
            goal=0.85,
            note=f"{_spread(ratios)}; {one.per_cpu:,.0f} and {spread.per_cpu:,.0f} stakes per"
            f" CPU s; wall {one.commands / one.seconds:,.0f} and"
            f" {spread.commands / spread.seconds:,.0f} per s",
        )
    ]


async def _restake(
    floor_: Floor,
    tables: Sequence[int],
    people: Sequence[Person],
    count: Count,
    seconds: float,
) -> None:
    async with sockets(floor_, tables, people) as players:
        for nth, player in enumerate(players):
            await player.take(nth + 1)
        for player in players:
            await player.until(lambda frame: bool(frame.floor.accepting))
        until = time.monotonic() + seconds

        async def stake_again(nth: int, player: SevenBoxes) -> int:
            done = 0
            # Once at least: on a busy machine the time may be over before.
            while not done or time.monotonic() < until:
                stakes = (blackjack.BoxStake(BoxNo(nth + 1), Amount(500 + 100 * (done % 2))),)
                await player.do(blackjack.Stake(stakes))
                done += 1
            return done

        with count.measuring(lambda: floor_.house.cpu(floor_.web, servers=True)):
            count.commands += sum(
                await asyncio.gather(*(stake_again(*each) for each in enumerate(players)))
            )
        await asyncio.gather(*(player.do(blackjack.Ready()) for player in players))
        await asyncio.gather(*(player.finish() for player in players))
