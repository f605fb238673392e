"""Reports of what the house took, as a table, a chart and a file; and the sums that they read."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final, TypeVar

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone

from casino.backoffice.dashboard import BlockContent, Figure
from casino.backoffice.date_filters import DateRangeFilter
from casino.backoffice.model_admin import ReadOnlyAdmin, column
from casino.i18n import Words, both, both_lazy, money
from tables.games import GAMES
from tables.models import HourlyTakings, HourlyTakingsCounted, Table, Takings, TakingsCounted
from tables.office.columns import TABLE
from tables.office.figures import format_number, format_share
from tables.revenue import reports
from tables.revenue.admin import report_files
from tables.revenue.admin.report_charts import DROPS, charts
from tables.revenue.admin.report_columns import BY, cells, heads
from tables.revenue.earnings import GAMES_COUNTED

R = TypeVar("R", TakingsCounted, HourlyTakingsCounted)
PLAYED: Final = "players.view_played"
"""The permission to read what players have staked."""
ASSIGNED: Final = "tables.view_assignment"
"""The permission to read who answered for which table."""
UNPRICED: Final = ("player",)
"""Reports without a theoretical win: bets are not counted by them."""
CROUPIERS: Final = Words(
    "Un coup est à qui répondait de la table quand il a commencé : son chef ou son inspecteur.",
    "A round is of who answered for the table when it began: its chief or its inspector.",
)
PRIVATE: Final[dict[reports.By, str]] = {"player": PLAYED, "croupier": ASSIGNED}
"""What more a report by persons needs."""


@dataclass(frozen=True, slots=True)
class ReportFormat:
    """A sort of file in which a report is sent."""

    words: Words
    write: Callable[[reports.By, reports.ReportQuery, reports.Report], HttpResponse]


FORMATS: Final = {
    "csv": ReportFormat(Words("CSV", "CSV"), report_files.people_csv),
    "xlsx": ReportFormat(Words("Excel", "Excel"), report_files.workbook),
    "pdf": ReportFormat(Words("PDF à signer", "PDF to sign"), report_files.paper),
    "data": ReportFormat(
        Words("CSV pour programmes", "CSV for programs"), report_files.program_csv
    ),
}
"""By the value of `format` in the address."""


class ReportForm(forms.Form):
    """What a report is about."""

    by = forms.ChoiceField(label=both_lazy("Par", "By"))
    since = forms.DateField(
        label=both_lazy("Du", "From"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    until = forms.DateField(
        label=both_lazy("Au", "To"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    table = forms.ModelChoiceField(
        Table.objects.filter(practice=False).order_by("name").only("name"),
        label=both_lazy("Table", "Table"),
        required=False,
        empty_label=both_lazy("toutes", "all"),
    )
    game = forms.ChoiceField(label=both_lazy("Jeu", "Game"), required=False)

    def __init__(self, *given: Any, offered: Iterable[reports.By], **more: Any) -> None:
        super().__init__(*given, **more)
        everything = [("", both("tous", "all"))]
        games = sorted((both(*game.wording.name), key) for key, game in GAMES.items())
        choices: dict[str, list[tuple[str, str]]] = {
            "by": [(key, BY[key].text()) for key in offered],
            "game": [*everything, *((key, name) for name, key in games)],
        }
        for name, listed in choices.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = listed

    def clean(self) -> dict[str, Any]:
        """Refuse a period that is too long, or ends before it begins."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        since, until = given.get("since"), given.get("until")
        if since is None or until is None:
            return given
        if since > until:
            raise forms.ValidationError(
                both("La fin est avant le début.", "It ends before it begins."), code="backwards"
            )
        if until - since > reports.LONGEST:
            raise forms.ValidationError(
                both("Pas plus de {} jours.", "At most {} days.").format(reports.LONGEST.days),
                code="too_long",
            )
        return given


def amount_column(field: str, fr: str, en: str) -> Any:
    """Return an admin column that shows an amount under a title in both languages."""

    @admin.display(description=both_lazy(fr, en))
    def shown(self: Any, row: Takings | HourlyTakings) -> str:
        return money(getattr(row, field))

    return shown


@admin.display(description=both_lazy("Monnaie", "Currency"))
def currency_column(self: Any, row: Takings | HourlyTakings) -> str:
    """Of what: practice chips are no money."""
    return row.table.currency


@admin.register(Takings)
class TakingsAdmin(ReadOnlyAdmin[Takings]):
    """What a table took on a day; reports are made of these."""

    section = "takings"
    singular = Words("recette du jour", "takings of a day")
    plural = Words("recettes par jour", "takings by day")
    list_display = (
        *("day_column", TABLE, "rules_column", "rounds_column", "staked_column", "won_column"),
        "currency_column",
    )
    list_select_related = ("table", "rules")
    list_filter = (("day", DateRangeFilter),)
    exact = ("table__name",)
    search_help_text = both_lazy("Nom exact de la table", "The table’s exact name")
    ordering = ("-day", "-pk")
    change_list_template = "admin/tables/takings/change_list.html"
    day_column = column("day", "Jour", "Day")
    rules_column = column("rules", "Règlement", "Rule set")
    rounds_column = column("rounds", "Coups", "Rounds")
    voided_column = column("voided", "Annulés", "Voided")

    staked_column = amount_column("staked", "Misé", "Staked")
    paid_column = amount_column("paid", "Payé", "Paid")
    won_column = amount_column("won", "Produit brut", "Gross gaming revenue")
    fills_column = amount_column("fills", "Approvisionné", "Fills")
    credits_column = amount_column("credits", "Repris", "Credits")
    changed_column = amount_column("changed", "Jetons contre espèces", "Chips for cash")
    drop_column = amount_column("drop", "Change", "Drop")

    currency_column = currency_column

    fields = (
        *(
            "day_column",
            TABLE,
            "rules_column",
            "rounds_column",
            "voided_column",
            "staked_column",
        ),
        *("paid_column", "won_column", "fills_column", "credits_column", "changed_column"),
        *("drop_column", "currency_column"),
    )

    def get_urls(self) -> list[URLPattern]:
        """Return the page of the reports before those of the rows."""
        view = self.admin_site.admin_view(self.report_view)
        return [path("report/", view, name="tables_takings_report"), *super().get_urls()]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the sums, and the way to the reports."""
        context = {**(extra_context or {}), "reports": both("Rapports", "Reports")}
        return super().changelist_view(request, context)

    def report_view(self, request: HttpRequest) -> HttpResponse:
        """Show a report, or send it as a file (`format`, one of FORMATS)."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        offered = [key for key in BY if request.user.has_perms(PRIVATE.get(key, "").split())]
        form = ReportForm(_query_form(request), offered=offered)
        context: dict[str, Any] = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": both("Rapports", "Reports"),
            "form": form,
            "show": both("Montrer", "Show"),
            "periods": _period_links(request),
        }
        if form.is_valid():
            cleaned = form.cleaned_data
            by: reports.By = cleaned["by"]
            table: Table | None = cleaned["table"]
            wanted = reports.ReportQuery(
                cleaned["since"], cleaned["until"], table.pk if table else None, cleaned["game"]
            )
            found = reports.compared_report(by, wanted)
            if written := FORMATS.get(request.GET.get("format", "")):
                return written.write(by, wanted, found)
            context |= _report_context(by, wanted, found)
            context["files"] = _file_links(request)
        return TemplateResponse(request, "admin/tables/takings/report.html", context)


def _period_links(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the address of the report of usual periods, and what each is called."""
    today = timezone.localdate()
    yesterday = today - timedelta(days=1)

    def link(words: str, since: date, until: date, **more: str) -> tuple[str, str]:
        query = request.GET.copy()
        query.pop("format", None)
        for name, value in {"since": str(since), "until": str(until), **more}.items():
            query[name] = value
        return f"{reverse('admin:tables_takings_report')}?{query.urlencode()}", words

    return [
        link(both("Aujourd’hui", "Today"), today, today),
        link(both("Hier", "Yesterday"), yesterday, yesterday),
        link(both("7 jours", "7 days"), today - timedelta(days=6), today),
        link(both("30 jours", "30 days"), today - timedelta(days=29), today),
        link(both("Un an", "A year"), today - timedelta(days=364), today),
        link(
            *(both("Résultat d’hier à signer", "Yesterday’s result to sign"), yesterday, yesterday),
            by="table",
            format="pdf",
        ),
    ]


def _file_links(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the address of each file of a report, and what it is called."""
    query, found = request.GET.copy(), []
    for name, each in FORMATS.items():
        query["format"] = name
        address = f"{reverse('admin:tables_takings_report')}?{query.urlencode()}"
        found.append((address, each.words.text()))
    return found


def _query_form(request: HttpRequest) -> dict[str, str]:
    """Return the query of a report; by default the last thirty days, by day."""
    today = timezone.localdate()
    usual = {"by": "day", "since": today - timedelta(days=29), "until": today}
    given = {name: value for name, value in request.GET.items() if value}
    return {name: str(value) for name, value in (usual | given).items()}


def _report_context(
    by: reports.By, wanted: reports.ReportQuery, found: reports.Report
) -> dict[str, Any]:
    before = wanted.before()
    return {
        "shown": BlockContent(
            columns=heads(by), rows=[cells(by, row) for row in found.rows], note=_notes(by, found)
        ),
        "totals": [cells(by, row, total=True) for row in found.totals]
        if len(found.rows) > 1
        else [],
        "figures": [
            each for row in found.totals for each in _figures(by, row, many=len(found.totals) > 1)
        ],
        "charts": [
            (chart.title, svg, meaning)
            for chart, meaning in charts(by, found)
            if (svg := chart.svg)
        ],
        "period": report_files.period(wanted),
        "compared": both("comparé à : ", "compared with: ") + report_files.period(before),
        "nothing": report_files.NOTHING.text(),
    }


def _figures(by: reports.By, total: reports.Row, *, many: bool) -> Iterator[Figure]:
    """Yield the sums of a currency, each with what it was before; one of many is named."""
    now, then = total.sums, total.before
    of = f" ({total.currency})" if many else ""
    words = both("avant : ", "before: ")

    def figure(fr: str, en: str, say: Callable[[reports.Sums], str]) -> Figure:
        return Figure(both(fr, en) + of, say(now), words + say(then) if then else "")

    if by == "player":
        yield figure("Perdu par les joueurs", "Lost by the players", lambda sums: money(sums.won))
    else:
        yield figure("Produit brut", "Gross gaming revenue", lambda sums: money(sums.won))
    if by != "bet":
        yield figure("Misé", "Staked", lambda sums: money(sums.staked))
        yield figure("Retenue", "Hold", lambda sums: format_share(sums.hold))
    if by in DROPS:
        yield figure("Change", "Drop", lambda sums: money(sums.drop))
        yield figure("Coups", "Rounds", lambda sums: format_number(sums.rounds))


def _notes(by: reports.By, found: reports.Report) -> str:
    """Return what is said under the table."""
    notes = [
        both(
            "Le produit brut est ce que les coups ont apporté à l’encaisse et à la cagnotte, moins"
            " ce qu’elles ont payé ; ce qui reste sur le tapis n’est pas encore gagné. Une"
            " correction après contestation est à la charge de la maison, non de la table. Les"
            " tables d’école n’y sont pas.",
            "Gross gaming revenue is what rounds brought to float and levy, less what these paid;"
            " what lies on the layout is not won yet. A correction after a dispute is at the cost"
            " of the house, not of the table. Practice tables are left out.",
        )
        if by != "player"
        else both(
            "De tous ses coups, à toutes les tables ; ce qui reste sur un tapis est parti.",
            "Of all his rounds, at all tables; what lies on a layout is gone.",
        )
    ]
    if by in DROPS:
        notes.append(report_files.BALANCE.text())
    if by not in UNPRICED:
        notes.append(_of_theory(by))
        if any(row.expected is None for row in found.rows):
            notes.append(
                both(
                    "Le gain théorique manque où un prix n’est pas connu ; par heure et par"
                    " croupier, après une mise à jour, jusqu’à ce que les paris des coups d’avant"
                    " soient comptés.",
                    "The theoretical win is missing where a price is not known; by hour and by"
                    " croupier, after an upgrade, until the bets of the rounds before it are"
                    " counted.",
                )
            )
    if by == "croupier":
        notes.append(CROUPIERS.text())
    if found.cut:
        notes.append(
            both("Seulement les {} premières lignes.", "The first {} lines only.").format(
                reports.ROWS
            )
        )
    return " ".join(notes)


def _of_theory(by: reports.By) -> str:
    """Return the note under the theoretical win: its base, and the games counted bet by bet."""
    apart = ", ".join(sorted(both(*GAMES[key].wording.name) for key in GAMES_COUNTED))
    note = both(
        "Le gain théorique est celui des coups terminés : le prix de chaque pari sur son assiette."
        " L’assiette du jeu principal est la première mise, sans ce qui double ou sépare une main ;"
        " les pots sont comptés comme payés. Où un joueur tient la banque, la maison ne joue pas :"
        " c’est la cagnotte due sur ce que les banquiers ont gagné, avant l’arrondi.",
        "The theoretical win is that of the rounds that are over: the price of each bet on its"
        " base. The base of a main game is the first stake, without what doubles or splits a hand;"
        " pots are counted as paid out. Where a player is the bank, the house does not play: it is"
        " the levy due on what the bankers have won, before it is rounded.",
    )
    if by == "bet":
        only = both("Seuls y sont les paris comptés à part ({}).", "Only bets counted apart ({}).")
        return f"{note} {only.format(apart)}"
    others = both(
        "Hors des jeux dont les paris sont comptés à part ({}), il est entre ce que coûtent le"
        " moins cher et le plus cher des paris offerts.",
        "But for the games whose bets are counted apart ({}), it lies between what the cheapest and"
        " the dearest of the bets on offer cost.",
    )
    return f"{note} {others.format(apart)}"


@admin.register(HourlyTakings)
class HourlyTakingsAdmin(ReadOnlyAdmin[HourlyTakings]):
    """What a table took in an hour; reports by hour and croupier are made of these."""

    section = "takings"
    singular = Words("recette d’une heure", "takings of an hour")
    plural = Words("recettes par heure", "takings by hour")
    list_display = (
        *("day_column", "hour_column", TABLE, "rules_column", "responsible_column"),
        *("rounds_column", "staked_column", "won_column", "currency_column"),
    )
    list_select_related = ("table", "rules", "responsible")
    exact = ("table__name",)
    search_help_text = both_lazy("Nom exact de la table", "The table’s exact name")
    ordering = ("-day", "-hour", "-pk")
    fields = list_display
    day_column = column("day", "Jour", "Day")
    hour_column = column("hour", "Heure", "Hour")
    rules_column = column("rules", "Règlement", "Rule set")
    responsible_column = column("responsible", "Répondait de la table", "Answered for the table")
    rounds_column = column("rounds", "Coups", "Rounds")
    staked_column = amount_column("staked", "Misé", "Staked")
    won_column = amount_column("won", "Produit brut", "Gross gaming revenue")
    currency_column = currency_column


class CountedAdmin(ReadOnlyAdmin[R]):
    """How far sums of each table are counted."""

    section = "takings"
    list_display = (TABLE, "transfer_column", "round_column")
    list_select_related = ("table",)
    exact = ("table__name",)
    search_help_text = both_lazy("Nom exact de la table", "The table’s exact name")
    ordering = ("table_id",)
    fields = (TABLE, "transfer_column", "round_column")
    transfer_column = column("transfer", "Jusqu’au virement", "Up to the transfer")
    round_column = column("round", "Jusqu’au coup", "Up to the round")


@admin.register(TakingsCounted)
class TakingsCountedAdmin(CountedAdmin[TakingsCounted]):
    """How far the takings of each table are counted."""

    singular = Words("comptage d’une table", "counting of a table")
    plural = Words("comptages des tables", "countings of tables")


@admin.register(HourlyTakingsCounted)
class HourlyTakingsCountedAdmin(CountedAdmin[HourlyTakingsCounted]):
    """How far the takings of each table are counted by hour."""

    singular = Words("comptage horaire d’une table", "hourly counting of a table")
    plural = Words("comptages horaires des tables", "hourly countings of tables")
