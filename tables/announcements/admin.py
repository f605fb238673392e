"""Written announcements in the office: each read, and answered by the games management."""

from typing import Any, Final

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from casino.backoffice.model_admin import ReadOnlyAdmin
from casino.i18n import Words, both, both_lazy
from tables.announcements import services as announcements
from tables.games import GAMES
from tables.games.core.protocol import Refused
from tables.models import (
    AnnouncementAnswer,
    WrittenAnnouncement,
)
from tables.office.actions import ReasonForm, operator_of, refusal_text
from tables.office.columns import ANNOUNCEMENT, AT, BY, ENDORSED, PLAYER, REASON, TABLE
from tables.office.floor_event_words import announcement_text

ANSWERS: Final = {
    "endorse": (True, "Viser", "Endorse"),
    "decline": (False, "Refuser", "Decline"),
}
"""The two answers to a writing, by the name in the address of their page."""


@admin.register(WrittenAnnouncement)
class WrittenAnnouncementAdmin(ReadOnlyAdmin[WrittenAnnouncement]):
    """A written announcement, and the answer of the games management."""

    section = "watch"
    singular = Words("annonce écrite", "written announcement")
    plural = Words("annonces écrites", "written announcements")
    list_display = (AT, TABLE, PLAYER, "text_column", "state_column")
    list_select_related = ("table", "player", "answer", "answer__by")
    list_filter = ("answer__endorsed",)
    exact = ("pk", "table__name", "player__username")
    ordering = ("-at",)
    fields = (TABLE, PLAYER, AT, "text_column", "chips_column", "state_column")

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
        """Show an announcement, with both answers to a user who may give one."""
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
                announcements.answer_announcement(
                    writing_id,
                    endorsed=endorsed,
                    operator=operator_of(request),
                    reason=form.cleaned_data["reason"],
                )
            except Refused as refused:
                no = both("Refusé", "Refused")
                messages.error(request, f"{no}. {refusal_text(refused)}")
            else:
                messages.success(
                    request, both("La réponse est donnée.", "The answer has been given.")
                )
            return HttpResponseRedirect(page)
        said = announcement_text(writing.text)
        note = both(
            f"{writing.table}, {writing.player} : {said} — {_chips(writing)}. Le joueur"
            " lit votre motif. Viser avise le chef de table et le contrôle des jeux.",
            f"{writing.table}, {writing.player}: {said} — {_chips(writing)}. The player"
            " reads your reason. Endorsing informs the table chief and the state’s control.",
        )
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": both(f"{fr} l’annonce écrite", f"{en} the written announcement"),
            "note": note,
            "form": form,
            "confirm": both(fr, en),
            "back": both("Ne rien faire", "Do nothing"),
            "back_url": page,
        }
        return TemplateResponse(request, "admin/tables/table/order.html", context)

    def row_name(self, row: WrittenAnnouncement) -> str:
        """Return whose it is, and what it says."""
        return f"{row.player}{both(' : ', ': ')}{announcement_text(row.text)}"

    @admin.display(description=both_lazy("Texte", "Text"))
    def text_column(self, writing: WrittenAnnouncement) -> str:
        """What was announced."""
        return announcement_text(writing.text)

    @admin.display(description=both_lazy("Jetons", "Chips"))
    def chips_column(self, writing: WrittenAnnouncement) -> str:
        """What it stands for."""
        return _chips(writing)

    @admin.display(description=both_lazy("État", "State"))
    def state_column(self, writing: WrittenAnnouncement) -> str:
        """Whether it was answered, how and by whom."""
        answer = getattr(writing, "answer", None)
        if answer is None:
            return both("attend la direction des jeux", "awaits the games management")
        outcome = both("visée", "endorsed") if answer.endorsed else both("refusée", "declined")
        return f"{outcome} ({answer.by} : {answer.reason})"


def _answer_url(writing: WrittenAnnouncement, name: str) -> str:
    return reverse("admin:tables_writtenannouncement_answer", args=[writing.pk, name])


def _chips(writing: WrittenAnnouncement) -> str:
    """Return what a writing lays, in words: `plein 17, 2 × cheval 0-3`."""
    bets = GAMES[writing.table.rules.game].wording.bets

    def bet_text(on: str) -> str:
        kind, _, chosen = on.partition(":")
        name = both(*bets[kind].with_choice(chosen)) if kind in bets else on
        return name[:1].lower() + name[1:]

    return ", ".join(
        bet_text(on) if chips == 1 else f"{chips} × {bet_text(on)}" for on, chips in writing.chips
    )


@admin.register(AnnouncementAnswer)
class AnnouncementAnswerAdmin(ReadOnlyAdmin[AnnouncementAnswer]):
    """The games management's answer to a written announcement."""

    section = "watch"
    singular = Words("réponse à une annonce écrite", "answer to a written announcement")
    plural = Words("réponses aux annonces écrites", "answers to written announcements")
    list_display = (ANNOUNCEMENT, ENDORSED, BY, REASON, AT)
    list_select_related = ("announcement", "by")
    exact = ("pk", "by__username")
    ordering = ("-at",)
    fields = (ANNOUNCEMENT, ENDORSED, BY, REASON, AT)
