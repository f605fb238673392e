"""The rules of European roulette as values: article 8, each field with its clause."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Final

from tables.games.core.rules import enacted_by
from tables.games.wheel import announced
from tables.games.wheel.device import Clauses, Device
from tables.games.wheel.layout import CHANCES, EUROPEAN_WHEEL, Position, Terms, positions
from tables.games.wheel.prison import PrisonRules

POCKETS: Final = 37

_ZERO: Final = (
    ("straight", (0,)),
    *[("split", (0, number)) for number in (1, 2, 3)],
    ("street", (0, 1, 2)),
    ("street", (0, 2, 3)),
    ("corner", (0, 1, 2, 3)),
)
LAYOUT: Final[Mapping[str, Position]] = positions(
    {
        "column": Terms((2, 1), "MC-EROU-17"),
        "dozen": Terms((2, 1), "MC-EROU-16"),
        "double_column": Terms((1, 2), "MC-EROU-18"),
        "double_dozen": Terms((1, 2), "MC-EROU-18"),
        "red": Terms((1, 1), "MC-EROU-21"),
        "black": Terms((1, 1), "MC-EROU-21"),
        "odd": Terms((1, 1), "MC-EROU-19"),
        "even": Terms((1, 1), "MC-EROU-19"),
        "high": Terms((1, 1), "MC-EROU-20"),
        "low": Terms((1, 1), "MC-EROU-20"),
        "six_line": Terms((5, 1), "MC-EROU-15"),
        "street": Terms((11, 1), "MC-EROU-13"),
        "corner": Terms((8, 1), "MC-EROU-14"),
        "split": Terms((17, 1), "MC-EROU-12"),
        "straight": Terms((35, 1), "MC-EROU-11"),
    },
    _ZERO,
)
"""Every position by its text form, those included that an option may close."""

ORDER_OF_PAYMENT: Final = (
    "column",
    "dozen",
    "double_column",
    "double_dozen",
    "red",
    "black",
    "odd",
    "even",
    "high",
    "low",
    "six_line",
    "street",
    "corner",
    "split",
    "straight",
)
"""MC-EROU-42; straddles with columns and dozens, six-lines with the transversales (A10)."""


class Pairs(StrEnum):
    """Which two dozens or columns may be straddled (A4)."""

    ADJACENT = "adjacent"
    ANY = "any"


DEVICE: Final = Device(
    game="european_roulette",
    numbers=tuple(range(POCKETS)),
    names=tuple(str(number) for number in range(POCKETS)),
    layout=LAYOUT,
    chances=tuple(CHANCES),
    payment=ORDER_OF_PAYMENT,
    clauses=Clauses(
        combination="MC-EROU-10",
        closed="MC-EROU-35",
        ready="MC-EROU-34",
        half="MC-EROU-24",
        prison="MC-EROU-25",
        last="MC-EROU-30",
        announced="MC-EROU-38",
        written="MC-EROU-39",
        endorsed="MC-EROU-40",
        inspected="MC-EROU-41",
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(PrisonRules):
    """A complete set of rules. Amounts are minor units, times seconds."""

    device: ClassVar[Device] = DEVICE

    betting_window_seconds: int = enacted_by("MC-EROU-33", default=30)
    last_rounds_notice: int = enacted_by("MC-EROU-44", default=3)
    """How many spins before the end of a session it is announced."""
    reopen_on_void: bool = enacted_by("MC-EROU-07", "COMMON-13", default=False)
    allow_zero_trios: bool = enacted_by("MC-EROU-13", default=True)
    double_pairs: Pairs = enacted_by("MC-EROU-18", default=Pairs.ADJACENT)
    announced_bets: tuple[str, ...] = enacted_by("MC-EROU-38", default=announced.SIMPLE)
    complex_announced_bets: bool = enacted_by("MC-EROU-39", "MC-EROU-40", "MC-EROU-41",
                                              default=False)  # fmt: skip

    def allows(self, position: Position) -> bool:
        """Tell whether the house has the position open (A3, A4)."""
        match position.bet:
            case "street":
                return self.allow_zero_trios or 0 not in position.pockets
            case "double_dozen" | "double_column":
                return self.double_pairs is Pairs.ANY or not position.on.endswith(":1-3")
            case _:
                return True

    def halves(self, position: Position) -> bool:
        """Tell whether half of a stake there, or of its winnings, may have to be paid."""
        return position.even or position.odds[1] == 2

    @property
    def announcements(self) -> tuple[str, ...]:
        """The kinds of announced bets that are taken."""
        written = announced.COMPLEX if self.complex_announced_bets else ()
        return (*self.announced_bets, *written)

    def expand(self, bet: str) -> announced.Chips | None:
        """Return what an announcement stands for, or `None` when there is no such."""
        laid = LAYOUT
        if announced.kind_of(bet) in announced.COMPLEX:
            # A complete number has trios of the zero in it, which the house may have closed.
            laid = {on: each for on, each in LAYOUT.items() if self.allows(each)}
        return announced.expand(bet, EUROPEAN_WHEEL, laid)

    def catches(self, position: Position, number: int) -> bool:
        """Tell whether a zero catches the stake: it waits for its owner's choice (MC-EROU-23)."""
        return number == 0 and position.even
