"""Punto banco's rules as values: one frozen set, each field with its clause of article 13."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import lcm
from typing import Final, Literal, get_args

from tables.games.baccara.options import HALF_A_PACK, NO_MAXIMUM
from tables.games.baccara.stakes import StakeLimits
from tables.games.core.money import Amount
from tables.games.core.rules import cite_clauses, enacted_by

Bet = Literal[
    "punto",
    "banco",
    "tie",
    "dragon_punto",
    "dragon_banco",
    "pair_punto",
    "pair_banco",
    "pair_cheval",
]
"""Where a stake lies."""
BETS: Final[tuple[Bet, ...]] = get_args(Bet)
MAIN: Final[tuple[Bet, ...]] = ("punto", "banco", "tie")
DRAGON: Final[tuple[Bet, ...]] = ("dragon_punto", "dragon_banco")
PAIR: Final[tuple[Bet, ...]] = ("pair_punto", "pair_banco", "pair_cheval")


class Variant(StrEnum):
    """What banco pays."""

    CLASSIC = "classic"
    """19 for 20."""
    PUNTO_2000 = "punto_2000"
    """1 to 1, but half when it wins with 6."""


class Device(StrEnum):
    """From what the cards are dealt."""

    SHOE = "shoe"
    SHUFFLER = "shuffler"
    """A machine shuffles a shoe's cards; they are cut and dealt as from a shoe."""
    CONTINUOUS = "continuous"
    """A shuffler into which the cards go back after each coup."""


class TwoCards(StrEnum):
    """What a Dragon Bonus is worth whose side wins with two cards that are no natural (A1)."""

    PAYS = "pays"
    LOSES = "loses"


CITED: Final = {
    "above_max": "MC-PB-30",
    "already_decided": "MC-PB-15",
    "bad_increment": "MC-PB-30",
    "below_min": "MC-PB-30",
    "betting_closed": "MC-PB-31",
    "not_a_combination": "MC-PB-28",
    "not_owner": "MC-PB-36",
    "session_ended": "MC-PB-19",
    "variant_disabled": "MC-PB-62",
}
"""Refusal code -> the clause behind it."""
refusal: Final = cite_clauses(CITED)
"""Return the refusal of a code and its details."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(StakeLimits):
    """A complete set of rules of punto banco. Amounts are minor units, times seconds."""

    book: str = enacted_by("MC-PB-01", default="MC")
    """The key of the rule book that these rules amend."""
    variant: Variant = enacted_by("MC-PB-60", "MC-PB-61", default=Variant.CLASSIC)
    dragon_bonus: bool = enacted_by("MC-PB-62", default=True)
    """Whether the bets are offered."""
    paire_baccara: bool = enacted_by("MC-PB-71", default=True)
    decks: int | None = enacted_by("MC-PB-01", default=None)
    """`None` for as many as the device usually holds."""
    card_device: Device = enacted_by("MC-PB-20", default=Device.SHOE)
    stop_card_before_last: int = enacted_by("MC-PB-16", default=104)
    seats: int = enacted_by("MC-PB-07", default=9)
    pass_cards: bool = enacted_by("MC-PB-39", default=True)
    """Whether cards are passed to players, who turn them."""
    dragon_two_card_non_natural: TwoCards = enacted_by("MC-PB-67", default=TwoCards.PAYS)
    table_min_cents: int = enacted_by("MC-PB-30", default=100)
    table_max_cents: int | Mapping[str, int] = enacted_by("MC-PB-30", default=NO_MAXIMUM)
    stake_increment_cents: int = enacted_by("MC-PB-30", default=1)
    require_exact_multiples: bool = enacted_by("MC-PB-52", default=False)
    """Whether a stake is refused whose winnings would be rounded."""
    betting_window_seconds: int = enacted_by("MC-PB-31", default=30)
    decision_seconds: int = enacted_by("MC-PB-33", default=15)
    """How long a player may look at the cards that were passed to him."""
    last_rounds_notice: int = enacted_by("MC-PB-25", default=3)
    """How many coups before its end the session's end is announced."""
    last_minutes: int = enacted_by("MC-PB-25", default=30)
    """For how many minutes play goes on before those."""
    max_tables_per_chief: int | None = enacted_by("MC-PB-09", default=None)

    @property
    def packs(self) -> int:
        """Return how many packs are in play: eight, in a continuous shuffler six (MC-PB-20)."""
        return self.decks or (6 if self.continuous else 8)

    @property
    def continuous(self) -> bool:
        """Tell whether the cards of a coup go back before the next."""
        return self.card_device is Device.CONTINUOUS

    @property
    def behind(self) -> int:
        """Return how many cards lie behind the stop card: at most half of the shoe."""
        return 0 if self.continuous else min(self.stop_card_before_last, self.packs * HALF_A_PACK)

    @property
    def bets(self) -> tuple[Bet, ...]:
        """Return the bets that are offered."""
        return MAIN + DRAGON * self.dragon_bonus + PAIR * self.paire_baccara

    def step(self, bet: str) -> Amount:
        """Return what a stake is a multiple of: even halves of a pair à cheval (A4)."""
        step = self.stake_increment_cents
        if bet == "pair_cheval":
            return Amount(lcm(step, 2))
        if bet == "banco" and self.require_exact_multiples:
            return Amount(lcm(step, 20 if self.variant is Variant.CLASSIC else 2))
        return Amount(step)

    def contradictions(self) -> Iterator[str]:
        """Yield the options that contradict others."""
        if any(self.most(bet) < self.table_min_cents for bet in self.bets):
            yield "table_max_cents"
