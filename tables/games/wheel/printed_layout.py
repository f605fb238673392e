"""What is printed on the layout and the cylinder of a roulette: its page draws it from here."""

from collections.abc import Mapping, Sequence
from typing import Any

from tables.games.wheel.announced import COMPLEX, NAMED, NEIGHBOURS
from tables.games.wheel.layout import CHANCES


def printed_layout(wheel: Sequence[int]) -> Mapping[str, Any]:
    """Return as JSON the pockets of a cylinder in their order, chances and announced bets."""
    return {
        "wheel": list(wheel),
        "chances": {chance: sorted(pockets) for chance, pockets in CHANCES.items()},
        "neighbours": NEIGHBOURS,
        "named": {bet: dict(chips) for bet, chips in NAMED.items()},
        "written": list(COMPLEX),
    }
