"""The game's words, beside those of every wheel: what its bets are called, its sentences."""

from collections.abc import Mapping
from typing import Any, Final

from tables.games.core.words import Words
from tables.games.wheel import telling
from tables.games.wheel.layout import DOUBLE_ZERO, RED

NAME: Final = ("Roulette américaine", "American roulette")
BETS: Final[Mapping[str, Words]] = {
    "straight": Words("Plein {chosen}", "Straight {chosen}"),
    "split": Words("Cheval {chosen}", "Split {chosen}"),
    "street": Words("Transversale {chosen}", "Street {chosen}"),
    "corner": Words("Carré {chosen}", "Corner {chosen}"),
    "first_five": Words("Les cinq premiers", "First five"),
    "six_line": Words("Sixain {chosen}", "Six line {chosen}"),
    "column": Words("Colonne {chosen}", "Column {chosen}"),
    "dozen": Words("Douzaine {chosen}", "Dozen {chosen}"),
    "red": Words("Rouge", "Red"),
    "black": Words("Noir", "Black"),
    "odd": Words("Impair", "Odd"),
    "even": Words("Pair", "Even"),
    "low": Words("Manque", "Low"),
    "high": Words("Passe", "High"),
}
"""What bets are called, by kind; `{chosen}` is the number, or the numbers, of one of them."""
REFUSALS: Final[Mapping[str, Words]] = {
    "other_tables_chips": Words(
        "Ces jetons de couleur ne sont pas de cette table.",
        "These colour chips are not of this table.",
    ),
}
"""By code, beside those that all games share."""
SENTENCES: Final[Mapping[str, tuple[str, str]]] = {
    **telling.sentences("american_roulette"),
    "american_roulette.spin_stopped": (
        "Rien ne va ({by}) : le coup est nul, la bille est relancée.",
        "Rien ne va ({by}): the spin is void, the ball is launched again.",
    ),
    "american_roulette.number_fell bare": ("Zéro.", "Zero."),
    "american_roulette.number_fell double": ("Double zéro.", "Double zero."),
    "american_roulette.paid": (
        "Paiement, joueur par joueur, {total} en tout[ : {settled}].",
        "Payment, player by player, {total} in all[: {settled}].",
    ),
}
"""By kind, and a word where one kind says different things; what a list holds, by its type."""
WORDS: Final = telling.WORDS


def variant(event: Any) -> str:
    """Return the suffix of an event's sentence, such as `late`; empty for the ordinary sentence."""
    if event.kind == "american_roulette.number_fell" and event.number == DOUBLE_ZERO:
        return "double"
    return telling.variant(event)


def result(number: str) -> tuple[str, str]:
    """Return a number with its colour; 0 and 00 have none."""
    if not number.isdecimal() or int(number) == 0:
        return number, number
    french, english = WORDS["red" if int(number) in RED else "black"]
    return f"{number} {french}", f"{number} {english}"
