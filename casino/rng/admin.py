"""Shoes and draws in the office: what is public. Neither query nor page has a sealed column."""

import json
from typing import Any, Final

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.views.decorators.http import require_POST

from casino.office import Reading, pretty, row_id
from casino.players.models import Player
from casino.rng import gate
from casino.rng import models as rng
from casino.rng.log import tree
from casino.rng.models import Checkpoint, Contribution, Cosignature, Draw, LogEntry, Shoe
from casino.words import both, both_lazy

CLEAR: Final = "rng.clear_errorstate"
"""The permission to end an error state and to demand a verification."""


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
        "closed_at",
        "beacon_round",
        "opened_at",
        "shuffled_at",
        "root",
        "cut",
        "cut_by",
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
        "closed_at",
        "beacon_round",
        "opened_at",
        "drawn_at",
        "revealed_at",
        "promise",
        "seed",
    )

    @admin.display(description=both_lazy("En-tête engagé", "Committed header"))
    def promise(self, draw: Draw) -> str:
        """What the commitment covers beside the seed."""
        return pretty(draw.header)


@admin.register(Contribution)
class ContributionAdmin(Reading[Contribution]):
    """What a seat sealed; its secret once all that were opened are published."""

    list_display = ("id", "subject", "seat", "party", "cuts", "sealed_at")
    list_filter = ("cuts",)
    exact = ("shoe__pk", "draw__pk", "party")
    search_help_text = both_lazy(
        "Identifiant exact d'un sabot, d'un tirage ou d'un joueur",
        "Exact id of a shoe, a draw or a player",
    )
    ordering = ("-pk",)
    fields = ("subject", "seat", "party", "hash", "cuts", "sealed_at", "key", "published")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Contribution]:
        """Leave out what may not be published yet."""
        return super().get_queryset(request).defer("secret", "cut")

    # The relation itself would read the sealed columns.
    @admin.display(description=both_lazy("Sabot ou tirage", "Shoe or draw"))
    def subject(self, contribution: Contribution) -> str:
        """What it was sealed for, as the log names it."""
        shoe, draw = contribution.shoe_id, contribution.draw_id
        return f"shoe:{shoe}" if shoe else f"draw:{draw}"

    @admin.display(description=both_lazy("Ouvert", "Opened"))
    def published(self, contribution: Contribution) -> str:
        """The secret and the cut, from the log's list of what was opened on."""
        shoes = Shoe.objects.filter(contributions=contribution.pk)
        draws = Draw.objects.filter(contributions=contribution.pk)
        opened = any(each.exclude(opened_at=None).exists() for each in (shoes, draws))
        if not opened or contribution.secret is None:
            return "-"
        return pretty({"secret": contribution.secret, "cut": contribution.cut})


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


@admin.register(rng.ErrorState)
class ErrorStateAdmin(Reading[rng.ErrorState]):
    """A failure of the generator, and the two persons who end it."""

    list_display = ("cause", "raised_at", "first", "second", "state")
    list_select_related = ("first", "second")
    exact = ("pk", "cause")
    ordering = ("-pk",)
    fields = ("cause", "instance", "raised_at", "first", "first_at", "second", "cleared_at")
    change_form_template = "admin/rng/errorstate/change_form.html"

    @admin.display(description=both_lazy("État", "State"))
    def state(self, error: rng.ErrorState) -> str:
        """What is still wanted."""
        if error.cleared_at:
            return both("levé ; relancer les processus", "ended; restart the processes")
        if error.first_id:
            return both("attend une deuxième personne", "awaits a second person")
        return both("en vigueur : rien n'est tiré", "in force: nothing is drawn")

    def get_urls(self) -> list[URLPattern]:
        """Return the act before the pages of the rows."""
        view = self.admin_site.admin_view(require_POST(self.agree_view))
        return [
            path("<int:error_id>/agree/", view, name="rng_errorstate_agree"),
            *super().get_urls(),
        ]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show an error state, and the act to whoever may end it."""
        context: dict[str, Any] = dict(extra_context or {})
        error_id = row_id(object_id)
        waits = error_id is not None and gate.in_force().filter(pk=error_id).exists()
        if waits and request.user.has_perm(CLEAR):
            context["agree"] = both(
                "Lever l'erreur (deux personnes)", "End the error (two persons)"
            )
            context["agree_url"] = reverse("admin:rng_errorstate_agree", args=[object_id])
        return super().change_view(request, object_id, form_url, context)

    def agree_view(self, request: HttpRequest, error_id: int) -> HttpResponse:
        """Record this person's word; the second one's ends the error state."""
        person = _permitted(request)
        try:
            error = gate.agree(error_id, acting_operator=person)
        except gate.SamePerson:
            messages.error(
                request,
                both(
                    "Refusé : il faut une autre personne que la première.",
                    "Refused: another person than the first is wanted.",
                ),
            )
        except rng.ErrorState.DoesNotExist:
            return HttpResponseRedirect(reverse("admin:rng_errorstate_changelist"))
        else:
            messages.success(request, self.state(error))
        return HttpResponseRedirect(reverse("admin:rng_errorstate_change", args=[error_id]))


@admin.register(rng.SelfCheck)
class SelfCheckAdmin(Reading[rng.SelfCheck]):
    """A self-verification of one process; the list has the button that demands one of all."""

    list_display = ("at", "why", "passed", "said", "instance")
    list_filter = ("why", "passed")
    exact = ("pk", "instance")
    ordering = ("-pk",)
    fields = ("at", "why", "passed", "said", "instance")
    change_list_template = "admin/rng/selfcheck/change_list.html"

    def get_urls(self) -> list[URLPattern]:
        """Return the act before the pages of the rows."""
        view = self.admin_site.admin_view(require_POST(self.demand_view))
        return [path("demand/", view, name="rng_selfcheck_demand"), *super().get_urls()]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the list, and the button to whoever may press it."""
        context: dict[str, Any] = dict(extra_context or {})
        if request.user.has_perm(CLEAR):
            context["demand"] = both("Vérifier maintenant", "Verify now")
            context["demand_url"] = reverse("admin:rng_selfcheck_demand")
        return super().changelist_view(request, context)

    def demand_view(self, request: HttpRequest) -> HttpResponse:
        """Verify this process now; every other does before its next shoe or draw."""
        _permitted(request)
        row = gate.check(gate.Why.DEMAND)
        say = messages.success if row.passed else messages.error
        say(request, row.said)
        return HttpResponseRedirect(reverse("admin:rng_selfcheck_changelist"))


@admin.register(rng.Reading)
class ReadingAdmin(Reading[rng.Reading]):
    """A day's statistics of what was shuffled and what fell; alarms are told apart."""

    list_display = ("day", "statistic", "sample", "value_shown", "p_shown", "alarm")
    list_filter = ("day",)
    exact = ("pk", "statistic")
    ordering = ("-day", "pk")
    fields = ("day", "statistic", "sample", "value_shown", "p_shown", "threshold_shown", "alarm")

    @admin.display(description=both_lazy("Valeur", "Value"))
    def value_shown(self, reading: rng.Reading) -> str:
        """The statistic, four digits."""
        return "-" if reading.value is None else f"{reading.value:.4g}"

    @admin.display(description="p")
    def p_shown(self, reading: rng.Reading) -> str:
        """The p-value."""
        return both("trop peu", "too few") if reading.p is None else f"{reading.p:.3g}"

    @admin.display(description=both_lazy("Seuil", "Threshold"))
    def threshold_shown(self, reading: rng.Reading) -> str:
        """Below which it is an alarm."""
        return f"{reading.threshold:.3g}"

    @admin.display(description=both_lazy("Constat", "Finding"))
    def alarm(self, reading: rng.Reading) -> str:
        """Whether people have to look into it."""
        if reading.alarming:
            return format_html(
                "<strong>{}</strong>", both("ALARME : à examiner", "ALARM: look into it")
            )
        return both("rien à signaler", "nothing to report")


def _permitted(request: HttpRequest) -> Player:
    if not request.user.has_perm(CLEAR) or not isinstance(request.user, Player):
        raise PermissionDenied
    return request.user
