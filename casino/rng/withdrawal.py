"""Why a promise ended before anything came of it, and by whom: the log tells both for ever.

A house that may stop what would fall has a choice. It stays one that everybody can count.
"""

from dataclasses import dataclass
from typing import Final, Literal, get_args

Code = Literal[
    "unused",
    "forgotten",
    "closing",
    "device",
    "mistake",
    "dispute",
    "disorder",
    "control",
    "other",
    "restored",
]
CODES: Final[tuple[Code, ...]] = get_args(Code)
ORDERED: Final[tuple[Code, ...]] = CODES[2:-1]
"""Those that tell of somebody's decision at a table."""


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """Why nothing came of a promise.

    `unused`: its table needed it no more, and nobody had brought anything to it; `forgotten`: the
    same after the list of contributions was closed; `closing`: the table closed meanwhile;
    `restored`: the database was restored from a backup, and its cards may have been seen since.
    """

    code: Code
    by: int = 0
    """The staff number of whoever decided it; 0 for the house's own processes."""

    def __post_init__(self) -> None:
        if self.code not in CODES or self.by < 0:
            raise ValueError("no such reason")


def left_over(*, listed: bool) -> Withdrawal:
    """Return why the house's own processes end a promise that no table uses."""
    return Withdrawal("forgotten" if listed else "unused")
