"""Messages between processes: whole however they arrive, and again after Redis was away."""

import asyncio
import os
from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import pytest
import pytest_asyncio
from django.conf import settings
from redis.asyncio import Redis
from redis.exceptions import RedisError, ResponseError

from tables.realtime import publish, relay

pytestmark = pytest.mark.asyncio


class Ear:
    """Hears one channel."""

    def __init__(self) -> None:
        self.channel = f"test.{uuid4()}"
        self._heard: asyncio.Queue[Any] = asyncio.Queue()
        self.hearing = relay.Hearing(self._heard.put_nowait)

    async def next(self) -> Any:
        return await asyncio.wait_for(self._heard.get(), 300)


@pytest_asyncio.fixture
async def ear() -> AsyncIterator[Ear]:
    heard = Ear()
    await heard.hearing.begin(heard.channel)
    yield heard
    await heard.hearing.stop()


async def test_messages_are_heard_in_the_order_in_which_they_are_sent(ear: Ear) -> None:
    sender = relay.Sender()
    # Longer than one read, and than the buffer of a socket.
    sent = [{"nth": nth, "text": "♠" * nth * 1000} for nth in range(60)]

    def send() -> None:
        for each in sent:
            sender.send(ear.channel, each)

    await asyncio.to_thread(send)
    assert [await ear.next() for _ in sent] == sent


async def test_a_message_is_taken_however_it_is_cut(ear: Ear) -> None:
    heard: list[Any] = []
    ear.hearing._deliver = heard.append
    stream = b"".join(
        (
            relay._packed(b"subscribe", b"x")[:-3].replace(b"*2", b"*3") + b"x\r\n:1\r\n",
            relay._packed(b"message", b"x", b'{"text":"\r\n*3\r\n$-1"}'.replace(b"\r\n", b"\\n")),
            relay._packed(b"message", b"x", b"not JSON"),
            relay._packed(b"message", b"x", b'{"nth":2}').replace(b"*", b">", 1),
        )
    )
    for size in (1, 2, 7, len(stream)):
        heard.clear()
        read = bytearray()
        for at in range(0, len(stream), size):
            read += stream[at : at + size]
            ear.hearing._take(read)
        assert heard == [{"text": "\n*3\n$-1"}, {"nth": 2}]
        assert not read


async def test_a_channel_that_ended_is_heard_no_more(ear: Ear) -> None:
    other = f"test.{uuid4()}"
    await ear.hearing.begin(other)
    ear.hearing.end(other)
    relay.sender.send(other, {"nth": 1})
    relay.sender.send(ear.channel, {"nth": 2})
    assert await ear.next() in ({"nth": 1}, {"nth": 2})
    relay.sender.send(other, {"nth": 3})
    relay.sender.send(ear.channel, {"nth": 4})
    last = await ear.next()
    assert (last if last["nth"] == 4 else await ear.next()) == {"nth": 4}


async def test_both_ends_come_back_after_redis_has_closed_their_connections(ear: Ear) -> None:
    sender = relay.Sender()
    sender.send(ear.channel, {"nth": 1})
    assert await ear.next() == {"nth": 1}
    assert sender._connection is not None
    assert ear.hearing._writer is not None
    sockets = (sender._connection._sock, ear.hearing._writer.get_extra_info("socket"))  # type: ignore[attr-defined]
    addresses = ["{}:{}".format(*each.getsockname()) for each in sockets]
    async with Redis.from_url(settings.REDIS_URL) as redis:
        for address in addresses:
            await redis.execute_command("CLIENT", "KILL", "ADDR", address)  # type: ignore[no-untyped-call]
    while not await _is_heard(sender, ear):
        pass
    assert ear.hearing._writer.get_extra_info("sockname") is not None


async def _is_heard(sender: relay.Sender, ear: Ear) -> bool:
    sender.send(ear.channel, {"nth": 2})
    try:
        return bool(await asyncio.wait_for(ear._heard.get(), 0.2) == {"nth": 2})
    except TimeoutError:
        return False


async def test_without_redis_a_message_is_lost_and_nothing_fails(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    sender = relay.Sender()
    monkeypatch.setattr(relay, "sender", sender)
    monkeypatch.setattr(settings, "REDIS_URL", "redis://127.0.0.1:1/0")
    publish.aside(1, "{}")
    with pytest.raises(relay.Away):
        sender.send("table.1", {})


async def test_a_fork_has_a_connection_of_its_own(
    ear: Ear, monkeypatch: pytest.MonkeyPatch
) -> None:
    sender = relay.Sender()
    sender.send(ear.channel, {"nth": 1})
    first = sender._connection
    monkeypatch.setattr(os, "getpid", lambda: 0)
    sender.send(ear.channel, {"nth": 2})
    assert sender._connection is not first
    assert [await ear.next(), await ear.next()] == [{"nth": 1}, {"nth": 2}]


async def test_what_is_asked_together_is_answered_in_order() -> None:
    asking, key = relay.Asking(), f"test:{uuid4()}".encode()
    try:
        wrote = await asking.ask((b"SET", key, b"x" * 200_000), (b"GET", key), (b"DEL", key))
        assert wrote == [b"OK", b"x" * 200_000, b"1"]
        with pytest.raises(ResponseError):
            await asking.ask((b"GET",), (b"TIME",))
        # What was answered after the error is not taken for this answer.
        assert await asking.ask((b"GET", key)) == [None]
    finally:
        await asking.close()


async def test_who_asks_comes_back_after_redis_has_closed_the_connection() -> None:
    asking = relay.Asking()
    try:
        await asking.ask((b"TIME",))
        assert asking._connection is not None
        assert asking._connection._writer is not None
        address = asking._connection._writer.get_extra_info("sockname")
        async with Redis.from_url(settings.REDIS_URL) as redis:
            await redis.execute_command("CLIENT", "KILL", "ADDR", "{}:{}".format(*address))  # type: ignore[no-untyped-call]
        with pytest.raises((RedisError, OSError)):
            await asking.ask((b"TIME",))
        assert len(await asking.ask((b"TIME",))) == 1
    finally:
        await asking.close()
