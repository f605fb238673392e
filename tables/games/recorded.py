"""The register of recorded rounds as worked examples: one line per game that writes them.

`Game.play_example` plays what is written here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tables.games.blackjack.record import example_of as blackjack_example
from tables.games.chemin_de_fer.record import example_of as chemin_de_fer_example
from tables.games.core.examples import shares
from tables.games.european_roulette.record import example_of as european_roulette_example

Example = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Recorded:
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


def _totals(example: Example, result: Example) -> Mapping[str, Mapping[str, int]]:
    totals: Mapping[str, Mapping[str, int]] = result.get("totals", {})
    return totals


RECORDED: Final[Mapping[str, Recorded]] = {
    "blackjack": Recorded("blackjack-examples/1", blackjack_example, _totals, lambda _: 0),
    "chemin_de_fer": Recorded(
        "mc-rules-examples/1",
        chemin_de_fer_example,
        shares,
        lambda example: int(example["carried"]["bank"] + example["carried"]["garage"]),
    ),
    "european_roulette": Recorded(
        "mc-rules-examples/1",
        european_roulette_example,
        shares,
        lambda example: sum(each["stake"] for each in example["carried"]),
    ),
}
"""By game."""
