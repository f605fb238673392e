"""A client below every client: it sends what no library would, straight to the ASGI application."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from asgiref.sync import async_to_sync
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connection, transaction

from casino.asgi import application


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as a server hands it on."""

    method: str
    path: str
    """As it stands in the request line, percent-encoded."""
    query: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    """Sent in chunks, as a stream."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; status 0 when the application raised or said nothing."""

    status: int
    headers: dict[str, str]
    body: bytes
    taken: int
    """Bytes of the body that the application asked for."""


CHUNK = 64 * 1024


@contextmanager
def undone() -> Iterator[None]:
    """Undo in the end what was written; what must not be nested may be, as in a test's own."""
    block: Any = transaction.atomic()
    block._from_testcase = True
    with block:
        yield
        # What is checked when a transaction ends must be sound, too.
        connection.check_constraints()
        transaction.set_rollback(True)


def ask(asked: Asked, client: str = "192.0.2.1") -> Answer:
    """Send a request through the whole application; its blocking code runs in this very thread."""
    # As Django's own client does: the end of a request must not end the test's transaction.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    try:
        return async_to_sync(answer_to)(asked, client)
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)


def scope_of(asked: Asked, client: str, kind: str = "http") -> dict[str, Any]:
    """Return the scope that Daphne or uvicorn makes of a request."""
    headers = [(b"host", b"localhost")]
    headers += [(name.lower().encode(), value.encode("latin-1")) for name, value in asked.headers]
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": asked.method,
        "scheme": "http" if kind == "http" else "ws",
        "path": unquote(asked.path),
        "raw_path": asked.path.encode(),
        "root_path": "",
        "query_string": asked.query.encode(),
        "headers": headers,
        "client": (client, 50_000),
        "server": ("localhost", 80),
        "subprotocols": [],
        "extensions": {"websocket.http.response": {}},
    }


async def answer_to(asked: Asked, client: str = "192.0.2.1") -> Answer:
    """Send a request through the application in the running event loop."""
    scope = scope_of(asked, client)
    unsent = [asked.body[at : at + CHUNK] for at in range(0, len(asked.body), CHUNK)] or [b""]
    said: list[dict[str, Any]] = []
    taken = 0

    async def receive() -> dict[str, Any]:
        nonlocal taken
        if not unsent:
            # A client that waits for its answer; the application stops listening when it has.
            await asyncio.Event().wait()
        chunk = unsent.pop(0)
        taken += len(chunk)
        return {"type": "http.request", "body": chunk, "more_body": bool(unsent)}

    async def send(message: Any) -> None:
        said.append(dict(message))

    try:
        await application(scope, receive, send)  # type: ignore[arg-type]
    except Exception as error:
        return Answer(0, {}, repr(error).encode(), taken)
    return answer_of(said, taken)


def answer_of(said: Sequence[dict[str, Any]], taken: int = 0) -> Answer:
    """Return the answer that some messages of the application make up."""
    if not said or "status" not in said[0]:
        return Answer(0, {}, b"", taken)
    headers = {name.decode().lower(): value.decode("latin-1") for name, value in said[0]["headers"]}
    body = b"".join(each.get("body", b"") for each in said[1:])
    return Answer(said[0]["status"], headers, body, taken)
