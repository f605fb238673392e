"""A means tells twice at once, or tells while it is asked; it is asked under nobody's lock."""

import threading
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction

from casino.cashier import services as cash
from casino.cashier import transfers
from casino.cashier.providers import Outcome, Payment, PaymentReport
from casino.cashier.services import DEPOSIT, WITHDRAWAL
from casino.ledger import services as ledger
from casino.players import tasks
from casino.players.models import CashRequest, Player
from casino.players.services import ensure_demo_player
from tests.players.cage import bring, cashier, has
from tests.players.provider import ACME, Acme, Provider, provider
from tests.races.test_floor_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)

START = 1_000_00


@pytest.fixture
def ann() -> Player:
    return ensure_demo_player("ann", "pass")


@pytest.fixture
def acme() -> Iterator[Provider]:
    with provider() as here:
        yield here


def approved(player: Player, way: str) -> CashRequest:
    request = cash.request_cash(player, way, 50_00, order=uuid4(), means=ACME)
    return cash.approve_request(request.pk, cashier=cashier(), reason="seen", receipt="")


def answers(said: list[Any]) -> list[tuple[int, str]]:
    """Return what the house answered to each call, whoever came first."""
    return sorted((each.status_code, each.json()["outcome"]) for each in said)


@pytest.mark.parametrize("way", [DEPOSIT, WITHDRAWAL])
def test_a_call_twice_at_the_same_moment_pays_once(ann: Player, acme: Provider, way: str) -> None:
    bring(ann, 50_00)
    request = approved(ann, way)
    named = str(request.payment)
    said = at_once(*[lambda: acme.call(named, "paid", proof="A-1")] * 4)
    assert answers(said) == [(200, "paid")] * 4
    assert has(ann) == (100_00 if way == DEPOSIT else 0, 0, START)
    assert (ledger.audit(), cash.audit_cage()) == ([], [])
    assert not transfers.open_alarms().exists()


def test_paid_and_failed_at_the_same_moment_is_the_first_and_an_alarm(
    ann: Player, acme: Provider
) -> None:
    bring(ann, 50_00)
    request = approved(ann, WITHDRAWAL)
    named = str(request.payment)
    said = at_once(lambda: acme.call(named, "paid"), lambda: acme.call(named, "failed"))
    request.refresh_from_db()
    first = {"approved": "paid", "failed": "failed"}[request.state]
    assert answers(said) == [(200, first), (409, first)]
    assert has(ann) == (0 if first == "paid" else 50_00, 0, START)
    assert transfers.open_alarms().count() == 1
    assert (ledger.audit(), cash.audit_cage()) == ([], [])


def test_control_without_the_request_s_lock_both_pay_and_only_the_guards_behind_stop_one(
    ann: Player, acme: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    both_have_looked = threading.Barrier(2)
    moved: list[int] = []
    usual = transfers._move

    def looked(request_id: int) -> CashRequest:
        found = CashRequest.objects.select_related("cash__player").get(pk=request_id)
        both_have_looked.wait(300)
        return found

    def move(asked: CashRequest) -> None:
        moved.append(asked.pk)
        usual(asked)

    request = approved(ann, DEPOSIT)
    assert request.payment is not None
    told = PaymentReport(request.payment, Outcome.PAID, "A-1")
    with monkeypatch.context() as patched:
        patched.setattr(transfers, "lock_request", looked)
        patched.setattr(transfers, "_move", move)
        # The database's own guard of an end, which waits for the first one's row, is taken away.
        patched.setattr(transfers, "_end", lambda *_: None)
        said = at_once(*[lambda: transfers.record_report(ACME, told)] * 2)
    assert moved == [request.pk] * 2, "without the lock both move the money"
    assert len(said) == 2
    assert has(ann) == (50_00, 0, START), "the entry's id is the last guard"
    with monkeypatch.context() as patched:
        other = approved(ann, DEPOSIT)
        assert other.payment is not None
        told = PaymentReport(other.payment, Outcome.PAID, "A-2")
        patched.setattr(transfers, "lock_request", looked)
        said = at_once(*[lambda: transfers.record_report(ACME, told)] * 2)
    assert sorted(type(each).__name__ for each in said) == ["IntegrityError", "ReportAnswer"]
    assert has(ann) == (100_00, 0, START)


def test_a_means_is_asked_once_by_two_workers_and_holds_nobody_up(
    ann: Player, acme: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = approved(ann, DEPOSIT)
    asked, go_on = threading.Event(), threading.Event()
    times: list[Payment] = []
    locked: list[int] = []

    def ask(self: Acme, payment: Payment) -> PaymentReport:
        times.append(payment)
        asked.set()
        assert go_on.wait(300)
        return PaymentReport(payment.id, Outcome.PAID, "A-1")

    def meanwhile() -> None:
        assert asked.wait(300)
        # The rows are free, and the means may call before it answers.
        with transaction.atomic():
            rows = CashRequest.objects.select_for_update(nowait=True)
            locked.append(rows.get(pk=request.pk).pk)
        assert acme.call(str(request.payment), "paid", proof="A-1").status_code == 200
        tasks.ask_payment(request.pk)
        go_on.set()

    monkeypatch.setattr(Acme, "ask", ask)
    assert at_once(lambda: tasks.ask_payment(request.pk), meanwhile) == [None, None]
    assert (len(times), locked) == (1, [request.pk])
    assert has(ann) == (50_00, 0, START)
    assert not transfers.open_alarms().exists()
    assert (ledger.audit(), cash.audit_cage()) == ([], [])
