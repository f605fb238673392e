"""What the database, Redis and the disk say of the house, read again every few seconds.

A scrape gives what was read last and asks nobody, so no number of scrapes is felt at a table.
"""

import asyncio
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, get_args

import structlog
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.models import Count, Min, QuerySet, Sum
from django.utils import timezone
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from redis.exceptions import RedisError

from casino.cashier import transfers
from casino.players.models import CashRequest, RightsChange
from casino.process import heartbeat, queues
from casino.rng.conformity import gate, gate_status
from casino.rng.models import SelfCheck
from tables.funds import hand_pays
from tables.models import Case, Claim, Dispute, Table, Takings, WrittenAnnouncement
from tables.rows import notices

log = structlog.get_logger(__name__)

EVERY: Final = 10.0
"""Seconds between two readings."""
STALE: Final = 60.0
"""Seconds after which figures of the database or of Redis are given no more: they do not answer."""
CONNECT_SECONDS: Final = 3
STATEMENT_MILLISECONDS: Final = 3000
"""How long the database is given to connect, and for one statement."""
LATE: Final = timedelta(seconds=30)
"""After so long the croupier has forgotten a table."""
QUEUES: Final = ("rng", "settlement")
FIGURES: Final = ("staked", "paid", "won")
"""Of the takings."""

Families = list[Metric]


def _gauge(
    name: str, about: str, values: Mapping[str, float] | float, label: str = ""
) -> GaugeMetricFamily:
    """Return a gauge of one value, or of one for each value of a label."""
    if not isinstance(values, Mapping):
        return GaugeMetricFamily(name, about, value=values)
    found = GaugeMetricFamily(name, about, labels=[label])
    for key, value in values.items():
        found.add_metric([key], value)
    return found


def read_redis() -> Families:
    """Return which processes are heard, and the queues; raises `RedisError` without Redis."""
    heard = asyncio.run(heartbeat.live_processes())
    waiting = {queue: queues.waiting_tasks(queue) for queue in QUEUES}
    return [
        _gauge(
            "sabot_process_heard",
            "Whether one process of a line of the Procfile, at least, is heard (1) or none (0).",
            {name: float(alive) for name, alive in heard.items()},
            # Not `process`: Prometheus gives that to the process which tells it.
            "line",
        ),
        _gauge(
            "sabot_queue_length",
            "Tasks that wait in a queue.",
            {queue: found.length for queue, found in waiting.items()},
            "queue",
        ),
        _gauge(
            "sabot_queue_oldest_age_seconds",
            "How long the task that came first has waited in a queue.",
            {queue: found.oldest_age for queue, found in waiting.items()},
            "queue",
        ),
    ]


def read_database() -> Families:
    """Return what the database says; raises `DatabaseError` where it does not in time."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION READ ONLY")
            cursor.execute(f"SET LOCAL statement_timeout = {STATEMENT_MILLISECONDS}")
        return [*_tables(), *_generator(), *_approvals(), _takings(), *_rest()]


def _tables() -> Iterator[Metric]:
    known = dict.fromkeys(Table.Status.values, 0)
    counted = Table.objects.values("status").annotate(number=Count("pk"))
    known |= {each["status"]: each["number"] for each in counted}
    yield _gauge("sabot_tables", "Tables by status.", known, "status")
    overdue = Table.objects.exclude(status="closed").filter(due_at__lt=timezone.now() - LATE)
    yield _gauge(
        "sabot_tables_overdue", "Tables whose clock ran out over 30 s ago.", overdue.count()
    )
    yield _gauge(
        "sabot_tables_without_chance",
        "Tables that wait because the generator makes nothing.",
        Table.objects.filter(no_chance=True).count(),
    )


def _generator() -> Iterator[Metric]:
    closed = gate_status.closed_reason()
    yield _gauge(
        "sabot_generator_gate_closed",
        "Whether the gate of the generator is closed (1), by the reason.",
        {
            code: float(closed is not None and closed.code == code)
            for code in get_args(gate_status.Code)
        },
        "reason",
    )
    yield _gauge(
        "sabot_generator_error_states",
        "Errors of the generator that two persons have not ended.",
        gate.in_force().count(),
    )
    if (last := SelfCheck.objects.order_by("-pk").first()) is not None:
        yield _gauge(
            "sabot_generator_self_test_passed",
            "Whether the last self-verification of a worker passed.",
            last.passed,
        )
        yield _gauge(
            "sabot_generator_self_test_timestamp_seconds",
            "When it was.",
            last.at.timestamp(),
        )


APPROVALS: Final[Mapping[str, tuple[Callable[[], QuerySet[Any]], str]]] = {
    "announcement": (lambda: WrittenAnnouncement.objects.filter(answer=None), "at"),
    "cash_request": (lambda: CashRequest.objects.filter(state="asked"), "asked_at"),
    "dispute": (lambda: Dispute.objects.exclude(state="decided"), "filed_at"),
    "hand_pay": (hand_pays.waiting_for_supervisor, "owed_at"),
    "hand_pay_issue": (hand_pays.waiting_for_issue, "paid_at"),
    "jackpot_claim": (lambda: Claim.objects.filter(supervised=True, payment=None), "at"),
    "payment_alarm": (transfers.open_alarms, "at"),
    "rights_change": (lambda: RightsChange.objects.filter(state="asked"), "asked_at"),
    "surveillance_case": (lambda: Case.objects.filter(closed=None), "at"),
}
"""What waits for a person's decision, and the column that says since when."""


def _approvals() -> Iterator[Metric]:
    waiting, oldest, now = dict[str, float](), dict[str, float](), timezone.now()
    for kind, (rows, column) in APPROVALS.items():
        found = rows().order_by().aggregate(number=Count("pk"), first=Min(column))
        first: datetime | None = found["first"]
        waiting[kind] = found["number"]
        oldest[kind] = max(0.0, (now - first).total_seconds()) if first else 0.0
    about = "What waits for a person's decision, by kind."
    yield _gauge("sabot_approvals_waiting", about, waiting, "kind")
    about = "How long the oldest of them has waited."
    yield _gauge("sabot_approval_oldest_age_seconds", about, oldest, "kind")


def _takings() -> Metric:
    found = GaugeMetricFamily(
        "sabot_takings",
        "What tables took since they were opened first, in units of the currency: stakes, what"
        " was paid back, and the gross gaming revenue (won).",
        labels=["game", "currency", "figure"],
    )
    rows = Takings.objects.exclude(rules=None).order_by()
    for game, currency, *sums in rows.values_list("rules__game", "table__currency").annotate(
        *(Sum(each) for each in FIGURES)
    ):
        for figure, minor_units in zip(FIGURES, sums, strict=True):
            found.add_metric([game, currency, figure], minor_units / 100)
    return found


def _rest() -> Iterator[Metric]:
    yield _gauge(
        "sabot_notices_overdue",
        "Notices to the state's control that should have been mailed.",
        notices.count_overdue(),
    )
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        (size,) = cursor.fetchone()
    yield _gauge("sabot_database_size_bytes", "Size of the database on its disk.", size)


def read_disk() -> Families:
    """Return the room on the disk of SABOT_VAR; raises `OSError` where there is no such folder."""
    disk = shutil.disk_usage(settings.VAR)
    return [
        _gauge("sabot_disk_size_bytes", "Size of the disk of SABOT_VAR.", disk.total),
        _gauge("sabot_disk_free_bytes", "Room left on it.", disk.free),
    ]


SOURCES: Final[Mapping[str, Callable[[], Families]]] = {
    "database": read_database,
    "redis": read_redis,
    "disk": read_disk,
}


class HouseCollector(Collector):
    """Reads each of SOURCES, and gives what it said last while that is no older than STALE.

    `sabot_source_up` says which of them answered. Of one that fails nothing is given.
    """

    def __init__(self) -> None:
        connection.settings_dict["OPTIONS"].setdefault("connect_timeout", CONNECT_SECONDS)
        self._read: dict[str, tuple[float, Families]] = {}
        """When each was read last, by `time.monotonic`, and what it said."""

    def refresh(self) -> None:
        """Read all sources once."""
        for name in SOURCES:
            self.read(name)

    def read(self, name: str) -> None:
        """Read one source once."""
        try:
            self._read[name] = time.monotonic(), SOURCES[name]()
        except (DatabaseError, RedisError, OSError) as error:
            self._read.pop(name, None)
            reason = str(error).strip().partition("\n")[0]
            log.warning("metrics_not_read", source=name, error=reason)
            if name == "database":
                connection.close()

    def keep_reading(self, stop: threading.Event) -> None:
        """Read all sources every few seconds until `stop` is set; returns at once.

        Each in a thread of its own: a server that hangs keeps nobody from hearing of the others.
        """

        def keep(name: str) -> None:
            self.read(name)
            while not stop.wait(EVERY):
                self.read(name)

        for name in SOURCES:
            threading.Thread(target=keep, args=[name], daemon=True).start()

    def collect(self) -> Iterator[Metric]:
        """Yield what was read last."""
        oldest = time.monotonic() - STALE
        fresh = {name: found for name, (at, found) in [*self._read.items()] if at > oldest}
        yield _gauge(
            "sabot_source_up",
            "Whether the database, Redis and the disk of SABOT_VAR answered when they were read.",
            {name: float(name in fresh) for name in SOURCES},
            "source",
        )
        for found in fresh.values():
            yield from found
