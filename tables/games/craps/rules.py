"""The rules of article 6 as values, each with its clause."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import lcm
from typing import Final

from tables.games.core.money import Amount
from tables.games.core.protocol import Draw, Refused
from tables.games.core.rules import enacted_by
from tables.games.craps.bets import KINDS, LAYOUT, Odds, Position, hop_odds, no_number
from tables.games.wheel.device import MOST

DICE: Final = Draw((6, 6))
"""Two dice, each on its own: every ordered pair is as likely as the others (MC-CRAPS-12)."""
PLACES: Final = 12
"""Places along the rail. Players behind them stake too, but are not offered the dice."""


class SevenOfWorld(StrEnum):
    """What stays of a world bet when the 7 comes (A5)."""

    WHOLE = "stays"
    UNIT = "keep_seven_unit_only"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """A complete set of rules. Amounts are minor units, times seconds."""

    table_min_cents: int = enacted_by("COMMON-8", default=100)
    table_max_cents: int | Mapping[str, int] = enacted_by("COMMON-8", "COMMON-14", default=MOST)
    """One maximum for all bets, or by kind of bet; a kind not named has the default."""
    stake_increment_cents: int = enacted_by("COMMON-8", default=1)
    require_exact_multiples: bool = enacted_by("COMMON-R1", default=False)
    """Refuse a stake whose winnings or commission would be rounded."""
    horn_stake_multiple: int | None = enacted_by("MC-CRAPS-60", default=None)
    """What horn bets are a multiple of."""
    betting_window_seconds: int = enacted_by("COMMON-1", default=30)
    decision_seconds: int = enacted_by("MC-CRAPS-07", default=15)
    """How long the dice are offered to one player."""
    throw_seconds: int = enacted_by("MC-CRAPS-08", "MC-CRAPS-10", default=10)
    turn_withdrawn_after_timeouts: int = enacted_by("MC-CRAPS-14", default=2)
    auto_rebet: bool = enacted_by("COMMON-5", default=False)
    last_rounds_notice: int = enacted_by("COMMON-9", default=3)
    """How many throws before the end of a session it is announced."""
    high_low_odds: int = enacted_by("MC-CRAPS-65", default=15)
    world_bet_seven: SevenOfWorld = enacted_by("MC-CRAPS-71", default=SevenOfWorld.WHOLE)
    come_is_contract: bool = enacted_by("MC-CRAPS-34", default=True)
    dont_come_removable: bool = enacted_by("MC-CRAPS-37", default=True)
    place_working_on_come_out: bool = enacted_by("MC-CRAPS-87", default=False)
    buy_lay_working_on_come_out: bool = enacted_by("MC-CRAPS-91", default=True)
    refund_commission_on_removal: bool = enacted_by("MC-CRAPS-91", default=True)
    buy_lay_commission: str = enacted_by("MC-CRAPS-89", "MC-CRAPS-93", default="1/20")
    max_odds_multiple: int | None = enacted_by("MC-CRAPS-72", default=None)
    """All odds on one flat bet together are at most so many times that bet."""

    def position(self, on: str) -> Position:
        """Return a position of the layout; refuses `number_not_allowed`, `not_a_combination`."""
        found = LAYOUT.get(on)
        if found is not None:
            return found
        if no_number(on):
            clause = "MC-CRAPS-99" if on.startswith("hop") else "MC-CRAPS-84"
            raise Refused("number_not_allowed", on=on, clause=clause)
        raise Refused("not_a_combination", on=on[:40], clause="MC-CRAPS-17")

    def most(self, bet: str) -> Amount:
        """Return the most that one player may stake on one position of a kind (COMMON-8, 14)."""
        if isinstance(self.table_max_cents, Mapping):
            return Amount(self.table_max_cents.get(bet, MOST))
        return Amount(self.table_max_cents)

    def odds(self, position: Position, number: int, total: int) -> Odds:
        """Return what a bet pays that is on a number, or that a total has decided."""
        kind = position.kind
        if kind.bet == "hop":
            return hop_odds(position.pair)
        if kind.bet == "high_low":
            return self.high_low_odds, 1
        if kind.sort == "one_roll":
            return kind.pays[total]
        return kind.pays[number] if number else (1, 1)

    def fee(self, position: Position, stake: int) -> Amount:
        """Return the commission that is paid beside a stake (MC-CRAPS-89, MC-CRAPS-93)."""
        share = Fraction(self.buy_lay_commission)
        match position.kind.bet:
            case "buy":
                return Amount(int(stake * share))
            case "lay":
                won = Fraction(*position.kind.pays[position.number])
                return Amount(int(stake * won * share))
            case _:
                return Amount(0)

    def is_contract_bet(self, bet: str) -> bool:
        """Tell whether a bet cannot be taken down once the dice were passed (MC-CRAPS-24, A6)."""
        match bet:
            case "pass_line":
                return True
            case "come":
                return self.come_is_contract
            case "dont_come":
                return not self.dont_come_removable
            case _:
                return False

    def step(self, position: Position, number: int) -> int:
        """Return what a stake must be a multiple of, in minor units."""
        step = self.stake_increment_cents
        if self.horn_stake_multiple and position.kind.bet.startswith("horn"):
            step = lcm(step, self.horn_stake_multiple)
        if self.require_exact_multiples:
            for divisor in self._divisors(position, number):
                step = lcm(step, divisor)
        return step

    def _divisors(self, position: Position, number: int) -> Iterator[int]:
        kind = position.kind
        number = number or position.number
        if number:
            odds = [kind.pays[number]]
        else:
            odds = [] if kind.sort in ("line", "box") else [*kind.pays.values()]
        for won, staked in odds:
            yield Fraction(won, staked).denominator
        share = Fraction(self.buy_lay_commission)
        if kind.bet == "buy":
            yield share.denominator
        elif kind.bet == "lay":
            yield (Fraction(*kind.pays[number]) * share).denominator

    def contradictions(self) -> tuple[str, ...]:
        """Return the options that contradict others: maxima below the minimum of the table."""
        below = any(self.most(bet) < self.table_min_cents for bet in KINDS)
        return ("table_max_cents",) if below else ()
