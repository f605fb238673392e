"""Coin toss: the game as the rest of the house sees it. Nobody sits, and everything lies open."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from tables.games.coin_toss import play, state, telling, view
from tables.games.coin_toss.messages import Command, Event
from tables.games.coin_toss.rules import BOOK, Rules
from tables.games.coin_toss.state import State
from tables.games.coin_toss.view import View

from tables.games.core.demo import DemoTable
from tables.games.core.modules import ModuleGame, Modules
from tables.games.core.money import Amount, Party
from tables.games.core.protocol import Book, ClauseIndex, Equipment, Wire, Wording


class CoinToss(ModuleGame[Rules, State, Command, Event, View]):
    """A coin falls on heads or tails; who has staked on that side wins."""

    key: Final = "coin_toss"
    modules: Final = Modules(play, state, view)
    wire: Final = Wire(Command, Event, View, prefix="CoinToss")
    books: Final[Mapping[str, Book[Rules]]] = {BOOK.key: BOOK}
    wording: Final = Wording.of(telling)
    clause_index: Final = ClauseIndex(
        {
            "TOSS-01": "play.decide",
            "TOSS-02": "play.decide",
            "TOSS-03": "play.awaiting",
            "TOSS-04": "play.decide",
            "TOSS-05": "play.decide",
        },
        {},
    )

    def contradictions(self, rules: Rules, chosen: Mapping[str, Any]) -> Iterable[str]:
        return ("table_max_cents",) if rules.table_max_cents < rules.table_min_cents else ()

    def equipment(self, rules: Rules) -> Equipment:
        return play.COIN

    def box_count(self, rules: Rules) -> int:
        return 0

    def on_layout(self, state: State) -> Amount:
        return Amount(sum(each.amount for each in state.stakes))

    def staked_parties(self, state: State) -> frozenset[Party]:
        return frozenset(each.party for each in state.stakes)

    def result(self, state: State) -> str:
        return "void" if state.voided else state.side or ""

    def stake_limits(self, rules: Rules) -> tuple[int | None, int | None]:
        return rules.table_min_cents, rules.table_max_cents

    @property
    def demo_tables(self) -> tuple[DemoTable, ...]:
        return (DemoTable("Pile ou face", "TOSS/demo", "TOSS", {}),)


COIN_TOSS: Final = CoinToss()
