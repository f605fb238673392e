"""What the metrics of a hit cost, of the hit: the CPU of this process alone, without its socket.

The hits are the service's own, each of which ends its round; what one counts, at its socket and at
the hub too, is then counted alone, thousands of times.
"""

import time
from uuid import uuid4

from prometheus_client import REGISTRY

from casino.process import metrics
from tables.games.blackjack import messages
from tables.games.core.money import BoxNo
from tests.bench.effort import Effort
from tests.bench.figures import Figure


def bench(effort: Effort) -> list[Figure]:
    """Measure hits, and what they count."""
    hits, counted = effort.pick(90, 60, 3), effort.pick(100_000, 30_000, 300)
    before = _samples()
    spent = _hit(hits)
    grown = {name for name, value in _samples().items() if value > before.get(name, 0.0)}
    before, began = _samples(), time.thread_time()
    for _ in range(counted):
        _count_hit()
    alone = (time.thread_time() - began) / counted
    here = {name for name, value in _samples().items() if value > before.get(name, 0.0)}
    # What prepares the rounds counts as well, by labels of its own.
    missing = {name for name in grown - here if "blackjack" in name or "{" not in name}
    assert not missing, f"a hit counts {missing} too"
    return [
        Figure(
            "G29",
            "metrics of a hit, of the CPU of the hit without them",
            100 * alone / (spent - alone),
            "%",
            floor=2,
            goal=1,
            better="less",
            note=f"{1e6 * alone:.1f} us of {1e3 * spent:.2f} ms of this process, no socket",
        )
    ]


def _samples() -> dict[str, float]:
    return {
        f"{each.name}{each.labels or ''}": each.value
        for family in REGISTRY.collect()
        if family.name.startswith("sabot_")
        for each in family.samples
    }


def _count_hit() -> None:
    """Count what a hit counts that ends its round."""
    with metrics.THREAD_WAIT.time():
        pass
    with metrics.LOCK_WAIT.time():
        pass
    metrics.PIPELINES.inc()
    metrics.PIPELINES.inc()
    metrics.ROUNDS.labels("blackjack", "closed").inc()
    metrics.FRAMES_PUBLISHED.inc()
    metrics.count_command("blackjack.hit", "done", 0.002)
    metrics.FRAMES_SHOWN.inc()
    metrics.FRAME_AGE.observe(0.002)


def _hit(hits: int) -> float:
    """Return the CPU seconds of this process for a hit that busts."""
    from tables.sockets import dispatch
    from tables.wire import codec
    from tests.floor import open_house

    house, spent = open_house("Bench of metrics"), 0.0
    house.sit("bench_metrics", 1)
    player = house.player("bench_metrics").pk
    # The first hit of a process costs more than the next ones.
    for nth in range(hits + 1):
        house.deal("Th 9s Td 8c 4c")
        assert house.stake("bench_metrics", 1, 1000) == ""
        assert house.do("bench_metrics", messages.Ready()) == ""
        sent = codec.Sent(uuid4(), messages.Hit(BoxNo(1)))
        began = time.thread_time()
        receipt = dispatch.obey(player_id=player, table_id=house.table_id, sent=sent)
        spent += (time.thread_time() - began) * (nth > 0)
        assert receipt is None, receipt
    return spent / hits
