"""The casino's Celery application, noting in Redis the moment when each task starts."""

import time

from celery.signals import task_prerun
from django.conf import settings
from redis import Redis

from casino.celery import app

STARTS = "bench:starts"
_redis = Redis.from_url(settings.REDIS_URL)


@task_prerun.connect(weak=False)
def started(task_id: str, **_: object) -> None:
    """Note the task's id and the monotonic clock, which all processes of a machine share."""
    at = time.monotonic_ns()
    _redis.hset(STARTS, task_id, at)


__all__ = ["app"]
