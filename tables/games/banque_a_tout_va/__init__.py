"""Banque à tout va: the game as the rest of the house sees it. One banker against two tableaux."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from tables.games.baccara.options import HALF_A_PACK
from tables.games.baccara.transfers import player_transfers
from tables.games.banque_a_tout_va import (
    clause_index,
    examples,
    hands,
    mc,
    play,
    record,
    settle,
    telling,
    view,
    words,
)
from tables.games.banque_a_tout_va import state as _state
from tables.games.banque_a_tout_va.messages import Command, Event, SessionBroken, Stake
from tables.games.banque_a_tout_va.rules import Rules, contradictions
from tables.games.banque_a_tout_va.state import State
from tables.games.banque_a_tout_va.view import Own, View
from tables.games.chemin_de_fer import CHEMIN_DE_FER, CheminDeFer
from tables.games.chemin_de_fer.settle import levy_record
from tables.games.core.cards import BLUE, RED
from tables.games.core.demo import DemoTable
from tables.games.core.examples import player_shares
from tables.games.core.monaco import MonacoGame
from tables.games.core.money import Amount, BoxNo, Move, Party, Place
from tables.games.core.price import Pricing, simple_pricing
from tables.games.core.protocol import (
    EVERYBODY,
    Audience,
    Awaiting,
    Book,
    ClauseIndex,
    Duty,
    EngineInput,
    Equipment,
    Exchange,
    Needs,
    OpeningContext,
    PlayerTransfer,
    SessionCheck,
    Sessions,
    Shoe,
    Voided,
    Wire,
    Wording,
)
from tables.games.core.round_conversion import RoundConversion


class BanqueAToutVa(MonacoGame[Rules, State, Command, Event, View]):
    """The game of banque à tout va; every method is pure. A round is one coup."""

    key: Final = "banque_a_tout_va"
    session_broken_event: Final = SessionBroken
    wire: Final = Wire(Command, Event, View, Own, prefix="BanqueAToutVa")
    books: Final[Mapping[str, Book[Rules]]] = {mc.BOOK.key: mc.BOOK}
    levy_kind: Final = CheminDeFer.levy_kind
    wording: Final = Wording(
        telling.SENTENCES,
        telling.WORDS,
        telling.variant,
        telling.NAME,
        telling.result,
        telling.open_cards,
        refusals=words.REFUSALS,
        reasons=words.REASONS,
        bets=words.NAMES,
        notes=words.NOTES,
    )
    clause_index: Final = ClauseIndex(clause_index.CODE_PATHS, clause_index.KEPT_ELSEWHERE)

    def contradictions(self, rules: Rules, chosen: Mapping[str, Any]) -> Iterator[str]:
        return contradictions(rules)

    def equipment(self, rules: Rules) -> Equipment:
        cut = HALF_A_PACK, rules.packs * 2 * HALF_A_PACK - HALF_A_PACK
        # Three packs of one colour, three of another (MC-BTV-03).
        backs = (RED,) * (rules.packs // 2) + (BLUE,) * (rules.packs // 2)
        return Shoe(rules.packs, rules.stop_card_before_last, 0, cut=cut, backs=backs)

    def needs(self, rules: Rules) -> Needs:
        held = set() if rules.approved is None else {Place.BANK}
        if held and rules.last_coup_chemin_de_fer:
            held.add(Place.LEVY)
        return Needs(
            duties=frozenset({Duty.INSPECTOR}),
            seats=True,
            extra_places=frozenset(held),
            # The card keeper of MC-BTV-07, and new cards for each session (MC-BTV-03).
            session_check=SessionCheck.NEW_CARDS,
            sessions=Sessions(
                rules.sessions_per_day, rules.afternoon_from_hour, rules.evening_from_hour
            ),
            exchange=Exchange.CHANGER,
        )

    def is_stake_in_notes(self, command: Command) -> bool:
        return isinstance(command, Stake)

    def box_count(self, rules: Rules) -> int:
        return 2 * rules.seats

    def opening_event(self, rules: Rules, carried: State | None, context: OpeningContext) -> Event:
        return play.opening_event(rules, carried, context)

    def opens_by_itself(self, rules: Rules, state: State | None, context: OpeningContext) -> bool:
        return play.opens_by_itself(rules, state, context)

    def is_session_over(self, rules: Rules, state: State) -> bool:
        return settle.is_session_over(rules, state)

    def cutters(
        self, rules: Rules, state: State | None, context: OpeningContext
    ) -> tuple[BoxNo, ...]:
        return play.cutters(rules, context)

    def cut_consent_box(self, rules: Rules, context: OpeningContext) -> BoxNo | None:
        return play.bankers_seat(rules, context)

    def awaiting(self, rules: Rules, state: State) -> Awaiting:
        return play.awaiting(rules, state)

    def step(
        self, rules: Rules, state: State, given: EngineInput[Command]
    ) -> tuple[tuple[Event, ...], State]:
        course = play.decide(rules, state, given)
        return tuple(course.events), course.state

    def evolve(self, state: State | None, event: Event) -> State:
        return _state.evolve(state, event)

    def card_destinations(self, events: Iterable[Event]) -> tuple[str, ...]:
        return hands.card_destinations(events)

    def view(self, rules: Rules, state: State) -> View:
        return view.view(rules, state)

    def parties_with_private_view(self, state: State) -> frozenset[Party]:
        return view.parties_with_private_view(state)

    def private_view(self, rules: Rules, state: State, party: Party) -> Own | None:
        return view.private_view(rules, state, party)

    def redact(self, event: Event, audience: Audience = EVERYBODY) -> Event:
        return view.redact(event, audience)

    def staked_parties(self, state: State) -> frozenset[Party]:
        """Return the pontes with stakes, and a banker who has chips in the bank."""
        held = frozenset({state.banker} if state.banker else ())
        claims = state.chemin.claims if state.chemin is not None else ()
        return held | frozenset(state.stakes) | {claim.party for claim in claims}

    def voiding_event(self, state: State, moves: tuple[Move, ...], reason: str) -> Voided:
        """Return the coup annulled: every stake goes back, the bank stays (COMMON-7)."""
        return settle.voiding_event(state, reason)

    def player_transfers(self, state: State, event: Event) -> tuple[PlayerTransfer, ...]:
        """Return what the pontes and a banker who is a player win from each other."""
        return player_transfers(state.banker, event)

    def levy_record(self, event: Event) -> tuple[int, Amount] | None:
        """Return what a ticket of the last coup says, as at chemin de fer (MC-BTV-38)."""
        return levy_record(event)

    def face_up_cards(self, state: State) -> frozenset[int]:
        return view.face_up_cards(state)

    def face_down_cards_of(self, state: State, party: Party) -> frozenset[int]:
        return view.face_down_cards_of(state, party)

    def result(self, state: State) -> str:
        return view.result(state)

    def stake_limits(self, rules: Rules) -> tuple[int | None, int | None]:
        return rules.table_min_cents, rules.most("tableau_right")

    @property
    def demo_tables(self) -> tuple[DemoTable, ...]:
        options = {
            "table_min_cents": 5_00,
            "stake_increment_cents": 1_00,
            "table_max_cents": 5000_00,
            "sessions_per_day": 24,
        }
        return (DemoTable("Salon Médecin", "MC-BTV/demo", "MC", options),)

    @property
    def pricing(self) -> Pricing:
        from tables.games.banque_a_tout_va import prices

        return simple_pricing(prices.report)

    @property
    def round_conversion(self) -> RoundConversion:
        return RoundConversion(
            "mc-rules-examples/1",
            partial(record.example_of, self.amend),
            player_shares,
            record.carried,
        )

    def play_example(
        self, example: Mapping[str, Any], options: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        if "sequence" in example:
            # The last coup, « du chemin de fer », is recorded as that game records one.
            return CHEMIN_DE_FER.play_example(example, {})
        return examples.play(self.amend, example, options)


BANQUE_A_TOUT_VA: Final = BanqueAToutVa()
