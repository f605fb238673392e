"""A retry, a race or a death never draws twice (R22)."""

import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from casino.rng import shoes
from casino.rng.models import Shoe
from casino.rng.shoes import make_shoe, open_cards
from tests.rng.conftest import Start

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 4


def made() -> Shoe:
    return make_shoe("table:7", 3, packs=6, cards_behind=60, burn=5)


def at_once(work: Callable[[], object]) -> list["Future[object]"]:
    def task() -> object:
        try:
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(THREADS) as pool:
        return [pool.submit(task) for _ in range(THREADS)]


@pytest.fixture
def all_have_drawn(monkeypatch: pytest.MonkeyPatch) -> list[Shoe]:
    """Hold every thread between its draw and its insert until all have drawn."""
    barrier = threading.Barrier(THREADS, timeout=300)
    real = shoes._promised
    drawn: list[Shoe] = []

    def together(
        table: str,
        sequence: int,
        asked: dict[str, str | int],
        report: str,
        faces: bytes | None = None,
    ) -> Shoe:
        fresh = real(table, sequence, asked, report, faces)
        drawn.append(fresh)
        barrier.wait()
        return fresh

    monkeypatch.setattr(shoes, "_promised", together)
    return drawn


@pytest.fixture
def no_guard() -> Iterator[None]:
    """Take the unique constraint away."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE rng_shoe DROP CONSTRAINT shoe_once")
    yield
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE rng_shoe CASCADE")
        cursor.execute('ALTER TABLE rng_shoe ADD CONSTRAINT shoe_once UNIQUE ("table", sequence)')


def test_threads_that_all_drew_make_one_shoe(all_have_drawn: list[Shoe]) -> None:
    answers = [future.result() for future in at_once(made)]
    assert len({shoe.commitment for shoe in all_have_drawn}) == THREADS
    assert Shoe.objects.count() == 1
    assert set(answers) == {Shoe.objects.get()}


@pytest.mark.usefixtures("no_guard")
def test_without_the_guard_they_make_several(
    all_have_drawn: list[Shoe], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nobody commits before all have inserted and looked; the guard would not let them get here.
    barrier = threading.Barrier(THREADS, timeout=300)
    real = Shoe.objects.get

    def look_together(**which: object) -> Shoe:
        shoe = real(**which)
        barrier.wait()
        return shoe

    monkeypatch.setattr(Shoe.objects, "get", look_together)
    answers = [future.result() for future in at_once(made)]
    assert len(all_have_drawn) == len(set(answers)) == Shoe.objects.count() == THREADS


def test_threads_that_deal_at_once_deal_different_cards() -> None:
    shoe = made()

    def deal() -> list[tuple[int, tuple[int, ...]]]:
        cards = []
        for _ in range(10):
            with transaction.atomic():
                opened = open_cards(shoe.id, 2)
            cards.append((opened.position, opened.faces))
        return cards

    dealt: dict[int, tuple[int, ...]] = {}
    for future in at_once(deal):
        dealt |= dict(future.result())  # type: ignore[call-overload]
    assert sorted(dealt) == list(range(7, 7 + 2 * 10 * THREADS, 2))
    retired = shoes.retire_shoe(shoe.id)
    order = tuple(retired.order or b"")
    assert all(order[position - 2 : position] == faces for position, faces in dealt.items())


def test_a_shoe_is_not_retired_in_the_middle_of_a_deal() -> None:
    shoe = made()

    def retire() -> int:
        try:
            return shoes.retire_shoe(shoe.id).position
        finally:
            connection.close()

    pool = ThreadPoolExecutor(1)
    try:
        with transaction.atomic():
            open_cards(shoe.id, 3)
            retired = pool.submit(retire)
            with pytest.raises(TimeoutError):
                retired.result(timeout=0.3)
            open_cards(shoe.id, 1)
        assert retired.result(timeout=300) == 9
    finally:
        pool.shutdown()


DIE = """
from casino.rng.conformity import gate
from casino.rng import shoes
from casino.rng.core import entropy
from casino.rng.seal import Seal
import time
def stop(*args, **kwargs):
    print("here", flush=True)
    time.sleep(600)
# As a worker does when it starts.
gate.check(gate.Why.START)
{fault}
from django.db import transaction
{work}
print("here", flush=True)
time.sleep(600)
"""
MAKE = 'shoes.make_shoe("table:7", 3, packs=6, cards_behind=60, burn=5)'


@pytest.mark.parametrize(
    ("fault", "work", "kept"),
    [
        ("entropy.draw = stop", MAKE, 0),
        ("shoes.commitment = stop", MAKE, 0),
        ("Seal.seal_seed = stop", MAKE, 0),
        ("shoes.Shoe.objects.get = stop", MAKE, 0),
        ("Seal.seal_order = stop", MAKE, 1),
        ("", MAKE, 1),
    ],
    ids=[
        "before the draw",
        "after the draw",
        "before the insert",
        "before the commit",
        "before the order",
        "after",
    ],
)
def test_kill_9_in_the_middle_then_again_makes_one_shoe(
    fault: str, work: str, kept: int, house_process: Start
) -> None:
    process = house_process(DIE.format(fault=fault, work=work))
    assert process.stdout is not None
    assert process.stdout.readline() == "here\n"
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    committed = [shoe.commitment for shoe in Shoe.objects.all()]
    assert len(committed) == kept
    again = made()
    assert Shoe.objects.count() == 1
    assert committed in ([], [again.commitment])


def test_kill_9_in_the_middle_of_a_deal_deals_the_same_card_again(house_process: Start) -> None:
    shoe = made()
    process = house_process(
        DIE.format(
            fault="",
            work=(
                "with transaction.atomic():\n"
                f"    print(shoes.open_cards('{shoe.id}', 12).faces, flush=True)\n"
                "    stop()\n"
            ).replace(f"'{shoe.id}'", f"__import__('uuid').UUID('{shoe.id}')"),
        )
    )
    assert process.stdout is not None
    lost = process.stdout.readline().strip()
    assert process.stdout.readline() == "here\n"
    process.send_signal(signal.SIGKILL)
    process.wait()
    with transaction.atomic():
        assert str(open_cards(shoe.id, 12).faces) == lost
