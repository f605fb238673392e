"""The signals of a table's chat: what players say to each other in words of the house."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Literal

from tables.games.core.words import Words

SIGNALS: Final[Mapping[str, Words]] = {
    "hello": Words("Bonjour à tous", "Hello everybody"),
    "good_luck": Words("Bonne chance", "Good luck"),
    "well_played": Words("Bien joué", "Well played"),
    "thank_you": Words("Merci", "Thank you"),
    "wait_please": Words("Un instant, s’il vous plaît", "Wait, please"),
    "go_on_please": Words("Continuons, s’il vous plaît", "Let us go on, please"),
    "sorry": Words("Pardon", "Sorry"),
    "goodbye": Words("Au revoir", "Goodbye"),
}
"""By name, in the order in which they are offered; each reader sees them in his own language."""

OWN_WORDS: Final = "free"
"""The signal of a message that is in the player's own words."""
KEPT_DAYS: Final = 30
"""Days for which the house keeps what was said, for its office to review."""

if TYPE_CHECKING:
    Signal = str
else:
    Signal = Literal[(*SIGNALS, OWN_WORDS)]

Level = Literal["off", "signals", "free"]
"""What may be said: nothing, signals, or own words too."""
LEVELS: Final[tuple[Level, ...]] = ("off", "signals", "free")
"""From the least to the most."""
