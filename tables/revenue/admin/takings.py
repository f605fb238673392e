"""Reports of what the house took, as a table, a chart and a file; and the sums that they read."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final, cast

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.formats import date_format

from casino.backoffice.dashboard import BlockContent, Column
from casino.backoffice.model_admin import ReadOnlyAdmin, column, money
from casino.http import downloads
from casino.http.downloads import Cell, Money
from casino.i18n import Words, both, both_lazy, is_french
from tables.games import GAMES
from tables.models import Table, Takings, TakingsCounted
from tables.office.columns import TABLE
from tables.office.figures import format_number, format_share, format_span
from tables.revenue import reports
from tables.revenue.admin.earnings import bet_label
from tables.revenue.earnings import GAMES_COUNTED

BY: Final[dict[reports.By, Words]] = {
    "day": Words("jour", "day"),
    "table": Words("table", "table"),
    "game": Words("jeu", "game"),
    "bet": Words("pari", "bet"),
    "player": Words("joueur", "player"),
}
PLAYED: Final = "players.view_played"
"""The permission to read what players have staked."""
BARS: Final = 40
"""The most bars that a chart has."""


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

    def __init__(self, *given: Any, by_player: bool, **more: Any) -> None:
        super().__init__(*given, **more)
        everything = [("", both("tous", "all"))]
        games = sorted((both(*game.wording.name), key) for key, game in GAMES.items())
        choices: dict[str, list[tuple[str, str]]] = {
            "by": [
                (key, words.text()) for key, words in BY.items() if by_player or key != "player"
            ],
            "game": [*everything, *((key, name) for name, key in games)],
        }
        for name, offered in choices.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = offered

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


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of the chart, in units of its drawing."""

    x: float
    y: float
    width: float
    height: float
    lost: bool
    title: str


@dataclass(frozen=True, slots=True)
class Chart:
    """Bars above a line, or below it where the house has lost."""

    bars: tuple[Bar, ...]
    zero: float
    top: str
    bottom: str


FEWEST: Final = 12
"""So many bars at least have room in a chart: one alone would fill it."""
WIDTH: Final = 960
HEIGHT: Final = 200


def chart(rows: list[tuple[str, int]]) -> Chart | None:
    """Return a chart of the first BARS amounts with their names; None when all are 0."""
    rows = rows[:BARS]
    if not any(amount for _, amount in rows):
        return None
    most = max(0, *(amount for _, amount in rows)) if len(rows) > 1 else max(0, rows[0][1])
    least = min(0, *(amount for _, amount in rows)) if len(rows) > 1 else min(0, rows[0][1])
    scale = HEIGHT / (most - least)
    zero, step = most * scale, WIDTH / max(len(rows), FEWEST)
    wide = step * 0.76
    bars = tuple(
        Bar(
            round(index * step + (step - wide) / 2, 1),
            round(zero - max(amount, 0) * scale, 1),
            round(wide, 1),
            max(round(abs(amount) * scale, 1), 1),
            amount < 0,
            f"{name}{both(' : ', ': ')}{money(amount)}",
        )
        for index, (name, amount) in enumerate(rows)
    )
    return Chart(bars, round(zero, 1), money(most), money(least))


def label(by: str, row: reports.Row) -> str:
    """Return the heading of a row, by what the report is grouped by (`by`)."""
    if by == "game":
        return both(*GAMES[row.label].wording.name)
    if by == "bet":
        game, _, bet = row.label.partition(":")
        return bet_label(game, bet)
    if by == "day":
        return date_format(date.fromisoformat(row.label), "SHORT_DATE_FORMAT")
    return row.label


def heads(by: str) -> list[Column]:
    """Return the heads of a report's table."""
    if by == "bet":
        return [
            Column(BY["bet"].text().capitalize()),
            Column(both("Assiette", "Base"), number=True),
            Column(both("Produit brut", "Gross gaming revenue"), number=True),
            Column(both("Retenue", "Hold"), number=True),
            Column(both("Prix", "Price"), number=True),
            Column(both("Gain théorique", "Theoretical win"), number=True),
            Column(both("Écart", "Difference"), number=True),
            Column(both("Monnaie", "Currency")),
        ]
    rounds = both("Jours", "Days") if by == "player" else both("Coups", "Rounds")
    won = (
        both("Perdu par lui", "Lost by him")
        if by == "player"
        else both("Produit brut", "Gross gaming revenue")
    )
    return [
        Column(BY[cast("reports.By", by)].text().capitalize()),
        Column(rounds, number=True),
        *([] if by == "player" else [Column(both("Annulés", "Voided"), number=True)]),
        Column(both("Misé", "Staked"), number=True),
        Column(both("Payé", "Paid"), number=True),
        Column(won, number=True),
        Column(both("Retenue", "Hold"), number=True),
        *(
            []
            if by == "player"
            else [
                Column(both("Gain théorique", "Theoretical win"), number=True),
                Column(both("Change", "Drop"), number=True),
                Column(both("Monnaie", "Currency")),
            ]
        ),
    ]


def expected(row: reports.Row) -> str:
    """Return what the prices let the house win, in units of money."""
    found = row.expected
    if found is None or not row.sums.staked:
        return "-"
    return format_span(lambda amount: money(round(amount)), found.least, found.most)


def cells(by: str, name: str, row: reports.Row) -> list[str]:
    """Return a line of a report's table."""
    sums = row.sums
    if by == "bet":
        return _bet_cells(name, row)
    return [
        name,
        format_number(sums.rounds),
        *([] if by == "player" else [format_number(sums.voided)]),
        money(sums.staked),
        money(sums.paid),
        money(sums.won),
        format_share(sums.hold),
        *(
            []
            if by == "player"
            else [
                expected(row),
                money(sums.drop),
                row.currency,
            ]
        ),
    ]


def _bet_cells(name: str, row: reports.Row) -> list[str]:
    """Return a line of the report by bet; in the total the bases, of different sorts, are none."""
    sums, found = row.sums, row.expected
    known = found is not None and bool(row.label) and sums.staked > 0
    return [
        name,
        money(sums.staked) if row.label else "-",
        money(sums.won),
        format_share(sums.hold if row.label else None),
        format_share(found.least / sums.staked if found and known else None),
        expected(row),
        money(sums.won - round(found.least)) if found else "-",
        row.currency,
    ]


@admin.register(Takings)
class TakingsAdmin(ReadOnlyAdmin[Takings]):
    """What a table took on a day; reports are made of these."""

    section = "takings"
    singular = Words("recette du jour", "takings of a day")
    plural = Words("recettes par jour", "takings by day")
    list_display = (
        *("day_column", TABLE, "rules_id_column", "rounds_column", "staked_column", "won_column"),
        "currency_column",
    )
    list_select_related = ("table",)
    exact = ("table__name",)
    search_help_text = both_lazy("Nom exact de la table", "The table’s exact name")
    ordering = ("-day", "-pk")
    change_list_template = "admin/tables/takings/change_list.html"
    day_column = column("day", "Jour", "Day")
    rules_id_column = column("rules_id", "Règlement", "Rule set")
    rounds_column = column("rounds", "Coups", "Rounds")
    voided_column = column("voided", "Annulés", "Voided")

    @staticmethod
    def _amount(field: str, fr: str, en: str) -> Any:
        @admin.display(description=both_lazy(fr, en))
        def shown(self: Any, row: Takings) -> str:
            return money(getattr(row, field))

        return shown

    staked_column = _amount("staked", "Misé", "Staked")
    paid_column = _amount("paid", "Payé", "Paid")
    won_column = _amount("won", "Produit brut", "Gross gaming revenue")
    fills_column = _amount("fills", "Approvisionné", "Fills")
    credits_column = _amount("credits", "Repris", "Credits")
    changed_column = _amount("changed", "Jetons contre espèces", "Chips for cash")
    drop_column = _amount("drop", "Change", "Drop")

    @admin.display(description=both_lazy("Monnaie", "Currency"))
    def currency_column(self, row: Takings) -> str:
        """Of what: practice chips are no money."""
        return row.table.currency

    fields = (
        *(
            "day_column",
            TABLE,
            "rules_id_column",
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
        """Show a report, or send it as a file (`format=csv`)."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        by_player = request.user.has_perm(PLAYED)
        form = ReportForm(_query_form(request), by_player=by_player)
        context: dict[str, Any] = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": both("Rapports", "Reports"),
            "form": form,
            "show": both("Montrer", "Show"),
        }
        if form.is_valid():
            cleaned = form.cleaned_data
            by: reports.By = cleaned["by"]
            table: Table | None = cleaned["table"]
            wanted = reports.ReportQuery(
                cleaned["since"], cleaned["until"], table.pk if table else None, cleaned["game"]
            )
            found = reports.build_report(by, wanted)
            if request.GET.get("format") == "csv":
                return _file(by, wanted, found)
            context |= _report_context(by, wanted, found)
            query = request.GET.copy()
            query["format"] = "csv"
            context["file_url"] = f"{reverse('admin:tables_takings_report')}?{query.urlencode()}"
        return TemplateResponse(request, "admin/tables/takings/report.html", context)


def _query_form(request: HttpRequest) -> dict[str, str]:
    """Return the query of a report; by default the last thirty days, by day."""
    today = timezone.localdate()
    usual = {"by": "day", "since": today - timedelta(days=29), "until": today}
    given = {name: value for name, value in request.GET.items() if value}
    return {name: str(value) for name, value in (usual | given).items()}


def _report_context(
    by: reports.By, wanted: reports.ReportQuery, found: reports.Report
) -> dict[str, Any]:
    lines = [cells(by, label(by, row), row) for row in found.rows]
    total = both("Total", "Total")
    # In a chart time goes from left to right.
    drawn = [(label(by, row), row.sums.won) for row in found.rows[:BARS]]
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
    if by != "player":
        notes.append(_of_theory(by))
    if any(row.expected is None for row in found.rows) and by != "player":
        notes.append(
            both(
                "Le gain théorique manque où un prix n’est pas connu.",
                "The theoretical win is missing where a price is not known.",
            )
        )
    if found.cut:
        notes.append(
            both("Seulement les {} premières lignes.", "The first {} lines only.").format(
                reports.ROWS
            )
        )
    return {
        "shown": BlockContent(columns=heads(by), rows=lines, note=" ".join(notes)),
        "totals": [cells(by, total, row) for row in found.totals] if len(lines) > 1 else [],
        "chart": chart(drawn[::-1] if by == "day" else drawn),
        "chart_title": both("Produit brut", "Gross gaming revenue"),
        "width": WIDTH,
        "height": HEIGHT,
        "period": f"{date_format(wanted.since)} – {date_format(wanted.until)}",
        "file": both("Fichier CSV", "CSV file"),
        "nothing": both("Rien n’a été joué ces jours-là.", "Nothing was played on these days."),
    }


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


def _file(by: reports.By, wanted: reports.ReportQuery, found: reports.Report) -> HttpResponse:
    """Return a report as a file; shares are of one."""
    name = f"{by}-{wanted.since}-{wanted.until}"
    rows = _bet_lines(found) if by == "bet" else _report_lines(by, found)
    return downloads.csv_response(name, rows, french=is_french())


def _report_lines(by: reports.By, found: reports.Report) -> Iterator[tuple[Cell, ...]]:
    yield (
        *(by, "currency", "rounds", "voided", "staked", "paid", "won", "hold"),
        *("expected_least", "expected_most", "drop"),
    )
    for row in found.rows:
        sums, expected = row.sums, row.expected
        yield (
            *(row.label, row.currency, sums.rounds, sums.voided),
            *(Money(sums.staked), Money(sums.paid), Money(sums.won), sums.hold),
            None if expected is None else Money(round(expected.least)),
            None if expected is None else Money(round(expected.most)),
            Money(sums.drop),
        )


def _bet_lines(found: reports.Report) -> Iterator[tuple[Cell, ...]]:
    yield ("bet", "currency", "base", "won", "hold", "expected")
    for row in found.rows:
        sums, theory = row.sums, row.expected
        yield (
            *(row.label, row.currency, Money(sums.staked), Money(sums.won), sums.hold),
            None if theory is None else Money(round(theory.least)),
        )


@admin.register(TakingsCounted)
class TakingsCountedAdmin(ReadOnlyAdmin[TakingsCounted]):
    """How far the takings of each table are counted."""

    section = "takings"
    singular = Words("comptage d’une table", "counting of a table")
    plural = Words("comptage des tables", "counting of the tables")
    list_display = (TABLE, "transfer_column", "round_column")
    list_select_related = ("table",)
    exact = ("table__name",)
    search_help_text = both_lazy("Nom exact de la table", "The table’s exact name")
    ordering = ("table_id",)
    fields = (TABLE, "transfer_column", "round_column")
    transfer_column = column("transfer", "Jusqu’au virement", "Up to the transfer")
    round_column = column("round", "Jusqu’au coup", "Up to the round")
