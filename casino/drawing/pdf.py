"""Draws a list as a PDF of A4 pages: heading, table, sums, places to sign, page numbers.

Knows neither players nor rounds: it is given words. Rows are laid first, so that each page can say
how many there are; then page by page is drawn, so that nobody holds a thread for long.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import Final

from reportlab import rl_config
from reportlab.lib.pagesizes import A4, landscape
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

# The pages are compressed: written as text besides, they would cost a tenth of the time, and more.
rl_config.useA85 = 0
_FONTS: Final = Path(__file__).parent / "fonts"
_TEXT: Final = "Inter"
_STRONG: Final = "Inter-SemiBold"
_WIDE, _HIGH = landscape(A4)
_MARGIN: Final = 40.0
"""Points, like every measure here."""
_SIZE: Final = 7.5
_LEADING: Final = 10.0
_GAP: Final = 8.0
"""Between two columns."""
_INK, _PALE, _LINE = (0.07, 0.06, 0.05), (0.38, 0.36, 0.34), (0.82, 0.79, 0.74)
_GOLD: Final = (0.66, 0.52, 0.22)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table."""

    heading: str
    share: float
    """Of the page's width, beside the shares of the others."""
    number: bool = False
    """Whether it stands to the right."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands above the table."""

    title: str
    facts: Sequence[tuple[str, str]]
    """What it is about: a name and its words."""
    sums: Sequence[Sequence[str]]
    """The sums of the table; the first line names them. The first cell of each is words."""
    note: str = ""
    signatures: Sequence[tuple[str, str]] = ()
    """Who signs below the last row, and what each writes there."""


@dataclass(frozen=True, slots=True)
class _Laid:
    cells: Sequence[Sequence[str]]
    """The lines of each cell."""
    high: float


class Paper:
    """A list that is laid, then drawn page by page."""

    def __init__(self, columns: Sequence[Column], language: str) -> None:
        """Begin an empty list in a language, `fr` or `en`."""
        _know_fonts()
        self._columns = columns
        self._language = language
        whole = _WIDE - 2 * _MARGIN - _GAP * (len(columns) - 1)
        share = sum(each.share for each in columns)
        self._widths = [whole * each.share / share for each in columns]
        # What is bold is a little wider.
        self._heads = [
            _broken(each.heading, width * 0.93)
            for each, width in zip(columns, self._widths, strict=True)
        ]
        self._rows: list[_Laid] = []

    def add_rows(self, rows: Iterable[Sequence[str]]) -> None:
        """Add rows below those that are laid; a text that is too long takes several lines."""
        for row in rows:
            cells = [_broken(text, width) for text, width in zip(row, self._widths, strict=True)]
            self._rows.append(_Laid(cells, _LEADING * max(map(len, cells)) + 3))

    def draw(self, heading: Heading, *, none: str, page: str) -> Iterator[bytes]:
        """Draw page after page, yielding nothing for each, and in the end the file.

        `none` stands where there is no row; `page` is what each page says of itself, with the
        places `{page}` and `{pages}`.
        """
        file = BytesIO()
        canvas = Canvas(file, pagesize=(_WIDE, _HIGH), lang=self._language)
        canvas.setTitle(heading.title)
        canvas.setAuthor("Sabot")
        canvas.setCreator("Sabot")
        pages = self._pages(_height(heading), _SIGNED if heading.signatures else 0.0)
        for nth, rows in enumerate(pages, 1):
            top = _HIGH - _MARGIN
            if nth == 1:
                top = _draw_heading(canvas, heading, top)
            if rows:
                self._draw_rows(canvas, rows, top)
            elif not self._rows:
                _draw_text(canvas, none, _MARGIN, top - 2 * _LEADING, colour=_PALE, size=9)
            if nth == len(pages):
                _draw_signatures(canvas, heading.signatures)
            _draw_text(canvas, "Sabot", _MARGIN, _MARGIN - 18, colour=_PALE)
            footer = page.format(page=nth, pages=len(pages))
            _draw_text_right(canvas, footer, _WIDE - _MARGIN, _MARGIN - 18, colour=_PALE)
            canvas.showPage()
            yield b""
        canvas.save()
        yield file.getvalue()

    def _pages(self, heading: float, below: float) -> list[list[_Laid]]:
        """Return the rows of each page.

        The first has a heading of this height, the last so much room below its rows.
        """
        room = _HIGH - 2 * _MARGIN - _LEADING * (1 + max(map(len, self._heads)))
        pages: list[list[_Laid]] = [[]]
        left = room - heading
        for row in self._rows:
            if row.high > left:
                pages.append([])
                left = room
            pages[-1].append(row)
            left -= row.high
        return pages if left >= below else [*pages, []]

    def _draw_rows(self, canvas: Canvas, rows: Sequence[_Laid], top: float) -> None:
        edges = self._edges()
        y = top - _LEADING * max(map(len, self._heads))
        for column, (left, right), lines in zip(self._columns, edges, self._heads, strict=True):
            for nth, line in enumerate(reversed(lines)):
                at = y + _LEADING * nth
                if column.number:
                    _draw_text_right(canvas, line, right, at, font=_STRONG)
                else:
                    _draw_text(canvas, line, left, at, font=_STRONG)
        canvas.setStrokeColorRGB(*_GOLD)
        canvas.setLineWidth(0.8)
        canvas.line(_MARGIN, y - 4, _WIDE - _MARGIN, y - 4)
        canvas.setStrokeColorRGB(*_LINE)
        canvas.setLineWidth(0.3)
        canvas.setFillColorRGB(*_INK)
        canvas.setFont(_TEXT, _SIZE)
        y -= 4
        for row in rows:
            text = canvas.beginText()
            for column, (left, right), cell in zip(self._columns, edges, row.cells, strict=True):
                for nth, line in enumerate(cell):
                    x = right - _width(line) if column.number else left
                    text.setTextOrigin(x, y - _LEADING * (nth + 1) + 1)
                    text.textOut(line)
            canvas.drawText(text)
            y -= row.high
            canvas.line(_MARGIN, y, _WIDE - _MARGIN, y)

    def _edges(self) -> list[tuple[float, float]]:
        found, left = [], _MARGIN
        for width in self._widths:
            found.append((left, left + width))
            left += width + _GAP
        return found


@cache
def _know_fonts() -> None:
    """Read the fonts of the house; what a paper needs of them is embedded in it."""
    for name, file in ((_TEXT, "Inter-Regular.ttf"), (_STRONG, "Inter-SemiBold.ttf")):
        pdfmetrics.registerFont(TTFont(name, str(_FONTS / file)))


@lru_cache(maxsize=4096)
def _width(text: str) -> float:
    """Return how wide a text of the table is: most of its words come again and again."""
    return float(pdfmetrics.stringWidth(text, _TEXT, _SIZE))


def _broken(text: str, width: float) -> list[str]:
    """Return a text in lines of this width; a word that is wider is broken too."""
    if _width(text) <= width:
        return [text]
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if _width(longer) <= width:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for sign in word:
            if _width(lines[-1] + sign) > width:
                lines.append("")
            lines[-1] += sign
    return lines


_SUM_WIDTHS: Final = 90.0
_SIGNED: Final = 100.0
"""The height of the places to sign, with the space above them."""


def _height(heading: Heading) -> float:
    """Return how much of the first page a heading takes."""
    sums = 14.0 * len(heading.sums) + 10 if heading.sums else 0
    note = 16.0 * len(_noted(heading))
    return 34 + 13.0 * len(heading.facts) + sums + note + 12


def _noted(heading: Heading) -> list[str]:
    return _broken(heading.note, _WIDE - 2 * _MARGIN) if heading.note else []


def _draw_heading(canvas: Canvas, heading: Heading, top: float) -> float:
    """Draw a heading and return where it ends."""
    end = top - _height(heading)
    y = top - 18
    _draw_text(canvas, heading.title, _MARGIN, y, size=18, font=_STRONG)
    y -= 16
    for name, words in heading.facts:
        y -= 13
        _draw_text(canvas, name, _MARGIN, y, size=9, colour=_PALE)
        _draw_text(canvas, words, _MARGIN + 90, y, size=9)
    y -= 10 if heading.sums else 0
    for nth, line in enumerate(heading.sums):
        y -= 14
        _draw_text(canvas, line[0], _MARGIN, y, size=9, colour=_INK if nth else _PALE)
        for place, text in enumerate(line[1:], 1):
            right = _MARGIN + 90 + _SUM_WIDTHS * place
            _draw_text_right(canvas, text, right, y, size=9, colour=_INK if nth else _PALE)
    for text in _noted(heading):
        y -= 16
        _draw_text(canvas, text, _MARGIN, y, colour=_PALE)
    return end


def _draw_signatures(canvas: Canvas, signatures: Sequence[tuple[str, str]]) -> None:
    """Draw a box for each signature, side by side at the foot of the page."""
    for nth, (who, what) in enumerate(signatures):
        wide = (_WIDE - 2 * _MARGIN - _GAP * (len(signatures) - 1)) / len(signatures)
        left = _MARGIN + nth * (wide + _GAP)
        canvas.setStrokeColorRGB(*_LINE)
        canvas.setLineWidth(0.8)
        canvas.rect(left, _MARGIN, wide, _SIGNED - 20)
        top = _MARGIN + _SIGNED - 32
        _draw_text(canvas, who, left + 8, top, size=9, font=_STRONG)
        _draw_text(canvas, what, left + 8, top - 13, colour=_PALE)


def _draw_text(
    canvas: Canvas,
    text: str,
    x: float,
    y: float,
    *,
    size: float = _SIZE,
    font: str = _TEXT,
    colour: tuple[float, float, float] = _INK,
) -> None:
    canvas.setFillColorRGB(*colour)
    canvas.setFont(font, size)
    canvas.drawString(x, y, text)


def _draw_text_right(
    canvas: Canvas,
    text: str,
    x: float,
    y: float,
    *,
    size: float = _SIZE,
    font: str = _TEXT,
    colour: tuple[float, float, float] = _INK,
) -> None:
    canvas.setFillColorRGB(*colour)
    canvas.setFont(font, size)
    canvas.drawRightString(x, y, text)
