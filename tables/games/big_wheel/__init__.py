"""The game as the rest of the house sees it: a wheel of 54 segments, seven chances."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tables.games.big_wheel import clause_index, words
from tables.games.big_wheel.mc import BOOK
from tables.games.big_wheel.rules import DEVICE, JOKERS, PAYS, SEGMENTS, Rules
from tables.games.core.demo import DemoTable
from tables.games.core.protocol import Book, ClauseIndex, Wording
from tables.games.wheel import telling, view
from tables.games.wheel.game import WheelGame
from tables.games.wheel.own_messages import PRISON, OwnMessages

messages: Final = OwnMessages(DEVICE.game, without=PRISON)


@dataclass(frozen=True, slots=True)
class PaysView:
    """A chance, and what it pays, the stake not included."""

    bet: str
    times: int


@dataclass(frozen=True, slots=True)
class View(view.View):
    """What every wheel shows, and how this one is made and turned."""

    rim: tuple[int, ...] = ()
    """The numbers of the segments as they follow each other on the rim."""
    turns: int = 3
    """Turns that the wheel makes at least before it stops."""
    pays: tuple[PaysView, ...] = ()


class BigWheel(WheelGame[Rules]):
    """A great wheel is turned; the pointer shows the chance that wins."""

    key: Final = "big_wheel"
    device: Final = DEVICE
    own_messages: Final = messages
    wire: Final = messages.wire(View)
    books: Final[Mapping[str, Book[Rules]]] = {BOOK.key: BOOK}
    wording: Final = Wording.of(words, telling)
    printed_layout: Final = {"segments": list(SEGMENTS), "chances": list(PAYS)}
    demo_tables: Final = (
        DemoTable(
            "Roue Condamine",
            "MC-WHEEL/demo",
            "MC",
            {
                "table_min_cents": 1_00,
                "stake_increment_cents": 1_00,
                "betting_window_seconds": 30,
                "table_max_cents": {**dict.fromkeys(PAYS, 200_00), **dict.fromkeys(JOKERS, 25_00)},
            },
        ),
    )
    clause_index: Final = ClauseIndex(clause_index.CODE_PATHS, clause_index.KEPT_ELSEWHERE)

    def extra_view_fields(self, rules: Rules) -> Mapping[str, Any]:
        pays = tuple(PaysView(chance, rules.paying(chance).odds[0]) for chance in PAYS)
        return {"rim": rules.rim, "turns": rules.min_turns, "pays": pays}


BIG_WHEEL: Final = BigWheel()
