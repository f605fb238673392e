"""Spans by the SDK of OpenTelemetry, exported by OTLP over HTTP. Imported where traces are wanted.

The SDK reads its standard variables itself: OTEL_TRACES_SAMPLER, OTEL_EXPORTER_OTLP_HEADERS,
OTEL_BSP_… and so on.
"""

import os
import threading
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Final

import structlog
from opentelemetry import context, trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

log = structlog.get_logger(__name__)

EXPORT_SECONDS: Final = 2.0
"""Seconds in which the collector must take a batch, all attempts together; then it is dropped."""
FLUSH_SECONDS: Final = 1.0
"""Seconds that the end of a process waits for its last spans."""

Attributes = Mapping[str, str | int]


class RecordedSpan:
    """A span; the current one inside its `with` block."""

    __slots__ = ("_span", "_token")

    def __init__(self, span: trace.Span) -> None:
        self._span = span

    def __enter__(self) -> "RecordedSpan":
        self._token = context.attach(trace.set_span_in_context(self._span))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        # The SDK's own would write message and traceback, which may name values.
        if kind is not None:
            self.fail(kind.__name__)
        context.detach(self._token)
        self._span.end()

    def note(self, attributes: Attributes) -> None:
        """Add attributes."""
        self._span.set_attributes(attributes)

    def rename(self, name: str) -> None:
        """Give it another name."""
        self._span.update_name(name)

    def fail(self, error_type: str) -> None:
        """Mark it as an error of this type."""
        self._span.set_attribute("error.type", error_type)
        self._span.set_status(trace.StatusCode.ERROR)


class LoggedExporter(SpanExporter):
    """An exporter that logs when the collector stops taking spans, and when it takes them again."""

    def __init__(self, exporter: SpanExporter) -> None:
        self._exporter = exporter
        self._failing = False

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Export spans; those that the collector does not take are lost."""
        result = self._exporter.export(spans)
        failing = result is not SpanExportResult.SUCCESS
        if failing and not self._failing:
            log.warning(
                "traces_not_exported",
                remedy="Start the collector of OTEL_EXPORTER_OTLP_ENDPOINT, or unset the variable.",
            )
        elif self._failing and not failing:
            log.info("traces_exported_again")
        self._failing = failing
        return result

    def shutdown(self) -> None:
        """End an export that is under way."""
        self._exporter.shutdown()


class Tracer:
    """The tracer of a process, whose spans go to the collector in batches, by a thread."""

    def __init__(self, service: str) -> None:
        named = {
            "service.namespace": "sabot",
            "service.name": f"sabot-{service}",
            "sabot.process": os.environ.get("SABOT_PROCESS", service),
        }
        resource = Resource.create({**named, **OTELResourceDetector().detect().attributes})
        self._provider = TracerProvider(resource=resource, shutdown_on_exit=False)
        exporter = LoggedExporter(OTLPSpanExporter(timeout=EXPORT_SECONDS))
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self._provider.get_tracer("sabot")
        self._propagator = TraceContextTextMapPropagator()

    def stop(self) -> None:
        """Export what waits, for FLUSH_SECONDS at the most."""
        # The SDK waits half a minute.
        flush = threading.Thread(target=self._provider.shutdown, daemon=True)
        flush.start()
        flush.join(FLUSH_SECONDS)

    def is_recording(self) -> bool:
        """Tell whether the current span is recorded."""
        return trace.get_current_span().is_recording()

    def span(
        self,
        name: str,
        attributes: Attributes,
        kind: str,
        parent: context.Context | None = None,
    ) -> RecordedSpan:
        """Begin a span below the current one, or below that of another context."""
        of_kind = trace.SpanKind[kind.upper()]
        return RecordedSpan(self._tracer.start_span(name, parent, of_kind, attributes))

    def root_span(
        self, name: str, attributes: Attributes, kind: str, carrier: Mapping[str, Any] | None
    ) -> RecordedSpan:
        """Begin a trace, or go on with that of a carrier."""
        parent = self._propagator.extract(carrier or {}, context.Context())
        return self.span(name, attributes, kind, parent)

    def carrier(self) -> dict[str, str]:
        """Return the current trace as a carrier; empty where there is none."""
        carrier: dict[str, str] = {}
        self._propagator.inject(carrier)
        return carrier

    def note(self, attributes: Attributes) -> None:
        """Add attributes to the current span."""
        trace.get_current_span().set_attributes(attributes)

    def trace_id(self) -> str:
        """Return the id of the current trace; empty where there is none."""
        found = trace.get_current_span().get_span_context()
        return trace.format_trace_id(found.trace_id) if found.is_valid else ""
