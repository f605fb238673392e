"""What the games of baccara leave to the house alike."""

from enum import StrEnum
from typing import Final

from tables.games.core.options import Flag, OneOf, Topic, Whole

NO_MAXIMUM: Final = 10_000_000
"""Of a bet that a map of maxima does not name (COMMON-14)."""
HALF_A_PACK: Final = 26
"""The fewest cards between the cut card and either end of the stack."""


class BankerDraws(StrEnum):
    """What binds a banker who plays his own money."""

    FREE = "free"
    TABLE13 = "table13"
    """The table of article 13."""


BANKER_DRAWS: Final = Topic(
    "banker_draw_rule",
    ("Le banquier tire", "The banker draws"),
    (
        "Ce qui lie le banquier quand il tire ou reste.",
        "What binds the banker as he draws or stands.",
    ),
    OneOf(
        {
            "free": ("librement", "freely"),
            "table13": ("selon l’article 13", "by article 13"),
        }
    ),
)
DECISION_SECONDS: Final = Topic(
    "decision_seconds",
    ("Temps de décision", "Decision time"),
    ("Pour chaque décision d’un joueur.", "For each decision of a player."),
    Whole(3, 120, "seconds"),
)
AUTO_REBET: Final = Topic(
    "auto_rebet",
    ("Mise répétée", "Repeated stake"),
    ("Si une mise reste pour le coup suivant.", "Whether a stake stays for the next coup."),
    Flag(),
)
