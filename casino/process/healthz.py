"""`GET /healthz`: can this web process serve, and is every other part of the house well?

Answered before Django, on connections of its own, so also while all threads are busy.
"""

import asyncio
import json
import time
from collections.abc import MutableMapping
from dataclasses import asdict
from datetime import UTC
from http import HTTPStatus
from typing import Any, Final
from weakref import WeakKeyDictionary

import psycopg
from django.conf import settings
from django.db import DatabaseError
from redis.exceptions import RedisError

from casino.connections.house import house_id
from casino.http.request_limits import Application, Receive, Scope, Send
from casino.process import fair_threads, heartbeat
from casino.rng.conformity import gate_status
from casino.rng.conformity.gate_status import Closed

PATIENCE: Final = 0.8
"""Seconds after which a server that does not answer is down: the whole answer takes no second."""
KEPT: Final = 0.2
"""Seconds for which an answer is cached."""


class HealthMiddleware:
    """Answers `/healthz`, and passes everything else on.

    200 while this process can serve: it reaches the database and Redis, and a request for a
    thread gets one. `status` is `ok`, or `impaired` when another part of the house is not well;
    `/healthz?all` answers 503 to that too, and has the figures of the turns. Where `rng` is
    `closed`, `gate` says why by a code and in words, and since when (ISO 8601, UTC).
    `tables` is there, as `paused`, while a table is whose steps failed again and again.
    """

    def __init__(self, application: Application) -> None:
        self._application = application
        self._parts: dict[str, str] = {}
        self._gate: Closed | None = None
        self._until = 0.0
        self._asking: MutableMapping[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["path"] != "/healthz":
            await self._application(scope, receive, send)
            return
        parts = await self._current_parts()
        serves = parts["database"] == parts["redis"] == parts["threads"] == "ok"
        well = all(each == "ok" for each in parts.values())
        answer: dict[str, Any] = {
            "status": "ok" if well else "impaired" if serves else "down",
            **parts,
        }
        if parts["rng"] == "closed" and self._gate is not None:
            answer["gate"] = _gate_as_json(self._gate)
        detailed = scope["query_string"] == b"all"
        if detailed:
            answer["turns"] = asdict(fair_threads.thread_queue().figures)
        good = well or (serves and not detailed)
        body = json.dumps(answer).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
        ]
        status = HTTPStatus.OK if good else HTTPStatus.SERVICE_UNAVAILABLE
        await send({"type": "http.response.start", "status": status.value, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def _current_parts(self) -> dict[str, str]:
        lock = self._asking.setdefault(asyncio.get_running_loop(), asyncio.Lock())
        async with lock:
            if time.monotonic() > self._until:
                self._parts, self._gate = await _parts()
                self._until = time.monotonic() + KEPT
            return self._parts


async def _parts() -> tuple[dict[str, str], Closed | None]:
    """Return the state of every part of the house, and why the generator is closed."""
    (database, gate, paused), own, others = await asyncio.gather(_database(), _threads(), _others())
    if others.get("rng") == "ok" and database != "ok":
        others["rng"] = "unknown"
    elif others.get("rng") == "ok" and gate is not None:
        others["rng"] = "closed"
    if paused:
        others["tables"] = "paused"
    return {"database": database, "threads": own, **others}, gate


_PAUSED: Final = "SELECT EXISTS (SELECT FROM tables_table WHERE status = 'paused')"


async def _database() -> tuple[str, Closed | None, bool]:
    """Return the database's state, why the generator is closed, and whether a table pauses."""
    try:
        async with asyncio.timeout(PATIENCE):
            async with await psycopg.AsyncConnection.connect(**_conninfo()) as connection:
                cursor = await connection.execute(gate_status.ASKED)
                row = await cursor.fetchone()
                cursor = await connection.execute(_PAUSED)
                (paused,) = await cursor.fetchone() or (False,)
                return "ok", None if row is None else gate_status.closed_from_row(*row), paused
    except (psycopg.Error, OSError, TimeoutError):
        return "down", None, False


async def _threads() -> str:
    """Return whether a thread comes in time."""
    try:
        async with asyncio.timeout(PATIENCE):
            await fair_threads.wait_for_thread()
            return "ok"
    except (fair_threads.Busy, TimeoutError):
        return "down"


def _gate_as_json(gate: Closed) -> dict[str, str | None]:
    since = gate.since.astimezone(UTC).isoformat(timespec="seconds") if gate.since else None
    return {"code": gate.code, "why": gate.why, "since": since}


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
    """Return the state of Redis, and of the processes that it knows."""
    try:
        async with asyncio.timeout(PATIENCE):
            # In a thread: the database, which is asked once, may keep it waiting.
            await asyncio.to_thread(house_id)
    except (DatabaseError, TimeoutError):
        return dict.fromkeys(("redis", *heartbeat.PROCESSES), "unknown")
    try:
        async with asyncio.timeout(PATIENCE):
            alive = await heartbeat.live_processes()
    except (RedisError, OSError, TimeoutError):
        return {"redis": "down", **dict.fromkeys(heartbeat.PROCESSES, "unknown")}
    return {"redis": "ok", **{part: "ok" if good else "down" for part, good in alive.items()}}
