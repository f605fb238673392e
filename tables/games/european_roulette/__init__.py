"""European roulette: the game as the rest of the house sees it."""

from collections.abc import Mapping
from typing import Final

from tables.games.core.demo import DemoTable
from tables.games.core.price import Pricing, simple_pricing
from tables.games.core.protocol import Book, Wording
from tables.games.european_roulette import clause_index, telling, words
from tables.games.european_roulette.mc import BOOK
from tables.games.european_roulette.rules import DEVICE, Rules
from tables.games.wheel import prison
from tables.games.wheel.game import WheelGame
from tables.games.wheel.layout import EUROPEAN_WHEEL
from tables.games.wheel.own_messages import OwnMessages
from tables.games.wheel.printed_layout import printed_layout

messages: Final = OwnMessages(DEVICE.game)


class EuropeanRoulette(WheelGame[Rules]):
    """The game of European roulette."""

    key: Final = "european_roulette"
    device: Final = DEVICE
    own_messages: Final = messages
    wire: Final = messages.wire()
    books: Final[Mapping[str, Book[Rules]]] = {BOOK.key: BOOK}
    wording: Final = Wording(
        telling.SENTENCES,
        telling.WORDS,
        telling.variant,
        telling.NAME,
        telling.result,
        refusals=words.REFUSALS,
        reasons=prison.REASONS,
        bets=words.BETS,
    )
    printed_layout: Final = printed_layout(EUROPEAN_WHEEL)
    demo_tables: Final = (
        DemoTable(
            "Roulette Garnier",
            "MC-EROU/demo",
            "MC",
            {
                "table_min_cents": 1_00,
                "stake_increment_cents": 1_00,
                "betting_window_seconds": 30,
                "table_max_cents": {
                    "straight": 50_00,
                    "split": 100_00,
                    "street": 150_00,
                    "corner": 200_00,
                    "six_line": 300_00,
                    **dict.fromkeys(("dozen", "column", "double_dozen", "double_column"), 1_000_00),
                    **dict.fromkeys(("red", "black", "odd", "even", "high", "low"), 1_500_00),
                },
            },
        ),
    )
    clause_index: Final = clause_index.INDEX

    @property
    def pricing(self) -> Pricing:
        from tables.games.european_roulette import prices

        return simple_pricing(prices.report)


EUROPEAN_ROULETTE: Final = EuropeanRoulette()
