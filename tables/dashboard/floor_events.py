"""The record of what people and operators did beside the game, in the office."""

from django.contrib import admin

from casino.backoffice.date_filters import DateRangeFilter
from casino.backoffice.model_admin import ReadOnlyAdmin
from casino.i18n import Words, both_lazy
from tables.models import FloorEvent
from tables.office.floor_event_words import floor_event_reason, floor_event_text


@admin.register(FloorEvent)
class FloorEventAdmin(ReadOnlyAdmin[FloorEvent]):
    """What people and operators did beside the game."""

    section = "floor"
    singular = Words("fait de la salle", "happening on the floor")
    plural = Words("faits de la salle", "happenings on the floor")
    list_display = ("id", "table", "seq", "event_in_words", "box", "by", "reason_column", "at")
    list_select_related = ("table", "by")
    list_filter = (("at", DateRangeFilter),)
    exact = ("table__name", "by__username")
    search_help_text = both_lazy(
        "Nom exact de la table ou de la personne", "Exact name of the table or person"
    )
    ordering = ("-id",)
    fields = ("table", "seq", "event_in_words", "box", "by", "reason_column", "at")

    @admin.display(description=both_lazy("Fait", "Happening"))
    def event_in_words(self, event: FloorEvent) -> str:
        """What happened."""
        return floor_event_text(event.kind)

    @admin.display(description=both_lazy("Motif", "Reason"))
    def reason_column(self, event: FloorEvent) -> str:
        """Why, or what was said."""
        return floor_event_reason(event.kind, event.reason) or "-"
