"""A means of payment is asked outside any lock, tells once, and is held against the house."""

import json
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.conf import LazySettings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from structlog.testing import capture_logs

from casino.cashier import providers, reconciliation, transfers
from casino.cashier import services as cash
from casino.cashier.providers import Outcome, PaymentReport
from casino.cashier.reconciliation import Difference
from casino.cashier.services import DEPOSIT, WITHDRAWAL, CashRefused
from casino.ledger import services as ledger
from casino.ledger.models import Account
from casino.players import closure, tasks
from casino.players.models import CashRequest, PaymentAlarm, Player
from casino.players.services import ensure_demo_player
from casino.process.environment import class_paths
from tables.operation.croupier import LOOK, Croupier
from tests.clock import noon
from tests.players.cage import asked, bring, cashier, has
from tests.players.limits import limit, standing
from tests.players.provider import ACME, KEY, Acme, Provider, deliver, provider

__all__ = ["noon"]

pytestmark = pytest.mark.django_db

START = 1_000_00


@pytest.fixture
def ann() -> Player:
    return ensure_demo_player("ann", "pass")


@pytest.fixture
def acme() -> Iterator[Provider]:
    with provider() as here:
        yield here


def approved(player: Player, way: str, amount: int) -> CashRequest:
    """Have a request approved that the provider is to pay."""
    request = cash.request_cash(player, way, amount, order=uuid4(), means=ACME)
    return cash.approve_request(request.pk, cashier=cashier(), reason="seen", receipt="")


def again(request: CashRequest) -> CashRequest:
    """Return a request as it stands, which may be asked for again."""
    CashRequest.objects.filter(pk=request.pk, state="paying").update(tried_at=None)
    request.refresh_from_db()
    return request


def stands(request: CashRequest) -> tuple[str, str]:
    request.refresh_from_db()
    return request.state, request.receipt


def found() -> list[tuple[str, str, str]]:
    """Return the alarms that are open."""
    return [(each.of, each.ours, each.theirs) for each in transfers.open_alarms().order_by("pk")]


def sound() -> bool:
    return (ledger.audit(), cash.audit_cage()) == ([], [])


def test_a_deposit_comes_when_the_provider_has_told_late(ann: Player, acme: Provider) -> None:
    request = approved(ann, DEPOSIT, 50_00)
    assert (stands(request), has(ann), acme.asked) == (("paying", ""), (0, 0, START), [])
    assert transfers.requests_to_send() == [request.pk]
    tasks.ask_payment(request.pk)
    assert acme.asked == [str(request.payment)]
    assert (stands(request)[0], has(ann), transfers.requests_to_send()) == (
        "paying",
        (0, 0, START),
        [],
    )
    tasks.ask_payment(request.pk)
    assert len(acme.asked) == 1, "not again so soon"
    assert request.payment is not None
    answer = acme.call(request.payment, "paid", proof="A-17", amount=50_00, currency="PLAY")
    assert (answer.status_code, answer.json()) == (200, {"outcome": "paid"})
    assert (stands(request), has(ann)) == (("approved", "A-17"), (50_00, 0, START))
    assert request.told_at is not None
    assert sound()
    again_ = acme.call(request.payment, "paid", proof="A-17")
    assert (again_.status_code, again_.json()) == (200, {"outcome": "paid"})
    assert (has(ann), found()) == ((50_00, 0, START), [])


def test_a_withdrawal_stays_reserved_until_told_and_is_free_where_it_failed(
    ann: Player, acme: Provider
) -> None:
    bring(ann, 100_00)
    first, second = approved(ann, WITHDRAWAL, 60_00), approved(ann, WITHDRAWAL, 40_00)
    assert has(ann) == (100_00, 100_00, START)
    assert sound()
    with pytest.raises(CashRefused, match="request_decided"):
        cash.cancel_request(ann, first.order)
    with pytest.raises(CashRefused, match="request_decided"):
        cash.refuse_request(first.pk, cashier=cashier(), reason="too late")
    with pytest.raises(closure.ClosingRefused, match="account_money_waits"):
        closure.close_account(ann)
    acme.answers = "failed"
    tasks.ask_payment(first.pk)
    assert (stands(first)[0], has(ann)) == ("failed", (100_00, 40_00, START))
    acme.answers = "paid"
    tasks.ask_payment(second.pk)
    assert (stands(second)[0], has(ann)) == ("approved", (60_00, 0, START))
    assert Account.objects.get(code="cage:PLAY").balance == -60_00
    assert (sound(), found()) == (True, [])


def test_a_line_that_is_cut_is_asked_again_and_paid_once(ann: Player, acme: Provider) -> None:
    request = approved(ann, DEPOSIT, 5_00)
    acme.answers = "drop"
    with capture_logs() as logged:
        tasks.ask_payment(request.pk)
    assert [each["event"] for each in logged] == ["payment_not_asked"]
    assert (stands(request)[0], has(ann)) == ("paying", (0, 0, START))
    acme.answers = "pending"
    acme.books[str(request.payment)]["outcome"] = "paid"
    tasks.ask_payment(again(request).pk)
    assert acme.asked == [str(request.payment)] * 2, "the same id"
    assert (stands(request)[0], has(ann)) == ("approved", (5_00, 0, START))
    tasks.ask_payment(request.pk)
    assert len(acme.asked) == 2


def test_what_is_told_otherwise_the_second_time_is_an_alarm_and_moves_nothing(
    ann: Player, acme: Provider
) -> None:
    request = approved(ann, DEPOSIT, 50_00)
    assert request.payment is not None
    acme.call(request.payment, "paid", proof="A-1")
    for _ in range(2):
        answer = acme.call(request.payment, "failed", proof="no funds")
        assert (answer.status_code, answer.json()) == (409, {"outcome": "paid"})
    assert acme.call(request.payment, "paid", proof="A-2").status_code == 409
    assert acme.call(request.payment, "pending").status_code == 200
    assert (stands(request), has(ann)) == (("approved", "A-1"), (50_00, 0, START))
    assert found() == [("told", "paid A-1", "failed no funds"), ("told", "paid A-1", "paid A-2")]
    other = approved(ann, DEPOSIT, 20_00)
    assert other.payment is not None
    answer = acme.call(other.payment, "paid", amount=19_99, currency="PLAY")
    assert (answer.status_code, answer.json()) == (409, {"outcome": "pending"})
    assert acme.call(other.payment, "paid", currency="EUR").status_code == 409
    assert stands(other)[0] == "paying"
    unknown = uuid4()
    assert acme.call(unknown, "paid").status_code == 404
    assert found()[2:] == [
        ("amount", "2000 PLAY", "1999 PLAY"),
        ("amount", "2000 PLAY", "2000 EUR"),
        ("unknown_here", "", "paid"),
    ]
    assert (has(ann), sound()) == ((50_00, 0, START), True)


def test_nobody_is_heard_who_does_not_sign(ann: Player, acme: Provider) -> None:
    request = approved(ann, DEPOSIT, 50_00)
    body = json.dumps({"id": str(request.payment), "outcome": "paid"}).encode()
    now = int(timezone.now().timestamp())
    for wrong in (
        {"key": b"guessed"},
        {"at": now - providers.LASTS - 60},
        {"at": now + providers.LASTS + 60},
    ):
        assert deliver(body, **wrong).status_code == 403
    for means in ("cashier", "nobody"):
        assert deliver(body, means=means).status_code == 404
    signed = providers.signature(KEY, now, body)
    for at, given in (("", signed), ("x", signed), (str(now), ""), (str(now), f"{signed[:-1]}é")):
        with pytest.raises(providers.BadSignature):
            providers.check_signature([KEY], at, body, given, now=now)
    for rough in (b"{}", b"no", b'{"id": "x", "outcome": "paid"}', b'{"id": 1}'):
        assert deliver(rough).status_code == 400
    assert (stands(request)[0], has(ann), found()) == ("paying", (0, 0, START), [])
    # Negative control: the same body is heard where it is signed.
    assert deliver(body).status_code == 200


def test_both_secrets_of_a_provider_are_heard_while_one_takes_the_others_place(
    ann: Player, acme: Provider, settings: LazySettings, caplog: pytest.LogCaptureFixture
) -> None:
    request = approved(ann, DEPOSIT, 50_00)
    body = json.dumps({"id": str(request.payment), "outcome": "paid"}).encode()
    coming = b"another-secret-of-the-provider"

    def answers() -> list[int]:
        return [deliver(body, key=each).status_code for each in (KEY, coming)]

    assert answers() == [200, 403]
    settings.PAYMENT_SECRETS_FALLBACKS = {ACME: [coming.decode()]}
    assert (answers(), providers.webhook_secrets(ACME)[0]) == ([200, 200], KEY)
    settings.PAYMENT_SECRETS = {ACME: [coming.decode()]}
    settings.PAYMENT_SECRETS_FALLBACKS = {ACME: [KEY.decode()]}
    assert (answers(), providers.webhook_secrets(ACME)[0]) == ([200, 200], coming)
    settings.PAYMENT_SECRETS_FALLBACKS = {}
    assert answers() == [403, 200]
    settings.PAYMENT_SECRETS = {}
    assert answers() == [400, 400]
    assert "PAYMENT_SECRETS has no secret of acme: add acme=secret." in caplog.text
    assert not any(each.decode() in caplog.text for each in (KEY, coming))


def test_a_signed_call_that_cannot_be_read_is_refused_logged_once_and_moves_nothing(
    ann: Player, acme: Provider
) -> None:
    request = approved(ann, DEPOSIT, 50_00)
    paid = {"id": str(request.payment), "outcome": "paid"}
    out_of_form: list[dict[str, object]] = [
        {"proof": "\0"}, {"proof": "\ud800"}, {"proof": {}}, {"proof": 1}, {"currency": "\0"},
        {"currency": []}, {"amount": "5000"}, {"amount": True}, {"amount": 5e3},
    ]  # fmt: skip
    unforeseen = (b"[]", b"null", b"5", json.dumps({**paid, "id": 7}).encode())
    with capture_logs() as logged:
        for each in out_of_form:
            answer = deliver(json.dumps({**paid, **each}).encode())
            assert (answer.status_code, answer.json()) == (400, {"code": "malformed"}), each
        for body in unforeseen:
            answer = deliver(body)
            assert (answer.status_code, answer.json()) == (400, {"code": "malformed"}), body
    failed = [each for each in logged if each["event"] == "payment_adapter_failed"]
    assert [each["means"] for each in failed] == [ACME] * 3
    assert (stands(request)[0], has(ann), found()) == ("paying", (0, 0, START), [])
    assert deliver(json.dumps(paid).encode()).status_code == 200


def test_an_answer_that_cannot_be_read_leaves_the_payment_waiting(
    ann: Player, acme: Provider
) -> None:
    request = approved(ann, DEPOSIT, 50_00)
    acme.books[str(request.payment)] = {
        "id": str(request.payment), "outcome": "paid", "proof": "\0", "day": "never",
    }  # fmt: skip
    with capture_logs() as logged:
        tasks.ask_payment(request.pk)
    assert [each["event"] for each in logged] == ["payment_adapter_failed"]
    assert (stands(request)[0], has(ann)) == ("paying", (0, 0, START))
    acme.books[str(request.payment)]["proof"] = "A-1"
    tasks.ask_payment(again(request).pk)
    assert (stands(request), has(ann)) == (("approved", "A-1"), (50_00, 0, START))


def test_a_means_is_asked_under_no_lock(
    ann: Player, acme: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = approved(ann, DEPOSIT, 50_00)
    outer = len(connection.savepoint_ids)
    held: list[int] = []

    def ask(self: Acme, payment: providers.Payment) -> PaymentReport:
        held.append(len(connection.savepoint_ids) - outer)
        return PaymentReport(payment.id, Outcome.PENDING)

    monkeypatch.setattr(Acme, "ask", ask)
    tasks.ask_payment(request.pk)
    assert held == [0]


def test_the_cashier_is_told_at_once_and_other_means_are_named(ann: Player, acme: Provider) -> None:
    request = asked(ann, DEPOSIT, 10_00)
    done = cash.approve_request(request.pk, cashier=cashier(), reason="counted", receipt="R-9")
    assert (done.state, done.receipt, done.payment is None) == ("approved", "R-9", False)
    assert (has(ann), acme.asked, transfers.requests_to_send()) == ((10_00, 0, START), [], [])
    with pytest.raises(CashRefused, match="means_unknown"):
        cash.request_cash(ann, DEPOSIT, 10_00, order=uuid4(), means="gone")
    with pytest.raises(CashRefused, match="order_used"):
        cash.request_cash(ann, DEPOSIT, 10_00, order=request.order, means=ACME)
    waits = cash.request_cash(ann, DEPOSIT, 10_00, order=uuid4(), means=ACME)
    del providers.MEANS[ACME]
    with pytest.raises(CashRefused, match="means_unknown"):
        cash.approve_request(waits.pk, cashier=cashier(), reason="seen", receipt="")
    assert stands(waits)[0] == "asked"


@pytest.mark.usefixtures("noon")
def test_what_is_being_paid_uses_up_a_limit_and_a_place_in_the_queue(
    ann: Player, acme: Provider
) -> None:
    limit(ann, "deposit", 50_00, "week")
    requests = [approved(ann, DEPOSIT, 1_00) for _ in range(cash.WAITING)]
    assert standing(ann, "deposit", "week").used == 5_00
    with pytest.raises(CashRefused, match="requests_wait"):
        asked(ann, DEPOSIT, 1)
    assert requests[0].payment is not None
    acme.call(requests[0].payment, "failed")
    assert standing(ann, "deposit", "week").used == 4_00


def test_the_database_lets_a_payment_end_once(ann: Player, acme: Provider) -> None:
    waiting, done = (approved(ann, DEPOSIT, 1_00) for _ in range(2))
    assert done.payment is not None
    acme.call(done.payment, "failed")
    rows = CashRequest.objects.all()
    for pk, change in (
        (done.pk, {"state": "approved"}),
        (done.pk, {"receipt": "x"}),
        (waiting.pk, {"state": "refused"}),
        (waiting.pk, {"payment": uuid4()}),
        (waiting.pk, {"amount": 2_00}),
        (asked(ann, DEPOSIT, 1_00).pk, {"state": "failed"}),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.filter(pk=pk).update(**change)
    alarm = transfers.raise_alarm(ACME, "x", PaymentAlarm.Of.TOLD, "a", "b")
    for act in (
        lambda: PaymentAlarm.objects.all().delete(),
        lambda: PaymentAlarm.objects.filter(pk=alarm.pk).update(theirs="c"),
    ):
        with pytest.raises(IntegrityError, match="what was found stays"), transaction.atomic():
            act()


def reconciled() -> list[Difference]:
    return reconciliation.reconcile(timezone.localdate()).differences


def test_books_that_agree_are_said_to(ann: Player, acme: Provider) -> None:
    acme.answers = "paid"
    bring(ann, 50_00)
    for way in (DEPOSIT, WITHDRAWAL):
        tasks.ask_payment(approved(ann, way, 20_00).pk)
    acme.answers = "pending"
    tasks.ask_payment(approved(ann, DEPOSIT, 1_00).pk)
    said = StringIO()
    day = timezone.localdate()
    call_command("reconcile_payments", day.isoformat(), stdout=said)
    assert said.getvalue() == f"payments of {day}: 3 agree with requests and ledger\n"
    call_command("reconcile_payments", stdout=said)
    assert f"{day - timedelta(days=1)}: 0 agree" in said.getvalue()
    with capture_logs() as logged:
        tasks.reconcile_payments()
    assert [each["event"] for each in logged] == ["payments_reconciled"]
    assert found() == []


def test_each_difference_between_provider_and_house_is_found_and_kept_once(
    ann: Player, acme: Provider
) -> None:
    day = timezone.localdate()
    names = ("amount", "outcome", "there", "posted", "midnight")
    requests: dict[str, Any] = {name: approved(ann, DEPOSIT, 10_00) for name in names}
    for name, each in requests.items():
        tasks.ask_payment(each.pk)
        if name != "outcome":
            acme.call(each.payment, "paid")

    def named(name: str) -> str:
        return str(requests[name].payment)

    acme.books[named("amount")]["amount"] = 9_00
    acme.books[named("outcome")]["outcome"] = "paid"
    del acme.books[named("there")]
    acme.books[named("midnight")]["day"] = (day - timedelta(days=1)).isoformat()
    acme.take({"id": "lost", "way": "deposit", "amount": 3_00, "currency": "PLAY"})
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(
            "UPDATE ledger_transfer SET amount = 999 WHERE entry_id = %s",
            [requests["posted"].payment],
        )
        cursor.execute("SET LOCAL session_replication_role = origin")
    account = cash.open_cash(ann).account_id
    sum_ = "deposit 1000 PLAY"
    wanted = {
        (named("amount"), "amount", f"paid {sum_}", "paid deposit 900 PLAY"),
        (named("outcome"), "outcome", f"pending {sum_}", f"paid {sum_}"),
        (named("there"), "unknown_there", f"paid {sum_}", ""),
        (named("posted"), "posted", f"paid {sum_}", f"account {account} +999"),
        ("lost", "unknown_here", "", "pending deposit 300 PLAY"),
    }
    for _ in range(2):
        assert {(each.payment, each.of, each.ours, each.theirs) for each in reconciled()} == wanted
    assert len(found()) == 5, "each is kept once"
    with pytest.raises(CommandError, match="5 differ"):
        call_command("reconcile_payments", day.isoformat())


def test_a_provider_that_is_away_is_no_agreement(ann: Player, acme: Provider) -> None:
    providers.MEANS[ACME] = Acme("http://127.0.0.1:1")
    assert reconciliation.reconcile(timezone.localdate()).unreached == [ACME]
    acme.books["x"] = {"day": timezone.localdate().isoformat()}
    providers.MEANS[ACME] = Acme(acme.url)
    with capture_logs() as logged:
        assert reconciliation.reconcile(timezone.localdate()).unreached == [ACME]
    assert [each["event"] for each in logged] == ["payment_adapter_failed"]
    with pytest.raises(CommandError, match="acme did not answer"):
        call_command("reconcile_payments")


def test_an_alarm_is_closed_once_with_a_reason_and_not_by_who_approved(
    ann: Player, acme: Provider
) -> None:
    request = approved(ann, DEPOSIT, 1_00)
    assert request.payment is not None
    acme.call(request.payment, "failed")
    acme.call(request.payment, "paid")
    (alarm,) = transfers.open_alarms()
    other = cashier("carl")

    def refused(by: Player, reason: str = "paid back", pk: int = alarm.pk) -> str:
        with pytest.raises(CashRefused) as said:
            cash.close_alarm(pk, cashier=by, reason=reason)
        return said.value.code

    assert refused(ann) == "not_cashier"
    assert refused(other, " ") == "no_reason"
    assert refused(other, pk=0) == "alarm_unknown"
    assert refused(cashier()) == "own_decision"
    cash.close_alarm(alarm.pk, cashier=other, reason="paid back")
    assert refused(other) == "alarm_closed"
    assert found() == []


def test_the_croupier_has_what_waits_asked_for_and_each_night_reconciled(
    ann: Player, acme: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = approved(ann, DEPOSIT, 1_00)
    sent: list[int] = []
    nights: list[None] = []
    monkeypatch.setattr(tasks.ask_payment, "delay", sent.append)
    monkeypatch.setattr(tasks.reconcile_payments, "delay", lambda: nights.append(None))
    croupier = Croupier()
    for now in (1000.0, 1001.0, 1000.0 + LOOK):
        croupier._watch_floor(now)
        croupier._once_a_day(now)
    assert (sent, nights) == ([request.pk] * 2, [None])
    tasks.ask_payment(request.pk)
    croupier._watch_floor(1000.0 + 2 * LOOK)
    assert len(sent) == 2, "not again within a minute"


def test_a_payment_of_which_nothing_is_told_is_late(ann: Player, acme: Provider) -> None:
    request = approved(ann, DEPOSIT, 1_00)
    assert transfers.overdue_requests() == []
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        CashRequest.objects.update(
            decided_at=timezone.now() - transfers.LATE - timedelta(minutes=1)
        )
        cursor.execute("SET LOCAL session_replication_role = origin")
    assert transfers.overdue_requests() == [request]


@pytest.mark.parametrize("said", ["acme", "acme=", "Acme=a.B", "a=b.C,a=d.E", "acme=nodots"])
def test_means_that_are_named_wrongly_stop_the_start(
    said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAYMENT_MEANS", said)
    with pytest.raises(ImproperlyConfigured, match="PAYMENT_MEANS"):
        class_paths("PAYMENT_MEANS")


def test_means_are_made_known_by_their_class(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAYMENT_MEANS", "desk=casino.cashier.providers.ManualCashier")
    providers.install_providers(class_paths("PAYMENT_MEANS"))
    try:
        assert providers.MEANS["desk"].at_counter
    finally:
        del providers.MEANS["desk"]
    with pytest.raises(ImproperlyConfigured, match="gone is not found"):
        providers.install_providers({"gone": "casino.nowhere.Means"})
