"""The coin toss in sentences, French and English."""

from typing import Final

from tables.games.core.words import Words

BETS: Final = {"main": Words("Pile ou face", "Heads or tails")}
NAME: Final = ("Pile ou face", "Coin toss")
SENTENCES: Final = {
    "coin_toss.opened": ("Faites vos jeux.", "Place your bets."),
    "coin_toss.staked": ("{party} mise {amount} sur {on}.", "{party} stakes {amount} on {on}."),
    "coin_toss.bets_closed": ("Rien ne va plus.", "No more bets."),
    "coin_toss.toss_stopped": (
        "Le lancer est arrêté : la pièce est relancée.",
        "The toss is stopped: the coin is tossed again.",
    ),
    "coin_toss.coin_fell": ("La pièce tombe sur {side}.", "The coin falls on {side}."),
}
WORDS: Final = {"heads": ("face", "heads"), "tails": ("pile", "tails")}


def result(result: str) -> tuple[str, str]:
    """Return the side that fell, in words."""
    return WORDS[result]
