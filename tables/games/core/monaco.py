"""What the table games of Monaco's order no. 88-384 have in common, whatever is played there."""

from abc import abstractmethod
from dataclasses import Field
from typing import Any, ClassVar, Final, Protocol, TypeVar

from tables.games.core import incidents
from tables.games.core.modules import Modules
from tables.games.core.money import Amount, Party
from tables.games.core.protocol import (
    EVERYBODY,
    Audience,
    Awaiting,
    C,
    E,
    EngineInput,
    Game,
    Incident,
    OpeningContext,
    V,
)

SECOND_SHUFFLE: Final = (
    "not built yet: a second permutation; the certified generator makes every order equally "
    "likely, and another permutation leaves it so"
)
"""Where the second operation of article 1.2 stands, in the words of MC-EQ-21."""


class _Rules(Protocol):
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def last_rounds_notice(self) -> int: ...


class _State(Protocol):
    @property
    def stage(self) -> str: ...

    @property
    def on_layout(self) -> Amount: ...


R = TypeVar("R", bound=_Rules)
S = TypeVar("S", bound=_State)


class MonacoGame(Game[R, S, C, E, V]):
    """A table game of Monaco: its engine is modules, and folds while it decides."""

    @property
    @abstractmethod
    def session_broken_event(self) -> type[Any]:
        """The event by which a session is broken off."""

    @property
    @abstractmethod
    def modules(self) -> Modules[R, S, C, E, V]:
        """What it is made of."""

    def own(self, event: E) -> E:
        """Return an event as the game's own, of an engine that several games share."""
        return event

    def opening_event(self, rules: R, carried: S | None, context: OpeningContext) -> E:
        return self.own(self.modules.play.opening_event(rules, carried, context))

    def opens_by_itself(self, rules: R, state: S | None, context: OpeningContext) -> bool:
        return self.modules.play.opens_by_itself(rules, state, context)

    def awaiting(self, rules: R, state: S) -> Awaiting:
        return self.modules.play.awaiting(rules, state)

    def decide(self, rules: R, state: S, given: EngineInput[C]) -> tuple[E, ...]:
        return self.step(rules, state, given)[0]

    def step(self, rules: R, state: S, given: EngineInput[C]) -> tuple[tuple[E, ...], S]:
        course = self.modules.play.decide(rules, state, given)
        return tuple([self.own(event) for event in course.events]), course.state

    def evolve(self, state: S | None, event: E) -> S:
        return self.modules.state.evolve(state, event)

    def view(self, rules: R, state: S) -> V:
        return self.modules.view.view(rules, state)

    def private_view(self, rules: R, state: S, party: Party) -> Any:
        return self.modules.view.private_view(rules, state, party)

    def redact(self, event: E, audience: Audience = EVERYBODY) -> E:
        return self.modules.view.redact(event, audience)

    def is_over(self, state: S) -> bool:
        return state.stage == "closed"

    def on_layout(self, state: S) -> Amount:
        return state.on_layout

    def last_rounds_notice(self, rules: R) -> int:
        return rules.last_rounds_notice

    def incident(self, rules: R, event: E) -> Incident | None:
        """Return what the control is notified of: a void round, a broken session (art. 24)."""
        return incidents.round_incident(event, self.session_broken_event)
