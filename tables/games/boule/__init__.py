"""The game as the rest of the house sees it: nine numbers, of which the 5 is the bank's."""

from collections.abc import Mapping
from typing import Any, Final

from tables.games.boule import clause_index, words
from tables.games.boule.mc import BOOK
from tables.games.boule.messages import Command, Event
from tables.games.boule.rules import CHANCES, DEVICE, NUMBERS, Rules
from tables.games.boule.view import Own, View
from tables.games.core.demo import DemoTable
from tables.games.core.price import Pricing, simple_pricing
from tables.games.core.protocol import Book, ClauseIndex, Wire, Wording
from tables.games.wheel import telling
from tables.games.wheel.game import WheelGame

DEMO: Final = DemoTable(
    "Plateau Galion",
    "MC-BOULE/demo",
    "MC",
    {
        "table_min_cents": 1_00,
        "stake_increment_cents": 1_00,
        "betting_window_seconds": 30,
        "table_max_cents": {"straight": 100_00, **dict.fromkeys(CHANCES, 700_00)},
    },
)


class Boule(WheelGame[Rules]):
    """A ball is thrown into a bowl of nine numbers."""

    key: Final = "boule"
    device: Final = DEVICE
    wire: Final = Wire(Command, Event, View, Own, prefix="Boule")
    books: Final[Mapping[str, Book[Rules]]] = {BOOK.key: BOOK}
    bet_result_kinds: Final = frozenset({"boule.collected", "boule.paid"})
    wording: Final = Wording(
        words.SENTENCES,
        words.WORDS,
        telling.variant,
        words.NAME,
        words.result,
        bets=words.BETS,
    )
    printed_layout: Final = {
        "numbers": list(NUMBERS),
        "chances": {chance: sorted(wins) for chance, wins in CHANCES.items()},
    }
    clause_index: Final = ClauseIndex(clause_index.CODE_PATHS, clause_index.KEPT_ELSEWHERE)

    # The limits are the one thing in which the Administration has a say (MC-BOULE-09, A4).
    options_to_approve: Final = dict.fromkeys(("table_min_cents", "table_max_cents"), "MC-BOULE-09")

    def extra_view_fields(self, rules: Rules) -> Mapping[str, Any]:
        return {"hole_rows": rules.hole_rows}

    @property
    def demo_tables(self) -> tuple[DemoTable, ...]:
        return (DEMO,)

    @property
    def pricing(self) -> Pricing:
        from tables.games.wheel import prices

        return simple_pricing(prices.report)


BOULE: Final = Boule()
