"""Rule sets in the office: drafted option by option, published with a date, never edited after."""

import json
from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID, uuid4

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import quote
from django.core.exceptions import PermissionDenied
from django.core.validators import RegexValidator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join

from casino.office import Reading, both, both_lazy, link, moment, pretty
from tables import books
from tables.admin.acts import ReasonForm, operator_of, refusal_told
from tables.games import GAMES
from tables.games.core.protocol import Refused
from tables.games.core.rules import Choice, Clause
from tables.models import RuleSet, RuleSetDraft, RuleSetEvent, Table, TheoreticalReturn

PUBLISH: Final = "tables.publish_ruleset"
"""The permission to draft and publish rule sets."""
_TEXTS: Final = [
    (f"{game}/{book.key}", f"{key} : {book.title_fr}")
    for game in sorted(GAMES)
    for key, book in GAMES[game].books.items()
]


class DraftForm(forms.Form):
    """What a draft begins with: a series, a text, and the options of a set that it amends."""

    draft = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    """Made with the form, so that sending it twice begins one draft."""
    series = forms.CharField(
        max_length=56,
        label=both_lazy("Série", "Series"),
        validators=[RegexValidator(books.SERIES)],
        widget=forms.TextInput({"class": "vTextField"}),
        help_text=both_lazy(
            "Par exemple « FR-2024/maison ». Une série qui existe reçoit sa version suivante.",
            "For instance “FR-2024/maison”. A series that exists gets its next version.",
        ),
    )
    text = forms.ChoiceField(choices=_TEXTS, label=both_lazy("Texte", "Text"))
    amends = forms.ModelChoiceField(
        RuleSet.objects.order_by("key"),
        required=False,
        label=both_lazy("D’après", "After"),
        empty_label=both_lazy("les valeurs du texte", "the text’s defaults"),
    )
    reason = forms.CharField(
        max_length=200,
        required=False,
        label=both_lazy("Motif", "Reason"),
        widget=forms.TextInput({"class": "vTextField"}),
    )


class PublishForm(ReasonForm):
    """From when on, and why."""

    revision = forms.IntegerField(widget=forms.HiddenInput)
    effective_at = forms.SplitDateTimeField(
        required=False,
        label=both_lazy("En vigueur le (vide : maintenant)", "In force on (empty: now)"),
        widget=forms.SplitDateTimeWidget(
            date_attrs={"type": "date"}, time_attrs={"type": "time"}, date_format="%Y-%m-%d"
        ),
    )
    field_order = ("effective_at", "reason")


class OptionsForm(forms.Form):
    """Every option of a text, with the values that it allows; the text itself has the last word."""

    revision = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(
        max_length=200,
        required=False,
        label=both_lazy("Motif", "Reason"),
        widget=forms.TextInput({"class": "vTextField"}),
    )

    def __init__(self, draft: RuleSetDraft, given: Any = None) -> None:
        self.draft = draft
        self.choices: Mapping[str, Choice] = books.book_of(draft).choices
        self.clauses = {clause.id: clause for clause in books.book_of(draft).clauses}
        super().__init__(given, initial={"revision": draft.revision})
        for name, choice in self.choices.items():
            value = draft.options.get(name, choice.default)
            self.fields[name] = _field(name, choice, value, self.clauses.get(choice.clause))
        self.order_fields(["revision", *self.choices, "reason"])

    def clean(self) -> dict[str, Any]:
        """Refuse what the text does not allow, naming the clause."""
        given = super().clean() or self.cleaned_data
        if self.errors:
            return given
        try:
            books.allowed(self.draft.game, self.draft.book, self.options())
        except Refused as refused:
            name = str(refused.detail.get("option", ""))
            clause = str(refused.detail.get("clause", ""))
            told = _not_allowed(clause, self.clauses.get(clause)) if clause else None
            self.add_error(name if name in self.fields else None, told or refusal_told(refused))
        return given

    def options(self) -> dict[str, Any]:
        """Return the options as they were given."""
        return {name: self.cleaned_data[name] for name in self.choices}


def _not_allowed(clause: str, text: Clause | None) -> str:
    return both(
        f"Le texte ne permet pas cette valeur : {clause}" + (f", « {text.fr} »." if text else "."),
        f"The text does not allow this value: {clause}" + (f", “{text.en}”." if text else "."),
    )


def _field(name: str, choice: Choice, value: Any, text: Clause | None) -> forms.Field:
    """Return the form field of an option: the values that its text allows, its clause beside it."""
    refused = _not_allowed(choice.clause, text)
    common: dict[str, Any] = {
        "label": name,
        "disabled": choice.kind == "fixed",
        "help_text": _beside(choice, text),
        "error_messages": dict.fromkeys(
            ("invalid", "invalid_choice", "invalid_list", "required"), refused
        ),
    }
    if not isinstance(choice.allowed, str):
        return forms.TypedChoiceField(
            choices=[(json.dumps(each), _shown(each)) for each in choice.allowed],
            coerce=json.loads,
            initial=json.dumps(value),
            **common,
        )
    if choice.allowed.startswith("some of "):
        return forms.MultipleChoiceField(
            choices=[(each, each) for each in choice.allowed.split()[2:]],
            widget=forms.CheckboxSelectMultiple,
            required=False,
            initial=value,
            **common,
        )
    if choice.allowed == "object|null":
        return forms.JSONField(required=False, initial=value, **common)
    empty = choice.allowed.endswith("|null")
    return forms.IntegerField(required=not empty, initial=value, **common)


def _beside(choice: Choice, text: Clause | None) -> str:
    """Return what stands beside an option: who decides it, the allowed values, the clause."""
    kinds = {
        "operator": both("au choix de la maison", "the house’s choice"),
        "interpretation": both("lecture d’une ambiguïté", "a reading of an ambiguity"),
        "fixed": both("fixé par le texte", "fixed by the text"),
    }
    allowed = (
        choice.allowed
        if isinstance(choice.allowed, str)
        else ", ".join(_shown(each) for each in choice.allowed)
    )
    told = "{} : {} ; {} : {} ; {}"
    return format_html(
        told + "<br><strong>{}</strong>{}{}",
        both("permis", "allowed"),
        allowed,
        both("par défaut", "default"),
        _shown(choice.default),
        kinds[choice.kind],
        choice.clause,
        format_html(" « {} »", text.fr) if text else "",
        format_html("<br>{}", text.en) if text else "",
    )


def _shown(value: Any) -> str:
    match value:
        case None:
            return both("sans limite", "no limit")
        case bool():
            return both("oui", "yes") if value else both("non", "no")
        case list() | tuple():
            return ", ".join(map(str, value)) or both("aucune", "none")
        case dict():
            return json.dumps(value, ensure_ascii=False)
        case _:
            return str(value)


def differences_shown(before: RuleSet | None, after: RuleSet | RuleSetDraft) -> str:
    """Return what differs between two sets as a table."""
    found = books.differences(before, after)
    if not found:
        return both("Aucune différence.", "No difference.")
    rows = format_html_join(
        "",
        "<tr><td>{}</td><td>{}</td><td><strong>{}</strong></td><td>{} {}</td></tr>",
        (
            (
                each.option,
                _shown(each.before),
                _shown(each.after),
                each.choice.clause,
                both(each.clause.fr, each.clause.en) if each.clause else "",
            )
            for each in found
        ),
    )
    heads = (
        both("Option", "Option"),
        both("Avant", "Before"),
        both("Après", "After"),
        both("Clause", "Clause"),
    )
    head = format_html_join("", "<th>{}</th>", ((each,) for each in heads))
    return format_html("<table><tr>{}</tr>{}</table>", head, rows)


def history_shown(series: str) -> str:
    """Return who did what to a series, when and why, newest first."""
    return format_html_join(
        "",
        "<div>{} {} {} {} {}</div>",
        (
            (
                moment(each.at),
                each.get_kind_display(),
                link(RuleSet, each.rule_set_id, each.rule_set_id) if each.rule_set_id else "",
                each.by,
                each.reason,
            )
            for each in RuleSetEvent.objects.filter(series=series).select_related("by")[:50]
        ),
    )


@admin.register(RuleSet)
class RuleSetAdmin(Reading[RuleSet]):
    """A published rule set: read, compared, followed by a draft of the next version."""

    list_display = ("key", "game", "book", "version", "effective_at", "published_by", "dealing")
    list_select_related = ("published_by",)
    exact = ("pk", "series")
    ordering = ("key",)
    fields = (
        "key",
        "game",
        "book",
        "series",
        "version",
        "effective_at",
        "published_by",
        "reason",
        "created_at",
        "amends_link",
        "changes",
        "dealing",
        "history",
    )

    def get_urls(self) -> list[URLPattern]:
        """Return the page of the differences before those of the rows."""
        view = self.admin_site.admin_view(self.compare_view)
        return [path("compare/", view, name="tables_ruleset_compare"), *super().get_urls()]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show a rule set, with the next version's draft and the differences a click away."""
        found = self.get_object(request, object_id)
        context: dict[str, Any] = {**(extra_context or {})}
        if found is not None:
            compare = reverse("admin:tables_ruleset_compare")
            context["orders"] = [
                {
                    "title": both("Comparer", "Compare"),
                    "url": f"{compare}?after={quote(found.key)}",
                }
            ]
            if request.user.has_perm(PUBLISH):
                add = reverse("admin:tables_rulesetdraft_add")
                context["orders"].append(
                    {
                        "title": both("Rédiger la version suivante", "Draft the next version"),
                        "url": f"{add}?amends={quote(found.key)}",
                    }
                )
        return super().change_view(request, object_id, form_url, context)

    def compare_view(self, request: HttpRequest) -> HttpResponse:
        """Show what differs between two versions, or from the text's own values."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        form = CompareForm(request.GET or None)
        shown = ""
        if form.is_valid():
            try:
                shown = differences_shown(form.cleaned_data["before"], form.cleaned_data["after"])
            except Refused as refused:
                form.add_error("before", refusal_told(refused))
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": both("Comparer deux règlements", "Compare two rule sets"),
            "form": form,
            "method": "get",
            "below": shown,
            "confirm": both("Comparer", "Compare"),
            "back": both("Retour", "Back"),
            "back_url": reverse("admin:tables_ruleset_changelist"),
        }
        return TemplateResponse(request, "admin/tables/ruleset/ask.html", context)

    @admin.display(description=both_lazy("D’après", "Amends"))
    def amends_link(self, rules: RuleSet) -> str:
        """What it was drafted from."""
        return link(RuleSet, rules.amends_id, rules.amends_id or "")

    @admin.display(description=both_lazy("Ce qui change", "What changes"))
    def changes(self, rules: RuleSet) -> str:
        """What it changes in what it amends, or in the text's own values."""
        return differences_shown(rules.amends, rules)

    @admin.display(description=both_lazy("Tables qui en relèvent", "Tables that deal by it"))
    def dealing(self, rules: RuleSet) -> str:
        """The tables whose next round is dealt by it."""
        follows = both("suit la série", "follows the series")
        return format_html_join(
            ", ",
            "{}{}",
            (
                (
                    link(Table, table.pk, table.name),
                    f" ({follows})" if table.follows_series else "",
                )
                for table in Table.objects.filter(rules=rules).order_by("name")[:50]
            ),
        )

    @admin.display(description=both_lazy("Histoire de la série", "History of the series"))
    def history(self, rules: RuleSet) -> str:
        """Who drafted, revised and published, when and why."""
        return history_shown(rules.series)


class CompareForm(forms.Form):
    """Two published sets of one text."""

    before = forms.ModelChoiceField(
        RuleSet.objects.order_by("key"),
        required=False,
        label=both_lazy("Avant", "Before"),
        empty_label=both_lazy("les valeurs du texte", "the text’s defaults"),
    )
    after = forms.ModelChoiceField(
        RuleSet.objects.order_by("key"), label=both_lazy("Après", "After")
    )


@admin.register(RuleSetDraft)
class RuleSetDraftAdmin(Reading[RuleSetDraft]):
    """A draft: begun, revised option by option, then published or discarded."""

    list_display = ("series", "game", "book", "amends", "revision", "changed_by", "changed_at")
    list_select_related = ("amends", "changed_by")
    exact = ("series",)
    ordering = ("series",)
    fields = ("series", "game", "book", "amends", "revision")

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
        form = DraftForm(request.POST) if request.method == "POST" else _new(request)
        if request.method == "POST" and form.is_valid():
            given = form.cleaned_data
            game, _, book = given["text"].partition("/")
            base: RuleSet | None = given["amends"]
            try:
                draft = books.draft(
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
                form.add_error(_where(refused), refusal_told(refused))
            else:
                return HttpResponseRedirect(_page("change", draft.pk))
        title = both("Rédiger un règlement", "Draft a rule set")
        return self._ask(request, form, title, reverse("admin:tables_rulesetdraft_changelist"))

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show every option with its clause, and revise them."""
        draft = self.get_object(request, object_id)
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
                books.revise(
                    draft.pk,
                    revision=form.cleaned_data["revision"],
                    options=form.options(),
                    operator=operator_of(request),
                    reason=form.cleaned_data["reason"],
                )
            except Refused as refused:
                form.add_error(None, refusal_told(refused))
            else:
                messages.success(request, both("Le projet est révisé.", "The draft is revised."))
                return HttpResponseRedirect(_page("change", draft.pk))
        orders = [
            {"title": both("Publier", "Publish"), "url": _page("publish", draft.pk)},
            {"title": both("Abandonner", "Discard"), "url": _page("discard", draft.pk)},
        ]
        below = format_html(
            "<h2>{}</h2>{}<h2>{}</h2>{}",
            both("Ce qui change", "What changes"),
            differences_shown(draft.amends, draft),
            both("Histoire de la série", "History of the series"),
            history_shown(draft.series),
        )
        return self._ask(
            request,
            form,
            f"{both('Projet', 'Draft')} {draft} ({draft.book})",
            reverse("admin:tables_rulesetdraft_changelist"),
            orders=orders if may else [],
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
                published = books.publish(
                    draft_id,
                    revision=form.cleaned_data["revision"],
                    operator=operator_of(request),
                    reason=form.cleaned_data["reason"],
                    effective_at=form.cleaned_data["effective_at"],
                )
            except Refused as refused:
                form.add_error(_where(refused), refusal_told(refused))
            else:
                done = both("{} est publié.", "{} is published.").format(published)
                messages.success(request, done)
                page = reverse("admin:tables_ruleset_change", args=[quote(published.key)])
                return HttpResponseRedirect(page)
        title = f"{both('Publier', 'Publish')} {draft}"
        below = differences_shown(draft.amends, draft)
        return self._ask(request, form, title, _page("change", draft_id), below=below)

    def discard_view(self, request: HttpRequest, draft_id: UUID) -> HttpResponse:
        """Ask why, and give the draft up."""
        draft = self._acted_on(request, draft_id)
        form = ReasonForm(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            books.discard(
                draft_id, operator=operator_of(request), reason=form.cleaned_data["reason"]
            )
            messages.success(request, both("Le projet est abandonné.", "The draft is discarded."))
            return HttpResponseRedirect(reverse("admin:tables_rulesetdraft_changelist"))
        title = f"{both('Abandonner', 'Discard')} {draft}"
        return self._ask(request, form, title, _page("change", draft_id))

    def _acted_on(self, request: HttpRequest, draft_id: UUID) -> RuleSetDraft:
        if not self.has_change_permission(request):
            raise PermissionDenied
        draft = RuleSetDraft.objects.filter(pk=draft_id).first()
        if draft is None:
            raise Http404
        return draft

    def _ask(
        self,
        request: HttpRequest,
        form: forms.Form,
        title: str,
        back_url: str,
        *,
        orders: list[dict[str, str]] | None = None,
        below: str = "",
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
            "confirm": "" if reading else both("Enregistrer", "Save"),
            "back": both("Retour", "Back"),
            "back_url": back_url,
        }
        return TemplateResponse(request, "admin/tables/ruleset/ask.html", context)


def _new(request: HttpRequest) -> DraftForm:
    """Return an empty form, or one for the next version of the series of a set."""
    base = RuleSet.objects.filter(pk=request.GET.get("amends", "")).first()
    if base is None:
        return DraftForm()
    last = RuleSet.objects.filter(series=base.series).order_by("-version").first()
    return DraftForm(
        initial={
            "draft": uuid4(),
            "series": base.series,
            "text": f"{base.game}/{base.book}",
            "amends": last,
        }
    )


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


@admin.register(RuleSetEvent)
class RuleSetEventAdmin(Reading[RuleSetEvent]):
    """Who did what to which rules, when and why."""

    list_display = ("id", "series", "kind", "rule_set", "by", "reason", "at")
    list_select_related = ("rule_set", "by")
    exact = ("series",)
    ordering = ("-id",)
    fields = ("series", "kind", "rule_set", "options_then", "by", "reason", "at")

    @admin.display(description=both_lazy("Options", "Options"))
    def options_then(self, event: RuleSetEvent) -> str:
        """The options as they were then."""
        return pretty(event.options)


@admin.register(TheoreticalReturn)
class TheoreticalReturnAdmin(Reading[TheoreticalReturn]):
    """What the bets of a rule set cost a player, computed once."""

    list_display = ("rules", "computed_at")
    list_select_related = ("rules",)
    exact = ("rules__key",)
    fields = ("rules", "computed_at", "found_written")

    @admin.display(description=both_lazy("Avantage de la maison", "House edge"))
    def found_written(self, kept: TheoreticalReturn) -> str:
        """The edges of all bets and the strategy of the main game."""
        return pretty(kept.found)
