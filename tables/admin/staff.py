"""The staff's own records in the office: duties, written announcements, notices, anomalies.

Announcements are answered here, through `tables.floor.announcements`; everything else is read.
"""

from datetime import datetime
from typing import Any, Final

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from casino.office import Reading, column, moment, money, pretty
from casino.words import Words, both, both_lazy, in_french
from tables.admin.acts import ReasonForm, operator_of, refusal_told
from tables.floor import announcements
from tables.games import GAMES
from tables.games.core.protocol import Duty, Refused
from tables.models import (
    AnnouncementAnswer,
    Anomaly,
    Assignment,
    DropCount,
    LevyCount,
    LevySignature,
    Notice,
    Round,
    Table,
    TableSession,
    WrittenAnnouncement,
)
from tables.records import notices

ANSWERS: Final = {
    "endorse": (True, "Viser", "Endorse"),
    "decline": (False, "Refuser", "Decline"),
}
"""The two answers to a writing, by the name in the address of their page."""
FOUND: Final = {
    "status": ("état", "status"),
    "rules": ("règlement", "rules"),
    "round": ("coup", "round"),
    "round_status": ("état du coup", "status of the round"),
    "float": ("encaisse", "float"),
    "layout": ("tapis", "layout"),
}


def _column(name: str, fr: str, en: str) -> Any:
    """Return a column that shows a field under a name in both languages."""

    @admin.display(description=both_lazy(fr, en))
    def column(row: Any) -> Any:
        value = getattr(row, name)
        if value is None:
            return "-"
        return moment(value) if isinstance(value, datetime) else value

    column.__name__ = name
    return column


AT: Final = _column("at", "Heure", "Time")
TABLE: Final = _column("table", "Table", "Table")
PERSON: Final = _column("person", "Personne", "Person")
PLAYER: Final = _column("player", "Joueur", "Player")
BY: Final = _column("by", "Par", "By")
REASON: Final = _column("reason", "Motif", "Reason")
TICKETS: Final = _column("tickets", "Tickets", "Tickets")
COUNT: Final = _column("count", "Compte", "Count")
CONTROL: Final = _column("control", "Contrôle des jeux", "State control")
SINCE: Final = _column("since", "Depuis", "Since")
UNTIL: Final = _column("until", "Jusqu’à", "Until")
TEXT: Final = _column("text", "Texte", "Text")
CLAUSE: Final = _column("clause", "Article", "Clause")
MAILED: Final = _column("mailed_at", "Envoyé", "Mailed")
ENDORSED: Final = _column("endorsed", "Visée", "Endorsed")
ANNOUNCEMENT: Final = _column("announcement", "Annonce", "Announcement")
MINUTE: Final = _column("minute", "Minute", "Minute")
REFUSALS: Final = _column("refusals", "Refus", "Refusals")


def _found(name: str, value: Any) -> str:
    """Return how a table was found, in one respect."""
    if name in ("float", "layout"):
        return money(value)
    words = {"status": Table.Status, "round_status": Round.Status}.get(name)
    return str(value) if words is None else str(words(value).label)


def duty_said(duty: str) -> str:
    """Return what a duty is called."""
    match Duty(duty):
        case Duty.TABLE_CHIEF:
            return both("chef de table", "table chief")
        case Duty.INSPECTOR:
            return both("inspecteur", "inspector")
        case Duty.CHANGER:
            return both("changeur", "changer")
        case Duty.MACHINE_CHANGER:
            return both("changeur des appareils", "changer of the machines")


@admin.register(Assignment)
class AssignmentAdmin(Reading[Assignment]):
    """Who served a table in which duty, and how it was found."""

    section = "floor"
    singular = Words("service", "duty")
    plural = Words("services", "duties")
    list_display = ("id", TABLE, "duty_shown", PERSON, SINCE, UNTIL, BY, REASON)
    list_select_related = ("table", "person", "by")
    exact = ("table__name", "person__username")
    ordering = ("-id",)
    fields = (TABLE, "duty_shown", PERSON, SINCE, UNTIL, BY, REASON, "found_shown")

    @admin.display(description=both_lazy("Fonction", "Duty"))
    def duty_shown(self, assignment: Assignment) -> str:
        """The duty."""
        return duty_said(assignment.duty)

    @admin.display(description=both_lazy("Table trouvée", "Table as found"))
    def found_shown(self, assignment: Assignment) -> str:
        """The state in which the table was handed over."""
        found = assignment.found
        parts = []
        for name, words in FOUND.items():
            value = found[name]
            if value is not None:
                told = _found(name, value)
                parts.append(f"{both(*words)} {told}")
        return " · ".join(parts)


@admin.register(WrittenAnnouncement)
class WrittenAnnouncementAdmin(Reading[WrittenAnnouncement]):
    """A written announcement, and the answer of the games management."""

    section = "watch"
    singular = Words("annonce écrite", "written announcement")
    plural = Words("annonces écrites", "written announcements")
    list_display = (AT, TABLE, PLAYER, TEXT, "state")
    list_select_related = ("table", "player", "answer", "answer__by")
    list_filter = ("answer__endorsed",)
    exact = ("pk", "table__name", "player__username")
    ordering = ("-at",)
    fields = (TABLE, PLAYER, AT, TEXT, "stands_for", "state")

    def has_answer_permission(self, request: HttpRequest) -> bool:
        """Tell whether this person answers for the games management."""
        return request.user.has_perm(announcements.ANSWER)

    def get_urls(self) -> list[URLPattern]:
        """Return the pages of the two answers before those of the rows."""
        view = self.admin_site.admin_view(self.answer_view)
        return [
            path(
                "<uuid:writing_id>/<str:name>/answer/",
                view,
                name="tables_writtenannouncement_answer",
            ),
            *super().get_urls(),
        ]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show a writing, with the two answers to whoever may give them while there is none."""
        context = dict(extra_context or {})
        writing = self.get_object(request, unquote(object_id))
        if (
            writing is not None
            and self.has_answer_permission(request)
            and not hasattr(writing, "answer")
        ):
            context["orders"] = [
                {"title": both(fr, en), "url": _answer_url(writing, name)}
                for name, (_, fr, en) in ANSWERS.items()
            ]
        return super().change_view(request, object_id, form_url, context)

    def answer_view(self, request: HttpRequest, writing_id: Any, name: str) -> HttpResponse:
        """Show what was written, ask why, then answer."""
        if not self.has_answer_permission(request):
            raise PermissionDenied
        writing = self.get_queryset(request).filter(pk=writing_id).first()
        if writing is None or name not in ANSWERS:
            raise Http404
        endorsed, fr, en = ANSWERS[name]
        page = reverse("admin:tables_writtenannouncement_change", args=[writing_id])
        form = ReasonForm(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            try:
                announcements.answer(
                    writing_id,
                    endorsed=endorsed,
                    operator=operator_of(request),
                    reason=form.cleaned_data["reason"],
                )
            except Refused as refused:
                no = both("Refusé", "Refused")
                messages.error(request, f"{no}. {refusal_told(refused)}")
            else:
                messages.success(
                    request, both("La réponse est donnée.", "The answer has been given.")
                )
            return HttpResponseRedirect(page)
        told = both(
            f"{writing.table}, {writing.player} : {writing.text} — {_chips(writing)}. Le joueur"
            " lit votre motif. Viser avise le chef de table et le contrôle des jeux.",
            f"{writing.table}, {writing.player}: {writing.text} — {_chips(writing)}. The player"
            " reads your reason. Endorsing informs the table chief and the state’s control.",
        )
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": both(f"{fr} l’annonce écrite", f"{en} the written announcement"),
            "note": told,
            "form": form,
            "confirm": both(fr, en),
            "back": both("Ne rien faire", "Do nothing"),
            "back_url": page,
        }
        return TemplateResponse(request, "admin/tables/table/order.html", context)

    @admin.display(description=both_lazy("Jetons", "Chips"))
    def stands_for(self, writing: WrittenAnnouncement) -> str:
        """What it stands for."""
        return _chips(writing)

    @admin.display(description=both_lazy("État", "State"))
    def state(self, writing: WrittenAnnouncement) -> str:
        """Whether it was answered, how and by whom."""
        answer = getattr(writing, "answer", None)
        if answer is None:
            return both("attend la direction des jeux", "awaits the games management")
        told = both("visée", "endorsed") if answer.endorsed else both("refusée", "declined")
        return f"{told} ({answer.by} : {answer.reason})"


def _answer_url(writing: WrittenAnnouncement, name: str) -> str:
    return reverse("admin:tables_writtenannouncement_answer", args=[writing.pk, name])


def _chips(writing: WrittenAnnouncement) -> str:
    """Return what a writing lays, in words: `plein 17, 2 × cheval 0-3`."""
    bets = GAMES[writing.table.rules.game].wording.bets

    def said(on: str) -> str:
        kind, _, chosen = on.partition(":")
        name = both(*bets[kind].of(chosen)) if kind in bets else on
        return name[:1].lower() + name[1:]

    return ", ".join(
        said(on) if chips == 1 else f"{chips} × {said(on)}" for on, chips in writing.chips
    )


@admin.register(AnnouncementAnswer)
class AnnouncementAnswerAdmin(Reading[AnnouncementAnswer]):
    """The games management's answer to a written announcement."""

    section = "watch"
    singular = Words("réponse à une annonce écrite", "answer to a written announcement")
    plural = Words("réponses aux annonces écrites", "answers to written announcements")
    list_display = (ANNOUNCEMENT, ENDORSED, BY, REASON, AT)
    list_select_related = ("announcement", "by")
    exact = ("pk", "by__username")
    ordering = ("-at",)
    fields = (ANNOUNCEMENT, ENDORSED, BY, REASON, AT)


@admin.register(TableSession)
class TableSessionAdmin(Reading[TableSession]):
    """The sessions of tables as they began; what they came to is on the table's page."""

    section = "takings"
    singular = Words("séance", "session")
    plural = Words("séances", "sessions")
    list_display = ("began", TABLE, "float_shown", BY)
    list_select_related = ("table", "by")
    exact = ("table__name", "by__username")
    ordering = ("-id",)
    fields = ("began", TABLE, "float_shown", BY)
    began = column("began_at", "Début", "Begun")

    @admin.display(description=both_lazy("Encaisse à l’ouverture", "Opening float"))
    def float_shown(self, session: TableSession) -> str:
        """What the float held."""
        return money(session.opening_float)


@admin.register(DropCount)
class DropCountAdmin(Reading[DropCount]):
    """What accounting found in a table's drop."""

    section = "takings"
    singular = Words("comptée du change", "count of a drop")
    plural = Words("comptées du change", "counts of drops")
    list_display = (AT, TABLE, "amount_shown", "changes_shown", BY, REASON)
    list_select_related = ("table", "by")
    exact = ("pk", "table__name", "by__username")
    ordering = ("-at",)
    fields = (AT, TABLE, "amount_shown", "changes_shown", BY, REASON)

    @admin.display(description=both_lazy("Compté", "Counted"))
    def amount_shown(self, counted: DropCount) -> str:
        """What was counted."""
        return money(counted.amount)

    @admin.display(description=both_lazy("Changes", "Changes"))
    def changes_shown(self, counted: DropCount) -> int:
        """How often cash had been changed."""
        return counted.changes


@admin.register(LevyCount)
class LevyCountAdmin(Reading[LevyCount]):
    """What was counted in a levy."""

    section = "takings"
    singular = Words("comptée d’une cagnotte", "count of a levy")
    plural = Words("comptées des cagnottes", "counts of levies")
    list_display = (AT, TABLE, "amount_shown", TICKETS, BY, REASON)
    list_select_related = ("table", "by")
    exact = ("pk", "table__name", "by__username")
    ordering = ("-at",)
    fields = (AT, TABLE, "amount_shown", TICKETS, BY, REASON)

    @admin.display(description=both_lazy("Compté", "Counted"))
    def amount_shown(self, counted: LevyCount) -> str:
        """What was counted."""
        return money(counted.amount)


@admin.register(LevySignature)
class LevySignatureAdmin(Reading[LevySignature]):
    """The inspector's signature under a count."""

    section = "takings"
    singular = Words("signature d’une comptée", "signature under a count")
    plural = Words("signatures des comptées", "signatures under counts")
    list_display = (AT, COUNT, BY, CONTROL, REASON)
    list_select_related = ("count", "by")
    exact = ("pk", "by__username", "control")
    ordering = ("-at",)
    fields = (AT, COUNT, BY, CONTROL, REASON)


@admin.register(Notice)
class NoticeAdmin(Reading[Notice]):
    """What the house owed an authority or a chief to know."""

    section = "watch"
    singular = Words("avis", "notice")
    plural = Words("avis", "notices")
    list_display = (AT, CLAUSE, "addressee_shown", PERSON, "said", MAILED)
    list_select_related = ("table__rules", "person", "by")
    list_filter = ("addressee", "kind")
    exact = ("pk", "clause", "table__name")
    ordering = ("-at",)
    fields = (
        AT,
        CLAUSE,
        "addressee_shown",
        PERSON,
        "said",
        "detail_shown",
        BY,
        MAILED,
    )

    @admin.display(description=both_lazy("Destinataire", "Addressee"))
    def addressee_shown(self, notice: Notice) -> str:
        """Who was owed it."""
        return str(notice.get_addressee_display())

    @admin.display(description=both_lazy("Avis", "Notice"))
    def said(self, notice: Notice) -> str:
        """What it says."""
        fr, en = notices.told(notice)
        return fr if in_french() else en

    @admin.display(description=both_lazy("Détail", "Detail"))
    def detail_shown(self, notice: Notice) -> str:
        """What it was made of."""
        return pretty(notice.detail)


@admin.register(Anomaly)
class AnomalyAdmin(Reading[Anomaly]):
    """Refusals of a player that piled up: for surveillance to look at."""

    section = "watch"
    singular = Words("anomalie", "anomaly")
    plural = Words("anomalies", "anomalies")
    list_display = (MINUTE, TABLE, PLAYER, "kind_shown", REFUSALS)
    list_select_related = ("table", "player")
    list_filter = ("kind",)
    exact = ("table__name", "player__username")
    ordering = ("-id",)
    fields = (TABLE, PLAYER, "kind_shown", MINUTE, REFUSALS, AT)

    @admin.display(description=both_lazy("Signe", "Sign"))
    def kind_shown(self, anomaly: Anomaly) -> str:
        """What piled up."""
        return {
            Anomaly.Kind.LATE: both("mises après « rien ne va plus »", "stakes after the closing"),
            Anomaly.Kind.ABOVE: both("mises au-dessus du maximum", "stakes above the maximum"),
            Anomaly.Kind.MANY: both("refus répétés", "many refusals"),
        }[Anomaly.Kind(anomaly.kind)]
