"""Texts in French and English, kept beside the code that shows them.

Engines have a type of their own, `tables.games.core.words`: they import the standard library only.
"""

from typing import NamedTuple

from django.utils.functional import lazy
from django.utils.translation import get_language


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


both_lazy = lazy(both, str)
"""`both`, chosen when it is shown: for texts that are made before any request."""
