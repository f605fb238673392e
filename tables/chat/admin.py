"""What players said at the tables, for review; who was silenced, by whom and why.

A player is silenced on the page of one of his messages, and may speak again by an act on the page
of his silence, both through `tables.chat.services` with a reason.
"""

from collections.abc import Callable
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from casino.backoffice.model_admin import M, ReadOnlyAdmin, yes_or_no
from casino.i18n import Words, both, both_lazy
from tables.chat import services as chat
from tables.games.core.protocol import Refused
from tables.models import ChatMessage, Silence, SilenceLifted
from tables.office.actions import ReasonForm, operator_of, refusal_text
from tables.office.columns import AT, BY, PLAYER, REASON, TABLE
from tables.wire.chat_signals import KEPT_DAYS, SIGNALS


class Moderated(ReadOnlyAdmin[M]):
    """Rows about a player, with one action that silences them or lifts the silence."""

    change_form_template = "admin/tables/table/change_form.html"
    title: ClassVar[Words]
    note: ClassVar[Words]
    done: ClassVar[Words]
    due: ClassVar[Callable[..., bool]]
    """Tells whether the act is to be offered on a row's page."""
    act: ClassVar[Callable[..., None]]
    """The service of the floor."""

    @property
    def _address(self) -> str:
        return f"tables_{self.opts.model_name}_act"

    def get_urls(self) -> list[URLPattern]:
        """Return the page of the act before those of the rows."""
        view = self.admin_site.admin_view(self.act_view)
        return [path("<str:key>/act/", view, name=self._address), *super().get_urls()]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show a row, with the action for users who have its permission."""
        context = dict(extra_context or {})
        row = self.get_object(request, unquote(object_id))
        if row is not None and request.user.has_perm(chat.MODERATE) and type(self).due(row):
            url = reverse(f"admin:{self._address}", args=[row.pk])
            context["orders"] = [{"title": both(*self.title), "url": url}]
        return super().change_view(request, object_id, form_url, context)

    def act_view(self, request: HttpRequest, key: str) -> HttpResponse:
        """Ask why, then act."""
        if not request.user.has_perm(chat.MODERATE):
            raise PermissionDenied
        row: Any = self.get_object(request, key)
        if row is None:
            raise Http404
        page = reverse(f"admin:tables_{self.opts.model_name}_change", args=[row.pk])
        form = ReasonForm(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            operator, reason = operator_of(request), form.cleaned_data["reason"]
            try:
                type(self).act(row.player_id, operator=operator, reason=reason)
            except Refused as refused:
                no = both("Refusé", "Refused")
                messages.error(request, f"{no}. {refusal_text(refused)}")
            else:
                messages.success(request, both(*self.done))
            return HttpResponseRedirect(page)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": both(*self.title),
            "note": f"{row.player} : {both(*self.note)}",
            "form": form,
            "confirm": both(*self.title),
            "back": both("Ne rien faire", "Do nothing"),
            "back_url": page,
        }
        return TemplateResponse(request, "admin/tables/table/order.html", context)


@admin.register(ChatMessage)
class ChatMessageAdmin(Moderated[ChatMessage]):
    """Something that a player said at a table; gone after KEPT_DAYS."""

    section = "watch"
    singular = Words("message", "message")
    plural = Words("messages", "messages")
    list_display = (AT, TABLE, PLAYER, "message_column", "silenced")
    list_select_related = ("table", "player")
    exact = ("pk", "table__name", "player__username")
    search_help_text = both_lazy(
        f"Nom exact de la table ou du joueur. Gardé {KEPT_DAYS} jours.",
        f"Exact name of the table or of the player. Kept for {KEPT_DAYS} days.",
    )
    ordering = ("-at",)
    fields = (AT, TABLE, PLAYER, "message_column", "silenced")
    title = Words("Retirer la parole", "Silence the player")
    note = Words(
        "il ne dira plus rien, à aucune table. Il lit le motif.",
        "says nothing more, at any table. The player reads the reason.",
    )
    done = Words("La parole lui est retirée.", "The player is silenced.")
    due = staticmethod(lambda message: not message.is_silenced)
    act = staticmethod(chat.silence_player)

    def get_queryset(self, request: HttpRequest) -> QuerySet[ChatMessage]:
        """Return messages with whether their players are silenced now, in one query for all."""
        kept = Silence.objects.filter(player=OuterRef("player"), lifted=None)
        return super().get_queryset(request).annotate(is_silenced=Exists(kept))

    @admin.display(description=both_lazy("Message", "Message"))
    def message_column(self, message: ChatMessage) -> str:
        """What was said."""
        words = SIGNALS.get(message.signal)
        return both(*words) if words else f"« {message.text} »"

    @admin.display(description=both_lazy("Parole retirée", "Silenced"))
    def silenced(self, message: Any) -> str:
        """Whether its player is silenced now."""
        return yes_or_no(bool(message.is_silenced))


@admin.register(Silence)
class SilenceAdmin(Moderated[Silence]):
    """When, why and by whom a player was silenced."""

    section = "watch"
    singular = Words("parole retirée", "silence")
    plural = Words("paroles retirées", "silences")
    list_display = (AT, PLAYER, BY, REASON, "state_column")
    list_select_related = ("player", "by", "lifted", "lifted__by")
    exact = ("pk", "player__username", "by__username")
    ordering = ("-at",)
    fields = (AT, PLAYER, BY, REASON, "state_column")
    title = Words("Rendre la parole", "Give the word back")
    note = Words("il parlera de nouveau.", "may speak again.")
    done = Words("La parole lui est rendue.", "The player may speak again.")
    due = staticmethod(lambda silence: not hasattr(silence, "lifted"))
    act = staticmethod(chat.lift_silence)

    @admin.display(description=both_lazy("État", "State"))
    def state_column(self, silence: Silence) -> str:
        """Whether it was lifted, by whom and why."""
        lifted = getattr(silence, "lifted", None)
        if lifted is None:
            return both("en vigueur", "in force")
        return f"{both('levé', 'lifted')} ({lifted.by} : {lifted.reason})"


@admin.register(SilenceLifted)
class SilenceLiftedAdmin(ReadOnlyAdmin[SilenceLifted]):
    """When, why and by whom a silence was lifted."""

    section = "watch"
    singular = Words("parole rendue", "word given back")
    plural = Words("paroles rendues", "words given back")
    list_display = (AT, "player_column", BY, REASON)
    list_select_related = ("silence__player", "by")
    exact = ("pk", "silence__player__username", "by__username")
    ordering = ("-at",)
    fields = (AT, "player_column", BY, REASON)

    @admin.display(description=both_lazy("Joueur", "Player"))
    def player_column(self, lifted: SilenceLifted) -> str:
        """Who may speak again."""
        return str(lifted.silence.player)
