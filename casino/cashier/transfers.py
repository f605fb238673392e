"""Payments of approved requests: sent to a provider, reported by it, posted to the ledger.

A payment is requested outside any lock and its report taken under the request's own; the first
report moves the money, and a different one later moves nothing and is an alarm, kept until somebody
closes it with a reason. Cash of a withdrawal stays reserved until the report; that of a deposit
comes with it.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from uuid import UUID, uuid5

import structlog
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from casino.cashier import providers
from casino.cashier.providers import (
    Outcome,
    Payment,
    PaymentRefused,
    PaymentReport,
    ProviderUnreachable,
)
from casino.celery import app
from casino.database.on_commit import run_on_commit
from casino.ledger.models import Account, Kind
from casino.ledger.services import Leg, open_account, post, release
from casino.players.models import CashRequest, PaymentAlarm, Player
from casino.staff import work_changes

log = structlog.get_logger(__name__)

RETRY: Final = timedelta(minutes=1)
"""After so long a means that has not reported is asked again."""
AT_ONCE: Final = 20
"""Payments that are requested at a time."""
LATE: Final = timedelta(days=1)
"""After so long a payment without a report is for somebody to look into."""
_APPROVED: Final = UUID("c4c0a5de-64a2-5f0f-8b5e-1f7de6a1b7f2")
_State = CashRequest.State
_OUTCOMES: Final = {_State.APPROVED: Outcome.PAID, _State.FAILED: Outcome.FAILED}
_Of = PaymentAlarm.Of


@dataclass(frozen=True, slots=True)
class ReportAnswer:
    """The answer to a provider's report."""

    outcome: Outcome
    """Of the payment, by its first report."""
    agrees: bool
    """Whether this report says the same."""


class PaymentUnknown(Exception):
    """A report of a payment that was never requested."""


def reserve_holder(cash_request: CashRequest) -> str:
    """Return the name by which a request reserves cash in the ledger."""
    return f"request:{cash_request.pk}"


def cage_account(currency: str) -> Account:
    """Return the cage's account in a currency; it may be below zero."""
    return open_account(f"cage:{currency}", Kind.CAGE, currency, unbounded=True)


def lock_request(request_id: int) -> CashRequest | None:
    """Return a request, its row locked until the transaction ends; None for an unknown id.

    Lock it before any account.
    """
    rows = CashRequest.objects.select_for_update(no_key=True, of=("self",))
    return rows.select_related("cash__player").filter(pk=request_id).first()


def means_of(cash_request: CashRequest) -> providers.PaymentProvider:
    """Return by what a request is paid; raises `PaymentRefused` where the house has it no more."""
    if (means := providers.MEANS.get(cash_request.means)) is None:
        raise PaymentRefused("means_unknown")
    return means


def begin_payment(cash_request: CashRequest, *, by: Player, reason: str, receipt: str) -> None:
    """Begin the payment of a locked request; a payment at the counter is settled at once.

    Any other means is asked once the transaction has committed, by a worker. Raises
    `PaymentRefused`.
    """
    means = means_of(cash_request)
    cash_request.payment = uuid5(_APPROVED, str(cash_request.pk))
    report = means.ask(_payment(cash_request, receipt)) if means.at_counter else None
    cash_request.state, cash_request.decided_by, cash_request.decided_at = (
        _State.PAYING,
        by,
        timezone.now(),
    )
    cash_request.reason = reason
    cash_request.save(update_fields=["state", "payment", "decided_by", "decided_at", "reason"])
    if report is None:
        run_on_commit(app.send_task, "players.ask_payment", (cash_request.pk,), ignore_result=True)
    else:
        _settle(cash_request, report)


def _payment(cash_request: CashRequest, receipt: str = "") -> Payment:
    assert cash_request.payment is not None
    return Payment(
        cash_request.payment,
        cash_request.way,
        cash_request.amount,
        cash_request.cash.currency,
        receipt,
    )


def requests_to_send() -> list[int]:
    """Return the ids of approved requests to send to their provider now, at most AT_ONCE.

    Those that were never sent, or not within RETRY, and have no report.
    """
    return list(_unasked().order_by("pk").values_list("pk", flat=True)[:AT_ONCE])


def _unasked() -> QuerySet[CashRequest]:
    lately = timezone.now() - RETRY
    paying = CashRequest.objects.filter(state=_State.PAYING)
    return paying.filter(Q(tried_at=None) | Q(tried_at__lt=lately))


def overdue_requests() -> list[CashRequest]:
    """Return the requests in payment since longer than LATE."""
    long_ago = timezone.now() - LATE
    return list(CashRequest.objects.filter(state=_State.PAYING, decided_at__lt=long_ago))


def send_payment(request_id: int) -> None:
    """Send a payment to its provider, or ask for its state. Call it outside any transaction.

    Nobody else asks at the same time. Where the means does not answer it is asked again later.
    """
    if not _unasked().filter(pk=request_id).update(tried_at=timezone.now()):
        return
    cash_request = CashRequest.objects.select_related("cash").get(pk=request_id)
    means = providers.MEANS.get(cash_request.means)
    try:
        if means is None:
            raise ProviderUnreachable(f"{cash_request.means} is not among PAYMENT_MEANS")
        report = means.ask(_payment(cash_request))
    except ProviderUnreachable as error:
        log.warning(
            "payment_not_asked", request=cash_request.pk, means=cash_request.means, error=str(error)
        )
        return
    except Exception:
        # An adapter may fail in any way: what it was asked for waits, as for one out of reach.
        log.exception("payment_adapter_failed", request=cash_request.pk, means=cash_request.means)
        return
    record_report(cash_request.means, report)


def record_report(means: str, report: PaymentReport) -> ReportAnswer:
    """Record a provider's report: the first moves the money, later ones nothing.

    Opens a transaction of its own, and locks the request. What differs from the first word, or from
    what was asked for, is an alarm. Raises `PaymentUnknown`.
    """
    with transaction.atomic(durable=True):
        found = CashRequest.objects.filter(means=means, payment=report.payment).first()
        cash_request = lock_request(found.pk) if found else None
        if cash_request is None:
            raise_alarm(means, str(report.payment), _Of.UNKNOWN_HERE, "", report.outcome)
        else:
            agrees = _settle(cash_request, report)
    if cash_request is None:
        raise PaymentUnknown
    return ReportAnswer(_OUTCOMES.get(_State(cash_request.state), Outcome.PENDING), agrees)


def _settle(cash_request: CashRequest, report: PaymentReport) -> bool:
    """Apply a report to a locked request; tell whether it agrees with the first report."""
    means, named = cash_request.means, str(cash_request.payment)
    currency = cash_request.cash.currency
    if report.amount not in (None, cash_request.amount) or report.currency not in ("", currency):
        theirs = (
            f"{cash_request.amount if report.amount is None else report.amount} {report.currency}"
        )
        raise_alarm(means, named, _Of.AMOUNT, f"{cash_request.amount} {currency}", theirs.strip())
        return False
    if (first := _OUTCOMES.get(_State(cash_request.state))) is not None:
        proof = report.proof[: providers.PROOF]
        if report.outcome == Outcome.PENDING:
            return True
        if report.outcome == first and proof in ("", cash_request.receipt):
            return True
        raise_alarm(
            means,
            named,
            _Of.TOLD,
            f"{first} {cash_request.receipt}".strip(),
            f"{report.outcome} {proof}",
        )
        return False
    if report.outcome == Outcome.PAID:
        _end(cash_request, _State.APPROVED, report.proof)
        _move(cash_request)
    elif report.outcome == Outcome.FAILED:
        _end(cash_request, _State.FAILED, report.proof)
        release(reserve_holder(cash_request))
    return True


def _end(cash_request: CashRequest, state: str, proof: str) -> None:
    cash_request.state, cash_request.told_at = state, timezone.now()
    cash_request.receipt = proof[: providers.PROOF]
    cash_request.save(update_fields=["state", "told_at", "receipt"])


def _move(cash_request: CashRequest) -> None:
    """Move the cash of a request that is paid; what it reserved is spent by that alone."""
    account, of_cage = cash_request.cash.account_id, cage_account(cash_request.cash.currency).pk
    leg = (
        Leg(of_cage, account, cash_request.amount, "deposit")
        if cash_request.way == CashRequest.Way.DEPOSIT
        else Leg(account, of_cage, cash_request.amount, "withdrawal")
    )
    assert cash_request.payment is not None
    post(
        cash_request.payment,
        [leg],
        cause=cash_request.way,
        reference=reserve_holder(cash_request),
        operator=str(cash_request.decided_by_id),
        lifting=reserve_holder(cash_request),
    )
    release(reserve_holder(cash_request))


def raise_alarm(means: str, payment: str, of: str, ours: str, theirs: str) -> PaymentAlarm:
    """Record a difference between the house and a provider, once.

    Needs the caller's transaction.
    """
    found, new = PaymentAlarm.objects.get_or_create(
        means=means,
        payment=payment[: PaymentAlarm.LONGEST],
        of=of,
        theirs=theirs[: PaymentAlarm.LONGEST],
        defaults={"ours": ours[: PaymentAlarm.LONGEST], "at": timezone.now()},
    )
    if new:
        log.error("payment_differs", means=means, payment=found.payment, of=of)
        work_changes.note_change()
    return found


def open_alarms() -> QuerySet[PaymentAlarm]:
    """Return the payment alarms that nobody has closed."""
    return PaymentAlarm.objects.filter(closed_by=None)
