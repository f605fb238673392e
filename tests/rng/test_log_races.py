"""Processes that append at once make one tree; a death leaves no entry without its checkpoint."""

import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext

import pytest
from django.db import connection, transaction

from casino.rng import draws, shoes
from casino.rng.log import tree
from casino.rng.log.models import Checkpoint, LogEntry
from casino.rng.verify import log as verify_log
from tests.rng.test_log import own_keys, rows

__all__ = ["own_keys"]

from tests.rng.conftest import Start

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 4
EACH = 6
Kind = LogEntry.Kind


def at_once(
    work: Callable[[int], object], meanwhile: AbstractContextManager[None] | None = None
) -> list[BaseException | None]:
    """Let THREADS threads work at the same time; return what each of them raised."""
    barrier = threading.Barrier(THREADS, timeout=300)

    def task(number: int) -> object:
        try:
            barrier.wait()
            return work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(THREADS) as pool, meanwhile or nullcontext():
        futures = [pool.submit(task, number) for number in range(THREADS)]
    return [future.exception() for future in futures]


def write(number: int) -> None:
    for each in range(EACH):
        tree.append(f"shift:{number}", Kind.MONITORING, {}, part=str(each))


def test_threads_that_append_at_once_make_one_tree_without_gaps() -> None:
    assert at_once(write) == [None] * THREADS
    indices = list(LogEntry.objects.order_by("index").values_list("index", flat=True))
    assert indices == list(range(1 + THREADS * EACH))
    assert verify_log.verify(rows()).entries == len(indices)


def test_threads_that_say_the_same_at_once_say_it_once() -> None:
    at = []

    def say(_number: int) -> None:
        at.append(tree.append("shift:1", Kind.MONITORING, {}))

    assert at_once(say) == [None] * THREADS
    assert {each.index for each in at} == {1}
    assert sum(each.fresh for each in at) == 1
    assert LogEntry.objects.count() == 2


def test_a_rotation_among_appends_signs_each_checkpoint_with_the_key_then_in_force() -> None:
    tree.append("shift", Kind.MONITORING, {})

    def work(number: int) -> None:
        if number == 0:
            tree.rotate("log")
        write(number)

    assert at_once(work) == [None] * THREADS
    found = verify_log.verify(rows())
    assert len(found.keys["log"]) == 2


LOCK = "PERFORM pg_advisory_xact_lock(6962);"
ALL = 6963
"""An advisory lock, shared by who has looked; held until all have."""
AWAIT = f"PERFORM pg_advisory_xact_lock_shared({ALL});"


@pytest.fixture
def no_lock() -> Iterator[None]:
    """Take the log's lock and the primary key away; then who looks at once sees the same tree."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_functiondef('rng_log_number_and_hash'::regproc)")
        (function,) = cursor.fetchone()
        assert LOCK in function
        look = "SELECT coalesce(max(index) + 1, 0) INTO n FROM rng_logentry;"
        assert look in function
        cursor.execute(function.replace(LOCK, "").replace(look, look + AWAIT))
        cursor.execute("ALTER TABLE rng_logentry DROP CONSTRAINT rng_logentry_pkey")
        cursor.execute("DROP TRIGGER rng_log_has_its_checkpoint ON rng_logentry")
    yield
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE rng_logentry")
        cursor.execute(function)
        cursor.execute("ALTER TABLE rng_logentry ADD PRIMARY KEY (index)")
        cursor.execute(
            "CREATE CONSTRAINT TRIGGER rng_log_has_its_checkpoint AFTER INSERT ON rng_logentry "
            "DEFERRABLE INITIALLY DEFERRED "
            "FOR EACH ROW EXECUTE FUNCTION rng_log_has_its_checkpoint()"
        )


def insert(number: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(tree._INSERT, [f"shift:{number}", "shift", "monitoring", "{}"])


WAITING = """
SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = %s AND NOT granted
   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"""


@contextmanager
def nobody_writes_before_all_have_looked() -> Iterator[None]:
    """Hold up whoever has looked, until THREADS have."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [ALL])
        yield
        for _ in range(30_000):
            cursor.execute(WAITING, [ALL])
            if cursor.fetchone() == (THREADS,):
                return
            cursor.execute("SELECT pg_sleep(0.01)")
    raise AssertionError("not all have looked")


@pytest.mark.usefixtures("no_lock")
def test_without_the_lock_the_tree_has_two_entries_in_one_place() -> None:
    """Negative control: the same inserts, when nobody waits for anybody."""
    tree.public_key("log")
    assert at_once(insert, nobody_writes_before_all_have_looked()) == [None] * THREADS
    indices = sorted(LogEntry.objects.values_list("index", flat=True))
    assert len(indices) == 1 + THREADS
    assert len(set(indices)) < len(indices)


def test_a_round_waits_for_no_append() -> None:
    """Cards leave a shoe while another transaction holds the log's lock."""
    shoe = shoes.make_shoe("table:3", 1, packs=1, cards_behind=9, burn=1)
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        try:
            with transaction.atomic():
                tree.append("shift:1", Kind.MONITORING, {})
                held.set()
                assert done.wait(300)
        finally:
            connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    try:
        assert held.wait(300)
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '2s'")
            assert len(shoes.open_cards(shoe.id, 3).faces) == 3
    finally:
        done.set()
        holder.join()


DIE = """
from casino.rng.conformity import gate
from casino.rng import draws
from casino.rng import keys
from casino.rng.log import tree
from django.conf import settings
import time
settings.SIGNING_KEYS = {keys!r}
def stop(*args, **kwargs):
    print("here", flush=True)
    time.sleep(600)
# As a worker does when it starts.
gate.check(gate.Why.START)
{fault}
draws.prepare_draw("table:7", 1, (37,))
print("here", flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize(
    ("fault", "kept"),
    [
        ("tree.append = stop", 0),
        ("keys.SigningKey.sign = stop", 0),
        ("tree.Checkpoint.save = stop", 0),
        ("", 1),
    ],
    ids=["before the entry", "before the signature", "before the checkpoint", "after"],
)
def test_kill_9_while_logging_a_promise_keeps_both_or_none(
    fault: str, kept: int, house_process: Start
) -> None:
    from django.conf import settings

    tree.public_key("log")
    process = house_process(DIE.format(keys=str(settings.SIGNING_KEYS), fault=fault))
    assert process.stdout is not None
    assert process.stdout.readline() == "here\n"
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    assert draws.Draw.objects.count() == kept
    promised = LogEntry.objects.filter(kind="commitment").count()
    # The house's keys and the report that the process verified itself by were there before.
    assert LogEntry.objects.count() == Checkpoint.objects.count() == 2 + promised
    assert promised == kept
    draw = draws.prepare_draw("table:7", 1, (37,))
    assert LogEntry.objects.filter(subject=draws.subject(draw.id)).count() == 1
    assert verify_log.verify(rows()).entries == 3
