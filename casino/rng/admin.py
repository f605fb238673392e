"""Shoes and draws in the office: what is public. Neither query nor page has a sealed column."""

import json
import re
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any, Final

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import F, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.views.decorators.http import require_POST

from casino.backoffice.dashboard import Item, alarm, pending_work
from casino.backoffice.date_filters import DateRangeFilter
from casino.backoffice.labels import reference_names
from casino.backoffice.model_admin import ReadOnlyAdmin, pretty_json, row_id
from casino.i18n import Words, both, both_lazy, day
from casino.players.models import Player
from casino.rng import models as rng
from casino.rng.conformity import gate, trust
from casino.rng.log import tree
from casino.rng.models import Checkpoint, Contribution, Cosignature, Draw, LogEntry, Shoe

CLEAR: Final = "rng.clear_errorstate"
"""The permission to end an error state and to demand a verification."""


@admin.register(Shoe)
class ShoeAdmin(ReadOnlyAdmin[Shoe]):
    """A shoe's public face; its seed once the shoe is retired and the seed published."""

    section = "chance"
    singular = Words("sabot", "shoe")
    plural = Words("sabots", "shoes")
    list_display = ("id", "table_column", "sequence", "state", "position", "size", "created_at")
    list_filter = ("state",)
    exact = ("table", "pk")
    search_help_text = both_lazy(
        "Table exacte (table:3) ou identifiant", "Exact table (table:3) or id"
    )
    ordering = ("pk",)
    fields = (
        "id",
        "table_column",
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
        "locked_at",
        "opened_at",
        "shuffled_at",
        "root",
        "cut",
        "cut_by",
        "first_card_at",
        "retired_at",
        "withdrawn_for",
        "withdrawn_by",
        "promise",
        "seed",
        "hands_by_round_column",
    )

    def prepare(self, rows: list[Shoe]) -> None:
        """Look up the names of the tables."""
        _name_tables(rows)

    def row_name(self, row: Shoe) -> str:
        """Return its table and its number there."""
        return f"{_table_name(row)}, {row.sequence}"

    @admin.display(description=both_lazy("Table", "Table"))
    def table_column(self, row: Shoe) -> str:
        """The table that it serves."""
        return _table_name(row)

    @admin.display(description=both_lazy("En-tête engagé", "Committed header"))
    def promise(self, shoe: Shoe) -> str:
        """What the commitment covers beside the seed."""
        return pretty_json(shoe.header)

    @admin.display(description=both_lazy("Mains par coup", "Hands by round"))
    def hands_by_round_column(self, shoe: Shoe) -> str:
        """Which hand got which card, once the shoe is retired."""
        if shoe.deal is None:
            return ""
        return format_html_join(
            "",
            "<div>{}: {}</div>",
            ((each["round"], ", ".join(each["hands"])) for each in shoe.deal),
        )


@admin.register(Draw)
class DrawAdmin(ReadOnlyAdmin[Draw]):
    """A draw's public face: its promise, then what fell, then the seed."""

    section = "chance"
    singular = Words("tirage", "draw")
    plural = Words("tirages", "draws")
    list_display = ("id", "table_column", "sequence", "state", "request", "values", "created_at")
    list_filter = ("state",)
    exact = ("table", "pk")
    search_help_text = both_lazy(
        "Table exacte (table:3) ou identifiant", "Exact table (table:3) or id"
    )
    ordering = ("pk",)
    fields = (
        "id",
        "table_column",
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
        "locked_at",
        "opened_at",
        "drawn_at",
        "revealed_at",
        "withdrawn_for",
        "withdrawn_by",
        "promise",
        "seed",
    )

    def prepare(self, rows: list[Draw]) -> None:
        """Look up the names of the tables."""
        _name_tables(rows)

    def row_name(self, row: Draw) -> str:
        """Return its table and its number there."""
        return f"{_table_name(row)}, {row.sequence}"

    @admin.display(description=both_lazy("Table", "Table"))
    def table_column(self, row: Draw) -> str:
        """The table that it serves."""
        return _table_name(row)

    @admin.display(description=both_lazy("En-tête engagé", "Committed header"))
    def promise(self, draw: Draw) -> str:
        """What the commitment covers beside the seed."""
        return pretty_json(draw.header)


def _name_tables(rows: Sequence[Shoe] | Sequence[Draw]) -> None:
    """Look up the tables of some rows at once, for `_table_name`."""
    names = reference_names(row.table for row in rows)
    for row in rows:
        vars(row)["table_name"] = names[row.table]


def _table_name(row: Shoe | Draw) -> str:
    known: str | None = vars(row).get("table_name")
    return known or reference_names([row.table])[row.table]


@admin.register(Contribution)
class ContributionAdmin(ReadOnlyAdmin[Contribution]):
    """What a seat sealed; its secret once all that were opened are published."""

    section = "chance"
    singular = Words("contribution", "contribution")
    plural = Words("contributions", "contributions")
    list_display = ("id", "subject", "seat", "party", "cuts", "sealed_at")
    list_filter = ("cuts",)
    exact = ("shoe__pk", "draw__pk", "party")
    search_help_text = both_lazy(
        "Identifiant exact d'un sabot, d'un tirage ou d'un joueur",
        "Exact id of a shoe, a draw or a player",
    )
    ordering = ("-pk",)
    fields = ("subject", "seat", "party", "hash", "cuts", "sealed_at", "key", "opening_column")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Contribution]:
        """Leave out what may not be published yet."""
        return super().get_queryset(request).defer("secret", "cut")

    # The relation itself would read the sealed columns.
    @admin.display(description=both_lazy("Sabot ou tirage", "Shoe or draw"))
    def subject(self, contribution: Contribution) -> str:
        """What it was sealed for, as the log names it."""
        shoe, draw = contribution.shoe_id, contribution.draw_id
        return format_html("<code>{}</code>", f"shoe:{shoe}" if shoe else f"draw:{draw}")

    @admin.display(description=both_lazy("Ouvert", "Opened"))
    def opening_column(self, contribution: Contribution) -> str:
        """The secret and the cut once the log has them; "-" before."""
        shoes = Shoe.objects.filter(contributions=contribution.pk)
        draws = Draw.objects.filter(contributions=contribution.pk)
        opened = any(each.exclude(opened_at=None).exists() for each in (shoes, draws))
        if not opened or contribution.secret is None:
            return "-"
        return pretty_json({"secret": contribution.secret, "cut": contribution.cut})


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnlyAdmin[LogEntry]):
    """An entry of the public log."""

    section = "chance"
    singular = Words("inscription au journal", "entry of the log")
    plural = Words("inscriptions au journal", "entries of the log")
    list_display = ("index", "kind", "subject", "recorded_at")
    list_filter = ("kind",)
    exact = ("pk", "entry", "subject")
    search_help_text = both_lazy(
        "Numéro exact, identifiant ou sujet (shoe:…)", "Exact number, id or subject (shoe:…)"
    )
    ordering = ("-pk",)
    fields = ("index", "entry", "subject", "kind", "recorded_at", "signer", "leaf_column")

    def row_name(self, row: LogEntry) -> str:
        """Return its number."""
        return both(f"n° {row.index}", f"no. {row.index}")

    @admin.display(description=both_lazy("Inscription", "Entry"))
    def leaf_column(self, entry: LogEntry) -> str:
        """The leaf itself."""
        return pretty_json(json.loads(entry.body))


@admin.register(Checkpoint)
class CheckpointAdmin(ReadOnlyAdmin[Checkpoint]):
    """A signed state of the public log."""

    section = "chance"
    singular = Words("état signé du journal", "checkpoint of the log")
    plural = Words("états signés du journal", "checkpoints of the log")
    list_display = ("size", "root")
    exact = ("pk",)
    search_help_text = both_lazy("Nombre exact d'inscriptions", "Exact number of entries")
    ordering = ("-pk",)
    fields = ("size", "note_column")

    @admin.display(description=both_lazy("Racine", "Root"))
    def root(self, checkpoint: Checkpoint) -> str:
        """The root as the checkpoint writes it."""
        return format_html("<code>{}</code>", checkpoint.text.split("\n")[2])

    @admin.display(description=both_lazy("État signé", "Signed checkpoint"))
    def note_column(self, checkpoint: Checkpoint) -> str:
        """The signed note, with its cosignatures."""
        return format_html("<pre>{}</pre>", tree.published(checkpoint))


@admin.register(Cosignature)
class CosignatureAdmin(ReadOnlyAdmin[Cosignature]):
    """A witness's signature under a checkpoint."""

    section = "chance"
    singular = Words("contreseing", "cosignature")
    plural = Words("contreseings", "cosignatures")
    list_display = ("checkpoint", "witness", "witnessed_at")
    list_select_related = ("checkpoint",)
    exact = ("pk",)
    search_help_text = both_lazy("Identifiant exact", "Exact id")
    ordering = ("-pk",)
    fields = ("checkpoint", "witness", "key", "witnessed_at", "line")


@admin.register(rng.ErrorState)
class ErrorStateAdmin(ReadOnlyAdmin[rng.ErrorState]):
    """A failure of the generator, and the two persons who end it."""

    section = "chance"
    singular = Words("erreur du générateur", "error of the generator")
    plural = Words("erreurs du générateur", "errors of the generator")
    list_display = ("cause", "raised_at", "first", "second", "state_column")
    list_select_related = ("first", "second")
    exact = ("pk", "cause")
    ordering = ("-pk",)
    fields = ("cause", "instance", "raised_at", "first", "first_at", "second", "cleared_at")
    change_form_template = "admin/rng/errorstate/change_form.html"

    @admin.display(description=both_lazy("État", "State"))
    def state_column(self, error: rng.ErrorState) -> str:
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
            messages.error(request, _another_person())
        except rng.ErrorState.DoesNotExist:
            return HttpResponseRedirect(reverse("admin:rng_errorstate_changelist"))
        else:
            messages.success(request, self.state_column(error))
        return HttpResponseRedirect(reverse("admin:rng_errorstate_change", args=[error_id]))


class TrustForm(forms.Form):
    """The reason of whoever trusts a report."""

    reason = forms.CharField(
        label=both_lazy(
            "Motif, que le journal public dira avec votre numéro",
            "Reason, which the public log will tell with your number",
        ),
        max_length=trust.LONGEST,
        widget=forms.TextInput(attrs={"size": 70}),
    )


@admin.register(rng.ConformityReport)
class ConformityReportAdmin(ReadOnlyAdmin[rng.ConformityReport]):
    """A report that speaks for the code, and the two persons who trust another than the first."""

    section = "chance"
    singular = Words("rapport de conformité", "conformity report")
    plural = Words("rapports de conformité", "conformity reports")
    list_display = ("digest", "version", "mode_column", "found_at", "state_column")
    list_select_related = ("first", "second")
    exact = ("pk", "key")
    ordering = ("-found_at",)
    fields = (
        "digest", "version", "mode_column", "key", "found_at", "state_column", "first", "first_at",
        "first_reason", "second", "second_at", "second_reason", "report_column",
    )  # fmt: skip
    change_form_template = "admin/rng/errorstate/change_form.html"

    @admin.display(description=both_lazy("Mesure", "Measured"))
    def mode_column(self, report: rng.ConformityReport) -> str:
        """Whether the samples were those of a release or the small ones of a development."""
        return both("entière", "in full") if report.mode == "full" else both("rapide", "quickly")

    @admin.display(description=both_lazy("État", "State"))
    def state_column(self, report: rng.ConformityReport) -> str:
        """What is still wanted."""
        if trust.is_named(report.version, report.digest):
            return both("dans le journal public", "in the public log")
        if report.first_id:
            return both("attend une deuxième personne", "awaits a second person")
        return both("attend deux personnes", "awaits two persons")

    @admin.display(description=both_lazy("Rapport", "Report"))
    def report_column(self, report: rng.ConformityReport) -> str:
        """What was measured, as the house serves it."""
        return pretty_json(json.loads(report.body))

    def get_urls(self) -> list[URLPattern]:
        """Return the act before the pages of the rows."""
        view = self.admin_site.admin_view(self.trust_view)
        return [
            path("<str:digest>/trust/", view, name="rng_conformityreport_trust"),
            *super().get_urls(),
        ]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show a report, and the act to whoever may trust it."""
        context: dict[str, Any] = dict(extra_context or {})
        waits = object_id in {each.digest for each in trust.awaited()}
        if waits and request.user.has_perm(trust.TRUST):
            context["agree"] = both(
                "Admettre ce rapport (deux personnes)", "Trust this report (two persons)"
            )
            context["agree_url"] = reverse("admin:rng_conformityreport_trust", args=[object_id])
        return super().change_view(request, object_id, form_url, context)

    def trust_view(self, request: HttpRequest, digest: str) -> HttpResponse:
        """Ask for the reason; the second person's has the log name the report."""
        if not request.user.has_perm(trust.TRUST) or not isinstance(request.user, Player):
            raise PermissionDenied
        report = self.get_queryset(request).filter(pk=digest).first()
        if report is None:
            raise Http404
        page = reverse("admin:rng_conformityreport_change", args=[digest])
        form = TrustForm(request.POST if "reason" in request.POST else None)
        if form.is_valid():
            reason = form.cleaned_data["reason"]
            try:
                report = trust.agree(digest, acting_operator=request.user, reason=reason)
            except trust.SamePerson:
                messages.error(request, _another_person())
            except trust.NoReason:
                messages.error(request, both("Refusé : le motif.", "Refused: the reason."))
            else:
                self.log_change(request, report, f"trust: {reason}")
                messages.success(request, self.state_column(report))
                if trust.is_named(report.version, report.digest):
                    # Processes that refuse verify themselves anew.
                    gate.check(gate.Why.DEMAND)
            return HttpResponseRedirect(page)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": both("Admettre ce rapport", "Trust this report"),
            "note": f"{report.version} {self.mode_column(report)} {report.digest}",
            "form": form,
            "confirm": both("Admettre ce rapport", "Trust this report"),
            "back": both("Ne rien faire", "Do nothing"),
            "back_url": page,
        }
        return TemplateResponse(request, "admin/players/cashrequest/decide.html", context)


def _another_person() -> str:
    return both(
        "Refusé : il faut une autre personne que la première.",
        "Refused: another person than the first is wanted.",
    )


@admin.register(rng.SelfCheck)
class SelfCheckAdmin(ReadOnlyAdmin[rng.SelfCheck]):
    """A self-verification of one process; the list has the button that demands one of all."""

    section = "chance"
    singular = Words("vérification", "self-check")
    plural = Words("vérifications", "self-checks")
    list_display = ("at", "why", "passed", "finding_column", "instance")
    list_filter = ("why", "passed")
    exact = ("pk", "instance")
    ordering = ("-pk",)
    fields = ("at", "why", "passed", "said", "instance")
    change_list_template = "admin/rng/selfcheck/change_list.html"

    @admin.display(description=both_lazy("Constat", "Finding"))
    def finding_column(self, row: rng.SelfCheck) -> str:
        """What it found, its hashes by their beginnings."""
        return re.sub(r"\b([0-9a-f]{12})[0-9a-f]{52}\b", r"\1…", row.said)

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
class ReadingAdmin(ReadOnlyAdmin[rng.Reading]):
    """A day's statistics of what was shuffled and what fell; alarms are told apart."""

    section = "chance"
    singular = Words("relevé", "reading")
    plural = Words("relevés", "readings")
    list_display = ("day", "statistic", "sample", "value_column", "p_column", "alarm")
    list_filter = (("day", DateRangeFilter),)
    exact = ("pk", "statistic")
    ordering = ("-day", "pk")
    fields = ("day", "statistic", "sample", "value_column", "p_column", "threshold_column", "alarm")

    def row_name(self, row: rng.Reading) -> str:
        """Return its day and number."""
        return f"{day(row.day)}, {row.pk}"

    @admin.display(description=both_lazy("Valeur", "Value"))
    def value_column(self, reading: rng.Reading) -> str:
        """The statistic, four digits."""
        return "-" if reading.value is None else f"{reading.value:.4g}"

    @admin.display(description="p")
    def p_column(self, reading: rng.Reading) -> str:
        """The p-value."""
        return both("trop peu", "too few") if reading.p is None else f"{reading.p:.3g}"

    @admin.display(description=both_lazy("Seuil", "Threshold"))
    def threshold_column(self, reading: rng.Reading) -> str:
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


WEEK: Final = timedelta(days=7)


@pending_work(CLEAR)
def errors_to_end(person: Player) -> Iterator[Item]:
    """Errors of the generator in force, but for those that this person has agreed to end."""
    for error in gate.in_force():
        if error.first_id != person.pk:
            yield Item(
                both("Erreur du générateur à lever", "Error of the generator to be ended"),
                reverse("admin:rng_errorstate_change", args=[error.pk]),
            )


@alarm("rng.view_errorstate")
def errors_in_force(person: Player) -> Iterator[Item]:
    """Errors of the generator that nobody has ended."""
    for error in gate.in_force():
        yield Item(
            both("Le générateur ne tire rien", "The generator makes nothing"),
            reverse("admin:rng_errorstate_change", args=[error.pk]),
        )


@alarm("rng.view_selfcheck")
def failed_checks(person: Player) -> Iterator[Item]:
    """Self-checks of a week that have failed."""
    failed = rng.SelfCheck.objects.filter(passed=False, at__gte=timezone.now() - WEEK)
    if number := failed.count():
        yield Item(
            both("Vérifications échouées, 7 jours", "Checks that failed, 7 days"),
            reverse("admin:rng_selfcheck_changelist", query={"passed__exact": 0}),
            number,
        )


@alarm("rng.view_reading")
def alarming_readings(person: Player) -> Iterator[Item]:
    """Statistics of a week by which chance is not what it should be."""
    since = timezone.localdate() - WEEK
    if number := rng.Reading.objects.filter(day__gte=since, p__lt=F("threshold")).count():
        yield Item(
            both("Statistiques en alarme, 7 jours", "Statistics in alarm, 7 days"),
            reverse("admin:rng_reading_changelist"),
            number,
        )
