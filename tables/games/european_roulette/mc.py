"""Rule book MC: European roulette in Monaco, article 8 of ministerial order no. 88-384 of 1988."""

from typing import Final

from tables.games.core.options import choices_by_key
from tables.games.core.protocol import Book
from tables.games.european_roulette import options
from tables.games.european_roulette.rules import Rules
from tables.games.wheel import options as wheel
from tables.games.wheel.announced import SIMPLE
from tables.games.wheel.device import MOST

_CHOICES: Final = choices_by_key(
    (
        wheel.TABLE_MIN.choice(100, "MC-EROU-10"),
        options.TABLE_MAX.choice(MOST, "MC-EROU-10"),
        wheel.STAKE_INCREMENT.choice(1, "MC-EROU-10"),
        wheel.EXACT_MULTIPLES.choice(False, "MC-EROU-22"),
        wheel.BETTING_SECONDS.choice(30, "MC-EROU-33"),
        wheel.DECISION_SECONDS.choice(15, "MC-EROU-24"),
        wheel.AUTO_REBET.choice(False, "MC-EROU-22"),
        wheel.LAST_ROUNDS.choice(3, "MC-EROU-44"),
        wheel.REOPEN_ON_VOID.choice(False, "MC-EROU-07"),
        wheel.RELEASE.interpretation("halved", "MC-EROU-29"),
        wheel.ZERO_CHOICE.interpretation("half", "MC-EROU-24"),
        options.ZERO_TRIOS.interpretation(True, "MC-EROU-13"),
        options.PAIRS.interpretation("adjacent", "MC-EROU-18"),
        options.ANNOUNCED.choice(SIMPLE, "MC-EROU-38"),
        options.COMPLEX_ANNOUNCED.choice(False, "MC-EROU-39"),
    )
)

BOOK: Final = Book(
    key="MC",
    package=__package__,
    rules=Rules(),
    choices=_CHOICES,
)
