"""The rules of the coin toss as values, each with its clause, and what the house may choose."""

from dataclasses import dataclass
from typing import Final

from tables.games.core.options import MOST_MONEY, Topic, Whole, choices_of
from tables.games.core.protocol import Book
from tables.games.core.rules import enacted_by


@dataclass(frozen=True, slots=True)
class Rules:
    """A complete set of rules. Amounts are minor units, times seconds."""

    table_min_cents: int = enacted_by("TOSS-02", default=100)
    table_max_cents: int = enacted_by("TOSS-02", default=100_00)
    betting_window_seconds: int = enacted_by("TOSS-03", default=15)
    win_percent: int = enacted_by("TOSS-05", default=95)
    """What a stake that wins is paid, in hundredths of itself."""


_MONEY: Final = Whole(1, MOST_MONEY, "amount")
_TABLE_MIN: Final = Topic(
    "table_min_cents",
    ("Mise minimale", "Least stake"),
    ("Au moins autant par mise.", "A stake is at least this much."),
    _MONEY,
)
_TABLE_MAX: Final = Topic(
    "table_max_cents",
    ("Mise maximale", "Most on a side"),
    ("Au plus autant par joueur et par côté.", "A player has at most this much on a side."),
    _MONEY,
)
_BETTING: Final = Topic(
    "betting_window_seconds",
    ("Temps pour miser", "Time to stake"),
    ("Depuis la première mise.", "From the first stake on."),
    Whole(5, 60, "seconds"),
)
_WIN: Final = Topic(
    "win_percent",
    ("Gain, en centièmes de la mise", "Winnings, per cent of the stake"),
    ("Ce que paie une mise gagnante.", "What a stake that wins is paid."),
    Whole(50, 99),
)

BOOK: Final = Book(
    key="TOSS",
    package=__package__,
    rules=Rules(),
    choices=choices_of(Rules(), _TABLE_MIN, _TABLE_MAX, _BETTING, _WIN),
)
