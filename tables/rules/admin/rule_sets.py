"""Rule sets in the office: read, compared, never edited."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join

from casino.backoffice.model_admin import ReadOnlyAdmin, column, link, pretty_json
from casino.i18n import Words, both, both_lazy
from tables.games import GAMES
from tables.games.core.protocol import Refused
from tables.models import RuleSet, RuleSetEvent, Table, TheoreticalReturn
from tables.office.actions import refusal_text
from tables.rules import returns
from tables.rules.admin.comparison import differences_table, event_text, history_table, signed_edge
from tables.rules.admin.drafts import PUBLISH


@admin.register(RuleSet)
class RuleSetAdmin(ReadOnlyAdmin[RuleSet]):
    """A published rule set: read, compared, followed by a draft of the next version."""

    section = "rules"
    singular = Words("règlement", "rule set")
    plural = Words("règlements", "rule sets")
    key_column = column("key", "Clé", "Key", code=True)
    series_column = column("series", "Série", "Series", code=True)
    version_column = column("version", "Version", "Version")
    effective_at_column = column("effective_at", "En vigueur le", "In force on")
    published_by_column = column("published_by", "Publié par", "Published by")
    reason_column = column("reason", "Motif", "Reason")
    created_at_column = column("created_at", "Fait le", "Made on")
    list_display = (
        "name_column",
        "key_column",
        "version_column",
        "effective_at_column",
        "published_by_column",
        "dealing",
    )
    list_select_related = ("published_by",)
    exact = ("pk", "series")
    ordering = ("key",)
    fields = (
        "name_column",
        "title_column",
        "key_column",
        "series_column",
        "version_column",
        "effective_at_column",
        "published_by_column",
        "reason_column",
        "created_at_column",
        "amends_link",
        "changes",
        "dealing",
        "history",
    )

    @admin.display(description=both_lazy("Règlement", "Rule set"), ordering="key")
    def name_column(self, rule_set: RuleSet) -> str:
        """What it is called."""
        return str(rule_set)

    @admin.display(description=both_lazy("Texte", "Text"))
    def title_column(self, rule_set: RuleSet) -> str:
        """The title of its text."""
        book = GAMES[rule_set.game].books[rule_set.book]
        return both(book.title_fr, book.title_en)

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
        found = self.get_object(request, unquote(object_id))
        context: dict[str, Any] = {**(extra_context or {})}
        if found is not None:
            compare = reverse("admin:tables_ruleset_compare", query={"after": found.key})
            context["orders"] = [
                {
                    "title": both("Comparer", "Compare"),
                    "url": compare,
                }
            ]
            if request.user.has_perm(PUBLISH):
                add = reverse("admin:tables_rulesetdraft_add", query={"amends": found.key})
                context["orders"].append(
                    {
                        "title": both("Rédiger la version suivante", "Draft the next version"),
                        "url": add,
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
                shown = differences_table(form.cleaned_data["before"], form.cleaned_data["after"])
            except Refused as refused:
                form.add_error("before", refusal_text(refused))
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
        return link(RuleSet, rules.amends_id, str(rules.amends))

    @admin.display(description=both_lazy("Ce qui change", "What changes"))
    def changes(self, rules: RuleSet) -> str:
        """What it changes in what it amends, or in the text's own values."""
        return differences_table(rules.amends, rules)

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
        return history_table(rules.series)


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


@admin.register(RuleSetEvent)
class RuleSetEventAdmin(ReadOnlyAdmin[RuleSetEvent]):
    """Who did what to which rules, when and why."""

    section = "rules"
    singular = Words("acte sur un règlement", "act on rules")
    plural = Words("actes sur les règlements", "acts on rules")
    series_column = column("series", "Série", "Series", code=True)
    rule_set_column = column("rule_set", "Règlement", "Rule set")
    by_column = column("by", "Par", "By")
    reason_column = column("reason", "Motif", "Reason")
    at_column = column("at", "Le", "On")
    list_display = (
        "id",
        "series_column",
        "act",
        "rule_set_column",
        "by_column",
        "reason_column",
        "at_column",
    )
    list_select_related = ("rule_set", "by")
    exact = ("series",)
    ordering = ("-id",)
    fields = (
        "series_column",
        "act",
        "rule_set_column",
        "options_then",
        "by_column",
        "reason_column",
        "at_column",
    )

    @admin.display(description=both_lazy("Acte", "Act"))
    def act(self, event: RuleSetEvent) -> str:
        """What was done."""
        return event_text(event)

    @admin.display(description=both_lazy("Options", "Options"))
    def options_then(self, event: RuleSetEvent) -> str:
        """The options as they were then."""
        return pretty_json(event.options)


@admin.register(TheoreticalReturn)
class TheoreticalReturnAdmin(ReadOnlyAdmin[TheoreticalReturn]):
    """What the bets of a rule set cost a player, computed once."""

    section = "rules"
    singular = Words("prix des mises", "price of bets")
    plural = Words("prix des mises", "prices of bets")
    rules_column = column("rules", "Règlement", "Rule set")
    computed_at_column = column("computed_at", "Calculé le", "Computed on")
    list_display = ("rules_column", "computed_at_column")
    list_select_related = ("rules",)
    exact = ("rules__key",)
    fields = ("rules_column", "computed_at_column", "prices", "found_written")

    def row_name(self, row: TheoreticalReturn) -> str:
        """Return what its rule set is called."""
        return str(row.rules)

    @admin.display(description=both_lazy("Ce que coûtent les mises", "What the bets cost"))
    def prices(self, kept: TheoreticalReturn) -> str:
        """The edge of every bet, those that are not on offer among them."""
        wording = GAMES[kept.rules.game].wording
        rows = format_html_join(
            "",
            "<tr><td>{}</td><td>{}</td><td>{}</td></tr>",
            (
                (
                    both(*wording.bet_name(price.bet)),
                    signed_edge(price),
                    both("oui", "yes") if price.offered else both("non", "no"),
                )
                for price in returns.stored_prices(kept)
            ),
        )
        titles = (
            both("Mise", "Bet"),
            both("Avantage de la maison", "The house’s edge"),
            both("Offerte", "On offer"),
        )
        heads = format_html_join("", "<th>{}</th>", ((title,) for title in titles))
        return format_html(
            '<div class="inline-group" tabindex="0"><table><thead><tr>{}</tr></thead>'
            "<tbody>{}</tbody></table></div>",
            heads,
            rows,
        )

    @admin.display(description=both_lazy("Le calcul entier", "The whole computation"))
    def found_written(self, kept: TheoreticalReturn) -> str:
        """The edges of all bets and the strategy of the main game, as it is kept."""
        return format_html(
            "<details><summary>{}</summary>{}</details>",
            both("Montrer", "Show"),
            pretty_json(kept.found),
        )
