"""What a game of the machine costs, exactly: every stop of every reel, every deal and draw."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from tables.games.automatic_games.rules import PLAY, Rules
from tables.games.automatic_games.spread import spread
from tables.games.core.price import Price, Report

PAGES: Final[Mapping[str, Mapping[str, Any]]] = {
    "sheet": {
        "type": "object",
        "description": "The technical sheet of the machine: how far what a game pays lies about "
        "its return, in stakes of a game. Fractions are exact.",
        "properties": {
            "machine": {"type": "string"},
            "version": {"type": "integer"},
            "hash": {"type": "string"},
            "return": {"type": "string", "description": "A fraction."},
            "variance": {
                "type": "string",
                "description": "A fraction: of what a game pays with its free games.",
            },
            "deviation": {
                "type": "number",
                "description": "The standard deviation, which is the root of it: volatility.",
            },
            "hits": {
                "type": "string",
                "description": "A fraction: so many of all games pay something.",
            },
        },
        "required": ["machine", "version", "hash", "return", "variance", "deviation", "hits"],
        "additionalProperties": False,
    }
}
"""JSON Schema of what `report` tells beside the price."""


def report(rules: Rules) -> Report:
    """Return what the theoretical return leaves to the house, and the technical sheet."""
    sheet = rules.sheet
    told = spread(sheet)
    page = {
        "machine": sheet.key,
        "version": sheet.version,
        "hash": sheet.hash,
        "return": str(sheet.theoretical_return),
        **told.to_json(),
        "deviation": told.deviation,
    }
    price = Price(PLAY, 1 - sheet.theoretical_return, clause="MC-AUTO-14")
    return Report((price,), {"sheet": page})


def lines(report: Report) -> Iterator[str]:
    """Yield the technical sheet for a terminal."""
    sheet = report.pages["sheet"]
    yield (
        f"  {sheet['machine']}, version {sheet['version']}: standard deviation "
        f"{sheet['deviation']:.4f} stakes, {float(Fraction(sheet['hits'])):.4%} of games pay"
    )
