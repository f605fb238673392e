"""An engine as modules: what decides, what folds, and what is shown of it."""

from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from tables.games.core.course import Course
from tables.games.core.money import Party
from tables.games.core.protocol import Audience, Awaiting, EngineInput, OpeningContext

R = TypeVar("R")
S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")
V = TypeVar("V")
R_contra = TypeVar("R_contra", contravariant=True)
S_contra = TypeVar("S_contra", contravariant=True)
E_contra = TypeVar("E_contra", contravariant=True)
V_co = TypeVar("V_co", covariant=True)


class Play(Protocol[R_contra, S, C, E]):
    """A game's `play`: the course of a round. Each does what `Game` says of the same name."""

    def opening_event(
        self, rules: R_contra, carried: S | None, context: OpeningContext, /
    ) -> E: ...

    def opens_by_itself(
        self, rules: R_contra, state: S | None, context: OpeningContext, /
    ) -> bool: ...

    def awaiting(self, rules: R_contra, state: S, /) -> Awaiting: ...

    def decide(self, rules: R_contra, state: S, given: EngineInput[C], /) -> Course[Any, S, E]: ...


class Fold(Protocol[S, E_contra]):
    """A game's `state`: what its events lead to."""

    def evolve(self, state: S | None, event: E_contra, /) -> S: ...


class Shown(Protocol[R_contra, S_contra, E, V_co]):
    """A game's `view`: what everybody may know, and what one party alone."""

    def view(self, rules: R_contra, state: S_contra, /) -> V_co: ...

    def private_view(self, rules: R_contra, state: S_contra, party: Party, /) -> Any: ...

    def redact(self, event: E, audience: Audience, /) -> E: ...


@dataclass(frozen=True, slots=True)
class Modules(Generic[R, S, C, E, V]):
    """The modules of an engine."""

    play: Play[R, S, C, E]
    state: Fold[S, E]
    view: Shown[R, S, E, V]
