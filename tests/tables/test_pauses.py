"""A step that fails the same way three times pauses its table; an operator lets it go on."""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import InterfaceError, OperationalError, connection
from pytest_django import Settings

from casino.rng.seal import SealBroken
from tables import tasks
from tables.games.core.money import Amount, BoxNo
from tables.games.core.protocol import Refused
from tables.games.european_roulette import messages as roulette
from tables.games.trente_et_quarante import messages as trente
from tables.games.wheel.stakes import Wager
from tables.incidents import pauses
from tables.incidents import services as incidents
from tables.models import FloorEvent, Notice, Round, Table
from tables.operation import croupier as doors
from tables.operation import sessions
from tables.operation.croupier import Croupier
from tables.projections import floor_acts
from tables.rows import due_work, notices
from tables.seating import services as seating
from tests.floor import House, open_house, reused_house
from tests.tables.test_review import played_again

START = 1000_00
COUP = "9h 9c 9d 9s Kc Qd Js 3c"
"""Black 36, red 33: red wins."""


@pytest.fixture(autouse=True)
def retried_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "POISONED", 0.0)


@pytest.fixture(autouse=True)
def books_agree(transactional_db: None, capsys: pytest.CaptureFixture[str]) -> Iterator[None]:
    yield
    for table in Table.objects.all():
        played_again(table.pk)
    call_command("audit_ledger")


@pytest.fixture
def house(transactional_db: None) -> House:
    """A stake lies on red, and the next look at the clock deals the coup."""
    patient = {"betting_window_seconds": 300, "decision_seconds": 120}
    found = reused_house("trente", "MC", game="trente_et_quarante", **patient)
    found.deal(COUP)
    wager = Wager("red", "red", Amount(10_00))
    assert found.do("ann", trente.Stake((wager,))) == ""
    return found


def late(house: House) -> None:
    """Let the running clock run out."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tables_table SET due_at = clock_timestamp() WHERE id = %s AND status = 'open'",
            [house.table_id],
        )


def fails(house: House, croupier: Croupier, times: int = 3) -> None:
    """Have the croupier try so many times what is due."""
    for _ in range(times):
        late(house)
        croupier.keep_clocks()


@contextmanager
def refused_by_the_database(code: str) -> Iterator[None]:
    """Have every event that is written refused with this SQLSTATE."""
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION pauses_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            f" RAISE EXCEPTION 'by a test' USING ERRCODE = '{code}'; END $$;"
            "CREATE TRIGGER pauses_refuse BEFORE INSERT ON tables_roundevent"
            " EXECUTE FUNCTION pauses_refuse()"
        )
        try:
            yield
        finally:
            cursor.execute("DROP FUNCTION pauses_refuse CASCADE")


def resume(house: House) -> None:
    sessions.open_session(house.table_id, operator=house.operator, reason="mended")


def lies(house: House) -> None:
    """Check that the stake lies where it lay, in a round that is neither over nor void."""
    assert house.balance("ann") == START - 10_00
    assert Round.objects.get(table_id=house.table_id).status == "running"


@pytest.mark.clause("MC-INC-01", "MC-INC-02")
def test_a_step_that_fails_three_times_pauses_its_table_until_it_is_resumed(
    house: House, settings: Settings
) -> None:
    right, settings.SHOE_KEY = settings.SHOE_KEY, "another key than the shoe was sealed with"
    croupier = Croupier()
    fails(house, croupier, 2)
    assert house.table.status == "open"
    fails(house, croupier, 1)
    assert house.table.status == "paused"
    lies(house)
    floor = house.frame()["floor"]
    assert (floor["status"], floor["accepting"], floor["end"]) == ("paused", False, None)
    assert house.frame()["due_at"] is None
    # Nothing goes on, whoever asks.
    assert due_work.due_tables() == []
    wager = Wager("black", "black", Amount(10_00))
    assert house.do("bob", trente.Stake((wager,))) == "table_paused"
    assert house.do("ann", trente.Ready()) == "table_paused"
    sat = seating.sit_down(
        player_id=house.player("bob").pk,
        table_id=house.table_id,
        command_id=uuid4(),
        box=BoxNo(1),
    )
    assert sat is not None
    assert sat.refused is not None
    assert sat.refused.code == "table_paused"
    with pytest.raises(Refused, match="table_paused"):
        sessions.announce_end(house.table_id, operator=house.operator, reason="test")
    # The office is told what failed, and no card.
    told = {each.addressee: each for each in Notice.objects.filter(kind="table_paused")}
    assert told.keys() == {"games_management", "state_control"}
    detail = told["state_control"].detail
    assert (detail["step"], detail["error"].split()[0]) == ("croupier.expire", "SealBroken")
    assert FloorEvent.objects.get(kind="pause").reason.startswith("open: croupier.expire: SealB")
    # The key is put right.
    settings.SHOE_KEY = right
    resume(house)
    lies(house)
    assert house.table.status == "open"
    assert house.table.window_ms == 300_000, "everybody has the whole time again"
    assert Notice.objects.get(kind="table_resumed").by == house.operator
    said = {
        notices.notice_text(each)[1] for each in Notice.objects.filter(kind__startswith="table_")
    }
    assert any("round 1: table paused, croupier.expire fails the same way" in each for each in said)
    assert any("round 1: the table goes on. Decided by operator: mended." in each for each in said)
    late(house)
    croupier.keep_clocks()
    assert house.balance("ann") == START + 10_00


@pytest.mark.parametrize(
    ("decide", "status"),
    [(incidents.void_round, "paused"), (incidents.break_off_session, "closed")],
)
def test_its_round_is_voided_or_its_session_broken_off(
    house: House, settings: Settings, decide: Any, status: str
) -> None:
    right, settings.SHOE_KEY = settings.SHOE_KEY, "another key than the shoe was sealed with"
    fails(house, Croupier())
    decide(house.table_id, operator=house.operator, reason="test")
    assert house.balance("ann") == START
    assert house.table.status == status
    settings.SHOE_KEY = right
    if status == "paused":
        resume(house)
        wager = Wager("red", "red", Amount(10_00))
        assert house.do("ann", trente.Stake((wager,))) == ""


@pytest.mark.parametrize(
    ("code", "pauses_it"),
    [
        ("P0001", True),
        # Negative controls: of servers that are away or full, and of two that wait for each other.
        ("57P03", False),
        ("53100", False),
        ("40P01", False),
    ],
)
def test_an_error_that_passes_by_itself_is_not_counted(
    house: House, code: str, pauses_it: bool
) -> None:
    croupier = Croupier()
    with refused_by_the_database(code):
        fails(house, croupier, 5)
    assert (house.table.status == "paused") is pauses_it
    lies(house)
    if not pauses_it:
        late(house)
        croupier.keep_clocks()
        assert house.balance("ann") == START + 10_00


def test_only_the_same_failure_in_a_row_is_counted(house: House) -> None:
    met = pauses.StepFailures()

    def failed(error: Exception) -> bool:
        try:
            raise error
        except type(error) as raised:
            return met.note(house.table_id, "a step", raised)

    a, b = KeyError("a"), ValueError("b")
    assert [failed(each) for each in (a, a, b, b, a, a)] == [False] * 6
    met.forget(house.table_id, "a step")
    assert [failed(each) for each in (a, a, OperationalError(), InterfaceError())] == [False] * 4
    away = KeyError("a")
    away.__context__ = OperationalError()
    assert not failed(away)
    assert house.table.status == "open"
    assert failed(a)
    assert house.table.status == "paused"
    assert not pauses.pause_table(house.table_id, "a step", "twice")


def test_a_table_whose_picture_fails_is_paused_too(
    house: House, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SHOE_KEY = "another key than the shoe was sealed with"

    def fails_too(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(floor_acts, "record_and_publish", fails_too)
        fails(house, Croupier())
    assert house.table.status == "paused"
    assert FloorEvent.objects.filter(kind="pause").exists()
    lies(house)


def test_a_task_that_fails_three_times_pauses_the_table_it_is_for(
    transactional_db: None, settings: Settings
) -> None:
    house = reused_house("roulette", "MC", game="european_roulette", betting_window_seconds=300)
    wager = Wager("red", "red", Amount(10_00))
    assert house.do("ann", roulette.Stake((wager,))) == ""
    assert house.do("ann", roulette.Ready()) == ""
    round_id = house.table.round_id
    assert round_id is not None
    right, settings.SHOE_KEY = settings.SHOE_KEY, "another key than the draw was sealed with"
    for _ in range(3):
        assert house.table.status == "open"
        with pytest.raises(SealBroken):
            tasks.make_draw(house.table_id, round_id)
    assert house.table.status == "paused"
    lies(house)
    settings.SHOE_KEY = right
    # A worker had it in its queue: nothing falls while the table is paused.
    tasks.make_draw(house.table_id, round_id)
    lies(house)
    resume(house)
    Croupier().keep_clocks()
    tasks.make_draw(house.table_id, round_id)
    assert Round.objects.get(pk=round_id).status == "closed"


def test_what_cannot_be_revealed_pauses_its_table(house: House, settings: Settings) -> None:
    shoe = house.table.shoe_id
    settings.SHOE_KEY = "another key than the shoe was sealed with"
    for _ in range(3):
        with pytest.raises(SealBroken):
            tasks.reveal_shoe(str(shoe))
    assert house.table.status == "paused"


def test_what_cannot_be_revealed_at_a_closed_table_is_notified_once_a_day(
    house: House, settings: Settings
) -> None:
    shoe = house.table.shoe_id
    incidents.break_off_session(house.table_id, operator=house.operator, reason="night")
    settings.SHOE_KEY = "another key than the shoe was sealed with"
    for _ in range(6):
        with pytest.raises(SealBroken):
            tasks.reveal_shoe(str(shoe))
    assert house.table.status == "closed"
    found = Notice.objects.filter(kind="step_failed")
    assert {each.addressee for each in found} == {"games_management", "state_control"}
    assert len(found) == 2
    (text,) = {notices.notice_text(each)[1] for each in found}
    assert "reveal_shoe fails the same way each time" in text


def test_a_lost_reveal_is_asked_for_again_after_a_while_only(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(doors, "POISONED", 30.0)
    monkeypatch.setattr(doors.queue, "reveal_shoe", asked.append)
    incidents.break_off_session(house.table_id, operator=house.operator, reason="night")
    Table.objects.filter(pk=house.table_id).update(shoe_sequence=2, shoe=None)
    forgotten = sorted(due_work.unrevealed_shoes())
    assert forgotten
    asked.clear()
    croupier = Croupier()
    for _ in range(3):
        croupier._sweep(time.monotonic())
    assert sorted(asked) == forgotten
    croupier._sweep(time.monotonic() + 31)
    assert len(asked) == 2 * len(forgotten)


def test_a_table_that_fails_in_a_sweep_stops_neither_the_others_nor_the_clocks(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Negative control: a sweep without the croupier ends at the table that fails."""
    other = open_house("other", "MC", game="trente_et_quarante").table_id
    swept: list[int] = []

    def sweep(at_each: due_work.Sweep = due_work.run_at_each) -> int:
        def step(table_id: int) -> bool:
            if table_id == house.table_id:
                raise ZeroDivisionError
            swept.append(table_id)
            return True

        return at_each(step, [house.table_id, other])

    with pytest.raises(ZeroDivisionError):
        sweep()
    assert swept == []
    monkeypatch.setattr(doors, "_SWEEPS", {"sweep": sweep})
    croupier = Croupier()
    for _ in range(pauses.TIMES):
        croupier._sweep(time.monotonic())
    assert swept == [other] * pauses.TIMES
    statuses = dict(Table.objects.values_list("pk", "status"))
    assert statuses == {house.table_id: "paused", other: "open"}


def test_what_fails_for_the_whole_house_is_retried_later_and_the_clocks_go_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []

    def fails_once() -> int:
        tried.append(1)
        raise ZeroDivisionError

    monkeypatch.setattr(doors, "POISONED", 30.0)
    monkeypatch.setattr(doors.practice, "grant_between_rounds", fails_once)
    croupier = Croupier()
    late(house)
    for _ in range(3):
        croupier.tick()
        croupier._swept = -math.inf
    assert len(tried) == 1
    assert house.balance("ann") == START + 10_00


def test_an_annulled_round_of_a_paused_table_is_owed_again_where_it_drains(
    settings: Settings,
) -> None:
    house = reused_house(
        "last", "MC", game="trente_et_quarante", betting_window_seconds=300, last_rounds_notice=3
    )
    house.deal(COUP)
    wager = Wager("red", "red", Amount(10_00))
    assert house.do("ann", trente.Stake((wager,))) == ""
    Table.objects.filter(pk=house.table_id).update(status="draining", rounds_left=2)
    settings.SHOE_KEY = "another key than the shoe was sealed with"
    croupier = Croupier()
    for _ in range(3):
        with connection.cursor() as cursor:
            cursor.execute("UPDATE tables_table SET due_at = clock_timestamp()")
        croupier.keep_clocks()
    assert (house.table.status, house.table.rounds_left) == ("paused", 2)
    incidents.void_round(house.table_id, operator=house.operator, reason="test")
    assert house.table.rounds_left == 3
