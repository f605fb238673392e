"""`/livez`, `/readyz` and `/healthz`: does this web process run, can it serve, is all of it well?

Answered before Django, on connections of its own, so also while all threads are busy.
"""

import asyncio
import json
import time
from collections.abc import MutableMapping
from dataclasses import asdict
from datetime import UTC
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final
from weakref import WeakKeyDictionary

import psycopg
from django.apps import apps
from django.conf import settings
from django.db import DatabaseError
from redis.exceptions import RedisError

from casino.asgi_servers import draining
from casino.connections.house import house_id
from casino.connections.postgresql import connect_parameters
from casino.http.request_limits import Application, Receive, Scope, Send
from casino.process import fair_threads, heartbeat, upgrade
from casino.rng.conformity import gate_status
from casino.rng.conformity.gate_status import Closed

PATIENCE: Final = 0.8
"""Seconds after which a server that does not answer is down: the whole answer takes no second."""
KEPT: Final = 0.2
"""Seconds for which an answer is cached."""


class HealthMiddleware:
    """Answers `/livez`, `/readyz` and `/healthz`, and passes everything else on.

    `/livez`: 200 while the event loop runs. `/readyz`: 200 while this process can serve, that is
    while it reaches the database and Redis and a request for a thread gets one, and had no SIGTERM
    yet, after which `status` is `draining`. `/healthz`: the same, and `status` is `impaired` when
    another part of the house is not well; `/healthz?all` answers 503 to that too, and has the
    figures of the turns. `database` is `not_migrated` where migrations of this code are not
    applied. Where `rng` is `closed`, `gate` says why by a code and in words, and since when (ISO
    8601, UTC). `tables` is there, as `paused`, while a table is whose steps failed again and again.
    """

    def __init__(self, application: Application) -> None:
        self._application = application
        self._parts: dict[str, str] = {}
        self._gate: Closed | None = None
        self._until = 0.0
        self._asking: MutableMapping[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()
        self._database = DatabaseProbe()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        match scope["path"]:
            case "/livez":
                await _answer(send, {"status": "ok"}, good=True)
            case "/readyz":
                parts = {part: (await self._current_parts())[part] for part in _OWN}
                status = _status(parts)
                await _answer(send, {"status": status, **parts}, good=status == "ok")
            case "/healthz":
                await self._answer_health(send, detailed=scope["query_string"] == b"all")
            case _:
                await self._application(scope, receive, send)

    async def _answer_health(self, send: Send, *, detailed: bool) -> None:
        parts = await self._current_parts()
        status = _status(parts)
        answer: dict[str, Any] = {"status": status, **parts}
        if parts["rng"] == "closed" and self._gate is not None:
            answer["gate"] = _gate_as_json(self._gate)
        if detailed:
            answer["turns"] = asdict(fair_threads.thread_queue().figures)
        await _answer(send, answer, good=status == "ok" or (status == "impaired" and not detailed))

    async def _current_parts(self) -> dict[str, str]:
        lock = self._asking.setdefault(asyncio.get_running_loop(), asyncio.Lock())
        async with lock:
            if time.monotonic() > self._until:
                self._parts, self._gate = await self._ask_parts()
                self._until = time.monotonic() + KEPT
            return self._parts

    async def _ask_parts(self) -> tuple[dict[str, str], Closed | None]:
        """Return the state of every part of the house, and why the generator is closed."""
        (database, gate, paused), own, others = await asyncio.gather(
            self._database.ask(), _threads(), _others()
        )
        if others.get("rng") == "ok" and database != "ok":
            others["rng"] = "unknown"
        elif others.get("rng") == "ok" and gate is not None:
            others["rng"] = "closed"
        if paused:
            others["tables"] = "paused"
        return {"database": database, "threads": own, **others}, gate


_OWN: Final = ("database", "threads", "redis")
"""Parts without which this process cannot serve."""


def _status(parts: dict[str, str]) -> str:
    if draining.is_draining():
        return "draining"
    if not all(parts[each] == "ok" for each in _OWN):
        return "down"
    return "ok" if all(each == "ok" for each in parts.values()) else "impaired"


async def _answer(send: Send, answer: dict[str, Any], *, good: bool) -> None:
    body = json.dumps(answer).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    status = HTTPStatus.OK if good else HTTPStatus.SERVICE_UNAVAILABLE
    await send({"type": "http.response.start", "status": status.value, "headers": headers})
    await send({"type": "http.response.body", "body": body})


_PAUSED: Final = "SELECT EXISTS (SELECT FROM tables_table WHERE status = 'paused')"
_APPLIED: Final = (
    "SELECT count(*) FROM django_migrations"
    " WHERE (app, name) IN (SELECT * FROM unnest(%s::text[], %s::text[]))"
)

DatabaseState = tuple[str, Closed | None, bool]
"""`ok`, `not_migrated` or `down`; why the generator is closed; whether a table pauses."""


class DatabaseProbe:
    """Asks the database on a connection that is kept, one for each event loop.

    One that was broken is made anew, with all that DATABASE_URL says of connections.
    """

    def __init__(self) -> None:
        self._kept: dict[asyncio.AbstractEventLoop, psycopg.AsyncConnection[Any]] = {}

    async def ask(self) -> DatabaseState:
        """Return the state of the database within PATIENCE seconds."""
        asking = asyncio.create_task(self._ask())
        try:
            await asyncio.wait((asking,), timeout=PATIENCE)
        finally:
            if not asking.done():
                # Not awaited: psycopg has the server cancel the query, which may not answer.
                self._kept.pop(asyncio.get_running_loop(), None)
                asking.cancel()
        return asking.result() if asking.done() else ("down", None, False)

    async def close(self) -> None:
        """Close the connection of this event loop."""
        if kept := self._kept.pop(asyncio.get_running_loop(), None):
            await kept.close()

    async def _ask(self) -> DatabaseState:
        connection = None
        try:
            connection = await self._connection()
            try:
                return await _state_of(connection)
            except psycopg.OperationalError:
                await connection.close()
                # It was kept while the server was started again.
                connection = await self._connection()
                return await _state_of(connection)
        except (psycopg.errors.UndefinedTable, psycopg.errors.UndefinedColumn):
            return "not_migrated", None, False
        except (psycopg.Error, OSError):
            return "down", None, False
        finally:
            if connection is not None and self._kept.get(asyncio.get_running_loop()) != connection:
                await connection.close()

    async def _connection(self) -> "psycopg.AsyncConnection[Any]":
        loop = asyncio.get_running_loop()
        for other in [each for each in self._kept if each.is_closed()]:
            self._kept.pop(other).pgconn.finish()
        connection = self._kept.get(loop)
        if connection is None or connection.closed:
            parameters = connect_parameters(settings.DATABASES["default"])
            # A pooler may have another server answer the next probe.
            parameters |= {"autocommit": True, "prepare_threshold": None}
            connection = await psycopg.AsyncConnection.connect(**parameters)
            self._kept[loop] = connection
        return connection


async def _state_of(connection: "psycopg.AsyncConnection[Any]") -> DatabaseState:
    newest = _newest_migrations()
    cursor = await connection.execute(_APPLIED, [list(newest), list(newest.values())])
    (applied,) = await cursor.fetchone() or (0,)
    if applied < len(newest):
        return "not_migrated", None, False
    cursor = await connection.execute(gate_status.ASKED)
    row = await cursor.fetchone()
    cursor = await connection.execute(_PAUSED)
    (paused,) = await cursor.fetchone() or (False,)
    return "ok", None if row is None else gate_status.closed_from_row(*row), paused


@cache
def _newest_migrations() -> dict[str, str]:
    """Return the name of the last migration of each of our apps."""
    found = {}
    for app in upgrade.OURS:
        folder = Path(apps.get_app_config(app).path) / "migrations"
        found[app] = max(each.stem for each in folder.glob("[0-9]*.py"))
    return found


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
