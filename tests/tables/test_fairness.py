"""Nobody starves the others: threads in turn, one bucket and one count of sockets for a player."""

import asyncio
import itertools
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Hashable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.db import connections, transaction
from pytest_django import Settings

from casino.asgi import application
from casino.embedded.redis import free_port
from casino.process import fair_threads
from tables.models import Receipt
from tables.rows import table_rows
from tables.sockets import admission, base_consumer, consumer, sessions
from tables.sockets.admission import Admission
from tests.floor import House, open_house
from tests.tables.test_socket import ORIGIN, WITHIN, Browser, browse, hub_of_this_test, sign_in

__all__ = ["browse", "hub_of_this_test"]

pytestmark = pytest.mark.asyncio

SIT = {"kind": "table.sit", "box": 1}


@asynccontextmanager
async def locked(table_id: int) -> AsyncIterator[None]:
    """Hold a table's row lock, as a slow transaction would."""
    holds, release = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def hold() -> None:
        with transaction.atomic():
            table_rows.lock(table_id)
            loop.call_soon_threadsafe(holds.set)
            asyncio.run_coroutine_threadsafe(release.wait(), loop).result(WITHIN)
        connections.close_all()

    holding = asyncio.create_task(asyncio.to_thread(hold))
    await holds.wait()
    try:
        yield
    finally:
        release.set()
        await holding


@pytest.fixture(autouse=True)
def hardly_a_penance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for seconds to be turned away."""
    for module in (admission, base_consumer):
        monkeypatch.setattr(module, "PENANCE", 0.3)


@pytest.fixture
def hardly_filled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody gets a message more than the first ones, however slow the machine."""
    monkeypatch.setattr(admission, "RATE_PER_SECOND", 0.001)


@pytest.fixture
def other_table(house: House) -> int:
    """The number of another open table."""
    return open_house(name="Other").table_id


async def crowd(
    stack: AsyncExitStack, browse: Any, name: str, count: int, table: int
) -> list[Browser]:
    """Open so many sockets of one player at a table."""
    sockets = [await stack.enter_async_context(browse(name, table=table)) for _ in range(count)]
    for socket in sockets:
        await socket.hear("frame")
    # Whoever has seen the table has yet to arrive at it, which takes a turn.
    await queued(0, 0)
    return sockets


async def all_told() -> None:
    """Wait until Redis knows of every socket that was closed here."""
    await until(lambda: base_consumer.at_the_door().telling is None)


async def until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(WITHIN):
        while not holds():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def queued(at_work: int, waiting: int) -> None:
    """Wait until so many commands have a thread and so many wait for theirs."""
    line = fair_threads.thread_queue()
    await until(lambda: (line.figures.at_work, line.figures.waiting) == (at_work, waiting))


async def seconds_to_sit(bob: Browser, patience: float) -> bool:
    """Tell whether a command is answered in time."""
    try:
        async with asyncio.timeout(patience):
            await bob.done(SIT)
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize("guarded", [True, False])
async def test_one_player_at_a_locked_table_starves_nobody_at_another(
    browse: Any,
    house: House,
    other_table: int,
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
    guarded: bool,
) -> None:
    """And without turns he does: what is tested is the guard, not the calm of the machine."""
    # To come in and to sit down are 24 messages of one player.
    monkeypatch.setattr(admission, "BURST", 100.0)
    every = settings.THREADS - 1
    if not guarded:
        monkeypatch.setattr(fair_threads, "PER_PLACE", 99)
        monkeypatch.setattr(fair_threads, "PER_PERSON", 99)
    async with AsyncExitStack() as stack:
        (bob,) = await crowd(stack, browse, "bob", 1, other_table)
        many = await crowd(stack, browse, "ann", 12, house.table_id)
        async with locked(house.table_id):
            for each in many:
                await each.say(SIT)
            at_work = fair_threads.PER_PLACE if guarded else every
            await queued(at_work, len(many) - at_work)
            assert await seconds_to_sit(bob, WITHIN if guarded else 1.5) is guarded


async def test_another_players_turn_at_the_same_table_comes_before_the_rest_of_mine(
    browse: Any, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with AsyncExitStack() as stack:
        (bob,) = await crowd(stack, browse, "bob", 1, house.table_id)
        many = await crowd(stack, browse, "ann", 10, house.table_id)
        async with locked(house.table_id):
            for each in many:
                await each.say({"kind": "table.wish", "wishes": True})
            await queued(fair_threads.PER_PLACE, 8)
            cause = await bob.say({"kind": "table.wish", "wishes": True})
            await queued(fair_threads.PER_PLACE, 9)
            line, order = fair_threads.thread_queue(), []
            begin = line._begin

            def note(place: Hashable, person: Hashable) -> None:
                order.append(person)
                begin(place, person)

            # In which order they have their turns: two that are at work may overtake each other.
            monkeypatch.setattr(line, "_begin", note)
        await bob.hear("frame", cause)
        anns = order[0]
        assert [each != anns for each in order[:3]] == [False, True, False]


async def test_too_much_that_waits_is_refused_busy_and_may_come_again(
    browse: Any, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with AsyncExitStack() as stack:
        many = await crowd(stack, browse, "ann", 5, house.table_id)
        # Not before: on a slow machine they would wait for each other, too many.
        monkeypatch.setattr(fair_threads.thread_queue(), "_backlog", 4)
        async with locked(house.table_id):
            # A box for each: whoever is first at the table takes none from the others.
            seats = [{"kind": "table.sit", "box": box} for box in range(1, 6)]
            causes = [await each.say(seat) for each, seat in zip(many, seats, strict=True)]
            # Two are at work and one, a quarter of the backlog, waits.
            for socket, cause in zip(many[3:], causes[3:], strict=True):
                receipt = await socket.hear("receipt", cause)
                assert receipt["refused"] == {"code": "busy", "detail": {}}
        await many[0].hear("frame", causes[0])
        assert await sync_to_async(Receipt.objects.filter(command_id=causes[4]).exists)() is False
        await many[4].say(seats[4], causes[4])
        await many[4].hear("frame", causes[4])


async def test_a_backlog_turns_newcomers_away_and_others_wait_for_nothing(
    browse: Any, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with AsyncExitStack() as stack:
        many = await crowd(stack, browse, "ann", 3, house.table_id)
        # Not before: on a slow machine they would wait for each other, too many.
        monkeypatch.setattr(fair_threads.thread_queue(), "_backlog", 1)
        async with locked(house.table_id):
            for each in many:
                await each.say(SIT)
            await queued(fair_threads.PER_PLACE, 1)
            async with browse("bob") as bob:
                assert await bob.closed() == consumer.TRY_AGAIN_LATER


async def test_a_turn_that_nobody_waits_for_any_more_is_given_on() -> None:
    turns = fair_threads.FairQueue(threads=1, backlog=8)
    await turns.acquire("table", "ann")
    gone = asyncio.create_task(turns.acquire("table", "bob"))
    waiting = asyncio.create_task(turns.acquire("table", "cat"))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.sleep(0)
    turns.release("table", "ann")
    await asyncio.wait_for(waiting, WITHIN)
    turns.release("table", "cat")
    await asyncio.wait_for(turns.acquire("table", "ann"), WITHIN)


async def test_whoever_has_waited_too_long_is_turned_away_and_the_next_goes_on() -> None:
    turns = fair_threads.FairQueue(threads=1, backlog=8)
    await turns.acquire("table", "ann")
    late = asyncio.create_task(turns.acquire("table", "bob", 0.01))
    patient = asyncio.create_task(turns.acquire("table", "cat"))
    await asyncio.sleep(0.05)
    turns.release("table", "ann")
    with pytest.raises(fair_threads.Busy):
        await late
    await asyncio.wait_for(patient, WITHIN)
    waits = asyncio.create_task(turns.acquire("table", "bob", 3600))
    await asyncio.sleep(0)
    turns.release("table", "cat")
    await asyncio.wait_for(waits, WITHIN)
    turns.release("table", "bob")
    assert turns.figures == fair_threads.QueueFigures(free=1, at_work=0, waiting=0)


async def test_a_command_that_waits_too_long_is_refused_busy_but_not_a_seal(
    browse: Any, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumer, "WAITS", 0.0)
    seal = {"kind": "table.seal", "box": 1, "shoe": "x", "hash": "0" * 64}
    async with AsyncExitStack() as stack:
        many = await crowd(stack, browse, "ann", 4, house.table_id)
        causes = [str(uuid4()) for _ in many]
        async with locked(house.table_id):
            # Two are at work, and the others wait for them.
            for box, each in enumerate(many[:3], 1):
                await each.say({"kind": "table.sit", "box": box}, causes[box - 1])
            await many[3].say(seal, causes[3])
            await queued(fair_threads.PER_PLACE, 2)
        assert (await many[2].hear("receipt", causes[2]))["refused"]["code"] == "busy"
        assert (await many[3].hear("receipt", causes[3]))["refused"]["code"] == "no_shuffle"


class CancelledAt(Coroutine[Any, Any, None]):
    """An application that is cancelled while it awaits something for the nth time, and again.

    The second time is while it awaits something because of the first: Daphne cancels each second
    until an application has ended.
    """

    def __init__(self, application: Coroutine[Any, Any, None], nth: int) -> None:
        self._application = application
        self._left = nth
        self.task: asyncio.Task[None] = asyncio.create_task(self)

    def send(self, value: None) -> Any:
        return self._awaited(self._application.send(value))

    def throw(self, *error: Any) -> Any:
        return self._awaited(self._application.throw(*error))

    def close(self) -> None:
        self._application.close()

    def __await__(self) -> Any:
        return self._application.__await__()

    def _awaited(self, future: Any) -> Any:
        self._left -= 1
        if self._left <= 0:
            asyncio.get_running_loop().call_soon(self.task.cancel)
        return future


async def scope_of(house: House, name: str) -> dict[str, Any]:
    """Return the ASGI scope of a player's socket at the house's table."""
    key = await sync_to_async(sign_in)(house, name)
    cookie = (b"cookie", f"sessionid={key}".encode())
    headers = [(b"origin", ORIGIN), (b"host", b"localhost"), cookie]
    path = f"/ws/tables/{house.table_id}/"
    return WebsocketCommunicator(application, path, headers=headers).scope


async def test_a_socket_that_is_cancelled_wherever_it_waits_leaves_nothing(
    house: House, hub_of_this_test: None
) -> None:
    scope, loop = await scope_of(house, "ann"), asyncio.get_running_loop()
    for nth in itertools.count(1):
        texts, heard = asyncio.Queue[dict[str, Any]](), asyncio.Event()
        texts.put_nowait({"type": "websocket.connect"})
        texts.put_nowait({"type": "websocket.receive", "text": "{"})

        async def send(message: dict[str, Any], heard: asyncio.Event = heard) -> None:
            if "malformed" in message.get("text", ""):
                heard.set()

        gone = CancelledAt(application(dict(scope), texts.get, send), nth)
        while not (gone.task.done() or heard.is_set()):  # noqa: ASYNC110
            await asyncio.sleep(0.001)
        gone.task.cancel()
        await asyncio.wait([gone.task])
        await queued(0, 0)
        if (hub := consumer._hubs.get(loop)) is not None:
            await until(lambda hub=hub: not (hub._tables or hub.arrivals._came))
        if (here := base_consumer._admissions.get(loop)) is not None:
            assert {each.sockets for each in here._allowances.values()} <= {0}
        assert not sessions.sessions._open
        if heard.is_set():
            break
    assert nth > 8, "it waits for more than that before it has answered"


async def test_a_handshake_cancelled_as_its_turn_comes_keeps_no_turn(
    browse: Any, house: House
) -> None:
    """Two threads look sessions up and it waits; it is cancelled just before a turn is free."""
    line, scope = fair_threads.thread_queue(), await scope_of(house, "ann")
    for _ in range(fair_threads.PER_PLACE):
        await line.acquire(base_consumer.DOOR, "others")
    texts = asyncio.Queue[dict[str, Any]]()
    texts.put_nowait({"type": "websocket.connect"})
    gone = asyncio.create_task(application(scope, texts.get, texts.put))
    await queued(fair_threads.PER_PLACE, 1)
    gone.cancel()
    for _ in range(fair_threads.PER_PLACE):
        line.release(base_consumer.DOOR, "others")
    await asyncio.wait([gone])
    await queued(0, 0)
    async with browse("ann") as ann:
        await ann.hear("frame")


async def test_tables_and_people_take_turns() -> None:
    turns = fair_threads.FairQueue(threads=1, backlog=40)
    await turns.acquire("lobby", "nobody")
    went: list[str] = []

    async def go(place: str, person: str) -> None:
        await turns.acquire(place, person)
        went.append(f"{person}@{place}")
        turns.release(place, person)

    asked = [("A", "ann")] * 4 + [("A", "bob"), ("B", "cat"), ("B", "ann")]
    going = [asyncio.create_task(go(*each)) for each in asked]
    await asyncio.sleep(0)
    turns.release("lobby", "nobody")
    await asyncio.gather(*going)
    assert went == ["ann@A", "cat@B", "bob@A", "ann@B", "ann@A", "ann@A", "ann@A"]


async def test_the_sockets_of_a_player_share_one_bucket(
    browse: Any, house: House, hardly_filled_again: None
) -> None:
    async with AsyncExitStack() as stack:
        many = await crowd(stack, browse, "ann", 4, house.table_id)
        for each in many:
            for _ in range(15):
                await each.socket.send_to('{"ping": 1}')
        heard: Counter[str] = Counter()
        for each in many:
            for _ in range(15):
                message = await each.next()
                heard[message["type"]] += 1
        # To come in was a message of each, too.
        assert heard["pong"] == admission.BURST - len(many)
        assert heard["receipt"] == 60 - heard["pong"]
        async with browse("bob") as bob:
            await bob.socket.send_to('{"ping": 1}')
            await bob.hear("pong")


async def test_a_player_may_have_so_many_sockets(
    browse: Any, house: House, settings: Settings
) -> None:
    settings.SOCKETS_PER_PLAYER = 3
    async with AsyncExitStack() as stack:
        async with browse("ann"):
            await crowd(stack, browse, "ann", 2, house.table_id)
            async with browse("ann") as fourth:
                assert await fourth.closed() == base_consumer.TOO_MANY
            await crowd(stack, browse, "bob", 1, house.table_id)
        await all_told()
        await crowd(stack, browse, "ann", 1, house.table_id)


async def test_a_crowd_that_leaves_at_once_opens_no_crowd_of_connections_to_redis(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here, elsewhere = Admission(), Admission()
    connection = here._redis.connection_pool.connection_class
    opened: list[Any] = []

    async def connect(self: Any) -> None:
        opened.append(self)
        await plainly(self)

    plainly = connection._connect
    monkeypatch.setattr(connection, "_connect", connect)
    try:
        people = [f"of a crowd {number}" for number in range(50)]
        for who in people:
            assert await here.open(who, 1) is not None
        opened.clear()
        for who in people:
            here.close(who)
        assert here.telling is not None
        await here.telling
        assert len(opened) <= admission.CONNECTIONS
        for who in people:
            assert await elsewhere.open(who, 1) is not None
    finally:
        await here.stop()
        await elsewhere.stop()


async def test_whoever_was_turned_away_a_moment_ago_is_not_looked_at_again(
    browse: Any, house: House, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SOCKETS_PER_PLAYER = 0
    # He is remembered for as long as the test likes, and kept waiting for a moment.
    monkeypatch.setattr(admission, "PENANCE", 3600)
    key = await sync_to_async(sign_in)(house, "ann")
    looks: list[str | None] = []

    def look(session: str | None) -> sessions.Visitor | None:
        looks.append(session)
        return recognise(session)

    recognise = consumer.recognise
    monkeypatch.setattr(consumer, "recognise", look)

    async def turned_away() -> None:
        began = asyncio.get_running_loop().time()
        socket = WebsocketCommunicator(
            application,
            f"/ws/tables/{house.table_id}/",
            headers=[
                (b"origin", ORIGIN),
                (b"host", b"localhost"),
                (b"cookie", f"sessionid={key}".encode()),
            ],
        )
        await socket.connect(timeout=WITHIN)
        assert await Browser(socket).closed() == base_consumer.TOO_MANY
        assert asyncio.get_running_loop().time() - began >= 0.3
        await socket.disconnect()

    await asyncio.gather(turned_away(), turned_away())
    seen = len(looks)
    base_consumer.at_the_door().turn_away(key, base_consumer.TOO_MANY)
    await turned_away()
    assert len(looks) == seen
    monkeypatch.setattr(admission, "PENANCE", 0)
    base_consumer.at_the_door().turn_away(key, base_consumer.TOO_MANY)
    await turned_away()
    assert len(looks) == seen + 1


async def test_an_address_may_have_so_many_visitors(
    browse: Any, house: House, settings: Settings
) -> None:
    settings.SOCKETS_PER_ADDRESS = 2
    async with browse(None), browse(None), browse(None) as third, browse("ann") as ann:
        assert await third.closed() == base_consumer.TOO_MANY
        await ann.hear("frame")


async def test_a_flood_that_comes_back_is_turned_away_at_the_door(
    browse: Any, house: House, hardly_filled_again: None
) -> None:
    door = Admission()
    async with browse("ann") as ann:
        await ann.hear("frame")
        try:
            for _ in range(int(admission.BURST) + 10):
                await ann.socket.send_to('{"ping": 1}')
            await ann.hear("receipt")
            async with browse("ann") as again:
                assert await again.closed() == base_consumer.FLOOD
        finally:
            await door._redis.delete(door._key("messages", f"player:{house.people['ann'].pk}"))
            await door.stop()


async def test_two_processes_share_the_limits(
    servers_at_hand: None, hardly_filled_again: None
) -> None:
    here, there, who = Admission(), Admission(), f"player:{uuid4()}"
    try:
        one, other = await here.open(who, 3), await there.open(who, 3)
        assert one is not None
        assert other is not None
        assert await there.open(who, 3) is not None
        assert await here.open(who, 3) is None
        there.close(who)
        assert there.telling is not None
        await there.telling
        assert await here.open(who, 3) is not None
        taken = sum([await each.take() for _ in range(30) for each in (one, other)])
        assert taken == admission.BURST
    finally:
        await here.stop()
        await there.stop()


async def test_the_sockets_of_a_dead_process_count_no_more(
    servers_at_hand: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(admission, "EVERY", 0.3)
    dead, alive, who = Admission(), Admission(), f"player:{uuid4()}"
    try:
        assert await dead.open(who, 2) is not None
        assert await alive.open(who, 2) is not None
        assert await alive.open(who, 2) is None
        # What it says last is soon forgotten.
        monkeypatch.setattr(admission, "LASTS", 1)
        await dead._write_counts([who])
        await dead.stop()
        await asyncio.sleep(2.5)
        assert await alive.open(who, 2) is not None
        assert await alive.open(who, 2) is None, "its own it has gone on to count"
    finally:
        await alive.stop()


async def test_without_redis_each_process_keeps_to_the_limits(
    settings: Settings, hardly_filled_again: None
) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    alone, who = Admission(), "player:1"
    try:
        allowance = await alone.open(who, 2)
        assert allowance is not None
        assert await alone.open(who, 2) is not None
        assert await alone.open(who, 2) is None, "never open wide"
        taken = sum([await allowance.take() for _ in range(60)])
        assert taken == admission.BURST
    finally:
        await alone.stop()


async def test_most_messages_cost_no_round_trip(monkeypatch: pytest.MonkeyPatch) -> None:
    # Nor is it told meanwhile, however slow the machine, who is there.
    monkeypatch.setattr(admission, "EVERY", 3600.0)
    door, asked = Admission(), 0
    ask = door._run_script

    async def counted(*arguments: Any) -> int | None:
        nonlocal asked
        asked += 1
        return await ask(*arguments)

    monkeypatch.setattr(door, "_run_script", counted)
    try:
        allowance = await door.open(f"player:{uuid4()}", 1)
        assert allowance is not None
        for _ in range(int(admission.BURST)):
            assert await allowance.take()
        assert asked == 1 + admission.BURST / admission.LEASE
    finally:
        await door.stop()


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ({"kind": "table.leave", "box": 3}, "not_your_box"),
        ({"kind": "table.welcome", "box": 3, "welcomes": True}, "not_your_box"),
        ({"kind": "table.seal", "box": 3, "shoe": "x", "hash": "0" * 64}, "no_shuffle"),
        ({"kind": "european_roulette.ready"}, "unknown_command"),
        ({"kind": "table.sit", "box": "1"}, "malformed"),
    ],
)
async def test_what_is_known_to_be_refused_waits_for_no_table(
    browse: Any, house: House, command: Any, code: str
) -> None:
    async with browse("ann") as ann:
        await ann.hear("frame")
        async with locked(house.table_id):
            cause = await ann.say(command)
            receipt = await ann.hear("receipt", cause)
            assert receipt["refused"]["code"] == code
            # The second time gives the first answer.
            await ann.say(command, cause)
            assert await ann.hear("receipt", cause) == receipt


async def test_a_refusal_is_recorded_without_the_tables_lock(browse: Any, house: House) -> None:
    """The attempt takes the lock, as it must; what it leaves is written without."""
    async with browse("ann") as ann:
        await ann.hear("frame")
        cause = await ann.say({"kind": "table.sit", "box": 99})
        first = await ann.hear("receipt", cause)
        assert first["refused"]["code"] == "box_out_of_range"
        await ann.say({"kind": "table.sit", "box": 1}, cause)
        assert await ann.hear("receipt", cause) == first
