"""Traces cost nothing where nobody wants them, and the house nothing where nobody takes them."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from structlog.testing import capture_logs

from casino.process import trace_export, traces
from casino.process.environment import ROOT, traces_endpoint
from casino.process.trace_export import Tracer
from tests.collector import Collector, collector

PROCESSES = """
import sys
import casino.asgi_servers.daphne, casino.asgi
import casino.process.worker
import tables.management.commands.croupier
from casino.celery import app
from casino.process import traces
app.loader.import_default_modules()
assert [traces.start(each) for each in ("web", "croupier", "worker")] == [False] * 3
with traces.root_span("command", {}, "server"), traces.child_span("step", {}) as span:
    span.note({"a": 1})
    assert (traces.carrier(), traces.trace_id()) == ({}, "")
print([each for each in sys.modules if each.partition(".")[0] == "opentelemetry"])
"""
"""What web process, croupier and worker import and do when they start."""


@pytest.fixture
def exported(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    """A collector that the environment names."""
    for name, value in collector().environment.items():
        monkeypatch.setenv(name, value)
    collector().bodies.clear()
    yield collector()
    if collector().is_closed:
        collector().open()


def test_nothing_of_opentelemetry_is_imported_without_a_collector() -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("OTEL_")}
    found = subprocess.run(
        [sys.executable, "-c", PROCESSES], cwd=ROOT, env=env, capture_output=True, text=True
    )
    assert (found.stdout, found.stderr, found.returncode) == ("[]\n", "", 0)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318", "an address like http://collector:4318."),
        ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", "one of http/protobuf, not 'grpc'."),
        ("OTEL_TRACES_SAMPLER", "jaeger_remote", "one of parentbased_always_on, parentbased_al"),
        ("OTEL_TRACES_SAMPLER_ARG", "50", "a number from 0 to 1, not '50'."),
    ],
)
def test_what_the_sdk_would_take_otherwise_is_refused_in_a_sentence(
    exported: Collector, monkeypatch: pytest.MonkeyPatch, name: str, value: str, sentence: str
) -> None:
    monkeypatch.setenv("OTEL_TRACES_SAMPLER", "parentbased_traceidratio")
    assert traces_endpoint() == exported.environment["OTEL_EXPORTER_OTLP_ENDPOINT"]
    monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured) as refused:
        traces_endpoint()
    assert str(refused.value).startswith(f"{name} must be {sentence}")
    with pytest.raises(SystemExit, match=f"^{name} must be "):
        traces.start("web")
    monkeypatch.setenv("OTEL_SDK_DISABLED", "true")
    assert traces_endpoint() == ""


def test_an_exception_leaves_its_class_and_nothing_of_what_it_says(exported: Collector) -> None:
    tracer = Tracer("test")
    with (
        pytest.raises(ValueError, match="Qh"),
        tracer.root_span("command", {"user.id": 7}, "server", None),
        tracer.span("step", {}, "internal"),
    ):
        raise ValueError("the next card is Qh")
    tracer.stop()
    spans = exported.wait_for(lambda spans: len(spans) == 2 and spans)
    assert [each.attributes["error.type"] for each in spans] == ["ValueError"] * 2
    assert all(each.failed for each in spans)
    assert b"Qh" not in b"".join(exported.bodies)


def test_a_trace_that_is_not_recorded_is_not_recorded_by_who_goes_on_with_it(
    exported: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = Tracer("worker")
    monkeypatch.setenv("OTEL_TRACES_SAMPLER", "parentbased_traceidratio")
    monkeypatch.setenv("OTEL_TRACES_SAMPLER_ARG", "0")
    web = Tracer("web")
    with web.root_span("command", {}, "server", None):
        assert not web.is_recording()
        carried = web.carrier()
    # The last of its flags says that it is recorded.
    assert not int(carried["traceparent"][-2:], 16) & 1
    with worker.root_span("process", {}, "consumer", carried):
        assert not worker.is_recording()
    with worker.root_span("process", {}, "consumer", {"traceparent": None}):
        assert worker.is_recording()
        assert worker.trace_id() not in carried["traceparent"]
    worker.stop()
    assert len(exported.wait_for(lambda spans: spans)) == 1


def test_a_collector_that_refuses_is_one_line_of_the_log_and_its_return_another(
    exported: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trace_export, "EXPORT_SECONDS", 0.2)
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "600000")
    tracer = Tracer("test")

    def export() -> None:
        with tracer.root_span("command", {}, "server", None):
            pass
        tracer._provider.force_flush()

    exported.close()
    with capture_logs() as logged:
        export()
        export()
        exported.open()
        export()
        export()
    told = [(each["event"], each["log_level"]) for each in logged]
    assert told == [("traces_not_exported", "warning"), ("traces_exported_again", "info")]
    assert len(exported.spans()) == 2
    tracer.stop()


def test_the_end_of_a_process_does_not_wait_for_a_collector_that_hangs(
    exported: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trace_export, "EXPORT_SECONDS", 600.0)
    monkeypatch.setattr(trace_export, "FLUSH_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{port}")
        tracer = Tracer("test")
        with tracer.root_span("command", {}, "server", None):
            pass
        began = time.monotonic()
        tracer.stop()
        # The SDK itself would wait for half a minute, and then for the export.
        assert time.monotonic() - began < 25


@pytest.mark.parametrize(
    ("sql", "summary"),
    [
        ("SELECT id, status FROM tables_begin(%s, %s)", "SELECT tables_begin"),
        ('\n  SELECT COUNT(*) AS "n" FROM "tables_round" WHERE id = %s', "SELECT tables_round"),
        ("SELECT players_count(%s, %s)", "SELECT players_count"),
        ('INSERT INTO "rng_draw" ("id") VALUES (%s)', "INSERT rng_draw"),
        ('UPDATE "tables_table" SET "due_at" = %s', "UPDATE tables_table"),
        ("SAVEPOINT s1", "SAVEPOINT"),
        ("", "SQL"),
    ],
)
def test_a_statement_is_called_by_its_verb_and_its_table_or_function(
    sql: str, summary: str
) -> None:
    assert traces._summary(sql) == summary


def test_a_statement_is_traced_by_its_text_and_none_of_its_values(
    exported: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    tracer = Tracer("test")
    monkeypatch.setattr(traces, "_tracer", tracer)

    def execute(sql: Any, params: Any, *_: Any) -> str:
        return f"{sql} {params}"

    with traces.root_span("command", {}, "server"):
        for sql in ("SELECT sealed FROM rng_shoe WHERE id = %s", ("composed", "AsKh")):
            traces._trace_statement(execute, sql, ["AsKh"], False, {})
    # Outside a trace a statement is none.
    traces._trace_statement(execute, "SELECT 1", [], False, {})
    tracer.stop()
    spans = exported.wait_for(lambda spans: len(spans) == 3 and spans)
    assert [each.name for each in spans] == ["SELECT rng_shoe", "SQL", "command"]
    assert b"AsKh" not in b"".join(exported.bodies)
