"""High card: the game as the rest of the house sees it. Every card lies open."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from tables.games.high_card import play, state, telling, view
from tables.games.high_card.messages import Command, Dealt, Event
from tables.games.high_card.rules import BOOK, Rules
from tables.games.high_card.state import State
from tables.games.high_card.view import View

from tables.games.core.demo import DemoTable
from tables.games.core.modules import ModuleGame, Modules
from tables.games.core.money import Amount, Party
from tables.games.core.protocol import Book, ClauseIndex, Equipment, Shoe, Wire, Wording

BEHIND: Final = 16
"""Cards behind the stop card: enough for a round."""


class HighCard(ModuleGame[Rules, State, Command, Event, View]):
    """A card for each box and one for the house: the higher one wins."""

    key: Final = "high_card"
    modules: Final = Modules(play, state, view)
    wire: Final = Wire(Command, Event, View, prefix="HighCard")
    books: Final[Mapping[str, Book[Rules]]] = {BOOK.key: BOOK}
    wording: Final = Wording(
        telling.SENTENCES,
        {},
        lambda event: "",
        telling.NAME,
        telling.result,
        telling.open_cards,
        bets=telling.BETS,
    )
    clause_index: Final = ClauseIndex(
        {
            "HIGH-01": "HighCard.equipment",
            "HIGH-02": "play.decide",
            "HIGH-03": "play.decide",
            "HIGH-04": "play.awaiting",
            "HIGH-05": "play.beats",
            "HIGH-06": "play.decide",
        },
        {},
    )

    def contradictions(self, rules: Rules, chosen: Mapping[str, Any]) -> Iterable[str]:
        return ("table_max_cents",) if rules.table_max_cents < rules.table_min_cents else ()

    def equipment(self, rules: Rules) -> Equipment:
        return Shoe(rules.packs, BEHIND, 0)

    def box_count(self, rules: Rules) -> int:
        return rules.boxes

    def card_destinations(self, events: Iterable[Event]) -> tuple[str, ...]:
        told = tuple(events)
        if not any(isinstance(event, Dealt) for event in told):
            return ()
        lying: State | None = None
        for event in told:
            lying = state.evolve(lying, event)
        return (*[f"box {each.box}" for each in lying.boxes], "house") if lying else ()

    def on_layout(self, state: State) -> Amount:
        return Amount(0 if self.is_over(state) else sum(each.amount for each in state.boxes))

    def staked_parties(self, state: State) -> frozenset[Party]:
        return frozenset(each.party for each in state.boxes)

    def result(self, state: State) -> str:
        return "void" if state.voided else state.house[0] if state.house else ""

    def stake_limits(self, rules: Rules) -> tuple[int | None, int | None]:
        return rules.table_min_cents, rules.table_max_cents

    @property
    def demo_tables(self) -> tuple[DemoTable, ...]:
        return (DemoTable("Carte haute", "HIGH/demo", "HIGH", {}),)


HIGH_CARD: Final = HighCard()
