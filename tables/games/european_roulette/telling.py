"""European roulette's events in sentences, French and English."""

from collections.abc import Mapping
from typing import Any, Final

from tables.games.wheel.layout import RED

SENTENCES: Final[Mapping[str, tuple[str, str]]] = {
    "european_roulette.opened": ("Faites vos jeux.", "Place your bets."),
    "european_roulette.opened held": (
        "Faites vos jeux. Restent sur le tapis : {held}.",
        "Place your bets. Still on the layout: {held}.",
    ),
    "european_roulette.opened counted": (
        "Faites vos jeux ; coups restants avec celui-ci : {rounds_left}.",
        "Place your bets; spins left with this one: {rounds_left}.",
    ),
    "european_roulette.opened last": (
        "Faites vos jeux : c’est le dernier coup de la séance.",
        "Place your bets: this is the last spin of the session.",
    ),
    "european_roulette.staked": (
        "{party} mise {total} : {laid}.",
        "{party} stakes {total}: {laid}.",
    ),
    "european_roulette.staked announced": (
        "{party} mise {total}, dont annoncé {announced} : {laid}.",
        "{party} stakes {total}, of it announced {announced}: {laid}.",
    ),
    "european_roulette.staked nothing": (
        "{party} reprend ses mises.",
        "{party} takes the stakes back.",
    ),
    "european_roulette.readied": ("{party} a fini de miser.", "{party} has finished staking."),
    "european_roulette.half_taken": (
        "Partage : {settled}.",
        "Half is taken back: {settled}.",
    ),
    "european_roulette.half_taken silent": (
        "Partage d’office, faute de choix : {settled}.",
        "Half goes back, no choice was made: {settled}.",
    ),
    "european_roulette.half_taken last": (
        "Partage obligé au dernier coup de la séance : {settled}.",
        "Half goes back at the last spin of the session: {settled}.",
    ),
    "european_roulette.imprisoned": ("En prison : {held}.", "In prison: {held}."),
    "european_roulette.imprisoned silent": (
        "En prison d’office, faute de choix : {held}.",
        "In prison, no choice was made: {held}.",
    ),
    "european_roulette.bets_closed": ("Rien ne va plus.", "No more bets."),
    "european_roulette.spin_stopped": (
        "Le jeu est arrêté ({by}) : le coup est nul, la bille est relancée.",
        "The game is stopped ({by}): the spin is void, the ball is launched again.",
    ),
    "european_roulette.number_fell": ("Le {number}, {chances}.", "{number}, {chances}."),
    "european_roulette.number_fell zero": ("Zéro.", "Zero."),
    "european_roulette.collected": (
        "Ramassé {total} : {settled}.",
        "Collected {total}: {settled}.",
    ),
    "european_roulette.paid": (
        "Paiement, {bet} : {settled}.",
        "Payment, {bet}: {settled}.",
    ),
    "european_roulette.restaked": (
        "Misé de nouveau {total} : {held}.",
        "Staked again {total}: {held}.",
    ),
    "european_roulette.choice_offered": (
        "Partage ou prison : {held}.",
        "Half or prison: {held}.",
    ),
    "european_roulette.session_broken": (
        "La séance est interrompue ({by}) : {settled}.",
        "The session is broken off ({by}): {settled}.",
    ),
    "european_roulette.round_closed": ("Le coup est terminé.", "The round is over."),
    "Laid": ("{amount} {on}", "{amount} {on}"),
    "Announced": ("{bet} à {unit} le jeton", "{bet} at {unit} a chip"),
    "Held": ("{party} {laid}", "{party} {laid}"),
    "Settled": (
        "{party} {on}, {fate}, misé {staked}, rendu {returned}",
        "{party} {on}, {fate}, staked {staked}, returned {returned}",
    ),
}
"""By kind, and a word where one kind says different things; what a list holds, by its type."""

WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "red": ("rouge", "red"),
    "black": ("noir", "black"),
    "odd": ("impair", "odd"),
    "even": ("pair", "even"),
    "high": ("passe", "high"),
    "low": ("manque", "low"),
    "won": ("gagné", "won"),
    "lost": ("perdu", "lost"),
    "half": ("partagé", "halved"),
    "released": ("libéré", "freed"),
    "cancelled": ("rendu", "given back"),
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
    """Return which sentence of its kind describes an event; empty for the ordinary one."""
    match event.kind:
        case "european_roulette.opened" if event.rounds_left:
            return "last" if event.rounds_left == 1 else "counted"
        case "european_roulette.opened" if event.held:
            return "held"
        case "european_roulette.staked" if not event.laid:
            return "nothing"
        case "european_roulette.staked" if event.announced:
            return "announced"
        case "european_roulette.half_taken" if event.why != "chosen":
            return "last" if event.why == "last_of_session" else "silent"
        case "european_roulette.imprisoned" if event.why != "chosen":
            return "silent"
        case "european_roulette.number_fell" if not event.chances:
            return "zero"
        case _:
            return ""
