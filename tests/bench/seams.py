"""The casino's own ASGI application with a stopwatch at every seam: CPU by part, in each thread.

Answers `GET /bench/spent` with the nanoseconds that each part has used until then. A part that is
called by another one is charged with its own time only.
"""

import asyncio
import functools
import json
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import psycopg
from django.db import transaction
from django.db.backends import utils
from django.db.backends.base.base import BaseDatabaseWrapper

from casino.asgi import application as _loads_the_apps  # noqa: F401 - and must come first
from casino.database.postgresql.base import DatabaseWrapper
from casino.process import fair_threads
from casino.rng import shoes
from tables.games import GAMES
from tables.games.core.protocol import Game
from tables.projections import card_backs, frames, proofs
from tables.realtime import connections, publish
from tables.realtime.hub import Hub
from tables.sockets import dispatch
from tables.wire import codec
from tests.bench import unthrottled

SERVER: Final = "server, socket"
HOP: Final = "thread hop"
STEP: Final = "step"
PARTS: Final = (
    *(SERVER, "decode", HOP, STEP, "driver", "engine", "view", "proofs", "encode"),
    *("Redis", "hub"),
)
"""In the order of a command's way."""


class _Watch:
    """The stopwatch of one thread: what runs in it now, and since when."""

    def __init__(self) -> None:
        # The pool's threads hop between steps; the others serve sockets.
        pooled = threading.current_thread().name.startswith("casino")
        self.part = HOP if pooled else SERVER
        self.at = time.thread_time_ns()
        self.spent: Counter[str] = Counter()

    def turn(self, part: str) -> str:
        """Charge the time until now to the part that ran; return it, and begin another."""
        now = time.thread_time_ns()
        self.spent[self.part] += now - self.at
        before, self.part, self.at = self.part, part, now
        return before


_own = threading.local()
_watches: list[_Watch] = []


def _watch() -> _Watch:
    try:
        watch: _Watch = _own.watch
    except AttributeError:
        watch = _own.watch = _Watch()
        _watches.append(watch)
    return watch


def timed(part: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that charges its CPU to a part."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        watch = _watch()
        before = watch.turn(part)
        try:
            return function(*args, **kwargs)
        finally:
            watch.turn(before)

    return call


def cut(part: str, owner: Any, *names: str) -> None:
    """Put a stopwatch before functions of a module or a class."""
    for name in names:
        setattr(owner, name, timed(part, getattr(owner, name)))


def _public(kind: type[Any]) -> list[str]:
    names = [name for name in vars(Game) if callable(getattr(Game, name)) and name[0] != "_"]
    return [name for name in names if name in vars(kind)]


def _spent() -> dict[str, int]:
    total: Counter[str] = Counter()
    for watch in _watches:
        total += watch.spent
    return dict(total)


cut("decode", codec, "decode")
cut(STEP, dispatch, "obey")
cut("driver", utils.CursorWrapper, "execute")
cut("driver", DatabaseWrapper, "run_with_begin", "run_with_commit", "commit")
cut("driver", psycopg.Cursor, "fetchone", "fetchall")
cut("driver", BaseDatabaseWrapper, "cursor", "commit", "rollback", "set_autocommit")
cut("driver", transaction.Atomic, "__enter__", "__exit__")
cut("proofs", shoes, "_openings")
cut("proofs", proofs, "proofs_of_turned_up", "proofs_of_own_cards", "wire_proofs")
cut("proofs", card_backs, "backs_of_places")
cut("view", frames, "build_frame")
cut("encode", codec, "encode", "encode_event", "encode_frame")
cut("Redis", publish, "_send")
cut("hub", Hub, "_deliver")
cut("hub", connections, "text_frame")
for _game in GAMES.values():
    for _kind in {type(_game)}:
        for _name in _public(_kind):
            cut("view" if _name == "view" else "engine", _kind, _name)
# What a commit calls is no part of committing.
cut(STEP, BaseDatabaseWrapper, "run_and_clear_commit_hooks")
# A thread's watch begins before its first work, or that would be charged to nobody.
fair_threads._pool._initializer = _watch  # type: ignore[attr-defined]


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Serve the casino, and tell what was spent."""
    if scope["type"] != "http" or scope["path"] != "/bench/spent":
        await unthrottled.application(scope, receive, send)
        return
    _watch().turn(SERVER)
    # The threads' last work ends before it is told.
    await asyncio.sleep(0.05)
    body = json.dumps(_spent()).encode()
    head = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": 200, "headers": head})
    await send({"type": "http.response.body", "body": body})
