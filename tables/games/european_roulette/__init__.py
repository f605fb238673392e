"""European roulette: the game as the rest of the house sees it."""

from collections.abc import Mapping
from typing import Any, Final

from tables.games.core.demo import DemoTable
from tables.games.core.examples import play as play_steps
from tables.games.core.examples import shares
from tables.games.core.money import Amount, Party
from tables.games.core.price import Priced, simple
from tables.games.core.protocol import (
    Awaiting,
    Book,
    Draw,
    Duty,
    Equipment,
    Game,
    Given,
    Incident,
    Needs,
    Setting,
    Voided,
    Whereabouts,
    Wire,
    Wording,
)
from tables.games.core.recorded import Recorded
from tables.games.european_roulette import (
    play,
    staking,
    state,
    telling,
    view,
    whereabouts,
    words,
)
from tables.games.european_roulette.examples import RouletteTable
from tables.games.european_roulette.mc import BOOK
from tables.games.european_roulette.messages import Command, Event, SessionBroken
from tables.games.european_roulette.rules import POCKETS, Rules, contradictions
from tables.games.european_roulette.state import State
from tables.games.european_roulette.view import Own, View
from tables.games.wheel.layout import EUROPEAN_WHEEL
from tables.games.wheel.printed import printed

DEMO: Final = DemoTable(
    "Roulette Garnier",
    "MC-EROU/demo",
    "MC",
    {
        "table_min_cents": 1_00,
        "stake_increment_cents": 1_00,
        "betting_window_seconds": 30,
        "table_max_cents": {
            "straight": 50_00,
            "split": 100_00,
            "street": 150_00,
            "corner": 200_00,
            "six_line": 300_00,
            **dict.fromkeys(("dozen", "column", "double_dozen", "double_column"), 1_000_00),
            **dict.fromkeys(("red", "black", "odd", "even", "high", "low"), 1_500_00),
        },
    },
)


class EuropeanRoulette(Game[Rules, State, Command, Event, View]):
    """The game of European roulette; every method is pure.

    Nobody sits: any party may stake. What a party has staked, only it is shown; the others see
    totals.
    """

    key: Final = "european_roulette"
    wire: Final = Wire(Command, Event, View, Own, prefix="EuropeanRoulette")
    books: Final[Mapping[str, Book[Rules]]] = {BOOK.key: BOOK}
    wording: Final = Wording(
        telling.SENTENCES,
        telling.WORDS,
        telling.variant,
        telling.NAME,
        telling.result,
        refusals=words.REFUSALS,
        reasons=words.REASONS,
        bets=words.BETS,
    )
    printed: Final = printed(EUROPEAN_WHEEL)
    whereabouts: Final = Whereabouts(whereabouts.PLACES, whereabouts.ELSEWHERE)

    def contradictions(self, rules: Rules, chosen: Mapping[str, Any]) -> tuple[str, ...]:
        return contradictions(rules)

    def equipment(self, rules: Rules) -> Equipment:
        return Draw((POCKETS,))

    def needs(self, rules: Rules) -> Needs:
        return Needs(duties=frozenset({Duty.TABLE_CHIEF}), writings=rules.complex_announced_bets)

    def box_count(self, rules: Rules) -> int:
        return 0

    def opening(self, rules: Rules, carried: State | None, setting: Setting) -> Event:
        return play.opening(carried, setting)

    def goes_on(self, rules: Rules, state: State | None, setting: Setting) -> bool:
        return play.goes_on(state, setting)

    def awaiting(self, rules: Rules, state: State) -> Awaiting:
        return play.awaiting(rules, state)

    def decide(self, rules: Rules, state: State, given: Given[Command]) -> tuple[Event, ...]:
        return self.step(rules, state, given)[0]

    def step(
        self, rules: Rules, state: State, given: Given[Command]
    ) -> tuple[tuple[Event, ...], State]:
        course = play.decide(rules, state, given)
        return tuple(course.events), course.state

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

    def incident(self, rules: Rules, event: Event) -> Incident | None:
        """Return what the control is notified of: a void round, a broken session (art. 24)."""
        match event:
            case Voided():
                return Incident("MC-INC-02", "voided")
            case SessionBroken():
                return Incident("MC-INC-02", "broken_off")
            case _:
                return None

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

    def bounds(self, rules: Rules) -> tuple[int | None, int | None]:
        return rules.table_min_cents, None

    @property
    def demo(self) -> tuple[DemoTable, ...]:
        return (DEMO,)

    @property
    def priced(self) -> Priced:
        from tables.games.european_roulette import prices

        return simple(prices.report)

    @property
    def recorded(self) -> Recorded:
        # A record is written by this very game, so it cannot be imported before it.
        from tables.games.european_roulette import record

        return Recorded(
            "mc-rules-examples/1",
            record.example_of,
            shares,
            lambda example: sum(each["stake"] for each in example["carried"]),
        )

    def play_example(
        self, example: Mapping[str, Any], options: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        wanted = {**options, **example.get("options", {})}
        table = RouletteTable(self.amend(BOOK.key, wanted), example.get("carried"))
        return play_steps(example, table)


EUROPEAN_ROULETTE: Final = EuropeanRoulette()
