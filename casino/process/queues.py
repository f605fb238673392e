"""Length of the Celery queues, and the age of what waits there longest."""

import json
from dataclasses import dataclass
from typing import Any, Final

from django.utils import timezone
from redis.exceptions import RedisError

from casino.celery import app
from casino.process.celery_connections import QUEUED_AT
from casino.process.heartbeat import redis_client

CONGESTED: Final = 20
"""Tasks that wait for the generator: with so many, what is late waits among them."""
_OF_PRIORITY: Final = "\x06\x16"
"""What Kombu writes between a queue's name and a priority."""


def is_generator_queue_congested() -> bool:
    """Tell whether more than CONGESTED tasks wait in the generator's queue.

    A late task then still waits its turn, and to send it again would make the queue longer. False
    while Redis is away.
    """
    try:
        return sum(int(redis_client().llen(name)) for name in _lists("rng")) > CONGESTED
    except RedisError:
        return False


def _lists(queue: str) -> list[str]:
    """Return the names of a queue's lists, one for each priority."""
    options = app.conf.broker_transport_options or {}
    prefix = options.get("global_keyprefix", "")
    # The first has the queue's own name.
    ends = [f"{_OF_PRIORITY}{step}" if step else "" for step in options["priority_steps"]]
    return [f"{prefix}{queue}{end}" for end in ends]


@dataclass(frozen=True, slots=True)
class Waiting:
    """Tasks that wait in a queue, and for how many seconds the oldest has."""

    length: int
    oldest_age: float


def waiting_tasks(queue: str) -> Waiting:
    """Return what waits in a queue; raises `RedisError` without Redis."""
    redis, length, now = redis_client(), 0, timezone.now().timestamp()
    oldest = now
    for name in _lists(queue):
        length += int(redis.llen(name))
        # Workers take from the right.
        if (last := redis.lindex(name, -1)) is not None:
            headers: dict[str, Any] = json.loads(last).get("headers", {})
            oldest = min(oldest, headers.get(QUEUED_AT, now))
    return Waiting(length, max(0.0, now - oldest))
