"""The gate: what opens it, what closes it, and who opens it again (R23, R25, R28)."""

import contextlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse

from casino.players.models import Player
from casino.rng.conformity import gate
from casino.rng.conformity import report as conformity
from casino.rng.draws import make_draw, prepare_draw, reveal_draw
from casino.rng.log.models import LogEntry
from casino.rng.models import ErrorState, SelfCheck, Shoe
from casino.rng.shoes import make_shoe, open_cards, retire_shoe
from tables import tasks
from tests import campaign
from tests.floor import open_house
from tests.fork_server import ForkedProcess
from tests.rng.conftest import Start

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(django_settings.ROOT)


@pytest.fixture(autouse=True)
def new_gate() -> Iterator[None]:
    """Let this process begin anew: it knows nothing of itself yet."""
    known = dict(vars(gate._process))
    gate._process.forget()
    yield
    vars(gate._process).update(known)


def shoe(sequence: int = 1) -> Shoe:
    return make_shoe("table:1", sequence, packs=6, cards_behind=60, burn=5)


@pytest.fixture
def other_code(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Change a file that makes chance, as this process and the next see it."""
    good = conformity.manifest()

    def change() -> None:
        monkeypatch.setattr(
            conformity, "manifest", lambda: good | {"casino/rng/core/fall.py": "0" * 64}
        )
        gate._process.forget()

    return change


def test_the_right_code_deals_and_its_check_is_on_record() -> None:
    shoe()
    shoe(2)
    check = SelfCheck.objects.get()
    assert (check.why, check.passed) == ("start", True)
    report = LogEntry.objects.get(kind="report")
    assert conformity.find().digest in report.body


@pytest.mark.clause("MC-EQ-27")
def test_other_code_makes_nothing_but_opens_what_was_promised(
    other_code: Callable[[], None],
) -> None:
    made, draw = shoe(), prepare_draw("table:1", 1, (37,))
    other_code()
    with pytest.raises(gate.Closed, match="make report"):
        shoe(2)
    with pytest.raises(gate.Closed, match=r"casino/rng/core/fall\.py"):
        prepare_draw("table:1", 2, (37,))
    with transaction.atomic():
        assert len(open_cards(made.pk, 3).faces) == 3
    assert retire_shoe(made.pk).seed
    assert make_draw(draw.pk, "round:1").values
    assert reveal_draw(draw.pk).seed
    assert Shoe.objects.count() == 1
    # The next process may have the right code: nobody has to end an error.
    assert not ErrorState.objects.exists()
    assert [check.passed for check in SelfCheck.objects.order_by("pk")] == [True, False]


def test_without_the_gate_other_code_would_deal(
    other_code: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    other_code()
    monkeypatch.setattr(gate, "may_deal", lambda: "0" * 64)
    assert shoe().state == "live"


@pytest.mark.clause("MC-EQ-10")
def test_a_table_waits_while_the_gate_is_closed(other_code: Callable[[], None]) -> None:
    house = open_house()
    before = Shoe.objects.count()
    other_code()
    tasks.make_equipment(house.table_id, 99)
    assert Shoe.objects.count() == before


def test_a_process_verifies_itself_again_after_a_day_and_when_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shoe()
    monkeypatch.setattr(gate, "EVERY", 0.0)
    # A draw asks the gate once, a shoe at its promise and at its shuffle.
    prepare_draw("table:1", 1, (37,))
    monkeypatch.setattr(gate, "EVERY", 3600.0)
    shoe(3)
    SelfCheck.objects.create(why="demand", instance="another process", passed=True, said="")
    shoe(4)
    shoe(5)
    said = SelfCheck.objects.exclude(instance="another process").order_by("pk")
    assert [check.why for check in said] == ["start", "daily", "demand"]


def test_code_that_changes_in_a_running_house_is_found_on_demand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shoe()
    good = conformity.manifest()
    monkeypatch.setattr(
        conformity, "manifest", lambda: good | {"casino/rng/core/fall.py": "0" * 64}
    )
    shoe(2)
    assert not gate.check(gate.Why.DEMAND).passed
    with pytest.raises(gate.Closed):
        shoe(3)


# --- the error state

BREAK = """
import logging; logging.disable()
import os, uuid
from django.db import transaction
from casino.rng import draws
from casino.rng.conformity import gate
from casino.rng import shoes
from casino.rng.core import health
def attempt(call):
    try:
        call()
    except gate.Closed as closed:
        return "closed"
    except health.Broken as broken:
        return str(broken)
    return "made"
def make(sequence):
    return shoes.make_shoe("table:1", sequence, packs=6, cards_behind=60, burn=5)
"""


def said(process: ForkedProcess) -> list[str]:
    out = process.communicate(timeout=300)
    assert process.returncode == 0
    return out.split("\n")[:-1]


def persons() -> tuple[Player, Player]:
    ann = Player.objects.create_superuser("the.first", password="pass")
    return ann, Player.objects.create_superuser("the.second", password="pass")


@pytest.mark.clause("MC-CRAPS-09")
def test_a_failure_stops_the_house_until_two_persons_and_a_new_process(
    house_process: Start,
) -> None:
    broken = house_process(
        BREAK
        + """
first = make(1)
os.getrandom = lambda n: bytes(n)
print(attempt(lambda: make(2)))
with transaction.atomic():
    print(len(shoes.open_cards(first.pk, 2).faces))
print(shoes.retire_shoe(first.pk).state)
"""
    )
    assert said(broken) == ["entropy source kernel: repetition count", "2", "retired"]
    error = ErrorState.objects.get()
    assert error.cause == "entropy source kernel: repetition count"
    assert LogEntry.objects.filter(kind="error", subject=f"error:{error.pk}").exists()
    healthy = BREAK + "print(attempt(lambda: make(2)))"
    assert said(house_process(healthy)) == ["closed"]
    waiting = house_process(
        BREAK
        + "print(attempt(lambda: make(2)), flush=True)\ninput()\nprint(attempt(lambda: make(2)))"
    )
    assert waiting.stdout is not None
    assert waiting.stdout.readline() == "closed\n"
    first, second = persons()
    assert gate.agree(error.pk, acting_operator=first).cleared_at is None
    assert said(house_process(healthy)) == ["closed"]
    with pytest.raises(gate.SamePerson):
        gate.agree(error.pk, acting_operator=first)
    assert gate.agree(error.pk, acting_operator=second).cleared_at is not None
    # What had begun before is not trusted with it.
    assert waiting.stdin is not None
    waiting.stdin.write("\n")
    assert said(waiting) == ["closed"]
    assert said(house_process(healthy)) == ["made"]


@pytest.mark.parametrize(
    ("work", "cause"),
    [
        ("700", "repetition count"),
        ("700 if random.random() < 0.8 else random.randrange(700, 956)", "adaptive proportion"),
        ("700 if random.random() < 0.4 else random.randrange(700, 956)", None),
    ],
    ids=["stuck", "biased", "the control: within what is claimed"],
)
def test_jitter_that_is_stuck_or_biased_stops_the_house(
    work: str, cause: str | None, house_process: Start
) -> None:
    """The processor's clock goes bad while the house deals, as the kernel's source does above."""
    going = house_process(
        BREAK
        + f"""
import itertools, random
from casino.rng.core import jitter
random = random.Random(5)
print(attempt(lambda: make(1)))
told = itertools.accumulate(iter(lambda: {work}, None))
jitter.clock = lambda: next(told)
tried = [attempt(lambda: make(number)) for number in range(2, 90)]
print(sorted(set(tried)))
"""
    )
    began, ended = said(going)
    assert began == "made"
    broken = f"entropy source jitter: {cause}"
    assert (broken in ended) is (cause is not None)
    assert [each.cause for each in ErrorState.objects.all()] == ([broken] if cause else [])
    healthy = house_process(BREAK + "print(attempt(lambda: make(99)))")
    assert said(healthy) == ["closed" if cause else "made"]


def test_a_failed_self_test_at_the_start_is_for_the_whole_house(house_process: Start) -> None:
    broken = house_process(
        BREAK
        + """
from casino.rng.core import drbg
drbg.MAX_REQUESTS = 3
print(attempt(lambda: make(1)))
print(attempt(lambda: make(1)))
"""
    )
    assert said(broken) == ["closed", "closed"]
    assert "HMAC_DRBG ignores its limit" in ErrorState.objects.get().cause
    assert not Shoe.objects.exists()


def error_state() -> ErrorState:
    return ErrorState.objects.create(cause="a test", instance="x")


def test_an_error_is_written_once_while_it_lasts() -> None:
    gate._record_error("a cause")
    gate._record_error("a cause")
    first, second = persons()
    error = gate.agree(ErrorState.objects.get().pk, acting_operator=first)
    gate.agree(error.pk, acting_operator=second)
    gate._record_error("a cause")
    assert ErrorState.objects.count() == 2


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE rng_errorstate SET cause = 'nothing'",
        "UPDATE rng_errorstate SET first_id = {a}, first_at = now(), second_id = {b},"
        " cleared_at = now()",
        "UPDATE rng_errorstate SET cleared_at = now()",
        "DELETE FROM rng_errorstate",
        "UPDATE rng_selfcheck SET passed = true",
        "DELETE FROM rng_selfcheck",
        "DELETE FROM rng_reading",
        "UPDATE rng_reading SET p = 0.5",
    ],
)
def test_the_database_keeps_what_was_found(change: str) -> None:
    first, second = persons()
    error_state()
    SelfCheck.objects.create(why="start", instance="x", passed=False, said="")
    with pytest.raises(IntegrityError), connection.cursor() as cursor:
        cursor.execute(change.format(a=first.pk, b=second.pk))


def test_the_database_refuses_one_person_twice_and_a_second_ending() -> None:
    first, second = persons()
    error = gate.agree(error_state().pk, acting_operator=first)
    for change in (
        "UPDATE rng_errorstate SET second_id = first_id, cleared_at = now()",
        "UPDATE rng_errorstate SET first_id = NULL, first_at = NULL",
    ):
        with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(change)
    ended = gate.agree(error.pk, acting_operator=second)
    assert gate.agree(error.pk, acting_operator=first).cleared_at == ended.cleared_at
    with pytest.raises(IntegrityError), connection.cursor() as cursor:
        cursor.execute("UPDATE rng_errorstate SET cleared_at = now()")


# --- a worker with one flipped byte


@contextlib.contextmanager
def worker(package: Path) -> Iterator[None]:
    """Run a Celery worker of the queue `rng` out of a copy of the house, on the test's database."""
    database = connection.settings_dict
    url = f"postgresql://{database['USER']}@/{database['NAME']}?host={database['HOST']}" + (
        f"&port={database['PORT']}" if database["PORT"] else ""
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "casino.process.worker", "rng"],
        cwd=package,
        env={
            **os.environ,
            "PYTHONPATH": str(package),
            "DATABASE_URL": url,
            "SABOT_VAR": str(package / "var"),
            "CONFORMITY": str(django_settings.CONFORMITY),
        },
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait(300)


@pytest.mark.campaign
@pytest.mark.parametrize(
    "flipped",
    campaign.sample(
        2, [None, "casino/rng/models.py", "casino/rng/core/fall.py", "tables/tasks.py"]
    ),
)
def test_a_worker_with_one_flipped_byte_refuses(flipped: str | None, tmp_path: Path) -> None:
    for part in ("casino", "tables"):
        # What is compiled is good for the copy, which keeps the times; not the changed file's.
        shutil.copytree(ROOT / part, tmp_path / part)
    if flipped:
        path = tmp_path / flipped
        text = bytearray(path.read_bytes())
        text[10] ^= 1
        path.write_bytes(bytes(text))
    with worker(tmp_path):
        deadline = time.monotonic() + 300
        while not (said := SelfCheck.objects.filter(why=gate.Why.START).first()):
            assert time.monotonic() < deadline, "the worker said nothing"
            time.sleep(0.1)
    assert said.passed is (flipped is None)
    assert flipped is None or f"({flipped})" in said.said


# --- the office


def browser(person: Player) -> Client:
    client = Client()
    client.force_login(person)
    return client


def test_two_operators_end_an_error_in_the_office() -> None:
    first, second = persons()
    error = error_state()
    page = reverse("admin:rng_errorstate_change", args=[error.pk])
    act = reverse("admin:rng_errorstate_agree", args=[error.pk])
    assert act in browser(first).get(page).content.decode()
    for _ in range(2):
        answer = browser(first).post(act, follow=True).content.decode()
    assert "il faut une autre personne" in answer
    answer = browser(second).post(act, follow=True).content.decode()
    assert "relancer les processus" in answer
    error.refresh_from_db()
    assert (error.first, error.second) == (first, second)
    assert act not in browser(first).get(page).content.decode()


def test_only_those_with_the_permission_and_only_by_post() -> None:
    error = error_state()
    act = reverse("admin:rng_errorstate_agree", args=[error.pk])
    demand = reverse("admin:rng_selfcheck_demand")
    staff = Player.objects.create_user("the.clerk", password="pass", is_staff=True)
    assert [browser(staff).post(url).status_code for url in (act, demand)] == [403, 403]
    first, _ = persons()
    assert [browser(first).get(url).status_code for url in (act, demand)] == [405, 405]
    error.refresh_from_db()
    assert error.first is None


def test_the_button_verifies_now() -> None:
    first, _ = persons()
    answer = browser(first).post(reverse("admin:rng_selfcheck_demand"), follow=True)
    assert conformity.find().digest in answer.content.decode()
    assert SelfCheck.objects.get().why == "demand"
