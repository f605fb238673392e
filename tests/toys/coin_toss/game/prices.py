"""What a toss costs."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tables.games.coin_toss.rules import Rules

from tables.games.core.price import Price


def report(rules: Rules, *, afresh: bool = False) -> dict[str, Any]:
    """Return the edge of a stake as plain JSON."""
    return {"edge": str(Fraction(100 - rules.win_percent, 200))}


def prices(found: Mapping[str, Any]) -> tuple[Price, ...]:
    """Return the price of every bet of a report."""
    edge = Fraction(found["edge"])
    return (Price("main", "Pile ou face", "Heads or tails", edge, edge),)
