"""The game as the rest of the house sees it: a wheel of 54 segments, seven chances."""

from collections.abc import Mapping
from typing import Any, Final

from tables.games.big_wheel import clause_index, words
from tables.games.big_wheel.mc import BOOK
from tables.games.big_wheel.messages import Command, Event
from tables.games.big_wheel.rules import DEVICE, JOKERS, PAYS, SEGMENTS, Rules
from tables.games.big_wheel.view import Own, PaysView, View
from tables.games.core.demo import DemoTable
from tables.games.core.price import Pricing, simple_pricing
from tables.games.core.protocol import Book, ClauseIndex, Wire, Wording
from tables.games.wheel import telling
from tables.games.wheel.game import WheelGame

DEMO: Final = DemoTable(
    "Roue Condamine",
    "MC-WHEEL/demo",
    "MC",
    {
        "table_min_cents": 1_00,
        "stake_increment_cents": 1_00,
        "betting_window_seconds": 30,
        "table_max_cents": {**dict.fromkeys(PAYS, 200_00), **dict.fromkeys(JOKERS, 25_00)},
    },
)


class BigWheel(WheelGame[Rules]):
    """A great wheel is turned; the pointer shows the chance that wins."""

    key: Final = "big_wheel"
    device: Final = DEVICE
    wire: Final = Wire(Command, Event, View, Own, prefix="BigWheel")
    books: Final[Mapping[str, Book[Rules]]] = {BOOK.key: BOOK}
    bet_result_kinds: Final = frozenset({"big_wheel.collected", "big_wheel.paid"})
    wording: Final = Wording(
        words.SENTENCES,
        words.WORDS,
        telling.variant,
        words.NAME,
        words.result,
        bets=words.BETS,
    )
    printed_layout: Final = {"segments": list(SEGMENTS), "chances": list(PAYS)}
    clause_index: Final = ClauseIndex(clause_index.CODE_PATHS, clause_index.KEPT_ELSEWHERE)

    def extra_view_fields(self, rules: Rules) -> Mapping[str, Any]:
        pays = tuple(PaysView(chance, rules.paying(chance).odds[0]) for chance in PAYS)
        return {"rim": rules.rim, "turns": rules.min_turns, "pays": pays}

    @property
    def demo_tables(self) -> tuple[DemoTable, ...]:
        return (DEMO,)

    @property
    def pricing(self) -> Pricing:
        from tables.games.wheel import prices

        return simple_pricing(prices.report)


BIG_WHEEL: Final = BigWheel()
