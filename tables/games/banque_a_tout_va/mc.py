"""Rule book MC: banque à tout va in Monaco, article 12 of ministerial order no. 88-384 of 1988."""

from typing import Final

from tables.games.baccara import options as baccara
from tables.games.banque_a_tout_va import options
from tables.games.banque_a_tout_va.rules import Rules
from tables.games.core.options import choices_by_key
from tables.games.core.protocol import Book
from tables.games.wheel import options as wheel

_CHOICES: Final = choices_by_key(
    (
        options.BANKER_ACCOUNT.choice(None, "MC-BTV-08"),
        baccara.BANKER_DRAWS.interpretation("free", "MC-BTV-30"),
        options.NATURAL_AT_ONCE.interpretation(True, "MC-BTV-24"),
        options.BANK_LIMIT.choice(None, "MC-BTV-20"),
        options.STOP_CARD.choice(10, "MC-BTV-14"),
        options.SESSIONS.choice(2, "MC-BTV-01"),
        options.AFTERNOON.choice(12, "MC-BTV-01"),
        options.EVENING.choice(18, "MC-BTV-01"),
        options.SHOES.choice(2, "MC-BTV-02"),
        options.LAST_COUP.choice(True, "MC-BTV-38"),
        options.SEATS.choice(5, "MC-BTV-16"),
        wheel.TABLE_MIN.choice(100, "MC-BTV-20"),
        options.TABLE_MAX.choice(baccara.NO_MAXIMUM, "MC-BTV-20"),
        wheel.STAKE_INCREMENT.choice(1, "MC-BTV-20"),
        wheel.EXACT_MULTIPLES.choice(False, "MC-BTV-34"),
        # Stakes are laid again by a button of the page: each is a new bet.
        wheel.AUTO_REBET.fixed(False, "MC-BTV-32"),
        wheel.BETTING_SECONDS.choice(30, "MC-BTV-21"),
        baccara.DECISION_SECONDS.choice(15, "MC-BTV-26"),
        wheel.LAST_ROUNDS.choice(3, "MC-BTV-37"),
    )
)

BOOK: Final = Book(key="MC", package=__package__, rules=Rules(), choices=_CHOICES)
