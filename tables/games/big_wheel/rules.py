"""The rules of the game as values: article 7, each field with its clause."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar, Final

from tables.games.core.rules import enacted_by
from tables.games.wheel.device import Clauses, Device
from tables.games.wheel.layout import Position
from tables.games.wheel.rules import WheelRules

_LETTERS: Final = {"B": "joker_black", "Y": "joker_yellow", "20": "twenty", "10": "ten",
                   "5": "five", "2": "two", "1": "one"}  # fmt: skip
_RIM: Final = (
    "B 1 2 1 10 1 2 1 5 1 2 1 20 2 1 5 1 2 1 10 1 2 1 5 1 2 1 "
    "Y 1 2 5 2 1 10 1 2 5 2 1 20 1 2 1 5 1 2 1 10 1 2 1 5 1 2"
)
SEGMENTS: Final = tuple(_LETTERS[each] for each in _RIM.split())
"""What each segment shows, by its number: each is as likely as the others (MC-WHEEL-11).

This is also the order on the rim that the decree leaves open: no two equal ones are neighbours,
the jokers and the twenties are opposite each other.
"""
JOKERS: Final = ("joker_black", "joker_yellow")
PAYS: Final[Mapping[str, tuple[int, str]]] = {
    "joker_black": (40, "MC-WHEEL-04"),
    "joker_yellow": (40, "MC-WHEEL-05"),
    "twenty": (20, "MC-WHEEL-06"),
    "ten": (10, "MC-WHEEL-07"),
    "five": (5, "MC-WHEEL-08"),
    "two": (2, "MC-WHEEL-09"),
    "one": (1, "MC-WHEEL-10"),
}
"""What each chance pays, the stake not included (A1), and by which clause; as they are printed."""
COUNTS: Final[Mapping[str, int]] = {chance: SEGMENTS.count(chance) for chance in PAYS}
"""How many segments show it: 1, 1, 2, 4, 7, 15 and 24."""


def _position(chance: str) -> Position:
    wins = frozenset(number for number, shown in enumerate(SEGMENTS) if shown == chance)
    times, clause = PAYS[chance]
    return Position(chance, chance, wins, (times, 1), clause)


DEVICE: Final = Device(
    game="big_wheel",
    numbers=tuple(range(len(SEGMENTS))),
    names=SEGMENTS,
    called="segment",
    layout={chance: _position(chance) for chance in PAYS},
    chances=tuple(PAYS),
    payment=tuple(PAYS),
    clauses=Clauses(combination="MC-WHEEL-11", closed="MC-WHEEL-03", ready="COMMON-1"),
)


@cache
def rim_of(order: tuple[str, ...]) -> tuple[int, ...]:
    """Return the numbers of the segments as they follow each other on a rim of this order.

    The nth segment that shows a chance is everywhere the nth of them: numbers that were recorded
    stay what they were when the house changes the order.
    """
    numbers = {
        chance: [number for number, shown in enumerate(SEGMENTS) if shown == chance]
        for chance in COUNTS
    }
    before, rim = Counter[str](), []
    for chance in order:
        rim.append(numbers[chance][before[chance]])
        before[chance] += 1
    return tuple(rim)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(WheelRules):
    """A complete set of rules. Amounts are minor units, times seconds."""

    device: ClassVar[Device] = DEVICE

    joker_odds: int = enacted_by("MC-WHEEL-04", "MC-WHEEL-05", default=40)
    segment_order: tuple[str, ...] = enacted_by("MC-WHEEL-16", default=SEGMENTS)
    """What the segments show, in their order on the rim."""
    min_turns: int = enacted_by("MC-WHEEL-12", default=3)
    """Turns that the wheel makes at least before it stops."""

    @property
    def rim(self) -> tuple[int, ...]:
        """The numbers of the segments in their order on the rim."""
        return rim_of(self.segment_order)

    def fallen(self, value: int) -> int:
        """Return the number of the segment at this place of the rim."""
        return self.rim[value]

    def paying(self, on: str) -> Position:
        """Return a position with what this house pays there: a joker's odds are an option."""
        printed = DEVICE.layout[on]
        return replace(printed, odds=(self.joker_odds, 1)) if on in JOKERS else printed
