"""Requests on reused threads, and with them on reused database connections.

Django runs each request on a thread of its own, whose connection ends with it: opening one costs
more than most requests do. Here a request takes a thread that an earlier one has given back, or a
new one where all are at work: nobody waits for a thread (ADR 0025).
"""

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from asgiref.sync import AsyncToSync, ThreadSensitiveContext
from django.db import connections

from casino.http.request_limits import Application, Receive, Scope, Send

P = ParamSpec("P")
T = TypeVar("T")


class ThreadReuseMiddleware:
    """Runs the blocking code of requests on threads that are reused.

    At most `most` threads are kept between requests, each with one database connection. Belongs to
    one event loop at a time: threads are lent and given back there.
    """

    def __init__(self, application: Application, most: int) -> None:
        self._application = application
        self._most = most
        self._free: list[ThreadPoolExecutor] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if getattr(AsyncToSync.executors, "current", None):
            # Called from blocking code, which goes on with its own thread and transaction.
            await self._application(scope, receive, send)
            return
        lent = _Lent(self._free)
        try:
            async with ThreadSensitiveContext(executor=lent):
                await self._application(scope, receive, send)
        finally:
            lent.give_back(self._most)


class _Lent(Executor):
    """The thread of one request; taken at its first blocking code, so never while a body comes."""

    def __init__(self, free: list[ThreadPoolExecutor]) -> None:
        self._free = free
        self._thread: ThreadPoolExecutor | None = None
        self._at_work: set[Future[Any]] = set()
        """What was not done yet; a request that was cancelled may leave several."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        if self._thread is None:
            # The one that was given back last, so that connections which nobody needs rest.
            self._thread = self._free.pop() if self._free else ThreadPoolExecutor(1, "http")
        future = self._thread.submit(fn, *args, **kwargs)
        self._at_work.add(future)
        future.add_done_callback(self._at_work.discard)
        return future

    def give_back(self, most: int) -> None:
        """Keep the thread for another request, unless it is still at work or `most` are kept."""
        if self._thread is None:
            return
        if self._at_work or len(self._free) >= most:
            # A connection that nobody closes lasts until garbage is collected.
            self._thread.submit(connections.close_all)
            self._thread.shutdown(wait=False)
        else:
            self._free.append(self._thread)
