"""A report as a file: for people in their language and spreadsheet, for programs, on paper."""

from collections.abc import Iterator
from datetime import date

from django.http import HttpResponse
from django.utils.formats import date_format

from casino.http import downloads
from casino.http.downloads import Cell, Money
from casino.i18n import Words, both, is_french
from tables.revenue.admin.report_columns import ReportColumn, columns_of
from tables.revenue.reports import By, Report, ReportQuery, Row, Span

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
