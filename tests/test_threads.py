"""The turns for threads, whatever is cancelled and whenever: none is lost, and none is given twice.

Through `run_queued_within`; only the threads are the test's, which says when their work ends.
"""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import pytest
from django.test import override_settings
from hypothesis import given
from hypothesis import strategies as st

from casino.process import fair_threads
from casino.process.fair_threads import Busy, QueueFigures
from tests.campaign import examples

THREADS: Final = 3
BACKLOG: Final = 12


class Threads(Executor):
    """Threads whose work ends when the test says so."""

    def __init__(self) -> None:
        self.at_work: list[Future[Any]] = []
        self.refuses = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self.refuses:
            raise RuntimeError("cannot schedule new futures after shutdown")
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        self.at_work.append(future)
        return future

    def end(self, nth: int) -> None:
        """End the work that has gone on for longest, or another."""
        if self.at_work:
            self.at_work.pop(nth % len(self.at_work)).set_result("done")


@contextmanager
def threads_of_the_test() -> Iterator[Threads]:
    pool, usual = Threads(), fair_threads._pool
    fair_threads._pool = pool  # type: ignore[assignment]
    try:
        with override_settings(THREADS=THREADS + 1, BACKLOG=BACKLOG):
            yield pool
    finally:
        fair_threads._pool = usual


@dataclass(frozen=True)
class Ask:
    """Somebody asks for a thread; `patience` as `run_queued_within` has it."""

    place: Literal["door", "table"]
    person: Literal["ann", "bob", "cat"]
    patience: float | None = None


@dataclass(frozen=True)
class Cancel:
    """The task of one who asked is cancelled, as a server does whose peer has hung up."""

    nth: int
    late: bool = field(default=False)
    """One turn of the event loop later, beside whatever else is due in it."""


@dataclass(frozen=True)
class End:
    """The work of a thread ends."""

    nth: int


@dataclass(frozen=True)
class Refuse:
    """The pool begins to refuse work, or takes it again."""

    refuses: bool


@dataclass(frozen=True)
class Wait:
    """The event loop goes on, for one turn of its own."""


Step = Ask | Cancel | End | Refuse | Wait

numbers = st.integers(0, 30)
asks = st.builds(
    Ask,
    st.sampled_from(["door", "table"]),
    st.sampled_from(["ann", "bob", "cat"]),
    st.sampled_from([None, None, 0.0, 3600.0]),
)
steps = st.one_of(
    asks,
    asks,
    st.builds(Cancel, numbers, st.booleans()),
    st.builds(Cancel, numbers, st.booleans()),
    st.builds(End, numbers),
    st.builds(End, numbers),
    st.builds(Wait),
    st.builds(Refuse, st.booleans()),
    st.builds(Wait),
)


def run_in_turn(ask: Ask) -> "asyncio.Task[Any]":
    return asyncio.create_task(
        fair_threads.run_queued_within(ask.patience, ask.place, ask.person, lambda: "unused")
    )


async def taken(step: Step, pool: Threads, asked: "list[asyncio.Task[Any]]") -> None:
    match step:
        case Ask():
            asked.append(run_in_turn(step))
        case Cancel(nth, late) if waiting := [each for each in asked if not each.done()]:
            task = waiting[nth % len(waiting)]
            if late:
                asyncio.get_running_loop().call_soon(task.cancel)
            else:
                task.cancel()
        case End(nth):
            pool.end(nth)
        case Refuse(refuses):
            pool.refuses = refuses
        case Wait():
            await asyncio.sleep(0)


async def settled() -> None:
    """Let everything come that is due."""
    for _ in range(12):
        await asyncio.sleep(0)


def conserved(line: fair_threads.FairQueue, pool: Threads) -> None:
    """Check that turns are where threads are, and that nobody waits who may go on."""
    figures = line.figures
    assert figures.free + figures.at_work == THREADS
    assert figures.at_work == len(pool.at_work) == sum(line._for.values())
    assert all(0 < count <= fair_threads.PER_PLACE for count in line._at.values())
    assert all(0 < count <= fair_threads.PER_PERSON for count in line._for.values())
    waiting = [
        (place, person)
        for place, people in line._waiting.items()
        for person, turns in people.items()
        for _ in turns
    ]
    assert figures.waiting == len(waiting) == sum(line._waits.values())
    assert [each for each in waiting if line._may(*each)] == []


async def play(todo: list[Step], pool: Threads) -> None:
    asked: list[asyncio.Task[Any]] = []
    line = fair_threads.thread_queue()
    unheard: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: unheard.append(context))
    for step in todo:
        await taken(step, pool, asked)
        figures = line.figures
        assert figures.free + figures.at_work == THREADS
    await settled()
    conserved(line, pool)
    pool.refuses = False
    while pool.at_work:
        pool.end(0)
        await settled()
        conserved(line, pool)
    for task in asked:
        assert task.done(), "somebody waits for ever"
        if not task.cancelled() and task.exception() is None:
            assert task.result() == "done"
        elif not task.cancelled():
            assert isinstance(task.exception(), Busy | RuntimeError)
    assert line.figures == QueueFigures(free=THREADS, at_work=0, waiting=0)
    assert not any((line._at, line._for, line._waiting, line._waits, line._until))
    assert unheard == []


@pytest.mark.campaign
@examples(short=80, campaign=50_000)
@given(todo=st.lists(steps, min_size=20, max_size=60))
def test_turns_are_conserved_and_nobody_waits_for_ever(todo: list[Step]) -> None:
    with threads_of_the_test() as pool:
        asyncio.run(play(todo, pool))


def test_a_waiter_that_is_cancelled_just_before_its_turn_is_passed_over() -> None:
    """The turn is given back after the future was cancelled, and before its task has run."""

    async def run() -> None:
        line = fair_threads.FairQueue(threads=7, backlog=256)
        for _ in range(fair_threads.PER_PLACE):
            await line.acquire("door", "ann")
        gone = asyncio.create_task(line.acquire("door", "bob"))
        await asyncio.sleep(0)
        gone.cancel()
        for _ in range(fair_threads.PER_PLACE):
            line.release("door", "ann")
        with pytest.raises(asyncio.CancelledError):
            await gone
        assert line.figures == QueueFigures(free=7, at_work=0, waiting=0)
        await asyncio.wait_for(line.acquire("door", "bob"), 300)

    asyncio.run(run())


def test_a_pool_that_refuses_keeps_no_turn() -> None:
    async def run(pool: Threads) -> None:
        pool.refuses = True
        asked = [run_in_turn(Ask("door", "ann")) for _ in range(THREADS + 1)]
        await settled()
        assert [str(each.exception())[:19] for each in asked if each.done()] == [
            "cannot schedule new"
        ] * len(asked)
        assert fair_threads.thread_queue().figures == QueueFigures(
            free=THREADS, at_work=0, waiting=0
        )

    with threads_of_the_test() as pool:
        asyncio.run(run(pool))
