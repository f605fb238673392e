"""Rule book MC: the game in Monaco, article 10 of ministerial order no. 88-384 of 1988."""

from typing import Final

from tables.games.boule.rules import DEVICE, Rules
from tables.games.boule.words import BETS
from tables.games.core.options import OneOf, Topic, choices_by_key
from tables.games.core.protocol import Book
from tables.games.wheel import options as wheel
from tables.games.wheel.device import MOST

_HOLE_ROWS: Final = Topic(
    "hole_rows",
    ("Rangées de trous", "Series of holes"),
    (
        "Combien de fois les neuf numéros sont dans la cuvette ; les chances restent les mêmes.",
        "How often the nine numbers are in the bowl; it does not change the odds.",
    ),
    OneOf(
        {
            2: ("deux, soit 18 trous", "two, 18 holes"),
            4: ("quatre, soit 36 trous", "four, 36 holes"),
        }
    ),
)

BOOK: Final = Book(
    key="MC",
    package=__package__,
    rules=Rules(),
    choices=choices_by_key(
        (
            wheel.TABLE_MIN.choice(100, "MC-BOULE-09"),
            wheel.table_max({bet: BETS[bet] for bet in DEVICE.payment}).choice(MOST, "MC-BOULE-10"),
            wheel.STAKE_INCREMENT.choice(1, "MC-BOULE-09"),
            wheel.EXACT_MULTIPLES.choice(False, "MC-BOULE-05"),
            wheel.BETTING_SECONDS.choice(30, "MC-BOULE-01"),
            wheel.AUTO_REBET.choice(False, "MC-BOULE-08"),
            wheel.LAST_ROUNDS.choice(3, "MC-BOULE-01"),
            wheel.REOPEN_ON_VOID.choice(False, "MC-BOULE-01"),
            _HOLE_ROWS.choice(2, "MC-BOULE-12"),
        )
    ),
)
