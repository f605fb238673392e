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
    """Measure a day that is over (ISO date, UTC); twice is as once."""
    watch.measure(datetime.date.fromisoformat(day))


@signals.worker_ready.connect
def check_worker(sender: Any, **_: object) -> None:
    """Verify a worker that makes chance before its first task, so that its operator is told."""
    if "rng" in sender.app.amqp.queues.consume_from:
        _check_at_start()


@signals.worker_process_init.connect
def check_child(**_: object) -> None:
    """Verify a forked child of a worker: it has tests and state of its own."""
    _check_at_start()


def _check_at_start() -> None:
    try:
        gate.check(gate.Why.START)
    except DatabaseError as error:
        # It is verified again before anything is made.
        log.error("rng_not_verified_yet", error=str(error))
