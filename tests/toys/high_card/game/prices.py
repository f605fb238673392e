"""What high card costs."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tables.games.high_card.rules import Rules

from tables.games.core.price import Price


def report(rules: Rules, *, afresh: bool = False) -> dict[str, Any]:
    """Return the edge of a stake as plain JSON: how often the two cards are equal."""
    return {"edge": str(Fraction(4 * rules.packs - 1, 52 * rules.packs - 1))}


def prices(found: Mapping[str, Any]) -> tuple[Price, ...]:
    """Return the price of every bet of a report."""
    edge = Fraction(found["edge"])
    return (Price("main", "Carte haute", "High card", edge, edge),)
