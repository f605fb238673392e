"""Rule book MC: the game in Monaco, article 4 of ministerial order no. 88-384 of 1988."""

from typing import Final

from tables.games.american_roulette.rules import ORDER_OF_PAYMENT, Rules
from tables.games.american_roulette.words import BETS
from tables.games.core.options import MOST_MONEY, Amounts, Flag, Topic, Whole, choices_by_key
from tables.games.core.protocol import Book
from tables.games.wheel import options as wheel
from tables.games.wheel.device import MOST

_DENOMINATIONS: Final = Topic(
    "chip_denominations",
    ("Valeurs des jetons", "Values of chips"),
    ("Les jetons à valeur faciale que l’on montre.", "The chips with a face value that are shown."),
    Amounts(Whole(5, MOST_MONEY, "amount"), 8),
)
_TABLES_PER_CHIEF: Final = Topic(
    "max_tables_per_chief",
    ("Tables par chef", "Tables of a chief"),
    (
        "Combien de ces tables ouvertes un même chef couvre.",
        "How many such open tables one chief answers for.",
    ),
    Whole(1, 1000),
)
_COLOUR_CHIPS: Final = Topic(
    "colour_chips",
    ("Jetons de couleur", "Colour chips"),
    (
        "Si la table vend des jetons sans valeur faciale, à la couleur de chaque joueur.",
        "Whether the table sells chips without face value, in a colour for each player.",
    ),
    Flag(),
)
_ZERO_TRIOS: Final = Topic(
    "allow_zero_trios",
    ("Transversales des zéros", "Streets with a zero"),
    ("Si 0-1-2, 0-00-2 et 00-2-3 se jouent.", "Whether 0-1-2, 0-00-2 and 00-2-3 may be staked on."),
    Flag(),
)
_ZERO_SPLITS: Final = Topic(
    "allow_zero_splits",
    ("Chevaux des zéros", "Splits with a zero"),
    (
        "Si 0-00, 0-1, 0-2, 00-2 et 00-3 se jouent.",
        "Whether 0-00, 0-1, 0-2, 00-2 and 00-3 may be staked on.",
    ),
    Flag(),
)

BOOK: Final = Book(
    key="MC",
    package=__package__,
    rules=Rules(),
    choices=choices_by_key(
        (
            wheel.TABLE_MIN.choice(100, "MC-AROU-04"),
            wheel.table_max({bet: BETS[bet] for bet in ORDER_OF_PAYMENT}).choice(
                MOST, "MC-AROU-04"
            ),
            wheel.STAKE_INCREMENT.choice(1, "MC-AROU-01"),
            wheel.EXACT_MULTIPLES.choice(False, "MC-AROU-31"),
            wheel.BETTING_SECONDS.choice(30, "MC-AROU-12"),
            wheel.AUTO_REBET.choice(False, "MC-AROU-31"),
            wheel.LAST_ROUNDS.choice(3, "MC-AROU-16"),
            wheel.REOPEN_ON_VOID.choice(False, "MC-AROU-11"),
            _DENOMINATIONS.choice((100, 500, 1000, 2500, 10000, 50000), "MC-AROU-01"),
            _TABLES_PER_CHIEF.choice(4, "MC-AROU-08"),
            _COLOUR_CHIPS.choice(True, "MC-AROU-02"),
            _ZERO_TRIOS.interpretation(True, "MC-AROU-22"),
            _ZERO_SPLITS.interpretation(True, "MC-AROU-21"),
        )
    ),
)
