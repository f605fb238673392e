"""Punto banco's words: what its bets are called, and what is said beside their prices."""

from collections.abc import Mapping
from typing import Final

from tables.games.core.words import Words

BETS: Final[Mapping[str, Words]] = {
    "punto": Words("Punto", "Punto"),
    "banco": Words("Banco", "Banco"),
    "tie": Words("Égalité", "Tie"),
    "dragon_punto": Words("Dragon Bonus punto", "Dragon Bonus punto"),
    "dragon_banco": Words("Dragon Bonus banco", "Dragon Bonus banco"),
    "pair_punto": Words("Paire-Ponte", "Punto pair"),
    "pair_banco": Words("Paire-Banque", "Banco pair"),
    "pair_cheval": Words("Paires à cheval", "Either pair"),
}
"""What bets are called."""

GROUPS: Final[Mapping[str, Words]] = {
    "main": Words("Chances", "Chances"),
    "dragon": Words("Dragon Bonus", "Dragon Bonus"),
    "pair": Words("Paire Baccara", "Paire Baccara"),
}
"""Headings of prices."""

NOTES: Final[Mapping[str, Words]] = {
    "punto": Words("1 contre 1 ; rendue à égalité.", "1 to 1; given back on a tie."),
    "banco": Words("19 contre 20 ; rendue à égalité.", "19 to 20; given back on a tie."),
    "banco_punto_2000": Words(
        "1 contre 1, la moitié avec 6 ; rendue à égalité.",
        "1 to 1, half with 6; given back on a tie.",
    ),
    "tie": Words("8 contre 1.", "8 to 1."),
    "dragon": Words(
        "Abattage : 1 contre 1. Sinon par l’écart : 9 paie 20, 8 paie 8, 7 paie 7, 6 paie 4, "
        "5 paie 3, 4 paie 1. Rendue si deux abattages sont égaux.",
        "Natural: 1 to 1. Otherwise by the margin: 9 pays 20, 8 pays 8, 7 pays 7, 6 pays 4, "
        "5 pays 3, 4 pays 1. Given back when two naturals tie.",
    ),
    "pair": Words("11 contre 1.", "11 to 1."),
    "pair_cheval": Words(
        "La moitié sur chaque paire : 5 contre 1 avec une, 11 contre 1 avec deux.",
        "Half on each pair: 5 to 1 with one, 11 to 1 with two.",
    ),
}
"""What is said beside prices."""
