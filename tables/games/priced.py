"""The register of theoretical returns: one line per game that computes them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tables.games.blackjack.theory import report as blackjack
from tables.games.blackjack.theory.advice import advised
from tables.games.core.money import BoxNo


@dataclass(frozen=True, slots=True)
class Priced:
    """What a game's bets cost, from its rules."""

    report: Callable[..., dict[str, Any]]
    """Return every edge of some rules as plain JSON: `main` with `edge`, `error` and `strategy`
    (tables of rows of letters), `side_bets` with `edge`, `fraction` and `offered`. Takes seconds
    for rules that nobody has asked for before; `afresh` computes even what is known."""
    favourable: Callable[[Mapping[str, Any]], tuple[str, float] | None]
    """Return the first bet of a report that favours the player, and its edge."""
    strategy: Callable[[Mapping[str, Any]], Any]
    """Return the strategy of the main game that a report shows, as `advised` wants it."""
    advised: Callable[[Any, Any, Any, BoxNo], str | None]
    """Return the kind of the command that a strategy gives a box, by rules and state; `None` when
    the box has nothing to decide."""


PRICED: Final[Mapping[str, Priced]] = {
    "blackjack": Priced(blackjack.report, blackjack.favourable, blackjack.strategy, advised),
}
"""By game. The bets of a game that is not here are priced by its law alone."""
