"""Runs blocking code off the event loop: one bounded pool and one connection a thread.

The library's own `database_sync_to_async` runs everything of a process in one thread, so a slow row
lock at one table would stall every socket. Nobody calls it directly. The work of players
queues before the pool (ADR 0016): nobody has more than a fair share of the threads, neither at one
table nor at many.
"""

import asyncio
import contextvars
import itertools
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Final, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from django.conf import settings
from django.db import InterfaceError, OperationalError, connections

from casino.process import metrics

P = ParamSpec("P")
T = TypeVar("T")

_pool = ThreadPoolExecutor(settings.THREADS, thread_name_prefix="casino")

PER_PLACE: Final = 2
"""Threads that work for one table at once: its lock lets one go on, the other is on its way."""
PER_PERSON: Final = 2
"""Threads that work for one player, or one visitor's address, at once."""


class Busy(Exception):
    """The queue is full, or the wait was too long: the work was not begun and may be retried."""


@dataclass(frozen=True, slots=True)
class QueueFigures:
    """Threads free and at work of one event loop, and callers that wait for a thread."""

    free: int
    at_work: int
    waiting: int


class FairQueue:
    """A fair queue for threads: round robin over places, and at each place over its people.

    A place is a table; a person is a player or a visitor's address. Belongs to one event loop and
    is used in it alone.
    """

    def __init__(self, threads: int, backlog: int) -> None:
        self._free = threads
        self._backlog = backlog
        """The longest backlog; the next raises `Busy`. One person may be a quarter of it."""
        self._at: Counter[Hashable] = Counter()
        """Threads at work, by place."""
        self._for: Counter[Hashable] = Counter()
        """Threads at work, by person."""
        self._waiting: OrderedDict[Hashable, OrderedDict[Hashable, deque[asyncio.Future[None]]]] = (
            OrderedDict()
        )
        """The backlog by place, then by person; whose turn was longest ago comes first."""
        self._waits: Counter[Hashable] = Counter()
        """How many wait, by person."""
        self._until: dict[asyncio.Future[None], float] = {}
        """Until when each of the backlog waits, by the event loop's clock."""

    @property
    def figures(self) -> QueueFigures:
        """Threads free and at work, and callers that wait, now."""
        return QueueFigures(self._free, sum(self._at.values()), len(self._until))

    async def acquire(
        self, place: Hashable, person: Hashable, patience: float | None = None
    ) -> None:
        """Wait for a thread, and take it.

        Raises `Busy` at once when the backlog is full, and when the turn comes later than after so
        many seconds of `patience`: what waits too long would only make others wait too long.
        """
        # Nobody in the backlog is overtaken who could go on: each waits for their place or share.
        if self._may(place, person):
            self._begin(place, person)
            return
        if len(self._until) >= self._backlog or self._waits[person] >= max(1, self._backlog // 4):
            raise Busy
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        self._until[turn] = inf if patience is None else loop.time() + patience
        self._waiting.setdefault(place, OrderedDict()).setdefault(person, deque()).append(turn)
        self._waits[person] += 1
        try:
            await turn
        except BaseException:
            if turn in self._until:
                self._waiting[place][person].remove(turn)
                self._left(turn, place, person)
            elif not turn.cancelled() and turn.exception() is None:
                # Its turn came before the cancellation did.
                self.release(place, person)
            raise

    def release(self, place: Hashable, person: Hashable) -> None:
        """Give a thread back; the next in the queue takes it."""
        self._free += 1
        _decrement(self._at, place)
        _decrement(self._for, person)
        while self._free > 0 and self._next():
            pass

    def _may(self, place: Hashable, person: Hashable) -> bool:
        return self._free > 0 and self._at[place] < PER_PLACE and self._for[person] < PER_PERSON

    def _begin(self, place: Hashable, person: Hashable) -> None:
        self._free -= 1
        self._at[place] += 1
        self._for[person] += 1

    def _next(self) -> bool:
        """Give a thread to the next who may have one; return False when nobody may."""
        for place, people in self._waiting.items():
            if self._at[place] >= PER_PLACE:
                continue
            for person, turns in people.items():
                if self._for[person] >= PER_PERSON:
                    continue
                turn = turns.popleft()
                late = self._until[turn] < turn.get_loop().time()
                # A future is cancelled before its task is: nobody would use this turn.
                if not turn.cancelled() and not late:
                    people.move_to_end(person)
                    self._waiting.move_to_end(place)
                    self._begin(place, person)
                    turn.set_result(None)
                elif not turn.cancelled():
                    turn.set_exception(Busy())
                self._left(turn, place, person)
                return True
        return False

    def _left(self, turn: asyncio.Future[None], place: Hashable, person: Hashable) -> None:
        """Forget a caller who has left the backlog."""
        del self._until[turn]
        _decrement(self._waits, person)
        people = self._waiting[place]
        if not people[person]:
            del people[person]
        if not people:
            del self._waiting[place]


def _decrement(counts: Counter[Hashable], key: Hashable) -> None:
    counts[key] -= 1
    if counts[key] <= 0:
        del counts[key]


_queues: WeakKeyDictionary[asyncio.AbstractEventLoop, FairQueue] = WeakKeyDictionary()


def _sum_over_queues(figure: str) -> float:
    return sum(float(getattr(each.figures, figure)) for each in [*_queues.values()])


for _figure in ("free", "at_work", "waiting"):
    metrics.THREADS.labels(_figure).set_function(partial(_sum_over_queues, _figure))


def thread_queue() -> FairQueue:
    """Return the running event loop's queue; one thread is left for the server's own work."""
    loop = asyncio.get_running_loop()
    if loop not in _queues:
        _queues[loop] = FairQueue(max(1, settings.THREADS - 1), settings.BACKLOG)
    return _queues[loop]


async def run_queued(
    place: Hashable,
    person: Hashable,
    function: Callable[P, T],
    *args: P.args,
    **kwargs: P.kwargs,
) -> T:
    """Run a player's blocking code in the pool when their turn comes, and return its result.

    Raises `Busy` when the backlog is full.
    """
    return await run_queued_within(None, place, person, function, *args, **kwargs)


async def run_queued_within(
    patience: float | None,
    place: Hashable,
    person: Hashable,
    function: Callable[P, T],
    *args: P.args,
    **kwargs: P.kwargs,
) -> T:
    """Do as `run_queued`; also raise `Busy` when no thread comes within `patience` seconds."""
    begin = partial(_start, function, *args, **kwargs)
    return await _run_queued(patience, place, person, begin)


async def wait_for_thread() -> None:
    """Wait for a thread and do nothing with it: a health check of the pool.

    Raises `Busy` when the backlog is full.
    """
    # No connection is looked at: a database that is away is no fault of the turns.
    begin = partial(asyncio.get_running_loop().run_in_executor, _pool, int)
    await _run_queued(None, "idle", "idle", begin)


async def _run_queued(
    patience: float | None,
    place: Hashable,
    person: Hashable,
    begin: Callable[[], "asyncio.Future[T]"],
) -> T:
    queue = thread_queue()
    with metrics.THREAD_WAIT.time():
        await queue.acquire(place, person, patience)
    try:
        work = begin()
    except BaseException:
        # The pool refuses: no thread is left to the process, or it ends.
        queue.release(place, person)
        raise
    # A thread cannot be cancelled: it is busy until its work ends, awaited or not.
    work.add_done_callback(lambda _: queue.release(place, person))
    return await asyncio.shield(work)


async def run_in_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run the server's own blocking code in the pool, without queueing, and return its result.

    The connection of the thread stays open.
    """
    return await _start(function, *args, **kwargs)


def _start(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> "asyncio.Future[T]":
    context = contextvars.copy_context()
    call = partial(context.run, _with_connection, partial(function, *args, **kwargs))
    return asyncio.get_running_loop().run_in_executor(_pool, call)


IDLE_SECONDS: Final = 20.0
"""A connection that rested longer is looked at before it is used again."""

_breaks = itertools.count(1)
_last_break = 0
_thread = threading.local()


def _with_connection(call: Callable[[], T]) -> T:
    """Call a function after replacing connections that may be broken.

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
