"""Messages between processes: published to channels of Redis, and heard from there.

At most once: what is published while Redis is away is lost, and so is what a process does not hear
while its connection is down. A client of a few lines, because a frame goes through it at every
step: the general ones cost as much as the step's own decision.
"""

import asyncio
import os
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final

import structlog
from django.conf import settings
from pydantic_core import from_json, to_json
from redis import Redis
from redis.asyncio import Connection as AsyncConnection
from redis.asyncio import Redis as AsyncRedis
from redis.connection import ConnectionInterface
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError, ResponseError

from casino.process.environment import house_id

log = structlog.get_logger(__name__)

PATIENCE: Final = 1.0
"""Seconds in which Redis must answer."""
AWAY: Final = 1.0
"""Seconds for which nothing is sent to Redis after it did not answer."""
RETRY: Final = 0.25
"""Seconds between two attempts to hear Redis again."""

EVERYBODY: Final = "sessions"
"""The channel of what concerns players at whatever tables."""


def of_table(table_id: int) -> str:
    """Return the channel of a table."""
    return f"table.{table_id}"


def _name(channel: str) -> bytes:
    # Channels know no database numbers: two houses on one Redis must not hear each other.
    return f"sabot.{house_id(settings.DATABASES['default'])}.{channel}".encode()


def _packed(*words: bytes) -> bytes:
    """Return a command as Redis reads it (RESP)."""
    parts = [b"*%d\r\n" % len(words)]
    for word in words:
        parts += (b"$%d\r\n" % len(word), word, b"\r\n")
    return b"".join(parts)


class Away(Exception):
    """Redis did not answer a moment ago."""


class Sender:
    """This process's connection for publishing; for any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._connection: ConnectionInterface | None = None
        self._process = 0
        self._away_until = 0.0

    def send(self, channel: str, message: Mapping[str, Any]) -> None:
        """Publish a message; raises `Away`, `RedisError` or `OSError` where it is lost."""
        packed = _packed(b"PUBLISH", _name(channel), to_json(message))
        with self._lock:
            if time.monotonic() < self._away_until:
                raise Away
            try:
                self._open().send_packed_command([packed], check_health=False)  # type: ignore[no-untyped-call]
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
        pool = Redis.from_url(
            settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE
        ).connection_pool
        connection = pool.make_connection()
        connection.connect()  # type: ignore[no-untyped-call]
        # Whether we may publish is asked once; after that nobody reads an answer.
        connection.send_packed_command(  # type: ignore[no-untyped-call]
            [_packed(b"PUBLISH", _name("greeting"), b"")]
        )
        connection.read_response()
        connection.send_packed_command(  # type: ignore[no-untyped-call]
            [_packed(b"CLIENT", b"REPLY", b"OFF")]
        )
        self._connection, self._process = connection, os.getpid()
        return connection


sender: Final = Sender()
"""That of this process."""


def _element(read: bytearray, at: int) -> tuple[Any, int] | None:
    """Return the element of RESP at this place, and where it ends; `None` where it is not whole.

    Of both versions, 2 and 3: lists, texts, nulls, and numbers as text.
    """
    end = read.find(b"\r\n", at)
    if end < 0:
        return None
    kind, line, after = bytes(read[at : at + 1]), bytes(read[at + 1 : end]), end + 2
    if kind in (b"*", b">"):
        elements = []
        for _ in range(int(line)):
            if (found := _element(read, after)) is None:
                return None
            elements.append(found[0])
            after = found[1]
        return elements, after
    if kind == b"_" or kind + line == b"$-1":
        return None, after
    if kind == b"$":
        ends = after + int(line)
        return (bytes(read[after:ends]), ends + 2) if len(read) >= ends + 2 else None
    return line, after


class Asking:
    """A connection on which one after the other asks; belongs to one event loop."""

    def __init__(self) -> None:
        self._connection: AsyncConnection | None = None

    async def ask(self, *commands: tuple[bytes, ...]) -> list[Any]:
        """Send commands together; return their answers, numbers as text.

        Raises `RedisError` or `OSError` where it is not answered in time, and on any error.
        """
        answers: list[Any] = []
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await self._open()
                writer.write(b"".join(_packed(*command) for command in commands))
                read = bytearray()
                while len(answers) < len(commands):
                    if not (chunk := await reader.read(1 << 16)):
                        raise RedisConnectionError("closed")
                    read += chunk
                    at = 0
                    while at < len(read) and (found := _element(read, at)) is not None:
                        if read[at : at + 1] == b"-":
                            raise ResponseError(found[0].decode(errors="replace"))
                        answers.append(found[0])
                        at = found[1]
                    del read[:at]
        except BaseException:
            # What is answered later must not be taken for the answer of the next.
            await self.close()
            raise
        return answers

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._connection is None:
            self._connection = await _connected()
        return _streams(self._connection)

    async def close(self) -> None:
        """End the connection; the next who asks opens another."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.disconnect(nowait=True)


async def _connected() -> AsyncConnection:
    """Return a connection that has given its name and password."""
    client: AsyncRedis = AsyncRedis.from_url(
        settings.REDIS_URL,
        socket_timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
        socket_keepalive=True,
    )
    connection: AsyncConnection = client.connection_pool.make_connection()  # type: ignore[no-untyped-call]
    try:
        await connection.connect()  # type: ignore[no-untyped-call]
    except BaseException:
        await connection.disconnect(nowait=True)
        raise
    return connection


def _streams(connection: AsyncConnection) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = connection._reader, connection._writer
    if reader is None or writer is None:
        raise RedisConnectionError("closed")
    return reader, writer


class Hearing:
    """A process's subscriptions; belongs to one event loop."""

    def __init__(self, deliver: Callable[[Mapping[str, Any]], None]) -> None:
        self._deliver = deliver
        """Take a message that was published to a channel that is heard."""
        self._channels: dict[bytes, asyncio.Future[None]] = {}
        """Each is done once Redis has confirmed it."""
        self._writer: asyncio.StreamWriter | None = None
        self._away = False
        self._task = asyncio.create_task(self._run())

    async def begin(self, channel: str) -> None:
        """Hear a channel from now on; waits until Redis confirms, or is away."""
        name = _name(channel)
        confirmed = self._channels.get(name)
        if confirmed is None:
            confirmed = self._channels[name] = asyncio.get_running_loop().create_future()
            self._ask(b"SUBSCRIBE", name)
        if not confirmed.done() and not self._away:
            await asyncio.wait([confirmed], timeout=PATIENCE)

    def end(self, channel: str) -> None:
        """Hear a channel no more."""
        if self._channels.pop(_name(channel), None) is not None:
            self._ask(b"UNSUBSCRIBE", _name(channel))

    async def stop(self) -> None:
        """Hear nothing more."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def _ask(self, *words: bytes) -> None:
        if self._writer is not None:
            self._writer.write(_packed(*words))

    async def _run(self) -> None:
        while True:
            try:
                await self._hear()
            except (RedisError, OSError) as error:
                log.warning("relay_not_heard", error=str(error))
            self._away = True
            await asyncio.sleep(RETRY)

    async def _hear(self) -> None:
        """Connect, and hear until the connection ends; raises `RedisError` or `OSError`."""
        connection = await _connected()
        try:
            reader, self._writer = _streams(connection)
            if self._channels:
                self._ask(b"SUBSCRIBE", *self._channels)
            self._away = False
            read = bytearray()
            while chunk := await reader.read(1 << 16):
                read += chunk
                self._take(read)
        finally:
            self._writer = None
            await connection.disconnect(nowait=True)

    def _take(self, read: bytearray) -> None:
        """Take all that is whole off what was read."""
        at = 0
        while at < len(read) and (found := _element(read, at)) is not None:
            element, at = found
            if not isinstance(element, list):
                log.error("relay_refused", error=element.decode(errors="replace"))
            elif element[0] == b"message":
                try:
                    self._deliver(from_json(element[2]))
                except Exception:
                    log.exception("deliver_failed")
            elif element[0] == b"subscribe":
                confirmed = self._channels.get(element[1])
                if confirmed is not None and not confirmed.done():
                    confirmed.set_result(None)
        del read[:at]
