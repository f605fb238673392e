"""La bataille: the game as the rest of the house sees it. All cards but the burnt lie open."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from tables.games.bataille import examples, messages, play, state, telling, view
from tables.games.bataille.rules import BEHIND, BOOK, Rules
from tables.games.bataille.state import State
from tables.games.bataille.view import View
from tables.games.core import protocol
from tables.games.core.demo import DemoTable
from tables.games.core.modules import ModuleGame, Modules
from tables.games.core.money import Amount, Party
from tables.games.core.round_conversion import RoundConversion

_CODE: Final = """
Bataille.equipment: 01
play._staked: 02..04
play._ask: 05 12
play._deal: 06 13
play.compared: 07
play.first_cards: 08..09
play.given_up: 11
play.battles: 14..15
play.awaiting: 10 16
"""


class Bataille(ModuleGame[Rules, State, messages.Command, messages.Event, View]):
    """A card for each box and one for the bank; on equal ones half is lost, or a battle decides."""

    key: Final = "bataille"
    modules: Final = Modules(play, state, view)
    wire: Final = protocol.Wire(messages.Command, messages.Event, View, prefix="Bataille")
    books: Final[Mapping[str, protocol.Book[Rules]]] = {BOOK.key: BOOK}
    bet_result_kinds: Final = frozenset({"bataille.stakes_settled"})
    demo_tables: Final = (DemoTable("Salle Garnier", "BAT/demo", "BAT", {"table_min_cents": 5_00}),)
    wording: Final = protocol.Wording.of(telling)
    clause_index: Final = protocol.ClauseIndex.parsed("BAT-", _CODE, "")

    def contradictions(self, rules: Rules, chosen: Mapping[str, Any]) -> Iterator[str]:
        if rules.table_max_cents < rules.table_min_cents:
            yield "table_max_cents"
        if rules.tie_max_cents < rules.tie_min_cents:
            yield "tie_max_cents"
        if rules.stake_increment_cents % 2:
            yield "stake_increment_cents"

    def equipment(self, rules: Rules) -> protocol.Equipment:
        return protocol.Shoe(rules.packs, BEHIND, 0)

    def box_count(self, rules: Rules) -> int:
        return rules.boxes

    def bet_results(self, event: messages.Event) -> tuple[protocol.BetResult, ...]:
        settled = event.settled if isinstance(event, messages.StakesSettled) else ()
        return tuple(
            protocol.BetResult(each.bet, each.staked, each.staked + each.added - each.returned)
            for each in settled
        )

    def card_destinations(self, events: Iterable[messages.Event]) -> tuple[str, ...]:
        found: list[str] = []
        for event in events:
            if isinstance(event, messages.Dealt):
                found += ["burnt"] * event.burnt
                found += [*(f"box {box}" for box in event.boxes), "dealer"]
        return tuple(found)

    def face_up_cards(self, state: State) -> frozenset[int]:
        """Return the cards that are dealt, by when they were drawn: not the burnt (BAT-13)."""
        first = len(state.boxes) + 1 if state.dealer else 0
        last = sum(len(each.cards) for each in state.boxes) + len(state.dealer) + state.burnt
        return frozenset(range(last)) - frozenset(range(first, first + state.burnt))

    def on_layout(self, state: State) -> Amount:
        laid = sum(each.amount + each.tie + each.added for each in state.boxes)
        lying = laid - sum(each.staked + each.added for each in state.settled)
        return Amount(0 if state.voided else lying)

    def staked_parties(self, state: State) -> frozenset[Party]:
        return frozenset(each.party for each in state.boxes)

    def result(self, state: State) -> str:
        return "void" if state.voided else "".join(card[0] for card in state.dealer)

    def stake_limits(self, rules: Rules) -> tuple[int | None, int | None]:
        return rules.table_min_cents, rules.table_max_cents

    @property
    def round_conversion(self) -> RoundConversion:
        return examples.CONVERSION

    def play_example(
        self, example: Mapping[str, Any], options: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        return examples.played(self.amend, example, options)


BATAILLE: Final = Bataille()
