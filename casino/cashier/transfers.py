"""A means of payment is asked, and tells: what an approved request waits for, and what it moves.

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
from casino.cashier.providers import NotReached, Outcome, Payment, PaymentRefused, Told
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
class Answer:
    """What is said to a means that has told."""

    outcome: Outcome
    """Of the payment, as it was told first."""
    agrees: bool
    """Whether it was told the same now."""


class PaymentUnknown(Exception):
    """A means told of a payment that was never asked of it."""


def holder(asked: CashRequest) -> str:
    """Return what names a request in the ledger."""
    return f"request:{asked.pk}"


def cage(currency: str) -> Account:
    """Return the account of what players have brought and taken away; below zero is usual."""
    return open_account(f"cage:{currency}", Kind.CAGE, currency, unbounded=True)


def locked(request_id: int) -> CashRequest | None:
    """Return a request, locked until the transaction ends. A request comes before any account."""
    rows = CashRequest.objects.select_for_update(no_key=True, of=("self",))
    return rows.select_related("cash__player").filter(pk=request_id).first()


def begin(asked: CashRequest, *, by: Player, reason: str, receipt: str) -> None:
    """Have a locked request paid that somebody approves; what the counter pays is told at once.

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


def due() -> list[int]:
    """Return the requests of whose payment a means is to be asked, AT_ONCE at the most."""
    return list(_unasked().order_by("pk").values_list("pk", flat=True)[:AT_ONCE])


def _unasked() -> QuerySet[CashRequest]:
    lately = timezone.now() - RETRY
    paying = CashRequest.objects.filter(state=_State.PAYING)
    return paying.filter(Q(tried_at=None) | Q(tried_at__lt=lately))


def late() -> list[CashRequest]:
    """Return the requests whose payment was asked for long ago, and of which nothing is told."""
    long_ago = timezone.now() - LATE
    return list(CashRequest.objects.filter(state=_State.PAYING, decided_at__lt=long_ago))


def ask(request_id: int) -> None:
    """Ask the means of a payment for it, or how it stands, outside any transaction.

    Nobody else asks at the same time. Where the means does not answer it is asked again later.
    """
    if not _unasked().filter(pk=request_id).update(tried_at=timezone.now()):
        return
    asked = CashRequest.objects.select_related("cash").get(pk=request_id)
    means = providers.MEANS.get(asked.means)
    try:
        if means is None:
            raise NotReached(f"{asked.means} is not among PAYMENT_MEANS")
        told = means.ask(_payment(asked))
    except NotReached as error:
        log.warning("payment_not_asked", request=asked.pk, means=asked.means, error=str(error))
        return
    except Exception:
        # An adapter may fail in any way: what it was asked for waits, as for one out of reach.
        log.exception("payment_adapter_failed", request=asked.pk, means=asked.means)
        return
    tell(asked.means, told)


def tell(means: str, told: Told) -> Answer:
    """Take what a means says of a payment: the first word moves its money, later ones nothing.

    Opens a transaction of its own, and locks the request. What differs from the first word, or from
    what was asked for, is an alarm. Raises `PaymentUnknown`.
    """
    with transaction.atomic(durable=True):
        found = CashRequest.objects.filter(means=means, payment=told.payment).first()
        asked = locked(found.pk) if found else None
        if asked is None:
            raise_alarm(means, str(told.payment), _Of.UNKNOWN_HERE, "", told.outcome)
        else:
            agrees = _settle(asked, told)
    if asked is None:
        raise PaymentUnknown
    return Answer(_OUTCOMES.get(_State(asked.state), Outcome.PENDING), agrees)


def _settle(asked: CashRequest, told: Told) -> bool:
    """Do with a locked request what was told of it; tell whether it agrees with what is known."""
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
        release(holder(asked))
    return True


def _end(asked: CashRequest, state: str, proof: str) -> None:
    asked.state, asked.told_at = state, timezone.now()
    asked.receipt = proof[: providers.PROOF]
    asked.save(update_fields=["state", "told_at", "receipt"])


def _move(asked: CashRequest) -> None:
    """Move the cash of a request that is paid; what it reserved is spent by that alone."""
    account, of_cage = asked.cash.account_id, cage(asked.cash.currency).pk
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
        reference=holder(asked),
        operator=str(asked.decided_by_id),
        lifting=holder(asked),
    )
    release(holder(asked))


def raise_alarm(means: str, payment: str, of: str, ours: str, theirs: str) -> PaymentAlarm:
    """Keep a difference between the house and a means on record; once, however often it is found.

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


def alarms() -> QuerySet[PaymentAlarm]:
    """Return the differences that nobody has closed."""
    return PaymentAlarm.objects.filter(closed_by=None)
