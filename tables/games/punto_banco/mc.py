"""Rule book MC: punto banco in Monaco, article 13 of ministerial order no. 88-384 of 1988."""

from typing import Final

from tables.games.baccara import options as baccara
from tables.games.core.options import choices_by_key
from tables.games.core.protocol import Book
from tables.games.punto_banco import options
from tables.games.punto_banco.rules import Rules
from tables.games.wheel import options as wheel

_CHOICES: Final = choices_by_key(
    (
        options.VARIANT.choice("classic", "MC-PB-60"),
        options.DRAGON_BONUS.choice(True, "MC-PB-62"),
        options.PAIRE_BACCARA.choice(True, "MC-PB-71"),
        options.DECKS.choice(None, "MC-PB-01"),
        options.CARD_DEVICE.choice("shoe", "MC-PB-20"),
        options.STOP_CARD.choice(104, "MC-PB-16"),
        options.SEATS.choice(9, "MC-PB-07"),
        options.PASS_CARDS.choice(True, "MC-PB-39"),
        options.TWO_CARDS.interpretation("pays", "MC-PB-67"),
        wheel.TABLE_MIN.choice(100, "MC-PB-30"),
        options.TABLE_MAX.choice(baccara.NO_MAXIMUM, "MC-PB-30"),
        wheel.STAKE_INCREMENT.choice(1, "MC-PB-30"),
        options.EXACT_MULTIPLES.choice(False, "MC-PB-52"),
        # Stakes are laid again by a button of the page: each is a new bet.
        baccara.AUTO_REBET.fixed(False, "MC-PB-50"),
        wheel.BETTING_SECONDS.choice(30, "MC-PB-31"),
        options.DECISION_SECONDS.choice(15, "MC-PB-33"),
        options.LAST_ROUNDS.choice(3, "MC-PB-25"),
        options.LAST_MINUTES.choice(30, "MC-PB-25"),
        options.TABLES_PER_CHIEF.choice(None, "MC-PB-09"),
    )
)

BOOK: Final = Book(key="MC", package=__package__, rules=Rules(), choices=_CHOICES)
