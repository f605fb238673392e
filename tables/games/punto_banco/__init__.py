"""Punto banco: the game as the rest of the house sees it. Everybody stakes against the house."""

from collections.abc import Mapping
from typing import Final

from tables.games.baccara.game import BaccaraGame
from tables.games.baccara.options import HALF_A_PACK
from tables.games.baccara.seats import cut_seats
from tables.games.baccara.stakes import stakes_back
from tables.games.core import protocol
from tables.games.core.demo import DemoTable
from tables.games.core.modules import Modules
from tables.games.core.money import BoxNo, Move, Party
from tables.games.punto_banco import clause_index, mc, play, telling, view, words
from tables.games.punto_banco import state as _state
from tables.games.punto_banco.messages import Command, Event, SessionBroken, Stake, StakesSettled
from tables.games.punto_banco.rules import Rules
from tables.games.punto_banco.state import State
from tables.games.punto_banco.view import Own, View

CUTS_OFFERED: Final = 2
"""The last player, and the one at his left; then an employee cuts (MC-PB-12, A12)."""
SMALL: Final = 9
"""A table with more seats has an inspector beside its chief (MC-PB-02, MC-PB-07)."""
_DEMO: Final = {
    "table_min_cents": 5_00,
    "stake_increment_cents": 1_00,
    "table_max_cents": {
        "punto": 2000_00,
        "banco": 2000_00,
        "tie": 200_00,
        "dragon_punto": 100_00,
        "dragon_banco": 100_00,
        "pair_punto": 100_00,
        "pair_banco": 100_00,
        "pair_cheval": 200_00,
    },
}


class PuntoBanco(BaccaraGame[Rules, State, Command, Event, View]):
    """The game of punto banco; every method is pure. A round is one coup."""

    key: Final = "punto_banco"
    modules: Final = Modules(play, _state, view)
    session_broken_event: Final = SessionBroken
    wire: Final = protocol.Wire(Command, Event, View, Own, prefix="PuntoBanco")
    books: Final[Mapping[str, protocol.Book[Rules]]] = {mc.BOOK.key: mc.BOOK}
    bet_result_kinds: Final = frozenset({"punto_banco.stakes_settled"})
    wording: Final = protocol.Wording.of(words, telling)
    clause_index: Final = clause_index.INDEX
    demo_tables: Final = (DemoTable("Salon des Palmiers", "MC-PB/demo", "MC", _DEMO),)

    def equipment(self, rules: Rules) -> protocol.Equipment:
        if rules.continuous:
            # The cards of the table go back after each coup; no cut, no stop card (MC-PB-22).
            return protocol.Shoe(rules.packs, 0, 0, burnt_between=0, turned_up=True)
        cut = HALF_A_PACK, rules.packs * 2 * HALF_A_PACK - HALF_A_PACK
        return protocol.Shoe(rules.packs, rules.behind, 0, cut=cut, turned_up=True)

    def needs(self, rules: Rules) -> protocol.Needs:
        inspector = [protocol.Duty.INSPECTOR] if rules.seats > SMALL else []
        return protocol.Needs(
            duties=frozenset({protocol.Duty.TABLE_CHIEF, *inspector}),
            seats=True,
            tables_per_chief=rules.max_tables_per_chief,
            # Packs of the stock, counted before the public (MC-PB-11, MC-EQ-16).
            session_check=protocol.SessionCheck.CARDS,
            exchange=protocol.Exchange.CHANGER,
        )

    def is_stake_in_notes(self, command: Command) -> bool:
        return isinstance(command, Stake)

    def box_count(self, rules: Rules) -> int:
        return rules.seats

    def bet_results(self, event: Event) -> tuple[protocol.BetResult, ...]:
        settled = event.settled if isinstance(event, StakesSettled) else ()
        return tuple(
            protocol.BetResult(each.on, each.staked, each.staked - each.returned)
            for each in settled
        )

    def minutes_before_last_rounds(self, rules: Rules) -> int:
        return rules.last_minutes

    def cutters(
        self, rules: Rules, state: State | None, context: protocol.OpeningContext
    ) -> tuple[BoxNo, ...]:
        """Return the seats to which a fresh shoe's cut is offered: the last, and the one before it.

        MC-PB-12; a continuous shuffler is not cut (MC-PB-20).
        """
        return () if rules.continuous else cut_seats(context.seats)[:CUTS_OFFERED]

    def staked_parties(self, state: State) -> frozenset[Party]:
        return frozenset(state.stakes)

    def voiding_event(self, state: State, moves: tuple[Move, ...], reason: str) -> protocol.Voided:
        """Return the coup annulled: every stake goes back, side bets too (MC-PB-59)."""
        return protocol.Voided(reason, stakes_back(state))

    def stake_limits(self, rules: Rules) -> tuple[int | None, int | None]:
        return rules.table_min_cents, rules.most("punto")


PUNTO_BANCO: Final = PuntoBanco()
