"""The cage: exchange, deposits and withdrawals, and what neither may ever do."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from uuid import uuid4

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.utils import timezone
from structlog.testing import capture_logs

from casino.cashier import services as cash
from casino.cashier import transfers
from casino.cashier.services import DEPOSIT, TO_CASH, TO_CHIPS, WITHDRAWAL, CashRefused
from casino.ledger import services as ledger
from casino.ledger.models import Account
from casino.players import closure, holdings, tasks
from casino.players.models import CashProposal, CashRequest, CounterReceipt, Player
from casino.players.services import (
    RefillRefused,
    check_refill,
    ensure_demo_player,
    wallet_of,
)
from casino.responsible_gaming import limits
from tests.clock import noon
from tests.players.cage import approve, asked, bring, cashier, change, has
from tests.players.limits import limit, standing

__all__ = ["noon"]

pytestmark = pytest.mark.django_db

START = 1_000_00


@pytest.fixture
def ann() -> Player:
    return ensure_demo_player("ann", "pass")


def refused(act: Callable[[], object]) -> str:
    """Return the code by which the cage refuses, which it must."""
    with pytest.raises(CashRefused) as said:
        act()
    return said.value.code


@pytest.mark.clause("MC-CHIPS-10", "MC-112")
def test_cash_is_changed_into_chips_and_back_and_each_order_once(ann: Player) -> None:
    bring(ann, 300_00)
    assert has(ann) == (300_00, 0, START)
    order = uuid4()
    first = cash.exchange(ann, TO_CHIPS, 120_00, order=order)
    assert has(ann) == (180_00, 0, START + 120_00)
    assert cash.exchange(ann, TO_CHIPS, 120_00, order=order) == first
    assert change(ann, TO_CHIPS, 121_00, order) == change(ann, TO_CASH, 120_00, order)
    assert change(ann, TO_CASH, 120_00, order) == "order_used"
    assert has(ann) == (180_00, 0, START + 120_00), "once"
    bob = ensure_demo_player("bob", "pass")
    assert change(bob, TO_CHIPS, 120_00, order) == "cash_short", "an order is of one player"
    assert change(ann, TO_CASH, START + 120_00) == ""
    assert has(ann) == (START + 300_00, 0, 0)
    assert change(ann, TO_CASH, 1) == "chips_short"
    assert change(ann, TO_CHIPS, START + 300_01) == "cash_short"
    assert {change(ann, TO_CASH, wrong) for wrong in (0, -1, cash.MOST + 1)} == {"amount_refused"}
    whys = [each.why for each in ledger.statement(wallet_of(ann.pk).account_id)]
    assert whys == ["to_cash", "to_chips", "grant"]
    assert ledger.audit() == []


def test_an_order_that_was_refused_may_be_given_again(ann: Player) -> None:
    order = uuid4()
    assert change(ann, TO_CHIPS, 10_00, order) == "cash_short"
    bring(ann, 10_00)
    assert change(ann, TO_CHIPS, 10_00, order) == ""
    assert has(ann) == (0, 0, START + 10_00)


def test_play_money_and_another_currency_never_meet(ann: Player) -> None:
    euros = cash.open_cash(ann, "EUR")
    issue = ledger.open_account("mint:EUR", "mint", "EUR", unbounded=True)
    with transaction.atomic():
        ledger.post(uuid4(), [ledger.Leg(issue.pk, euros.account_id, 50_00, "test")], cause="test")
    code = refused(lambda: cash.exchange(ann, TO_CHIPS, 50_00, order=uuid4(), currency="EUR"))
    assert code == "no_wallet", "nobody has chips of that currency here"
    wallet = wallet_of(ann.pk).account_id
    with pytest.raises(ledger.CurrencyMismatch), transaction.atomic():
        ledger.post(uuid4(), [ledger.Leg(euros.account_id, wallet, 1, "to_chips")], cause="test")
    play = cash.open_cash(ann).account_id
    with pytest.raises(ledger.CurrencyMismatch), transaction.atomic():
        ledger.post(uuid4(), [ledger.Leg(euros.account_id, play, 1, "deposit")], cause="test")
    assert has(ann) == (0, 0, START)
    assert ledger.balance(euros.account_id) == 50_00


def test_a_deposit_comes_when_the_cage_has_approved_it_and_stays_away_when_not(
    ann: Player,
) -> None:
    clara = cashier()
    first, second, third = (asked(ann, DEPOSIT, amount) for amount in (10_00, 20_00, 30_00))
    assert has(ann) == (0, 0, START)
    done = approve(first, clara)
    assert (done.state, done.decided_by, done.reason, done.receipt) == (
        "approved", clara, "counted", f"R/{first.pk}",
    )  # fmt: skip
    cash.refuse_request(second.pk, cashier=clara, reason="a torn note")
    assert cash.cancel_request(ann, third.order).state == "cancelled"
    assert cash.cancel_request(ann, third.order).state == "cancelled"
    assert has(ann) == (10_00, 0, START)
    for each in (first, second, third):
        for act in (
            lambda each=each: approve(each, clara),
            lambda each=each: cash.refuse_request(each.pk, cashier=clara, reason="again"),
        ):
            assert refused(act) == "request_decided"
    assert refused(lambda: cash.cancel_request(ann, first.order)) == "request_decided"
    assert refused(lambda: cash.cancel_request(ann, uuid4())) == "request_unknown"
    assert (
        refused(lambda: cash.refuse_request(0, cashier=clara, reason="none")) == "request_unknown"
    )
    assert Account.objects.get(code="cage:PLAY").balance == -10_00
    assert (ledger.audit(), cash.audit_cage()) == ([], [])


def test_a_withdrawal_keeps_the_cash_until_it_is_decided(ann: Player) -> None:
    bring(ann, 100_00)
    out = asked(ann, WITHDRAWAL, 60_00)
    assert has(ann) == (100_00, 60_00, START)
    assert change(ann, TO_CHIPS, 40_01) == "cash_short", "what is reserved is not there"
    assert refused(lambda: asked(ann, WITHDRAWAL, 40_01)) == "cash_short"
    assert CashRequest.objects.filter(state="asked").count() == 1, "what is refused leaves no row"
    cash.refuse_request(out.pk, cashier=cashier(), reason="no passport")
    assert has(ann) == (100_00, 0, START)
    cash.cancel_request(ann, asked(ann, WITHDRAWAL, 100_00).order)
    assert has(ann) == (100_00, 0, START)
    first, second = asked(ann, WITHDRAWAL, 60_00), asked(ann, WITHDRAWAL, 40_00)
    approve(second)
    assert has(ann) == (60_00, 60_00, START)
    approve(first)
    assert has(ann) == (0, 0, START)
    assert Account.objects.get(code="cage:PLAY").balance == 0
    assert (ledger.audit(), cash.audit_cage()) == ([], [])


def test_the_same_order_is_the_same_request_and_few_wait_at_a_time(ann: Player) -> None:
    order = uuid4()
    first = cash.request_cash(ann, DEPOSIT, 10_00, order=order)
    assert cash.request_cash(ann, DEPOSIT, 10_00, order=order) == first
    assert refused(lambda: cash.request_cash(ann, DEPOSIT, 11_00, order=order)) == "order_used"
    assert refused(lambda: cash.request_cash(ann, WITHDRAWAL, 10_00, order=order)) == "order_used"
    assert refused(lambda: asked(ann, DEPOSIT, 0)) == "amount_refused"
    for _ in range(cash.WAITING - 1):
        asked(ann, DEPOSIT, 1)
    assert refused(lambda: asked(ann, DEPOSIT, 1)) == "requests_wait"
    assert cash.request_cash(ann, DEPOSIT, 10_00, order=order) == first
    operator = Player.objects.create_user("oscar", password="pass", is_staff=True)
    assert refused(lambda: asked(operator, DEPOSIT, 1)) == "no_wallet"


def test_nobody_decides_his_own_request_nor_without_the_right_a_reason_and_a_receipt(
    ann: Player,
) -> None:
    request, clara = asked(ann, DEPOSIT, 10_00), cashier()

    def decide(by: Player, reason: str = "seen", receipt: str = "R-1") -> str:
        return refused(
            lambda: cash.approve_request(request.pk, cashier=by, reason=reason, receipt=receipt)
        )

    assert decide(ann) == "not_cashier"
    herself = cashier("ann")
    assert decide(herself) == "own_request"
    assert (
        refused(lambda: cash.refuse_request(request.pk, cashier=herself, reason="x"))
        == "own_request"
    )
    assert decide(clara, reason=" ") == "no_reason"
    assert decide(clara, receipt=" ") == "no_receipt"
    limits.exclude(ann, "day", by=clara, reason="asked by mail")
    assert decide(clara) == "player_shut_out"
    request.refresh_from_db()
    assert (request.state, has(ann)) == ("asked", (0, 0, START))
    # The database says so too, whatever the service does.
    request.state, request.decided_by, request.decided_at = "approved", herself, request.asked_at
    with pytest.raises(IntegrityError, match="four_eyes"), transaction.atomic():
        request.save()
    request.decided_by = None
    with pytest.raises(IntegrityError, match="players_cashrequest_decided"), transaction.atomic():
        request.save()


def test_what_was_asked_and_decided_stays_as_it_is(ann: Player) -> None:
    waiting, done = asked(ann, DEPOSIT, 10_00), approve(asked(ann, DEPOSIT, 5_00))
    rows = CashRequest.objects.all()
    for change_ in (
        lambda: rows.filter(pk=waiting.pk).update(amount=11_00),
        lambda: rows.filter(pk=done.pk).update(reason="another"),
        lambda: rows.filter(pk=done.pk).update(state="asked", decided_by=None, decided_at=None),
        lambda: rows.filter(pk=waiting.pk).delete(),
    ):
        with pytest.raises(IntegrityError, match="what was decided stays"), transaction.atomic():
            change_()


def test_a_withdrawal_of_somebody_who_is_excluded_since_is_still_paid(ann: Player) -> None:
    bring(ann, 10_00)
    request, clara = asked(ann, WITHDRAWAL, 10_00), cashier()
    limits.exclude(ann, "year", by=clara, reason="asked by mail")
    approve(request, clara)
    assert has(ann) == (0, 0, START)


@pytest.mark.parametrize("act", ["approve", "refuse"])
def test_whoever_is_killed_amid_a_decision_has_decided_nothing(
    ann: Player, monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    bring(ann, 10_00)
    request, clara = asked(ann, WITHDRAWAL, 10_00), cashier()

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    acts: dict[str, Callable[[], object]] = {
        "approve": lambda: approve(request, clara),
        "refuse": lambda: cash.refuse_request(request.pk, cashier=clara, reason="none"),
    }
    with monkeypatch.context() as patched:
        patched.setattr(cash, "release", killed)
        patched.setattr(transfers, "release", killed)
        with pytest.raises(KeyboardInterrupt):
            acts[act]()
    request.refresh_from_db()
    assert (request.state, has(ann)) == ("asked", (10_00, 10_00, START))
    approve(request, clara)
    assert has(ann) == (0, 0, START)


def test_the_audit_finds_cash_that_moved_beside_the_cage(ann: Player) -> None:
    bring(ann, 10_00)
    said = StringIO()
    call_command("audit_cash", stdout=said)
    assert said.getvalue() == "cash: what the cage has decided agrees with the ledger\n"
    account, cage = cash.open_cash(ann).account_id, Account.objects.get(code="cage:PLAY").pk
    with transaction.atomic():
        ledger.post(uuid4(), [ledger.Leg(cage, account, 1_00, "deposit")], cause="test")
        ledger.reserve(account, "request:0", 3_00)
    assert ledger.audit() == [], "the books are right: it is the cage that has decided nothing"
    assert cash.audit_cage() == [
        cash.Fault("cage:PLAY", -10_00, -11_00),
        cash.Fault(f"cash:{ann.pk}:PLAY", 0, 3_00),
    ]
    with pytest.raises(CommandError, match="cash: 2 differ"):
        call_command("audit_cash")
    with capture_logs() as logged:
        tasks.audit_cash()
    assert [each["event"] for each in logged] == ["cash_differs"] * 2


def test_who_has_cash_is_not_out_of_chips(ann: Player, settings: LazySettings) -> None:
    assert change(ann, TO_CASH, START) == ""
    with pytest.raises(RefillRefused, match="refill_not_needed"):
        check_refill(wallet_of(ann.pk), "203.0.113.7")
    approve(asked(ann, WITHDRAWAL, START))
    request = asked(ann, DEPOSIT, START)
    with pytest.raises(RefillRefused, match="refill_money_waits"):
        check_refill(wallet_of(ann.pk), "203.0.113.7")
    cash.cancel_request(ann, request.order)
    check_refill(wallet_of(ann.pk), "203.0.113.7")


def test_a_closed_account_has_no_cash_and_leaves_no_request(
    ann: Player, settings: LazySettings
) -> None:
    bring(ann, 10_00)
    request = asked(ann, WITHDRAWAL, 10_00)
    with pytest.raises(closure.ClosingRefused, match="account_money_waits"):
        closure.close_account(ann)
    cash.cancel_request(ann, request.order)
    assert change(ann, TO_CASH, START) == ""
    settings.LICENSED = True
    with pytest.raises(closure.ClosingRefused, match="account_holds_money"):
        closure.close_account(ann)
    settings.LICENSED = False
    closure.close_account(ann)
    assert has(ann) == (0, 0, 0)
    assert ledger.audit() == []


def test_an_account_into_which_chips_come_as_it_is_emptied_is_not_closed(
    ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(ann, 10_00)
    wallet, cage = wallet_of(ann.pk).account_id, Account.objects.get(code="cage:PLAY").pk
    looks = holdings.holdings_of

    def paid_meanwhile(player_id: int) -> holdings.Holdings:
        has = looks(player_id)
        ledger.post(uuid4(), [ledger.Leg(cage, wallet, 5_00, "test")], cause="test")
        return has

    monkeypatch.setattr(holdings, "holdings_of", paid_meanwhile)
    with pytest.raises(closure.ClosingRefused, match="account_chips_lie"):
        closure.close_account(ann)
    monkeypatch.undo()
    assert has(ann) == (10_00, 0, START), "what is refused changes nothing"
    assert Player.objects.get(pk=ann.pk).is_active


@pytest.mark.usefixtures("noon")
def test_a_player_s_own_limit_of_deposits_is_kept_by_the_cage(ann: Player) -> None:
    limit(ann, "deposit", 50_00, "week")
    bring(ann, 20_00)
    waiting = asked(ann, DEPOSIT, 30_00)
    assert standing(ann, "deposit", "week").used == 50_00
    assert refused(lambda: asked(ann, DEPOSIT, 1)) == "deposit_limit_reached"
    cash.cancel_request(ann, waiting.order)
    assert standing(ann, "deposit", "week").left == 30_00
    waiting = asked(ann, DEPOSIT, 30_00)
    limit(ann, "deposit", 40_00)
    limit(ann, "deposit", 49_99, "month")
    assert refused(lambda: approve(waiting)) == "deposit_limit_reached"
    assert asked(ann, WITHDRAWAL, 20_00).state == "asked", "what goes out is not limited"
    cash.refuse_request(waiting.pk, cashier=cashier(), reason="her own limit")
    assert (standing(ann, "deposit").used, has(ann)) == (20_00, (20_00, 20_00, START))
    # What was taken in before the period began is not of it.
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
    decided = CashRequest.objects.exclude(state="asked")
    decided.update(decided_at=timezone.now() - timedelta(days=40))
    assert [standing(ann, "deposit", each).used for each in limits.PERIODS] == [0, 0, 0]


def test_a_deposit_of_somebody_who_was_shut_out_is_not_approved(ann: Player) -> None:
    request, clara = asked(ann, DEPOSIT, 10_00), cashier()
    Player.objects.filter(pk=ann.pk).update(is_active=False)
    assert refused(lambda: approve(request, clara)) == "player_shut_out"


def test_nobody_cancels_the_request_of_another_by_its_order(ann: Player) -> None:
    request, bob = asked(ann, DEPOSIT, 10_00), ensure_demo_player("bob", "pass")
    assert refused(lambda: cash.cancel_request(bob, request.order)) == "request_unknown"
    assert cash.cancel_request(ann, request.order).state == "cancelled"


def test_a_receipt_proves_one_request_whoever_writes_it_and_however(ann: Player) -> None:
    bob = ensure_demo_player("bob", "pass")
    first, second = asked(ann, DEPOSIT, 10_00), asked(bob, DEPOSIT, 20_00)
    cash.approve_request(first.pk, cashier=cashier(), reason="counted", receipt=" R-101 ")
    for number in ("R-101", "r-101", "R-101  "):
        with pytest.raises(CashRefused) as said:
            cash.approve_request(second.pk, cashier=cashier(), reason="counted", receipt=number)
        assert (said.value.code, said.value.detail) == ("receipt_used", {"request": first.pk})
    assert (has(bob)[0], CashRequest.objects.get(pk=second.pk).state) == (0, "asked")
    cash.approve_request(second.pk, cashier=cashier(), reason="counted", receipt="R-102")
    assert has(bob)[0] == 20_00
    for kept in (CounterReceipt, CashProposal):
        with pytest.raises(DatabaseError, match="what was said stays"), transaction.atomic():
            kept.objects.all().delete()


@pytest.mark.parametrize(("by_licence", "alone"), [(None, 100_00), (50_00, 50_00)])
def test_a_large_amount_wants_two_cashiers(
    ann: Player, settings: LazySettings, by_licence: int | None, alone: int
) -> None:
    assert settings.CASH_BY_ONE == 10_000_00
    settings.CASH_BY_ONE = min(100_00, by_licence or 100_00)
    small, large = asked(ann, DEPOSIT, alone), asked(ann, DEPOSIT, alone + 1)
    cora, carl = cashier("cora"), cashier("carl")
    cash.approve_request(small.pk, cashier=cora, reason="counted", receipt="R-1")
    assert has(ann)[0] == alone

    def approve_large(by: Player, receipt: str = "") -> str:
        done = cash.approve_request(large.pk, cashier=by, reason="counted", receipt=receipt)
        return str(done.state)

    assert refused(lambda: approve_large(cora)) == "no_receipt"
    assert refused(lambda: approve_large(cora, "R-1")) == "receipt_used"
    assert approve_large(cora, "R-2") == "asked"
    assert has(ann)[0] == alone, "nothing has moved"
    assert refused(lambda: approve_large(cora, "R-2")) == "approved_it"
    assert refused(lambda: approve_large(carl, "R-3")) == "approved_meanwhile", "at the same time"
    assert approve_large(carl) == "approved"
    assert has(ann)[0] == 2 * alone + 1
    paid = CashRequest.objects.get(pk=large.pk)
    assert (paid.receipt, paid.decided_by, paid.proposal.by) == ("R-2", carl, cora)


def test_a_large_withdrawal_that_waits_for_the_second_cashier_is_still_the_players(
    ann: Player, settings: LazySettings
) -> None:
    settings.CASH_BY_ONE = 10_00
    bring(ann, 10_00)
    bring(ann, 5_00)
    waits = asked(ann, WITHDRAWAL, 15_00)
    cash.approve_request(waits.pk, cashier=cashier("cora"), reason="counted", receipt="R-1")
    assert cash.cancel_request(ann, waits.order).state == "cancelled"
    assert has(ann)[:2] == (15_00, 0)
    assert (
        refused(
            lambda: cash.approve_request(
                waits.pk, cashier=cashier("carl"), reason="late", receipt=""
            )
        )
        == "request_decided"
    )
