"""Rule book MC: trente et quarante in Monaco, article 9 of ministerial order no. 88-384 of 1988."""

from typing import Final

from tables.games.core.options import choices_by_key
from tables.games.core.protocol import Book
from tables.games.trente_et_quarante import options
from tables.games.trente_et_quarante.rules import Rules
from tables.games.wheel import options as wheel
from tables.games.wheel.device import MOST

_CHOICES: Final = choices_by_key(
    (
        wheel.TABLE_MIN.choice(100, "MC-TQ-22"),
        options.TABLE_MAX.choice(MOST, "MC-TQ-22"),
        wheel.STAKE_INCREMENT.choice(1, "MC-TQ-22"),
        wheel.EXACT_MULTIPLES.choice(False, "MC-TQ-39"),
        wheel.BETTING_SECONDS.choice(30, "MC-TQ-31"),
        wheel.DECISION_SECONDS.choice(15, "MC-TQ-37"),
        wheel.AUTO_REBET.choice(False, "MC-TQ-23"),
        wheel.LAST_ROUNDS.choice(3, "MC-TQ-21"),
        options.INSURED_FROM.choice(100_00, "MC-TQ-38"),
        options.INSURANCE_RATE.fixed("1/100", "MC-TQ-39"),
        wheel.ZERO_CHOICE.interpretation("half", "MC-TQ-37"),
        wheel.RELEASE.interpretation("halved", "MC-TQ-37"),
        options.CARD_DEVICE.choice("shoe", "MC-TQ-17"),
        options.STOP_CARD.fixed(5, "MC-TQ-13"),
        options.MINI_TABLE.choice(False, "MC-TQ-06"),
    )
)

BOOK: Final = Book(key="MC", package=__package__, rules=Rules(), choices=_CHOICES)
