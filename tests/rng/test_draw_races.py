"""A retry, a race or a death never draws twice, nor falls twice (R22)."""

import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from django.db import connection

from casino.rng import draws
from casino.rng.draws import make_draw, prepare_draw, reveal_draw
from casino.rng.models import Draw
from tests.rng.conftest import Start

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 4


def promised() -> Draw:
    return prepare_draw("table:7", 3, (37,))


def at_once(*works: Callable[[], object]) -> list["Future[object]"]:
    def task(work: Callable[[], object]) -> object:
        try:
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return [pool.submit(task, work) for work in works]


@pytest.fixture
def all_have_drawn(monkeypatch: pytest.MonkeyPatch) -> list[Draw]:
    """Hold every thread between its seed and its insert until all have one."""
    barrier = threading.Barrier(THREADS, timeout=300)
    real = draws._promised
    fresh: list[Draw] = []

    def together(table: str, sequence: int, sides: tuple[int, ...], asked: dict[str, str]) -> Draw:
        draw = real(table, sequence, sides, asked)
        fresh.append(draw)
        barrier.wait()
        return draw

    monkeypatch.setattr(draws, "_promised", together)
    return fresh


@pytest.fixture
def no_guard() -> Iterator[None]:
    """Take the unique constraint away."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE rng_draw DROP CONSTRAINT draw_once")
    yield
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE rng_draw CASCADE")
        cursor.execute('ALTER TABLE rng_draw ADD CONSTRAINT draw_once UNIQUE ("table", sequence)')


def test_threads_that_all_have_a_seed_make_one_promise(all_have_drawn: list[Draw]) -> None:
    answers = [future.result() for future in at_once(*[promised] * THREADS)]
    assert len({draw.commitment for draw in all_have_drawn}) == THREADS
    assert Draw.objects.count() == 1
    assert set(answers) == {Draw.objects.get()}


@pytest.mark.usefixtures("no_guard")
def test_without_the_guard_they_make_several(
    all_have_drawn: list[Draw], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nobody commits before all have inserted and looked; the guard would not let them get here.
    barrier = threading.Barrier(THREADS, timeout=300)
    real = Draw.objects.get

    def look_together(**which: object) -> Draw:
        draw = real(**which)
        barrier.wait()
        return draw

    monkeypatch.setattr(Draw.objects, "get", look_together)
    answers = [future.result() for future in at_once(*[promised] * THREADS)]
    assert len(all_have_drawn) == len(set(answers)) == Draw.objects.count() == THREADS


def test_threads_that_ask_at_once_are_told_the_same_from_one_fall(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    draw = promised()
    falls: list[object] = []
    real = draws.fall

    def counted(*given: object) -> object:
        falls.append(given)
        return real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(draws, "fall", counted)
    answers = [f.result() for f in at_once(*[lambda: make_draw(draw.id, "round:1")] * THREADS)]
    assert len(falls) == 1
    made = {(tuple(each.values), each.drawn_at) for each in answers}  # type: ignore[attr-defined]
    assert len(made) == 1


def test_of_two_rounds_that_ask_at_once_one_has_the_draw() -> None:
    draw = promised()

    def ask(request: str) -> Callable[[], object]:
        def asked() -> object:
            try:
                return make_draw(draw.id, request).request
            except draws.DrawTaken:
                return None

        return asked

    answers = {f.result() for f in at_once(ask("round:1"), ask("round:2"))}
    assert answers in ({"round:1", None}, {"round:2", None})
    assert Draw.objects.get().request in answers


def test_a_draw_is_either_withdrawn_or_made() -> None:
    draw = promised()

    def tried(work: Callable[[], Draw]) -> Callable[[], object]:
        def attempt() -> object:
            try:
                return work().values
            except draws.DrawTaken:
                return "refused"

        return attempt

    answers = [
        f.result()
        for f in at_once(
            tried(lambda: make_draw(draw.id, "round:1")),
            tried(lambda: draws.withdraw_draw(draw.id)),
        )
    ]
    assert answers.count("refused") == 1
    # Made, or withdrawn: what was not refused is what is kept.
    (kept,) = (answer for answer in answers if answer != "refused")
    assert Draw.objects.get().values == kept


DIE = """
from casino.rng.conformity import gate
from casino.rng import draws
from casino.rng.core import entropy
from casino.rng.seal import SeedSeal
import time, uuid
def stop(*args, **kwargs):
    print("here", flush=True)
    time.sleep(600)
# As a worker does when it starts.
gate.check(gate.Why.START)
{fault}
{work}
print("here", flush=True)
time.sleep(600)
"""
PREPARE = 'draws.prepare_draw("table:7", 3, (37,))'


def killed(start: Start, fault: str, work: str) -> None:
    process = start(DIE.format(fault=fault, work=work))
    assert process.stdout is not None
    assert process.stdout.readline() == "here\n"
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL


@pytest.mark.parametrize(
    ("fault", "kept"),
    [
        ("entropy.draw = stop", 0),
        ("draws.commitment = stop", 0),
        ("SeedSeal.seal_seed = stop", 0),
        ("draws.Draw.objects.get = stop", 0),
        ("", 1),
    ],
    ids=["before the seed", "after the seed", "before the insert", "before the commit", "after"],
)
def test_kill_9_while_promising_then_again_makes_one_promise(
    fault: str, kept: int, house_process: Start
) -> None:
    killed(house_process, fault, PREPARE)
    committed = [draw.commitment for draw in Draw.objects.all()]
    assert len(committed) == kept
    again = promised()
    assert Draw.objects.count() == 1
    assert committed in ([], [again.commitment])


UPDATE_DONE = (
    "real = draws.Draw.objects.get_queryset().__class__.update\n"
    "def update(self, **change):\n"
    "    real(self, **change)\n"
    "    stop()\n"
    "draws.Draw.objects.get_queryset().__class__.update = update"
)


@pytest.mark.parametrize(
    ("fault", "state"),
    [
        ("SeedSeal.open_seed = stop", "committed"),
        ("draws.fall = stop", "committed"),
        (UPDATE_DONE, "committed"),
        ("", "drawn"),
    ],
    ids=["before the seed opens", "before it falls", "before the commit", "after"],
)
def test_kill_9_while_it_falls_then_again_falls_the_same(
    fault: str, state: str, house_process: Start
) -> None:
    draw = promised()
    killed(house_process, fault, f'draws.make_draw(uuid.UUID("{draw.id}"), "round:1")')
    left = Draw.objects.get()
    assert left.state == state
    made = make_draw(draw.id, "round:1")
    assert left.values in (None, made.values)
    # It is what the first promise gives, whichever process found it.
    assert draws.bundle(draw.id)["commitment"] == draw.commitment
    assert reveal_draw(draw.id).values == made.values


@pytest.mark.parametrize("fault", ["SeedSeal.open_seed = stop", UPDATE_DONE])
def test_kill_9_while_revealing_then_again_reveals(fault: str, house_process: Start) -> None:
    draw = promised()
    made = make_draw(draw.id, "round:1")
    killed(house_process, fault, f'draws.reveal_draw(uuid.UUID("{draw.id}"))')
    assert Draw.objects.get().seed is None
    shown = reveal_draw(draw.id)
    assert (shown.state, shown.values) == ("revealed", made.values)


def test_with_a_frozen_clock_and_forked_workers_all_promises_differ(
    house_process: Start,
) -> None:
    process = house_process(
        """
import os, time
time.time = time.monotonic = lambda: 0.0
time.time_ns = time.monotonic_ns = lambda: 0
from casino.rng import draws
from casino.rng.core import entropy
entropy.draw(64)
def work():
    for number in range(3):
        draw = draws._promised("table:7", 3, (37,), {})
        os.write(1, f"{draw.header['instance']} {draw.commitment} {draw.id}\\n".encode())
children = []
for _ in range(4):
    if (child := os.fork()) == 0:
        work()
        os._exit(0)
    children.append(child)
work()
for child in children:
    assert os.waitpid(child, 0)[1] == 0
print("done", flush=True)
"""
    )
    *told, done = process.communicate(timeout=300).splitlines()
    assert done == "done"
    lines = [line.split() for line in told]
    assert len(lines) == 15
    assert len({instance for instance, _, _ in lines}) == 5
    assert len({promise for _, promise, _ in lines}) == len({i for _, _, i in lines}) == 15
