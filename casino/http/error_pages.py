"""What Django answers when a request fails: 503 while something is away or busy, otherwise 500.

The middleware handles failures of views; `failed` those of the middleware below it.
"""

import sys
from collections.abc import Callable
from http import HTTPStatus

import structlog
from django.http import HttpRequest, HttpResponse

from casino.http import request_limits
from casino.players import hashing

log = structlog.get_logger(__name__)


class Outage:
    """Answers 503 with Retry-After, to pages and the API alike, while the house cannot answer.

    That is while the database is away, and while too many passwords are being hashed.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request."""
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the answer to a request whose view could not do its work now."""
        if isinstance(error, hashing.Busy):
            log.warning("hashing_busy", path=request.path)
            return _as_response(request_limits.unavailable(request.path))
        if not isinstance(error, request_limits.AWAY):
            return None
        log.warning("database_away", path=request.path, error=str(error)[:200])
        return _as_response(request_limits.unavailable(request.path))


def failed(request: HttpRequest) -> HttpResponse:
    """Answer for an error that nothing else has answered; called while it is handled."""
    if isinstance(sys.exc_info()[1], request_limits.AWAY):
        return _as_response(request_limits.unavailable(request.path))
    status = HTTPStatus.INTERNAL_SERVER_ERROR
    return _as_response(request_limits.refusal(request.path, status, "internal"))


def missing(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request for an address where nothing is, or nothing for whoever asks."""
    return _as_response(request_limits.refusal(request.path, HTTPStatus.NOT_FOUND, "not_found"))


def forbidden(
    request: HttpRequest, exception: Exception | None = None, reason: str = ""
) -> HttpResponse:
    """Answer a request that is refused to whoever asks, or lacks the token of its form."""
    return _as_response(request_limits.refusal(request.path, HTTPStatus.FORBIDDEN, "forbidden"))


def malformed(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that Django found suspicious or could not parse."""
    return _as_response(request_limits.refusal(request.path, HTTPStatus.BAD_REQUEST, "malformed"))


def _as_response(answer: request_limits.Refusal) -> HttpResponse:
    return HttpResponse(answer.body, status=answer.status, headers=dict(answer.headers))
