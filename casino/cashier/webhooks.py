"""Webhook of payment providers.

A call is authenticated by the provider's signature, which the adapter checks; by no session or
cookie.
"""

from http import HTTPStatus
from typing import Final

import structlog
from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from casino.cashier import providers, transfers
from casino.cashier.providers import BadSignature
from casino.http.request_limits import DATABASE_AWAY_ERRORS
from casino.throttling import rate_limit
from casino.throttling.decorators import rate_limited

log = structlog.get_logger(__name__)

_counted: Final = rate_limited(
    lambda request: (rate_limit.PAYMENTS, rate_limit.client_address(request))
)


@csrf_exempt
@require_POST
@never_cache
@_counted
def receive_report(request: HttpRequest, means: str) -> HttpResponseBase:
    """Receive a provider's report of a payment; answer with its first outcome.

    200 where it agrees, 409 where it does not and an alarm is kept; 404 for a payment or a means
    that the house does not know, 403 for a call that is not signed, 400 for one out of form, or
    that the adapter fails to read: a means that is answered 500 calls again for ever.
    """
    adapter = providers.MEANS.get(means)
    if adapter is None or adapter.at_counter:
        return _refused("means_unknown", HTTPStatus.NOT_FOUND)
    try:
        heard = adapter.heard(request.headers, request.body)
    except BadSignature:
        return _refused("not_signed", HTTPStatus.FORBIDDEN)
    except ValueError:
        return _refused("malformed", HTTPStatus.BAD_REQUEST)
    except DATABASE_AWAY_ERRORS:
        raise
    except Exception:
        log.exception("payment_adapter_failed", means=means)
        return _refused("malformed", HTTPStatus.BAD_REQUEST)
    try:
        answer = transfers.record_report(means, heard)
    except transfers.PaymentUnknown:
        return _refused("payment_unknown", HTTPStatus.NOT_FOUND)
    status = HTTPStatus.OK if answer.agrees else HTTPStatus.CONFLICT
    return JsonResponse({"outcome": answer.outcome}, status=status)


def _refused(code: str, status: HTTPStatus) -> JsonResponse:
    return JsonResponse({"code": code}, status=status)
