"""Celery tasks of the generator: what proves it and what watches it; a worker's first proof.

And the head of the office's trail, which goes into the public log.
"""

import datetime
from typing import Any

import structlog
from celery import signals
from django.db import DatabaseError

from casino.celery import app
from casino.rng.conformity import gate
from casino.rng.log import office
from casino.rng.monitoring import watch
from casino.staff import audit_log

log = structlog.get_logger(__name__)


@app.task(name="rng.check")
def check(why: str) -> None:
    """Verify one worker's code and tests now; the others follow at their next shoe or draw."""
    gate.check(gate.Why(why))


@app.task(name="rng.watch")
def watch_day(day: str) -> None:
    """Measure a day that is over (ISO date, UTC); idempotent."""
    watch.measure_day(datetime.date.fromisoformat(day))


@app.task(name="rng.audit_office")
def audit_office() -> None:
    """Hold the office's trail against its hashes and the public log; write its head there.

    A trail that does not fit is an error of the log, and its head is not written.
    """
    found = audit_log.verify_chain()
    log.info("office_trail", acts=found.acts, head=found.head)
    if found.broken:
        log.error("office_trail_broken", acts=found.broken[:20])
    if cut := office.missing_heads():
        log.error("office_trail_cut", entries=[each.index for each in cut[:20]])
    if not found.broken and not cut:
        office.log_head()


@signals.worker_ready.connect
def check_worker(sender: Any, **_: object) -> None:
    """Verify a worker that makes chance before its first task, so that its operator sees a failure.

    A child that it forks verifies itself at its first shoe or draw.
    """
    if "rng" not in sender.app.amqp.queues.consume_from:
        return
    try:
        gate.check(gate.Why.START)
    except DatabaseError as error:
        # It is verified again before anything is made.
        log.error("rng_not_verified_yet", error=str(error))
