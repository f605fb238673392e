"""Metrics of this process in Prometheus' format, and the port on which they are served.

Each process keeps its own in memory and serves them at METRICS_HOST and METRICS_PORT; without a
port nothing is served. Labels are closed sets: no player, no table, no round.
"""

import os
import sys
from functools import cache
from typing import Final

import structlog
from django.core.exceptions import ImproperlyConfigured
from prometheus_client import (
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    start_http_server,
)

from casino.process.environment import metrics_address

log = structlog.get_logger(__name__)

# When each counter began: twice as many lines, which no query here asks for.
disable_created_metrics()  # type: ignore[no-untyped-call]

_STEPS: Final = (0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper bounds of the buckets of durations, in seconds."""
_CLOCK: Final = (0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0, 60.0)
"""The same of the croupier's lateness, who looks each 0.1 s."""

COMMANDS: Final = Counter(
    "sabot_commands_total",
    "Commands of players that a service answered: done, refused by the rules, or failed.",
    ["kind", "outcome"],
)
COMMAND_DURATION: Final = Histogram(
    "sabot_command_duration_seconds",
    "Time of a command in its thread, from the first statement to the commit.",
    ["kind"],
    buckets=_STEPS,
)
COMMANDS_TURNED_AWAY: Final = Counter(
    "sabot_commands_turned_away_total",
    "Messages of players that reached no service, by the code of the refusal.",
    ["code"],
)
LOCK_WAIT: Final = Histogram(
    "sabot_table_lock_wait_seconds",
    "Time in which a table's lock was taken and its row read, one round trip included.",
    buckets=_STEPS,
)
THREADS: Final = Gauge(
    "sabot_threads",
    "Threads for commands that are free or at work, and callers that wait for one.",
    ["state"],
)
THREAD_WAIT: Final = Histogram(
    "sabot_thread_wait_seconds", "Time that a caller waited for a thread.", buckets=_STEPS
)
_FRAMES: Final = Counter(
    "sabot_frames_total",
    "Frames published, shown to the sockets of a process, shown after a later one had come,"
    " replaced by a snapshot because they did not come, or lost as Redis was away.",
    ["event"],
)
FRAMES_PUBLISHED: Final = _FRAMES.labels("published")
FRAMES_SHOWN: Final = _FRAMES.labels("shown")
FRAMES_LATE: Final = _FRAMES.labels("late")
FRAMES_REPLACED: Final = _FRAMES.labels("replaced")
FRAMES_LOST: Final = _FRAMES.labels("lost")
FRAME_AGE: Final = Histogram(
    "sabot_frame_age_seconds",
    "Time from the commit of a frame until it is shown to the sockets of a process.",
    buckets=_STEPS,
)
SOCKETS: Final = Gauge("sabot_sockets", "Sockets at tables, visitors included.")
OFFICE_SOCKETS: Final = Gauge("sabot_office_sockets", "Sockets of the office's live pages.")
OFFICE_PAGES: Final = Counter(
    "sabot_office_pages_total",
    "Live pages of the office, as they were looked at: changed and sent, or the same as before.",
    ["event"],
)
ROUNDS: Final = Counter(
    "sabot_rounds_total", "Rounds that ended, by game: closed or voided.", ["game", "status"]
)
CROUPIER_LATENESS: Final = Histogram(
    "sabot_croupier_lateness_seconds",
    "Time from the end of a table's clock until the croupier took the step.",
    buckets=_CLOCK,
)
CROUPIER_FAILURES: Final = Counter(
    "sabot_croupier_failures_total", "Steps of the croupier that failed and are tried again."
)
_EXCHANGES: Final = Counter(
    "sabot_database_exchanges_total",
    "Round trips to the database: statements, and those that BEGIN or COMMIT travels with.",
    ["way"],
)
STATEMENTS: Final = _EXCHANGES.labels("statement")
PIPELINES: Final = _EXCHANGES.labels("pipeline")


@cache
def _of_command(kind: str, outcome: str) -> tuple[Counter, Histogram]:
    return COMMANDS.labels(kind, outcome), COMMAND_DURATION.labels(kind)


def count_command(kind: str, outcome: str, seconds: float) -> None:
    """Count a command of a kind that the wire knows: `done`, `refused` or `failed`."""
    counter, duration = _of_command(kind, outcome)
    counter.inc()
    duration.observe(seconds)


@cache
def serve() -> bool:
    """Serve this process's metrics from a thread, once; return whether it does.

    Ends the process with one sentence where METRICS_PORT cannot be read. A port that is taken is
    logged as an error: nobody's play depends on it.
    """
    try:
        host, port = metrics_address()
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    if not port:
        return False
    try:
        start_http_server(port, host)
    except OSError as error:
        log.error("metrics_not_served", host=host, port=port, error=os.strerror(error.errno or 0))
        return False
    return True
