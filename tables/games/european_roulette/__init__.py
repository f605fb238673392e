"""European roulette: the game as the rest of the house sees it."""

from collections.abc import Mapping
from typing import Any, Final

from tables.games.core.examples import play as play_steps
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import (
    Awaiting,
    Book,
    Draw,
    Equipment,
    Given,
    Option,
    Setting,
    Telling,
    Whereabouts,
    Wire,
)
from tables.games.european_roulette import play, rules, staking, state, telling, view, whereabouts
from tables.games.european_roulette.examples import RouletteTable
from tables.games.european_roulette.messages import Command, Event
from tables.games.european_roulette.rules import BOOK, POCKETS, Rules
from tables.games.european_roulette.state import State
from tables.games.european_roulette.view import Own, View

REFUSALS: Final = (
    "above_max",
    "already_decided",
    "bad_increment",
    "below_min",
    "betting_closed",
    "inspector_absent",
    "invalid_option",
    "last_of_session",
    "locked",
    "need_not_be_written",
    "not_a_combination",
    "not_awaited",
    "not_endorsed",
    "nothing_staked",
    "variant_disabled",
    "wager_id",
    "zero_choice_not_open",
)


class EuropeanRoulette:
    """The game of European roulette; every method is pure.

    Nobody sits: any party may stake. What a party has staked, only it is shown; the others see
    totals.
    """

    key: Final = "european_roulette"
    wire: Final = Wire(Command, Event, View, REFUSALS, Own, prefix="EuropeanRoulette")
    books: Final[Mapping[str, Book[Rules]]] = {BOOK.key: BOOK}
    private: Final = True
    told: Final = Telling(telling.SENTENCES, telling.WORDS, telling.variant)
    whereabouts: Final = Whereabouts(whereabouts.PLACES, whereabouts.ELSEWHERE)

    def amend(self, book: str, options: Mapping[str, Any]) -> Rules:
        return rules.amend(self.books[book], options)

    def equipment(self, rules: Rules) -> Equipment:
        return Draw((POCKETS,))

    def wants(self, rules: Rules) -> frozenset[str]:
        written = {"announcements"} if rules.complex_announced_bets else set()
        return frozenset({"table_chief", *written})

    def box_count(self, rules: Rules) -> int:
        return 0

    def cutters(self, rules: Rules, state: State | None, setting: Setting) -> tuple[BoxNo, ...]:
        return ()

    def opening(self, rules: Rules, carried: State | None, setting: Setting) -> Event:
        return play.opening(carried, setting)

    def goes_on(self, rules: Rules, state: State | None, setting: Setting) -> bool:
        return play.goes_on(state, setting)

    def awaiting(self, rules: Rules, state: State) -> Awaiting:
        return play.awaiting(rules, state)

    def options(self, rules: Rules, state: State, box: BoxNo) -> tuple[Option, ...]:
        return ()

    def decide(self, rules: Rules, state: State, given: Given[Command]) -> tuple[Event, ...]:
        return play.decide(rules, state, given)

    def evolve(self, before: State | None, event: Event) -> State:
        return state.evolve(before, event)

    def notice(self, rules: Rules) -> int:
        return rules.last_rounds_notice

    def view(self, rules: Rules, state: State) -> View:
        return view.view(rules, state)

    def privy(self, state: State) -> frozenset[Party]:
        return frozenset((*state.stakes, *state.settled))

    def own(self, rules: Rules, state: State, party: Party) -> Own | None:
        return view.own(rules, state, party)

    def seen(self, event: Event) -> Event:
        return view.seen(event)

    def over(self, state: State) -> bool:
        return state.stage == "closed"

    def on_layout(self, state: State) -> Amount:
        return state.on_layout

    def written(self, rules: Rules, text: str) -> tuple[tuple[str, int], ...]:
        """Return what a complex announcement stands for (MC-EROU-39)."""
        return staking.written(rules, text)

    def riding(self, state: State) -> frozenset[Party]:
        """Return the parties of whom a complex announcement rides (MC-EROU-41)."""
        return staking.riding(state)

    def staked(self, state: State) -> frozenset[Party]:
        return frozenset(state.stakes)

    def result(self, state: State) -> str:
        """Return the number, `void`, or nothing where the ball was not launched."""
        if state.voided:
            return "void"
        return "" if state.number is None else str(state.number)

    def play_example(
        self, example: Mapping[str, Any], options: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        wanted = {**options, **example.get("options", {})}
        table = RouletteTable(self.amend(BOOK.key, wanted), example.get("carried"))
        return play_steps(example, table)


EUROPEAN_ROULETTE: Final = EuropeanRoulette()
