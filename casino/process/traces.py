"""Traces of OpenTelemetry: spans of this process, sent to the collector that the environment names.

Without OTEL_EXPORTER_OTLP_ENDPOINT nothing of OpenTelemetry is imported, and a span costs less than
a microsecond. Attributes are ids, kinds and codes: no parameter of a statement, no card, no key, no
session and no name. Of an exception only the class is kept.
"""

import re
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

from django.core.exceptions import ImproperlyConfigured

from casino.process.environment import traces_endpoint

if TYPE_CHECKING:
    from casino.process.trace_export import Tracer

Kind = Literal["client", "consumer", "internal", "producer", "server"]
"""As OpenTelemetry has them: who asked whom."""
Attributes = Mapping[str, str | int]


class Span(Protocol):
    """A span; the current one, and that of the lines of the log, inside its `with` block."""

    def __enter__(self) -> "Span":
        """Make it current."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End it; an exception that leaves the block makes it an error of that class."""

    def note(self, attributes: Attributes) -> None:
        """Add attributes."""

    def rename(self, name: str) -> None:
        """Give it another name."""

    def fail(self, error_type: str) -> None:
        """Mark it as an error of this type."""


class _Unrecorded:
    """The span of what is not traced."""

    def __enter__(self) -> Span:
        return self

    def __exit__(self, *_: object) -> None:
        return

    def note(self, attributes: Attributes) -> None:
        """Drop them."""

    def rename(self, name: str) -> None:
        """Drop it."""

    def fail(self, error_type: str) -> None:
        """Drop it."""


_UNRECORDED: Final = _Unrecorded()
_tracer: "Tracer | None" = None


def start(service: str) -> bool:
    """Trace this process from now on, as `sabot-<service>`; return whether it is traced.

    Ends the process with one sentence where a variable cannot be read. A collector that does not
    answer is one line of the log: nobody's play depends on it.
    """
    global _tracer
    try:
        wanted = traces_endpoint()
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    if wanted and _tracer is None:
        # A house without a collector has no use for the SDK, the launcher none for a database.
        from django.db.backends.signals import connection_created

        from casino.process.trace_export import Tracer

        _tracer = Tracer(service)
        connection_created.connect(_trace_connection, dispatch_uid="sabot.traces")
    return wanted != ""


def stop() -> None:
    """Send what waits to the collector, for a second at the most; call it as the process ends."""
    if _tracer is not None:
        _tracer.stop()


def root_span(
    name: str, attributes: Attributes, kind: Kind, carrier: Mapping[str, Any] | None = None
) -> Span:
    """Begin a trace, or go on with the trace of a `carrier` that has one."""
    if _tracer is None:
        return _UNRECORDED
    return _tracer.root_span(name, attributes, kind, carrier)


def child_span(name: str, attributes: Attributes, kind: Kind = "internal") -> Span:
    """Begin a span of the current trace; nothing where none is recorded."""
    if _tracer is None or not _tracer.is_recording():
        return _UNRECORDED
    return _tracer.span(name, attributes, kind)


def message_span(name: str, attributes: Attributes, carrier: Mapping[str, Any]) -> Span:
    """Begin a span of the trace that a message carries; nothing where it carries none."""
    if _tracer is None or TRACEPARENT not in carrier:
        return _UNRECORDED
    return _tracer.root_span(name, attributes, "consumer", carrier)


TRACEPARENT: Final = "traceparent"
"""The field of a message, or header of a task, that names trace and span (W3C Trace Context)."""


def carrier() -> dict[str, str]:
    """Return what a message carries so that its receiver goes on with the current trace."""
    return {} if _tracer is None else _tracer.carrier()


def note(attributes: Attributes) -> None:
    """Add attributes to the current span."""
    if _tracer is not None:
        _tracer.note(attributes)


def trace_id() -> str:
    """Return the id of the current trace in hexadecimal digits; empty where there is none."""
    return "" if _tracer is None else _tracer.trace_id()


def _trace_connection(connection: Any, **_: object) -> None:
    """Have the statements of a new database connection traced: Django's, and those in pipelines."""
    if _trace_statement not in connection.execute_wrappers:
        connection.execute_wrappers.append(_trace_statement)


def _trace_statement(
    execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    # What psycopg composed may hold values.
    text = sql if isinstance(sql, str) else ""
    summary = _summary(text)
    attributes = {
        "db.system.name": "postgresql",
        "db.query.summary": summary,
        "db.query.text": text,
    }
    with child_span(summary, attributes, "client"):
        return execute(sql, params, many, context)


_VERB: Final = re.compile(r"\w+")
_TARGETS: Final = (
    re.compile(r'\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_]\w*)', re.IGNORECASE),
    re.compile(r"\bselect\s+(\w+)\(", re.IGNORECASE),
)


@lru_cache(1024)
def _summary(sql: str) -> str:
    """Return a statement's verb and the table, or else the function, that it names first."""
    verb = _VERB.search(sql)
    targets = (found.group(1) for each in _TARGETS if (found := each.search(sql)))
    return " ".join((verb.group().upper() if verb else "SQL", *list(targets)[:1]))
