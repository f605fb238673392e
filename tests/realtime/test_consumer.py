"""How the consumer takes events from the server, and the hub frames from its layer."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from channels.layers import InMemoryChannelLayer

from tables.games.core.money import Party
from tables.realtime import connections, groups, hub, publish
from tables.sockets import consumer

pytestmark = pytest.mark.asyncio

SCOPE = {"type": "websocket", "url_route": {"kwargs": {"table_id": "7"}}}


class Slow(consumer.TableConsumer):
    """Lets everybody in, and handles a text when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.may = asyncio.Semaphore(0)
        self.handled: list[str] = []

    async def websocket_connect(self, message: Any) -> None:
        await self.send({"type": "websocket.accept"})

    async def websocket_receive(self, message: Any) -> None:
        await self.may.acquire()
        self.handled.append(message["text"])


class Peer:
    """A server's side of a socket."""

    def __init__(self, served: consumer.TableConsumer) -> None:
        self.unread = asyncio.Queue[dict[str, Any]]()
        self.sent: list[dict[str, Any]] = []
        self.says({"type": "websocket.connect"})
        self.task = asyncio.ensure_future(served(SCOPE, self.unread.get, self.send))

    async def send(self, message: dict[str, Any]) -> None:
        self.sent.append(message)

    def says(self, *events: dict[str, Any]) -> None:
        for each in events:
            self.unread.put_nowait(each)


def texts(*said: str) -> list[dict[str, Any]]:
    return [{"type": "websocket.receive", "text": each} for each in said]


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


@pytest_asyncio.fixture(autouse=True)
async def no_hub_is_left() -> AsyncIterator[None]:
    yield
    consumer._hubs.clear()


async def test_one_event_is_read_while_another_is_handled_so_that_it_is_known_when_it_came() -> (
    None
):
    slow = Slow()
    peer = Peer(slow)
    peer.says(*texts("a", "b", "c"), {"type": "websocket.disconnect"})
    await settled()
    assert peer.sent == [{"type": "websocket.accept"}]
    # One is handled, one is read, and a text and the end are left to the server.
    assert peer.unread.qsize() == 2
    arrivals = consumer.hub().arrivals
    assert len(arrivals._came[7]) == 2
    came = arrivals.oldest(7)
    slow.may.release()
    await settled()
    assert slow.handled == ["a"]
    assert arrivals.oldest(7) != came
    for _ in range(2):
        slow.may.release()
    await asyncio.wait_for(peer.task, 300)
    assert slow.handled == ["a", "b", "c"]
    assert arrivals.oldest(7) is None


async def test_who_is_cancelled_leaves_nothing_that_a_clock_would_wait_for() -> None:
    peer = Peer(Slow())
    peer.says(*texts("a", "b"))
    await settled()
    peer.task.cancel()
    await asyncio.gather(peer.task, return_exceptions=True)
    await settled()
    assert consumer.hub().arrivals.oldest(7) is None


async def test_no_event_hops_to_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    async def hop(*_: Any, **__: Any) -> None:
        raise AssertionError("a hop to the thread that all consumers share")

    monkeypatch.setattr("channels.consumer.aclose_old_connections", hop)
    slow = Slow()
    peer = Peer(slow)
    slow.may.release()
    peer.says(*texts("a"), {"type": "websocket.disconnect"})
    await asyncio.wait_for(peer.task, 300)
    assert slow.handled == ["a"]


async def test_an_event_without_a_handler_is_an_error() -> None:
    with pytest.raises(ValueError, match="No handler"):
        await Slow().dispatch({"type": "websocket.unheard_of"})


class Layer(InMemoryChannelLayer):
    """Notes who joins and leaves, takes its time for it, and may fail to receive."""

    def __init__(self) -> None:
        super().__init__()
        self.fails = 0

    async def group_discard(self, group: str, channel: str) -> None:
        await super().group_discard(group, channel)
        await asyncio.sleep(0)

    async def receive(self, channel: str) -> Any:
        if self.fails:
            self.fails -= 1
            raise ConnectionError
        return await super().receive(channel)


@pytest_asyncio.fixture
async def layer(monkeypatch: pytest.MonkeyPatch) -> Layer:
    made = Layer()
    monkeypatch.setattr(hub, "get_channel_layer", lambda: made)
    monkeypatch.setattr(hub, "Reporter", Silent)
    monkeypatch.setattr(hub, "RETRY", 0.0)
    return made


class Silent:
    """Reports no clocks."""

    def __init__(self, *_: Any) -> None:
        pass

    async def stop(self) -> None:
        pass


def nothing(*_: Any) -> Any:
    raise AssertionError


def watching() -> tuple[connections.Line, list[str]]:
    """Return a socket that has had its snapshot, and the texts that it is sent."""
    said: list[str] = []

    async def send(message: Any) -> None:
        said.append(message["text"])

    line = connections.Line(send, Party("7"), None)
    line.join(3)
    return line, said


async def test_a_table_is_heard_from_its_first_socket_to_its_last(layer: Layer) -> None:
    one = hub.Hub(nothing, nothing, nothing)
    (ann, said), (bob, _) = watching(), watching()
    await one.join(1, ann)
    await one.join(1, bob)
    assert {*layer.groups} == {groups.EVERYBODY, groups.of_table(1)}
    assert [len(each) for each in layer.groups.values()] == [1, 1]
    await layer.group_send(groups.of_table(1), {"type": "aside", "table": 1, "text": "{}"})
    await settled()
    assert said == ["{}"]
    one.leave(1, ann)
    await settled()
    assert groups.of_table(1) in layer.groups
    one.leave(1, bob)
    await settled()
    assert groups.of_table(1) not in layer.groups
    await one.stop()
    assert layer.groups == {}


async def test_who_comes_while_the_last_one_leaves_is_sent_frames(layer: Layer) -> None:
    one = hub.Hub(nothing, nothing, nothing)
    (ann, _), (bob, said) = watching(), watching()
    await one.join(1, ann)
    for _ in range(3):
        one.leave(1, ann)
        await one.join(1, bob)
        await settled()
        await layer.group_send(groups.of_table(1), {"type": "aside", "table": 1, "text": "{}"})
        await settled()
        assert said.pop() == "{}"
        one.leave(1, bob)
        await one.join(1, ann)
    await one.stop()


async def test_a_hub_goes_on_after_a_layer_and_after_a_message_that_fail(layer: Layer) -> None:
    one = hub.Hub(nothing, nothing, nothing)
    ann, said = watching()
    layer.fails = 2
    await one.join(1, ann)
    await layer.group_send(groups.of_table(1), {"type": "aside", "table": 1})
    await layer.group_send(groups.of_table(1), {"type": "aside", "table": 1, "text": "{}"})
    while not said:
        await settled()
    assert said == ["{}"]
    await one.stop()


class Told:
    """A server's transport, which takes all that is written."""

    def __init__(self) -> None:
        self.seqs: list[int] = []

    def write(self, framed: bytes) -> bool:
        self.seqs.append(json.loads(framed[2:])["seq"])
        return True


async def test_a_burst_of_frames_reaches_every_socket_whole_and_in_order(
    servers_at_hand: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "Reporter", Silent)
    one, table_id = hub.Hub(nothing, nothing, nothing), 424_242
    crowd = [Told() for _ in range(5)]
    for told in crowd:
        line = connections.Line(nothing, None, None, told)
        line.join(3)
        await one.join(table_id, line)

    def burst() -> None:
        for seq in range(4, 404):
            text = f'{{"seq":{seq},"events":[],"view":{{}},"floor":{{}}}}'
            at = text.index("]")
            publish.frame(table_id, text, {}, seq=seq, follows=seq - 1, events=(at, at))

    await asyncio.to_thread(burst)
    async with asyncio.timeout(300):
        while any(len(told.seqs) < 400 for told in crowd):
            await settled()
    for told in crowd:
        assert told.seqs == [*range(4, 404)]
    await one.stop()
