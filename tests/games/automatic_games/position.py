"""A position of a machine by itself, for tests of what happens there."""

from typing import Any

from tables.games.automatic_games import AUTOMATIC_GAMES
from tables.games.automatic_games.machines import FIVE
from tables.games.automatic_games.messages import (
    Event,
    Load,
    Play,
    Position,
)
from tables.games.automatic_games.play import opening_event
from tables.games.automatic_games.rules import Rules
from tables.games.automatic_games.state import State, evolve
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import (
    DrawResult,
    OpeningContext,
    OperatorAction,
    PlayerCommand,
    Refused,
)

ANN, BEN = Party("ann"), Party("ben")
SEVENS = (0, 0, 0)
"""The first stop of each reel is its seven."""
LOST = (1, 1, 1)
ONE = Amount(1)
STARS = tuple([strip.index("star") for strip in FIVE.strips])
NOTHING = (5, 0, 0, 0, 0)
"""Five reels that pay nothing on any line."""


class Machine:
    """A position, and what happens at it."""

    def __init__(self, **options: Any) -> None:
        self.rules: Rules = AUTOMATIC_GAMES.amend("MC", options)
        self.state: State = evolve(None, opening_event(self.rules, None, OpeningContext()))
        self.events: list[Event] = []

    def give(self, given: Any) -> str:
        """Give the engine an input; return the refusal's code, or nothing."""
        if AUTOMATIC_GAMES.is_over(self.state):
            self._fold((opening_event(self.rules, self.state, OpeningContext()),))
        try:
            events, after = AUTOMATIC_GAMES.step(self.rules, self.state, given)
        except Refused as refused:
            return refused.code
        self._fold(events)
        assert self.state == after
        return ""

    def _fold(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self.state = evolve(self.state, event)
            self.events.append(event)

    def ask(self, command: Any, party: Party = ANN, seated: bool = True) -> str:
        boxes = frozenset({BoxNo(1)}) if seated else frozenset[BoxNo]()
        return self.give(PlayerCommand(party, boxes, command))

    def order(self, what: str, reason: str = "why") -> str:
        return self.give(OperatorAction(what, "chief", reason))

    def game(self, stops: tuple[int, ...], stake: int = 100) -> None:
        assert self.ask(Play(Amount(stake))) == ""
        assert self.give(DrawResult(stops)) == ""

    @property
    def now(self) -> Position:
        return self.state.now


def loaded(amount: int = 10_00, **options: Any) -> Machine:
    machine = Machine(**options)
    assert machine.ask(Load(Amount(amount))) == ""
    return machine


def five(amount: int = 50_00, **options: Any) -> Machine:
    machine = loaded(amount, machine="five_stars", **options)
    machine.game(STARS)
    return machine
