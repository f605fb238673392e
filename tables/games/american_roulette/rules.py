"""The rules of the game as values: article 4, each field with its clause."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from tables.games.core.money import Amount
from tables.games.core.rules import enacted_by
from tables.games.wheel.device import Clauses, Device
from tables.games.wheel.layout import (
    CHANCES,
    DOUBLE_ZERO,
    NUMBERS,
    Position,
    Terms,
    name_of,
    positions,
)
from tables.games.wheel.rules import WheelRules

WHEEL: Final = (
    0, 28, 9, 26, 30, 11, 7, 20, 32, 17, 5, 22, 34, 15, 3, 24, 36, 13, 1, DOUBLE_ZERO, 27, 10, 25,
    29, 12, 8, 19, 31, 18, 6, 21, 33, 16, 4, 23, 35, 14, 2,
)  # fmt: skip
"""The pockets in the order in which they follow each other on the cylinder (MC-EQ-57)."""
ZEROS: Final = frozenset({0, DOUBLE_ZERO})
_POCKETS: Final = (0, *NUMBERS, DOUBLE_ZERO)
_ZERO: Final = (
    *[("straight", (zero,)) for zero in (0, DOUBLE_ZERO)],
    *[("split", pair) for pair in ((0, DOUBLE_ZERO), (0, 1), (0, 2),
                                   (DOUBLE_ZERO, 2), (DOUBLE_ZERO, 3))],
    *[("street", trio) for trio in ((0, 1, 2), (0, DOUBLE_ZERO, 2), (DOUBLE_ZERO, 2, 3))],
    ("first_five", (0, DOUBLE_ZERO, 1, 2, 3)),
)  # fmt: skip
"""Where the numbers touch on the layout (A2, A3); no square has a zero (A4)."""

LAYOUT: Final[Mapping[str, Position]] = positions(
    {
        "column": Terms((2, 1), "MC-AROU-27"),
        "high": Terms((1, 1), "MC-AROU-29"),
        "odd": Terms((1, 1), "MC-AROU-28"),
        "black": Terms((1, 1), "MC-AROU-30"),
        "red": Terms((1, 1), "MC-AROU-30"),
        "even": Terms((1, 1), "MC-AROU-28"),
        "low": Terms((1, 1), "MC-AROU-29"),
        "dozen": Terms((2, 1), "MC-AROU-26"),
        "six_line": Terms((5, 1), "MC-AROU-25"),
        "street": Terms((11, 1), "MC-AROU-22"),
        "first_five": Terms((6, 1), "MC-AROU-24"),
        "corner": Terms((8, 1), "MC-AROU-23"),
        "split": Terms((17, 1), "MC-AROU-21"),
        "straight": Terms((35, 1), "MC-AROU-20"),
    },
    _ZERO,
)
"""Every position by its text form, those included that an option may close."""

ORDER_OF_PAYMENT: Final = (
    "column",
    "high",
    "odd",
    "black",
    "red",
    "even",
    "low",
    "dozen",
    "six_line",
    "street",
    "first_five",
    "corner",
    "split",
    "straight",
)
"""MC-AROU-18."""

DEVICE: Final = Device(
    game="american_roulette",
    numbers=_POCKETS,
    names=tuple(name_of(pocket) for pocket in _POCKETS),
    layout=LAYOUT,
    chances=tuple(CHANCES),
    payment=ORDER_OF_PAYMENT,
    by_player=True,
    clauses=Clauses(combination="MC-AROU-19", closed="MC-AROU-14", ready="COMMON-1"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(WheelRules):
    """A complete set of rules. Amounts are minor units, times seconds."""

    device: ClassVar[Device] = DEVICE

    reopen_on_void: bool = enacted_by("MC-AROU-11", "COMMON-13", default=False)
    allow_zero_trios: bool = enacted_by("MC-AROU-22", default=True)
    allow_zero_splits: bool = enacted_by("MC-AROU-21", default=True)
    chip_denominations: tuple[int, ...] = enacted_by(
        "MC-AROU-01", default=(100, 500, 1000, 2500, 10000, 50000)
    )
    """The face values of the chips that are shown."""
    max_tables_per_chief: int = enacted_by("MC-AROU-08", default=4)
    colour_chips: bool = enacted_by("MC-AROU-02", default=True)

    @property
    def highest(self) -> Amount:
        """The most that a stake may be on any position."""
        return max(self.most(bet) for bet in ORDER_OF_PAYMENT)

    def allows(self, position: Position) -> bool:
        """Tell whether the house has the position open (A2, A3)."""
        match position.bet:
            case "street":
                return self.allow_zero_trios or not position.pockets & ZEROS
            case "split":
                return self.allow_zero_splits or not position.pockets & ZEROS
            case _:
                return True
