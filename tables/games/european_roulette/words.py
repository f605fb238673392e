"""European roulette's words: why its engine refuses and moves chips, what its bets are called."""

from collections.abc import Mapping
from typing import Final

from tables.games.core.words import Words
from tables.games.wheel import prison

REFUSALS: Final[Mapping[str, Words]] = {
    **prison.REFUSALS,
    "inspector_absent": Words(
        "Une annonce écrite ne se joue qu’en présence d’un inspecteur.",
        "A written announcement is played only while an inspector is present.",
    ),
    "need_not_be_written": Words(
        "Cette annonce se donne de vive voix : placez-la.",
        "This announcement is given aloud: just place it.",
    ),
    "not_endorsed": Words(
        "La direction des jeux n’a pas visé cette annonce.",
        "The games management has not endorsed this announcement.",
    ),
}
"""By code, beside those that all games share."""

HALF: Final = "even_chance:half"
PRISON: Final = "even_chance:prison"
BETS: Final[Mapping[str, Words]] = {
    "straight": Words("Plein {chosen}", "Straight {chosen}"),
    "split": Words("Cheval {chosen}", "Split {chosen}"),
    "street": Words("Transversale {chosen}", "Street {chosen}"),
    "corner": Words("Carré {chosen}", "Corner {chosen}"),
    "six_line": Words("Sixain {chosen}", "Six line {chosen}"),
    "column": Words("Colonne {chosen}", "Column {chosen}"),
    "double_column": Words("À cheval sur les colonnes {chosen}", "Split on columns {chosen}"),
    "dozen": Words("Douzaine {chosen}", "Dozen {chosen}"),
    "double_dozen": Words("À cheval sur les douzaines {chosen}", "Split on dozens {chosen}"),
    "red": Words("Rouge", "Red"),
    "black": Words("Noir", "Black"),
    "odd": Words("Impair", "Odd"),
    "even": Words("Pair", "Even"),
    "low": Words("Manque", "Low"),
    "high": Words("Passe", "High"),
    "voisins_du_zero": Words("Voisins du zéro", "Voisins du zéro"),
    "tiers_du_cylindre": Words("Tiers du cylindre", "Tiers du cylindre"),
    "orphelins_cheval": Words("Orphelins à cheval", "Orphelins à cheval"),
    "orphelins_plein": Words("Orphelins en plein", "Orphelins en plein"),
    "jeu_zero": Words("Jeu zéro", "Jeu zéro"),
    "voisins_n": Words("{chosen} et deux voisins", "{chosen} and two neighbours"),
    "finales_n": Words("Finale {chosen}", "Finals {chosen}"),
    "complete_n": Words("Complète du {chosen}", "Complete of {chosen}"),
    "custom": Words("Annonce écrite : {chosen}", "Written announcement: {chosen}"),
    HALF: Words("Chance simple, partage au zéro", "Even chance, half taken at zero"),
    PRISON: Words("Chance simple, prison au zéro", "Even chance, prison at zero"),
}
"""What bets are called, by kind; `{chosen}` is the number, or the numbers, of one of them.

An even chance has a price for each choice after a zero."""
