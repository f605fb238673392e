"""Counts of floats in the office: what was counted out at the opening, and found afterwards."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.contrib import admin
from django.db.models import QuerySet, Value
from django.http import HttpRequest

from casino.backoffice.model_admin import ReadOnlyAdmin, column
from casino.i18n import Words, both, both_lazy, money
from tables.cage.admin import pieces_field
from tables.models import FixedFloat, FloatCount, FloatSignature
from tables.office.actions import operator_of
from tables.office.columns import BY, HIDDEN, REASON, TABLE
from tables.staff import authority

MOMENTS: Final = {
    FloatCount.Moment.OPENING: ("ouverture", "opening"),
    FloatCount.Moment.CLOSING: ("fin de séance", "end of the session"),
}


def latest_float_counts(sessions: Iterable[int], hidden: int | None = None) -> Mapping[int, str]:
    """Return what was counted last in the float after each of these sessions, and who has signed.

    One statement; a session that nobody has counted is not in it. The amount of the `hidden`
    session is left out.
    """
    counts = FloatCount.objects.filter(
        session__in=[*sessions], moment=FloatCount.Moment.CLOSING
    ).select_related("signature__by")
    texts = {}
    for each in counts.order_by("at", "pk"):
        signature = getattr(each, "signature", None)
        signed = signature.by if signature else both("pas signée", "not signed")
        amount = HIDDEN.text() if each.session_id == hidden else money(each.amount)
        texts[each.session_id] = f"{amount} ({signed})"
    return texts


@admin.register(FixedFloat)
class FixedFloatAdmin(ReadOnlyAdmin[FixedFloat]):
    """With what a table's sessions begin, as the games management has fixed it."""

    section = "takings"
    singular = Words("encaisse fixée", "fixed float")
    plural = Words("encaisses fixées", "fixed floats")
    list_display = ("at_column", TABLE, "amount_column", BY, REASON)
    list_select_related = ("table", "by")
    exact = ("pk", "table__name", "by__username")
    at_column = column("at", "Heure", "Time")
    ordering = ("-at",)
    fields = ("at_column", TABLE, "pieces_column", "amount_column", BY, REASON)

    @admin.display(description=both_lazy("Jetons et plaques", "Chips and plaques"))
    def pieces_column(self, fixed: FixedFloat) -> str:
        """The pieces."""
        return pieces_field.pieces_text(fixed.pieces)

    @admin.display(description=both_lazy("Montant", "Amount"))
    def amount_column(self, fixed: FixedFloat) -> str:
        """What they come to."""
        return money(fixed.amount)


@admin.register(FloatCount)
class FloatCountAdmin(ReadOnlyAdmin[FloatCount]):
    """A count of a float, beside what the ledger had."""

    section = "takings"
    singular = Words("compte d’encaisse", "count of a float")
    plural = Words("comptes d’encaisse", "counts of floats")
    list_display = (
        *("at_column", "table_column", "moment_column", "amount_column", "difference_column", BY),
        "signed_column",
    )
    list_select_related = ("session__table", "by", "signature__by")
    list_filter = ("moment",)
    exact = ("pk", "session__table__name", "by__username")
    at_column = column("at", "Heure", "Time")
    ordering = ("-at",)
    fields = (
        *(
            "at_column",
            "table_column",
            "moment_column",
            "pieces_column",
            "amount_column",
            "held_column",
        ),
        *("difference_column", BY, REASON, "signed_column"),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[FloatCount]:
        """Return counts with their signatures, in one query for all."""
        found = super().get_queryset(request).select_related("session__table", "signature__by")
        return found.annotate(may_count=Value(authority.may_count_floats(operator_of(request))))

    @admin.display(description="Table")
    def table_column(self, counted: FloatCount) -> str:
        """Whose float it is."""
        return str(counted.session.table)

    @admin.display(description=both_lazy("Moment", "Moment"))
    def moment_column(self, counted: FloatCount) -> str:
        """When of the session it was counted."""
        return both(*MOMENTS[FloatCount.Moment(counted.moment)])

    @admin.display(description=both_lazy("Jetons et plaques", "Chips and plaques"))
    def pieces_column(self, counted: FloatCount) -> str:
        """What was counted."""
        return HIDDEN.text() if _is_hidden(counted) else pieces_field.pieces_text(counted.pieces)

    @admin.display(description=both_lazy("Compté", "Counted"))
    def amount_column(self, counted: FloatCount) -> str:
        """What it came to."""
        return HIDDEN.text() if _is_hidden(counted) else money(counted.amount)

    @admin.display(description=both_lazy("Au livre", "In the ledger"))
    def held_column(self, counted: FloatCount) -> str:
        """What the ledger had then."""
        return HIDDEN.text() if _is_hidden(counted) else money(counted.held)

    @admin.display(description=both_lazy("Écart", "Difference"))
    def difference_column(self, counted: FloatCount) -> str:
        """How far the count lies from the ledger."""
        return HIDDEN.text() if _is_hidden(counted) else money(counted.amount - counted.held)

    @admin.display(description=both_lazy("Signé", "Signed"))
    def signed_column(self, counted: FloatCount) -> str:
        """Which inspector has signed."""
        signature = getattr(counted, "signature", None)
        return str(signature.by) if signature else "-"


def _is_hidden(counted: Any) -> bool:
    """Tell whether a count is not shown, as whoever reads it may still be the one who signs it."""
    waits = counted.moment == FloatCount.Moment.CLOSING and not hasattr(counted, "signature")
    return bool(waits and counted.may_count)


@admin.register(FloatSignature)
class FloatSignatureAdmin(ReadOnlyAdmin[FloatSignature]):
    """The inspector's signature under a count."""

    section = "takings"
    singular = Words("signature d’un compte d’encaisse", "signature of a float’s count")
    plural = Words("signatures des comptes d’encaisse", "signatures of floats’ counts")
    list_display = ("count_column", "at_column", BY, REASON)
    list_select_related = ("count__session__table", "by")
    exact = ("pk", "by__username")
    at_column = column("at", "Heure", "Time")
    ordering = ("-at",)
    fields = ("count_column", "at_column", BY, REASON)
    count_column = column("count", "Compte", "Count")
