"""What a bet costs whoever makes it: the one form in which every game reports its prices."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from tables.games.core.money import BoxNo


@dataclass(frozen=True, slots=True)
class Price:
    """The house's edge on a bet, per unit: below zero it favours the player."""

    bet: str
    """Its name in stakes and reports; `main` is a game's main bet."""
    fr: str
    en: str
    edge: Fraction | float
    """In the long run; a fraction where it is exact."""
    least: Fraction | float
    """In the worst case for the house."""
    offered: bool = True
    error: float = 0.0
    """The edge is at most this far from the exact one."""
    of: Literal["stake", "winnings"] = "stake"
    """What a unit is a unit of."""
    long_run: bool = False
    """A jackpot's: its pots are counted as paid out."""

    @property
    def favours_player(self) -> bool:
        """Tell whether the house may lose by it; what lies within the error counts as that."""
        return self.offered and self.least <= self.error

    def shown(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        exact = isinstance(self.edge, Fraction)
        return {
            "bet": self.bet,
            "name": {"fr": self.fr, "en": self.en},
            "edge": float(self.edge),
            "fraction": str(self.edge) if exact else None,
            "least": float(self.least),
            "offered": self.offered,
            "of": self.of,
            "long_run": self.long_run,
        }


@dataclass(frozen=True, slots=True)
class Advised:
    """What a game's players are advised, from a report."""

    strategy: Callable[[Mapping[str, Any]], Any]
    """Return the strategy of the main game that a report shows, as `advised` wants it."""
    advised: Callable[[Any, Any, Any, BoxNo], str | None]
    """Return the kind of the command that a strategy gives a box, by rules and state; `None` when
    the box has nothing to decide."""


@dataclass(frozen=True, slots=True)
class Priced:
    """What a game's bets cost, from its rules."""

    report: Callable[..., dict[str, Any]]
    """Return every edge of some rules as plain JSON, which is kept for ever. May take seconds for
    rules that nobody has asked for before; `afresh` computes even what is known."""
    prices: Callable[[Mapping[str, Any]], tuple[Price, ...]]
    """Return the price of every bet of a report."""
    quick: Callable[[Any, str], tuple[Price, ...]]
    """Return the price of a bet by some rules, exact where it can be; nothing where it would take
    time. May return prices of other bets with it."""
    basis: Callable[[Any, str], Hashable]
    """Return what of some rules a bet's price depends on; takes no time."""
    advice: Advised | None = None
    swift: bool = False
    """Whether a report takes no time, so that it may be made when it is asked for."""


def simple(
    report: Callable[..., dict[str, Any]], prices: Callable[[Mapping[str, Any]], tuple[Price, ...]]
) -> Priced:
    """Return what a game gives whose report takes no time: a price is its own basis."""

    def quick(rules: Any, bet: str) -> tuple[Price, ...]:
        return tuple(each for each in prices(report(rules)) if each.bet == bet)

    return Priced(report, prices, quick, quick, swift=True)
