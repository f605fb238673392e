"""Compares a day of each payment provider with the cash requests and the ledger.

Looks only, and keeps each difference on record: no money moves by it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final
from uuid import UUID

import structlog
from django.db import transaction
from django.utils import timezone

from casino.cashier import providers as payments
from casino.cashier import transfers
from casino.cashier.providers import Entry, Outcome, PaymentProvider, ProviderUnreachable
from casino.ledger.models import JournalEntry
from casino.players import days
from casino.players.models import CashRequest, PaymentAlarm

log = structlog.get_logger(__name__)

_State = CashRequest.State
_Of = PaymentAlarm.Of
_STANDS: Final = {
    _State.PAYING: Outcome.PENDING,
    _State.APPROVED: Outcome.PAID,
    _State.FAILED: Outcome.FAILED,
}
_A_DAY: Final = timedelta(days=1)
"""The books of a means may have a payment of midnight on the day before, or after."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between provider, requests and ledger."""

    means: str
    payment: str
    of: str
    ours: str
    theirs: str


@dataclass(frozen=True, slots=True)
class ReconciliationResult:
    """Result of the reconciliation of a day."""

    payments: int
    """Of all means that keep books."""
    differences: list[Difference]
    unreached: list[str]
    """Means that gave no books: nothing is known of them."""


def yesterday() -> date:
    """Return yesterday's date in the house's time zone."""
    return timezone.localdate() - _A_DAY


def reconcile(day: date) -> ReconciliationResult:
    """Reconcile a day of each provider that keeps books; record differences as alarms."""
    compared, found, unreached = 0, list[Difference](), list[str]()
    for key, means in payments.MEANS.items():
        try:
            books = _books(means, day)
        except ProviderUnreachable as error:
            log.warning("payment_books_not_read", means=key, day=day.isoformat(), error=str(error))
            unreached.append(key)
            continue
        except Exception:
            log.exception("payment_adapter_failed", means=key, day=day.isoformat())
            unreached.append(key)
            continue
        if books is None:
            continue
        theirs, around = books
        ours = _paid_on(key, day)
        compared += len({each.payment for each in theirs} | {str(each.payment) for each in ours})
        found += [*_theirs_here(key, theirs), *_ours_there(key, ours, around)]
    with transaction.atomic():
        for each in found:
            transfers.raise_alarm(each.means, each.payment, each.of, each.ours, each.theirs)
    return ReconciliationResult(compared, found, unreached)


def _books(means: PaymentProvider, day: date) -> tuple[list[Entry], set[str]] | None:
    """Return what a means has of a day, and the payments that it has of the days around it."""
    of_day = means.books(day)
    if of_day is None:
        return None
    beside = [each for other in (day - _A_DAY, day + _A_DAY) for each in means.books(other) or ()]
    return list(of_day), {each.payment for each in (*beside, *of_day)}


def _paid_on(key: str, day: date) -> list[CashRequest]:
    begins, ends = days.start_of_day(day), days.start_of_day(day + _A_DAY)
    rows = CashRequest.objects.filter(means=key, state=_State.APPROVED)
    return list(
        rows.filter(told_at__gte=begins, told_at__lt=ends).select_related("cash").order_by("pk")
    )


def _theirs_here(key: str, theirs: Iterable[Entry]) -> list[Difference]:
    """Hold each payment of a means against the request that it names."""
    entries = list(theirs)
    named = {each.payment: _id(each.payment) for each in entries}
    rows = CashRequest.objects.filter(
        means=key, payment__in=[payment for payment in named.values() if payment]
    ).select_related("cash")
    ours = {each.payment: each for each in rows}
    found = []
    for each in entries:
        cash_request = ours.get(named[each.payment])
        theirs_as_text = f"{each.outcome} {_sum(each.way, each.amount, each.currency)}"
        if cash_request is None:
            found.append(Difference(key, each.payment, _Of.UNKNOWN_HERE, "", theirs_as_text))
            continue
        stands, sum_ = _STANDS[_State(cash_request.state)], _request_text(cash_request)
        if sum_ != _sum(each.way, each.amount, each.currency):
            found.append(
                Difference(key, each.payment, _Of.AMOUNT, f"{stands} {sum_}", theirs_as_text)
            )
        elif each.outcome != stands:
            found.append(
                Difference(key, each.payment, _Of.OUTCOME, f"{stands} {sum_}", theirs_as_text)
            )
    return found


def _ours_there(key: str, ours: Iterable[CashRequest], around: set[str]) -> list[Difference]:
    """Hold each request that was paid on the day against the means' books, and the ledger."""
    paid = list(ours)
    posted = _posted([each.payment for each in paid if each.payment])
    found = []
    for each in paid:
        named, sum_ = str(each.payment), _request_text(each)
        if named not in around:
            found.append(Difference(key, named, _Of.UNKNOWN_THERE, f"paid {sum_}", ""))
        moved = posted.get(each.payment) if each.payment else None
        if moved != _moves(each):
            found.append(Difference(key, named, _Of.POSTED, f"paid {sum_}", _movement_text(moved)))
    return found


def _posted(entries: Iterable[UUID]) -> Mapping[UUID, tuple[int, int]]:
    """Return what the ledger moved by each entry: whose cash, and by how much."""
    rows = JournalEntry.objects.filter(pk__in=list(entries)).prefetch_related("transfers")
    return {
        row.pk: (
            transfer.debit_id if transfer.why == "withdrawal" else transfer.credit_id,
            transfer.amount if transfer.why == "deposit" else -transfer.amount,
        )
        for row in rows
        for transfer in row.transfers.all()
    }


def _moves(cash_request: CashRequest) -> tuple[int, int]:
    deposit = cash_request.way == CashRequest.Way.DEPOSIT
    return cash_request.cash.account_id, cash_request.amount if deposit else -cash_request.amount


def _movement_text(moved: tuple[int, int] | None) -> str:
    return "" if moved is None else f"account {moved[0]} {moved[1]:+d}"


def _request_text(cash_request: CashRequest) -> str:
    return _sum(cash_request.way, cash_request.amount, cash_request.cash.currency)


def _sum(way: str, amount: int, currency: str) -> str:
    return f"{way} {amount} {currency}"


def _id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
