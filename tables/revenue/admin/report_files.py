"""A report as a file: for people in their language and spreadsheet, for programs, on paper."""

from collections.abc import Iterator
from datetime import date
from typing import Final

from django.http import HttpResponse
from django.utils import timezone
from django.utils.formats import date_format

from casino.drawing.pdf import Column, Heading, Paper
from casino.http import downloads
from casino.http.downloads import Cell, Money
from casino.i18n import Words, both, is_french, moment, money
from tables.games import GAMES
from tables.models import Table
from tables.office.figures import format_share
from tables.revenue.admin.report_charts import DROPS
from tables.revenue.admin.report_columns import BY, ReportColumn, columns_of, written
from tables.revenue.reports import By, Report, ReportQuery, Row, Span

NOTHING: Final = Words("Rien n’a été joué ces jours-là.", "Nothing was played on these days.")
PAGE: Final = Words("Page {page} sur {pages}", "Page {page} of {pages}")
SIGNATORIES: Final = (
    Words("Pour la comptabilité", "For accounting"),
    Words("Pour la direction des jeux", "For the games management"),
    Words("Pour le contrôle de l’État", "For the state’s control"),
)
WRITES: Final = Words("Nom, date et signature", "Name, date and signature")
REVENUE: Final = Words("Produit brut", "Revenue")
STAKED: Final = Words("Misé", "Staked")
HOLD: Final = Words("Retenue", "Hold")
DROP: Final = Words("Change", "Drop")
FILLS: Final = Words("Approvisionné", "Fills")
CREDITS: Final = Words("Repris", "Credits")
BALANCE: Final = Words(
    "Produit brut = encaisse et cagnotte à la fin − au début − approvisionné + repris + change ; où"
    " un changeur donne les jetons, le change n’y entre pas.",
    "Gross gaming revenue = float and levy at the end − at the beginning − fills + credits + drop;"
    " where a changer gives the chips, the drop is left out.",
)
"""What the sums of a table come to, whatever was brought to it and taken from it."""
LEAST, MOST = Words(", au moins", ", at least"), Words(", au plus", ", at most")


def people_csv(by: By, wanted: ReportQuery, found: Report) -> HttpResponse:
    """Return a report as CSV for the reader's spreadsheet, with headings and dates in words."""
    lines = ([_readable(each) for each in line] for line in _lines(by, found))
    return downloads.csv_response(_name(by, wanted), [_headings(by), *lines], french=is_french())


def program_csv(by: By, wanted: ReportQuery, found: Report) -> HttpResponse:
    """Return a report as CSV for programs: names that never change, minor units, ISO dates.

    A row is named by what the house calls it: the key of a game, the number of an hour.
    """
    heads = [name for each in columns_of(by) for name in _keys(each, by)]
    _, *columns = columns_of(by)
    rows: Iterator[list[Cell]] = (
        [row.label, *(cell for each in columns for cell in _cells(each, row, by))]
        for row in found.rows
    )
    return downloads.data_csv_response(_name(by, wanted), [heads, *rows])


def workbook(by: By, wanted: ReportQuery, found: Report) -> HttpResponse:
    """Return a report as XLSX."""
    return downloads.xlsx_response(
        _name(by, wanted), _headings(by), _lines(by, found), french=is_french()
    )


def paper(by: By, wanted: ReportQuery, found: Report) -> HttpResponse:
    """Return a report as PDF with places to sign: of a day by table, its result."""
    columns = [each for each in columns_of(by) if each.share]
    drawn = Paper(
        [Column(each.heading.text(), each.share, each.number) for each in columns],
        "fr" if is_french() else "en",
    )
    drawn.add_rows([written(each.value(row)) for each in columns] for row in found.rows)
    pages = drawn.draw(_heading(by, wanted, found), none=NOTHING.text(), page=both(*PAGE))
    return downloads.pdf_response(_name(by, wanted), b"".join(pages))


def _heading(by: By, wanted: ReportQuery, found: Report) -> Heading:
    """Return what stands above a report on paper: its days, and its sums by currency."""
    names = [each.text() for each in (REVENUE, STAKED, HOLD)]
    moved = by in DROPS
    if moved:
        names += [each.text() for each in (DROP, FILLS, CREDITS)]
    sums = [
        [
            *(row.currency or both("Total", "Total"), money(row.sums.won)),
            *(money(row.sums.staked), format_share(row.sums.hold)),
            *(map(money, (row.sums.drop, row.sums.fills, row.sums.credits)) if moved else ()),
        ]
        for row in found.totals
    ]
    facts = [
        (both("Période", "Period"), period(wanted)),
        (both("Par", "By"), BY[by].text()),
        (both("Établi le", "Made on"), moment(timezone.now())),
    ]
    if wanted.table is not None:
        name = Table.objects.values_list("name", flat=True).get(pk=wanted.table)
        facts.insert(1, (both("Table", "Table"), name))
    if wanted.game:
        facts.insert(1, (both("Jeu", "Game"), both(*GAMES[wanted.game].wording.name)))
    title = (
        both("Résultat du {}", "Result of {}")
        if wanted.days == 1
        else both("Résultat, {}", "Result, {}")
    )
    return Heading(
        title=title.format(period(wanted)),
        facts=facts,
        sums=[["", *names], *sums] if sums else [],
        note=BALANCE.text() if moved else "",
        signatures=[(who.text(), WRITES.text()) for who in SIGNATORIES],
    )


def period(wanted: ReportQuery) -> str:
    """Return the days of a report in words."""
    since, until = (date_format(each, "j F Y") for each in (wanted.since, wanted.until))
    return since if since == until else f"{since} – {until}"


def _name(by: By, wanted: ReportQuery) -> str:
    return f"{by}-{wanted.since}-{wanted.until}"


def _keys(column: ReportColumn, by: By) -> list[str]:
    if column.key == "expected" and by != "bet":
        return ["expected_least", "expected_most"]
    return [column.key]


def _headings(by: By) -> list[str]:
    found = []
    for each in columns_of(by):
        words = each.heading.text()
        two = len(_keys(each, by)) > 1
        found += [words + LEAST.text(), words + MOST.text()] if two else [words]
    return found


def _lines(by: By, found: Report) -> Iterator[list[Cell]]:
    for row in found.rows:
        yield [cell for each in columns_of(by) for cell in _cells(each, row, by)]


def _cells(column: ReportColumn, row: Row, by: By) -> list[Cell]:
    """Return the cells of a column: what lies between two figures is two of them."""
    value, places = column.value(row), len(_keys(column, by))
    if isinstance(value, Span):
        bounds: list[Cell] = [Money(round(each)) for each in (value.least, value.most)]
        return bounds[:places]
    return [None] * places if value is None else [value]


def _readable(cell: Cell) -> Cell:
    """Return a cell for people: a date as every spreadsheet of their language takes it."""
    return date_format(cell, both("d/m/Y", "j M Y")) if isinstance(cell, date) else cell
