"""The rules that the tables of every wheel have, and what one of them may do differently."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from tables.games.core.money import Amount
from tables.games.core.protocol import Refused
from tables.games.core.rules import enacted_by
from tables.games.wheel.announced import Chips
from tables.games.wheel.device import MOST, Device
from tables.games.wheel.layout import Position
from tables.games.wheel.stakes import Laid


@dataclass(frozen=True, slots=True, kw_only=True)
class WheelRules:
    """What every wheel's rules have. Amounts are minor units, times seconds."""

    device: ClassVar[Device]

    table_min_cents: int = enacted_by("COMMON-8", default=100)
    table_max_cents: int | Mapping[str, int] = enacted_by("COMMON-8", "COMMON-14", default=MOST)
    """One maximum for all bets, or by kind of bet; a kind not named has the default."""
    stake_increment_cents: int = enacted_by("COMMON-8", default=1)
    require_exact_multiples: bool = enacted_by("COMMON-R1", default=False)
    """Refuse a stake whose half, or half of whose winnings, would be rounded."""
    betting_window_seconds: int = enacted_by("COMMON-1", default=30)
    auto_rebet: bool = enacted_by("COMMON-5", default=False)
    last_rounds_notice: int = enacted_by("COMMON-9", default=3)
    """How many spins before the end of a session it is announced."""
    reopen_on_void: bool = enacted_by("COMMON-13", default=False)

    def position(self, on: str) -> Position:
        """Return a position of the layout; refuses `not_a_combination`."""
        found = self.device.layout.get(on)
        if found is None or not self.allows(found):
            raise Refused("not_a_combination", on=on[:40], clause=self.device.clauses.combination)
        return self.paying(on)

    def paying(self, on: str) -> Position:
        """Return a position of the layout with what this house pays there."""
        return self.device.layout[on]

    def fallen(self, value: int) -> int:
        """Return the number that a value of the draw stands for."""
        return self.device.numbers[value]

    def allows(self, position: Position) -> bool:
        """Tell whether the house has the position open."""
        return True

    def most(self, bet: str) -> Amount:
        """Return the most that one player may stake on one position of a kind (COMMON-8, 14)."""
        if isinstance(self.table_max_cents, Mapping):
            return Amount(self.table_max_cents.get(bet, MOST))
        return Amount(self.table_max_cents)

    def step(self, position: Position) -> int:
        """Return what a stake must be a multiple of, in minor units."""
        step = self.stake_increment_cents
        halves = self.require_exact_multiples and self.halves(position)
        return step * 2 if halves and step % 2 else step

    def halves(self, position: Position) -> bool:
        """Tell whether half of a stake there, or of its winnings, may have to be paid."""
        return position.odds[1] == 2

    def seconds(self, *, pending: bool) -> int:
        """Return how long a betting window is; `pending` while a stake waits for a choice."""
        return self.betting_window_seconds

    def maximum_group(self, position: Position) -> str:
        """Return the name under which stakes of several positions share one maximum."""
        return position.on

    def premium(self, laid: Laid) -> Amount:
        """Return what is paid beside a stake when it is laid, and goes with it taken back."""
        return Amount(0)

    @property
    def announcements(self) -> tuple[str, ...]:
        """The kinds of announced bets that are taken."""
        return ()

    def expand(self, bet: str) -> Chips | None:
        """Return what an announcement stands for, or `None` when there is no such."""
        return None

    def catches(self, position: Position, number: int) -> bool:
        """Tell whether a stake that has not won waits for its owner's choice instead of losing."""
        return False

    @property
    def silence_halves(self) -> bool:
        """Whether the half is given back of a stake for which no choice was made."""
        return True

    def half_of(self, stake: int, zeros: int) -> Amount:
        """Return what is taken back of a stake that has been caught so many times."""
        return Amount(stake)

    def freed(self, stake: int, zeros: int) -> Amount:
        """Return what a prisoner that wins gives back after so many times."""
        return Amount(stake)

    def contradictions(self) -> tuple[str, ...]:
        """Return the maximum where the minimum is above it."""
        below = any(self.most(bet) < self.table_min_cents for bet in self.device.payment)
        return ("table_max_cents",) if below else ()
