"""Blackjack: the game as the rest of the house sees it."""

from collections.abc import Mapping
from typing import Any, Final

from tables.games.blackjack import (
    betting,
    fr_2007,
    fr_2024,
    house,
    legal,
    mc,
    on,
    play,
    rules,
    shoe,
    telling,
    view,
    whereabouts,
)
from tables.games.blackjack import evolve as _evolve
from tables.games.blackjack.messages import Command, Event, Opened
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.sides import pots_of, seed_of
from tables.games.blackjack.state import State
from tables.games.blackjack.terms import Shuffling
from tables.games.blackjack.view import View
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import (
    Awaiting,
    Book,
    Claimed,
    Equipment,
    Given,
    Option,
    Setting,
    Shoe,
    Telling,
    Whereabouts,
    Wire,
)

BOOKS: Final[Mapping[str, Book[Rules]]] = {
    book.key: book for book in (fr_2024.BOOK, fr_2007.BOOK, mc.BOOK, on.BOOK, house.BOOK)
}

REFUSALS: Final = (
    "above_max",
    "below_min",
    "bets_closed",
    "box_not_vacant",
    "box_out_of_range",
    "chips_only",
    "double_after_split",
    "double_not_first_two",
    "even_money_not_available",
    "fixed_stake",
    "hand_closed",
    "incident_pending",
    "insurance_amount",
    "insurance_closed",
    "insurance_not_offered",
    "invalid_option",
    "no_seated_holder",
    "no_such_hand",
    "not_awaited",
    "not_your_box",
    "not_enough_chips",
    "nothing_to_refuse",
    "one_card_per_split_ace",
    "out_of_turn",
    "side_bet_above_max",
    "side_bet_below_min",
    "side_bet_not_available",
    "side_bet_seated_only",
    "side_bet_without_main",
    "sole_player_min_boxes",
    "split_after_queen_win",
    "split_limit",
    "split_not_identical",
    "split_not_pair",
    "stake_step",
    "standing_not_allowed",
    "standing_without_consent",
    "surrender_dealer_ace",
    "surrender_not_available",
    "surrender_too_late",
    "too_many_boxes",
    "vacant_box_refused",
)


class Blackjack:
    """The game of blackjack; every method is pure. Everything lies face up (FR-2024-011)."""

    key: Final = "blackjack"
    wire: Final = Wire(Command, Event, View, REFUSALS)
    books: Final = BOOKS
    private: Final = False
    told: Final = Telling(telling.SENTENCES, telling.WORDS, telling.variant)
    whereabouts: Final = Whereabouts(
        whereabouts.PLACES, whereabouts.ELSEWHERE, whereabouts.ONLY_BY_HAND
    )

    def amend(self, book: str, options: Mapping[str, Any]) -> Rules:
        return rules.amend(self.books[book], options)

    def equipment(self, rules: Rules) -> Equipment:
        cards = rules.decks * 52 - rules.burn
        if rules.shuffling is Shuffling.CONTINUOUS:
            # The receptacle is emptied into the shuffler every round (MC-038 to MC-040).
            return Shoe(rules.decks, 0, rules.burn_on_resumption, burnt_between=0, refilled=True)
        # A shoe too small for its stop card has it right behind its first card.
        behind = min(rules.stop_card_cards_behind, cards - 1)
        cut = shoe.cut_limits(rules)
        return Shoe(rules.decks, behind, rules.burn, refilled=True, cut=cut)

    def wants(self, rules: Rules) -> frozenset[str]:
        return frozenset({"pots"} if pots_of(rules) else ())

    def pots(self, rules: Rules) -> Mapping[str, Amount]:
        return {pot: seed_of(rules, pot) for pot in pots_of(rules)}

    def claims(self, state: State) -> tuple[Claimed, ...]:
        return tuple(
            [Claimed(each.party, each.box, each.pot, each.supervised) for each in state.claims]
        )

    def box_count(self, rules: Rules) -> int:
        return rules.layout_boxes

    def opening(self, rules: Rules, carried: State | None, setting: Setting) -> Event:
        return Opened()

    def goes_on(self, rules: Rules, state: State | None, setting: Setting) -> bool:
        return False

    def notice(self, rules: Rules) -> int:
        return 0

    def cutters(self, rules: Rules, state: State | None, setting: Setting) -> tuple[BoxNo, ...]:
        return play.cutters(rules, state, setting)

    def awaiting(self, rules: Rules, state: State) -> Awaiting:
        return play.awaiting(rules, state)

    def options(self, rules: Rules, state: State, box: BoxNo) -> tuple[Option, ...]:
        return legal.options(rules, state, box)

    def decide(self, rules: Rules, state: State, given: Given[Command]) -> tuple[Event, ...]:
        return play.decide(rules, state, given)

    def evolve(self, state: State | None, event: Event) -> State:
        return _evolve.evolve(state, event)

    def view(self, rules: Rules, state: State) -> View:
        return view.view(rules, state)

    def privy(self, state: State) -> frozenset[Party]:
        return frozenset()

    def own(self, rules: Rules, state: State, party: Party) -> None:
        return None

    def seen(self, event: Event) -> Event:
        return event

    def over(self, state: State) -> bool:
        return state.stage == "closed"

    def on_layout(self, state: State) -> Amount:
        return Amount(sum(box.on_layout for box in state.boxes))

    def staked(self, state: State) -> frozenset[Party]:
        return betting.bettors(state)

    def result(self, state: State) -> str:
        """Return the dealer's point, `void`, or nothing where no card was dealt."""
        return "void" if state.voided else state.dealer_result or ""

    def play_example(
        self, example: Mapping[str, Any], options: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        # The examples play this very game, so they cannot be imported before it.
        from tables.games.blackjack import examples

        return examples.play(example)


BLACKJACK: Final = Blackjack()
