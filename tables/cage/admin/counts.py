"""Sessions of tables, and the counts of their drops and levies, in the office."""

from django.contrib import admin

from casino.backoffice.date_filters import DateRangeFilter
from casino.backoffice.model_admin import ReadOnlyAdmin, column
from casino.i18n import Words, both_lazy, money
from tables.models import (
    DropCount,
    LevyCount,
    LevySignature,
    TableSession,
)
from tables.office.columns import AT, BY, CONTROL, COUNT, REASON, TABLE, TICKETS


@admin.register(TableSession)
class TableSessionAdmin(ReadOnlyAdmin[TableSession]):
    """The sessions of tables as they began; what they came to is on the table's page."""

    section = "takings"
    singular = Words("séance", "session")
    plural = Words("séances", "sessions")
    list_display = ("began_at_column", TABLE, "float_column", BY)
    list_select_related = ("table", "by")
    list_filter = (("began_at", DateRangeFilter),)
    exact = ("table__name", "by__username")
    ordering = ("-id",)
    fields = ("began_at_column", TABLE, "float_column", BY)
    began_at_column = column("began_at", "Début", "Begun")

    @admin.display(description=both_lazy("Encaisse à l’ouverture", "Opening float"))
    def float_column(self, session: TableSession) -> str:
        """What the float held."""
        return money(session.opening_float)


@admin.register(DropCount)
class DropCountAdmin(ReadOnlyAdmin[DropCount]):
    """What accounting found in a table's drop."""

    section = "takings"
    singular = Words("comptée du change", "count of a drop")
    plural = Words("comptées du change", "counts of drops")
    list_display = (AT, TABLE, "amount_column", "changes_column", BY, REASON)
    list_select_related = ("table", "by")
    exact = ("pk", "table__name", "by__username")
    ordering = ("-at",)
    fields = (AT, TABLE, "amount_column", "changes_column", BY, REASON)

    @admin.display(description=both_lazy("Compté", "Counted"))
    def amount_column(self, counted: DropCount) -> str:
        """What was counted."""
        return money(counted.amount)

    @admin.display(description=both_lazy("Changes", "Changes"))
    def changes_column(self, counted: DropCount) -> int:
        """How often cash had been changed."""
        return counted.changes


@admin.register(LevyCount)
class LevyCountAdmin(ReadOnlyAdmin[LevyCount]):
    """What was counted in a levy."""

    section = "takings"
    singular = Words("comptée d’une cagnotte", "count of a levy")
    plural = Words("comptées des cagnottes", "counts of levies")
    list_display = (AT, TABLE, "amount_column", TICKETS, BY, REASON)
    list_select_related = ("table", "by")
    exact = ("pk", "table__name", "by__username")
    ordering = ("-at",)
    fields = (AT, TABLE, "amount_column", TICKETS, BY, REASON)

    @admin.display(description=both_lazy("Compté", "Counted"))
    def amount_column(self, counted: LevyCount) -> str:
        """What was counted."""
        return money(counted.amount)


@admin.register(LevySignature)
class LevySignatureAdmin(ReadOnlyAdmin[LevySignature]):
    """The inspector's signature under a count."""

    section = "takings"
    singular = Words("signature d’une comptée", "signature under a count")
    plural = Words("signatures des comptées", "signatures under counts")
    list_display = (AT, COUNT, BY, CONTROL, REASON)
    list_select_related = ("count", "by")
    exact = ("pk", "by__username", "control")
    ordering = ("-at",)
    fields = (AT, COUNT, BY, CONTROL, REASON)
