"""A death at any step of a contributed shoe, or two at once: the same cards, from one order."""

import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from uuid import UUID

import pytest
from django.db import connection, transaction

from casino.rng import contributions, shoes, verify
from casino.rng.contributions import ContributionRefused
from casino.rng.log import tree
from casino.rng.log.models import LogEntry
from casino.rng.models import Contribution, Shoe
from tests.rng.ceremony import contributed, open_, seal, shuffled, terms
from tests.rng.conftest import Start

pytestmark = pytest.mark.django_db(transaction=True)
THREADS = 4


def at_once(*works: Callable[[], object]) -> list[object]:
    """Return what each gave or raised, all begun together."""
    barrier = threading.Barrier(len(works), timeout=300)

    def task(work: Callable[[], object]) -> object:
        try:
            barrier.wait()
            return work()
        except ContributionRefused as refused:
            return refused.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return [each.result() for each in [pool.submit(task, work) for work in works]]


def kinds(shoe: Shoe) -> list[str]:
    rows = LogEntry.objects.filter(subject=f"shoe:{shoe.id}").order_by("index")
    return list(rows.values_list("kind", flat=True))


# --- two at once


def test_processes_that_shuffle_at_once_make_one_order() -> None:
    shoe = shoes.promise_shoe("table:7", 3, terms())
    contributed(shoe.id, {1: None, 3: 150})
    found = at_once(*[lambda: shoes.shuffle_shoe(shoe.id).root] * THREADS)
    assert len(set(found)) == 1
    assert kinds(shoe) == ["commitment", "contributions", "opened", "order"]


def test_two_that_cut_at_once_are_one_cut() -> None:
    for number in range(1, 6):
        shoe = shoes.promise_shoe("table:7", number, terms())
        found = at_once(*[partial(seal, shoe.id, seat, 150) for seat in (1, 2, 3)])
        assert sorted(map(str, found)).count("cut_taken") == 2
        assert shoe.contributions.filter(cuts=True).count() == 1


@pytest.fixture
def no_lock(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Take the row's lock and the database's own guard away, and hold all who have looked."""
    barrier = threading.Barrier(2, timeout=300)

    def looked(subject_id: UUID) -> Shoe:
        shoe = Shoe.objects.get(pk=subject_id)
        assert not list(shoe.contributions.all())
        barrier.wait()
        return shoe

    monkeypatch.setattr(contributions, "_locked", looked)
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX contribution_one_cut")
    yield
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE rng_contribution")
        cursor.execute(
            "CREATE UNIQUE INDEX contribution_one_cut ON rng_contribution (shoe_id) WHERE cuts"
        )


@pytest.mark.usefixtures("no_lock")
def test_without_lock_and_guard_two_would_cut() -> None:
    """In one of several tries: who is held up after both have looked sees the other's cut."""

    def two_cut(number: int) -> bool:
        shoe = shoes.promise_shoe("table:7", number, terms())
        at_once(lambda: seal(shoe.id, 1, 150), lambda: seal(shoe.id, 2, 150))
        return shoe.contributions.filter(cuts=True).count() == 2

    assert any(two_cut(number) for number in range(1, 21))


def test_a_hash_is_in_the_list_or_refused() -> None:
    for number in range(1, 9):
        shoe = shoes.promise_shoe("table:7", number, terms())
        sealed, _ = at_once(partial(seal, shoe.id, 1), partial(contributions.close, shoe.id))
        taken = Contribution.objects.filter(shoe=shoe).count()
        assert taken == (0 if sealed == "seal_closed" else 1)
        body = LogEntry.objects.get(subject=f"shoe:{shoe.id}", kind="contributions").body
        assert body.count('"hash"') == taken


def test_a_secret_is_told_or_refused() -> None:
    for number in range(1, 9):
        shoe = shoes.promise_shoe("table:7", number, terms())
        seal(shoe.id, 1)
        contributions.close(shoe.id)
        opened, _ = at_once(partial(open_, shoe.id, 1), partial(contributions.finish, shoe.id))
        body = LogEntry.objects.get(subject=f"shoe:{shoe.id}", kind="opened").body
        assert ('"withheld":[1]' in body) == (opened == "opening_closed")


def test_a_lock_is_in_its_entry_or_refused() -> None:
    def lock(shoe_id: UUID) -> None:
        contributions.lock(shoe_id, seat=1, party="player:1", locked="ab" * 160)

    def log(shoe_id: UUID) -> None:
        with pytest.raises(contributions.BeaconAwaited):
            contributions.finish(shoe_id)

    for number in range(1, 9):
        shoe = shoes.promise_shoe("table:7", number, terms(beacon=True, timelock=True))
        seal(shoe.id, 1)
        contributions.close(shoe.id)
        locked, _ = at_once(partial(lock, shoe.id), partial(log, shoe.id))
        body = LogEntry.objects.get(subject=f"shoe:{shoe.id}", kind="locked").body
        assert ('"locked":[]' in body) == (locked == "opening_closed")


def test_a_shoe_is_void_or_shuffled() -> None:
    def tried(work: Callable[[], Shoe]) -> object:
        try:
            return work().state
        except (ValueError, shoes.ShoeFinished):
            return "refused"

    for number in range(1, 6):
        shoe = shoes.promise_shoe("table:7", number, terms(contributions="none"))
        at_once(
            partial(tried, partial(shoes.void_shoe, shoe.id, "closing")),
            partial(tried, partial(shoes.shuffle_shoe, shoe.id)),
        )
        assert kinds(shoe) in (["commitment", "void", "reveal"], ["commitment", "order"])


# --- deaths

DIE = """
from uuid import UUID
from casino.rng import contributions
from casino.rng.conformity import gate
from casino.rng import shoes
from casino.rng.log import tree
from casino.rng.seal import Seal
from django.conf import settings
from django.db import transaction
import time
settings.SIGNING_KEYS = {keys!r}
def stop(*args, **kwargs):
    print("here", flush=True)
    time.sleep(600)
# As a worker does when it starts.
gate.check(gate.Why.START)
shoe = UUID("{shoe}")
{fault}
{work}
stop()
"""
CLOSE, FINISH = "contributions.close(shoe)", "contributions.finish(shoe)"
SHUFFLE = "shoes.shuffle_shoe(shoe)"


def killed(house_process: Start, shoe: Shoe, fault: str, work: str) -> list[str]:
    """Run a step until it stops, kill it, and return what it had said."""
    from django.conf import settings

    tree.public_key("log")
    code = DIE.format(keys=str(settings.SIGNING_KEYS), shoe=shoe.id, fault=fault, work=work)
    process = house_process(code)
    assert process.stdout is not None
    said = []
    while (line := process.stdout.readline().strip()) != "here":
        assert line, "it ended before it was killed"
        said.append(line)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    return said


BEFORE_COMMIT = "tree.append = stop"
KILLS = {
    "the list, before its entry": (CLOSE, BEFORE_COMMIT, False),
    "the list, after": (CLOSE, "", True),
    "the opening, before its entry": (FINISH, BEFORE_COMMIT, False),
    "the opening, after": (FINISH, "", True),
    "the shuffle, before": (SHUFFLE, "shoes.shuffle_cards = stop", False),
    "the shuffle, before it is sealed": (SHUFFLE, "Seal.seal_order = stop", False),
    "the shuffle, before its entry": (SHUFFLE, BEFORE_COMMIT, False),
    "the shuffle, after": (SHUFFLE, "", True),
}


@pytest.mark.parametrize("when", KILLS)
def test_kill_9_at_a_step_then_again_gives_the_same_shoe(when: str, house_process: Start) -> None:
    step, fault, kept = KILLS[when]
    shoe = shoes.promise_shoe("table:7", 3, terms())
    seal(shoe.id, 1)
    seal(shoe.id, 3, 150)
    if step != CLOSE:
        contributions.close(shoe.id)
        open_(shoe.id, 1)
        open_(shoe.id, 3, 150)
    if step == SHUFFLE:
        contributions.finish(shoe.id)
    before = kinds(shoe)
    killed(house_process, shoe, fault, step)
    logged = list(LogEntry.objects.filter(subject=f"shoe:{shoe.id}").values_list("body", flat=True))
    assert len(logged) == len(before) + kept
    root = Shoe.objects.get(pk=shoe.pk).root
    assert (root is not None) == (step == SHUFFLE and kept)
    # Who finds it goes on from where it is.
    contributions.close(shoe.id)
    if step == CLOSE:
        open_(shoe.id, 1)
        open_(shoe.id, 3, 150)
    contributions.finish(shoe.id)
    made = shoes.shuffle_shoe(shoe.id)
    assert root in (None, made.root)
    again = LogEntry.objects.filter(subject=f"shoe:{shoe.id}").values_list("body", flat=True)
    assert set(logged) <= set(again)
    assert kinds(shoe) == ["commitment", "contributions", "opened", "order"]
    with transaction.atomic():
        first = shoes.open_cards(shoe.id, 1).faces
    retired = shoes.retire_shoe(shoe.id)
    assert first == tuple(retired.order or b"")[5:6]
    verify.verify(shoes.bundle(shoe.id))


def test_what_a_killed_shuffle_would_have_dealt_comes_again(house_process: Start) -> None:
    """The order is no longer a matter of chance when it is made: a retry cannot draw another."""
    shoe = shoes.promise_shoe("table:7", 3, terms())
    contributed(shoe.id, {1: None, 3: 150})
    look = (
        "real = Seal.seal_order\n"
        "def seal_and_stop(self, faces, salts):\n"
        "    print(list(faces), flush=True)\n"
        "    stop()\n"
        "Seal.seal_order = seal_and_stop"
    )
    lost = killed(house_process, shoe, look, SHUFFLE)
    shoes.shuffle_shoe(shoe.id)
    assert str(list(shoes.retire_shoe(shoe.id).order or b"")) == lost[0]


def test_kill_9_in_the_middle_of_the_first_deal_deals_the_same_cards(
    house_process: Start,
) -> None:
    shoe = shuffled(3, table="table:7")
    deal = "with transaction.atomic():\n    print(shoes.open_cards(shoe, 9).openings)\n    stop()"
    lost = killed(house_process, shoe, "", deal)
    with transaction.atomic():
        assert str(shoes.open_cards(shoe.id, 9).openings) == lost[0]
