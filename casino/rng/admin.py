"""Shoes and draws in the office: what is public. Neither query nor page has a sealed column."""

import json

from django.contrib import admin
from django.utils.html import format_html

from casino.office import Reading, both_lazy, pretty
from casino.rng.log import tree
from casino.rng.models import Checkpoint, Cosignature, Draw, LogEntry, Shoe


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


@admin.register(LogEntry)
class LogEntryAdmin(Reading[LogEntry]):
    """An entry of the public log."""

    list_display = ("index", "kind", "subject", "recorded_at")
    list_filter = ("kind",)
    exact = ("pk", "entry", "subject")
    search_help_text = both_lazy(
        "Numéro exact, identifiant ou sujet (shoe:…)", "Exact number, id or subject (shoe:…)"
    )
    ordering = ("-pk",)
    fields = ("index", "entry", "subject", "kind", "recorded_at", "signer", "said")

    @admin.display(description=both_lazy("Inscription", "Entry"))
    def said(self, entry: LogEntry) -> str:
        """The leaf itself."""
        return pretty(json.loads(entry.body))


@admin.register(Checkpoint)
class CheckpointAdmin(Reading[Checkpoint]):
    """A signed state of the public log."""

    list_display = ("size", "root")
    exact = ("pk",)
    search_help_text = both_lazy("Nombre exact d'inscriptions", "Exact number of entries")
    ordering = ("-pk",)
    fields = ("size", "published")

    @admin.display(description=both_lazy("Racine", "Root"))
    def root(self, checkpoint: Checkpoint) -> str:
        """The root as the checkpoint writes it."""
        return checkpoint.text.split("\n")[2]

    @admin.display(description=both_lazy("État signé", "Signed checkpoint"))
    def published(self, checkpoint: Checkpoint) -> str:
        """The signed note, with its cosignatures."""
        return format_html("<pre>{}</pre>", tree.published(checkpoint))


@admin.register(Cosignature)
class CosignatureAdmin(Reading[Cosignature]):
    """A witness's signature under a checkpoint."""

    list_display = ("checkpoint", "witness", "witnessed_at")
    list_select_related = ("checkpoint",)
    exact = ("pk",)
    search_help_text = both_lazy("Identifiant exact", "Exact id")
    ordering = ("-pk",)
    fields = ("checkpoint", "witness", "key", "witnessed_at", "line")
