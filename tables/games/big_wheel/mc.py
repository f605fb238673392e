"""Rule book MC: the game in Monaco, article 7 of ministerial order no. 88-384 of 1988."""

from typing import Final

from tables.games.big_wheel.rules import COUNTS, DEVICE, SEGMENTS, Rules
from tables.games.big_wheel.words import BETS
from tables.games.core.options import Arranged, Topic, Whole, choices_by_key
from tables.games.core.protocol import Book
from tables.games.wheel import options as wheel
from tables.games.wheel.device import MOST

_MOST_ODDS: Final = 100
"""Ours: 53 to 1 is fair, and the office is warned of what costs the player nothing."""
_MOST_TURNS: Final = 10
"""Ours: more would take longer than the page may."""
_JOKER_ODDS: Final = Topic(
    "joker_odds",
    ("Ce que paie un jocker", "What a joker pays"),
    ("Tant de fois la mise, celle-ci non comprise.", "To one, the stake not included."),
    Whole(1, _MOST_ODDS),
)
_SEGMENT_ORDER: Final = Topic(
    "segment_order",
    ("Ordre des cases", "Order of the segments"),
    (
        "Comment les 54 cases se suivent sur la roue ; leur nombre est prescrit.",
        "How the 54 segments follow each other on the wheel; their numbers are prescribed.",
    ),
    Arranged({chance: BETS[chance].with_choice() for chance in COUNTS}, COUNTS),
)
_MIN_TURNS: Final = Topic(
    "min_turns",
    ("Tours au minimum", "Least turns"),
    (
        "Combien de tours la roue fait au moins avant de s’arrêter.",
        "How many turns the wheel makes at least before it stops.",
    ),
    Whole(3, _MOST_TURNS),
)

BOOK: Final = Book(
    key="MC",
    package=__package__,
    rules=Rules(),
    choices=choices_by_key(
        (
            wheel.TABLE_MIN.choice(100, "MC-WHEEL-02"),
            wheel.table_max({bet: BETS[bet] for bet in DEVICE.payment}).choice(MOST, "MC-WHEEL-02"),
            wheel.STAKE_INCREMENT.choice(1, "MC-WHEEL-02"),
            wheel.EXACT_MULTIPLES.choice(False, "MC-WHEEL-02"),
            wheel.BETTING_SECONDS.choice(30, "MC-WHEEL-03"),
            wheel.AUTO_REBET.choice(False, "MC-WHEEL-14"),
            wheel.LAST_ROUNDS.choice(3, "MC-WHEEL-01"),
            wheel.REOPEN_ON_VOID.choice(False, "MC-WHEEL-12"),
            _JOKER_ODDS.choice(40, "MC-WHEEL-04"),
            _SEGMENT_ORDER.choice(SEGMENTS, "MC-WHEEL-16"),
            _MIN_TURNS.choice(3, "MC-WHEEL-12"),
        )
    ),
)
