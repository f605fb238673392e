"""Rule book MC: article 6 of Monaco's ministerial order no. 88-384 of 1988."""

from typing import Final

from tables.games.core.options import choices_by_key
from tables.games.core.protocol import Book
from tables.games.craps import options
from tables.games.craps.rules import Rules
from tables.games.wheel import options as wheel
from tables.games.wheel.device import MOST

BOOK: Final = Book(
    key="MC",
    package=__package__,
    rules=Rules(),
    choices=choices_by_key(
        (
            wheel.TABLE_MIN.choice(100, "MC-CRAPS-31"),
            options.TABLE_MAX.choice(MOST, "MC-CRAPS-17"),
            wheel.STAKE_INCREMENT.choice(1, "MC-CRAPS-17"),
            wheel.EXACT_MULTIPLES.choice(False, "MC-CRAPS-49"),
            options.HORN_STEP.choice(None, "MC-CRAPS-60"),
            wheel.BETTING_SECONDS.choice(30, "MC-CRAPS-08"),
            options.DECISION_SECONDS.choice(15, "MC-CRAPS-07"),
            options.THROW_SECONDS.choice(10, "MC-CRAPS-10"),
            options.TIMEOUTS.choice(2, "MC-CRAPS-14"),
            wheel.AUTO_REBET.choice(False, "MC-CRAPS-18"),
            options.LAST_THROWS.choice(3, "MC-CRAPS-05"),
            options.HIGH_LOW.interpretation(15, "MC-CRAPS-65"),
            options.WORLD.interpretation("stays", "MC-CRAPS-71"),
            options.COME_CONTRACT.interpretation(True, "MC-CRAPS-34"),
            options.DONT_COME.interpretation(True, "MC-CRAPS-37"),
            options.PLACE_WORKING.choice(False, "MC-CRAPS-87"),
            options.BUY_LAY_WORKING.interpretation(True, "MC-CRAPS-91"),
            options.REFUND.interpretation(True, "MC-CRAPS-91"),
            options.COMMISSION.choice("1/20", "MC-CRAPS-89"),
            options.MAX_ODDS.choice(None, "MC-CRAPS-72"),
        )
    ),
)
