"""Shoes and draws in the office: what is public. Neither query nor page has a sealed column."""

from django.contrib import admin

from casino.office import Reading, both_lazy, pretty
from casino.rng.models import Draw, Shoe


@admin.register(Shoe)
class ShoeAdmin(Reading[Shoe]):
    """A shoe's public face; its seed once the shoe is retired and the seed published."""

    list_display = ("id", "table", "sequence", "state", "position", "size", "created_at")
    list_filter = ("state",)
    exact = ("table", "pk")
    search_help_text = both_lazy(
        "Table exacte (table:3) ou identifiant", "Exact table (table:3) or id"
    )
    ordering = ("pk",)
    fields = (
        "id",
        "table",
        "sequence",
        "state",
        "commitment",
        "packs",
        "size",
        "burn",
        "stop_at",
        "position",
        "created_at",
        "first_card_at",
        "retired_at",
        "promise",
        "seed",
    )

    @admin.display(description=both_lazy("En-tête engagé", "Committed header"))
    def promise(self, shoe: Shoe) -> str:
        """What the commitment covers beside the seed."""
        return pretty(shoe.header)


@admin.register(Draw)
class DrawAdmin(Reading[Draw]):
    """A draw's public face: its promise, then what fell, then the seed."""

    list_display = ("id", "table", "sequence", "state", "request", "values", "created_at")
    list_filter = ("state",)
    exact = ("table", "pk")
    search_help_text = both_lazy(
        "Table exacte (table:3) ou identifiant", "Exact table (table:3) or id"
    )
    ordering = ("pk",)
    fields = (
        "id",
        "table",
        "sequence",
        "state",
        "commitment",
        "sides",
        "request",
        "values",
        "rejected_words",
        "created_at",
        "drawn_at",
        "revealed_at",
        "promise",
        "seed",
    )

    @admin.display(description=both_lazy("En-tête engagé", "Committed header"))
    def promise(self, draw: Draw) -> str:
        """What the commitment covers beside the seed."""
        return pretty(draw.header)
