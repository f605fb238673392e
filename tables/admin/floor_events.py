"""The record of what people and operators did beside the game, in the office."""

from django.contrib import admin

from casino.office import Reading
from casino.words import both_lazy
from tables.models import FloorEvent


@admin.register(FloorEvent)
class FloorEventAdmin(Reading[FloorEvent]):
    """What people and operators did beside the game."""

    list_display = ("id", "table", "seq", "kind", "box", "by", "reason", "at")
    list_select_related = ("table", "by")
    exact = ("table__name", "by__username")
    search_help_text = both_lazy(
        "Nom exact de la table ou de la personne", "Exact name of the table or person"
    )
    ordering = ("-id",)
    fields = ("table", "seq", "kind", "box", "by", "reason", "at")
