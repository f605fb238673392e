"""Admission: a limit of open sockets, and a throttle of messages.

Both hold for a player, or a visitor's address, at all web processes together. Redis keeps them; a
process leases messages a few at a time, so most cost no round trip. While Redis is away each
process keeps to the same limits by itself.
"""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Final
from uuid import uuid4

import structlog
from django.conf import settings
from redis.asyncio import BlockingConnectionPool, Redis
from redis.exceptions import RedisError

from casino.connections.house import house_id
from casino.connections.redis_options import async_connect_options

log = structlog.get_logger(__name__)

RATE_PER_SECOND: Final = 10.0
BURST: Final = 20.0
LEASE: Final = 10
"""Messages that a process leases from a person's bucket at a time."""
EVERY: Final = 5.0
"""Seconds after which a process writes again whose sockets it has."""
LASTS: Final = 15
"""Seconds after which the sockets of a silent process expire: it died."""
CONNECTIONS: Final = 4
"""To Redis, of one process: a crowd that comes in at once waits for one of them."""
PATIENCE: Final = 0.5
"""Seconds in which Redis must answer."""
AWAY: Final = 1.0
"""Seconds before Redis is tried again after it did not answer."""

SAID_PER_SECOND: Final = 0.5
SAID_AT_ONCE: Final = 4.0
"""What a player may say, at all tables together: messages a second, and at once."""
ADDRESS: Final = 4.0
"""How many times as much may be said from one address, by all its players together."""

PENANCE: Final = 3.0
"""Seconds that a refused handshake is kept waiting, and for which the session's next ones are
refused unread; shorter than a server's timeout of a handshake."""

# One person's sockets by process, as `count:expiry`. Refuses what would be too many.
_OPEN: Final = """
local now, others = tonumber(redis.call('TIME')[1]), 0
local held = redis.call('HGETALL', KEYS[1])
for i = 1, #held, 2 do
  if held[i] ~= ARGV[1] then
    local count, till = string.match(held[i + 1], '(%d+):(%d+)')
    if tonumber(till) < now then redis.call('HDEL', KEYS[1], held[i])
    else others = others + tonumber(count) end
  end
end
if others + tonumber(ARGV[2]) > tonumber(ARGV[3]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ':' .. (now + tonumber(ARGV[4])))
redis.call('EXPIRE', KEYS[1], ARGV[4])
return 1"""

_TELL: Final = """
local till = tonumber(redis.call('TIME')[1]) + tonumber(ARGV[2])
for i, key in ipairs(KEYS) do
  if tonumber(ARGV[2 + i]) > 0 then
    redis.call('HSET', key, ARGV[1], ARGV[2 + i] .. ':' .. till)
    redis.call('EXPIRE', key, ARGV[2])
  else redis.call('HDEL', key, ARGV[1]) end
end
return 1"""

# A token bucket: filled by time, emptied by leases.
_TAKE: Final = """
local rate, most, wanted = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = tonumber(time[1]) + tonumber(time[2]) / 1000000
local held = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = tonumber(held[1]) or most
tokens = math.min(most, tokens + math.max(0, now - (tonumber(held[2]) or now)) * rate)
local taken = math.min(wanted, math.floor(tokens))
redis.call('HSET', KEYS[1], 'tokens', tostring(tokens - taken), 'at', string.format('%.6f', now))
redis.call('EXPIRE', KEYS[1], math.ceil(most / rate) + 1)
return taken"""


class Bucket:
    """A token bucket of this process: RATE_PER_SECOND messages a second, BURST at once."""

    def __init__(self) -> None:
        self._tokens = BURST
        self._at = time.monotonic()

    async def take(self) -> bool:
        """Use one message; return False when there is none."""
        return self.lease(1) == 1

    def lease(self, wanted: int) -> int:
        """Take up to this many tokens; return how many."""
        now = time.monotonic()
        self._tokens = min(BURST, self._tokens + (now - self._at) * RATE_PER_SECOND)
        self._at = now
        taken = min(wanted, int(self._tokens))
        self._tokens -= taken
        return taken


class Allowance:
    """A person's throttle in this process: messages leased from the bucket that processes share."""

    def __init__(self, admission: "Admission", who: str) -> None:
        self.sockets = 0
        self.used_at = time.monotonic()
        self._admission = admission
        self._who = who
        self._leased = 0
        self._empty_until = 0.0
        self._asking: asyncio.Task[None] | None = None
        self._alone = Bucket()
        """The bucket of this process alone, while Redis is away."""

    async def take(self) -> bool:
        """Use one message; return False when there is none."""
        self.used_at = time.monotonic()
        if not self._leased and self.used_at >= self._empty_until:
            if self._asking is None:
                self._asking = asyncio.create_task(self._lease())
            await asyncio.shield(self._asking)
        if not self._leased:
            return False
        self._leased -= 1
        return True

    async def _lease(self) -> None:
        try:
            taken = await self._admission.lease(self._who)
            self._leased += self._alone.lease(LEASE) if taken is None else taken
            if not self._leased:
                self._empty_until = time.monotonic() + 1 / RATE_PER_SECOND
        finally:
            self._asking = None


class Admission:
    """The sockets of this process's event loop, and what their owners may send."""

    def __init__(self) -> None:
        self._process = uuid4().hex[:12]
        self._redis: Redis = Redis(
            connection_pool=BlockingConnectionPool.from_url(
                **async_connect_options(settings.REDIS_URL),
                max_connections=CONNECTIONS,
                timeout=PATIENCE,
                socket_timeout=PATIENCE,
                socket_connect_timeout=PATIENCE,
            )
        )
        self._allowances: dict[str, Allowance] = {}
        self._away_until = 0.0
        self._turned: dict[str, tuple[float, int]] = {}
        """Sessions turned away lately: until when, and with which code."""
        self._beating: asyncio.Task[None] | None = None
        self._left: set[str] = set()
        """People who closed a socket that Redis counts still."""
        self.telling: asyncio.Task[None] | None = None
        """Publishes who has closed sockets, while somebody has."""

    async def open(self, who: str, most: int) -> Allowance | None:
        """Count one more socket of a person; return their throttle, or `None` beyond `most`."""
        if self._beating is None:
            self._beating = asyncio.create_task(self._beat())
        allowance = self._allowances.setdefault(who, Allowance(self, who))
        allowance.sockets += 1
        if allowance.sockets <= most:
            key = self._key("sockets", who)
            counted = self._process, allowance.sockets, most, LASTS
            try:
                if await self._run_script(_OPEN, [key], *counted) != 0:
                    return allowance
            except BaseException:
                # It hung up meanwhile, and Redis may have counted it.
                self.close(who)
                raise
        allowance.sockets -= 1
        return None

    def close(self, who: str) -> None:
        """Count one socket less of a person (`open`), and publish it in the background."""
        allowance = self._allowances[who]
        allowance.sockets -= 1
        allowance.used_at = time.monotonic()
        self._left.add(who)
        if self.telling is None:
            # One at a time, for all who have left meanwhile: a crowd's end opens no crowd of
            # connections to Redis.
            self.telling = asyncio.create_task(self._tell_of_those_who_left())

    def turn_away(self, session: str | None, code: int) -> None:
        """Remember the close code that a session got, so that its next handshakes read nothing.

        For PENANCE seconds; nothing for a visitor without a session.
        """
        if session:
            self._turned[session] = (time.monotonic() + PENANCE, code)

    def turned_away(self, session: str | None) -> int:
        """Return the code with which a session was turned away a moment ago, or 0."""
        until, code = self._turned.get(session or "", (0.0, 0))
        return code if time.monotonic() < until else 0

    async def lease(self, who: str) -> int | None:
        """Lease up to LEASE messages from a person's bucket; `None` while Redis is away."""
        return await self._run_script(
            _TAKE, [self._key("messages", who)], RATE_PER_SECOND, BURST, LEASE
        )

    async def may_say(self, who: str, address: str) -> bool | None:
        """Tell whether a person at an address may say something now, and count it if so.

        `None` while Redis is away: nobody would hear it.
        """
        for key, times in ((who, 1.0), (address, ADDRESS)):
            taken = await self._run_script(
                _TAKE, [self._key("said", key)], SAID_PER_SECOND * times, SAID_AT_ONCE * times, 1
            )
            if taken != 1:
                return None if taken is None else False
        return True

    async def stop(self) -> None:
        """End; the process, or its event loop, is about to end."""
        tasks = [each for each in (self.telling, self._beating) if each is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(RedisError, OSError):
            await self._redis.aclose()

    def _key(self, what: str, who: str) -> str:
        return f"sabot:{house_id()}:{what}:{who}"

    async def _run_script(
        self, script: str, keys: Sequence[str], *arguments: float | str
    ) -> int | None:
        """Run a script in Redis; return its number, `None` while Redis does not answer."""
        if time.monotonic() < self._away_until:
            return None
        try:
            answer = self._redis.eval(script, len(keys), *keys, *map(str, arguments))
            # Whoever is cancelled here would keep a connection of the pool: its client loses one
            # that is being given back.
            return int(str(await asyncio.shield(answer)))
        except (RedisError, OSError, TimeoutError) as error:
            log.warning("admission_alone", error=str(error))
            self._away_until = time.monotonic() + AWAY
            return None

    async def _write_counts(self, people: list[str]) -> None:
        """Write to Redis how many sockets of these people are open here."""
        keys = [self._key("sockets", who) for who in people]
        counts = [
            allowance.sockets if (allowance := self._allowances.get(who)) else 0 for who in people
        ]
        await self._run_script(_TELL, keys, self._process, LASTS, *counts)

    async def _tell_of_those_who_left(self) -> None:
        try:
            while people := [*self._left]:
                self._left.clear()
                await self._write_counts(people)
        finally:
            self.telling = None

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            gone = time.monotonic() - BURST / RATE_PER_SECOND
            now = time.monotonic()
            self._turned = {key: each for key, each in self._turned.items() if each[0] > now}
            for who, allowance in [*self._allowances.items()]:
                if not allowance.sockets and allowance.used_at < gone:
                    del self._allowances[who]
            if self._allowances:
                await self._write_counts([*self._allowances])
