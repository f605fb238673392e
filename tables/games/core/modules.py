"""A game whose engine is three modules: what decides, what folds, and what is shown of it."""

from abc import abstractmethod
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import Any, Generic, Protocol, TypeVar

from tables.games.core.course import Course
from tables.games.core.price import Pricing, simple_pricing
from tables.games.core.protocol import Awaiting, C, E, EngineInput, Game, OpeningContext, R, V

R_contra = TypeVar("R_contra", contravariant=True)
S_contra = TypeVar("S_contra", contravariant=True)
E_contra = TypeVar("E_contra", contravariant=True)
V_co = TypeVar("V_co", covariant=True)
F = TypeVar("F")


class Staged(Protocol):
    """A state that knows where its round is."""

    @property
    def stage(self) -> str: ...


S = TypeVar("S", bound=Staged)


class Play(Protocol[R_contra, S, C, F]):
    """A game's `play`: the course of a round. Each does what `Game` says of the same name."""

    def opening_event(
        self, rules: R_contra, carried: S | None, context: OpeningContext, /
    ) -> F: ...

    def opens_by_itself(
        self, rules: R_contra, state: S | None, context: OpeningContext, /
    ) -> bool: ...

    def awaiting(self, rules: R_contra, state: S, /) -> Awaiting: ...

    def decide(self, rules: R_contra, state: S, given: EngineInput[C], /) -> Course[Any, S, F]: ...


class Fold(Protocol[S, E_contra]):
    """A game's `state`: what its events lead to."""

    def evolve(self, state: S | None, event: E_contra, /) -> S: ...


class Shown(Protocol[R_contra, S_contra, V_co]):
    """A game's `view`: what everybody may know."""

    def view(self, rules: R_contra, state: S_contra, /) -> V_co: ...


W_co = TypeVar("W_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Modules(Generic[R, S, C, E, W_co]):
    """The modules of an engine."""

    play: Play[R, S, C, E]
    state: Fold[S, E]
    view: W_co


class ModuleGame(Game[R, S, C, E, V]):
    """A game whose engine is three modules."""

    @property
    @abstractmethod
    def modules(self) -> Modules[R, S, C, E, Shown[R, S, V]]:
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

    def is_over(self, state: S) -> bool:
        return state.stage == "closed"

    def view(self, rules: R, state: S) -> V:
        return self.modules.view.view(rules, state)

    @property
    def pricing(self) -> Pricing | None:
        """What its bets cost by the `report` of its module `prices`, which takes no time."""
        return simple_pricing(resolve_name(f"{type(self).__module__}.prices:report"))
