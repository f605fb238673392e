"""What the game says beside what every wheel says: its bets, its events."""

from collections.abc import Mapping
from typing import Final

from tables.games.boule.rules import CHANCES
from tables.games.core.words import Words
from tables.games.wheel import telling

NAME: Final = ("Boule", "Boule")
BETS: Final[Mapping[str, Words]] = {
    "straight": Words("Plein {chosen}", "Number {chosen}"),
    "red": Words("Rouge", "Red"),
    "black": Words("Noir", "Black"),
    "odd": Words("Impair", "Odd"),
    "even": Words("Pair", "Even"),
    "low": Words("Manque", "Low"),
    "high": Words("Passe", "High"),
}
"""What bets are called, by kind; `{chosen}` is the number."""
SENTENCES: Final[Mapping[str, tuple[str, str]]] = {
    **telling.sentences("boule"),
    "boule.spin_stopped": (
        "Le jeu est arrêté ({by}) : le coup est nul, la boule est relancée.",
        "The game is stopped ({by}): the throw is void, the ball is thrown again.",
    ),
    "boule.number_fell bare": ("Cinq, jaune.", "Five, yellow."),
}
"""By kind, and a word where one kind says different things; what a list holds, by its type."""
WORDS: Final = telling.WORDS


def result(number: str) -> tuple[str, str]:
    """Return a number with its colour."""
    if not number.isdecimal():
        return number, number
    colour = next((each for each in ("red", "black") if int(number) in CHANCES[each]), "")
    french, english = WORDS[colour] if colour else ("jaune", "yellow")
    return f"{number} {french}", f"{number} {english}"
