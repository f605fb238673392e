"""Decorator of views: rate limits."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from casino.http import request_limits
from casino.throttling import rate_limit
from casino.throttling.rate_limit import LimitKey

View = Callable[..., HttpResponseBase]


def rate_limited(turn: Callable[[HttpRequest], LimitKey]) -> Callable[[View], View]:
    """Limit a view; answers 429 with Retry-After above the limit that `turn` returns.

    Counted before the view begins.
    """

    def of(view: View) -> View:
        @wraps(view)
        def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if wait := rate_limit.count_attempt(turn(request)):
                status = HTTPStatus.TOO_MANY_REQUESTS
                limited = request_limits.refusal(
                    request.path, status, "too_many_requests", Retry_After=str(wait)
                )
                return HttpResponse(
                    limited.body, status=limited.status, headers=dict(limited.headers)
                )
            return view(request, *args, **kwargs)

        return wrapper

    return of
