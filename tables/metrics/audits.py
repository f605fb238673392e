"""The audits of the books and of the office's trail, run once a day, and how they ended."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sized
from dataclasses import dataclass
from typing import Final

import structlog
from django.db import connection
from django.utils import timezone
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from casino.cashier import services as cashier
from casino.ledger import services as ledger
from casino.rng.log import office
from casino.staff import audit_log
from tables.cage import drops, vouchers
from tables.machines import meters
from tables.revenue import takings

log = structlog.get_logger(__name__)

AUDITS: Final[Mapping[str, Callable[[], Sized]]] = {
    "ledger": ledger.audit,
    "cage": cashier.audit_cage,
    "drops": drops.audit_drops,
    "vouchers": vouchers.audit_vouchers,
    "meters": lambda: meters.audit_meters()[1],
    "takings": lambda: takings.audit_takings()[1],
    "office_log": lambda: audit_log.verify_chain().broken,
    "public_log": office.missing_heads,
}
"""Each returns what it found wrong. All only read; their cost grows with what was played."""
EVERY: Final = 86_400.0
"""Seconds between two runs."""
FIRST: Final = 60.0
"""Seconds until the first: a house that opens has other work."""
RETRY: Final = 300.0
"""Seconds until the next run after one in which an audit did not end."""


@dataclass(frozen=True, slots=True)
class Result:
    """How an audit ended."""

    faults: int
    at: float
    """Seconds since 1970."""
    seconds: float
    """How long it took."""


class AuditCollector(Collector):
    """Runs the audits, and gives the last result of each."""

    def __init__(self) -> None:
        self._results: dict[str, Result] = {}
        self._began = timezone.now().timestamp()

    def keep_running(self, stop: threading.Event) -> None:
        """Run all audits once a day, until `stop` is set."""
        pause = FIRST
        while not stop.wait(pause):
            pause = EVERY
            for name in AUDITS:
                try:
                    self.run(name)
                except Exception:
                    log.exception("audit_not_run", audit=name)
                    pause = RETRY
            connection.close()

    def run(self, name: str) -> None:
        """Run one audit; what it finds is logged as an error."""
        began = time.monotonic()
        faults = len(AUDITS[name]())
        if faults:
            log.error("audit_faults", audit=name, faults=faults)
        self._results[name] = Result(faults, timezone.now().timestamp(), time.monotonic() - began)

    def collect(self) -> Iterator[Metric]:
        """Yield the results of those that have run.

        One that has not ended yet grows old from the beginning of the process: an audit that can
        never end is told by its age alone.
        """
        found = GaugeMetricFamily(
            "sabot_audit_faults", "What an audit found wrong when it ran last.", labels=["audit"]
        )
        ended = GaugeMetricFamily(
            "sabot_audit_timestamp_seconds",
            "When an audit ended last; before its first end, when the process began.",
            labels=["audit"],
        )
        lasted = GaugeMetricFamily(
            "sabot_audit_duration_seconds", "How long it took.", labels=["audit"]
        )
        for name in sorted(AUDITS.keys() - self._results.keys()):
            ended.add_metric([name], self._began)
        for name, result in sorted(self._results.items()):
            found.add_metric([name], result.faults)
            ended.add_metric([name], result.at)
            lasted.add_metric([name], result.seconds)
        yield from (found, ended, lasted)
