"""The files that leave the house."""

import unicodedata
from typing import Final

_BEGINS: Final = tuple("=+-@\t\r\n")


def is_formula(text: str) -> bool:
    """Tell whether a spreadsheet may carry a text out: by its first sign, of whatever width."""
    return unicodedata.normalize("NFKC", text).lstrip(" ").startswith(_BEGINS)
