"""What the table games of Monaco's order no. 88-384 have in common, whatever is played there."""

from abc import abstractmethod
from dataclasses import Field
from typing import Any, ClassVar, Final, Protocol, TypeVar

from tables.games.core import incidents
from tables.games.core.money import Amount
from tables.games.core.protocol import C, E, EngineInput, Game, Incident, V

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
    """A table game of Monaco: its engine folds while it decides, so it defines `step`."""

    @property
    @abstractmethod
    def session_broken_event(self) -> type[Any]:
        """The event by which a session is broken off."""

    def decide(self, rules: R, state: S, given: EngineInput[C]) -> tuple[E, ...]:
        return self.step(rules, state, given)[0]

    def is_over(self, state: S) -> bool:
        return state.stage == "closed"

    def on_layout(self, state: S) -> Amount:
        return state.on_layout

    def last_rounds_notice(self, rules: R) -> int:
        return rules.last_rounds_notice

    def incident(self, rules: R, event: E) -> Incident | None:
        """Return what the control is notified of: a void round, a broken session (art. 24)."""
        return incidents.round_incident(event, self.session_broken_event)
