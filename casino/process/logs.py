"""Structured logs: one JSON object per line, with request, trace, table, round and command ids.

At a terminal the same lines are written for people. No line holds a password, a token or a card
that has not been dealt.
"""

import logging
import logging.config
import os
import re
import sys
import time
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import AbstractContextManager
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, cast
from uuid import uuid4

import structlog
from asgiref.sync import iscoroutinefunction, markcoroutinefunction

from casino.process import environment, traces

if TYPE_CHECKING:
    # The launcher logs too, and has no use for Django.
    from django.http import HttpRequest, HttpResponse

SECRET_WORDS: Final = re.compile(
    r"password|passwd|secret|token|cookie|authorization|session|csrf|seed|undealt|credential",
    re.IGNORECASE,
)
"""Fields whose name contains one of these are never written."""
_URL_PASSWORD: Final = re.compile(r"(://[^\s:/@]*:)[^\s/@]+@")
_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")
_UNLOGGED: Final = "/static/"
_OF_EXPORTS: Final = ("opentelemetry.exporter", "opentelemetry.sdk._shared_internal")
"""Loggers that say at each attempt that a collector takes no spans; ours says so once."""

log = structlog.get_logger("casino.http")


def bind(**ids: str | int) -> AbstractContextManager[None]:
    """Put these ids on every log line inside the `with` block, also in its threads."""
    return structlog.contextvars.bound_contextvars(**ids)


def configure(_config: dict[str, Any]) -> None:
    """Configure logging: every logger of this process writes through one formatter."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _add_process,
        _add_trace,
        # Not the structured traceback: that one would write local variables.
        structlog.processors.format_exc_info,
        redact_secrets,
    ]
    readable = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    renderer = readable if sys.stdout.isatty() else structlog.processors.JSONRenderer()
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {
                "line": {
                    "()": structlog.stdlib.ProcessorFormatter,
                    "foreign_pre_chain": [
                        structlog.stdlib.ExtraAdder(),
                        _drop_request_object,
                        *shared,
                    ],
                    "processors": [
                        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                        renderer,
                    ],
                }
            },
            "filters": {"foreign_host": {"()": lambda: _quiet_foreign_host}},
            "handlers": {
                "stdout": {
                    "class": "logging.StreamHandler",
                    "stream": "ext://sys.stdout",
                    "formatter": "line",
                }
            },
            "root": {"handlers": ["stdout"], "level": "WARNING"},
            "loggers": {
                **{name: {"level": "INFO"} for name in ("casino", "tables", "supervisor")},
                **{
                    name: {"level": "WARNING", "handlers": [], "propagate": True}
                    for name in ("django", "django.server", "daphne", "uvicorn", "celery")
                },
                **{name: {"level": "CRITICAL"} for name in _OF_EXPORTS},
                "uvicorn.error": {"level": "WARNING", "handlers": [], "propagate": True},
                "uvicorn.access": {"level": "ERROR", "handlers": [], "propagate": True},
                # Every refused page has its line from RequestLog already.
                "django.request": {"level": "ERROR"},
                "django.security.DisallowedHost": {"filters": ["foreign_host"]},
            },
        }
    )
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    if "SABOT_PROCESS" in os.environ:
        sys.excepthook = _log_uncaught


def _log_uncaught(
    kind: type[BaseException], error: BaseException, traceback: TracebackType | None
) -> None:
    """Write the exception that ends a process of the house as a line of its log."""
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, traceback)
    else:
        log.critical("process_failed", exc_info=(kind, error, traceback))


def warn_of_unknown_variables() -> None:
    """Name the variables of the house's own prefix that nothing reads; once the settings are."""
    for sentence in environment.unknown_variables():
        log.warning("unknown_variable", remedy=sentence)


def redact_secrets(
    _logger: object, _method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Structlog processor: blank fields named like a secret, and passwords inside URLs."""
    for name, value in event.items():
        if SECRET_WORDS.search(name):
            event[name] = "***"
        elif isinstance(value, str):
            event[name] = _URL_PASSWORD.sub(r"\1***@", value)
    return event


def _drop_request_object(
    _logger: object, _method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Structlog processor: drop Django's request of a record, which would hide the bound id."""
    if not isinstance(event.get("request", ""), str):
        del event["request"]
    return event


def _quiet_foreign_host(record: logging.LogRecord) -> bool:
    """Make one line at info of a `Host` that is not ours: whoever scans the network sends one."""
    record.levelno, record.levelname = logging.INFO, "INFO"
    record.exc_info = None
    return True


def _add_process(
    _logger: object, _method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    event["process"] = os.environ.get("SABOT_PROCESS", "command")
    return event


def _add_trace(
    _logger: object, _method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    if trace_id := traces.trace_id():
        event["trace_id"] = trace_id
    return event


class RequestLog:
    """Gives every HTTP request an id and logs its end: method, path, status, milliseconds.

    A sane `X-Request-Id` of a proxy is kept. Neither query, body nor headers are written.
    """

    sync_capable = True
    async_capable = True

    def __init__(
        self, get_response: "Callable[[HttpRequest], HttpResponse | Awaitable[HttpResponse]]"
    ) -> None:
        self._get_response = get_response
        self._asynchronous = iscoroutinefunction(get_response)
        if self._asynchronous:
            markcoroutinefunction(self)

    def __call__(self, request: "HttpRequest") -> "HttpResponse | Awaitable[HttpResponse]":
        """Answer a request, in whichever way the server below runs."""
        if self._asynchronous:
            return self._answer_async(request)
        began, request_id = time.perf_counter(), _request_id(request)
        with _span(request) as span, bind(request=request_id):
            response = cast("HttpResponse", self._get_response(request))
            return _ended(request, response, request_id, began, span)

    async def _answer_async(self, request: "HttpRequest") -> "HttpResponse":
        began, request_id = time.perf_counter(), _request_id(request)
        with _span(request) as span, bind(request=request_id):
            response = await cast("Awaitable[HttpResponse]", self._get_response(request))
            return _ended(request, response, request_id, began, span)


def _request_id(request: "HttpRequest") -> str:
    given = request.headers.get("X-Request-Id", "")
    return given if _REQUEST_ID.fullmatch(given) else uuid4().hex


def _span(request: "HttpRequest") -> traces.Span:
    """Begin a trace: what a browser says of one is not taken, or strangers would choose."""
    method = request.method or ""
    return traces.root_span(method, {"http.request.method": method}, "server")


def _ended(
    request: "HttpRequest",
    response: "HttpResponse",
    request_id: str,
    began: float,
    span: traces.Span,
) -> "HttpResponse":
    response["X-Request-Id"] = request_id
    # Never the path: some pages are found by a code in it.
    route = request.resolver_match.route if request.resolver_match else ""
    span.rename(f"{request.method} {route}".rstrip())
    span.note({"http.route": route, "http.response.status_code": response.status_code})
    if response.status_code >= 500:
        span.fail(str(response.status_code))
    if not request.path.startswith(_UNLOGGED):
        log.info(
            "request",
            method=request.method,
            path=request.path,
            status=response.status_code,
            ms=round((time.perf_counter() - began) * 1000, 1),
        )
    return response
