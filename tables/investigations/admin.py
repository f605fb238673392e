"""Cases of the watch in the office: the evidence, what surveillance notes, how each was closed."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join

from casino.backoffice.model_admin import ReadOnlyAdmin, link
from casino.i18n import Words, both, both_lazy, moment, money
from tables.investigations import services as investigations
from tables.models import Case, CaseEnd, CaseNote, Round, Table
from tables.office.actions import ReasonForm
from tables.office.columns import AT, BY, REASON
from tables.office.confirmations import RowAction, RowActionAdmin
from tables.office.figures import format_number


class CloseForm(ReasonForm):
    """How a case ends."""

    abuse = forms.TypedChoiceField(
        choices=(
            ("no", both_lazy("Rien d’anormal", "Nothing wrong")),
            ("yes", both_lazy("Abus constaté", "Abuse found")),
        ),
        coerce=lambda chosen: chosen == "yes",
        label=both_lazy("Constat", "Finding"),
    )
    field_order = ("abuse", "reason")


@admin.register(Case)
class CaseAdmin(RowActionAdmin):
    """Something about players that surveillance is to look at."""

    section = "watch"
    singular = Words("dossier de surveillance", "case")
    plural = Words("dossiers de surveillance", "cases")
    acts: ClassVar[Mapping[str, RowAction]] = {
        "note": RowAction(
            Words("Noter", "Note"),
            investigations.add_note,
            investigations.DECIDE,
            Words("Ce qui a été vu, pour toujours.", "What was seen, for ever."),
        ),
        "close": RowAction(
            Words("Clore le dossier", "Close the case"),
            investigations.close_case,
            investigations.DECIDE,
            Words(
                "Rien d’autre ne se passe : un bannissement ou une limite se décide ailleurs.",
                "Nothing else happens: a ban or a limit is decided elsewhere.",
            ),
            CloseForm,
            when=lambda case: not hasattr(case, "closed"),
        ),
    }
    list_display = (AT, "kind", "players_column", "state_column")
    list_select_related = ("closed", "closed__by")
    list_filter = ("kind",)
    exact = ("pk", "players__username")
    ordering = ("-id",)
    fields = (AT, "kind", "players_column", "findings", "state_column", "notes_column")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Case]:
        """Return cases with their players, in one query more."""
        return super().get_queryset(request).prefetch_related("players")

    @admin.display(description=both_lazy("Joueurs", "Players"))
    def players_column(self, case: Case) -> str:
        """Whom it is about."""
        return format_html_join(
            ", ", "{}", ((link(each, each.pk, str(each)),) for each in case.players.all())
        )

    @admin.display(description=both_lazy("Constat", "Finding"))
    def state_column(self, case: Case) -> str:
        """Whether it is open; by whom, how and why it was closed."""
        end = getattr(case, "closed", None)
        if end is None:
            return both("à examiner", "to be looked at")
        outcome = (
            both("abus constaté", "abuse found") if end.abuse else both("rien", "nothing wrong")
        )
        return f"{outcome} ({end.by} : {end.reason})"

    @admin.display(description=both_lazy("Notes", "Notes"))
    def notes_column(self, case: Case) -> str:
        """What was noted, oldest first."""
        notes = case.notes.select_related("by").order_by("pk")[:100]
        lines = ((moment(each.at), each.by, each.reason) for each in notes)
        return format_html_join("", "<p>{} {} : {}</p>", lines) or "-"

    @admin.display(description=both_lazy("Éléments", "Evidence"))
    def findings(self, case: Case) -> str:
        """What was found, in words."""
        found = case.evidence
        names = {each.pk: str(each) for each in case.players.all()}
        return _passed(found, names) if case.kind == Case.Kind.DUMPING else _together(found, names)


def _passed(found: Mapping[str, Any], names: Mapping[int, str]) -> str:
    giver, taker = names[found["giver"]], names[found["taker"]]
    amount, coups, lost = money(found["amount"]), found["coups"], found["lost"]
    places = ", ".join(
        Table.objects.filter(pk__in=found["tables"]).order_by("name").values_list("name", flat=True)
    )
    # Nobody reads more digits; what is less probable is said as this is.
    once = format_number(10 ** min(12, int(found["against"])))
    played = Round.objects.filter(pk__in=found["rounds"]).order_by("pk")
    rounds = format_html_join(
        ", ",
        '<a href="{}">{}</a>',
        ((reverse("admin:tables_round_change", args=[each.pk]), each.number) for each in played),
    )
    return format_html(
        "<p>{}</p><p>{} {}</p><p>{}</p>",
        both(
            f"{giver} a perdu {amount} contre {taker} : {lost} coups sur {coups} ({places}).",
            f"{giver} has lost {amount} to {taker}: {lost} of {coups} rounds ({places}).",
        ),
        both("Derniers coups :", "Last rounds:"),
        rounds,
        both(
            f"Le hasard seul l’explique une fois sur {once} au plus.",
            f"Chance alone explains it once in {once} at the most.",
        ),
    )


def _together(found: Mapping[str, Any], names: Mapping[int, str]) -> str:
    opened = format_html_join(
        "",
        "<p>{} : {}</p>",
        (
            (names[player], moment(datetime.fromisoformat(at)))
            for player, at in zip(found["players"], found["opened"], strict=True)
        ),
    )
    some, of, given = len(found["players"]), found["of"], money(found["given"])
    return format_html(
        "<p>{}</p>{}<p>{}</p>",
        both(
            f"{some} comptes sur {of} de l’adresse {found['address']}, même navigateur"
            f" ({found['agent']}). La maison leur a donné {given}.",
            f"{some} of {of} accounts of the address {found['address']}, same browser"
            f" ({found['agent']}). The house has given them {given}.",
        ),
        opened,
        both(
            f"Probabilité que le hasard les rapproche : {found['chance']:.1e} au plus.",
            f"Probability that chance brings them together: {found['chance']:.1e} at the most.",
        ),
    )


@admin.register(CaseNote)
class CaseNoteAdmin(ReadOnlyAdmin[CaseNote]):
    """What surveillance has noted in cases."""

    section = "watch"
    singular = Words("note de surveillance", "note of a case")
    plural = Words("notes de surveillance", "notes of cases")
    list_display = (AT, "case", BY, REASON)
    list_select_related = ("case", "by")
    exact = ("case", "by__username")
    ordering = ("-id",)
    fields = (AT, "case", BY, REASON)


@admin.register(CaseEnd)
class CaseEndAdmin(ReadOnlyAdmin[CaseEnd]):
    """How cases were closed, by whom and why."""

    section = "watch"
    singular = Words("dossier clos", "closed case")
    plural = Words("dossiers clos", "closed cases")
    list_display = (AT, "case", "abuse", BY, REASON)
    list_select_related = ("case", "by")
    exact = ("case", "by__username")
    ordering = ("-at",)
    fields = (AT, "case", "abuse", BY, REASON)
