"""Rule book MC: chemin de fer in Monaco, article 11 of ministerial order no. 88-384 of 1988."""

from typing import Final

from tables.games.chemin_de_fer.mc_text import CLAUSES
from tables.games.chemin_de_fer.rules import Rules
from tables.games.core.protocol import Book
from tables.games.core.rules import Choice

_EITHER: Final = (True, False)

_CHOICES: Final = {
    "stop_card_before_last": Choice((6, 7), 7, "MC-CDF-06"),
    "seats": Choice("int 4..14", 9, "MC-CDF-13"),
    "min_seated_players": Choice("int 4..14", 4, "MC-CDF-03"),
    "table_min_cents": Choice("int>=1", 100, "MC-CDF-15"),
    "table_max_cents": Choice("int>=1", 10_000_000, "MC-CDF-16"),
    "stake_increment_cents": Choice("int>=1", 1, "MC-CDF-16"),
    "require_exact_multiples": Choice(_EITHER, False, "MC-CDF-33"),
    "bank_max_cents": Choice("int>=1", 1_000_000, "MC-CDF-41"),
    "garage_from_cents": Choice("int>=1|null", None, "MC-CDF-44"),
    "levy_rate": Choice(("1/20",), "1/20", "MC-CDF-33", "fixed"),
    "ponte_draw_rule": Choice(("table", "free"), "table", "MC-CDF-28", "interpretation"),
    "banker_draw_rule": Choice(("free", "table13"), "free", "MC-CDF-28", "interpretation"),
    "late_stakes_with_banker_consent": Choice(_EITHER, False, "MC-CDF-26"),
    # The house lends nothing: an advance would be a lending act of its own, beside the game.
    "advances_enabled": Choice((False,), False, "MC-CDF-12", "fixed"),
    # A bank that changes with each coup leaves no stake that could be placed again as it was.
    "auto_rebet": Choice((False,), False, "MC-CDF-39", "fixed"),
    "max_auto_coups": Choice("int>=1", 1, "MC-CDF-14"),
    "betting_window_seconds": Choice("int 5..300", 30, "MC-CDF-17"),
    "decision_seconds": Choice("int 3..120", 15, "MC-CDF-27"),
    "last_rounds_notice": Choice("int>=1", 3, "MC-CDF-46"),
}

BOOK: Final = Book(
    key="MC",
    title_fr="Chemin de fer, article 11 de l'arrêté ministériel n° 88-384 du 26 juillet 1988",
    title_en="Chemin de fer, article 11 of ministerial order no. 88-384 of 26 July 1988",
    rules=Rules(),
    clauses=CLAUSES,
    choices=_CHOICES,
)
