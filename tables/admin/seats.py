"""Boxes and wishes in the office: who sits where, and who would like to."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from casino.office import Reading, ReadInline
from tables.models import Box, ColourChips, Table, Waiting


class BoxInline(ReadInline[Box, Table]):
    """Who holds the boxes of a table."""

    model = Box
    fields = ("number", "player", "welcomes", "away", "seen_at")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Box]:
        """Return the boxes with their holders."""
        return super().get_queryset(request).select_related("player")


@admin.register(Box)
class BoxAdmin(Reading[Box]):
    """A betting position and who holds it."""

    list_display = ("table", "number", "player", "welcomes", "away", "seen_at")
    list_select_related = ("table", "player")
    exact = ("table__name", "player__username")
    ordering = ("table_id", "number")
    fields = ("table", "number", "player", "welcomes", "away", "seen_at")


@admin.register(Waiting)
class WaitingAdmin(Reading[Waiting]):
    """Somebody who wishes to take part and has no box."""

    list_display = ("table", "player", "seen_at")
    list_select_related = ("table", "player")
    exact = ("table__name", "player__username")
    ordering = ("table_id", "pk")
    fields = ("table", "player", "seen_at")


@admin.register(ColourChips)
class ColourChipsAdmin(Reading[ColourChips]):
    """Colour chips of a player at a table; without a colour once they are changed back."""

    list_display = ("table", "player", "colour", "unit", "account", "seen_at")
    list_select_related = ("table", "player", "account")
    exact = ("table__name", "player__username")
    ordering = ("table_id", "pk")
    fields = ("table", "player", "colour", "unit", "account", "seen_at")
