"""How a recorded round becomes a worked example, which `Game.play_example` plays again."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

Example = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RoundConversion:
    """How a game's recorded round becomes a worked example."""

    format: str
    """The format of the example, as a file of examples names it."""
    example: Callable[
        [str, Mapping[str, Any], Sequence[Any], Mapping[str, int]], dict[str, Any] | None
    ]
    """Return a finished round as an example: from its book, house options, events, and what each
    pot held before it; `None` when there is nothing to play."""
    totals: Callable[[Example, Example], Mapping[str, Mapping[str, int]]]
    """Return, of an example and its result, what each party `staked` and was `returned`, and where
    chips may stay at the table what it `left` there; minor units."""
    carried: Callable[[Example], int]
    """Return how many chips of players lay at the table when the round opened, in minor units."""


class WorkedExamples(Protocol):
    """A game's `examples`: what plays them, and what writes recorded coups as some."""

    def play_example(
        self, game: Any, example: Example, options: Mapping[str, Any], /
    ) -> dict[str, Any]: ...

    def example_of(
        self,
        game: Any,
        book: str,
        options: Mapping[str, Any],
        events: Sequence[Any],
        pots: Mapping[str, int],
        /,
    ) -> dict[str, Any] | None: ...

    def carried(self, example: Example, /) -> int: ...
