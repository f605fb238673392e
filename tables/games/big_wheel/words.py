"""What the game says beside what every wheel says: its chances, its events."""

from collections.abc import Mapping
from typing import Final

from tables.games.core.words import Words
from tables.games.wheel import telling

NAME: Final = ("Grande roue", "Big wheel")
BETS: Final[Mapping[str, Words]] = {
    "joker_black": Words("Jocker noir", "Black joker"),
    "joker_yellow": Words("Jocker jaune", "Yellow joker"),
    "twenty": Words("20", "20"),
    "ten": Words("10", "10"),
    "five": Words("5", "5"),
    "two": Words("2", "2"),
    "one": Words("1", "1"),
}
"""What chances and segments are called; the decree spells the joker so (A2)."""
SENTENCES: Final[Mapping[str, tuple[str, str]]] = {
    **telling.sentences("big_wheel"),
    "big_wheel.spin_stopped": (
        "Le jeu est arrêté ({by}) : le coup est nul, la roue est relancée.",
        "The game is stopped ({by}): the spin is void, the wheel is turned again.",
    ),
    "big_wheel.number_fell": (
        "La roue s’arrête : {chances}.",
        "The wheel stops: {chances}.",
    ),
}
"""By kind, and a word where one kind says different things; what a list holds, by its type."""
WORDS: Final = telling.WORDS


def result(segment: str) -> tuple[str, str]:
    """Return what the segment at the pointer shows."""
    words = BETS.get(segment)
    if words is None:
        return segment, segment
    return words if words.fr != words.en else (f"case {words.fr}", f"segment {words.en}")
