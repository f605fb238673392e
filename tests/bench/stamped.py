"""The casino's Celery application, noting in Redis when each task starts and ends."""

import time

from celery.signals import task_postrun, task_prerun
from django.conf import settings
from redis import Redis

from casino.celery import app

STARTS = "bench:starts"
ENDS = "bench:ends"
_redis = Redis.from_url(settings.REDIS_URL)


@task_prerun.connect(weak=False)
def started(task_id: str, **_: object) -> None:
    """Note the task's id and the monotonic clock, which all processes of a machine share."""
    at = time.monotonic_ns()
    _redis.hset(STARTS, task_id, at)


@task_postrun.connect(weak=False)
def ended(task_id: str, **_: object) -> None:
    """Note the same of its end, after everything is committed."""
    at = time.monotonic_ns()
    _redis.hset(ENDS, task_id, at)


@app.task(name="bench.make_shoe", queue="rng")
def make_shoe(table: str, sequence: int) -> None:
    """Make a six-deck shoe that nobody contributes to, from its promise to its order."""
    from casino.rng import shoes

    shoe = shoes.make_shoe(table, sequence, packs=6, cards_behind=60, burn=5)
    assert shoe.state == "live"


__all__ = ["ENDS", "STARTS", "app", "make_shoe"]
