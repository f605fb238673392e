"""Trente et quarante: two rows of cards, four chances, and the refait at thirty-one."""

from collections.abc import Iterable, Mapping
from typing import Final

from tables.games.core import protocol
from tables.games.core.demo import DemoTable
from tables.games.core.modules import Modules
from tables.games.core.monaco import MonacoGame
from tables.games.core.money import BoxNo, Party
from tables.games.trente_et_quarante import clause_index, play, view, words
from tables.games.trente_et_quarante import state as _state
from tables.games.trente_et_quarante.mc import BOOK
from tables.games.trente_et_quarante.messages import OWN, Command, Event
from tables.games.trente_et_quarante.rules import LAST_MINUTES, SEATS, Rules
from tables.games.trente_et_quarante.state import State
from tables.games.trente_et_quarante.view import Own, View
from tables.games.wheel import messages as wheel

DEMO: Final = DemoTable(
    "Trente et quarante Europe",
    "MC-TQ/demo",
    "MC",
    {
        "table_min_cents": 5_00,
        "stake_increment_cents": 1_00,
        "betting_window_seconds": 30,
        "table_max_cents": 3_000_00,
    },
)


class TrenteEtQuarante(MonacoGame[Rules, State, Command, Event, View]):
    """The game of trente et quarante; every method is pure. A round is one coup.

    Anybody stakes, seated or standing; those who sit are offered the cut and paid in turn. What a
    party has staked, only it is shown; the others see totals.
    """

    key: Final = "trente_et_quarante"
    modules: Final = Modules(play, _state, view)
    session_broken_event: Final = wheel.SessionBroken
    wire: Final = protocol.Wire(OWN.commands, OWN.events, View, Own, prefix="TrenteEtQuarante")
    books: Final[Mapping[str, protocol.Book[Rules]]] = {BOOK.key: BOOK}
    wording: Final = protocol.Wording.of(words)
    clause_index: Final = clause_index.INDEX

    def equipment(self, rules: Rules) -> protocol.Equipment:
        """Return the shoe; a continuous shuffler has neither cut nor stop card (MC-TQ-17)."""
        if rules.continuous:
            return protocol.Shoe(rules.packs, 0, 0)
        return protocol.Shoe(
            rules.packs, rules.stop_card_before_last, 0, cut=(1, rules.packs * 52 - 1)
        )

    def needs(self, rules: Rules) -> protocol.Needs:
        # Packs of the stock, counted before the public (MC-TQ-02, MC-EQ-16).
        return protocol.Needs(
            duties=frozenset({protocol.Duty.TABLE_CHIEF}), session_check=protocol.SessionCheck.CARDS
        )

    def box_count(self, rules: Rules) -> int:
        return SEATS

    def cutters(
        self, rules: Rules, state: State | None, context: protocol.OpeningContext
    ) -> tuple[BoxNo, ...]:
        """Return the seats to which the cut is offered, the first at the dealer's right first.

        MC-TQ-11. A continuous shuffler is not cut (MC-TQ-17).
        """
        return () if rules.continuous else tuple(sorted(seat for seat, _ in context.seats))

    def own(self, event: Event) -> Event:
        own: Event = OWN.own(event)
        return own

    def card_destinations(self, events: Iterable[Event]) -> tuple[str, ...]:
        return view.card_destinations(events)

    def minutes_before_last_rounds(self, rules: Rules) -> int:
        """Return 30: the last half-hour is announced, from a shoe or a shuffler (MC-TQ-21)."""
        return LAST_MINUTES

    def parties_with_private_view(self, state: State) -> frozenset[Party]:
        return frozenset((*state.stakes, *state.settled))

    def staked_parties(self, state: State) -> frozenset[Party]:
        return frozenset(state.stakes)

    def result(self, state: State) -> str:
        """Return the points of both rows and what the first card made of them: `31:40 inverse`."""
        if state.voided or state.annulled:
            return "void"
        return state.outcome

    @property
    def demo_tables(self) -> tuple[DemoTable, ...]:
        return (DEMO,)


TRENTE_ET_QUARANTE: Final = TrenteEtQuarante()
