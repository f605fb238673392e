"""The house options that European roulette alone has, and its kinds of bets."""

from typing import Final

from tables.games.core.options import Flag, OneOf, Several, Topic
from tables.games.european_roulette.rules import ORDER_OF_PAYMENT
from tables.games.european_roulette.words import BETS
from tables.games.wheel.announced import SIMPLE
from tables.games.wheel.options import table_max

_FLAG: Final = Flag()

TABLE_MAX: Final = table_max({bet: BETS[bet] for bet in ORDER_OF_PAYMENT})
ZERO_TRIOS: Final = Topic(
    "allow_zero_trios",
    ("Transversales du zéro", "Streets with the zero"),
    ("Si 0-1-2 et 0-2-3 se jouent.", "Whether 0-1-2 and 0-2-3 may be staked on."),
    _FLAG,
)
PAIRS: Final = Topic(
    "double_pairs",
    ("Deux douzaines ou colonnes", "Two dozens or columns"),
    (
        "Lesquelles se jouent à cheval.",
        "Which of them may be straddled.",
    ),
    OneOf({"adjacent": ("voisines", "adjacent"), "any": ("toutes", "any")}),
)
ANNOUNCED: Final = Topic(
    "announced_bets",
    ("Annonces", "Announced bets"),
    ("Celles que la table prend de vive voix.", "Those that the table takes by word of mouth."),
    Several({kind: BETS[kind].with_choice("n") for kind in SIMPLE}),
)
COMPLEX_ANNOUNCED: Final = Topic(
    "complex_announced_bets",
    ("Annonces écrites", "Written announcements"),
    (
        "Si la table prend celles qui s’écrivent et que la direction vise.",
        "Whether the table takes those that are written and endorsed by the management.",
    ),
    _FLAG,
)
