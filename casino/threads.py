"""Blocking work off the event loop: one bounded pool per process, one database connection each.

The library's own `database_sync_to_async` runs everything of a process in one thread, so a slow row
lock at one table would stall every socket. Nobody calls it directly.
"""

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from django.conf import settings
from django.db import connections

P = ParamSpec("P")
T = TypeVar("T")

_pool = ThreadPoolExecutor(settings.THREADS, thread_name_prefix="casino")


async def in_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run blocking code in the pool and return its result; its connection stays open."""
    context = contextvars.copy_context()
    call = partial(context.run, _with_connection, partial(function, *args, **kwargs))
    return await asyncio.get_running_loop().run_in_executor(_pool, call)


def _with_connection(call: Callable[[], T]) -> T:
    try:
        return call()
    finally:
        # A connection that broke is replaced by the next call; a good one is kept.
        for connection in connections.all(initialized_only=True):
            if not connection.in_atomic_block:
                connection.close_if_unusable_or_obsolete()
