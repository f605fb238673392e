"""How much waits in the workers' queues."""

from typing import Final

from redis.exceptions import RedisError

from casino.celery import app
from casino.process.heartbeat import redis

CONGESTED: Final = 20
"""Tasks that wait for the generator: with so many, what is late waits among them."""
_OF_PRIORITY: Final = "\x06\x16"
"""What Kombu writes between a queue's name and a priority."""


def congested() -> bool:
    """Tell whether what was asked of the generator and is late only waits its turn.

    To ask again then would make the queue longer. While Redis is away nothing waits in it.
    """
    options = app.conf.broker_transport_options or {}
    prefix = options.get("global_keyprefix", "")
    # A list for each priority, of which the first has the queue's own name.
    ends = [f"{_OF_PRIORITY}{step}" if step else "" for step in options["priority_steps"]]
    try:
        return sum(int(redis().llen(f"{prefix}rng{end}")) for end in ends) > CONGESTED
    except RedisError:
        return False
