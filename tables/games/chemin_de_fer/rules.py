"""Chemin de fer's rules as values: one frozen set, each field with its clause of article 11."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tables.games.baccara.options import NO_MAXIMUM, BankerDraws
from tables.games.core.money import Amount
from tables.games.core.rules import cite_clauses, enacted_by


class PonteDraws(StrEnum):
    """What binds the ponte (A1)."""

    TABLE = "table"
    FREE = "free"
    """Whoever holds the banco alone does as he likes."""


CITED: Final = {
    "above_bank": "MC-CDF-17",
    "above_max": "MC-CDF-41",
    "already_decided": "MC-CDF-26",
    "bad_increment": "MC-CDF-16",
    "bank_covered": "MC-CDF-24",
    "bank_not_announced": "MC-CDF-16",
    "below_bank": "MC-CDF-17",
    "below_half_bank": "MC-CDF-20",
    "below_min": "MC-CDF-15",
    "betting_closed": "MC-CDF-26",
    "cannot_refuse_hand": "MC-CDF-15",
    "forced_draw": "MC-CDF-28",
    "forced_stand": "MC-CDF-28",
    "must_play": "MC-CDF-15",
    "natural": "MC-CDF-30",
    "not_enough_players": "MC-CDF-03",
    "not_owner": "MC-CDF-13",
    "priority": "MC-CDF-17",
    "session_ended": "MC-CDF-07",
    "variant_disabled": "MC-CDF-44",
}
"""Refusal code -> the clause behind it."""
refusal: Final = cite_clauses(CITED)
"""Return the refusal of a code and its details."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """A complete set of rules of chemin de fer. Amounts are minor units."""

    book: str = enacted_by("MC-CDF-01", default="MC")
    """The key of the rule book that these rules amend."""
    packs: int = enacted_by("MC-CDF-01", default=6)
    stop_card_before_last: int = enacted_by("MC-CDF-06", default=7)
    seats: int = enacted_by("MC-CDF-13", default=9)
    min_seated_players: int = enacted_by("MC-CDF-03", default=4)
    """With fewer persons seated no game, and no new shoe, begins."""
    table_min_cents: int = enacted_by("MC-CDF-15", default=100)
    table_max_cents: int | Mapping[str, int] = enacted_by("MC-CDF-16", default=NO_MAXIMUM)
    """Of a new banker's stake only; the claims are bounded by the bank (A22)."""
    stake_increment_cents: int = enacted_by("MC-CDF-16", default=1)
    """Of a new banker's stake only (A22)."""
    require_exact_multiples: bool = enacted_by("MC-CDF-33", default=False)
    """A new banker stakes only what the levy divides without a rest."""
    bank_max_cents: int = enacted_by("MC-CDF-41", default=1_000_000)
    garage_from_cents: int | None = enacted_by("MC-CDF-44", "MC-CDF-45", default=None)
    """The banker may keep the bank from growing above this; `None` when he may not."""
    levy_numerator: int = enacted_by("MC-CDF-33", default=1)
    levy_denominator: int = enacted_by("MC-CDF-33", default=20)
    ponte_draw_rule: PonteDraws = enacted_by("MC-CDF-28", default=PonteDraws.TABLE)
    banker_draw_rule: BankerDraws = enacted_by("MC-CDF-28", default=BankerDraws.FREE)
    late_stakes_with_banker_consent: bool = enacted_by("MC-CDF-26", default=False)
    max_auto_coups: int = enacted_by("MC-CDF-14", default=1)
    """After so many silent coups that the banker does not lose, the hand passes."""
    betting_window_seconds: int = enacted_by("MC-CDF-17", "MC-CDF-24", default=30)
    decision_seconds: int = enacted_by("MC-CDF-15", "MC-CDF-27", default=15)
    last_rounds_notice: int = enacted_by("MC-CDF-46", default=3)
    """How many coups before its end the session's end is announced."""

    @property
    def bank_step(self) -> int:
        """Return what a new banker's stake must be a multiple of, minor units."""
        exact = self.levy_denominator if self.require_exact_multiples else 1
        step = self.stake_increment_cents
        while step % exact:
            step += self.stake_increment_cents
        return step

    @property
    def least_bank(self) -> Amount:
        """Return the least stake of a new banker: the table minimum, on the increment."""
        return Amount(-(-self.table_min_cents // self.bank_step) * self.bank_step)

    @property
    def most_first_bank(self) -> Amount:
        """Return the highest stake of a new banker."""
        maximum = self.table_max_cents
        most = maximum.get("bank", NO_MAXIMUM) if isinstance(maximum, Mapping) else maximum
        return Amount(min(most, self.bank_max_cents))

    def levy(self, stakes: int) -> Amount:
        """Return the levy on what the banker wins, rounded down (MC-CDF-33, COMMON-R1)."""
        return Amount(stakes * self.levy_numerator // self.levy_denominator)

    def contradictions(self) -> Iterator[str]:
        """Yield the options that contradict others."""
        if self.least_bank > self.most_first_bank:
            yield "bank_max_cents" if self.bank_max_cents < self.least_bank else "table_max_cents"
        if self.min_seated_players > self.seats:
            yield "min_seated_players"
