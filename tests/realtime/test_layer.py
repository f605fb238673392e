"""What frames need of our channel layer beyond the specification: order, and no frame for long."""

import asyncio
import sys
import threading
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
import pytest_asyncio
from channels.exceptions import ChannelFull
from channels.layers import BaseChannelLayer
from django.conf import settings
from pytest_django import Settings
from redis.asyncio import Redis
from redis.exceptions import RedisError

from tables.realtime import groups, publish
from tables.realtime import layer as layers
from tables.realtime.layer import TableLayer

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("servers_at_hand")]

Made = tuple[TableLayer, str]


@pytest.fixture
def named() -> Made:
    """A layer, and the name that Redis knows its connections by."""
    name = f"test-{uuid4().hex}"
    return TableLayer(addressed(name), f"test.{name[5:13]}"), name


def addressed(name: str) -> str:
    """Return the address of Redis with a name for each connection."""
    mark = "&" if urlsplit(settings.REDIS_URL).query else "?"
    return f"{settings.REDIS_URL}{mark}client_name={name}"


@pytest_asyncio.fixture
async def layer(named: Made) -> AsyncIterator[TableLayer]:
    yield named[0]
    await named[0].flush()


@pytest_asyncio.fixture
async def redis() -> AsyncIterator["Redis"]:
    async with Redis.from_url(settings.REDIS_URL) as client:
        yield client


async def connections(redis: "Redis", name: str) -> list[dict[str, Any]]:
    return [each for each in await redis.client_list() if each["name"] == name]


async def until_unheard(redis: "Redis", name: str) -> None:
    while await redis.pubsub_numsub(name) != [(name.encode(), 0)]:
        pass


async def member(layer: TableLayer, group: str = "group") -> str:
    """Return a new channel that is in a group."""
    channel = await layer.new_channel()
    await layer.group_add(group, channel)
    return channel


async def received(layer: TableLayer, channel: str) -> dict[str, Any]:
    return await asyncio.wait_for(layer.receive(channel), 300)


async def test_a_thread_is_heard_in_the_order_in_which_it_sends(layer: TableLayer) -> None:
    channel = await member(layer)
    # Longer than one read, and than the buffer of a socket.
    sent = [{"type": "test", "nth": nth, "text": "♠" * nth * 1000} for nth in range(60)]

    def send() -> None:
        for each in sent:
            layer.group_send_now("group", each)

    await asyncio.to_thread(send)
    assert [await received(layer, channel) for _ in sent] == sent


async def test_nothing_is_lost_once_a_group_has_been_joined(layer: TableLayer) -> None:
    channel = await layer.new_channel()
    for nth in range(20):
        # Out and in again, faster than Redis answers.
        await asyncio.gather(
            layer.group_add("group", channel),
            layer.group_discard("group", channel),
            layer.group_add("group", channel),
        )
        layer.group_send_now("group", {"type": "test", "nth": nth})
        assert (await received(layer, channel))["nth"] == nth
        await layer.group_discard("group", channel)


async def test_a_channel_is_called_back_in_order_and_one_failure_loses_one_message(
    layer: TableLayer,
) -> None:
    channel, heard, all_heard = await member(layer), [], asyncio.Event()

    def hear(message: dict[str, Any]) -> None:
        heard.append(message["nth"])
        if message["nth"] == 9:
            all_heard.set()
        if message["nth"] == 3:
            raise RuntimeError("a message that nobody understands")

    layer.call_back(channel, hear)
    await layer.send(channel, {"type": "test", "nth": 0})
    for nth in range(1, 10):
        layer.group_send_now("group", {"type": "test", "nth": nth})
    await asyncio.wait_for(all_heard.wait(), 300)
    assert heard == list(range(10))


async def test_to_send_never_suspends(layer: TableLayer) -> None:
    sending = layer.group_send("group", {"type": "test"})
    with pytest.raises(StopIteration):
        sending.send(None)


async def test_a_process_subscribes_to_a_group_once(layer: TableLayer, redis: "Redis") -> None:
    one, other = await member(layer), await member(layer)
    name = layer._name("group", "group")
    assert await redis.pubsub_numsub(name) == [(name.encode(), 1)]
    layer.group_send_now("group", {"type": "test"})
    assert await received(layer, one) == await received(layer, other) == {"type": "test"}
    await layer.group_discard("group", one)
    assert await redis.pubsub_numsub(name) == [(name.encode(), 1)]
    await layer.group_discard("group", other)
    await until_unheard(redis, name)


async def test_both_ends_come_back_after_redis_has_closed_their_connections(
    named: Made, layer: TableLayer, redis: "Redis"
) -> None:
    channel = await member(layer)
    layer.group_send_now("group", {"type": "test", "nth": 1})
    assert (await received(layer, channel))["nth"] == 1
    found = await connections(redis, named[1])
    assert len(found) == 2
    for each in found:
        await redis.client_kill_filter(_id=each["id"])
    receiving = asyncio.ensure_future(layer.receive(channel))
    while not receiving.done():
        layer.group_send_now("group", {"type": "test", "nth": 2})
        await asyncio.wait([receiving], timeout=0.05)
    assert (await receiving)["nth"] == 2
    assert len(await connections(redis, named[1])) == 2
    # What is joined now is confirmed by the new connection.
    await layer.group_add("another", channel)
    layer.group_send_now("another", {"type": "test", "nth": 3})
    while (await received(layer, channel))["nth"] != 3:
        pass


async def test_without_redis_a_message_is_lost_and_publishing_does_not_fail(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    url = "redis://127.0.0.1:1/0"
    settings.CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "tables.realtime.layer.TableLayer",
            "CONFIG": {"url": url, "prefix": "test"},
        }
    }
    publish.aside(1, "{}")
    # The sockets of the tables are told, and those of the office.
    publish.signed_out("key")
    assert caplog.text.count("publish_failed") == 3
    away = TableLayer(url, "test")
    with pytest.raises(RedisError):
        away.group_send_now("group", {"type": "test"})
    # Nobody waits for it twice.
    with pytest.raises(layers.Away):
        away.group_send_now("group", {"type": "test"})
    try:
        # Whoever comes in meanwhile waits no longer than PATIENCE.
        await asyncio.wait_for(member(away), 10 * layers.PATIENCE)
    finally:
        await away.flush()


FORKING = """
import os, sys
from redis import Redis
from tables.realtime.layer import TableLayer
url, prefix, name = sys.argv[1:]
layer = TableLayer(url, prefix)
def opened():
    return [each["id"] for each in Redis.from_url(url).client_list() if each["name"] == name][:1]
layer.group_send_now("group", {"type": "test", "nth": 1})
first = opened()
if os.fork() == 0:
    layer.group_send_now("group", {"type": "test", "nth": 2})
    os._exit(0)
os.wait()
layer.group_send_now("group", {"type": "test", "nth": 3})
sys.exit(0 if opened() == first else "the parent has another connection")
"""


async def test_however_often_redis_was_away_it_is_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(layers, "AWAY", 0.0)
    away = TableLayer("redis://127.0.0.1:1/0", "test")
    for _ in range(120):
        with pytest.raises(RedisError, match="refused"):
            away.group_send_now("group", {"type": "test"})


async def test_a_fork_has_a_connection_of_its_own(layer: TableLayer) -> None:
    channel, name = await member(layer), f"test-{uuid4().hex}"
    forking = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", FORKING, addressed(name), layer._prefix, name)
    )
    assert await forking.wait() == 0
    assert [(await received(layer, channel))["nth"] for _ in range(3)] == [1, 2, 3]


async def test_a_full_channel_refuses_a_message_and_misses_its_groups(named: Made) -> None:
    layer = TableLayer(addressed(named[1]), "test.full", capacity=3)
    try:
        channel = await member(layer)
        for nth in range(3):
            await layer.send(channel, {"type": "test", "nth": nth})
        with pytest.raises(ChannelFull):
            await layer.send(channel, {"type": "test", "nth": 3})
        other = await member(layer)
        layer.group_send_now("group", {"type": "test", "nth": 4})
        assert (await received(layer, other))["nth"] == 4
        assert [(await received(layer, channel))["nth"] for _ in range(3)] == [0, 1, 2]
        await layer.send(channel, {"type": "test", "nth": 5})
        assert (await received(layer, channel))["nth"] == 5
    finally:
        await layer.flush()


async def test_a_channel_may_have_a_capacity_of_its_own() -> None:
    layer = TableLayer(settings.REDIS_URL, "test.own", channel_capacity={"small.*": 1})
    try:
        channel = await layer.new_channel("small")
        await layer.send(channel, {"type": "test"})
        with pytest.raises(ChannelFull):
            await layer.send(channel, {"type": "test"})
    finally:
        await layer.flush()


async def test_what_nobody_has_received_for_long_is_dropped(layer: TableLayer) -> None:
    channel = await layer.new_channel()
    layer.expiry = 0
    await layer.send(channel, {"type": "test", "nth": 1})
    receiving = asyncio.ensure_future(received(layer, channel))
    await asyncio.sleep(0.01)
    assert not receiving.done()
    layer.expiry = 60
    await layer.send(channel, {"type": "test", "nth": 2})
    assert (await receiving)["nth"] == 2


async def test_every_event_loop_of_a_process_hears(layer: TableLayer) -> None:
    here = await member(layer)
    joined, sent = threading.Event(), {"type": "test", "text": "to all"}
    elsewhere: dict[str, Any] = {}

    async def hear() -> None:
        channel = elsewhere["channel"] = await member(layer)
        joined.set()
        elsewhere["group"] = await received(layer, channel)
        elsewhere["own"] = await received(layer, channel)
        await layer.flush()

    other = threading.Thread(target=asyncio.run, args=(hear(),))
    other.start()
    await asyncio.to_thread(joined.wait)
    await layer.group_send("group", sent)
    assert await received(layer, here) == sent
    # A channel of another loop, or process, is reached through Redis; it joins groups by itself.
    await layer.send(elsewhere["channel"], {"type": "test", "text": "to one"})
    with pytest.raises(RuntimeError, match="no channel of this event loop"):
        await layer.group_add("group", elsewhere["channel"])
    await asyncio.to_thread(other.join)
    assert elsewhere["group"] == sent
    assert elsewhere["own"] == {"type": "test", "text": "to one"}


async def test_a_loop_that_ended_is_forgotten(named: Made, redis: "Redis") -> None:
    layer, name = named
    for _ in range(3):
        await asyncio.to_thread(asyncio.run, member(layer))
    await member(layer)
    assert len(layer._hearings) == 1
    await layer.flush()
    while await connections(redis, name):
        pass


async def test_two_houses_on_one_redis_do_not_hear_each_other(layer: TableLayer) -> None:
    channel = await member(layer)
    TableLayer(settings.REDIS_URL, "test.another").group_send_now("group", {"type": "theirs"})
    layer.group_send_now("group", {"type": "ours"})
    assert await received(layer, channel) == {"type": "ours"}


async def test_a_channel_whose_receiver_is_gone_is_not_kept(
    layer: TableLayer, redis: "Redis"
) -> None:
    kept, gone = await member(layer), await layer.new_channel()
    for channel in (kept, gone):
        receiving = asyncio.ensure_future(layer.receive(channel))
        await asyncio.sleep(0)
        receiving.cancel()
        await asyncio.gather(receiving, return_exceptions=True)
    name = layer._name("channel", gone)
    await until_unheard(redis, name)
    # One that is in a group still is: who receives with a timeout comes back.
    layer.group_send_now("group", {"type": "test"})
    assert await received(layer, kept) == {"type": "test"}


async def test_names_and_messages_that_channels_does_not_allow_are_refused(
    layer: TableLayer,
) -> None:
    channel = await layer.new_channel()
    for name in ("", "é", "a b", "a!b", "x" * 100):
        with pytest.raises(TypeError):
            await layer.group_add(name, channel)
        with pytest.raises(TypeError):
            layer.group_send_now(name, {"type": "test"})
    with pytest.raises(TypeError):
        await layer.send("a b", {"type": "test"})
    with pytest.raises(TypeError):
        await layer.receive("x" * 100)
    with pytest.raises(TypeError):
        layer.group_send_now("group", "text")  # type: ignore[arg-type]


async def test_the_groups_of_the_tables_have_names_that_channels_allows() -> None:
    for name in (groups.EVERYBODY, groups.of_table(10**9 - 1)):
        assert BaseChannelLayer().require_valid_group_name(name)
