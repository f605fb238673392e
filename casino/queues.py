"""How much waits in the workers' queues."""

from typing import Final

from redis.exceptions import RedisError

from casino.celery import app
from casino.heartbeat import redis

CONGESTED: Final = 20
"""Tasks that wait for the generator: with so many, what is late waits among them."""


def congested() -> bool:
    """Tell whether what was asked of the generator and is late only waits its turn.

    To ask again then would make the queue longer. While Redis is away nothing waits in it.
    """
    prefix = (app.conf.broker_transport_options or {}).get("global_keyprefix", "")
    try:
        return int(redis().llen(f"{prefix}rng")) > CONGESTED
    except RedisError:
        return False
