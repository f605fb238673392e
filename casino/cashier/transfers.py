"""Payments of approved requests: sent to a provider, reported by it, posted to the ledger.

A request is asked for outside any lock and told under its own; the first telling moves the money,
and another word later moves nothing and is an alarm, kept until somebody closes it with a reason.
Cash of a withdrawal stays reserved until told; that of a deposit comes when told.
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

log = structlog.get_logger(__name__)

RETRY: Final = timedelta(minutes=1)
"""After so long a means that has not told is asked again."""
AT_ONCE: Final = 20
"""Payments that are asked for in one look."""
LATE: Final = timedelta(days=1)
"""After so long a payment of which nothing is told is for somebody to look into."""
_APPROVED: Final = UUID("c4c0a5de-64a2-5f0f-8b5e-1f7de6a1b7f2")
_State = CashRequest.State
_OUTCOMES: Final = {_State.APPROVED: Outcome.PAID, _State.FAILED: Outcome.FAILED}
_Of = PaymentAlarm.Of


@dataclass(frozen=True, slots=True)
class ReportAnswer:
    """What a provider is answered to its report."""

    outcome: Outcome
    """Of the payment, as it was told first."""
    agrees: bool
    """Whether it was told the same now."""


class PaymentUnknown(Exception):
    """A report of a payment that was never requested."""


def reserve_holder(asked: CashRequest) -> str:
    """Return the name by which a request reserves cash in the ledger."""
    return f"request:{asked.pk}"


def cage_account(currency: str) -> Account:
    """Return the cage's account in a currency; it may be below zero."""
    return open_account(f"cage:{currency}", Kind.CAGE, currency, unbounded=True)


def lock_request(request_id: int) -> CashRequest | None:
    """Return a request, its row locked until the transaction ends. Lock it before any account."""
    rows = CashRequest.objects.select_for_update(no_key=True, of=("self",))
    return rows.select_related("cash__player").filter(pk=request_id).first()


def begin_payment(asked: CashRequest, *, by: Player, reason: str, receipt: str) -> None:
    """Begin the payment of a locked request; a payment at the counter is settled at once.

    Any other means is asked once the transaction has committed, by a worker. Raises
    `PaymentRefused`.
    """
    if (means := providers.MEANS.get(asked.means)) is None:
        raise PaymentRefused("means_unknown")
    asked.payment = uuid5(_APPROVED, str(asked.pk))
    told = means.ask(_payment(asked, receipt)) if means.at_counter else None
    asked.state, asked.decided_by, asked.decided_at = _State.PAYING, by, timezone.now()
    asked.reason = reason
    asked.save(update_fields=["state", "payment", "decided_by", "decided_at", "reason"])
    if told is None:
        run_on_commit(app.send_task, "players.ask_payment", (asked.pk,), ignore_result=True)
    else:
        _settle(asked, told)


def _payment(asked: CashRequest, receipt: str = "") -> Payment:
    assert asked.payment is not None
    return Payment(asked.payment, asked.way, asked.amount, asked.cash.currency, receipt)


def requests_to_send() -> list[int]:
    """Return the ids of requests whose payment is to be sent now, at most AT_ONCE."""
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
    asked = CashRequest.objects.select_related("cash").get(pk=request_id)
    means = providers.MEANS.get(asked.means)
    try:
        if means is None:
            raise ProviderUnreachable(f"{asked.means} is not among PAYMENT_MEANS")
        told = means.ask(_payment(asked))
    except ProviderUnreachable as error:
        log.warning("payment_not_asked", request=asked.pk, means=asked.means, error=str(error))
        return
    except Exception:
        # An adapter may fail in any way: what it was asked for waits, as for one out of reach.
        log.exception("payment_adapter_failed", request=asked.pk, means=asked.means)
        return
    record_report(asked.means, told)


def record_report(means: str, told: PaymentReport) -> ReportAnswer:
    """Record a provider's report: the first moves the money, later ones nothing.

    Opens a transaction of its own, and locks the request. What differs from the first word, or from
    what was asked for, is an alarm. Raises `PaymentUnknown`.
    """
    with transaction.atomic(durable=True):
        found = CashRequest.objects.filter(means=means, payment=told.payment).first()
        asked = lock_request(found.pk) if found else None
        if asked is None:
            raise_alarm(means, str(told.payment), _Of.UNKNOWN_HERE, "", told.outcome)
        else:
            agrees = _settle(asked, told)
    if asked is None:
        raise PaymentUnknown
    return ReportAnswer(_OUTCOMES.get(_State(asked.state), Outcome.PENDING), agrees)


def _settle(asked: CashRequest, told: PaymentReport) -> bool:
    """Apply a report to a locked request; tell whether it agrees with the first report."""
    means, named = asked.means, str(asked.payment)
    currency = asked.cash.currency
    if told.amount not in (None, asked.amount) or told.currency not in ("", currency):
        theirs = f"{asked.amount if told.amount is None else told.amount} {told.currency}"
        raise_alarm(means, named, _Of.AMOUNT, f"{asked.amount} {currency}", theirs.strip())
        return False
    if (first := _OUTCOMES.get(_State(asked.state))) is not None:
        proof = told.proof[: providers.PROOF]
        if told.outcome == Outcome.PENDING:
            return True
        if told.outcome == first and proof in ("", asked.receipt):
            return True
        raise_alarm(
            means, named, _Of.TOLD, f"{first} {asked.receipt}".strip(), f"{told.outcome} {proof}"
        )
        return False
    if told.outcome == Outcome.PAID:
        _end(asked, _State.APPROVED, told.proof)
        _move(asked)
    elif told.outcome == Outcome.FAILED:
        _end(asked, _State.FAILED, told.proof)
        release(reserve_holder(asked))
    return True


def _end(asked: CashRequest, state: str, proof: str) -> None:
    asked.state, asked.told_at = state, timezone.now()
    asked.receipt = proof[: providers.PROOF]
    asked.save(update_fields=["state", "told_at", "receipt"])


def _move(asked: CashRequest) -> None:
    """Move the cash of a request that is paid; what it reserved is spent by that alone."""
    account, of_cage = asked.cash.account_id, cage_account(asked.cash.currency).pk
    leg = (
        Leg(of_cage, account, asked.amount, "deposit")
        if asked.way == CashRequest.Way.DEPOSIT
        else Leg(account, of_cage, asked.amount, "withdrawal")
    )
    assert asked.payment is not None
    post(
        asked.payment,
        [leg],
        cause=asked.way,
        reference=reserve_holder(asked),
        operator=str(asked.decided_by_id),
        lifting=reserve_holder(asked),
    )
    release(reserve_holder(asked))


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
    return found


def open_alarms() -> QuerySet[PaymentAlarm]:
    """Return the payment alarms that nobody has closed."""
    return PaymentAlarm.objects.filter(closed_by=None)
