"""A collector of traces for tests: a real HTTP server that takes spans by OTLP, as protobuf."""

import atexit
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Final

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Status

from tests.house import own_port

WITHIN: Final = 300.0
"""Seconds in which what a test waits for must have come, on a busy machine."""


@dataclass(frozen=True, slots=True)
class CollectedSpan:
    """A span as it came."""

    trace: str
    id: str
    parent: str
    name: str
    service: str
    process: str
    attributes: dict[str, Any]
    failed: bool


class Collector:
    """Takes what is exported to `endpoint`; may be closed, and opened again at the same port."""

    def __init__(self) -> None:
        self._port = own_port()
        self.bodies: list[bytes] = []
        """The requests that came."""
        self._server: ThreadingHTTPServer | None = None
        self.open()

    @property
    def environment(self) -> dict[str, str]:
        """What tells a process to export here, five times a second."""
        endpoint = f"http://127.0.0.1:{self._port}"
        return {"OTEL_EXPORTER_OTLP_ENDPOINT": endpoint, "OTEL_BSP_SCHEDULE_DELAY": "200"}

    @property
    def is_closed(self) -> bool:
        """Whether connections are refused."""
        return self._server is None

    def open(self) -> None:
        """Listen."""
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                assert self.path == "/v1/traces"
                collector.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
                self.send_response(200)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), Handler)
        Thread(target=self._server.serve_forever, args=[0.05], daemon=True).start()

    def close(self) -> None:
        """Refuse connections from now on."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def spans(self) -> list[CollectedSpan]:
        """Return all spans that came."""
        return [span for body in tuple(self.bodies) for span in _spans(body)]

    def wait_for(self, wanted: Callable[[list[CollectedSpan]], Any]) -> Any:
        """Wait until something is true of the spans; return it."""
        deadline = time.monotonic() + WITHIN
        while not (found := wanted(self.spans())):
            assert time.monotonic() < deadline, sorted({each.name for each in self.spans()})
            time.sleep(0.1)
        return found


def as_text(body: bytes) -> bytes:
    """Return a request as it came, and in words: raw, the next tag touches the end of a value."""
    return body + b"\n" + str(ExportTraceServiceRequest.FromString(body)).encode()


def _spans(body: bytes) -> Iterator[CollectedSpan]:
    for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
        process = _values(resource.resource.attributes)
        for scope in resource.scope_spans:
            for span in scope.spans:
                yield CollectedSpan(
                    span.trace_id.hex(),
                    span.span_id.hex(),
                    span.parent_span_id.hex(),
                    span.name,
                    process["service.name"],
                    process["sabot.process"],
                    _values(span.attributes),
                    span.status.code == Status.STATUS_CODE_ERROR,
                )


def _values(attributes: Any) -> dict[str, Any]:
    return {
        each.key: getattr(each.value, each.value.WhichOneof("value") or "string_value")
        for each in attributes
    }


@cache
def collector() -> Collector:
    """Return the collector of this process of pytest, to which its houses export."""
    found = Collector()
    atexit.register(found.close)
    return found
