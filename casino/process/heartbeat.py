"""Tells which processes are alive, by a subscription and by a key that expires.

It listens to a channel of Redis, which knows at once when a process has ended; and it writes a key
that expires, so that one that lives but stands still is missed too.
"""

import threading
from functools import cache
from typing import Any, Final

from celery import Celery, bootsteps, signals
from django.conf import settings
from django.db import DatabaseError
from redis import Redis
from redis.asyncio import Redis as AsyncRedis
from redis.exceptions import RedisError

from casino.connections.house import house_id
from casino.connections.redis_options import async_connect_options, connect_options

EVERY: Final = 1.0
"""Seconds between beats."""
LASTS: Final = 5
"""Seconds after its last beat for which a process counts as alive."""
TASK_LASTS: Final = 60
"""Seconds a worker is given for one task, during which its loop does not beat."""
PROCESSES: Final = ("rng", "settlement", "croupier")


def record_heartbeat(process: str, lasts: int = LASTS) -> None:
    """Record in Redis that a process is alive, for `lasts` seconds; does nothing without Redis."""
    try:
        redis_client().set(f"sabot:alive:{process}", 1, ex=lasts)
    except RedisError:
        return


class PresenceListener:
    """Subscribes to the channels of processes while this one lives; again when Redis returns."""

    def __init__(self, *processes: str) -> None:
        self._processes = processes
        self._over = threading.Event()
        threading.Thread(target=self._listen, daemon=True, name="presence").start()

    def end(self) -> None:
        """Unsubscribe."""
        self._over.set()

    def _listen(self) -> None:
        while not self._over.is_set():
            try:
                channels = map(_channel, self._processes)
                with redis_client().pubsub() as heard:  # type: ignore[no-untyped-call]
                    heard.subscribe(*channels)
                    while not self._over.is_set():
                        heard.get_message(timeout=EVERY)
            except (RedisError, DatabaseError):
                self._over.wait(EVERY / 4)


def _channel(process: str) -> str:
    # Channels know no database numbers: two houses on one Redis must not hear each other.
    return f"sabot.{house_id()}.present.{process}"


async def live_processes() -> dict[str, bool]:
    """Return for each of PROCESSES whether it is alive; raises `RedisError` without Redis.

    Raises `django.db.DatabaseError` where the id of the house is not known yet.
    """
    async with AsyncRedis.from_url(**async_connect_options(settings.REDIS_URL)) as redis:
        heard = dict(await redis.pubsub_numsub(*map(_channel, PROCESSES)))
        keys = await redis.mget([f"sabot:alive:{process}" for process in PROCESSES])
    return {
        process: key is not None and heard[_channel(process).encode()] > 0
        for process, key in zip(PROCESSES, keys, strict=True)
    }


_making: Final = threading.Lock()


def redis_client() -> Redis:
    """Return this process's Redis client for beats, limits and health, with a timeout of 1 s."""
    # `cache` lets threads that come at once make one each. The collector would close those that
    # were not kept, while a thread is still reading from one.
    with _making:
        return make_redis_client()


@cache
def make_redis_client() -> Redis:
    """Make the client; only `redis_client` calls it, one thread at a time."""
    options = connect_options(settings.REDIS_URL)
    return Redis.from_url(**options, socket_timeout=1, socket_connect_timeout=1)


class HeartbeatStep(bootsteps.StartStopStep):
    """Celery step: a worker beats in its loop, for each queue it consumes."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def start(self, consumer: Any) -> None:
        """Begin to beat; before a task beat once for longer, as the loop stands still meanwhile."""
        queues = tuple(consumer.app.amqp.queues.consume_from)

        def tick(lasts: int = LASTS) -> None:
            for queue in queues:
                record_heartbeat(queue, lasts)

        def before_task(**_: object) -> None:
            tick(TASK_LASTS)

        tick()
        self.presence = PresenceListener(*queues)
        self.timer = consumer.timer.call_repeatedly(EVERY, tick)
        signals.task_prerun.connect(before_task, weak=False, dispatch_uid="sabot.beats")

    def stop(self, consumer: Any) -> None:
        """Stop beating."""
        self.timer.cancel()
        self.presence.end()


def add_heartbeat_step(app: Celery) -> None:
    """Add the heartbeat step to every worker of this Celery application."""
    app.steps["consumer"].add(HeartbeatStep)
