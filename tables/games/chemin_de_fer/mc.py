"""Rule book MC: chemin de fer in Monaco, article 11 of ministerial order no. 88-384 of 1988."""

from typing import Final

from tables.games.baccara import options as baccara
from tables.games.chemin_de_fer import options
from tables.games.chemin_de_fer.rules import Rules
from tables.games.core.options import choices_by_key
from tables.games.core.protocol import Book

_CHOICES: Final = choices_by_key(
    (
        options.STOP_CARD.choice(7, "MC-CDF-06"),
        options.SEATS.choice(9, "MC-CDF-13"),
        options.MIN_SEATED.choice(4, "MC-CDF-03"),
        options.TABLE_MIN.choice(100, "MC-CDF-15"),
        options.TABLE_MAX.choice(10_000_000, "MC-CDF-16"),
        options.STAKE_INCREMENT.choice(1, "MC-CDF-16"),
        options.EXACT_MULTIPLES.choice(False, "MC-CDF-33"),
        options.BANK_MAX.choice(1_000_000, "MC-CDF-41"),
        options.GARAGE_FROM.choice(None, "MC-CDF-44"),
        options.LEVY_RATE.fixed("1/20", "MC-CDF-33"),
        options.PONTE_DRAWS.interpretation("table", "MC-CDF-28"),
        baccara.BANKER_DRAWS.interpretation("free", "MC-CDF-28"),
        options.LATE_STAKES.choice(False, "MC-CDF-26"),
        # The house lends nothing: an advance would be a lending act of its own, beside the game.
        options.ADVANCES.fixed(False, "MC-CDF-12"),
        # A bank that changes with each coup leaves no stake that could be placed again as it was.
        baccara.AUTO_REBET.fixed(False, "MC-CDF-39"),
        options.AUTO_COUPS.choice(1, "MC-CDF-14"),
        options.BETTING_SECONDS.choice(30, "MC-CDF-17"),
        baccara.DECISION_SECONDS.choice(15, "MC-CDF-27"),
        options.LAST_ROUNDS.choice(3, "MC-CDF-46"),
    )
)

BOOK: Final = Book(
    key="MC",
    package=__package__,
    rules=Rules(),
    choices=_CHOICES,
)
