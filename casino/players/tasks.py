"""Celery tasks of the players' accounts."""

import structlog
from django.core.management import call_command

from casino.celery import app
from casino.players import cash, trail

log = structlog.get_logger(__name__)


@app.task(name="players.clear_sessions")
def clear_sessions() -> None:
    """Delete the sessions that have expired, and their visits with them; idempotent."""
    call_command("clearsessions")


@app.task(name="players.audit_office")
def audit_office() -> None:
    """Log the head of the office's trail, and where its chain is broken."""
    found = trail.audit()
    log.info("office_trail", acts=found.acts, head=found.head)
    if found.broken:
        log.error("office_trail_broken", acts=found.broken[:20])


@app.task(name="players.audit_cash")
def audit_cash() -> None:
    """Log where the ledger's cash is not what the cage has decided."""
    for each in cash.audit():
        log.error("cash_differs", account=each.account, decided=each.decided, ledger=each.ledger)
