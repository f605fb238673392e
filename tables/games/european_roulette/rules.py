"""The rules of European roulette as values: article 8, each field with its clause."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tables.games.core.money import Amount
from tables.games.core.protocol import Refused
from tables.games.core.rules import enacted_by
from tables.games.wheel import announced
from tables.games.wheel.layout import EUROPEAN_WHEEL, Position, Terms, positions

POCKETS: Final = 37
MOST: Final = 10_000_000
"""The maximum where the house sets none (COMMON-14), in minor units."""

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


class Release(StrEnum):
    """What is freed when a prisoner wins after several zeros (MC-EROU-29, A1)."""

    HALVED = "halved"
    FULL = "full"


class ZeroChoice(StrEnum):
    """What a silent player chooses after a zero (A2)."""

    HALF = "half"
    PRISON = "prison"


class Pairs(StrEnum):
    """Which two dozens or columns may be straddled (A4)."""

    ADJACENT = "adjacent"
    ANY = "any"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """A complete set of rules. Amounts are minor units, times seconds."""

    table_min_cents: int = enacted_by("COMMON-8", default=100)
    table_max_cents: int | Mapping[str, int] = enacted_by("COMMON-8", "COMMON-14", default=MOST)
    """One maximum for all bets, or by kind of bet; a kind not named has the default."""
    stake_increment_cents: int = enacted_by("COMMON-8", default=1)
    require_exact_multiples: bool = enacted_by("COMMON-R1", default=False)
    """Refuse a stake whose half, or half of whose winnings, would be rounded."""
    betting_window_seconds: int = enacted_by("MC-EROU-33", default=30)
    decision_seconds: int = enacted_by("MC-EROU-24", default=15)
    """A window in which choices are pending is at least this long."""
    auto_rebet: bool = enacted_by("COMMON-5", default=False)
    last_rounds_notice: int = enacted_by("MC-EROU-44", default=3)
    """How many spins before the end of a session it is announced."""
    reopen_on_void: bool = enacted_by("MC-EROU-07", "COMMON-13", default=False)
    prison_release_value: Release = enacted_by("MC-EROU-29", default=Release.HALVED)
    zero_default_choice: ZeroChoice = enacted_by("MC-EROU-24", default=ZeroChoice.HALF)
    allow_zero_trios: bool = enacted_by("MC-EROU-13", default=True)
    double_pairs: Pairs = enacted_by("MC-EROU-18", default=Pairs.ADJACENT)
    announced_bets: tuple[str, ...] = enacted_by("MC-EROU-38", default=announced.SIMPLE)
    complex_announced_bets: bool = enacted_by("MC-EROU-39", "MC-EROU-40", "MC-EROU-41",
                                              default=False)  # fmt: skip

    def position(self, on: str) -> Position:
        """Return a position of the layout; refuses `not_a_combination` (MC-EROU-10)."""
        found = LAYOUT.get(on)
        if found is None or not self.allows(found):
            raise Refused("not_a_combination", on=on[:40], clause="MC-EROU-10")
        return found

    def allows(self, position: Position) -> bool:
        """Tell whether the house has the position open (A3, A4)."""
        match position.bet:
            case "street":
                return self.allow_zero_trios or 0 not in position.pockets
            case "double_dozen" | "double_column":
                return self.double_pairs is Pairs.ANY or not position.on.endswith(":1-3")
            case _:
                return True

    def most(self, bet: str) -> Amount:
        """Return the most that one player may stake on one position of a kind (COMMON-8, 14)."""
        if isinstance(self.table_max_cents, Mapping):
            return Amount(self.table_max_cents.get(bet, MOST))
        return Amount(self.table_max_cents)

    def step(self, position: Position) -> int:
        """Return what a stake must be a multiple of, in minor units."""
        step = self.stake_increment_cents
        halves = position.even or position.odds[1] == 2
        return step * 2 if self.require_exact_multiples and halves and step % 2 else step

    def offers(self, bet: str) -> bool:
        """Tell whether announced bets of this one's kind are taken."""
        kind = announced.kind_of(bet)
        if kind in announced.COMPLEX:
            return self.complex_announced_bets
        return kind in self.announced_bets

    def expand(self, bet: str) -> announced.Chips | None:
        """Return what an announcement stands for, or `None` when there is no such."""
        laid = LAYOUT
        if announced.kind_of(bet) in announced.COMPLEX:
            # A complete number has trios of the zero in it, which the house may have closed.
            laid = {on: each for on, each in LAYOUT.items() if self.allows(each)}
        return announced.expand(bet, EUROPEAN_WHEEL, laid)

    def half_of(self, stake: int, zeros: int) -> Amount:
        """Return what is taken back after so many zeros, rounded down (MC-EROU-29)."""
        return Amount(stake // 2**zeros)

    def freed(self, stake: int, zeros: int) -> Amount:
        """Return what a prisoner that wins gives back after so many zeros (MC-EROU-29, A1)."""
        if self.prison_release_value is Release.FULL:
            return Amount(stake)
        return Amount(stake // 2 ** (zeros - 1))


def contradictions(rules: Rules) -> tuple[str, ...]:
    """Return the maximum where the minimum is above it."""
    below = any(rules.most(bet) < rules.table_min_cents for bet in ORDER_OF_PAYMENT)
    return ("table_max_cents",) if below else ()
