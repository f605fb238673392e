"""The rules of a machine as values: articles 18 to 23, each field with its clause."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from tables.games.automatic_games.machines import CLASSIC, MACHINES, Machine, Poker
from tables.games.core.money import Amount
from tables.games.core.protocol import PaymentMeans, Refused
from tables.games.core.rules import enacted_by
from tables.games.wheel.device import MOST

Medium = Literal["note", "ticket", "card", "coin"]
"""How credits come onto a position, and leave it."""
PLAY: Final = "play"
"""The one bet: a game of the machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """A complete set of rules. Amounts are minor units, times minutes or days."""

    table_min_cents: int = enacted_by("COMMON-8", default=100)
    table_max_cents: int | Mapping[str, int] = enacted_by("COMMON-8", "COMMON-14", default=MOST)
    stake_increment_cents: int = enacted_by("COMMON-8", default=1)
    machine: str = enacted_by("MC-AUTO-21", default=CLASSIC.key)
    """The key of its technical sheet."""
    denomination_cents: int = enacted_by("MC-AUTO-15", default=10)
    """What one credit is worth."""
    hand_pay_threshold_cents: int = enacted_by("MC-AUTO-18", default=100_000)
    """A win above it is paid by hand (A2, A3)."""
    id_threshold_cents: int = enacted_by("MC-AUTO-42", default=200_000)
    """A win above it is paid by hand, and on presentation of an identity document."""
    hopper_level: int = enacted_by("MC-AUTO-26", default=0)
    """Coins that the hopper takes; the others fall into the cash box."""
    accepts: tuple[Medium, ...] = enacted_by("MC-AUTO-02", default=("note", "ticket", "card"))
    orphan_after_minutes: int = enacted_by("MC-AUTO-46", default=15)
    """After so long without its player the credit goes back to his account (A11)."""
    ticket_validity_days: int = enacted_by("MC-AUTO-46", default=30)
    ticket_bound_to_player: bool = enacted_by("MC-AUTO-47", default=True)
    pace_floor_ms: int = enacted_by("MC-AUTO-21", default=2_500)
    """Milliseconds from the beginning of a game to that of its player's next one, at the least."""
    payment_means: PaymentMeans = enacted_by("MC-AUTO-44", default="cash")
    theoretical_return_min: str = enacted_by("MC-AUTO-14", default="85/100")
    """The house publishes no machine that returns less."""

    @property
    def sheet(self) -> Machine | Poker:
        """The technical sheet of the machine."""
        return MACHINES[self.machine]

    @property
    def pace_ms(self) -> int:
        """The pace floor of this machine: no player begins a game sooner after his last one."""
        return self.pace_floor_ms

    @property
    def most(self) -> Amount:
        """The most that is staked on a game (COMMON-8, 14)."""
        if isinstance(self.table_max_cents, Mapping):
            return Amount(self.table_max_cents.get(PLAY, MOST))
        return Amount(self.table_max_cents)

    @property
    def least(self) -> Amount:
        """The least that is staked on a game: the minimum, in whole credits on each line."""
        return Amount(self.a_credit_each * -(-self.table_min_cents // self.a_credit_each))

    @property
    def a_credit_each(self) -> int:
        """What one credit on each pay line costs; a stake is a multiple of it."""
        return self.denomination_cents * self.sheet.line_count

    @property
    def by_hand_above(self) -> int:
        """Above this the machine does not pay by itself: the lower of two thresholds (A2)."""
        return min(self.hand_pay_threshold_cents, self.id_threshold_cents)

    def whole_credits(self, amount: int) -> None:
        """Refuse what is no number of whole credits: `below_min`, `bad_increment`."""
        _check_multiple(amount, self.denomination_cents)

    def on_each_line(self, amount: int) -> None:
        """Refuse a stake that is not as many whole credits on each line, as `whole_credits`."""
        _check_multiple(amount, self.a_credit_each)


def _check_multiple(amount: int, step: int) -> None:
    if amount < step:
        raise Refused("below_min", minimum=step, clause="MC-AUTO-15")
    if amount % step:
        raise Refused("bad_increment", step=step, clause="MC-AUTO-15")


def contradictions(rules: Rules) -> Iterator[str]:
    """Yield the options that contradict others, or a sheet that states another return (14)."""
    if rules.most < rules.least:
        yield "table_max_cents"
    if rules.sheet.certified != rules.sheet.theoretical_return:
        yield "machine"
    if rules.sheet.theoretical_return < Fraction(rules.theoretical_return_min):
        yield "theoretical_return_min"
