"""Celery tasks of the generator: what proves it and what watches it; and a worker's first proof."""

import datetime
from typing import Any

import structlog
from celery import signals
from django.db import DatabaseError

from casino.celery import app
from casino.rng import gate, watch

log = structlog.get_logger(__name__)


@app.task(name="rng.check")
def check(why: str) -> None:
    """Verify one worker's code and tests now; the others follow at their next shoe or draw."""
    gate.check(gate.Why(why))


@app.task(name="rng.watch")
def watch_day(day: str) -> None:
    """Measure a day that is over (ISO date, UTC); idempotent."""
    watch.measure(datetime.date.fromisoformat(day))


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
