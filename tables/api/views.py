"""The REST API: lobby, rules, rounds, shoes, draws, one's own wallet. Read-only.

What lies face up at a table is public; who staked what is shown to the players of a round, and
command ids to their owner alone. No address reads a sealed column of a shoe or a draw.
"""

from functools import cache
from typing import Any, Final, TypeVar
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.utils import OpenApiParameter, extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework import status
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from casino.http.downloads import attachment_header
from casino.http.rest import (
    CURSOR,
    ApiThrottle,
    ApiView,
    Problem,
    ProblemSerializer,
    json_problem_response,
    page_bounds,
    page_response,
    page_serializer,
    query_number,
    whole_number_schema,
)
from casino.players.api import own_wallet
from casino.rng import draws, shoes
from casino.rng.models import Draw, Shoe
from tables.api.serializers import (
    BundleSerializer,
    DrawBundleSerializer,
    DrawSerializer,
    OwnRoundSerializer,
    PracticeSerializer,
    PriceSerializer,
    RoundSerializer,
    RuleSetSerializer,
    ShoeSerializer,
    TableSerializer,
    TicketSerializer,
)
from tables.funds import tickets
from tables.history import own_rounds, practice, round_record
from tables.lobby import table_list
from tables.rules import queries as rules

OF_TABLE: Final = OpenApiParameter(
    "table", whole_number_schema(1), required=True, description="The id of the table."
)
FOREVER: Final = {"Cache-Control": "public, max-age=31536000, immutable"}


class PublicView(ApiView):
    """A view that visitors may read."""

    permission_classes = (AllowAny,)


class OwnView(ApiView):
    """A view of the asker's own affairs."""

    permission_classes = (IsAuthenticated,)


class TablesView(PublicView):
    """The lobby."""

    @extend_schema(operation_id="tables", responses={200: TableSerializer(many=True)})
    def get(self, request: Request) -> Response:
        """Every table of the house."""
        return Response(TableSerializer(table_list.lobby_tables(request.user.pk), many=True).data)


class TableView(PublicView):
    """One table of the lobby."""

    @extend_schema(operation_id="table", responses={200: TableSerializer, 404: ProblemSerializer})
    def get(self, request: Request, table_id: int) -> Response:
        """One table. What happens at it comes over `/ws/tables/{id}/`."""
        table = table_list.lobby_table(table_id, request.user.pk)
        if table is None:
            raise NotFound
        return Response(TableSerializer(table).data)


class PracticeView(OwnView):
    """The asker's decisions at a practice table."""

    @extend_schema(
        operation_id="table_practice",
        responses={200: PracticeSerializer, 403: ProblemSerializer, 404: ProblemSerializer},
    )
    def get(self, request: Request, table_id: int) -> Response:
        """How you have decided today at a practice table, and what your errors cost."""
        table = table_list.lobby_table(table_id, request.user.pk)
        if table is None or not table.practice:
            raise NotFound
        wallet = own_wallet(request)
        found = practice.practice_report(wallet.player_id, wallet.account_id, table_id)
        return Response(PracticeSerializer(found).data, headers={"Cache-Control": "no-store"})


class OwnRoundsView(OwnView):
    """The rounds that moved the asker's money."""

    @extend_schema(
        operation_id="rounds_mine",
        parameters=[*CURSOR],
        responses={
            200: page_serializer(OwnRoundSerializer),
            400: ProblemSerializer,
            403: ProblemSerializer,
            404: ProblemSerializer,
        },
    )
    def get(self, request: Request) -> Response:
        """The rounds you took part in, newest first, with what each brought you."""
        limit, before = page_bounds(request)
        rounds, following = own_rounds.own_rounds(own_wallet(request).account_id, limit, before)
        return page_response(request, OwnRoundSerializer(rounds, many=True).data, following)


class RoundView(PublicView):
    """A round's record."""

    @extend_schema(operation_id="round", responses={200: RoundSerializer, 404: ProblemSerializer})
    def get(self, request: Request, round_id: int) -> Response:
        """A round's record: what was dealt and fell; to who took part, all of it."""
        shown = round_record.round_shown(round_id, asked_by=request.user.pk)
        if shown is None:
            raise NotFound
        return Response(RoundSerializer(shown).data)


class TicketsView(OwnView):
    """The asker's tickets."""

    @extend_schema(
        operation_id="tickets",
        responses={200: TicketSerializer(many=True), 403: ProblemSerializer},
    )
    def get(self, request: Request) -> Response:
        """Your tickets that nobody was paid for, newest first, with their codes: keep them."""
        assert request.user.pk is not None
        owned = tickets.unpaid_of_player(request.user.pk, timezone.now())
        shown = TicketSerializer(owned, many=True).data
        return Response(shown, headers={"Cache-Control": "no-store"})


class RuleSetsView(PublicView):
    """The rule sets of the house."""

    @extend_schema(operation_id="rule_sets", responses={200: RuleSetSerializer(many=True)})
    def get(self, request: Request) -> Response:
        """Every rule set, with its options in force and the clauses of its book."""
        found = [rules.rule_set_shown(each) for each in rules.with_edges().order_by("key")]
        return Response(RuleSetSerializer(found, many=True).data)


class RuleSetView(PublicView):
    """One rule set."""

    @extend_schema(
        operation_id="rule_set", responses={200: RuleSetSerializer, 404: ProblemSerializer}
    )
    def get(self, request: Request, key: str) -> Response:
        """One rule set, with its options in force and the clauses of its book."""
        found = rules.with_edges().filter(key=key).first()
        if found is None:
            raise NotFound
        return Response(RuleSetSerializer(rules.rule_set_shown(found)).data)


class PricesView(PublicView):
    """What the bets of a rule set cost."""

    @extend_schema(
        operation_id="prices", responses={200: PriceSerializer(many=True), 404: ProblemSerializer}
    )
    def get(self, request: Request, key: str) -> Response:
        """What every bet of a rule set costs; nothing for a game whose edges are not computed."""
        found = rules.with_edges().filter(key=key).first()
        if found is None:
            raise NotFound
        return Response(PriceSerializer(rules.bet_prices(found), many=True).data)


class ShoesView(PublicView):
    """The shoes of a table."""

    @extend_schema(
        operation_id="shoes",
        parameters=[OF_TABLE, *CURSOR],
        responses={200: page_serializer(ShoeSerializer), 400: ProblemSerializer},
    )
    def get(self, request: Request) -> Response:
        """The shoes of a table, newest first; their numbers have no gaps."""
        rows, following = _newest(request, Shoe.objects.all())
        return page_response(request, [_face(each) for each in rows], following)


class ShoeView(PublicView):
    """One shoe."""

    @extend_schema(operation_id="shoe", responses={200: ShoeSerializer, 404: ProblemSerializer})
    def get(self, request: Request, shoe_id: UUID) -> Response:
        """The public face of a shoe: its promise, its position, and its seed once retired."""
        return Response(_face(_shoe(shoe_id)))


class BundleView(PublicView):
    """A shoe's proofs as a file."""

    @extend_schema(
        operation_id="shoe_bundle", responses={200: BundleSerializer, 404: ProblemSerializer}
    )
    def get(self, request: Request, shoe_id: UUID) -> Response:
        """The file with which anybody can verify the shoe."""
        shoe = _shoe(shoe_id)
        bundle = shoes.bundle(shoe.pk)
        name = f"{shoe.table}-shoe-{shoe.sequence}"
        return Response(BundleSerializer(bundle).data, headers=_as_file(name, bundle))


def _shoe(shoe_id: UUID) -> Shoe:
    found = Shoe.objects.filter(pk=shoe_id).first()
    if found is None:
        raise NotFound
    return found


def _face(shoe: Shoe) -> Any:
    return ShoeSerializer(shoes.public(shoe)).data


class DrawsView(PublicView):
    """The draws of a table."""

    @extend_schema(
        operation_id="draws",
        parameters=[OF_TABLE, *CURSOR],
        responses={200: page_serializer(DrawSerializer), 400: ProblemSerializer},
    )
    def get(self, request: Request) -> Response:
        """The draws of a table, newest first; their numbers have no gaps."""
        rows, following = _newest(request, Draw.objects.all())
        return page_response(
            request, [DrawSerializer(draws.public(each)).data for each in rows], following
        )


class DrawView(PublicView):
    """One draw."""

    @extend_schema(operation_id="draw", responses={200: DrawSerializer, 404: ProblemSerializer})
    def get(self, request: Request, draw_id: UUID) -> Response:
        """The public face of a draw: its promise; then what fell; then its seed."""
        return Response(DrawSerializer(draws.public(_draw(draw_id))).data)


class DrawBundleView(PublicView):
    """A draw's proof as a file."""

    @extend_schema(
        operation_id="draw_bundle", responses={200: DrawBundleSerializer, 404: ProblemSerializer}
    )
    def get(self, request: Request, draw_id: UUID) -> Response:
        """The file with which anybody can verify the draw."""
        draw = _draw(draw_id)
        bundle = draws.bundle(draw.pk)
        name = f"{draw.table}-draw-{draw.sequence}"
        return Response(DrawBundleSerializer(bundle).data, headers=_as_file(name, bundle))


def _draw(draw_id: UUID) -> Draw:
    found = Draw.objects.filter(pk=draw_id).first()
    if found is None:
        raise NotFound
    return found


S = TypeVar("S", Shoe, Draw)


def _newest(request: Request, every: QuerySet[S]) -> tuple[list[S], int | None]:
    """Return the page of a table's shoes or draws asked for, and where the next begins."""
    table_id = query_number(request, "table")
    if table_id is None:
        raise Problem(status.HTTP_400_BAD_REQUEST, "invalid_parameter", parameter="table")
    limit, before = page_bounds(request)
    found = every.filter(table=f"table:{table_id}").order_by("-sequence")
    if before is not None:
        found = found.filter(sequence__lt=before)
    rows = list(found[: limit + 1])
    return rows[:limit], rows[limit - 1].sequence if len(rows) > limit else None


def _as_file(name: str, bundle: dict[str, Any]) -> dict[str, str]:
    """Return the headers that make a browser save a bundle, and keep one that will not change."""
    headers = attachment_header(f"{name.replace(':', '-')}.json")
    return headers if bundle["reveal"] is None else headers | FOREVER


class NothingView(PublicView):
    """Answers wherever the API has no address, as it answers for a row that is not there."""

    @extend_schema(exclude=True)
    def get(self, request: Request, rest: str) -> Response:
        """There is nothing here."""
        raise NotFound


class SchemaView(SpectacularAPIView):
    """The API's schema, made once in each form."""

    throttle_classes = (ApiThrottle,)

    @extend_schema(exclude=True)
    def get(self, request: Request, *_args: Any, **_kwargs: Any) -> HttpResponse:
        """Return the schema as JSON or YAML."""
        media_type = request.accepted_renderer.media_type
        return HttpResponse(
            _schema("json" in media_type),
            content_type=media_type,
            headers={"Cache-Control": "public, max-age=300"},
        )

    def get_exception_handler(self) -> Any:
        """Return the handler that answers with problems."""
        return json_problem_response


@cache
def _schema(as_json: bool) -> bytes:
    """Return the schema, the same for everybody, as this process serves it."""
    renderer = OpenApiJsonRenderer() if as_json else OpenApiYamlRenderer()
    schema = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]
    written: bytes = renderer.render(schema, renderer_context={})
    return written


class DocsView(SpectacularSwaggerSplitView):
    """The API's documentation to read and try; its script is a file, as the CSP asks."""

    template_name = "api/docs.html"
    throttle_classes = (ApiThrottle,)

    def get_exception_handler(self) -> Any:
        """Return the handler that answers with problems."""
        return json_problem_response
