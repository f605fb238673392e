"""Pages that cost the house more than others, counted for whoever asks."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from casino.http import request_limits
from casino.throttling import rate_limit
from casino.throttling.rate_limit import Turn

View = Callable[..., HttpResponseBase]


def counted(turn: Callable[[HttpRequest], Turn]) -> Callable[[View], View]:
    """Answer 429, with the seconds to wait, to whoever asks for a page more often than `turn` lets.

    Counted before the view begins.
    """

    def of(view: View) -> View:
        @wraps(view)
        def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if wait := rate_limit.admit(turn(request)):
                status = HTTPStatus.TOO_MANY_REQUESTS
                said = request_limits.refusal(
                    request.path, status, "too_many_requests", Retry_After=str(wait)
                )
                return HttpResponse(said.body, status=said.status, headers=dict(said.headers))
            return view(request, *args, **kwargs)

        return asked

    return of
