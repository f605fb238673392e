"""The game as the rest of the house sees it: two dice, thrown by one of the players."""

from collections.abc import Mapping
from typing import Final

from tables.games.core.demo import DemoTable
from tables.games.core.modules import Modules
from tables.games.core.monaco import MonacoGame
from tables.games.core.money import Party
from tables.games.core.protocol import Book, Duty, Equipment, Needs, SessionCheck, Wire, Wording
from tables.games.core.words import Words
from tables.games.craps import clause_index, play, settle, view, words
from tables.games.craps import state as _state
from tables.games.craps.bets import printed_layout
from tables.games.craps.mc import BOOK
from tables.games.craps.messages import Command, DiceFell, Event, SessionBroken
from tables.games.craps.rules import DICE, PLACES, Rules
from tables.games.craps.state import State
from tables.games.craps.view import Own, View

DEMO: Final = DemoTable(
    "Table Fontvieille",
    "MC-CRAPS/demo",
    "MC",
    {
        "table_min_cents": 1_00,
        "stake_increment_cents": 1_00,
        "betting_window_seconds": 30,
        "max_odds_multiple": 10,
        "table_max_cents": 2_000_00,
    },
)


class Craps(MonacoGame[Rules, State, Command, Event, View]):
    """A round is one throw, with the bets before it; what is not decided lies on.

    Players at a place of the rail are offered the dice in turn; anybody may stake. A party's
    bets it alone is shown with their ids; the others see totals and the places they belong to.
    """

    key: Final = "craps"
    modules: Final = Modules(play, _state, view)
    session_broken_event: Final = SessionBroken
    throw_kind: Final = "craps.dice_fell"
    wire: Final = Wire(Command, Event, View, Own, prefix="Craps")
    books: Final[Mapping[str, Book[Rules]]] = {BOOK.key: BOOK}
    wording: Final = Wording.of(words)
    printed_layout: Final = printed_layout()
    clause_index: Final = clause_index.INDEX

    def equipment(self, rules: Rules) -> Equipment:
        return DICE

    def draw_result_name(self, rules: Rules, values: tuple[int, ...]) -> str:
        return " ".join(str(value + 1) for value in values)

    def needs(self, rules: Rules) -> Needs:
        return Needs(
            duties=frozenset({Duty.TABLE_CHIEF}), seats=True, session_check=SessionCheck.DICE
        )

    def box_count(self, rules: Rules) -> int:
        return PLACES

    def needs_another_round(self, rules: Rules, state: State) -> bool:
        return settle.is_next_throw_needed(state)

    @property
    def staff_orders(self) -> Mapping[str, Words]:
        return words.ORDERS

    def parties_with_private_view(self, state: State) -> frozenset[Party]:
        return frozenset((*state.stakes, *state.settled))

    def thrown_dice(self, event: Event) -> tuple[tuple[int, int], ...]:
        """Return the two dice of the session that were thrown, with their faces (MC-EQ-49)."""
        return (
            tuple(zip(event.pair, event.dice, strict=True)) if isinstance(event, DiceFell) else ()
        )

    def staked_parties(self, state: State) -> frozenset[Party]:
        return frozenset(state.stakes)

    def parties_who_must_stay(self, state: State) -> frozenset[Party]:
        """Return nobody: the chips of a player who leaves the rail are thrown for."""
        return frozenset()

    def result(self, state: State) -> str:
        """Return the faces, and what they did to the point; nothing where nobody threw."""
        if state.voided:
            return "void"
        if state.dice is None:
            return ""
        shown = "-".join(map(str, state.dice))
        turn = state.turn.removeprefix("seven_")
        return f"{shown} {turn}" if turn else shown

    @property
    def demo_tables(self) -> tuple[DemoTable, ...]:
        return (DEMO,)


CRAPS: Final = Craps()
