"""Responses that are downloaded as files, CSV, XLSX, JSON and PDF, for players and office.

A table is CSV that Excel opens by a double click, French Excel too: in UTF-8 with the mark by which
it knows that, and in French with semicolons between the cells and a comma before the decimals, as
French Excel separates lists and writes numbers; in English with commas and a point. A line `sep=;`
would say the separator by itself, but where Excel reads one it ignores the mark, and every accent
is broken. A cell of text that a spreadsheet may carry out has an apostrophe before it. Amounts are
units of the currency with two decimals, moments ISO 8601 in the house's time zone.
"""

import csv
import json
import re
import unicodedata
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from io import BytesIO, StringIO
from typing import Any, Final, assert_never

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpResponse, StreamingHttpResponse
from django.utils.timezone import localtime
from xlsxwriter import Workbook

BYTE_ORDER_MARK: Final = "\ufeff"
"""By it spreadsheets know that a file is UTF-8."""
_CSV: Final = "text/csv; charset=utf-8"
_XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_BEGINS: Final = tuple("=+-@\t\r\n")
_NAME: Final = re.compile(r"[A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True)
class Money:
    """An amount in a CSV cell, minor units."""

    minor: int


@dataclass(frozen=True, slots=True)
class Share:
    """A part of one in a cell, which people read in per cent."""

    part: float


Cell = str | int | float | Money | Share | date | datetime | None
"""What stands in a cell: a text, a number, of six decimals at the most, an amount, a moment."""


_FORMATS: Final[Mapping[type, tuple[str, str]]] = {
    Money: ("#,##0.00", "#,##0.00"),
    Share: ("0.00%", "0.00%"),
    int: ("#,##0", "#,##0"),
    float: ("General", "General"),
    date: ("d mmm yyyy", "dd/mm/yyyy"),
    datetime: ("d mmm yyyy hh:mm", "dd/mm/yyyy hh:mm"),
}
"""How a workbook shows a value, in English and French; it puts the marks of its own language."""


def is_formula(text: str) -> bool:
    """Tell whether a spreadsheet would run a text as a formula, by its first character."""
    return unicodedata.normalize("NFKC", text).lstrip(" ").startswith(_BEGINS)


def csv_text(rows: Iterable[Iterable[Cell]], *, french: bool) -> str:
    """Return rows as CSV text, for readers of French or English."""
    written = StringIO()
    writer = csv.writer(written, delimiter=";" if french else ",")
    writer.writerows([_cell(each, french=french) for each in row] for row in rows)
    return written.getvalue()


def csv_response(name: str, rows: Iterable[Iterable[Cell]], *, french: bool) -> HttpResponse:
    """Return rows as a CSV file; `name` is without `.csv`."""
    return HttpResponse(
        BYTE_ORDER_MARK + csv_text(rows, french=french),
        content_type=_CSV,
        headers=attachment_header(f"{name}.csv"),
    )


def data_csv_response(name: str, rows: Iterable[Iterable[Cell]]) -> HttpResponse:
    """Return rows as a CSV file for programs: without the mark, amounts in minor units.

    Shares are parts of one; commas and points whatever the language. `name` is without `.csv`.
    """
    plain = ([_plain(each) for each in row] for row in rows)
    return HttpResponse(
        csv_text(plain, french=False),
        content_type=_CSV,
        headers=attachment_header(f"{name}.data.csv"),
    )


def csv_stream(name: str, parts: AsyncIterator[str]) -> StreamingHttpResponse:
    """Return a CSV file part by part, each made by `csv_text`."""

    async def written() -> AsyncIterator[str]:
        yield BYTE_ORDER_MARK
        async for part in parts:
            yield part

    return StreamingHttpResponse(
        written(), content_type=_CSV, headers=attachment_header(f"{name}.csv")
    )


def xlsx_response(
    name: str, heads: Sequence[str], rows: Iterable[Iterable[Cell]], *, french: bool
) -> HttpResponse:
    """Return rows as a workbook of one sheet, below a line of heads; `name` is without `.xlsx`.

    Numbers, amounts, shares and days are values with a format, and a text is never a formula. A row
    is on disk before the next is read.
    """
    file = BytesIO()
    with Workbook(file, {"constant_memory": True}) as book:
        formats = {
            sort: book.add_format({"num_format": written[french]})
            for sort, written in _FORMATS.items()
        }
        sheet = book.add_worksheet()
        sheet.set_column(0, 0, 28)
        sheet.set_column(1, len(heads), 16)
        sheet.freeze_panes(1, 1)
        bold = book.add_format({"bold": True, "text_wrap": True, "valign": "top"})
        for column, head in enumerate(heads):
            sheet.write_string(0, column, head, bold)
        for line, row in enumerate(rows, 1):
            for column, cell in enumerate(row):
                _write(sheet, line, column, cell, formats)
    return HttpResponse(
        file.getvalue(), content_type=_XLSX, headers=attachment_header(f"{name}.xlsx")
    )


def _write(sheet: Any, line: int, column: int, cell: Cell, formats: Mapping[type, Any]) -> None:
    """Write a cell as a value of its sort."""
    match cell:
        case None:
            pass
        case str():
            sheet.write_string(line, column, cell)
        case Money(minor):
            sheet.write_number(line, column, minor / 100, formats[Money])
        case Share(part):
            sheet.write_number(line, column, part, formats[Share])
        case datetime():
            moment = localtime(cell).replace(tzinfo=None)
            sheet.write_datetime(line, column, moment, formats[datetime])
        case date():
            sheet.write_datetime(line, column, datetime.combine(cell, time()), formats[date])
        case _:
            sheet.write_number(line, column, cell, formats[type(cell)])


def json_response(name: str, content: Mapping[str, Any]) -> HttpResponse:
    """Return a JSON document as a file; `name` is without `.json`."""
    text = json.dumps(content, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    return HttpResponse(
        text, content_type="application/json", headers=attachment_header(f"{name}.json")
    )


def json_stream(name: str, parts: AsyncIterator[str]) -> StreamingHttpResponse:
    """Return a JSON document part by part; `name` is without `.json`."""
    return StreamingHttpResponse(
        parts, content_type="application/json", headers=attachment_header(f"{name}.json")
    )


def jsonl_response(name: str, lines: Iterable[str]) -> HttpResponse:
    """Return JSON documents as a file with one a line; `name` is without `.jsonl`."""
    return HttpResponse(
        "".join(f"{each}\n" for each in lines),
        content_type="application/jsonl; charset=utf-8",
        headers=attachment_header(f"{name}.jsonl"),
    )


def pdf_response(name: str, content: bytes) -> HttpResponse:
    """Return a PDF; `name` is without `.pdf`."""
    return HttpResponse(
        content, content_type="application/pdf", headers=attachment_header(f"{name}.pdf")
    )


def pdf_stream(name: str, parts: AsyncIterator[bytes]) -> StreamingHttpResponse:
    """Return a PDF part by part; `name` is without `.pdf`."""
    return StreamingHttpResponse(
        parts, content_type="application/pdf", headers=attachment_header(f"{name}.pdf")
    )


def attachment_header(name: str) -> dict[str, str]:
    """Return the Content-Disposition header by which a browser saves an answer as `name`."""
    assert _NAME.fullmatch(name), name
    return {"Content-Disposition": f'attachment; filename="{name}"'}


def _plain(value: Cell) -> Cell:
    match value:
        case Money(minor):
            return minor
        case Share(part):
            return part
        case _:
            return value


def _cell(value: Cell, *, french: bool) -> str:
    match value:
        case None:
            return ""
        case str():
            return f"'{value}" if is_formula(value) else value
        case Money(minor):
            written = f"{'-' if minor < 0 else ''}{abs(minor) // 100}.{abs(minor) % 100:02}"
            return written.replace(".", ",") if french else written
        case Share(part):
            written = f"{100 * part:.2f}%"
            return written.replace(".", ",") if french else written
        case float():
            written = f"{value:.6f}".rstrip("0").rstrip(".")
            return written.replace(".", ",") if french else written
        case int():
            return str(value)
        case datetime():
            return localtime(value).isoformat(timespec="milliseconds")
        case date():
            return value.isoformat()
        case _:
            assert_never(value)
