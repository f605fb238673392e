"""From asking for a shoe to its committed order, by a real worker of the queue `rng` (G21)."""

import asyncio
import statistics
import time

from django.conf import settings
from redis import Redis

from tests.bench.commands import Floor
from tests.bench.effort import Effort
from tests.bench.figures import Figure
from tests.bench.stamped import ENDS, make_shoe


async def bench(floor: Floor, effort: Effort) -> list[Figure]:
    """Ask a real worker for shoes, one at a time, and see when each is committed to (G21)."""
    house = floor.house
    await asyncio.to_thread(house.relieve, "rng")
    worker = house.start(
        "rng-stamped",
        *("celery", "-A", "tests.bench.stamped", "worker", "-Q", "rng", "-n", "bench-rng@%h"),
        *("--pool", "solo", "--without-gossip", "--without-mingle", "-l", "warning"),
    )
    try:
        waits = await asyncio.to_thread(_waits, effort.pick(200, 40, 4))
        used = house.cpu(worker, servers=True)
        began = time.monotonic()
        await asyncio.to_thread(_waits, count := effort.pick(100, 20, 2))
        spent = house.cpu(worker, servers=True).since(used)
        rate = count / (time.monotonic() - began)
    finally:
        await asyncio.to_thread(house.staff_again, "rng", worker)
    cuts = statistics.quantiles(waits, n=100, method="inclusive")
    note = f"{len(waits)} six-deck shoes: promise, shuffle, order, each in the log; pool solo"
    return [
        Figure("G21", "shoe asked for to order committed, p50", 1000 * cuts[49], "ms", 200, 50,
               "less", note),
        Figure("G21", "shoe asked for to order committed, p99", 1000 * cuts[98], "ms", 500, 150,
               "less", note),
        Figure("", "CPU of a shoe by the queue, worker, PostgreSQL and Redis", 1000 * spent / count,
               "ms", note=f"{rate:,.1f} shoes/s one after another"),
    ]  # fmt: skip


def _waits(count: int) -> list[float]:
    """Return the seconds from asking for each shoe to the end of its task; the first not."""
    name = f"bench:{time.monotonic_ns()}"
    waits = []
    with Redis.from_url(settings.REDIS_URL) as redis:
        for sequence in range(1, count + 2):
            at = time.monotonic_ns()
            task = make_shoe.delay(name, sequence)
            deadline = time.monotonic() + 300
            while (end := redis.hget(ENDS, task.id)) is None:
                if time.monotonic() > deadline:
                    raise TimeoutError("the rng worker does not make a shoe")
                time.sleep(0.002)
            waits.append((int(end) - at) / 1e9)
    return waits[1:]
