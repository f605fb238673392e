"""The REST framework of the API: JSON only, problems in both languages, pages by cursor.

Knows no player, table or game.
"""

import math
from collections.abc import Mapping
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.http import Http404, JsonResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework import exceptions, serializers, status
from rest_framework.parsers import JSONParser
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView, set_rollback

from casino.http import request_limits
from casino.i18n import Words
from casino.identity import words
from casino.throttling import rate_limit

PAGE: Final = 50
"""Rows of a page when the client names no `limit`."""
PAGE_MOST: Final = 100
LARGEST_ID: Final = 2**63 - 1

MESSAGES: Final[Mapping[str, Words]] = {
    **request_limits.SENTENCES,
    **words.REFUSALS,
    "amount_refused": Words(
        "Un montant est un nombre entier de centimes, de 1 centime à dix milliards.",
        "An amount is a whole number of minor units, from 1 to ten billion of the currency.",
    ),
    "cash_short": Words(
        "Vous n’avez pas tant d’espèces à la caisse.", "You have not so much cash at the cage."
    ),
    "chips_short": Words(
        "Vous n’avez pas tant de jetons en main.", "You have not so many chips in hand."
    ),
    "deposit_limit_reached": Words(
        "La limite de dépôts que le joueur s’est fixée ne le permet pas.",
        "The limit of deposits that the player has set himself does not allow it.",
    ),
    "exchange_closed": Words(
        "Pas de change pendant le règlement de votre coup : un instant.",
        "No exchange while your round is being settled: one moment.",
    ),
    "invalid_parameter": Words(
        "Le paramètre « {parameter} » n’est pas valable.",
        "The parameter “{parameter}” is not valid.",
    ),
    "limit_amount": Words(
        "Une limite est un nombre entier, zéro ou plus.",
        "A limit is a whole number, zero or more.",
    ),
    "limit_unknown": Words("Cette limite n’existe pas.", "There is no such limit."),
    "means_unknown": Words(
        "La maison n’a pas ce moyen de paiement.", "The house has no such means of payment."
    ),
    "method_not_allowed": Words(
        "Cette adresse se lit, elle ne s’écrit pas.",
        "This address is read, never written.",
    ),
    "no_wallet": Words("Ce compte n’a pas de porte-monnaie.", "This account has no wallet."),
    "not_allowed": Words("Vous n’y avez pas droit.", "You are not allowed to do this."),
    "not_json": Words("La demande doit être en JSON.", "The request must be JSON."),
    "not_signed_in": Words("Il faut vous connecter.", "You need to sign in."),
    "order_used": Words(
        "Cet identifiant a déjà servi à autre chose.",
        "This identifier has served for something else.",
    ),
    "refill_capped": Words(
        "Votre adresse a reçu aujourd’hui tous les jetons que la maison lui offre en un jour.",
        "Your address has been given all the chips that the house gives it in a day.",
    ),
    "refill_chips_lie": Words(
        "Vos jetons sont encore en jeu : attendez la fin du coup.",
        "Chips of yours are still in play: wait for the end of the round.",
    ),
    "refill_money_waits": Words(
        "Vous avez des jetons de couleur, un ticket, un gain ou une demande à la caisse : "
        "reprenez-les d’abord.",
        "You have colour chips, a ticket, a win or a request at the cage: take them back first.",
    ),
    "refill_not_needed": Words(
        "Il vous reste assez de jetons pour jouer.",
        "You still have chips enough to play.",
    ),
    "refill_not_offered": Words(
        "Cette maison n’offre pas de jetons.",
        "This house gives no chips away.",
    ),
    "refill_taken": Words(
        "Vous avez déjà reçu les jetons du jour : revenez demain.",
        "You have had today’s chips: come back tomorrow.",
    ),
    "request_decided": Words(
        "La caisse a déjà décidé de cette demande.", "The cage has decided this request already."
    ),
    "request_unknown": Words("Cette demande n’existe pas.", "There is no such request."),
    "requests_wait": Words(
        "{most} de vos demandes attendent déjà la caisse.",
        "{most} of your requests wait for the cage already.",
    ),
    "unknown_witness": Words(
        "La maison ne connaît pas ce témoin.",
        "The house does not know this witness.",
    ),
    "wrong_cosignature": Words(
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
    (exceptions.UnsupportedMediaType, status.HTTP_415_UNSUPPORTED_MEDIA_TYPE, "not_json"),
    (exceptions.Throttled, status.HTTP_429_TOO_MANY_REQUESTS, "too_many_requests"),
)


def problem_response(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Return the problem of an exception as a response; None for a fault of the server."""
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


def json_problem_response(error: Exception, context: Mapping[str, Any]) -> JsonResponse | None:
    """Do as `problem_response`, for a view that renders something else than JSON."""
    found = problem_response(error, context)
    if found is None:
        return None
    response = JsonResponse(found.data, status=found.status_code)
    if "Retry-After" in found:
        response["Retry-After"] = found["Retry-After"]
    return response


class JsonParser(JSONParser):
    """Parser of JSON that PostgreSQL can store; refuses anything else as `malformed`."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """Return the parsed body."""
        try:
            found = super().parse(stream, media_type, parser_context)
            if _is_storable(found):
                return found
        except (RecursionError, UnicodeError):
            pass
        raise exceptions.ParseError


def _is_storable(value: Any) -> bool:
    """Tell whether no string in a value holds NUL; a lone surrogate raises `UnicodeError`."""
    if isinstance(value, str):
        return b"\0" not in value.encode()
    if isinstance(value, dict):
        return all(_is_storable(each) for each in (*value, *value.values()))
    return not isinstance(value, list) or all(_is_storable(each) for each in value)


class ApiThrottle(BaseThrottle):
    """Throttle of the API; refuses `too_many_requests` above API_PER_MINUTE."""

    def __init__(self) -> None:
        self._wait = 0

    def allow_request(self, request: Request, view: object) -> bool:
        """Count the request and tell whether it is within the limit."""
        player, address = request.user.pk, rate_limit.client_address(request)
        who = f"player {player}" if player is not None else f"address {address}"
        self._wait = rate_limit.count_attempt((rate_limit.API, who))
        return not self._wait

    def wait(self) -> float:
        """Return the seconds until the window ends."""
        return self._wait


class ApiView(APIView):
    """A view of the house's REST API: it reads and answers JSON, problems included."""

    renderer_classes = (JSONRenderer,)
    parser_classes = (JsonParser,)
    throttle_classes = (ApiThrottle,)

    def get_exception_handler(self) -> Any:
        """Return the handler that answers with problems."""
        return problem_response


def whole_number_schema(least: int) -> dict[str, Any]:
    """Return the OpenAPI schema of a whole number from `least` that the database can hold."""
    return {"type": "integer", "format": "int64", "minimum": least, "maximum": LARGEST_ID}


EVERYWHERE: Final[Mapping[str, str]] = {
    "400": "The request cannot be read.",
    "429": "Too many requests; `Retry-After` says how many seconds to wait.",
    "503": "The database is away; `Retry-After` says when to ask again.",
}
"""By status: what every address may answer, whatever it is for."""


def complete_schema(result: Any, **_: Any) -> Any:
    """Add bounds of path numbers and common answers to the generated OpenAPI schema.

    A hook of drf-spectacular.
    """
    problem = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    for path in result["paths"].values():
        for operation in path.values():
            for each in operation.get("parameters", ()):
                if each["in"] == "path" and each["schema"].get("type") == "integer":
                    each["schema"] = whole_number_schema(0)
            for status_code, description in EVERYWHERE.items():
                response = {"content": problem, "description": description}
                operation["responses"].setdefault(status_code, response)
    return result


CURSOR: Final = (
    OpenApiParameter(
        "limit",
        {"type": "integer", "minimum": 1, "maximum": PAGE_MOST, "default": PAGE},
        description="The most rows of the page.",
    ),
    OpenApiParameter(
        "before",
        whole_number_schema(1),
        description="Rows older than this cursor; taken from `next`, not made up.",
    ),
)
"""The parameters of every paged address."""


class WholeNumber(serializers.IntegerField):
    """Serializer field of a whole number; refuses text, fractions and booleans."""

    def to_internal_value(self, data: Any) -> int:
        """Return the number; refuses as `invalid` what is none."""
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


def query_number(
    request: Request, name: str, most: int = LARGEST_ID, *, least: int = 1
) -> int | None:
    """Return a whole number of the query string from `least` to `most`; None where it is absent.

    Refuses anything else as `invalid_parameter`.
    """
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 19 and least <= int(text) <= most):
        raise Problem(status.HTTP_400_BAD_REQUEST, "invalid_parameter", parameter=name)
    return int(text)


def page_bounds(request: Request) -> tuple[int, int | None]:
    """Return the `limit` and `before` of a request for a page."""
    return query_number(request, "limit", PAGE_MOST) or PAGE, query_number(request, "before")


def page_response(request: Request, results: Any, before: int | None) -> Response:
    """Return a page of rows; `before` is the cursor of the next page, None at the end."""
    following = None
    if before is not None:
        following = replace_query_param(request.build_absolute_uri(), "before", before)
    return Response({"next": following, "results": results})


def page_serializer(row: type[serializers.Serializer[Any]]) -> type[serializers.Serializer[Any]]:
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
