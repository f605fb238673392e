"""Blocking work off the event loop: one bounded pool per process, one database connection each.

The library's own `database_sync_to_async` runs everything of a process in one thread, so a slow row
lock at one table would stall every socket. Nobody calls it directly.
"""

import asyncio
import contextvars
import itertools
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, ParamSpec, TypeVar

from django.conf import settings
from django.db import InterfaceError, OperationalError, connections

P = ParamSpec("P")
T = TypeVar("T")

_pool = ThreadPoolExecutor(settings.THREADS, thread_name_prefix="casino")


async def in_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run blocking code in the pool and return its result; its connection stays open."""
    context = contextvars.copy_context()
    call = partial(context.run, _with_connection, partial(function, *args, **kwargs))
    return await asyncio.get_running_loop().run_in_executor(_pool, call)


IDLE_SECONDS: Final = 20.0
"""A connection that rested longer is looked at before it is used again."""

_breaks = itertools.count(1)
_last_break = 0
_thread = threading.local()


def _with_connection(call: Callable[[], T]) -> T:
    """Call with a connection that is worth trying.

    Looking at it before every call would be one more round trip for every command, so it is looked
    at after a rest, and after any thread of the process has seen a connection break.
    """
    global _last_break
    now = time.monotonic()
    seen: tuple[float, int] = getattr(_thread, "seen", (0.0, 0))
    if now - seen[0] > IDLE_SECONDS or seen[1] != _last_break:
        for connection in connections.all(initialized_only=True):
            connection.close_if_unusable_or_obsolete()
    _thread.seen = (now, _last_break)
    try:
        return call()
    except (InterfaceError, OperationalError):
        _last_break = next(_breaks)
        raise
