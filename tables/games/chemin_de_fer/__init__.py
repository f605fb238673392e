"""Chemin de fer: the game as the rest of the house sees it. Players play against each other."""

from collections.abc import Mapping
from typing import Any, Final

from tables.games.chemin_de_fer import mc, play, rules, settle, telling, view, whereabouts
from tables.games.chemin_de_fer import state as _state
from tables.games.chemin_de_fer.messages import Command, Event, LevyTaken
from tables.games.chemin_de_fer.rules import CITED, Rules
from tables.games.chemin_de_fer.state import State
from tables.games.chemin_de_fer.view import Own, View
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import (
    Awaiting,
    Book,
    Equipment,
    Given,
    Option,
    Setting,
    Shoe,
    Telling,
    Voided,
    Whereabouts,
    Wire,
)

REFUSALS: Final = (*sorted({*CITED, "invalid_option", "not_awaited"}),)


HALF_A_PACK: Final = 26
"""The cut card lies at least so many cards from either end of the stack."""


class CheminDeFer:
    """The game of chemin de fer; every method is pure. A round is one coup."""

    key: Final = "chemin_de_fer"
    wire: Final = Wire(Command, Event, View, REFUSALS, Own, prefix="CheminDeFer")
    books: Final[Mapping[str, Book[Rules]]] = {mc.BOOK.key: mc.BOOK}
    levy_kind: Final = "chemin_de_fer.levy_taken"
    private: Final = True
    told: Final = Telling(telling.SENTENCES, telling.WORDS, telling.variant)
    whereabouts: Final = Whereabouts(whereabouts.PLACES, whereabouts.ELSEWHERE)

    def amend(self, book: str, options: Mapping[str, Any]) -> Rules:
        return rules.amend(self.books[book], options)

    def equipment(self, rules: Rules) -> Equipment:
        cut = HALF_A_PACK, rules.packs * 2 * HALF_A_PACK - HALF_A_PACK
        return Shoe(rules.packs, rules.stop_card_before_last, 0, cut=cut)

    def wants(self, rules: Rules) -> frozenset[str]:
        return frozenset({"seats", "bank", "garage", "levy", "inspector"})

    def box_count(self, rules: Rules) -> int:
        return rules.seats

    def opening(self, rules: Rules, carried: State | None, setting: Setting) -> Event:
        return play.opening(rules, carried, setting)

    def notice(self, rules: Rules) -> int:
        return rules.last_rounds_notice

    def goes_on(self, rules: Rules, state: State | None, setting: Setting) -> bool:
        return play.goes_on(rules, state, setting)

    def cutters(self, rules: Rules, state: State | None, setting: Setting) -> tuple[BoxNo, ...]:
        return play.cutters(setting)

    def awaiting(self, rules: Rules, state: State) -> Awaiting:
        return play.awaiting(rules, state)

    def options(self, rules: Rules, state: State, box: BoxNo) -> tuple[Option, ...]:
        return view.options(rules, state, box)

    def decide(self, rules: Rules, state: State, given: Given[Command]) -> tuple[Event, ...]:
        return play.decide(rules, state, given)

    def evolve(self, state: State | None, event: Event) -> State:
        return _state.evolve(state, event)

    def view(self, rules: Rules, state: State) -> View:
        return view.view(rules, state)

    def privy(self, state: State) -> frozenset[Party]:
        return view.privy(state)

    def own(self, rules: Rules, state: State, party: Party) -> Own | None:
        return view.own(rules, state, party)

    def seen(self, event: Event) -> Event:
        return view.seen(event)

    def over(self, state: State) -> bool:
        return state.stage == "closed"

    def on_layout(self, state: State) -> Amount:
        return state.on_layout

    def staked(self, state: State) -> frozenset[Party]:
        """Return the pontes who claim, and the banker once he has chips on the table."""
        held = frozenset({state.banker} if state.bank or state.garage else ())
        return held | {claim.party for claim in state.claims}

    def reserve(self, rules: Rules) -> Amount:
        """Return what a new banker who says nothing stakes (MC-CDF-15)."""
        return rules.least_bank

    @property
    def notified(self) -> Mapping[str, str]:
        """The amount from which a garage is possible is told to the granting authority."""
        return {"garage_from_cents": "MC-CDF-45"}

    def annulled(self, state: State, reason: str) -> Voided:
        """Return the coup annulled by an operator: the pontes' stakes go back, no levy (A21)."""
        return settle.annulled(state, reason)

    def levied(self, event: LevyTaken) -> tuple[int, Amount]:
        """Return the serial and the amount of a ticket (MC-CDF-35)."""
        return event.ticket.serial, event.ticket.amount

    def face_up(self, state: State) -> frozenset[int]:
        return view.face_up(state)

    def in_hand(self, state: State, party: Party) -> frozenset[int]:
        return view.in_hand(state, party)

    def result(self, state: State) -> str:
        return view.result(state)

    def play_example(
        self, example: Mapping[str, Any], options: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        # The examples play this very game, so they cannot be imported before it.
        from tables.games.chemin_de_fer import examples

        play = examples.play_recorded if "sequence" in example else examples.play
        return play(example, options)


CHEMIN_DE_FER: Final = CheminDeFer()
