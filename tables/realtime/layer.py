"""A channel layer of Channels over the pub/sub of Redis, quick enough for a frame at every step.

To publish is one command without an answer, from whatever thread has committed; to hear is one
subscription per group and process. At most once, as Channels' specification has it: what is
published while Redis is away is lost, and so is what a process does not hear meanwhile.
"""

import asyncio
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, ClassVar, Final
from uuid import uuid4

import msgpack
import redis.asyncio
import structlog
from channels.exceptions import ChannelFull
from channels.layers import BaseChannelLayer
from redis import ConnectionPool
from redis.connection import ConnectionInterface
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError

from casino.connections.house import house_id
from casino.connections.redis_options import async_connect_options, connect_options

log = structlog.get_logger(__name__)

PATIENCE: Final = 1.0
"""Seconds in which Redis must answer."""
AWAY: Final = 1.0
"""Seconds for which nothing is published after Redis did not answer."""
RETRY: Final = 0.25
"""Seconds between two attempts to hear Redis again."""

# By version 3 Redis may tell a connection of its own accord more than what was subscribed to.
OPTIONS: Final[Mapping[str, Any]] = {"protocol": 2, "socket_connect_timeout": PATIENCE}


class Away(RedisConnectionError):
    """Redis did not answer a moment ago."""


class Publisher:
    """A process's connection for publishing; for any thread."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._lock = threading.Lock()
        self._connection: ConnectionInterface | None = None
        self._process = 0
        self._away_until = 0.0

    def publish(self, name: str, packed: bytes) -> None:
        """Publish a message; raises `RedisError` or `OSError` where it is lost."""
        with self._lock:
            if time.monotonic() < self._away_until:
                raise Away("did not answer a moment ago")
            try:
                connection = self._open()
                connection.send_command("PUBLISH", name, packed, check_health=False)  # type: ignore[no-untyped-call]
            except (RedisError, OSError):
                self._away_until = time.monotonic() + AWAY
                self._connection = None
                raise

    def _open(self) -> ConnectionInterface:
        """Return the connection; another where Redis has closed it, or the process is a fork."""
        if self._connection is not None and self._process == os.getpid():
            # Nothing is ever to be read from it, but its end.
            with suppress(RedisError):
                if not self._connection.can_read():
                    return self._connection
        # A pool of its own: one counts what it has made, and makes no more after a hundred.
        pool: ConnectionPool = ConnectionPool.from_url(
            **connect_options(self._url), socket_timeout=PATIENCE, **OPTIONS
        )
        connection = pool.make_connection()
        connection.connect()  # type: ignore[no-untyped-call]
        # Whether we may publish is asked once, by a name that nobody hears; after that nobody reads
        # an answer.
        connection.send_command("PUBLISH", "sabot.greeting", b"")  # type: ignore[no-untyped-call]
        connection.read_response()
        connection.send_command("CLIENT", "REPLY", "OFF")  # type: ignore[no-untyped-call]
        self._connection, self._process = connection, os.getpid()
        return connection


class Hearing:
    """The subscriptions of one event loop, and the queues of its channels."""

    def __init__(self, url: str) -> None:
        # Without a timeout of its own: redis-py would make a task of each command, and give up
        # listening where nothing is said.
        self._pool = redis.asyncio.ConnectionPool.from_url(
            **async_connect_options(url), socket_timeout=None, socket_keepalive=True, **OPTIONS
        )
        self.queues: dict[str, asyncio.Queue[tuple[float, bytes]]] = {}
        """By channel: when each message came, and the message packed."""
        self.callbacks: dict[str, Callable[[dict[str, Any]], None]] = {}
        """By channel: what is called with each message instead."""
        self._heard: dict[bytes, set[str]] = {}
        """By name in Redis: the channels to which it goes."""
        self._confirmed: dict[bytes, asyncio.Future[None]] = {}
        """Each is done once Redis has confirmed the subscription."""
        self._asked: deque[asyncio.Future[None]] = deque()
        """What this connection has asked for and not been told yet; Redis answers in order."""
        self._connection: redis.asyncio.Connection | None = None
        self._away = False
        self._task = asyncio.create_task(self._run())

    async def begin(self, name: bytes, channel: str) -> None:
        """Hear a name for a channel from now on; waits until Redis confirms, or is away."""
        self._heard.setdefault(name, set()).add(channel)
        confirmed = self._confirmed.get(name)
        if confirmed is None:
            confirmed = await self._subscribe(name)
        if not confirmed.done() and not self._away:
            await asyncio.wait([confirmed], timeout=PATIENCE)

    async def end(self, name: bytes, channel: str) -> None:
        """Hear a name no more for a channel; the last one ends the subscription."""
        channels = self._heard.get(name, set())
        channels.discard(channel)
        if not channels and self._heard.pop(name, None) is not None:
            del self._confirmed[name]
            await self._send_command("UNSUBSCRIBE", name)

    def names_of(self, channel: str) -> int:
        """Return how many subscriptions a channel has."""
        return sum(channel in channels for channels in self._heard.values())

    def put(self, channel: str, packed: bytes) -> None:
        """Queue a message of a channel, or call back with it; raises `ChannelFull`."""
        if callback := self.callbacks.get(channel):
            try:
                callback(msgpack.unpackb(packed))
            except Exception:
                log.exception("callback_failed", channel=channel)
            return
        try:
            self.queues[channel].put_nowait((time.monotonic(), packed))
        except asyncio.QueueFull:
            raise ChannelFull(channel) from None

    async def stop(self) -> None:
        """Hear nothing more."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _subscribe(self, name: bytes) -> asyncio.Future[None]:
        """Ask for a name; return what is done once Redis has confirmed it."""
        confirmed = self._confirmed.get(name)
        if confirmed is None or confirmed.done():
            confirmed = self._confirmed[name] = asyncio.get_running_loop().create_future()
        if self._connection is not None:
            self._asked.append(confirmed)
        await self._send_command("SUBSCRIBE", name)
        return confirmed

    async def _send_command(self, *words: str | bytes) -> None:
        """Write a command; where that fails, whoever reads finds out and asks for all anew."""
        if self._connection is not None:
            with suppress(RedisError, OSError):
                await self._connection.send_command(*words, check_health=False)

    async def _run(self) -> None:
        while True:
            try:
                await self._hear()
            except Exception as error:
                log.warning("layer_not_heard", error=repr(error))
            self._away = True
            await asyncio.sleep(RETRY)

    async def _hear(self) -> None:
        """Connect, and hear until the connection ends."""
        connection = self._pool.make_connection()  # type: ignore[no-untyped-call]
        try:
            async with asyncio.timeout(PATIENCE):
                await connection.connect()
            self._asked.clear()
            self._connection = connection
            for name in [*self._heard]:
                if name in self._heard:
                    await self._subscribe(name)
            self._away = False
            while True:
                self._take(await connection.read_response())
        finally:
            self._connection = None
            await connection.disconnect(nowait=True)

    def _take(self, answer: list[Any]) -> None:
        """Take what Redis tells: a message, or that a subscription has begun or ended."""
        kind, name, message = answer
        if kind == b"subscribe":
            confirmed = self._asked.popleft()
            if not confirmed.done():
                confirmed.set_result(None)
        elif kind == b"message":
            for channel in self._heard.get(name, ()):
                # Channels' specification: a group's message is lost to a channel that is full.
                with suppress(ChannelFull):
                    self.put(channel, message)


class TableLayer(BaseChannelLayer):
    """The layer that CHANNEL_LAYERS names; `prefix` tells houses apart, by default their id.

    A channel belongs to the event loop that asked for it, and only that loop adds it to groups; a
    message that is sent to it from elsewhere goes through Redis. `group_send_now` is for threads
    that have no event loop.
    """

    extensions: ClassVar[list[str]] = ["groups", "flush", "callbacks"]

    def __init__(
        self,
        url: str,
        prefix: str = "",
        *,
        capacity: int = 10_000,
        expiry: int = 60,
        channel_capacity: dict[Any, int] | None = None,
    ) -> None:
        super().__init__(expiry=expiry, capacity=capacity)
        self.channel_capacity = self.compile_capacities(channel_capacity or {})  # type: ignore[assignment]
        self._url = url
        self._prefix = prefix
        self._publisher = Publisher(url)
        self._hearings: dict[asyncio.AbstractEventLoop, Hearing] = {}

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        """Send a message to a channel; raises `ChannelFull` where it is this loop's, and full."""
        self.require_valid_channel_name(channel)
        packed, hearing = _packed(message), self._hearing()
        if channel in hearing.queues:
            hearing.put(channel, packed)
        else:
            self._publisher.publish(self._name("channel", channel), packed)

    async def receive(self, channel: str) -> dict[str, Any]:
        """Return the next message of a channel."""
        self.require_valid_channel_name(channel)
        hearing = self._hearing()
        if channel not in hearing.queues:
            await self._open(channel)
        queue = hearing.queues[channel]
        try:
            while True:
                came, packed = await queue.get()
                if time.monotonic() - came < self.expiry:
                    message: dict[str, Any] = msgpack.unpackb(packed)
                    return message
        except asyncio.CancelledError:
            # The specification knows no end of a channel. A consumer's receiving is cancelled when
            # its socket ends, and without this its channel would be kept for ever.
            if queue.empty() and hearing.names_of(channel) == 1:
                hearing.queues.pop(channel, None)
                await hearing.end(self._name("channel", channel).encode(), channel)
            raise

    def call_back(self, channel: str, callback: Callable[[dict[str, Any]], None]) -> None:
        """Call `callback` with each message of a channel of this loop, in place of `receive`.

        An extension of ours, `callbacks`. To wake a task that receives costs as much as to read a
        message, and under load halves what goes out to a socket in one system call.
        """
        self._hearing().callbacks[channel] = callback

    async def new_channel(self, prefix: str = "specific") -> str:
        """Return a channel of the running event loop."""
        channel = f"{prefix}.{os.getpid()}!{uuid4().hex}"
        await self._open(channel)
        return channel

    async def group_add(self, group: str, channel: str) -> None:
        """Add a channel of this loop to a group; waits until Redis confirms, or is away."""
        self.require_valid_group_name(group)
        self.require_valid_channel_name(channel)
        hearing = self._hearing()
        if channel not in hearing.queues:
            raise RuntimeError(f"{channel} is no channel of this event loop.")
        await hearing.begin(self._name("group", group).encode(), channel)

    async def group_discard(self, group: str, channel: str) -> None:
        """Remove a channel from a group, if it is there."""
        self.require_valid_group_name(group)
        self.require_valid_channel_name(channel)
        await self._hearing().end(self._name("group", group).encode(), channel)

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Send a message to all channels of a group; never suspends."""
        self.group_send_now(group, message)

    def group_send_now(self, group: str, message: dict[str, Any]) -> None:
        """Do the same from any thread; raises `RedisError` or `OSError` where it is lost."""
        self.require_valid_group_name(group)
        self._publisher.publish(self._name("group", group), _packed(message))

    async def flush(self) -> None:
        """Forget this loop's channels, their messages and groups, and close its connection."""
        hearing = self._hearings.pop(asyncio.get_running_loop(), None)
        if hearing is not None:
            await hearing.stop()

    async def _open(self, channel: str) -> None:
        """Begin to hear a channel."""
        hearing = self._hearing()
        hearing.queues[channel] = asyncio.Queue(self.get_capacity(channel))
        await hearing.begin(self._name("channel", channel).encode(), channel)

    def _hearing(self) -> Hearing:
        loop = asyncio.get_running_loop()
        if loop not in self._hearings:
            for other in [each for each in [*self._hearings] if each.is_closed()]:
                self._hearings.pop(other, None)
            self._hearings[loop] = Hearing(self._url)
        return self._hearings[loop]

    def _name(self, kind: str, name: str) -> str:
        """Return how a group or channel is called in Redis."""
        # Pub/sub knows no database numbers: two houses on one Redis must not hear each other.
        return f"sabot.{self._prefix or house_id()}.{kind}.{name}"


def _packed(message: dict[str, Any]) -> bytes:
    if not isinstance(message, dict):
        raise TypeError(f"A message is a dict, not {message!r:.100}.")
    packed: bytes = msgpack.packb(message)
    return packed
