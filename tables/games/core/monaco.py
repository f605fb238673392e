"""What the table games of Monaco's order no. 88-384 have in common, whatever is played there."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import Field
from functools import partial
from pkgutil import resolve_name
from typing import Any, ClassVar, Final, Protocol, TypeVar

from tables.games.core import incidents
from tables.games.core.examples import player_shares
from tables.games.core.modules import (
    F,
    ModuleGame,
    Modules,
    R_contra,
    S_contra,
    Shown,
    Staged,
    V_co,
)
from tables.games.core.money import Amount, Party
from tables.games.core.protocol import EVERYBODY, Audience, C, E, Incident, V
from tables.games.core.round_conversion import Example, RoundConversion, WorkedExamples

SECOND_SHUFFLE: Final = (
    "not built yet: a second permutation; the certified generator makes every order equally "
    "likely, and another permutation leaves it so"
)
"""Where the second operation of article 1.2 stands, in the words of MC-EQ-21."""


class _Rules(Protocol):
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def last_rounds_notice(self) -> int: ...

    @property
    def table_min_cents(self) -> int: ...

    def contradictions(self) -> Iterable[str]:
        """Return the options whose values contradict others, by name."""
        ...


class _State(Staged, Protocol):
    @property
    def on_layout(self) -> Amount: ...


R = TypeVar("R", bound=_Rules)
S = TypeVar("S", bound=_State)


class ShownToParties(Shown[R_contra, S_contra, V_co], Protocol[R_contra, S_contra, F, V_co]):
    """A game's `view`, with what one party alone is shown."""

    def private_view(self, rules: R_contra, state: S_contra, party: Party, /) -> Any: ...

    def redact(self, event: F, audience: Audience, /) -> F: ...


class MonacoGame(ModuleGame[R, S, C, E, V]):
    """A table game of Monaco."""

    @property
    @abstractmethod
    def session_broken_event(self) -> type[Any]:
        """The event by which a session is broken off."""

    @property
    @abstractmethod
    def modules(self) -> Modules[R, S, C, E, ShownToParties[R, S, E, V]]:
        """What it is made of."""

    def contradictions(self, rules: R, chosen: Mapping[str, Any]) -> Iterable[str]:
        return rules.contradictions()

    def stake_limits(self, rules: R) -> tuple[int | None, int | None]:
        return rules.table_min_cents, None

    def private_view(self, rules: R, state: S, party: Party) -> Any:
        return self.modules.view.private_view(rules, state, party)

    def redact(self, event: E, audience: Audience = EVERYBODY) -> E:
        return self.modules.view.redact(event, audience)

    def on_layout(self, state: S) -> Amount:
        return state.on_layout

    def last_rounds_notice(self, rules: R) -> int:
        return rules.last_rounds_notice

    def incident(self, rules: R, event: E) -> Incident | None:
        """Return what the control is notified of: a void round, a broken session (art. 24)."""
        return incidents.round_incident(event, self.session_broken_event)

    @property
    def worked_examples(self) -> WorkedExamples:
        """The module that plays them, and writes rounds as some; only who needs it imports it."""
        examples: WorkedExamples = resolve_name(f"{type(self).__module__}.examples")
        return examples

    @property
    def round_conversion(self) -> RoundConversion:
        worked = self.worked_examples
        write = partial(worked.example_of, self)
        return RoundConversion("mc-rules-examples/1", write, player_shares, worked.carried)

    def play_example(self, example: Example, options: Mapping[str, Any]) -> Mapping[str, Any]:
        return self.worked_examples.play_example(self, example, options)
