"""Boxes and wishes in the office: who sits where, and who would like to."""

from collections.abc import Mapping
from typing import Final

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from casino.backoffice.model_admin import ReadOnlyAdmin, ReadOnlyInline, link
from casino.i18n import Words, both_lazy, money
from casino.ledger.models import Account
from tables.models import Box, ColourChips, Table, Waiting


class BoxInline(ReadOnlyInline[Box, Table]):
    """Who holds the boxes of a table."""

    model = Box
    verbose_name = both_lazy("place", "box")
    verbose_name_plural = both_lazy("places", "boxes")
    fields = ("number", "player", "welcomes", "away", "seen_at")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Box]:
        """Return the boxes with their holders."""
        return super().get_queryset(request).select_related("player")


@admin.register(Box)
class BoxAdmin(ReadOnlyAdmin[Box]):
    """A betting position and who holds it."""

    section = "floor"
    singular = Words("place", "box")
    plural = Words("places", "boxes")
    list_display = ("table", "number", "player", "welcomes", "away", "seen_at")
    list_select_related = ("table", "player")
    exact = ("table__name", "player__username")
    ordering = ("table_id", "number")
    fields = ("table", "number", "player", "welcomes", "away", "seen_at")


@admin.register(Waiting)
class WaitingAdmin(ReadOnlyAdmin[Waiting]):
    """Somebody who wishes to take part and has no box."""

    section = "floor"
    singular = Words("attente d’une place", "wait for a box")
    plural = Words("attentes d’une place", "waits for a box")
    list_display = ("table", "player", "seen_at")
    list_select_related = ("table", "player")
    exact = ("table__name", "player__username")
    ordering = ("table_id", "pk")
    fields = ("table", "player", "seen_at")


COLOURS: Final[Mapping[str, Words]] = {
    "blue": Words("bleu", "blue"),
    "orange": Words("orange", "orange"),
    "violet": Words("violet", "violet"),
    "turquoise": Words("turquoise", "turquoise"),
    "pink": Words("rose", "pink"),
    "yellow": Words("jaune", "yellow"),
    "brown": Words("brun", "brown"),
    "lime": Words("vert clair", "lime"),
}


@admin.register(ColourChips)
class ColourChipsAdmin(ReadOnlyAdmin[ColourChips]):
    """Colour chips of a player at a table; without a colour once they are changed back."""

    section = "floor"
    singular = Words("jetons de couleur", "colour chips")
    plural = Words("jetons de couleur", "colour chips")
    list_display = ("table", "player", "colour_column", "unit_column", "balance_column", "seen_at")
    list_select_related = ("table", "player", "account")
    exact = ("table__name", "player__username")
    ordering = ("table_id", "pk")
    fields = ("table", "player", "colour_column", "unit_column", "balance_column", "seen_at")

    @admin.display(description=both_lazy("Couleur", "Colour"))
    def colour_column(self, chips: ColourChips) -> str:
        """The colour, until they are changed back."""
        return COLOURS[chips.colour].text() if chips.colour else "-"

    @admin.display(description=both_lazy("Valeur d’un jeton", "Worth of a chip"))
    def unit_column(self, chips: ColourChips) -> str:
        """What one is worth."""
        return money(chips.unit)

    @admin.display(description=both_lazy("Solde", "Balance"))
    def balance_column(self, chips: ColourChips) -> str:
        """What they are worth together."""
        return link(Account, chips.account_id, money(chips.account.balance))
