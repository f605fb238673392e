"""The rules of the game as values: article 10, each field with its clause."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from tables.games.core.rules import enacted_by
from tables.games.wheel.device import Clauses, Device
from tables.games.wheel.layout import Position, text
from tables.games.wheel.rules import WheelRules

NUMBERS: Final = tuple(range(1, 10))
"""Two or four series of nine holes: each number is as likely as the others (MC-BOULE-12)."""
CHANCES: Final[Mapping[str, frozenset[int]]] = {
    "red": frozenset({2, 4, 7, 9}),
    "black": frozenset({1, 3, 6, 8}),
    "odd": frozenset({1, 3, 7, 9}),
    "even": frozenset({2, 4, 6, 8}),
    "high": frozenset({6, 7, 8, 9}),
    "low": frozenset({1, 2, 3, 4}),
}
"""The even chances; the 5 is in none of them, and yellow (MC-BOULE-07, MC-BOULE-13, A1, A2)."""


def _layout() -> Mapping[str, Position]:
    numbers = (
        Position(text("straight", (n,)), "straight", frozenset({n}), (7, 1), "MC-BOULE-05")
        for n in NUMBERS
    )
    chances = (
        Position(chance, chance, wins, (1, 1), "MC-BOULE-06") for chance, wins in CHANCES.items()
    )
    return {each.on: each for each in (*numbers, *chances)}


DEVICE: Final = Device(
    game="boule",
    numbers=NUMBERS,
    names=tuple(str(number) for number in NUMBERS),
    layout=_layout(),
    chances=tuple(CHANCES),
    payment=(*CHANCES, "straight"),
    clauses=Clauses(combination="MC-BOULE-04", closed="COMMON-3", ready="COMMON-1"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(WheelRules):
    """A complete set of rules. Amounts are minor units, times seconds."""

    device: ClassVar[Device] = DEVICE

    hole_rows: int = enacted_by("MC-BOULE-12", default=2)
    """Series of nine holes in the bowl; they do not change what is how likely."""
