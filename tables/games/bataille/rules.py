"""The rules of the game as values, each with its clause, and what the house may choose."""

from dataclasses import dataclass
from typing import Final

from tables.games.core.options import MOST_MONEY, Flag, OneOf, Topic, Whole, choices_of
from tables.games.core.protocol import Book
from tables.games.core.rules import enacted_by

BEHIND: Final = 26
"""Cards behind the stop card: more than any round takes (BAT-01)."""
BURNT: Final = 3
"""Cards that are burnt before a battle (BAT-13)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A complete set of rules. Amounts are minor units, times seconds."""

    packs: int = enacted_by("BAT-01", default=6)
    boxes: int = enacted_by("BAT-02", default=7)
    table_min_cents: int = enacted_by("BAT-03", default=2_00)
    table_max_cents: int = enacted_by("BAT-03", default=500_00)
    stake_increment_cents: int = enacted_by("BAT-03", default=1_00)
    tie_min_cents: int = enacted_by("BAT-04", default=1_00)
    tie_max_cents: int = enacted_by("BAT-04", default=100_00)
    betting_window_seconds: int = enacted_by("BAT-05", default=20)
    tie_to_one: int = enacted_by("BAT-09", default=10)
    decision_seconds: int = enacted_by("BAT-10", default=15)
    battle_tie_bonus: bool = enacted_by("BAT-15", default=False)


_MONEY: Final = Whole(1, MOST_MONEY, "amount")
_STEP: Final = Whole(2, MOST_MONEY, "amount")
_SECONDS: Final = Whole(5, 300, "seconds")
_TIES: Final = OneOf({10: ("dix fois", "ten to one"), 11: ("onze fois", "eleven to one")})
_BOX: Final = ("Par case.", "On a box.")
_EVEN: Final = ("Pair, pour que la moitié soit exacte.", "Even, so that the half is exact.")
_FIRST: Final = ("Depuis la première mise.", "From the first stake on.")
_SILENT: Final = ("Qui se tait abandonne.", "Whoever is silent gives up.")
_BONUS: Final = ("La première mise est payée aussi.", "The first stake is paid as well.")
_TOPICS: Final = (
    Topic("packs", ("Jeux de cartes", "Packs"), ("Dans le sabot.", "In the shoe."), Whole(1, 8)),
    Topic("boxes", ("Cases", "Boxes"), ("Du tapis.", "Of the layout."), Whole(1, 7)),
    Topic("table_min_cents", ("Mise minimale", "Least stake"), _BOX, _MONEY),
    Topic("table_max_cents", ("Mise maximale", "Most staked"), _BOX, _MONEY),
    Topic("stake_increment_cents", ("Pas des mises", "Step of stakes"), _EVEN, _STEP),
    Topic("tie_min_cents", ("Minimum sur l’égalité", "Least on a tie"), _BOX, _MONEY),
    Topic("tie_max_cents", ("Maximum sur l’égalité", "Most on a tie"), _BOX, _MONEY),
    Topic("betting_window_seconds", ("Temps pour miser", "Time to stake"), _FIRST, _SECONDS),
    Topic("tie_to_one", ("Paiement de l’égalité", "What a tie pays"), _BOX, _TIES),
    Topic("decision_seconds", ("Temps pour choisir", "Time to choose"), _SILENT, _SECONDS),
    Topic("battle_tie_bonus", ("Prime à l’égalité", "Bonus on a second tie"), _BONUS, Flag()),
)
"""In the order of the rules."""

BOOK: Final = Book(
    key="BAT", package=__package__, rules=Rules(), choices=choices_of(Rules(), *_TOPICS)
)
