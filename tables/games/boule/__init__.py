"""The game as the rest of the house sees it: nine numbers, of which the 5 is the bank's."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tables.games.boule import clause_index, words
from tables.games.boule.mc import BOOK
from tables.games.boule.rules import CHANCES, DEVICE, NUMBERS, Rules
from tables.games.core.demo import DemoTable
from tables.games.core.protocol import Book, ClauseIndex, Wording
from tables.games.wheel import telling, view
from tables.games.wheel.game import WheelGame
from tables.games.wheel.own_messages import PRISON, OwnMessages

messages: Final = OwnMessages(DEVICE.game, without=PRISON)


@dataclass(frozen=True, slots=True)
class View(view.View):
    """What every wheel shows, and the bowl."""

    hole_rows: int = 2
    """Series of nine holes in the bowl."""


class Boule(WheelGame[Rules]):
    """A ball is thrown into a bowl of nine numbers."""

    key: Final = "boule"
    device: Final = DEVICE
    own_messages: Final = messages
    wire: Final = messages.wire(View)
    books: Final[Mapping[str, Book[Rules]]] = {BOOK.key: BOOK}
    wording: Final = Wording.of(words, telling)
    printed_layout: Final = {
        "numbers": list(NUMBERS),
        "chances": {chance: sorted(wins) for chance, wins in CHANCES.items()},
    }
    demo_tables: Final = (
        DemoTable(
            "Plateau Galion",
            "MC-BOULE/demo",
            "MC",
            {
                "table_min_cents": 1_00,
                "stake_increment_cents": 1_00,
                "betting_window_seconds": 30,
                "table_max_cents": {"straight": 100_00, **dict.fromkeys(CHANCES, 700_00)},
            },
        ),
    )
    clause_index: Final = ClauseIndex(clause_index.CODE_PATHS, clause_index.KEPT_ELSEWHERE)

    # The limits are the one thing in which the Administration has a say (MC-BOULE-09, A4).
    options_to_approve: Final = dict.fromkeys(("table_min_cents", "table_max_cents"), "MC-BOULE-09")

    def extra_view_fields(self, rules: Rules) -> Mapping[str, Any]:
        return {"hole_rows": rules.hole_rows}


BOULE: Final = Boule()
