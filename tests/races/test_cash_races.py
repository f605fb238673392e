"""Two cashiers decide one request at once; one order is given many times; cash is spent once."""

import threading
from collections import Counter
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError

from casino.cashier import providers
from casino.cashier import services as cash
from casino.cashier.services import DEPOSIT, TO_CASH, TO_CHIPS, WITHDRAWAL, CashRefused
from casino.ledger import services as ledger
from casino.players.models import CashRequest, Player
from casino.players.services import ensure_demo_player
from tests.players.cage import approve, asked, bring, cashier, change, has
from tests.races.test_floor_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)

START = 1_000_00


@pytest.fixture
def ann() -> Player:
    return ensure_demo_player("ann", "pass")


def outcomes(answers: list[Any]) -> list[str]:
    """Return what came of each: the state of the request, or why not."""
    return sorted(
        each.state
        if isinstance(each, CashRequest)
        else each.code
        if isinstance(each, CashRefused)
        else type(each).__name__
        for each in answers
    )


@pytest.mark.parametrize("way", [DEPOSIT, WITHDRAWAL])
def test_two_cashiers_who_approve_at_once_approve_once(ann: Player, way: str) -> None:
    bring(ann, 50_00)
    request, one, two = asked(ann, way, 50_00), cashier("cora"), cashier("carl")
    answers = at_once(lambda: approve(request, one), lambda: approve(request, two))
    assert outcomes(answers) == ["approved", "request_decided"]
    assert has(ann) == (100_00 if way == DEPOSIT else 0, 0, START)
    assert (ledger.audit(), cash.audit_cage()) == ([], [])


def test_control_without_the_request_s_lock_both_decide_and_the_database_stops_one(
    ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without its lock the service pays twice; only the guards behind it keep the books."""
    paid: list[str] = []
    both_have_looked = threading.Barrier(2)

    def looked(request_id: int) -> CashRequest:
        found = CashRequest.objects.select_related("cash__player").get(pk=request_id)
        both_have_looked.wait(300)
        return found

    class Counting(providers.ManualCashier):
        def ask(self, payment: providers.Payment) -> providers.PaymentReport:
            paid.append(str(payment.id))
            return super().ask(payment)

    request, one, two = asked(ann, DEPOSIT, 50_00), cashier("cora"), cashier("carl")
    with monkeypatch.context() as patched:
        patched.setattr(cash, "_lock", looked)
        patched.setitem(providers.MEANS, providers.CASHIER, Counting())
        answers = at_once(lambda: approve(request, one), lambda: approve(request, two))
    assert outcomes(answers) == ["IntegrityError", "approved"]
    assert any(isinstance(each, IntegrityError) for each in answers)
    assert len(paid) == 2, "the means of payment was called twice"
    assert has(ann) == (50_00, 0, START)
    assert cash.audit_cage() == []


def test_a_request_that_is_approved_and_cancelled_at_once_is_one_of_them(ann: Player) -> None:
    bring(ann, 50_00)
    request, clara = asked(ann, WITHDRAWAL, 50_00), cashier()
    answers = at_once(
        lambda: approve(request, clara), lambda: cash.cancel_request(ann, request.order)
    )
    found = outcomes(answers)
    assert found in (["approved", "request_decided"], ["cancelled", "request_decided"])
    assert has(ann) == (0 if "approved" in found else 50_00, 0, START)
    assert (ledger.audit(), cash.audit_cage()) == ([], [])


def test_one_order_given_at_once_by_many_is_one_exchange(ann: Player) -> None:
    order = uuid4()
    exchanges = [lambda: cash.exchange(ann, TO_CASH, 10_00, order=order)] * 6
    answers = at_once(*exchanges)
    assert len(set(answers)) == 1, "all get the first answer"
    assert has(ann) == (10_00, 0, START - 10_00)


def test_the_same_cash_is_changed_or_reserved_once(ann: Player) -> None:
    bring(ann, 10_00)

    def withdraw() -> str:
        try:
            return asked(ann, WITHDRAWAL, 10_00).state
        except CashRefused as refused:
            return refused.code

    answers = at_once(*[lambda: change(ann, TO_CHIPS, 10_00)] * 3, *[withdraw] * 3)
    told = Counter(map(str, answers))
    assert told["cash_short"] == 5
    assert told[""] + told["asked"] == 1
    assert (ledger.audit(), cash.audit_cage()) == ([], [])
    assert sum(has(ann)) == START + 10_00 + (10_00 if told["asked"] else 0)


def test_one_request_given_at_once_by_many_is_one_row(ann: Player) -> None:
    order = uuid4()
    answers = at_once(*[lambda: cash.request_cash(ann, DEPOSIT, 10_00, order=order).pk] * 6)
    assert len(set(map(str, answers))) == 1
    assert CashRequest.objects.count() == 1
