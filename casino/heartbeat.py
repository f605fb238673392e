"""Which processes are alive: each writes a key to Redis that expires soon after its death."""

from functools import cache
from typing import Any, Final

from celery import Celery, bootsteps, signals
from django.conf import settings
from redis import Redis
from redis.exceptions import RedisError

EVERY: Final = 1.0
"""Seconds between beats."""
LASTS: Final = 5
"""Seconds after its last beat for which a process counts as alive."""
TASK_LASTS: Final = 60
"""Seconds a worker is given for one task, during which its loop does not beat."""
PROCESSES: Final = ("rng", "settlement", "croupier")


def beat(process: str, lasts: int = LASTS) -> None:
    """Say that a process is alive. A Redis that does not answer is no reason to stop working."""
    try:
        redis().set(f"sabot:alive:{process}", 1, ex=lasts)
    except RedisError:
        return


def alive() -> dict[str, bool]:
    """Return which of PROCESSES have been heard lately; raises `RedisError` without Redis."""
    keys = redis().mget([f"sabot:alive:{process}" for process in PROCESSES])
    return {process: key is not None for process, key in zip(PROCESSES, keys, strict=True)}


@cache
def redis() -> Redis:
    """Return this process's client for beats and health; a server silent for a second is down."""
    return Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1)


class Beats(bootsteps.StartStopStep):
    """Beats in the worker's own loop, once it consumes, for every queue it serves."""

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
        self.timer = consumer.timer.call_repeatedly(EVERY, tick)
        signals.task_prerun.connect(before_task, weak=False, dispatch_uid="sabot.beats")

    def stop(self, consumer: Any) -> None:
        """Fall silent."""
        self.timer.cancel()


def attach(app: Celery) -> None:
    """Have every worker of this Celery application beat."""
    app.steps["consumer"].add(Beats)
