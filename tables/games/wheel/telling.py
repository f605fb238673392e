"""The events of a wheel in sentences, French and English."""

from collections.abc import Mapping
from typing import Any, Final

from tables.games.core.words import stakes_variant


def sentences(game: str) -> Mapping[str, tuple[str, str]]:
    """Return what the events of every wheel say, under a game's kinds.

    A game adds what it says of a stopped spin, of a number without chances, and of what it alone
    has.
    """
    return {
        f"{game}.opened": ("Faites vos jeux.", "Place your bets."),
        f"{game}.opened held": (
            "Faites vos jeux. Restent sur le tapis : {held}.",
            "Place your bets. Still on the layout: {held}.",
        ),
        f"{game}.opened counted": (
            "Faites vos jeux ; coups restants avec celui-ci : {rounds_left}.",
            "Place your bets; spins left with this one: {rounds_left}.",
        ),
        f"{game}.opened last": (
            "Faites vos jeux : c’est le dernier coup de la séance.",
            "Place your bets: this is the last spin of the session.",
        ),
        f"{game}.staked": (
            "{party} mise {total} : {laid}.",
            "{party} stakes {total}: {laid}.",
        ),
        f"{game}.staked less": (
            "{party} reprend des jetons, il reste {total} : {laid}.",
            "{party} takes chips back, {total} stay: {laid}.",
        ),
        f"{game}.staked counted": ("{party} a {total} en jeu.", "{party} has {total} at stake."),
        f"{game}.staked nothing": (
            "{party} reprend ses mises.",
            "{party} takes the stakes back.",
        ),
        f"{game}.readied": ("{party} a fini de miser.", "{party} has finished staking."),
        f"{game}.bets_closed": ("Rien ne va plus.", "No more bets."),
        f"{game}.number_fell": ("Le {number}, {chances}.", "{number}, {chances}."),
        f"{game}.collected": (
            "Ramassé {total} en tout[ : {settled}].",
            "Collected {total} in all[: {settled}].",
        ),
        f"{game}.paid": (
            "Paiement, {bet}, {total} en tout[ : {settled}].",
            "Payment, {bet}, {total} in all[: {settled}].",
        ),
        f"{game}.restaked": (
            "Misé de nouveau {total} en tout[ : {held}].",
            "Staked again {total} in all[: {held}].",
        ),
        f"{game}.session_broken": (
            "La séance est interrompue ({by})[ : {settled}].",
            "The session is broken off ({by})[: {settled}].",
        ),
        f"{game}.round_closed": ("Le coup est terminé.", "The round is over."),
        "Laid": ("{amount} {on}", "{amount} {on}"),
        "Announced": ("{bet} à {unit} le jeton", "{bet} at {unit} a chip"),
        "Held": ("{party} {laid}", "{party} {laid}"),
        "Settled": (
            "{party} {on}, {fate}, misé {staked}, rendu {returned}",
            "{party} {on}, {fate}, staked {staked}, returned {returned}",
        ),
    }


WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "red": ("rouge", "red"),
    "black": ("noir", "black"),
    "odd": ("impair", "odd"),
    "even": ("pair", "even"),
    "high": ("passe", "high"),
    "low": ("manque", "low"),
    "won": ("gagné", "won"),
    "lost": ("perdu", "lost"),
    "cancelled": ("rendu", "given back"),
}
"""Chances and results, as sentences say them."""


def variant(event: Any) -> str:
    """Return the suffix of an event's sentence, such as `late`; empty for the ordinary sentence."""
    match event.kind.partition(".")[2]:
        case "opened" if event.rounds_left:
            return "last" if event.rounds_left == 1 else "counted"
        case "opened" if event.held:
            return "held"
        case "staked":
            return stakes_variant(event)
        case "number_fell" if not event.chances:
            return "bare"
        case _:
            return ""
