"""Banque à tout va's rules as values: one frozen set, each field with its clause of article 12."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import lcm
from typing import Final, Literal, get_args

from tables.games.baccara.options import NO_MAXIMUM, BankerDraws
from tables.games.baccara.stakes import StakeLimits
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.rules import cite_clauses, enacted_by

Tableau = Literal["right", "left"]
TABLEAUX: Final[tuple[Tableau, ...]] = get_args(Tableau)
"""In the order in which they are dealt to and speak (MC-BTV-23)."""
Bet = Literal["tableau_right", "tableau_left", "a_cheval"]
"""Where a stake lies."""
BETS: Final[tuple[Bet, ...]] = get_args(Bet)


CITED: Final = {
    "above_max": "MC-BTV-20",
    "bad_increment": "MC-BTV-20",
    "below_min": "MC-BTV-20",
    "banker_stakes": "MC-BTV-20",
    "bank_in_play": "MC-BTV-08",
    "betting_closed": "MC-BTV-22",
    "forced_draw": "MC-BTV-27",
    "forced_stand": "MC-BTV-25",
    "natural": "MC-BTV-24",
    "not_approved": "MC-BTV-08",
    "not_owner": "MC-BTV-16",
    "session_ended": "MC-BTV-37",
}
"""Refusal code -> the clause behind it."""
refusal: Final = cite_clauses(CITED)
"""Return the refusal of a code and its details."""


@dataclass(frozen=True, slots=True)
class Rules(StakeLimits):
    """A complete set of rules. Amounts are minor units, times seconds."""

    banker_account: int | None = enacted_by("MC-BTV-08", default=None)
    """The player whom the games management has approved as banker; `None` for the house alone."""
    banker_draw_rule: BankerDraws = enacted_by("MC-BTV-30", default=BankerDraws.FREE)
    natural_settles_at_once: bool = enacted_by("MC-BTV-24", default=True)
    """Whether an 8 or 9 wins against a banker who has none, whatever he draws (A4)."""
    bank_limit_cents: int | None = enacted_by("MC-BTV-20", default=None)
    """The most that all stakes of a coup may come to; `None`: *à tout va*."""
    stop_card_before_last: int = enacted_by("MC-BTV-14", default=10)
    sessions_per_day: int = enacted_by("MC-BTV-01", default=2)
    afternoon_from_hour: int = enacted_by("MC-BTV-01", default=12)
    evening_from_hour: int = enacted_by("MC-BTV-01", default=18)
    shoes_per_session: int = enacted_by("MC-BTV-02", default=2)
    last_coup_chemin_de_fer: bool = enacted_by("MC-BTV-38", default=True)
    seats: int = enacted_by("MC-BTV-16", default=5)
    """At each tableau."""
    table_min_cents: int = enacted_by("MC-BTV-20", default=100)
    table_max_cents: int | Mapping[str, int] = enacted_by("MC-BTV-20", default=NO_MAXIMUM)
    stake_increment_cents: int = enacted_by("MC-BTV-20", default=1)
    require_exact_multiples: bool = enacted_by("MC-BTV-34", default=False)
    """Whether a stake à cheval is refused that has no even halves."""
    betting_window_seconds: int = enacted_by("MC-BTV-21", default=30)
    decision_seconds: int = enacted_by("MC-BTV-26", default=15)
    last_rounds_notice: int = enacted_by("MC-BTV-37", default=3)

    @property
    def packs(self) -> int:
        """Return how many packs make a sixain (MC-BTV-03)."""
        return 6

    @property
    def approved(self) -> Party | None:
        """Return the approved banker, `None` where the house alone has the bank."""
        return None if self.banker_account is None else Party(str(self.banker_account))

    @property
    def bets(self) -> tuple[Bet, ...]:
        """Return the bets that are offered: all of them."""
        return BETS

    def step(self, bet: str) -> Amount:
        """Return what a stake is a multiple of; à cheval by even halves, where these are wanted."""
        step = self.stake_increment_cents
        halves = self.require_exact_multiples and bet == "a_cheval"
        return Amount(lcm(step, 2) if halves else step)

    def tableau_of(self, seat: BoxNo) -> Tableau:
        """Return at which tableau a seat is: R1 to Rn come first, then L1 to Ln."""
        return "right" if seat <= self.seats else "left"

    def contradictions(self) -> Iterator[str]:
        """Yield the options that contradict others."""
        if any(self.most(bet) < self.least(bet) for bet in BETS):
            yield "table_max_cents"
        if self.bank_limit_cents is not None and self.bank_limit_cents < self.table_min_cents:
            yield "bank_limit_cents"
        if self.evening_from_hour <= self.afternoon_from_hour:
            yield "evening_from_hour"
