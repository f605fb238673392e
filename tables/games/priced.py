"""The register of theoretical returns: one line per game that computes them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tables.games.blackjack.theory import report as blackjack


@dataclass(frozen=True, slots=True)
class Priced:
    """What a game's bets cost, from its rules."""

    report: Callable[..., dict[str, Any]]
    """Return every edge of some rules as plain JSON: `main` with `edge`, `error` and `strategy`
    (tables of rows of letters), `side_bets` with `edge`, `fraction` and `offered`. Takes seconds
    for rules that nobody has asked for before; `afresh` computes even what is known."""
    favourable: Callable[[Mapping[str, Any]], tuple[str, float] | None]
    """Return the first bet of a report that favours the player, and its edge."""


PRICED: Final[Mapping[str, Priced]] = {
    "blackjack": Priced(blackjack.report, blackjack.favourable),
}
"""By game. The bets of a game that is not here are priced by its law alone."""
