"""Measures each day's shuffles and draws (R26). People look into alarms.

It reads what is revealed already: the shoes that were retired that day and the draws that fell.
A shoe's whole order is measured, not only the cards dealt: how many are dealt depends on them.
"""

import datetime
import math
from collections import Counter
from itertools import pairwise
from typing import Any, Final

import structlog
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from casino.rng.core.constants import PACK_SIZE
from casino.rng.log import tree
from casino.rng.models import Draw, Reading, Shoe

log = structlog.get_logger(__name__)

DAILY_ALPHA: Final = 2.7e-5
"""Chance of a false alarm a day, over all statistics of the day: 0.01 a year."""
LEAST: Final = 5.0
"""Expected in each class before anything is judged."""
AT_ONCE: Final = 200
"""Rows read at a time."""
Found = tuple[str, int, float | None, float | None]
"""Statistic, sample, value, p-value; None where there was too little to judge."""


def next_day_to_measure() -> datetime.date | None:
    """Return the first day (UTC) without readings; None when yesterday has some."""
    yesterday = timezone.now().astimezone(datetime.UTC).date() - datetime.timedelta(days=1)
    last = Reading.objects.aggregate(last=Max("day"))["last"]
    if last is None:
        return yesterday
    following: datetime.date = last + datetime.timedelta(days=1)
    return following if following <= yesterday else None


def measure_day(day: datetime.date) -> list[Reading]:
    """Return the readings of a past day (UTC); measure it first unless that was done.

    Takes the log's lock for an alarm only. Refuses a day that is not over with ValueError.
    """
    if day >= timezone.now().astimezone(datetime.UTC).date():
        raise ValueError("the day is not over")
    found = [*_shoes(day), *_draws(day)]
    judged = sum(1 for *_, p in found if p is not None)
    threshold = DAILY_ALPHA / max(judged, 1)
    with transaction.atomic():
        rows = [
            Reading(day=day, statistic=name, sample=sample, value=value, p=p, threshold=threshold)
            for name, sample, value, p in found
        ]
        Reading.objects.bulk_create(rows, ignore_conflicts=True)
        kept = list(Reading.objects.filter(day=day).order_by("pk"))
        for reading in kept:
            if reading.alarming:
                _alarm(reading)
    return kept


def _hours(day: datetime.date) -> tuple[datetime.datetime, datetime.datetime]:
    begins = datetime.datetime.combine(day, datetime.time(), datetime.UTC)
    return begins, begins + datetime.timedelta(days=1, microseconds=-1)


def _alarm(reading: Reading) -> None:
    facts: dict[str, Any] = {
        "day": reading.day.isoformat(),
        "statistic": reading.statistic,
        "sample": reading.sample,
        "p": f"{reading.p:.3g}",
        "threshold": f"{reading.threshold:.3g}",
    }
    tree.append(f"day:{reading.day.isoformat()}", tree.Kind.MONITORING, facts, part=str(reading.pk))
    log.critical("rng_monitoring_alarm", **facts)


def _shoes(day: datetime.date) -> list[Found]:
    from casino.rng.stats import exact

    rows = Shoe.objects.filter(order__isnull=False, retired_at__range=_hours(day))
    top, variance, shoes = Counter[int](), 0.0, 0
    sums = {"rank": 0.0, "suit": 0.0}
    variances = {"rank": 0.0, "suit": 0.0}
    for order, packs, size in rows.values_list("order", "packs", "size").iterator(AT_ONCE):
        if size != packs * PACK_SIZE:
            # A refill has what cards were left: its composition is its own.
            continue
        assert order is not None
        shoes += 1
        faces = list(bytes(order))
        half = size // 2
        top.update(faces[:half])
        variance += half * (size - half) / (size - 1)
        kinds = {"rank": [face % 13 for face in faces], "suit": [face // 13 for face in faces]}
        for kind, row in kinds.items():
            same = sum(one == next_ for one, next_ in pairwise(row))
            mean, spread = exact.same_neighbours(size, EACH[kind] * packs)
            sums[kind] += same - mean
            variances[kind] += spread
    cards = top.total()
    expected = cards / PACK_SIZE
    if expected < LEAST:
        return [(name, cards, None, None) for name in (FACES, HIGH, *NEIGHBOURS.values())]
    # Here, as a worker that has nothing to measure should not carry numpy and scipy.
    from casino.rng.stats.measures import chi_square, normal

    # Without replacement the counts vary less than a multinomial's; this is exact.
    statistic = sum((top[face] - expected) ** 2 for face in range(PACK_SIZE)) * PACK_SIZE / variance
    faces_found = chi_square(FACES, cards, statistic, PACK_SIZE - 1)
    high = sum(count for face, count in top.items() if face % 13 in HIGH_RANKS)
    share = len(HIGH_RANKS) / 13
    lean = (high - cards * share) / math.sqrt(variance * share * (1 - share))
    found: list[Found] = [
        (FACES, cards, faces_found.statistic, faces_found.p),
        (HIGH, cards, lean, normal(HIGH, cards, lean).p),
    ]
    for kind, name in NEIGHBOURS.items():
        z = sums[kind] / math.sqrt(variances[kind])
        found.append((name, 2 * cards, z, normal(name, shoes, z).p))
    return found


EACH: Final = {"rank": 4, "suit": 13}
"""Cards of a kind in a pack."""
FACES: Final = "shoes: faces of the first half"
HIGH: Final = "shoes: tens, court cards and aces of the first half"
"""What a player would most like to know: they come early, or late."""
HIGH_RANKS: Final = (0, 9, 10, 11, 12)
NEIGHBOURS: Final = {
    "rank": "shoes: neighbours of one rank",
    "suit": "shoes: neighbours of one suit",
}


def _draws(day: datetime.date) -> list[Found]:
    rows = Draw.objects.filter(drawn_at__range=_hours(day), state=Draw.State.REVEALED)
    counts: dict[str, tuple[int, Counter[int]]] = {}
    repeats, chances, variance = 0, 0.0, 0.0
    last: tuple[str, list[int], list[int]] | None = None
    fallen = rows.order_by("table", "sequence").values_list("table", "sides", "values")
    for table, sides, values in fallen.iterator(AT_ONCE):
        assert values is not None
        for ways, value in zip(sides, values, strict=True):
            # Of all devices of a kind, and of this one by itself: the two may tell otherwise.
            for name in (statistic_of_kind(ways), statistic_of_device(table, ways)):
                counts.setdefault(name, (ways, Counter()))[1][value] += 1
        if last is not None and last[:2] == (table, sides):
            chance = 1 / math.prod(sides)
            repeats += last[2] == values
            chances += chance
            variance += chance * (1 - chance)
        last = (table, sides, values)
    if not counts:
        return [(REPEATS, 0, None, None)]
    from casino.rng.stats.measures import chi_square, normal

    found: list[Found] = []
    for name, (ways, counted) in sorted(counts.items()):
        total = counted.total()
        expected = total / ways
        if expected < LEAST:
            found.append((name, total, None, None))
            continue
        statistic = sum((counted[value] - expected) ** 2 for value in range(ways)) / expected
        found.append((name, total, statistic, chi_square(name, total, statistic, ways - 1).p))
    total = sum(sample for name, sample, *_ in found if name.startswith(_KIND))
    if chances < LEAST:
        return [*found, (REPEATS, total, None, None)]
    z = (repeats - chances) / math.sqrt(variance)
    return [*found, (REPEATS, total, z, normal(REPEATS, total, z).p)]


_KIND: Final = "draws: "


def statistic_of_kind(ways: int) -> str:
    """Return the name in `Reading.statistic` for the draws of all devices with `ways` outcomes.

    A device is a wheel or a die, e.g. 37 ways or 6.
    """
    return f"{_KIND}{ways} ways"


def statistic_of_device(table: str, ways: int) -> str:
    """Return the same for one table's devices with `ways` outcomes."""
    return f"{table}: {ways} ways"


REPEATS: Final = "draws: the same twice in a row"
