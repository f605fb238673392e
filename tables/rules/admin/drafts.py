"""Drafts of rule sets in the office: begun, revised option by option, published or discarded."""

from typing import Any, Final
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import quote, unquote
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html

from casino.backoffice.model_admin import ReadOnlyAdmin, column
from casino.i18n import Words, both
from tables.games.core.protocol import Refused
from tables.models import RuleSet, RuleSetDraft
from tables.office.actions import ReasonForm, operator_of, refusal_text
from tables.rules import services as rules
from tables.rules.admin.comparison import (
    differences_table,
    favourable_bets,
    history_table,
    tables_of_series,
)
from tables.rules.admin.draft_forms import (
    AgreeForm,
    DraftForm,
    OptionsForm,
    PublishForm,
    initial_form,
)

PUBLISH: Final = "tables.publish_ruleset"
"""The permission to draft and publish rule sets."""
AGREE: Final = "tables.agree_to_rules"
"""The permission of the state's control."""


@admin.register(RuleSetDraft)
class RuleSetDraftAdmin(ReadOnlyAdmin[RuleSetDraft]):
    """A draft: begun, revised option by option, then published or discarded."""

    section = "rules"
    singular = Words("projet de règlement", "draft of rules")
    plural = Words("projets de règlement", "drafts of rules")
    series_column = column("series", "Série", "Series", code=True)
    game_column = column("game", "Jeu", "Game")
    book_column = column("book", "Texte", "Text")
    amends_column = column("amends", "D’après", "Amends")
    revision_column = column("revision", "Révision", "Revision")
    changed_by_column = column("changed_by", "Par", "By")
    changed_at_column = column("changed_at", "Le", "On")
    list_display = (
        "series_column",
        "game_column",
        "book_column",
        "amends_column",
        "revision_column",
        "changed_by_column",
        "changed_at_column",
    )
    list_select_related = ("amends", "changed_by")
    exact = ("series",)
    ordering = ("series",)
    fields = ("series_column", "game_column", "book_column", "amends_column", "revision_column")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Tell whether this operator may draft rules."""
        return request.user.has_perm(PUBLISH)

    def has_change_permission(self, request: HttpRequest, obj: RuleSetDraft | None = None) -> bool:
        """Tell whether this operator may revise a draft."""
        return request.user.has_perm(PUBLISH)

    def get_urls(self) -> list[URLPattern]:
        """Return the pages of the acts before those of the rows."""
        wrap = self.admin_site.admin_view
        return [
            path(
                "<uuid:draft_id>/publish/",
                wrap(self.publish_view),
                name="tables_rulesetdraft_publish",
            ),
            path(
                "<uuid:draft_id>/agree/",
                wrap(self.agree_view),
                name="tables_rulesetdraft_agree",
            ),
            path(
                "<uuid:draft_id>/discard/",
                wrap(self.discard_view),
                name="tables_rulesetdraft_discard",
            ),
            *super().get_urls(),
        ]

    def add_view(
        self,
        request: HttpRequest,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Begin a draft, with the options of the set that it amends."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = DraftForm(request.POST) if request.method == "POST" else initial_form(request)
        if request.method == "POST" and form.is_valid():
            given = form.cleaned_data
            game, _, book = given["text"].partition("/")
            base: RuleSet | None = given["amends"]
            try:
                draft = rules.begin_draft(
                    draft_id=given["draft"],
                    series=given["series"],
                    game=game,
                    book=book,
                    options=base.options if base else {},
                    operator=operator_of(request),
                    reason=given["reason"],
                    amends=base.key if base else None,
                )
            except Refused as refused:
                form.add_error(_where(refused), refusal_text(refused))
            else:
                return HttpResponseRedirect(_page("change", draft.pk))
        title = both("Rédiger un règlement", "Draft a rule set")
        return self._form_page(
            request, form, title, reverse("admin:tables_rulesetdraft_changelist")
        )

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show every option with its clause, and revise them."""
        draft = self.get_object(request, unquote(object_id))
        if not self.has_view_or_change_permission(request, draft):
            raise PermissionDenied
        if draft is None:
            raise Http404
        may = self.has_change_permission(request, draft)
        if request.method == "POST" and not may:
            raise PermissionDenied
        form = OptionsForm(draft, request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            try:
                rules.revise_draft(
                    draft.pk,
                    revision=form.cleaned_data["revision"],
                    options=form.options(),
                    operator=operator_of(request),
                    reason=form.cleaned_data["reason"],
                )
            except Refused as refused:
                form.add_error(None, refusal_text(refused))
            else:
                messages.success(request, both("Le projet est révisé.", "The draft is revised."))
                return HttpResponseRedirect(_page("change", draft.pk))
        orders = [
            {"title": both("Publier", "Publish"), "url": _page("publish", draft.pk)},
            {"title": both("Abandonner", "Discard"), "url": _page("discard", draft.pk)},
        ]
        agrees = request.user.has_perm(AGREE) and rules.options_to_agree(draft)
        agreement = {"title": both("Donner l’accord", "Agree"), "url": _page("agree", draft.pk)}
        below = format_html(
            "<h2>{}</h2>{}<h2>{}</h2>{}",
            both("Ce qui change", "What changes"),
            differences_table(draft.amends, draft),
            both("Histoire de la série", "History of the series"),
            history_table(draft.series),
        )
        return self._form_page(
            request,
            form,
            f"{both('Projet', 'Draft')} {draft} ({draft.book})",
            reverse("admin:tables_rulesetdraft_changelist"),
            orders=[*(orders if may else ()), *([agreement] if agrees else ())],
            below=below,
            reading=not may,
        )

    def publish_view(self, request: HttpRequest, draft_id: UUID) -> HttpResponse:
        """Show what changes, ask why and from when on, and publish."""
        draft = self._acted_on(request, draft_id)
        given = request.POST if request.method == "POST" else None
        form = PublishForm(given, initial={"revision": draft.revision})
        if request.method == "POST" and form.is_valid():
            try:
                published = rules.publish_draft(
                    draft_id,
                    revision=form.cleaned_data["revision"],
                    operator=operator_of(request),
                    reason=form.cleaned_data["reason"],
                    effective_at=form.cleaned_data["effective_at"],
                )
            except Refused as refused:
                found = favourable_bets(draft) if refused.code == "favours_player" else []
                form.add_error(_where(refused), found or [refusal_text(refused)])
            else:
                done = both("{} est publié.", "{} is published.").format(published)
                messages.success(request, done)
                page = reverse("admin:tables_ruleset_change", args=[quote(published.key)])
                return HttpResponseRedirect(page)
        title = f"{both('Publier', 'Publish')} {draft}"
        below = format_html(
            "{}<h2>{}</h2>{}",
            differences_table(draft.amends, draft),
            both("Les tables de la série", "Tables of the series"),
            tables_of_series(draft.series),
        )
        return self._form_page(
            request,
            form,
            title,
            _page("change", draft_id),
            below=below,
            confirm=both("Publier pour toujours", "Publish for ever"),
        )

    def agree_view(self, request: HttpRequest, draft_id: UUID) -> HttpResponse:
        """Show what changes, and let the state's control agree to it."""
        draft = RuleSetDraft.objects.filter(pk=draft_id).first()
        if not request.user.has_perm(AGREE):
            raise PermissionDenied
        if draft is None:
            raise Http404
        form = AgreeForm(
            request.POST if request.method == "POST" else None, initial={"revision": draft.revision}
        )
        if request.method == "POST" and form.is_valid():
            revision = form.cleaned_data["revision"]
            try:
                rules.agree_to_draft(draft_id, revision=revision, operator=operator_of(request))
            except Refused as refused:
                form.add_error(None, refusal_text(refused))
            else:
                messages.success(request, both("L’accord est donné.", "The agreement is given."))
                return HttpResponseRedirect(_page("change", draft_id))
        return self._form_page(
            request,
            form,
            f"{both('Donner l’accord à', 'Agree to')} {draft}",
            _page("change", draft_id),
            below=differences_table(draft.amends, draft),
            confirm=both("Donner l’accord", "Agree"),
        )

    def discard_view(self, request: HttpRequest, draft_id: UUID) -> HttpResponse:
        """Ask why, and give the draft up."""
        draft = self._acted_on(request, draft_id)
        form = ReasonForm(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            rules.discard_draft(
                draft_id, operator=operator_of(request), reason=form.cleaned_data["reason"]
            )
            messages.success(request, both("Le projet est abandonné.", "The draft is discarded."))
            return HttpResponseRedirect(reverse("admin:tables_rulesetdraft_changelist"))
        title = f"{both('Abandonner', 'Discard')} {draft}"
        confirm = both("Abandonner", "Discard")
        return self._form_page(request, form, title, _page("change", draft_id), confirm=confirm)

    def _acted_on(self, request: HttpRequest, draft_id: UUID) -> RuleSetDraft:
        if not self.has_change_permission(request):
            raise PermissionDenied
        draft = RuleSetDraft.objects.filter(pk=draft_id).first()
        if draft is None:
            raise Http404
        return draft

    def _form_page(
        self,
        request: HttpRequest,
        form: forms.Form,
        title: str,
        back_url: str,
        *,
        orders: list[dict[str, str]] | None = None,
        below: str = "",
        confirm: str | None = None,
        reading: bool = False,
    ) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": title,
            "form": form,
            "method": "post",
            "orders": orders,
            "below": below,
            "confirm": "" if reading else confirm or both("Enregistrer", "Save"),
            "back": both("Retour", "Back"),
            "back_url": back_url,
        }
        return TemplateResponse(request, "admin/tables/ruleset/ask.html", context)


def _page(verb: str, draft_id: UUID) -> str:
    return reverse(f"admin:tables_rulesetdraft_{verb}", args=[draft_id])


def _where(refused: Refused) -> str | None:
    """Return the field that a refusal is about."""
    return {
        "another_text": "text",
        "draft_exists": "series",
        "unknown_rules": "amends",
        "too_early": "effective_at",
    }.get(refused.code)
