"""Chemin de fer's words: why its engine refuses and moves chips, what its bets are called."""

from collections.abc import Mapping
from typing import Final

from tables.games.baccara import words
from tables.games.core.words import Words

REFUSALS: Final[Mapping[str, Words]] = {
    **words.DRAWING,
    "above_bank": Words(
        "C’est plus que le banco : il est de {bank:chips}.",
        "That is more than the bank: it is {bank:chips}.",
    ),
    "bank_covered": Words("Le banco est couvert.", "The bank is covered."),
    "bank_not_announced": Words(
        "Le banco n’est pas encore annoncé.",
        "The bank is not announced yet.",
    ),
    "below_bank": Words(
        "Tenir le banco, c’est engager {bank:chips}, ni plus ni moins.",
        "To hold the banco is to stake {bank:chips}, no more and no less.",
    ),
    "below_half_bank": Words(
        "Avec la table, on tient au moins la moitié du banco de {bank:chips}.",
        "With the table you hold at least half of the bank of {bank:chips}.",
    ),
    "cannot_refuse_hand": Words("Nul ne peut refuser la main.", "Nobody may refuse the hand."),
    "must_play": Words(
        "Le banquier joue un coup avant de passer la main, et pas pendant le coup.",
        "The banker plays a coup before he passes the hand, and not during a coup.",
    ),
    "not_enough_players": Words(
        "La partie ne commence qu’avec {seated} joueurs assis.",
        "The game begins only with {seated} players seated.",
    ),
    "priority": Words("Un autre joueur a la priorité.", "Another player has priority."),
}
"""By code, beside those that all games share."""

REASONS: Final[Mapping[str, Words]] = {
    **words.BANK,
    "garage": Words("Garage", "Garage"),
    "uncovered": Words("Part non couverte de la banque", "Uncovered part of the bank"),
}
"""What moves are for, by code, beside what they are for in every game."""

LEVY: Final = "levy"
BETS: Final[Mapping[str, Words]] = {
    "banco": Words("banco", "banco"),
    "with_table": Words("avec la table", "with the table"),
    "complement": Words("complément", "complement"),
    LEVY: Words("Prélèvement sur les gains de la banque", "Levy on what the bank wins"),
}
"""What claims are called, and what the game costs."""

NOTES: Final[Mapping[str, Words]] = {
    LEVY: Words(
        "Les joueurs jouent entre eux ; la maison ne prend que ceci.",
        "The players play each other; the house takes this and nothing else.",
    ),
}
"""What is said beside prices."""
