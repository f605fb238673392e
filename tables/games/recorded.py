"""The register of recorded rounds as worked examples: one line per game that writes them.

`Game.play_example` plays what is written here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tables.games.blackjack.record import example_of as blackjack_example


@dataclass(frozen=True, slots=True)
class Recorded:
    """How a game's recorded round becomes a worked example."""

    format: str
    """The format of the example, as a file of examples names it."""
    example: Callable[
        [str, Mapping[str, Any], Sequence[Any], Mapping[str, int]], dict[str, Any] | None
    ]
    """Return a finished round as an example: from its book, house options, events, and what each
    pot held before it; `None` when there is nothing to play. Played, its result must have `totals`:
    per party `staked` and `returned`, in minor units."""


RECORDED: Final[Mapping[str, Recorded]] = {
    "blackjack": Recorded("blackjack-examples/1", blackjack_example),
}
"""By game."""
