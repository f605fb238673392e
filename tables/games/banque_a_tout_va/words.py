"""Banque à tout va's words: its bets, why it refuses and moves chips, what stands beside prices."""

from collections.abc import Mapping
from typing import Final

from tables.games.baccara import words
from tables.games.chemin_de_fer import words as chemin
from tables.games.core.words import Words

ON_TABLEAUX: Final[Mapping[str, Words]] = {
    "tableau_right": Words("Tableau de droite", "Right tableau"),
    "tableau_left": Words("Tableau de gauche", "Left tableau"),
    "a_cheval": Words("À cheval", "À cheval"),
}
"""What stakes on the tableaux are called."""
LIGHTER: Final = "tableau:lighter"
STANDS: Final = "tableau:stands"
BETS: Final[Mapping[str, Words]] = {
    **ON_TABLEAUX,
    LIGHTER: Words("Le tableau le moins chargé", "The tableau with less at stake"),
    STANDS: Words("Un tableau dont la main reste à 5", "A tableau whose hand stands on 5"),
    **{bet: words for bet, words in chemin.BETS.items() if bet != chemin.LEVY},
}
"""What bets are called, with the claims of the last coup; a tableau has a price for each case."""

_OF_CLAIMS: Final = (
    "above_bank",
    "bank_covered",
    "below_bank",
    "below_half_bank",
    "must_play",
    "priority",
)
"""Why the last coup refuses, as at chemin de fer."""
REFUSALS: Final[Mapping[str, Words]] = {
    **words.DRAWING,
    **{code: chemin.REFUSALS[code] for code in _OF_CLAIMS},
    "bank_in_play": Words(
        "Des mises jouent contre la maison : la banque change après le coup.",
        "Stakes play against the house: the bank changes after the coup.",
    ),
    "banker_stakes": Words(
        "Le banquier ne mise pas contre lui-même.",
        "The banker does not stake against himself.",
    ),
    "not_approved": Words(
        "La Direction n’a pas agréé ce banquier.",
        "The management has not approved this banker.",
    ),
}
"""By code, beside those that all games share."""

REASONS: Final[Mapping[str, Words]] = {
    **words.BANK,
    "uncovered": chemin.REASONS["uncovered"],
    "bank_left": Words("Banque rendue", "Bank given back"),
}
"""What moves are for, by code, beside what they are for in every game."""

NOTES: Final[Mapping[str, Words]] = {
    "tableau": Words(
        "1 contre 1 ; rendue à égalité. Prix du tableau le plus chargé, contre la table de "
        "l’article 13, si la main tire à 5. Ce que choisit un banquier agréé n’a pas de prix : il "
        "tire et reste comme il veut.",
        "1 to 1; given back on a tie. The price of the tableau with more at stake, against the "
        "table of article 13, if the hand draws on 5. What an approved banker chooses has no "
        "price: he draws and stands as he likes.",
    ),
    LIGHTER: Words(
        "Le banquier tire contre l’autre tableau, sauf si celui-là a abattu ; il y perd un peu, et "
        "gagne plus sur l’autre.",
        "The banker draws against the other tableau, unless that has a natural; he loses a little "
        "by it, and wins more by the other.",
    ),
    STANDS: Words(
        "Le seul choix du ponte : rester à 5 au lieu de tirer.",
        "The ponte’s only choice: to stand on 5 and not to draw.",
    ),
    "a_cheval": Words(
        "La moitié de la mise sur chaque tableau : la moyenne du plus et du moins chargé.",
        "Half of the stake on each tableau: the mean of the one with more and the one with less.",
    ),
}
"""What is said beside prices."""
