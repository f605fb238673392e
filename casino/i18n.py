"""Texts in French and English, kept beside the code that shows them; amounts and times as read.

Engines have a type of their own, `tables.games.core.words`: they import the standard library only.
"""

from collections.abc import Callable
from datetime import date, datetime
from typing import NamedTuple, TypeVar

from django.utils.functional import lazy
from django.utils.timezone import localtime
from django.utils.translation import get_language, override

T = TypeVar("T")


class Words(NamedTuple):
    """A text in French and English; `{name}` in it is filled in by `text`."""

    fr: str
    en: str

    def text(self, **detail: int | str) -> str:
        """Return the text in the language of the request, with its fields filled in."""
        return both(*self).format(**detail)


def is_french() -> bool:
    """Tell whether the current request is answered in French."""
    return (get_language() or "fr").startswith("fr")


def both(fr: str, en: str) -> str:
    """Return the French or the English text, by the language of the request."""
    return fr if is_french() else en


def in_both(write: Callable[[T], object], value: T) -> tuple[str, str]:
    """Return what is written of a value for a French and for an English reader."""
    with override("fr"):
        french = str(write(value))
    with override("en"):
        return french, str(write(value))


both_lazy = lazy(both, str)
"""`both`, chosen when it is shown: for texts that are made before any request."""


def money(minor: int) -> str:
    """Return minor units as text: `-1 234,50`, or `-1,234.50` in English."""
    text = f"{abs(minor) // 100:,}.{abs(minor) % 100:02}"
    if is_french():
        text = text.replace(",", "\N{NO-BREAK SPACE}").replace(".", ",")
    return f"-{text}" if minor < 0 else text


def moment(at: datetime, *, milliseconds: bool = False) -> str:
    """Return a time in the house's time zone as its reader writes it.

    `29/11/2026 10:12:39`, or `29 Nov 2026 10:12:39` in English; with its offset in the hour that
    comes twice.
    """
    local = localtime(at)
    text = f"{local:{both('%d/%m/%Y %H:%M:%S', '%d %b %Y %H:%M:%S')}}"
    if milliseconds:
        text += f"{both(',', '.')}{local.microsecond // 1000:03}"
    comes_twice = local.replace(fold=1 - local.fold).utcoffset() != local.utcoffset()
    return f"{text} {local:%z}" if comes_twice else text


def day(on: date) -> str:
    """Return a day as its reader writes it: `29/11/2026`, or `29 Nov 2026` in English."""
    return f"{on:{both('%d/%m/%Y', '%d %b %Y')}}"
