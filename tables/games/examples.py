"""The register of worked examples: how each game writes and plays them. One line per game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tables.games.blackjack import examples as blackjack
from tables.games.blackjack import record as blackjack_record


@dataclass(frozen=True, slots=True)
class Format:
    """A game's published format of worked examples."""

    key: str
    """What a file of examples names as its `format`."""
    play: Callable[[Mapping[str, Any]], dict[str, Any]]
    """Return what the engine makes of an example, in the form of its `expected`.

    A round's result has `totals`: per party `staked` and `returned`, in minor units. Raises
    `ValueError` where the example breaks its format.
    """
    of_round: Callable[
        [str, Mapping[str, Any], Sequence[Any], Mapping[str, int]], dict[str, Any] | None
    ]
    """Return a finished round as an example: from its book, house options, events, and what each
    pot held before it; `None` when there is nothing to play."""


FORMATS: Final[Mapping[str, Format]] = {
    "blackjack": Format("blackjack-examples/1", blackjack.play, blackjack_record.example_of),
}
"""By game."""
