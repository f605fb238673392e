"""Django's error handlers: 503 while the database is away or hashing is busy, otherwise 500.

The middleware handles failures of views; `server_error_page` those of the middleware below it.
"""

import sys
from collections.abc import Callable
from http import HTTPStatus

import structlog
from django.db import ProgrammingError
from django.http import HttpRequest, HttpResponse

from casino.http import request_limits
from casino.players import hashing
from casino.process import upgrade

log = structlog.get_logger(__name__)


class OutageMiddleware:
    """Answers 503 with Retry-After, to pages and the API alike.

    That is while the database is away or not migrated, and while too many passwords are being
    hashed.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request."""
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the 503 for an exception of a view that is due to an outage; None for others."""
        if isinstance(error, hashing.Busy):
            log.warning("hashing_busy", path=request.path)
            return _as_response(request_limits.unavailable_refusal(request.path))
        if isinstance(error, request_limits.DATABASE_AWAY_ERRORS):
            log.warning("database_away", path=request.path, error=str(error)[:200])
        elif _is_schema_missing(error):
            log.error("not_migrated", path=request.path, remedy=upgrade.NOT_MIGRATED)
        else:
            return None
        return _as_response(request_limits.unavailable_refusal(request.path))


def _is_schema_missing(error: BaseException | None) -> bool:
    """Tell whether a statement failed because the database is not migrated."""
    return isinstance(error, ProgrammingError) and bool(upgrade.pending_migrations())


def server_error_page(request: HttpRequest) -> HttpResponse:
    """Django's `handler500`: 503 where the database is away or not migrated, else 500."""
    error = sys.exc_info()[1]
    if isinstance(error, request_limits.DATABASE_AWAY_ERRORS) or _is_schema_missing(error):
        return _as_response(request_limits.unavailable_refusal(request.path))
    status = HTTPStatus.INTERNAL_SERVER_ERROR
    return _as_response(request_limits.refusal(request.path, status, "internal"))


def not_found_page(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's `handler404`."""
    return _as_response(request_limits.refusal(request.path, HTTPStatus.NOT_FOUND, "not_found"))


def forbidden_page(
    request: HttpRequest, exception: Exception | None = None, reason: str = ""
) -> HttpResponse:
    """Django's `handler403` and CSRF failure view."""
    return _as_response(request_limits.refusal(request.path, HTTPStatus.FORBIDDEN, "forbidden"))


def bad_request_page(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's `handler400`."""
    return _as_response(request_limits.refusal(request.path, HTTPStatus.BAD_REQUEST, "malformed"))


def _as_response(answer: request_limits.Refusal) -> HttpResponse:
    return HttpResponse(answer.body, status=answer.status, headers=dict(answer.headers))
