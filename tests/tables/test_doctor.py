"""`manage.py doctor` names what is wrong, and what to do about it."""

import io
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from casino.cashier import transfers
from casino.ledger import services as ledger
from casino.ledger.models import Account
from casino.players.models import OfficeAct, PaymentAlarm, Player
from casino.process import heartbeat
from casino.rng.models import ErrorState, SelfCheck
from casino.staff import audit_log
from tables.funds import postings
from tables.incidents import pauses
from tables.models import Table
from tests.floor import House

pytestmark = pytest.mark.django_db(transaction=True)


def said(*, quick: bool = False) -> str:
    """Return what the doctor says; he fails, since no worker runs beside these tests."""
    heard = io.StringIO()
    with pytest.raises(CommandError, match="found"):
        call_command("doctor", quick=quick, stdout=heard)
    return heard.getvalue()


@pytest.fixture(autouse=True)
def verified(house: House) -> None:
    """A worker has verified itself, as one does at its start."""
    SelfCheck.objects.create(why="start", instance="worker", passed=True, said="2.0.0")


def test_every_part_has_a_line_and_says_what_is_missing(house: House) -> None:
    heard = said()
    for part in ("database", "generator", "tables", "duties", "books"):
        assert f"{part}: ok\n" in heard
    assert f"processes: {len(heartbeat.PROCESSES)}\n" in heard
    for process in heartbeat.PROCESSES:
        assert f"`{process}` is not heard" in heard
    assert "line `croupier` of the Procfile" in heard
    assert "books" not in said(quick=True)


def test_redis_and_the_database_that_do_not_answer_are_told_in_a_sentence(
    house: House, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert "Redis does not answer" in said(quick=True)

    def gone(*_: object) -> None:
        raise DatabaseError("connection refused\nIs it running?")

    monkeypatch.setattr(connection, "cursor", gone)
    heard = said()
    assert "the database does not answer (connection refused)\n" in heard
    assert "correct DATABASE_URL" in heard


def test_a_paused_table_is_named_with_what_fails(house: House) -> None:
    assert pauses.pause_table(house.table_id, "croupier.expire", "SealBroken casino/rng/seal.py:91")
    heard = said()
    assert f"table {house.table_id} ({house.table.name}) is paused since " in heard
    assert "(open: croupier.expire: SealBroken casino/rng/seal.py:91)" in heard
    assert "open it again in the office" in heard


def test_what_is_wrong_with_tables_chance_and_books_is_told_with_what_to_do(house: House) -> None:
    Table.objects.update(due_at=timezone.now() - timedelta(minutes=5), no_chance=True)
    ErrorState.objects.create(cause="stuck source", instance="pid 1")
    with transaction.atomic():
        drop = ledger.open_account(f"drop:{house.table_id}", "drop", "PLAY")
        capital = postings.capital_account("PLAY")
        ledger.post(uuid4(), [ledger.Leg(capital, drop.pk, 5, "test")], cause="test")
        ledger.post(uuid4(), [ledger.Leg(drop.pk, capital, 5, "test")], cause="test")
        unsigned = uuid4()
        float_ = house.table.float_account_id
        ledger.post(unsigned, [ledger.Leg(capital, float_, 5, "fill")], cause="voucher")
        transfers.raise_alarm("acme", "p-1", PaymentAlarm.Of.TOLD, "paid", "failed")
    audit_log.record_event(None, house.operator, "staff_signed_in")
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE players_officeact DISABLE TRIGGER USER")
        OfficeAct.objects.update(what="nothing")
        cursor.execute("ALTER TABLE players_officeact ENABLE TRIGGER USER")
    heard = said()
    for told in (
        "has been due since",
        "restart `croupier`",
        "was made no cards or draw",
        "payment p-1 of acme, told: here paid, there failed",
        "in error since",
        "stuck source",
        f"drop:{house.table_id}: 0 counted, 5 have left it",
        f"voucher {unsigned}: its chips have not moved as it was signed",
        "the trail of the office is broken at",
    ):
        assert told in heard
    assert Account.objects.filter(kind="drop").count() == 1


def test_a_closed_gate_is_told_with_its_code_and_since_when(house: House) -> None:
    other = "2.0.0.json n'est pas de ce code / is not of this code (casino/rng/core/fall.py)"
    failed = SelfCheck.objects.create(why="demand", instance="web", passed=False, said=other)
    failed.refresh_from_db()
    heard = said(quick=True)
    assert f"the gate is closed since {failed.at:%Y-%m-%d %H:%M} (check_failed): {other}" in heard
    assert "verify again in the office" in heard
    ErrorState.objects.create(cause="entropy source jitter: repetition count", instance="pid 1")
    assert "(error_state): entropy source jitter: repetition count" in said(quick=True)
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE rng_selfcheck, rng_errorstate")
    heard = said(quick=True)
    assert "the gate is closed (not_verified): " in heard
    assert "generator: 1\n" in heard


def test_settings_that_do_not_fit_a_licensed_house_are_told(house: House, settings: Any) -> None:
    settings.LICENSED, settings.DEBUG = True, True
    settings.STATE_CONTROL_MAIL, settings.BEHIND_TLS = "", False
    Player.objects.create_superuser("chief", password="sabot-demo")
    heard = said(quick=True)
    wanted = ("DEBUG is on", "STATE_CONTROL_MAIL", "BEHIND_TLS=1", "chief has the password")
    assert [told for told in wanted if told not in heard] == []
