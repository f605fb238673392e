"""Chemin de fer: the game as the rest of the house sees it. Players play against each other."""

from collections.abc import Mapping
from typing import Final

from tables.games.baccara.game import BaccaraGame, two_backed_shoe
from tables.games.baccara.seats import cut_seats
from tables.games.baccara.transfers import player_transfers
from tables.games.chemin_de_fer import clause_index, mc, play, settle, telling, view, words
from tables.games.chemin_de_fer import state as _state
from tables.games.chemin_de_fer.messages import (
    Banco,
    Command,
    Complement,
    Event,
    SessionBroken,
    WithTable,
)
from tables.games.chemin_de_fer.rules import Rules
from tables.games.chemin_de_fer.state import State
from tables.games.chemin_de_fer.view import Own, View
from tables.games.core import protocol
from tables.games.core.demo import DemoTable
from tables.games.core.modules import Modules
from tables.games.core.money import Amount, BoxNo, Move, Party, Place


class CheminDeFer(BaccaraGame[Rules, State, Command, Event, View]):
    """The game of chemin de fer; every method is pure. A round is one coup."""

    key: Final = "chemin_de_fer"
    modules: Final = Modules(play, _state, view)
    session_broken_event: Final = SessionBroken
    wire: Final = protocol.Wire(Command, Event, View, Own, prefix="CheminDeFer")
    books: Final[Mapping[str, protocol.Book[Rules]]] = {mc.BOOK.key: mc.BOOK}
    levy_kind: Final = "chemin_de_fer.levy_taken"
    wording: Final = protocol.Wording.of(words, telling)
    clause_index: Final = clause_index.INDEX
    demo_tables: Final = (
        DemoTable(
            "Chemin de fer Blanc",
            "MC-CDF/demo",
            "MC",
            {"table_min_cents": 5_00, "stake_increment_cents": 1_00, "bank_max_cents": 2000_00},
        ),
    )

    def equipment(self, rules: Rules) -> protocol.Equipment:
        # Three packs of one colour, three of another (MC-CDF-01).
        return two_backed_shoe(rules.packs, rules.stop_card_before_last)

    def needs(self, rules: Rules) -> protocol.Needs:
        return protocol.Needs(
            duties=frozenset({protocol.Duty.INSPECTOR}),
            seats=True,
            players=rules.min_seated_players,
            extra_places=frozenset({Place.BANK, Place.GARAGE, Place.LEVY}),
            # What a new banker stakes by default (MC-CDF-15).
            required_balance=rules.least_bank,
            # Packs of the stock, counted before the public (MC-CDF-02, MC-EQ-16).
            session_check=protocol.SessionCheck.CARDS,
            exchange=protocol.Exchange.CHANGER,
        )

    def is_stake_in_notes(self, command: Command) -> bool:
        return isinstance(command, Banco | WithTable | Complement)

    def box_count(self, rules: Rules) -> int:
        return rules.seats

    def cutters(
        self, rules: Rules, state: State | None, context: protocol.OpeningContext
    ) -> tuple[BoxNo, ...]:
        """Return the seats to which a fresh shoe's cut is offered, in their order (MC-CDF-04).

        The last one first; each that refuses is followed by the player before him. Where all refuse
        the house cuts, as an inspector would (MC-CDF-05).
        """
        return cut_seats(context.seats)

    def staked_parties(self, state: State) -> frozenset[Party]:
        """Return the pontes who claim, and the banker once they have chips on the table."""
        held = frozenset({state.banker} if state.bank or state.garage else ())
        return held | {claim.party for claim in state.claims}

    @property
    def options_to_notify(self) -> Mapping[str, str]:
        """The amount from which a garage is possible is notified to the granting authority."""
        return {"garage_from_cents": "MC-CDF-45"}

    def voiding_event(self, state: State, moves: tuple[Move, ...], reason: str) -> protocol.Voided:
        """Return the coup annulled by an operator: the pontes' stakes go back, no levy (A21)."""
        return settle.voiding_event(state, reason)

    def player_transfers(self, state: State, event: Event) -> tuple[protocol.PlayerTransfer, ...]:
        """Return what the pontes and a banker who is a player win from each other."""
        return player_transfers(state.banker, event)

    bet_result_kinds: Final = settle.EARNING_KINDS

    def bet_results(self, event: Event) -> tuple[protocol.BetResult, ...]:
        return settle.bet_results(event)

    def levy_record(self, event: Event) -> tuple[int, Amount] | None:
        return settle.levy_record(event)


CHEMIN_DE_FER: Final = CheminDeFer()
