"""The REST API of one's own cash: what there is, its exchange for chips, requests to the cage."""

from typing import Any, Final
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from casino.cashier import providers
from casino.cashier import services as cash
from casino.cashier.services import CashRefused
from casino.http.rest import (
    CURSOR,
    ApiView,
    Problem,
    ProblemSerializer,
    WholeNumber,
    page_bounds,
    page_response,
    page_serializer,
)
from casino.players.api import own_wallet
from casino.players.models import CashRequest, Player

REFUSED: Final = {
    400: ProblemSerializer,
    403: ProblemSerializer,
    404: ProblemSerializer,
    409: ProblemSerializer,
}
"""What every address may answer that does something."""


class CashSerializer(serializers.Serializer[Any]):
    """What you have at the cage and in hand."""

    currency = serializers.CharField()
    cash = serializers.IntegerField(help_text="Minor units (hundredths).", min_value=0)
    reserved = serializers.IntegerField(
        help_text="Minor units of the cash that withdrawals of yours wait for.", min_value=0
    )
    chips = serializers.IntegerField(help_text="Minor units in your wallet.", min_value=0)


class ExchangeAskedSerializer(serializers.Serializer[Any]):
    """An exchange that you ask for."""

    order = serializers.UUIDField(
        help_text="Made by you; sent again, it is the same exchange and has the same answer."
    )
    way = serializers.ChoiceField(choices=cash.EXCHANGES)
    amount = WholeNumber(min_value=1, max_value=cash.MOST, help_text="Minor units.")


class ExchangedSerializer(ExchangeAskedSerializer):
    """An exchange as it was made."""

    at = serializers.DateTimeField()


class RequestAskedSerializer(serializers.Serializer[Any]):
    """Cash that you wish to bring to the cage, or to take away."""

    order = serializers.UUIDField(help_text="Made by you; sent again, it is the same request.")
    way = serializers.ChoiceField(choices=CashRequest.Way.choices)
    means = serializers.CharField(
        default=providers.CASHIER, max_length=16, help_text="A means of payment of the house."
    )
    amount = WholeNumber(min_value=1, max_value=cash.MOST, help_text="Minor units.")


class CashRequestSerializer(RequestAskedSerializer):
    """A request of yours to the cage, as it stands."""

    state = serializers.ChoiceField(choices=CashRequest.State.choices)
    asked_at = serializers.DateTimeField()
    decided_at = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField(
        allow_blank=True, help_text="The cage’s, where it has decided; otherwise empty."
    )


class CashView(ApiView):
    """Your cash."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="cash",
        responses={200: CashSerializer, 403: ProblemSerializer, 404: ProblemSerializer},
    )
    def get(self, request: Request) -> Response:
        """Your cash and your chips."""
        return Response(CashSerializer(cash.cage_balances(own_wallet(request))).data)


class ExchangeView(ApiView):
    """The exchange at the cage."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="cash_exchange",
        request=ExchangeAskedSerializer,
        responses={200: ExchangedSerializer, **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Change cash into chips (`to_chips`) or chips into cash (`to_cash`).

        A refusal says why: `amount_refused`, `cash_short`, `chips_short`, `order_used`, and
        `exchange_closed` while a round is settled in which you have a stake.
        """
        player, wanted = _asker(request), _validated(request, ExchangeAskedSerializer)
        try:
            done = cash.exchange(player, wanted["way"], wanted["amount"], order=wanted["order"])
        except CashRefused as refused:
            raise _problem(refused) from None
        return Response(ExchangedSerializer(done).data)


class RequestsView(ApiView):
    """Your requests to the cage."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="cash_requests",
        parameters=[*CURSOR],
        responses={
            200: page_serializer(CashRequestSerializer),
            400: ProblemSerializer,
            403: ProblemSerializer,
            404: ProblemSerializer,
        },
    )
    def get(self, request: Request) -> Response:
        """What you have asked of the cage, newest first."""
        limit, before = page_bounds(request)
        found = cash.requests_of(own_wallet(request), limit + 1, before)
        rows = CashRequestSerializer(found[:limit], many=True).data
        return page_response(request, rows, found[limit - 1].pk if len(found) > limit else None)

    @extend_schema(
        operation_id="cash_request",
        request=RequestAskedSerializer,
        responses={200: CashRequestSerializer, **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Ask the cage to take cash in (`deposit`) or to hand it out (`withdrawal`).

        What a withdrawal asks for is reserved at once. A refusal says why: `amount_refused`,
        `cash_short`, `deposit_limit_reached`, `means_unknown`, `order_used`, `requests_wait`;
        where the house is licensed also `identity_expired`, `identity_not_given`,
        `identity_refused`, `identity_unverified`, `limit_wanted` and `under_age`.
        """
        player, wanted = _asker(request), _validated(request, RequestAskedSerializer)
        try:
            made = cash.request_cash(
                player,
                wanted["way"],
                wanted["amount"],
                order=wanted["order"],
                means=wanted["means"],
            )
        except CashRefused as refused:
            raise _problem(refused) from None
        return Response(CashRequestSerializer(made).data)


class CancelView(ApiView):
    """The end of a request that you take back."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="cash_cancel", request=None, responses={200: CashRequestSerializer, **REFUSED}
    )
    def post(self, request: Request, order: UUID) -> Response:
        """Take a request back before the cage decides it; what it reserved is free again.

        A refusal says why: `request_unknown` or `request_decided`.
        """
        try:
            gone = cash.cancel_request(_asker(request), order)
        except CashRefused as refused:
            raise _problem(refused) from None
        return Response(CashRequestSerializer(gone).data)


def _asker(request: Request) -> Player:
    """Return the player who asks; a problem `no_wallet` to an operator, who has none."""
    own_wallet(request)
    assert isinstance(request.user, Player)
    return request.user


def _validated(request: Request, form: type[serializers.Serializer[Any]]) -> dict[str, Any]:
    """Return what a body asks for; a problem where it is out of form or of bounds."""
    serializer = form(data=request.data)
    if serializer.is_valid():
        found: dict[str, Any] = serializer.validated_data
        return found
    if "amount" in serializer.errors:
        raise Problem(status.HTTP_400_BAD_REQUEST, "amount_refused")
    wrong = next(
        name for name in ("way", "means", "order", *serializer.errors) if name in serializer.errors
    )
    raise Problem(status.HTTP_400_BAD_REQUEST, "invalid_parameter", parameter=wrong)


def _problem(refused: CashRefused) -> Problem:
    known = refused.code not in ("no_wallet", "request_unknown")
    answer = status.HTTP_409_CONFLICT if known else status.HTTP_404_NOT_FOUND
    return Problem(answer, refused.code, **refused.detail)
