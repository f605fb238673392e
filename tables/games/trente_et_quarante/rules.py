"""Trente et quarante's rules as values: article 9, each field with its clause."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import lcm
from typing import ClassVar, Final

from tables.games.core.money import Amount
from tables.games.core.rules import enacted_by
from tables.games.wheel.device import Clauses, Device
from tables.games.wheel.layout import Position
from tables.games.wheel.prison import PrisonRules, Release, ZeroChoice
from tables.games.wheel.stakes import Laid

CHANCES: Final = ("inverse", "black", "red", "colour")
"""In the order of payment: black and red never win together (MC-TQ-34, A7)."""
SAFE: Final = ("inverse:insured", "black:insured", "red:insured", "colour:insured")
"""Where insured stakes lie, in the same order."""
PREMIUM: Final = (1, 100)
"""What an insured stake costs beside itself, a part of it (MC-TQ-39)."""
SEATS: Final = 10
"""How many players may sit; anybody may stake standing."""
LAST_MINUTES: Final = 30
"""How long before the last coups of a continuous shuffler they are announced (MC-TQ-21)."""


def insured(on: str) -> bool:
    """Tell whether a position is one of an insured stake."""
    return on in SAFE


def _layout() -> Mapping[str, Position]:
    free = (Position(each, each, frozenset(), (1, 1), "MC-TQ-22") for each in CHANCES)
    safe = (
        Position(on, bet, frozenset(), (1, 1), "MC-TQ-38")
        for on, bet in zip(SAFE, CHANCES, strict=True)
    )
    return {each.on: each for each in (*free, *safe)}


DEVICE: Final = Device(
    game="trente_et_quarante",
    numbers=(),
    names=(),
    layout=_layout(),
    chances=CHANCES,
    payment=CHANCES,
    clauses=Clauses(
        combination="MC-TQ-22",
        closed="COMMON-3",
        ready="COMMON-1",
        half="MC-TQ-37",
        prison="MC-TQ-37",
        last="MC-TQ-37",
    ),
)
"""Where stakes lie and how they are paid: no number falls, the cards decide."""


class CardDevice(StrEnum):
    """Where the cards come from."""

    SHOE = "shoe"
    SHUFFLER = "shuffler"
    """Shuffled by a machine, still with cut and stop card."""
    CONTINUOUS = "continuous"
    """All cards are in play again before each coup, without cut and stop card (MC-TQ-17)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(PrisonRules):
    """A complete set of rules. Amounts are minor units, times seconds."""

    device: ClassVar[Device] = DEVICE

    packs: int = enacted_by("MC-TQ-01", default=6)
    last_rounds_notice: int = enacted_by("MC-TQ-21", default=3)
    """How many coups before the end of a session it is announced."""
    prison_release_value: Release = enacted_by("MC-TQ-37", default=Release.HALVED)
    zero_default_choice: ZeroChoice = enacted_by("MC-TQ-37", default=ZeroChoice.HALF)
    decision_seconds: int = enacted_by("MC-TQ-37", default=15)
    """A window in which choices are pending is at least this long."""
    insurance_min_stake_cents: int = enacted_by("MC-TQ-38", default=100_00)
    """The least stake that may be insured."""
    card_device: CardDevice = enacted_by("MC-TQ-17", default=CardDevice.SHOE)
    stop_card_before_last: int = enacted_by("MC-TQ-13", default=5)
    mini_table: bool = enacted_by("MC-TQ-06", default=False)
    """Shown only: one croupier does what two do."""

    @property
    def continuous(self) -> bool:
        """Whether there is neither cut nor stop card."""
        return self.card_device is CardDevice.CONTINUOUS

    def halves(self, position: Position) -> bool:
        """Tell whether half of a stake there may have to be paid."""
        return not insured(position.on)

    def step(self, position: Position) -> int:
        """Return what a stake must be a multiple of: of an insured one the premium is exact too."""
        if self.require_exact_multiples and insured(position.on):
            return lcm(self.stake_increment_cents, PREMIUM[1])
        # Named, because a class with slots is another one than its body knows.
        return PrisonRules.step(self, position)

    def maximum_group(self, position: Position) -> str:
        """Return the chance, insured or not: stakes on it share one maximum (COMMON-8)."""
        return position.bet

    def premium(self, laid: Laid) -> Amount:
        """Return what is paid to insure a stake for one coup, rounded down (MC-TQ-39, A6)."""
        return Amount(laid.amount * PREMIUM[0] // PREMIUM[1] if insured(laid.on) else 0)
