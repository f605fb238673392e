"""European roulette's events in sentences, French and English."""

from collections.abc import Mapping
from typing import Any, Final

from tables.games.core.words import stakes_variant
from tables.games.wheel import telling
from tables.games.wheel.layout import RED

SENTENCES: Final[Mapping[str, tuple[str, str]]] = {
    **telling.sentences("european_roulette"),
    "european_roulette.staked announced": (
        "{party} mise {total}, dont annoncé {announced} : {laid}.",
        "{party} stakes {total}, of it announced {announced}: {laid}.",
    ),
    "european_roulette.half_taken": (
        "Partage[ : {settled}].",
        "Half is taken back[: {settled}].",
    ),
    "european_roulette.half_taken silent": (
        "Partage d’office, faute de choix[ : {settled}].",
        "Half goes back, no choice was made[: {settled}].",
    ),
    "european_roulette.half_taken last": (
        "Partage obligé au dernier coup de la séance[ : {settled}].",
        "Half goes back at the last spin of the session[: {settled}].",
    ),
    "european_roulette.imprisoned": ("En prison[ : {held}].", "In prison[: {held}]."),
    "european_roulette.imprisoned silent": (
        "En prison d’office, faute de choix[ : {held}].",
        "In prison, no choice was made[: {held}].",
    ),
    "european_roulette.spin_stopped": (
        "Le jeu est arrêté ({by}) : le coup est nul, la bille est relancée.",
        "The game is stopped ({by}): the spin is void, the ball is launched again.",
    ),
    "european_roulette.number_fell bare": ("Zéro.", "Zero."),
    "european_roulette.choice_offered": (
        "Partage ou prison[ : {held}].",
        "Half or prison[: {held}].",
    ),
}
"""By kind, and a word where one kind says different things; what a list holds, by its type."""

WORDS: Final[Mapping[str, tuple[str, str]]] = {
    **telling.WORDS,
    "half": ("partagé", "halved"),
    "released": ("libéré", "freed"),
}
"""Chances and results, as sentences say them."""

NAME: Final = ("Roulette européenne", "European roulette")


def result(number: str) -> tuple[str, str]:
    """Return a number with its colour; the zero has none."""
    if not number.isdecimal() or number == "0":
        return number, number
    french, english = WORDS["red" if int(number) in RED else "black"]
    return f"{number} {french}", f"{number} {english}"


def variant(event: Any) -> str:
    """Return the suffix of an event's sentence, such as `late`; empty for the ordinary sentence."""
    match event.kind:
        case "european_roulette.staked" if event.announced and not stakes_variant(event):
            return "announced"
        case "european_roulette.half_taken" if event.why != "chosen":
            return "last" if event.why == "last_of_session" else "silent"
        case "european_roulette.imprisoned" if event.why != "chosen":
            return "silent"
        case _:
            return telling.variant(event)
