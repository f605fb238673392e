"""The log over REST: checkpoints, entries, proofs and keys, for anybody; a witness may cosign."""

import json
from typing import Any, Final

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from casino.http.rest import (
    CURSOR,
    ApiView,
    Problem,
    ProblemSerializer,
    page_bounds,
    page_response,
    page_serializer,
    query_number,
    whole_number_schema,
)
from casino.rng.conformity import trust
from casino.rng.log import serializers, tree, witnesses
from casino.rng.log.models import Checkpoint, LogEntry
from casino.rng.models import ConformityReport
from casino.rng.monitoring import withdrawal_rates

FOREVER: Final = {"Cache-Control": "public, max-age=31536000, immutable"}
LABEL: Final = 64
"""Characters of a table's label at most."""
REFUSED: Final = {400: ProblemSerializer}


def _whole(name: str, least: int, description: str) -> OpenApiParameter:
    return OpenApiParameter(
        name, whole_number_schema(least), required=True, description=description
    )


class LogView(ApiView):
    """A view that visitors may read; it knows nobody, so that no cookie makes a witness."""

    authentication_classes = ()
    permission_classes = (AllowAny,)


class NewestCheckpointView(LogView):
    """The state of the log now."""

    @extend_schema(
        operation_id="log_checkpoint",
        responses={200: serializers.CheckpointSerializer, 404: ProblemSerializer},
    )
    def get(self, request: Request) -> Response:
        """The newest signed checkpoint."""
        newest = tree.newest_checkpoint()
        if newest is None:
            raise NotFound
        return Response(serializers.shown(newest))


class CheckpointView(LogView):
    """The state of the log when it had so many entries."""

    @extend_schema(
        operation_id="log_checkpoint_at",
        responses={200: serializers.CheckpointSerializer, 404: ProblemSerializer},
    )
    def get(self, request: Request, size: int) -> Response:
        """The signed checkpoint of one size, with the cosignatures of known witnesses."""
        return Response(serializers.shown(self._checkpoint(size)))

    @extend_schema(
        operation_id="log_cosign",
        request=serializers.CosignSerializer,
        responses={
            201: serializers.CheckpointSerializer,
            400: ProblemSerializer,
            404: ProblemSerializer,
            413: ProblemSerializer,
            415: ProblemSerializer,
        },
    )
    def post(self, request: Request, size: int) -> Response:
        """Cosign a checkpoint (C2SP cosignature/v1), as a witness whom the house knows."""
        checkpoint = self._checkpoint(size)
        asked = serializers.CosignSerializer(data=request.data)
        if not asked.is_valid():
            raise Problem(status.HTTP_400_BAD_REQUEST, "malformed")
        try:
            witnesses.cosign(checkpoint, asked.validated_data["line"])
        except witnesses.Refused as refused:
            raise Problem(status.HTTP_400_BAD_REQUEST, refused.code) from None
        return Response(serializers.shown(checkpoint), status=status.HTTP_201_CREATED)

    def _checkpoint(self, size: int) -> Checkpoint:
        found = Checkpoint.objects.filter(pk=_in_range(size)).first()
        if found is None:
            raise NotFound
        return found


class EntriesView(LogView):
    """The entries of the log."""

    @extend_schema(
        operation_id="log_entries",
        parameters=[*CURSOR],
        responses={200: page_serializer(serializers.LogEntrySerializer), **REFUSED},
    )
    def get(self, request: Request) -> Response:
        """All entries, newest first; `before` counts them from 1, so the rest is below it."""
        limit, before = page_bounds(request)
        found = LogEntry.objects.order_by("-index")
        if before is not None:
            found = found.filter(index__lt=before)
        entries = list(found[: limit + 1])
        following = entries[limit - 1].index if len(entries) > limit else None
        return page_response(request, serializers.rows(entries[:limit]), following)


class EntryView(LogView):
    """One entry."""

    @extend_schema(
        operation_id="log_entry",
        responses={200: serializers.LogEntrySerializer, 404: ProblemSerializer},
    )
    def get(self, request: Request, index: int) -> Response:
        """One entry, with the checkpoint that ends with it."""
        found = LogEntry.objects.filter(pk=_in_range(index)).first()
        if found is None:
            raise NotFound
        return Response(serializers.rows([found])[0])


class InclusionView(LogView):
    """That an entry is in the log."""

    @extend_schema(
        operation_id="log_inclusion",
        parameters=[
            _whole("index", 0, "The entry, counted from 0."),
            _whole("size", 1, "Entries in the tree."),
        ],
        responses={200: serializers.ProofSerializer, **REFUSED},
    )
    def get(self, request: Request) -> Response:
        """The proof that an entry is in the tree of a size."""
        index, size = _asked(request, "index", least=0), _asked(request, "size")
        return _proof("index", lambda: tree.inclusion_proof(index, size))


class ConsistencyView(LogView):
    """That the log only grows."""

    @extend_schema(
        operation_id="log_consistency",
        parameters=[
            _whole("first", 1, "Entries in the older tree, at least 1."),
            _whole("second", 1, "Entries in the younger tree."),
        ],
        responses={200: serializers.ProofSerializer, **REFUSED},
    )
    def get(self, request: Request) -> Response:
        """The proof that the tree of one size grew out of that of another."""
        first, second = _asked(request, "first"), _asked(request, "second")
        return _proof("second", lambda: tree.consistency_proof(first, second))


class KeysView(LogView):
    """The house's public keys."""

    @extend_schema(
        operation_id="log_keys", responses={200: serializers.PublicKeySerializer(many=True)}
    )
    def get(self, request: Request) -> Response:
        """Every public key that the log names, oldest first; private halves are nowhere here."""
        return Response(serializers.public_keys())


class WithdrawalsView(LogView):
    """How often what was promised to a table was withdrawn."""

    @extend_schema(
        operation_id="log_withdrawals",
        parameters=[OpenApiParameter("table", str, required=True, description="E.g. `table:3`.")],
        responses={200: serializers.WithdrawalsSerializer, **REFUSED},
    )
    def get(self, request: Request) -> Response:
        """A table's draws and shoes, and those withdrawn, by reason and by person."""
        table = request.query_params.get("table", "")
        if not (table.isascii() and table.isprintable() and 0 < len(table) <= LABEL):
            raise Problem(status.HTTP_400_BAD_REQUEST, "invalid_parameter", parameter="table")
        return Response(
            serializers.WithdrawalsSerializer(withdrawal_rates.withdrawal_rates(table)).data
        )


class ReportView(LogView):
    """The conformity reports that the log names."""

    @extend_schema(
        operation_id="log_report",
        responses={200: serializers.SignedReportSerializer, 404: ProblemSerializer},
    )
    def get(self, request: Request, sha256: str) -> Response:
        """The signed report of which headers give the hash."""
        found = ConformityReport.objects.filter(pk=sha256).first()
        if found is None or not trust.is_named(found.version, found.digest):
            raise NotFound
        shown = {"report": json.loads(found.body), "key": found.key, "signature": found.signature}
        return Response(shown, headers=FOREVER)


def _proof(blamed: str, prove: Any) -> Response:
    try:
        proof = prove()
    except ValueError:
        raise Problem(status.HTTP_400_BAD_REQUEST, "invalid_parameter", parameter=blamed) from None
    # Of an append-only tree a proof never changes.
    return Response({"proof": tree.written(proof)}, headers=FOREVER)


def _asked(request: Request, name: str, least: int = 1) -> int:
    found = query_number(request, name, least=least)
    if found is None:
        raise Problem(status.HTTP_400_BAD_REQUEST, "invalid_parameter", parameter=name)
    return found


def _in_range(number: int) -> int:
    """Return a number that the database can compare; a larger one is nobody's."""
    return number if number < 2**63 else -1
