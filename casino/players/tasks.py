"""Celery tasks of the players' accounts."""

import structlog
from django.core.management import call_command

from casino.cashier import reconciliation, transfers
from casino.cashier import services as cashier
from casino.celery import app

log = structlog.get_logger(__name__)


@app.task(name="players.clear_sessions")
def clear_sessions() -> None:
    """Delete the sessions that have expired, and their visits with them; idempotent."""
    call_command("clearsessions")


@app.task(name="players.audit_cash")
def audit_cash() -> None:
    """Log where the ledger's cash is not what the cage has decided."""
    for each in cashier.audit_cage():
        log.error("cash_differs", account=each.account, decided=each.decided, ledger=each.ledger)


@app.task(name="players.ask_payment")
def ask_payment(request_id: int) -> None:
    """Ask the means of a payment for it, or how it stands; idempotent."""
    transfers.send_payment(request_id)


@app.task(name="players.reconcile_payments")
def reconcile_payments() -> None:
    """Hold yesterday's payments of each means against requests and ledger; differences are kept."""
    day = reconciliation.yesterday()
    done = reconciliation.reconcile(day)
    log.info("payments_reconciled", day=day.isoformat(), payments=done.payments)
