"""`GET /healthz`: can this web process serve, and is every other part of the house well?

Answered before Django, on connections of its own, so also while all threads are busy.
"""

import asyncio
import json
import time
from collections.abc import MutableMapping
from http import HTTPStatus
from typing import Any, Final
from weakref import WeakKeyDictionary

import psycopg
from django.conf import settings
from redis.exceptions import RedisError

from casino import heartbeat
from casino.door import Application, Receive, Scope, Send

PATIENCE: Final = 0.8
"""Seconds after which a server that does not answer is down: the whole answer takes no second."""
KEPT: Final = 0.2
"""Seconds for which an answer is cached."""

# Nobody deals before a worker has verified itself. A check that failed tells of files that every
# process reads. Error states stop those that had begun before two operators ended them (R23).
_CHANCE: Final = """
WITH worker AS (SELECT instance FROM rng_selfcheck WHERE why = 'start' ORDER BY id DESC LIMIT 1),
     checks AS (SELECT c.* FROM rng_selfcheck c JOIN worker USING (instance))
SELECT coalesce((SELECT passed FROM checks ORDER BY id DESC LIMIT 1), false)
   AND (SELECT passed FROM rng_selfcheck ORDER BY id DESC LIMIT 1)
   AND NOT EXISTS (SELECT 1 FROM rng_errorstate WHERE cleared_at IS NULL
                   OR cleared_at > (SELECT min(at) FROM checks))
"""


class Health:
    """Answers `/healthz`, and passes everything else on.

    200 while this process can serve: it reaches the database and Redis. `status` is `ok`, or
    `impaired` when another part of the house is not well; `/healthz?all` answers 503 to that too.
    """

    def __init__(self, application: Application) -> None:
        self._application = application
        self._parts: dict[str, str] = {}
        self._until = 0.0
        self._asking: MutableMapping[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["path"] != "/healthz":
            await self._application(scope, receive, send)
            return
        parts = await self._asked()
        serves = parts["database"] == parts["redis"] == "ok"
        well = all(each == "ok" for each in parts.values())
        said = {"status": "ok" if well else "impaired" if serves else "down", **parts}
        good = well or (serves and scope["query_string"] != b"all")
        body = json.dumps(said).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
        ]
        status = HTTPStatus.OK if good else HTTPStatus.SERVICE_UNAVAILABLE
        await send({"type": "http.response.start", "status": status.value, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def _asked(self) -> dict[str, str]:
        lock = self._asking.setdefault(asyncio.get_running_loop(), asyncio.Lock())
        async with lock:
            if time.monotonic() > self._until:
                self._parts = await _parts()
                self._until = time.monotonic() + KEPT
            return self._parts


async def _parts() -> dict[str, str]:
    """Return every part of the house, `ok`, `down`, `closed` or `unknown`."""
    (database, deals), others = await asyncio.gather(_database(), _others())
    if others.get("rng") == "ok" and not deals:
        others["rng"] = "closed" if database == "ok" else "unknown"
    return {"database": database, **others}


async def _database() -> tuple[str, bool]:
    """Return how the database is, and whether the newest generator may deal."""
    try:
        async with asyncio.timeout(PATIENCE):
            async with await psycopg.AsyncConnection.connect(**_conninfo()) as connection:
                cursor = await connection.execute(_CHANCE)
                (deals,) = await cursor.fetchone() or (False,)
                return "ok", bool(deals)
    except (psycopg.Error, OSError, TimeoutError):
        return "down", False


def _conninfo() -> dict[str, Any]:
    named = settings.DATABASES["default"]
    return {
        "dbname": named["NAME"],
        "user": named["USER"] or None,
        "password": named["PASSWORD"] or None,
        "host": named["HOST"] or None,
        "port": named["PORT"] or None,
        "autocommit": True,
    }


async def _others() -> dict[str, str]:
    """Return how Redis is and, as it tells, the house's other processes."""
    try:
        async with asyncio.timeout(PATIENCE):
            alive = await heartbeat.alive()
    except (RedisError, OSError, TimeoutError):
        return {"redis": "down", **dict.fromkeys(heartbeat.PROCESSES, "unknown")}
    return {"redis": "ok", **{part: "ok" if good else "down" for part, good in alive.items()}}
