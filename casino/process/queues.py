"""Length of the Celery queues."""

from typing import Final

from redis.exceptions import RedisError

from casino.celery import app
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
    options = app.conf.broker_transport_options or {}
    prefix = options.get("global_keyprefix", "")
    # A list for each priority, of which the first has the queue's own name.
    ends = [f"{_OF_PRIORITY}{step}" if step else "" for step in options["priority_steps"]]
    try:
        return sum(int(redis_client().llen(f"{prefix}rng{end}")) for end in ends) > CONGESTED
    except RedisError:
        return False
