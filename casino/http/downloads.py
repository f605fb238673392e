"""The files that leave the house, of players and office alike: the only writer of them.

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
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from io import StringIO
from typing import Any, Final, assert_never

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpResponse, StreamingHttpResponse
from django.utils.timezone import localtime

BYTE_ORDER_MARK: Final = "\ufeff"
"""By it spreadsheets know that a file is UTF-8."""
_CSV: Final = "text/csv; charset=utf-8"
_BEGINS: Final = tuple("=+-@\t\r\n")
_NAME: Final = re.compile(r"[A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True)
class Money:
    """An amount in a cell, minor units."""

    minor: int


Cell = str | int | float | Money | date | datetime | None
"""What stands in a cell: a text, a number, of six decimals at the most, an amount, a moment."""


def is_formula(text: str) -> bool:
    """Tell whether a spreadsheet may carry a text out: by its first sign, of whatever width."""
    return unicodedata.normalize("NFKC", text).lstrip(" ").startswith(_BEGINS)


def lines(rows: Iterable[Iterable[Cell]], *, french: bool) -> str:
    """Return rows of a table as text, for whoever reads French or English."""
    written = StringIO()
    writer = csv.writer(written, delimiter=";" if french else ",")
    writer.writerows([_cell(each, french=french) for each in row] for row in rows)
    return written.getvalue()


def table(name: str, rows: Iterable[Iterable[Cell]], *, french: bool) -> HttpResponse:
    """Return a table as a file of this name, without its ending."""
    return HttpResponse(
        BYTE_ORDER_MARK + lines(rows, french=french),
        content_type=_CSV,
        headers=saved(f"{name}.csv"),
    )


def table_in_parts(name: str, parts: AsyncIterator[str]) -> StreamingHttpResponse:
    """Return the same part by part, each as `lines` returns it."""

    async def written() -> AsyncIterator[str]:
        yield BYTE_ORDER_MARK
        async for part in parts:
            yield part

    return StreamingHttpResponse(written(), content_type=_CSV, headers=saved(f"{name}.csv"))


def document(name: str, told: Mapping[str, Any]) -> HttpResponse:
    """Return a JSON document as a file of this name, without its ending."""
    text = json.dumps(told, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    return HttpResponse(text, content_type="application/json", headers=saved(f"{name}.json"))


def document_in_parts(name: str, parts: AsyncIterator[str]) -> StreamingHttpResponse:
    """Return a JSON document part by part, each as it is written."""
    return StreamingHttpResponse(
        parts, content_type="application/json", headers=saved(f"{name}.json")
    )


def documents(name: str, told: Iterable[str]) -> HttpResponse:
    """Return JSON documents as a file, a line each."""
    return HttpResponse(
        "".join(f"{each}\n" for each in told),
        content_type="application/jsonl; charset=utf-8",
        headers=saved(f"{name}.jsonl"),
    )


def paper(name: str, parts: AsyncIterator[bytes]) -> StreamingHttpResponse:
    """Return a PDF as a file of this name, without its ending, part by part."""
    return StreamingHttpResponse(
        parts, content_type="application/pdf", headers=saved(f"{name}.pdf")
    )


def saved(name: str) -> dict[str, str]:
    """Return the header by which a browser saves an answer under this name."""
    assert _NAME.fullmatch(name), name
    return {"Content-Disposition": f'attachment; filename="{name}"'}


def _cell(value: Cell, *, french: bool) -> str:
    match value:
        case None:
            return ""
        case str():
            return f"'{value}" if is_formula(value) else value
        case Money(minor):
            written = f"{'-' if minor < 0 else ''}{abs(minor) // 100}.{abs(minor) % 100:02}"
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
