"""What came before a clock's end counts, however late the house reads it; and no clock is held
open for longer than that.
"""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from asgiref.sync import sync_to_async
from django.db import transaction
from pytest_django import Settings
from redis.asyncio import Redis

from tables.games.core.money import Party
from tables.models import Shuffling, Table
from tables.operation.croupier import Croupier
from tables.projections import floor_acts, frames
from tables.realtime import connections, hub, late_commands
from tables.realtime.late_commands import Clock, Reports
from tables.rows import due_work, table_rows
from tables.sockets import dispatch
from tests.clock import StandingClock, clock
from tests.floor import House, open_house
from tests.rng.ceremony import hash_of, secret
from tests.tables.test_shuffling import close, decline, seal
from tests.tables.test_socket import browse, frame_of, hub_of_this_test

__all__ = ["browse", "clock", "hub_of_this_test"]


@pytest.fixture
def house(settings: Settings, house: House, monkeypatch: pytest.MonkeyPatch) -> House:
    """A table whose first shoe is being made: two are seated and have declined the cut."""
    # However slow the machine, nobody has been waited for too long.
    monkeypatch.setattr(late_commands, "LONGEST", 3600.0)
    settings.SHOE_CONTRIBUTIONS = "full"
    settings.CUT_SECONDS = settings.OPENING_SECONDS = 1000
    found = open_house("Table de coupe")
    found.sit("ann", 1)
    found.sit("bob", 2)
    decline(found, "ann", 1)
    decline(found, "bob", 2)
    return found


class Gate:
    """Holds back what has come: the house is too busy to read it."""

    def __init__(self) -> None:
        self.held = threading.Event()
        self.open = threading.Event()

    def __call__(self, obey: Callable[..., Any]) -> Callable[..., Any]:
        def later(**command: Any) -> Any:
            self.held.set()
            assert self.open.wait(300)
            return obey(**command)

        return later


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    made = Gate()
    monkeypatch.setattr(dispatch, "obey", made(dispatch.obey))
    yield made
    made.open.set()


def run_out(house: House) -> int:
    """Let the players' clock run out now, as everybody is shown; return the frame's number."""
    with transaction.atomic(durable=True):
        table = table_rows.lock(house.table_id)
        soon = table.now + timedelta(milliseconds=1)
        Table.objects.filter(pk=table.id).update(due_at=soon, window_ms=1)
        return floor_acts.record_and_publish(table_rows.lock(house.table_id), "shuffle").seq


def stage(house: House) -> str:
    return Shuffling.objects.get(pk=house.table_id).stage


def sealed(house: House) -> list[int]:
    return [box for box, _ in Shuffling.objects.get(pk=house.table_id).sealed]


def sealing(house: House, box: int) -> dict[str, Any]:
    """Return the seal of a box, as a browser sends it."""
    shoe: UUID = Shuffling.objects.get(pk=house.table_id).shoe_id
    return {"kind": "table.seal", "box": box, "shoe": str(shoe), "hash": hash_of(shoe, box)}


def opening(house: House, box: int) -> dict[str, Any]:
    shoe = Shuffling.objects.get(pk=house.table_id).shoe_id
    said = {"kind": "table.open", "box": box, "shoe": str(shoe)}
    return said | {"secret": secret(box).hex(), "cut": None}


def reported(house: House) -> bool:
    """Tell whether a web process has reported what its players see at the table."""
    return any(str(house.table_id) in each.tables for each in Reports.read()._reports)


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(300):
        while True:
            if await holds():
                return
            await asyncio.sleep(0.02)


async def looks(times: int = 10) -> None:
    """Let the croupier look at its clocks so often, while the web process reports."""
    for _ in range(times):
        await sync_to_async(Croupier().keep_clocks)()
        await asyncio.sleep(late_commands.EVERY / 2)


async def shown(watching: Any, number: int) -> None:
    while watching.seq < number:
        await watching.hear("frame")


async def come_in_time(browse: Any, house: House, gate: Gate, given: dict[str, Any]) -> str:
    """Send bob's part before the end; it waits while the croupier looks. Return what is said."""
    async with browse("bob", table=house.table_id) as bob:
        await bob.hear("frame")
        await until(sync_to_async(lambda: reported(house)))
        cause = await bob.say(given)
        assert await asyncio.to_thread(gate.held.wait, 300)
        await shown(bob, await sync_to_async(run_out)(house))
        await until(sync_to_async(lambda: bool(due_work.due_tables())))
        before = await sync_to_async(stage)(house)
        await looks()
        held = await sync_to_async(stage)(house) == before
        gate.open.set()
        async with asyncio.timeout(300):
            while True:
                message = json.loads(await bob.socket.receive_from(timeout=300))
                if message.get("cause") == cause:
                    break
        refused = message.get("refused")
        return f"{'held' if held else 'ended'}, {refused['code'] if refused else 'done'}"


@pytest.mark.asyncio
async def test_a_seal_that_came_in_time_counts(browse: Any, house: House, gate: Gate) -> None:
    given = await sync_to_async(sealing)(house, 2)
    assert await come_in_time(browse, house, gate, given) == "held, done"
    assert await sync_to_async(sealed)(house) == [2]

    async def closed() -> bool:
        await sync_to_async(Croupier().keep_clocks)()
        return await sync_to_async(stage)(house) == "closing"

    await until(closed)


@pytest.mark.asyncio
async def test_without_the_grace_it_is_refused(
    browse: Any, house: House, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Negative control: the croupier waits for nobody."""
    monkeypatch.setattr(Reports, "awaited", lambda *_: False)
    given = await sync_to_async(sealing)(house, 2)
    assert await come_in_time(browse, house, gate, given) == "ended, seal_closed"


def both_seal(house: House) -> None:
    seal(house, "ann", 1)
    seal(house, "bob", 2)
    close(house)


@pytest.mark.asyncio
async def test_an_opening_that_came_in_time_counts(browse: Any, house: House, gate: Gate) -> None:
    await sync_to_async(both_seal)(house)
    given = await sync_to_async(opening)(house, 2)
    assert await come_in_time(browse, house, gate, given) == "held, done"
    opened = await sync_to_async(lambda: Shuffling.objects.get(pk=house.table_id).opened)()
    assert opened == [2]


@pytest.mark.asyncio
async def test_no_grace_takes_a_hash_once_the_list_is_closed(
    browse: Any, house: House, gate: Gate
) -> None:
    """Though it came in time: what is closed is never opened again."""
    await sync_to_async(seal)(house, "ann", 1)
    given = await sync_to_async(sealing)(house, 2)
    async with browse("bob", table=house.table_id) as bob:
        await bob.hear("frame")
        cause = await bob.say(given)
        assert await asyncio.to_thread(gate.held.wait, 300)

        def closed() -> None:
            with transaction.atomic(durable=True):
                Shuffling.objects.filter(pk=house.table_id).update(stage="closing")
            close(house)

        await sync_to_async(closed)()
        gate.open.set()
        receipt = await bob.hear("receipt", cause)
        assert receipt["refused"]["code"] == "seal_closed"
        assert await sync_to_async(sealed)(house) == [1]


@pytest.mark.asyncio
async def test_a_clock_of_which_players_have_not_heard_is_held(browse: Any, house: House) -> None:
    async with browse("bob", table=house.table_id) as bob:
        await bob.hear("frame")
        await until(sync_to_async(lambda: reported(house)))

        def unheard() -> None:
            soon = timedelta(seconds=-0.2)
            table = table_rows.read(house.table_id)
            Table.objects.filter(pk=table.id).update(due_at=table.now + soon, window_ms=100)

        await sync_to_async(unheard)()
        await looks()
        assert await sync_to_async(stage)(house) == "sealing"


@pytest.mark.asyncio
async def test_a_clock_ends_where_nobody_is_connected(house: House) -> None:
    await sync_to_async(run_out)(house)
    await until(sync_to_async(lambda: bool(due_work.due_tables())))
    await looks(1)
    assert await sync_to_async(stage)(house) == "closing"


@pytest.mark.asyncio
async def test_reports_go_on_after_redis_has_closed_their_connection(
    servers_at_hand: None, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(late_commands, "AWAY", 0.0)
    name = f"test-{uuid4().hex}"
    redis = Redis.from_url(settings.REDIS_URL)
    settings.REDIS_URL += f"{'&' if '?' in settings.REDIS_URL else '?'}client_name={name}"
    reporter = late_commands.Reporter(late_commands.Arrivals(), lambda: {1: Clock(1003000, 2000)})

    async def told() -> bool:
        return [1003000, 2000, 0] in [each.tables.get("1") for each in Reports.read()._reports]

    await until(told)
    for each in await redis.client_list():
        if each["name"] == name:
            await redis.client_kill_filter(_id=each["id"])
    await redis.delete(late_commands._key())
    await until(told)
    await reporter.stop()
    assert not await told()
    await redis.aclose()


@pytest.mark.asyncio
async def test_the_clock_of_a_late_frame_begins_when_it_is_shown(
    clock: StandingClock,
) -> None:
    said: list[str] = []

    async def send(message: dict[str, Any]) -> None:
        said.append(message["text"])

    def nothing(*_: Any) -> Any:
        raise AssertionError

    one = hub.Hub(nothing, nothing, nothing)
    line = connections.Line(send, Party("7"), None)
    line.join(3)
    one._tables[1] = hub.Watched({line}, seq=3)
    # The clock of three seconds began two seconds ago.
    clock.at = datetime.fromtimestamp(1002, UTC)
    text = '{"seq":%d,"due_at":1003000,"window":3000,"events":[]}'
    for seq in (4, 5):
        one._deliver(frame_of(seq) | {"text": text % seq, "clock": [1003000, 3000]})
    await asyncio.sleep(0.01)
    assert [json.loads(each)["due_at"] for each in said] == [1005000, 1005000]
    assert one._clocks() == {1: Clock(1003000, 2000)}


@pytest.mark.parametrize(
    ("now", "late"), [(1000.1, 0), (1000.25, 0), (1001.5, 1500), (1050.0, 10_000), (900.0, 0)]
)
def test_a_clock_is_moved_by_what_its_frame_was_late(now: float, late: int) -> None:
    shown_at = datetime.fromtimestamp(now, UTC)
    assert Clock().then(1020000, 20000, shown_at) == Clock(1020000, late)


def test_only_the_frame_that_begins_a_clock_moves_it() -> None:
    began, later = (datetime.fromtimestamp(each, UTC) for each in (1000, 1010))
    shown_first = Clock().then(1020000, 20000, began)
    assert shown_first.then(1020000, 20000, later) == shown_first
    assert shown_first.then(0, 0, later) == Clock()


def report(age: float, **tables: tuple[int, int, int]) -> Reports:
    named = {name.removeprefix("t"): each for name, each in tables.items()}
    return Reports([late_commands._Report(age, named)])


@pytest.mark.parametrize(
    ("over", "age", "shown", "awaited"),
    [
        (0.3, 0.1, (500, 0, 0), False),
        # The report was made before the end.
        (0.1, 0.3, (500, 0, 0), True),
        # A message came before the end and waits, or after it.
        (0.3, 0.1, (500, 0, 250), True),
        (0.5, 0.1, (500, 0, 250), False),
        # The frame was two seconds late.
        (1.9, 0.1, (500, 2000, 0), True),
        (2.3, 0.1, (500, 2000, 0), False),
        # Another clock is shown; but not for ever.
        (9.9, 0.1, (400, 0, 0), True),
        (10.0, 0.1, (400, 0, 0), False),
    ],
)
def test_what_the_croupier_waits_for(
    over: float, age: float, shown: tuple[int, int, int], awaited: bool
) -> None:
    assert report(age, t1=shown).awaited(1, 500, over) is awaited
    assert not report(age, t2=shown).awaited(1, 500, over)


@pytest.mark.asyncio
async def test_the_oldest_that_waits_is_known_by_table() -> None:
    arrivals = late_commands.Arrivals()
    first, second = arrivals.note_arrival(1), arrivals.note_arrival(1)
    other = arrivals.note_arrival(2)
    at = arrivals.oldest(1)
    arrivals.note_done(1, second)
    assert arrivals.oldest(1) == at
    arrivals.note_done(1, first)
    assert arrivals.oldest(1) is None
    assert arrivals.oldest(2) is not None
    arrivals.note_done(2, other)
    assert not arrivals._came


def test_a_clock_is_named_alike_in_frames_and_by_the_croupier(house: House) -> None:
    run_out(house)
    (late,) = [each for each in due_work.due_tables() if each.table_id == house.table_id]
    shown_ = frames.deadline_ms(table_rows.read(house.table_id))
    assert frames.to_milliseconds(late.at) == shown_[0] == house.frame()["due_at"]
    assert late.is_players_clock
