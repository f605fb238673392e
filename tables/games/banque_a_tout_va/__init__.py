"""Banque à tout va: the game as the rest of the house sees it. One banker against two tableaux."""

from collections.abc import Mapping
from typing import Final

from tables.games.baccara.game import BaccaraGame, two_backed_shoe
from tables.games.baccara.transfers import player_transfers
from tables.games.banque_a_tout_va import clause_index, mc, play, settle, telling, view, words
from tables.games.banque_a_tout_va import state as _state
from tables.games.banque_a_tout_va.messages import Command, Event, SessionBroken, Stake
from tables.games.banque_a_tout_va.rules import Rules
from tables.games.banque_a_tout_va.state import State
from tables.games.banque_a_tout_va.view import Own, View
from tables.games.chemin_de_fer import CheminDeFer
from tables.games.chemin_de_fer.settle import levy_record
from tables.games.core import protocol
from tables.games.core.demo import DemoTable
from tables.games.core.modules import Modules
from tables.games.core.money import Amount, BoxNo, Move, Party, Place

_DEMO: Final = {
    "table_min_cents": 5_00,
    "stake_increment_cents": 1_00,
    "table_max_cents": 5000_00,
    "sessions_per_day": 24,
}


class BanqueAToutVa(BaccaraGame[Rules, State, Command, Event, View]):
    """The game of banque à tout va; every method is pure. A round is one coup."""

    key: Final = "banque_a_tout_va"
    modules: Final = Modules(play, _state, view)
    session_broken_event: Final = SessionBroken
    wire: Final = protocol.Wire(Command, Event, View, Own, prefix="BanqueAToutVa")
    books: Final[Mapping[str, protocol.Book[Rules]]] = {mc.BOOK.key: mc.BOOK}
    levy_kind: Final = CheminDeFer.levy_kind
    wording: Final = protocol.Wording.of(words, telling)
    clause_index: Final = clause_index.INDEX
    demo_tables: Final = (DemoTable("Salon Médecin", "MC-BTV/demo", "MC", _DEMO),)

    def equipment(self, rules: Rules) -> protocol.Equipment:
        # Three packs of one colour, three of another (MC-BTV-03).
        return two_backed_shoe(rules.packs, rules.stop_card_before_last)

    def needs(self, rules: Rules) -> protocol.Needs:
        held = set() if rules.approved is None else {Place.BANK}
        if held and rules.last_coup_chemin_de_fer:
            held.add(Place.LEVY)
        return protocol.Needs(
            duties=frozenset({protocol.Duty.INSPECTOR}),
            seats=True,
            extra_places=frozenset(held),
            # The card keeper of MC-BTV-07, and new cards for each session (MC-BTV-03).
            session_check=protocol.SessionCheck.NEW_CARDS,
            sessions=protocol.Sessions(
                rules.sessions_per_day, rules.afternoon_from_hour, rules.evening_from_hour
            ),
            exchange=protocol.Exchange.CHANGER,
        )

    def is_stake_in_notes(self, command: Command) -> bool:
        return isinstance(command, Stake)

    def box_count(self, rules: Rules) -> int:
        return 2 * rules.seats

    def is_session_over(self, rules: Rules, state: State) -> bool:
        return settle.is_session_over(rules, state)

    def cutters(
        self, rules: Rules, state: State | None, context: protocol.OpeningContext
    ) -> tuple[BoxNo, ...]:
        """Return the pontes' seats, to which the cut is offered: first of the first tableau."""
        return tuple(sorted(seat for seat, party in context.seats if party != rules.approved))

    def cut_consent_box(self, rules: Rules, context: protocol.OpeningContext) -> BoxNo | None:
        return play.bankers_seat(rules, context)

    def staked_parties(self, state: State) -> frozenset[Party]:
        """Return the pontes with stakes, and a banker who has chips in the bank."""
        held = frozenset({state.banker} if state.banker else ())
        claims = state.chemin.claims if state.chemin is not None else ()
        return held | frozenset(state.stakes) | {claim.party for claim in claims}

    def voiding_event(self, state: State, moves: tuple[Move, ...], reason: str) -> protocol.Voided:
        """Return the coup annulled: every stake goes back, the bank stays (COMMON-7)."""
        return settle.voiding_event(state, reason)

    def player_transfers(self, state: State, event: Event) -> tuple[protocol.PlayerTransfer, ...]:
        """Return what the pontes and a banker who is a player win from each other."""
        return player_transfers(state.banker, event)

    def levy_record(self, event: Event) -> tuple[int, Amount] | None:
        """Return what a ticket of the last coup says, as at chemin de fer (MC-BTV-38)."""
        return levy_record(event)

    def stake_limits(self, rules: Rules) -> tuple[int | None, int | None]:
        return rules.table_min_cents, rules.most("tableau_right")


BANQUE_A_TOUT_VA: Final = BanqueAToutVa()
