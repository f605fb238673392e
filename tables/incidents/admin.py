"""Anomalies in the office: refusals of a player that piled up."""

from django.contrib import admin

from casino.backoffice.model_admin import ReadOnlyAdmin
from casino.i18n import Words, both, both_lazy
from tables.models import (
    Anomaly,
)
from tables.office.columns import AT, MINUTE, PLAYER, REFUSALS, TABLE


@admin.register(Anomaly)
class AnomalyAdmin(ReadOnlyAdmin[Anomaly]):
    """Refusals of a player that piled up: for surveillance to look at."""

    section = "watch"
    singular = Words("anomalie", "anomaly")
    plural = Words("anomalies", "anomalies")
    list_display = (MINUTE, TABLE, PLAYER, "kind_column", REFUSALS)
    list_select_related = ("table", "player")
    list_filter = ("kind",)
    exact = ("table__name", "player__username")
    ordering = ("-id",)
    fields = (TABLE, PLAYER, "kind_column", MINUTE, REFUSALS, AT)

    @admin.display(description=both_lazy("Signe", "Sign"))
    def kind_column(self, anomaly: Anomaly) -> str:
        """What piled up."""
        return {
            Anomaly.Kind.LATE: both("mises après « rien ne va plus »", "stakes after the closing"),
            Anomaly.Kind.ABOVE: both("mises au-dessus du maximum", "stakes above the maximum"),
            Anomaly.Kind.MANY: both("refus répétés", "many refusals"),
        }[Anomaly.Kind(anomaly.kind)]
