"""Which processes are alive: each is heard in two ways.

It listens to a channel of Redis, which knows at once when a process has ended; and it writes a key
that expires, so that one that lives but stands still is missed too.
"""

import threading
from functools import cache
from typing import Any, Final

from celery import Celery, bootsteps, signals
from django.conf import settings
from redis import Redis
from redis.asyncio import Redis as AsyncRedis
from redis.exceptions import RedisError

from casino.process.environment import house_id

EVERY: Final = 1.0
"""Seconds between beats."""
LASTS: Final = 5
"""Seconds after its last beat for which a process counts as alive."""
TASK_LASTS: Final = 60
"""Seconds a worker is given for one task, during which its loop does not beat."""
PROCESSES: Final = ("rng", "settlement", "croupier")


def beat(process: str, lasts: int = LASTS) -> None:
    """Record that a process is alive. Without Redis it works on all the same."""
    try:
        redis().set(f"sabot:alive:{process}", 1, ex=lasts)
    except RedisError:
        return


class Presence:
    """Listens for as long as this process lives; again, when Redis comes back."""

    def __init__(self, *processes: str) -> None:
        self._channels = [_channel(process) for process in processes]
        self._over = threading.Event()
        threading.Thread(target=self._listen, daemon=True, name="presence").start()

    def end(self) -> None:
        """Listen no more."""
        self._over.set()

    def _listen(self) -> None:
        while not self._over.is_set():
            try:
                with redis().pubsub() as heard:  # type: ignore[no-untyped-call]
                    heard.subscribe(*self._channels)
                    while not self._over.is_set():
                        heard.get_message(timeout=EVERY)
            except RedisError:
                self._over.wait(EVERY / 4)


def _channel(process: str) -> str:
    # Channels know no database numbers: two houses on one Redis must not hear each other.
    return f"sabot.{house_id(settings.DATABASES['default'])}.present.{process}"


async def alive() -> dict[str, bool]:
    """Return which of PROCESSES live and go on; raises `RedisError` without Redis."""
    async with AsyncRedis.from_url(settings.REDIS_URL) as asked:
        heard = dict(await asked.pubsub_numsub(*map(_channel, PROCESSES)))
        keys = await asked.mget([f"sabot:alive:{process}" for process in PROCESSES])
    return {
        process: key is not None and heard[_channel(process).encode()] > 0
        for process, key in zip(PROCESSES, keys, strict=True)
    }


_making: Final = threading.Lock()


def redis() -> Redis:
    """Return this process's client for beats and health; a server silent for a second is down."""
    # `cache` lets threads that come at once make one each. The collector would close those that
    # were not kept, while a thread is still reading from one.
    with _making:
        return client()


@cache
def client() -> Redis:
    """Make the client; only `redis` calls it, a thread at a time."""
    return Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1)


class Beats(bootsteps.StartStopStep):
    """Beats in the worker's own loop and is present, once it consumes, for each queue it serves."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def start(self, consumer: Any) -> None:
        """Begin to beat; each task is announced too, as the loop stands still meanwhile."""
        queues = tuple(consumer.app.amqp.queues.consume_from)

        def tick(lasts: int = LASTS) -> None:
            for queue in queues:
                beat(queue, lasts)

        def before_task(**_: object) -> None:
            tick(TASK_LASTS)

        tick()
        self.presence = Presence(*queues)
        self.timer = consumer.timer.call_repeatedly(EVERY, tick)
        signals.task_prerun.connect(before_task, weak=False, dispatch_uid="sabot.beats")

    def stop(self, consumer: Any) -> None:
        """Fall silent."""
        self.timer.cancel()
        self.presence.end()


def attach(app: Celery) -> None:
    """Have every worker of this Celery application beat."""
    app.steps["consumer"].add(Beats)
