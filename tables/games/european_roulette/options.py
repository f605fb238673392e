"""The house options that European roulette alone has, and its kinds of bets."""

from typing import Final

from tables.games.core.options import Flag, OneOf, Several, Topic, Whole
from tables.games.european_roulette.rules import ORDER_OF_PAYMENT
from tables.games.european_roulette.words import BETS
from tables.games.wheel.announced import SIMPLE
from tables.games.wheel.options import table_max

_FLAG: Final = Flag()

TABLE_MAX: Final = table_max({bet: BETS[bet] for bet in ORDER_OF_PAYMENT})
DECISION_SECONDS: Final = Topic(
    "decision_seconds",
    ("Temps du choix", "Time of the choice"),
    (
        "Tant qu’un choix est à faire, le temps des mises dure au moins autant.",
        "While a choice is pending the betting time is at least this long.",
    ),
    Whole(3, 120, "seconds"),
)
RELEASE: Final = Topic(
    "prison_release_value",
    ("Valeur libérée", "Value set free"),
    (
        "Ce qu’une mise en prison vaut après plusieurs zéros.",
        "What a stake in prison is worth after several zeros.",
    ),
    OneOf(
        {
            "halved": ("divisée à chaque zéro", "halved at each zero"),
            "full": ("entière", "whole"),
        }
    ),
)
ZERO_CHOICE: Final = Topic(
    "zero_default_choice",
    ("Sans choix après zéro", "No choice after zero"),
    (
        "Ce que devient la mise d’un joueur qui ne choisit pas.",
        "What becomes of the stake of a player who does not choose.",
    ),
    OneOf({"half": ("partage", "half"), "prison": ("prison", "prison")}),
)
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
    Several({kind: BETS[kind].of("n") for kind in SIMPLE}),
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
