"""Blackjack: the game as the rest of the house sees it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, Literal

from tables.games.blackjack import (
    betting,
    clause_index,
    earnings,
    examples,
    fr_2007,
    fr_2024,
    hands,
    house,
    mc,
    on,
    play,
    record,
    shoe,
    telling,
    view,
    words,
)
from tables.games.blackjack import evolve as _evolve
from tables.games.blackjack.messages import Command, Event, IncidentRuled, IncidentSubmitted
from tables.games.blackjack.rules import Rules, contradictions, unused_options
from tables.games.blackjack.sides import pots_of, seed_of
from tables.games.blackjack.state import State
from tables.games.blackjack.terms import Incidents, NextCutter, Shuffling
from tables.games.blackjack.view import View
from tables.games.core import protocol
from tables.games.core.demo import DemoTable
from tables.games.core.modules import ModuleGame, Modules
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.price import Pricing, StrategyAdvice
from tables.games.core.round_conversion import RoundConversion
from tables.games.core.values import cache_results

BOOKS: Final[Mapping[str, protocol.Book[Rules]]] = {
    book.key: book for book in (fr_2024.BOOK, fr_2007.BOOK, mc.BOOK, on.BOOK, house.BOOK)
}

_DEMO: Final = DemoTable(
    "Table Dauphine",
    "FR-2024/demo",
    "FR-2024",
    {
        "table_min_cents": 5_00,
        "max_multiple": 100,
        "stake_step_cents": 1_00,
        "enabled_side_bets": ["queen_of_hearts"],
        "queen_of_hearts_pay_table": "A",
        "queen_of_hearts_min_cents": 1_00,
        "queen_of_hearts_max_cents": 25_00,
    },
)
DEMO: Final = (_DEMO, replace(_DEMO, name="Table École", practice=True))


@cache_results(64)
def _equipment(rules: Rules) -> protocol.Equipment:
    size, burnt = rules.decks * shoe.PACK_SIZE, shoe.burn_count(rules, "new_shoe")
    if rules.shuffling is Shuffling.CONTINUOUS:
        # The receptacle is emptied into the shuffler every round (MC-038 to MC-040).
        resumed = shoe.burn_count(rules, "resume_continuous_shuffler")
        return protocol.Shoe(
            rules.decks, 0, resumed, burnt_between=0, refilled=True, backs=shoe.backs(rules)
        )
    behind = rules.stop_card_cards_behind
    if not shoe.is_cut_card_valid(rules, size, behind):
        # A shoe too small for its stop card has it right behind its first card.
        behind = size - burnt - 1
    cut = shoe.cut_limits(rules)
    return protocol.Shoe(
        rules.decks, behind, burnt, refilled=True, cut=cut, backs=shoe.backs(rules)
    )


@cache_results(64)
def _needs(rules: Rules) -> protocol.Needs:
    return protocol.Needs(
        duties=frozenset({protocol.Duty.TABLE_CHIEF} if rules.table_chief else ()),
        pots={pot: seed_of(rules, pot) for pot in pots_of(rules)},
        session_check=protocol.SessionCheck.CARDS if rules.card_stock else None,
    )


class Blackjack(ModuleGame[Rules, State, Command, Event, View]):
    """The game of blackjack; every method is pure. Everything lies face up (FR-2024-011)."""

    key: Final = "blackjack"
    modules: Final = Modules(play, _evolve, view)
    wire: Final = protocol.Wire(Command, Event, View)
    books: Final = BOOKS
    wording: Final = protocol.Wording.of(words, telling)
    clause_index: Final = clause_index.INDEX

    def contradictions(self, rules: Rules, chosen: Mapping[str, Any]) -> list[str]:
        return contradictions(rules, chosen)

    def equipment(self, rules: Rules) -> protocol.Equipment:
        return _equipment(rules)

    def needs(self, rules: Rules) -> protocol.Needs:
        return _needs(rules)

    def pot_claims(self, state: State) -> tuple[protocol.PotClaim, ...]:
        return tuple(
            [
                protocol.PotClaim(each.party, each.box, each.pot, each.supervised)
                for each in state.claims
            ]
        )

    def box_count(self, rules: Rules) -> int:
        return rules.layout_boxes

    def yields_spare_boxes(self, rules: Rules) -> bool:
        return rules.vacant_boxes_yield

    def boxes_with_stakes(self, state: State) -> frozenset[BoxNo]:
        return frozenset(box.no for box in state.boxes)

    def last_rounds_notice(self, rules: Rules) -> int:
        return rules.last_rounds_notice

    def minutes_before_last_rounds(self, rules: Rules) -> int:
        return rules.last_minutes_notice

    def idle_minutes(self, rules: Rules) -> int | None:
        # What a dealing shuffler holds stays in it: cards are burnt from it instead (MC-040).
        continuous = rules.shuffling is Shuffling.CONTINUOUS
        return None if continuous else rules.idle_reshuffle_minutes

    def shuffle_on_order(self, rules: Rules) -> Literal["never", "one_player", "always"]:
        return rules.reshuffle_on_order.value

    def cutters(
        self, rules: Rules, state: State | None, context: protocol.OpeningContext
    ) -> tuple[BoxNo, ...]:
        return play.cutters(rules, state, context)

    def unused_options(self, rules: Rules) -> frozenset[str]:
        return unused_options(rules)

    def is_cut_offered_to_all(self, rules: Rules) -> bool:
        return rules.next_cutter is NextCutter.ANY_PLAYER

    def card_destinations(self, events: Iterable[Event]) -> tuple[str, ...]:
        return hands.card_destinations(events)

    def incident(self, rules: Rules, event: Event) -> protocol.Incident | None:
        """Return what the control is notified of, where incidents are the management's (MC-116)."""
        if rules.incidents is not Incidents.MANAGEMENT:
            return None
        match event:
            case IncidentSubmitted():
                return protocol.Incident("MC-116", subject=event.what)
            case IncidentRuled():
                return protocol.Incident("MC-116", "stands")
            case protocol.Voided():
                return protocol.Incident("MC-116", "voided")
            case _:
                return None

    def on_layout(self, state: State) -> Amount:
        return Amount(sum(box.on_layout for box in state.boxes))

    def staked_parties(self, state: State) -> frozenset[Party]:
        return betting.bettors(state)

    def result(self, state: State) -> str:
        """Return the dealer's point, `void`, or nothing where no card was dealt."""
        return "void" if state.voided else state.dealer_result or ""

    bet_result_kinds: Final = earnings.KINDS

    def bet_results(self, event: Event) -> tuple[protocol.BetResult, ...]:
        return earnings.bet_results(event)

    def stake_limits(self, rules: Rules) -> tuple[int | None, int | None]:
        return rules.table_min_cents, rules.main_max

    @property
    def demo_tables(self) -> tuple[DemoTable, ...]:
        return DEMO

    @property
    def pricing(self) -> Pricing:
        from tables.games.blackjack.theory import report
        from tables.games.blackjack.theory.judging import advises, hands, judged
        from tables.games.blackjack.theory.pages import PAGES

        return Pricing(
            report.report,
            report.quick,
            report.basis,
            advice=StrategyAdvice(report.guide, advises, judged, hands),
            pages=PAGES,
            terminal_lines=report.lines,
            read_earlier_report=report.before,
        )

    @property
    def round_conversion(self) -> RoundConversion:
        return RoundConversion(
            "blackjack-examples/1",
            record.example_of,
            lambda example, result: result.get("totals", {}),
            lambda example: 0,
        )

    def play_example(
        self, example: Mapping[str, Any], options: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        return examples.play(self.amend, example)


BLACKJACK: Final = Blackjack()
