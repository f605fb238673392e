"""The REST API of one's own money: the wallet, its statement, the daily refill, the limits.

Nobody else's can be asked for.
"""

from typing import Any, Final

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

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
from casino.ledger import services as ledger
from casino.players.models import Player, Wallet
from casino.players.services import RefillRefused, check_refill, refill, wallet_of
from casino.responsible_gaming import limits
from casino.responsible_gaming.limits import LimitRefused
from casino.throttling.rate_limit import client_host

REFILL_REFUSALS: Final = (
    "refill_capped",
    "refill_chips_lie",
    "refill_money_waits",
    "refill_not_needed",
    "refill_not_offered",
    "refill_taken",
)


class RefillSerializer(serializers.Serializer[Any]):
    """Whether the house gives you chips now."""

    possible = serializers.BooleanField()
    amount = serializers.IntegerField(help_text="Minor units that a refill gives.", min_value=0)
    reason = serializers.ChoiceField(
        choices=REFILL_REFUSALS, allow_null=True, help_text="Why not; null when it is possible."
    )
    again_at = serializers.DateTimeField(
        allow_null=True, help_text="When to ask again, where waiting helps; otherwise null."
    )


class WalletSerializer(serializers.Serializer[Any]):
    """What you have."""

    currency = serializers.CharField()
    balance = serializers.IntegerField(help_text="Minor units (hundredths).")
    refill = RefillSerializer()


class RefilledSerializer(serializers.Serializer[Any]):
    """What you were given."""

    granted = serializers.IntegerField(help_text="Minor units.", min_value=0)
    balance = serializers.IntegerField(help_text="Minor units in your wallet now.")
    again_at = serializers.DateTimeField(help_text="When the next day begins.")


class PostingSerializer(serializers.Serializer[Any]):
    """One side of a transfer, as your wallet's statement reports it."""

    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    cause = serializers.CharField(
        help_text="What was done: `grant`, or an event's kind, `<game>.<verb>`."
    )
    why = serializers.CharField(help_text="What the transfer is for, e.g. `stake`, `pay`.")
    reference = serializers.CharField(help_text="What it belongs to, e.g. `round:12`.")
    round = serializers.SerializerMethodField(
        help_text="The id of the round it belongs to, see `/api/rounds/{id}/`."
    )
    counterpart = serializers.CharField(help_text="The ledger account on the other side.")
    amount = serializers.IntegerField(help_text="Minor units; negative when you gave them.")
    balance = serializers.IntegerField(help_text="Minor units in your wallet afterwards.")

    def get_round(self, posting: ledger.Posting) -> int | None:
        """Return the round's id where the reference names one."""
        kind, _, key = posting.reference.partition(":")
        return int(key) if kind == "round" and key.isdigit() else None


def own_wallet(request: Request) -> Wallet:
    """Return the asker's wallet; a problem `no_wallet` when they have none, as an operator."""
    assert request.user.pk is not None
    try:
        return wallet_of(request.user.pk)
    except Wallet.DoesNotExist:
        raise Problem(status.HTTP_404_NOT_FOUND, "no_wallet") from None


class WalletView(ApiView):
    """What is in your wallet."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="wallet",
        responses={200: WalletSerializer, 403: ProblemSerializer, 404: ProblemSerializer},
    )
    def get(self, request: Request) -> Response:
        """What is in your wallet."""
        wallet = own_wallet(request)
        reason, again_at = None, None
        try:
            check_refill(wallet, client_host(request))
        except RefillRefused as refused:
            reason, again_at = refused.code, refused.again_at
        shown = {
            "currency": wallet.currency,
            "balance": wallet.account.balance,
            "refill": {
                "possible": reason is None,
                "amount": settings.PLAY_MONEY_REFILL,
                "reason": reason,
                "again_at": again_at,
            },
        }
        return Response(WalletSerializer(shown).data)


class RefillView(ApiView):
    """The daily refill of play money."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="wallet_refill",
        request=None,
        responses={
            200: RefilledSerializer,
            403: ProblemSerializer,
            404: ProblemSerializer,
            409: ProblemSerializer,
        },
    )
    def post(self, request: Request) -> Response:
        """Be given chips when you are nearly out of them, once a day.

        A refusal says why: `refill_not_needed`, `refill_chips_lie` while chips of yours lie at a
        table, `refill_money_waits` while you have colour chips, a ticket, a win to be paid or a
        request at the cage, `refill_taken`, `refill_capped` when your address has had the day's
        chips, and `refill_not_offered` where the house gives none.
        """
        try:
            refilled = refill(own_wallet(request), client_host(request))
        except RefillRefused as refused:
            raise Problem(status.HTTP_409_CONFLICT, refused.code) from None
        return Response(RefilledSerializer(refilled).data)


class StatementView(ApiView):
    """The statement of your wallet."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="wallet_statement",
        parameters=[*CURSOR],
        responses={
            200: page_serializer(PostingSerializer),
            400: ProblemSerializer,
            403: ProblemSerializer,
            404: ProblemSerializer,
        },
    )
    def get(self, request: Request) -> Response:
        """What came to your wallet and left it, newest first, with the balance after each."""
        limit, before = page_bounds(request)
        postings = ledger.statement(own_wallet(request).account_id, limit + 1, before)
        rows = PostingSerializer(postings[:limit], many=True).data
        return page_response(
            request, rows, postings[limit - 1].id if len(postings) > limit else None
        )


class LimitSerializer(serializers.Serializer[Any]):
    """A limit of yours as it stands."""

    kind = serializers.ChoiceField(choices=limits.KINDS)
    period = serializers.ChoiceField(choices=limits.PERIODS)
    amount = serializers.IntegerField(
        allow_null=True, help_text="In force now: minor units, of `time` seconds; null for none."
    )
    used = serializers.IntegerField(
        help_text="In the period that goes on; negative where more was won than lost."
    )
    left = serializers.IntegerField(allow_null=True, help_text="What may still be used.")
    until = serializers.DateTimeField(help_text="When the period ends.")
    coming = serializers.IntegerField(
        allow_null=True, help_text="What will be in force at `coming_at`; null for no limit."
    )
    coming_at = serializers.DateTimeField(
        allow_null=True, help_text="Null where nothing else is to come."
    )


class LimitAskedSerializer(serializers.Serializer[Any]):
    """A limit that you set."""

    kind = serializers.ChoiceField(choices=limits.KINDS)
    period = serializers.ChoiceField(choices=limits.PERIODS)
    amount = WholeNumber(
        min_value=0,
        max_value=limits.MOST,
        allow_null=True,
        help_text="Minor units, of `time` seconds; null lifts the limit.",
    )


class LimitsView(ApiView):
    """What you have limited yourself to."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="limits",
        responses={200: LimitSerializer(many=True), 403: ProblemSerializer},
    )
    def get(self, request: Request) -> Response:
        """Your limits of stakes, losses, time and deposits, by day, week and month."""
        standings = limits.limit_statuses(_asker(request).pk)
        return Response(LimitSerializer(standings, many=True).data)

    @extend_schema(
        operation_id="limits_set",
        request=LimitAskedSerializer,
        responses={200: LimitSerializer, 400: ProblemSerializer, 403: ProblemSerializer},
    )
    def post(self, request: Request) -> Response:
        """Set a limit: a lower one holds at once, a higher one, or none, after the cooling-off.

        A refusal says why: `limit_unknown` or `limit_amount`.
        """
        serializer = LimitAskedSerializer(data=request.data)
        if not serializer.is_valid():
            code = "limit_amount" if "amount" in serializer.errors else "limit_unknown"
            raise Problem(status.HTTP_400_BAD_REQUEST, code)
        try:
            changed = limits.set_limit(_asker(request), **serializer.validated_data)
        except LimitRefused as refused:
            raise Problem(status.HTTP_400_BAD_REQUEST, refused.code) from None
        return Response(LimitSerializer(changed).data)


class StaySerializer(serializers.Serializer[Any]):
    """What you have done since you came to the tables."""

    began_at = serializers.DateTimeField(allow_null=True, help_text="Null at no table.")
    seconds = serializers.IntegerField(min_value=0)
    staked = serializers.IntegerField(help_text="Minor units.")
    net = serializers.IntegerField(
        help_text="Minor units; chips that lie at a table still count as gone."
    )
    check_at = serializers.DateTimeField(
        allow_null=True, help_text="When you are asked to look at this; null for never."
    )
    due = serializers.BooleanField(help_text="You are to acknowledge it now.")


class StayView(ApiView):
    """Your stay at the tables, and the reality check."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="stay", responses={200: StaySerializer, 403: ProblemSerializer})
    def get(self, request: Request) -> Response:
        """How long you have been at the tables, what you have staked, and what came of it."""
        return Response(StaySerializer(limits.current_stay(_asker(request).pk)).data)

    @extend_schema(
        operation_id="stay_acknowledge",
        request=None,
        responses={200: StaySerializer, 403: ProblemSerializer},
    )
    def post(self, request: Request) -> Response:
        """Acknowledge that you have seen it, where that is `due`; it is kept what you saw."""
        return Response(StaySerializer(limits.acknowledge_reality_check(_asker(request))).data)


def _asker(request: Request) -> Player:
    assert isinstance(request.user, Player)
    return request.user
