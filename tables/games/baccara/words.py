"""What the games of the family say in the same words, once for all of them."""

from collections.abc import Mapping
from typing import Final

from tables.games.core.words import Words

DRAWING: Final[Mapping[str, Words]] = {
    "forced_draw": Words("À ce point, il faut tirer.", "With this point you must draw."),
    "forced_stand": Words("À ce point, il faut rester.", "With this point you must stand."),
    "natural": Words("Il y a abattage : personne ne tire.", "There is a natural: nobody draws."),
}
"""Why the holder of a hand is refused, by code."""

BANK: Final[Mapping[str, Words]] = {"bank": Words("Mise de banque", "Stake of a bank")}
"""What a player's own bank is moved for, by code."""
