"""The events of the games of baccara in sentences: what several of them say in the same words."""

from collections.abc import Mapping
from typing import Final

Sentences = Mapping[str, tuple[str, str]]

STAKES: Final[Sentences] = {
    "staked": ("{party} a misé : {laid}.", "{party} has staked: {laid}."),
    "staked less": (
        "{party} a repris des jetons, il reste : {laid}.",
        "{party} has taken chips back, there stay: {laid}.",
    ),
    "staked counted": ("{party} a {total} en jeu.", "{party} has {total} at stake."),
    "staked nothing": ("{party} a repris ses mises.", "{party} has taken all back."),
    "readied": ("{party} n’ajoute rien.", "{party} adds nothing."),
    "opened": ("Faites vos jeux.", "Place your bets."),
    "opened last": (
        "Faites vos jeux : dernière donne de la séance.",
        "Place your bets: the last coup of the session.",
    ),
    "hand_spoke": ("{hand} : non.", "{hand}: no card."),
    "hand_spoke draws": ("{hand} : carte.", "{hand}: card."),
}
"""Of the games at which each party sets its stakes as totals."""
_ALWAYS: Final[Sentences] = {
    "session_broken": (
        "La séance est interrompue ({by}) : tout est rendu.",
        "The session is broken off ({by}): everything goes back.",
    ),
    "coup_closed": ("Le coup est terminé.", "The coup is over."),
}
STAKES_LISTED: Final[Sentences] = {
    "Wager": ("{on} {amount}", "{on} {amount}"),
    "Settled": (
        "{party} {on} {staked}, reçoit {returned}",
        "{party} {on} {staked}, receives {returned}",
    ),
}
"""What such a game's lists hold, by its type."""


def sentences(game: str, own: Sentences, listed: Sentences) -> Sentences:
    """Return what a game says, under its kinds: its own sentences, and those of every game.

    `listed` is what lists hold, by its type.
    """
    said = {f"{game}.{kind}": told for kind, told in {**own, **_ALWAYS}.items()}
    return said | {"SeatTaken": ("{party} en {seat}", "{party} at {seat}")} | dict(listed)
