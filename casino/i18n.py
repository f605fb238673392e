"""Words in both languages of the house: pairs, which stand beside the code that says them.

Engines have a type of their own, `tables.games.core.words`: they import the standard library only.
"""

from typing import NamedTuple

from django.utils.functional import lazy
from django.utils.translation import get_language


class Words(NamedTuple):
    """A text in French and in English; `{name}` in it stands for the detail of that name."""

    fr: str
    en: str

    def said(self, **detail: int | str) -> str:
        """Return the text with its details, in the language of this request."""
        return both(*self).format(**detail)


def in_french() -> bool:
    """Tell whether this request is answered in French, the house's first language."""
    return (get_language() or "fr").startswith("fr")


def both(fr: str, en: str) -> str:
    """Return the French or the English text, whichever this request is answered in."""
    return fr if in_french() else en


both_lazy = lazy(both, str)
"""`both`, chosen when it is shown: for texts that are made before any request."""
