"""The settlement queue: from `delay()` to the start of the task in a real worker (G15)."""

import asyncio
import statistics
import time
from collections.abc import Set

from django.conf import settings
from redis import Redis

from tables import tasks
from tests.bench.commands import Floor
from tests.bench.effort import Effort
from tests.bench.figures import Figure
from tests.bench.stamped import STARTS

PER_SECOND = 30


async def bench(floor: Floor, effort: Effort) -> list[Figure]:
    """Send settlement tasks at a steady pace to a worker that notes when each starts."""
    house = floor.house
    await asyncio.to_thread(house.relieve, "settlement")
    worker = house.start(
        "settlement-stamped",
        *("celery", "-A", "tests.bench.stamped", "worker", "-Q", "settlement", "-n", "bench@%h"),
        *("--pool", "solo", "--without-gossip", "--without-mingle", "-l", "warning"),
    )
    try:
        waits = await asyncio.to_thread(_waits, floor.lone, effort.pick(240, 60, 5))
    finally:
        await asyncio.to_thread(house.staff_again, "settlement", worker)
    cuts = statistics.quantiles(waits, n=100, method="inclusive")
    note = f"{len(waits)} tasks at {PER_SECOND}/s, pool solo"
    return [
        Figure("G15", "delay() to start, p50", 1000 * cuts[49], "ms", 50, 10, "less", note),
        Figure("G15", "delay() to start, p99", 1000 * cuts[98], "ms", 100, 25, "less", note),
    ]


def _waits(table: int, count: int) -> list[float]:
    """Return the seconds that each task waited; the first ones, which wake the worker, not."""
    with Redis.from_url(settings.REDIS_URL) as redis:
        redis.delete(STARTS)
        first = tasks.settle_side_bets.delay(table, 0)
        _started(redis, {first.id})
        sent = {}
        for _ in range(count):
            at = time.monotonic_ns()
            sent[tasks.settle_side_bets.delay(table, 0).id] = at
            time.sleep(1 / PER_SECOND)
        starts = _started(redis, sent.keys())
    return [(starts[task] - at) / 1e9 for task, at in sent.items()]


def _started(redis: Redis, sent: Set[str]) -> dict[str, int]:
    """Return when each task started, nanoseconds, once all of these have."""
    deadline = time.monotonic() + 300
    while True:
        starts = {key.decode(): int(at) for key, at in redis.hgetall(STARTS).items()}
        if starts.keys() >= sent:
            return starts
        if time.monotonic() > deadline:
            raise TimeoutError("the settlement worker does not start what it is sent")
        time.sleep(0.05)
