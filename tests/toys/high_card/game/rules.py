"""The rules of high card as values, each with its clause, and what the house may choose."""

from dataclasses import dataclass
from typing import Final

from tables.games.core.options import MOST_MONEY, OneOf, Topic, Whole, choices_of
from tables.games.core.protocol import Book
from tables.games.core.rules import enacted_by


@dataclass(frozen=True, slots=True)
class Rules:
    """A complete set of rules. Amounts are minor units, times seconds."""

    packs: int = enacted_by("HIGH-01", default=2)
    boxes: int = enacted_by("HIGH-02", default=5)
    table_min_cents: int = enacted_by("HIGH-03", default=100)
    table_max_cents: int = enacted_by("HIGH-03", default=100_00)
    betting_window_seconds: int = enacted_by("HIGH-04", default=15)


_MONEY: Final = Whole(1, MOST_MONEY, "amount")
_PACKS: Final = Topic(
    "packs",
    ("Jeux de cartes", "Packs"),
    ("Dans le sabot.", "In the shoe."),
    OneOf({1: ("un", "one"), 2: ("deux", "two"), 6: ("six", "six")}),
)
_BOXES: Final = Topic("boxes", ("Cases", "Boxes"), ("Du tapis.", "Of the layout."), Whole(1, 7))
_TABLE_MIN: Final = Topic(
    "table_min_cents",
    ("Mise minimale", "Least stake"),
    ("Au moins autant par mise.", "A stake is at least this much."),
    _MONEY,
)
_TABLE_MAX: Final = Topic(
    "table_max_cents",
    ("Mise maximale", "Most on a box"),
    ("Au plus autant par case.", "At most this much lies on a box."),
    _MONEY,
)
_BETTING: Final = Topic(
    "betting_window_seconds",
    ("Temps pour miser", "Time to stake"),
    ("Depuis la première mise.", "From the first stake on."),
    Whole(5, 60, "seconds"),
)

BOOK: Final = Book(
    key="HIGH",
    package=__package__,
    rules=Rules(),
    choices=choices_of(Rules(), _PACKS, _BOXES, _TABLE_MIN, _TABLE_MAX, _BETTING),
)
