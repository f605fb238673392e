"""A step that fails the same way three times pauses its table; an operator lets it go on."""

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
from tables.doors import croupier as doors
from tables.doors.croupier import Croupier
from tables.floor import incidents, pauses, seats, sessions
from tables.games.core.money import Amount, BoxNo
from tables.games.core.protocol import Refused
from tables.games.european_roulette import messages as roulette
from tables.games.trente_et_quarante import messages as trente
from tables.games.wheel.stakes import Wager
from tables.models import FloorEvent, Notice, Round, Table
from tables.records import due, notices
from tables.showing import acts
from tests.floor import House, kept_house
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
    found = kept_house("trente", "MC", game="trente_et_quarante", **patient)
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
    sessions.open(house.table_id, operator=house.operator, reason="mended")


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
    assert due.tables() == []
    wager = Wager("black", "black", Amount(10_00))
    assert house.do("bob", trente.Stake((wager,))) == "table_paused"
    assert house.do("ann", trente.Ready()) == "table_paused"
    sat = seats.sit(
        player_id=house.player("bob").pk,
        table_id=house.table_id,
        command_id=uuid4(),
        box=BoxNo(1),
    )
    assert sat is not None
    assert sat.refused is not None
    assert sat.refused.code == "table_paused"
    with pytest.raises(Refused, match="table_paused"):
        sessions.drain(house.table_id, operator=house.operator, reason="test")
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
    said = {notices.told(each)[1] for each in Notice.objects.filter(kind__startswith="table_")}
    assert any("round 1: table paused, croupier.expire fails the same way" in each for each in said)
    assert any("round 1: the table goes on. Decided by operator: mended." in each for each in said)
    late(house)
    croupier.keep_clocks()
    assert house.balance("ann") == START + 10_00


@pytest.mark.parametrize(
    ("decide", "status"), [(incidents.void, "paused"), (incidents.break_off, "closed")]
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
    met = pauses.Failures()

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
    assert not pauses.pause(house.table_id, "a step", "twice")


def test_a_table_whose_picture_fails_is_paused_too(
    house: House, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SHOE_KEY = "another key than the shoe was sealed with"

    def fails_too(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(acts, "show", fails_too)
        fails(house, Croupier())
    assert house.table.status == "paused"
    assert FloorEvent.objects.filter(kind="pause").exists()
    lies(house)


def test_a_task_that_fails_three_times_pauses_the_table_it_is_for(
    transactional_db: None, settings: Settings
) -> None:
    house = kept_house("roulette", "MC", game="european_roulette", betting_window_seconds=300)
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
