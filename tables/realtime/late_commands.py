"""The grace of a players' clock: what came in time counts, however late the house reads it.

The croupier alone ends a clock. Every web process reports the clock that its players were last
shown, how late that was, and since when it has carried out all that came; the croupier waits for
that (ADR 0027). All is compared as durations by the clock of Redis: machines need not agree.
"""

import asyncio
import itertools
import json
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import uuid4

import structlog
from django.conf import settings
from redis import Redis
from redis.asyncio import Redis as AsyncRedis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from casino.connections.house import house_id
from casino.connections.redis_options import async_connect_options
from casino.process.heartbeat import redis_client

log = structlog.get_logger(__name__)

EVERY: Final = 0.1
"""Seconds between two reports of a process."""
LONGEST: Final = 10.0
"""Seconds for which a clock is held open after its end, at the most; as long a process is waited
for that reports no more: it stands still, or its players come back after its death."""
LATE: Final = 0.25
"""Seconds that a frame may be under way before its clock is moved."""
TURNS: Final = 3
"""Turns of the event loop in which a text goes from the kernel to its socket's `Arrivals`: it is
read, it is queued, and its socket wakes up."""
PATIENCE: Final = 1.0
"""Seconds in which Redis must answer."""
AWAY: Final = 1.0
"""Seconds before Redis is tried again after it did not answer."""
FORGOTTEN: Final = 60
"""Seconds after which the last report of a dead process is removed."""


def _key() -> str:
    return f"sabot:{house_id()}:clocks"


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock that the players of a process were last shown at a table."""

    due: int = 0
    """When it runs out by the house, in milliseconds since 1970; 0 while none runs."""
    late: int = 0
    """Milliseconds for which it runs on, because its frame was late."""

    def then(self, due: int, window: int, now: datetime) -> "Clock":
        """Return the clock of the next frame, which is shown now.

        Where the frame begins a clock and is late, the clock runs from here: `window`, its length
        in milliseconds, later, by LONGEST at the most.
        """
        if due == self.due:
            return self
        late = now.timestamp() - (due - window) / 1000
        return Clock(due, int(1000 * min(late, LONGEST)) if due and late > LATE else 0)

    def moved(self, text: str) -> str:
        """Return a frame's text with the end of the clock where the players have it."""
        if not self.late:
            return text
        return text.replace(f'"due_at":{self.due},', f'"due_at":{self.due + self.late},', 1)


class Arrivals:
    """The messages of players that have come to this process and are not carried out yet."""

    def __init__(self) -> None:
        self._came: defaultdict[int, dict[int, float]] = defaultdict(dict)
        """By table, then by token: when each came, by the event loop's clock; oldest first."""
        self._tokens = itertools.count()

    def note_arrival(self, table_id: int) -> int:
        """Record a message that has just come; return the token that `note_done` wants."""
        token = next(self._tokens)
        self._came[table_id][token] = asyncio.get_running_loop().time()
        return token

    def note_done(self, table_id: int, token: int) -> None:
        """Record that a message was carried out, or refused."""
        left = self._came[table_id]
        left.pop(token, None)
        if not left:
            del self._came[table_id]

    def oldest(self, table_id: int) -> float | None:
        """Return when the oldest message came that is not done; None where all are."""
        return next(iter(self._came[table_id].values())) if table_id in self._came else None


class Reporter:
    """Reports, for the running event loop, on the tables at which it has players, until stopped."""

    def __init__(self, arrivals: Arrivals, shown: Callable[[], Mapping[int, Clock]]) -> None:
        self._arrivals = arrivals
        self._shown = shown
        """Return the clocks of the tables with players."""
        self._redis: AsyncRedis = AsyncRedis.from_url(
            **async_connect_options(settings.REDIS_URL),
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            socket_keepalive=True,
            # A report that is late is of no use: the next one is made anew.
            retry=Retry(NoBackoff(), 0),
        )
        self._process = uuid4().hex[:12]
        self._ahead: float | None = None
        """How far the clock of Redis is ahead of the loop's, in seconds, at the least."""
        self._over = False
        self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        reported = False
        # A cancellation alone may be lost in the client of Redis.
        while not self._over:
            await asyncio.sleep(EVERY)
            try:
                if self._ahead is None:
                    self._learn(await self._redis.time())
                if self._shown():
                    await self._report()
                    reported = True
                elif reported:
                    await self._take_away()
                    reported = False
            except (RedisError, OSError) as error:
                log.warning("clocks_not_reported", error=str(error))
                self._ahead = None
                await asyncio.sleep(AWAY)

    async def stop(self) -> None:
        """Report no more: nobody waits for this process."""
        self._over = True
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        try:
            await self._take_away()
        except (RedisError, OSError):
            return
        finally:
            await self._redis.aclose()

    async def _take_away(self) -> None:
        """Take this process's report away."""
        await self._redis.hdel(_key(), self._process)

    async def _report(self) -> None:
        since = asyncio.get_running_loop().time()
        for _ in range(TURNS):
            await asyncio.sleep(0)
        assert self._ahead is not None
        report = {
            "since": since + self._ahead,
            "tables": {
                table_id: (clock.due, clock.late, self._behind(table_id, since))
                for table_id, clock in self._shown().items()
            },
        }
        pipeline = self._redis.pipeline(transaction=False)
        pipeline.hset(_key(), self._process, json.dumps(report, separators=(",", ":")))
        pipeline.time()
        _, time = await pipeline.execute()
        self._learn(time)

    def _behind(self, table_id: int, since: float) -> int:
        """Return how much older than `since` the oldest is that waits, in milliseconds."""
        oldest = self._arrivals.oldest(table_id)
        return 0 if oldest is None else max(0, int(1000 * (since - oldest)) + 1)

    def _learn(self, time: tuple[int, int]) -> None:
        """Take the clock of Redis; its answer was under way, so each time is a lower bound."""
        ahead = _seconds(time) - asyncio.get_running_loop().time()
        self._ahead = ahead if self._ahead is None else max(self._ahead - EVERY / 1000, ahead)


def _seconds(time: tuple[int, int]) -> float:
    return time[0] + time[1] / 1_000_000


@dataclass(frozen=True, slots=True)
class _Report:
    age: float
    """Seconds for which everything is done that came before, but for what is `behind`."""
    tables: Mapping[str, tuple[int, int, int]]
    """By table: due, late and behind, in milliseconds."""


class Reports:
    """What the web processes reported last, for the croupier."""

    def __init__(self, reports: list[_Report]) -> None:
        self._reports = reports

    @classmethod
    def read(cls, client: "Redis | None" = None) -> "Reports":
        """Read all reports; none while Redis is away, when nobody is shown a clock either."""
        redis = client or redis_client()
        try:
            pipeline = redis.pipeline(transaction=False)
            pipeline.time()
            pipeline.hgetall(_key())
            time, found = pipeline.execute()
            reports: dict[bytes, Any] = {each: json.loads(body) for each, body in found.items()}
            ages = {each: _seconds(time) - body["since"] for each, body in reports.items()}
            if dead := [each for each, age in ages.items() if age > FORGOTTEN]:
                redis.hdel(_key(), *dead)
        except RedisError:
            return cls([])
        return cls(
            [
                _Report(ages[each], body["tables"])
                for each, body in reports.items()
                if ages[each] <= LONGEST
            ]
        )

    def awaited(self, table_id: int, due: int, over: float) -> bool:
        """Tell whether a clock that ran out at `due`, `over` seconds ago, must be held open.

        Its frame has not been shown everywhere, or came late, or something that came before its
        end may wait to be carried out.
        """
        if over >= LONGEST:
            return False
        for report in self._reports:
            shown = report.tables.get(str(table_id))
            if shown is None:
                continue
            at, late, behind = shown
            if at != due or over - late / 1000 < report.age + behind / 1000:
                return True
        return False
