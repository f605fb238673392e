"""How the house answers over REST: JSON only, refusals in both languages, pages by cursor.

Knows no player, table or game.
"""

import math
from collections.abc import Mapping
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import exceptions, serializers, status
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView, set_rollback

from casino.turnstile import ApiTurnstile

PAGE: Final = 50
"""Rows of a page when the client names no `limit`."""
PAGE_MOST: Final = 100
LARGEST_ID: Final = 2**63 - 1

MESSAGES: Final[Mapping[str, tuple[str, str]]] = {
    "invalid_parameter": (
        "Le paramètre « {parameter} » n’est pas valable.",
        "The parameter “{parameter}” is not valid.",
    ),
    "malformed": ("La demande est illisible.", "The request cannot be read."),
    "method_not_allowed": (
        "Cette adresse se lit, elle ne s’écrit pas.",
        "This address is read, never written.",
    ),
    "no_wallet": ("Ce compte n’a pas de porte-monnaie.", "This account has no wallet."),
    "not_allowed": ("Vous n’y avez pas droit.", "You are not allowed to do this."),
    "not_found": ("Il n’y a rien à cette adresse.", "There is nothing at this address."),
    "not_signed_in": ("Il faut vous connecter.", "You need to sign in."),
    "too_many_requests": (
        "Trop de demandes : attendez un peu.",
        "Too many requests: wait a moment.",
    ),
    "unknown_witness": (
        "La maison ne connaît pas ce témoin.",
        "The house does not know this witness.",
    ),
    "wrong_cosignature": (
        "Cette cosignature n’est pas celle de cet état du journal.",
        "This is not a cosignature of this checkpoint of the log.",
    ),
}
"""By code: the French and the English sentence."""


class Problem(exceptions.APIException):
    """An answer that says why not: `code` is one of MESSAGES, `detail` fills its sentence."""

    def __init__(self, status_code: int, code: str, **detail: int | str) -> None:
        super().__init__(code, code)
        self.status_code = status_code
        self.code = code
        self.fill = detail


class MessageSerializer(serializers.Serializer[Any]):
    """A sentence in both languages of the house."""

    fr = serializers.CharField()
    en = serializers.CharField()


class ProblemSerializer(serializers.Serializer[Any]):
    """Why a request was not answered."""

    code = serializers.ChoiceField(choices=sorted(MESSAGES), help_text="Stable, snake_case.")
    message = MessageSerializer()


_CODES: Final[tuple[tuple[type[Exception], int, str], ...]] = (
    (exceptions.NotAuthenticated, status.HTTP_403_FORBIDDEN, "not_signed_in"),
    (exceptions.AuthenticationFailed, status.HTTP_403_FORBIDDEN, "not_signed_in"),
    (exceptions.PermissionDenied, status.HTTP_403_FORBIDDEN, "not_allowed"),
    (PermissionDenied, status.HTTP_403_FORBIDDEN, "not_allowed"),
    (exceptions.NotFound, status.HTTP_404_NOT_FOUND, "not_found"),
    (Http404, status.HTTP_404_NOT_FOUND, "not_found"),
    (exceptions.MethodNotAllowed, status.HTTP_405_METHOD_NOT_ALLOWED, "method_not_allowed"),
    (exceptions.Throttled, status.HTTP_429_TOO_MANY_REQUESTS, "too_many_requests"),
)


def answer(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Return the problem that an exception stands for; None for a fault of the house's own."""
    fill: Mapping[str, int | str] = {}
    if isinstance(error, Problem):
        status_code, code, fill = error.status_code, error.code, error.fill
    elif known := next((each for each in _CODES if isinstance(error, each[0])), None):
        _, status_code, code = known
    elif isinstance(error, exceptions.APIException):
        status_code, code = error.status_code, "malformed"
    else:
        return None
    set_rollback()
    fr, en = MESSAGES[code]
    message = {"fr": fr.format(**fill), "en": en.format(**fill)}
    wait: float | None = getattr(error, "wait", None)
    headers = {"Retry-After": str(math.ceil(wait))} if wait else {}
    return Response({"code": code, "message": message}, status=status_code, headers=headers)


class House(APIView):
    """A view of the house's REST API: it answers in JSON, problems included."""

    renderer_classes = (JSONRenderer,)
    throttle_classes = (ApiTurnstile,)

    def get_exception_handler(self) -> Any:
        """Return the handler that answers with problems."""
        return answer


CURSOR: Final = (
    OpenApiParameter(
        "limit",
        {"type": "integer", "minimum": 1, "maximum": PAGE_MOST, "default": PAGE},
        description="The most rows of the page.",
    ),
    OpenApiParameter(
        "before",
        OpenApiTypes.INT64,
        description="Rows older than this cursor; taken from `next`, not made up.",
    ),
)
"""The parameters of every paged address."""


def number(request: Request, name: str, most: int = LARGEST_ID, *, least: int = 1) -> int | None:
    """Return a whole number of the query, positive or from `least`; None when it is not there.

    Refuses anything else as `invalid_parameter`.
    """
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 19 and least <= int(text) <= most):
        raise Problem(status.HTTP_400_BAD_REQUEST, "invalid_parameter", parameter=name)
    return int(text)


def window(request: Request) -> tuple[int, int | None]:
    """Return the `limit` and `before` that a request asks for."""
    return number(request, "limit", PAGE_MOST) or PAGE, number(request, "before")


def page(request: Request, results: Any, before: int | None) -> Response:
    """Return a page of rows; `before` is the cursor of the next one, None at the end."""
    following = None
    if before is not None:
        following = replace_query_param(request.build_absolute_uri(), "before", before)
    return Response({"next": following, "results": results})


def paged(row: type[serializers.Serializer[Any]]) -> type[serializers.Serializer[Any]]:
    """Return the serializer of a page of rows, for the schema."""
    name = row.__name__.removesuffix("Serializer")
    return type(
        f"{name}PageSerializer",
        (serializers.Serializer,),
        {
            "__doc__": "A page, newest first; it may be short although `next` goes on.",
            "next": serializers.URLField(
                allow_null=True, help_text="The next page; null at the end."
            ),
            "results": row(many=True),
        },
    )
