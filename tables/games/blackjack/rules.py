"""Blackjack's rules as values: one frozen set for every rule book, each field with its clause."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from tables.games.blackjack.terms import (
    Backs,
    BlackjackTie,
    BoxLimit,
    Combination,
    Couleur,
    EvenMoneyTerms,
    Incidents,
    InsuranceAmount,
    InsuranceWindow,
    NextCutter,
    PayTable,
    Push21,
    QueenPair,
    ReshuffleOrder,
    Rounding,
    Shuffling,
    SideTerms,
    SplitAces,
    SplitTiming,
    Standing,
    Stub,
    SurrenderTerms,
)
from tables.games.core.money import Amount
from tables.games.core.protocol import Refused
from tables.games.core.rules import enacted_by


@dataclass(frozen=True, slots=True)
class Cited:
    """The clauses that a round cites: what grants an option, what decided a hand."""

    ready: str
    hit: str
    stand: str
    double: str
    double_pair: str
    split: str
    split_again: str
    insure: str
    decline: str
    insurance_won: str
    insurance_lost: str
    bust: str
    blackjack: str
    blackjack_prevails: str
    split_21: str
    higher: str
    lower: str
    equal: str
    dealer_bust: str
    even: str
    surrender: str = ""
    queens_lose_main: str = ""
    even_money: str = ""
    match: str = ""
    refuse_exposed: str = "ENG-22"
    void: str = "ENG-22"
    refusals: Mapping[str, str] = field(hash=False, default_factory=dict)
    """Refusal code -> the clause behind it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """A complete set of blackjack rules. Amounts are minor units; `None` sets no limit.

    Every field names its clauses in the five texts; where a text is silent, the reading of the
    catalogue (AMB, ENG) that fills the gap. A field with a default is a thing that only some books
    know.
    """

    book: str = enacted_by("FR-2024-021", "FR-2007-21", "MC-053", "ON-09", "HOUSE-06")
    """The key of the rule book that these rules amend."""
    decks: int = enacted_by("FR-2024-001", "FR-2007-01", "MC-027", "ON-03", "HOUSE-01")
    backs: Backs = enacted_by("FR-2024-001", "FR-2007-01", "MC-002", "ON-04", "HOUSE-01")
    shuffling: Shuffling = enacted_by(
        "FR-2024-004", "FR-2007-04", "MC-017", "ON-25", "HOUSE-01", "AMB-61"
    )
    stop_card_cards_behind: int = enacted_by(
        "FR-2024-008", "FR-2007-08", "MC-031", "ON-35", "HOUSE-01", "AMB-52"
    )
    stub: Stub = enacted_by(
        "FR-2024-008", "FR-2007-08", "MC-031", "ON-35", "AMB-52", default=Stub.ONE_PACK
    )
    """The least that may lie behind the stop card."""
    burn: int = enacted_by("FR-2024-010", "FR-2007-10", "MC-033", "ON-39", "HOUSE-01")
    """Cards removed unseen from a fresh shoe."""
    burn_new_dealer: int = enacted_by("ON-40", default=0)
    burn_on_resumption: int = enacted_by("MC-040", default=0)
    """Cards removed when a continuous shuffler resumes."""
    next_cutter: NextCutter = enacted_by(
        "FR-2024-007", "FR-2007-07", "MC-030", "ON-28", "HOUSE-01", default=NextCutter.ANY_PLAYER
    )
    idle_reshuffle_minutes: int | None = enacted_by("MC-019", default=None)
    """After so many minutes without a stake play counts as interrupted: the shoe is made anew."""
    last_minutes_notice: int = enacted_by("MC-041", default=0)
    """How many minutes before its last rounds the end of a session is announced."""
    last_rounds_notice: int = enacted_by("MC-041", default=0)
    """How many rounds before its end that is announced again."""
    reshuffle_on_order: ReshuffleOrder = enacted_by("MC-020", "ON-37", default=ReshuffleOrder.NEVER)
    table_chief: bool = enacted_by("MC-026", default=False)
    """Whether the dealer works under a chief, so that the table opens with one."""
    card_stock: bool = enacted_by("FR-2024-003", "FR-2007-03", "MC-003", default=False)
    """Whether the cards of a session come from a stock, with registers and depots."""
    incidents: Incidents = enacted_by("MC-116", "ON-78", "AMB-51", default=Incidents.PROCEDURE)
    layout_boxes: int = enacted_by(
        "FR-2024-014", "FR-2024-015", "FR-2007-15", "MC-042", "ON-09", "HOUSE-02", "AMB-60"
    )
    betting_seconds: int = enacted_by(
        "FR-2024-022", "FR-2007-22", "MC-052", "ON-13", "HOUSE-06", default=20
    )
    """From the first stake to « rien ne va plus »."""
    decision_seconds: int = enacted_by(
        "FR-2024-032", "FR-2007-31", "MC-054", "ON-44", "HOUSE-11", default=15
    )
    """For each decision; then the insurance is declined, or the hand stands."""
    table_min_cents: int | None = enacted_by(
        "FR-2024-145", "FR-2007-18", "MC-111", "ON-02", "HOUSE-20", "AMB-56", default=None
    )
    max_multiple: int | None = enacted_by("FR-2024-147", "FR-2007-18", "AMB-56", default=None)
    """The maximum per hand is this multiple of the minimum."""
    table_max_cents: int | None = enacted_by("MC-045", "ON-01", "HOUSE-20", "AMB-56", default=None)
    """The maximum per hand where it is no multiple of the minimum."""
    stake_step_cents: int | None = enacted_by(
        "FR-2024-144", "FR-2007-56", "MC-111", "ON-14", "HOUSE-27", "AMB-35", default=None
    )
    min_boxes_when_alone: int = enacted_by("FR-2024-026", "FR-2007-26", default=1)
    standing: Standing = enacted_by(
        "FR-2024-017",
        "FR-2007-17",
        "MC-044",
        "ON-09",
        "HOUSE-03",
        "AMB-60",
        default=Standing.WITH_CONSENT,
    )
    standing_play_when_seats_vacant: bool = enacted_by(
        "FR-2024-027", "FR-2007-17", "MC-044", "HOUSE-20", default=True
    )
    vacant_boxes_playable: bool = enacted_by(
        "FR-2024-016", "FR-2007-16", "MC-043", "ON-81", "HOUSE-21", "AMB-60", default=True
    )
    max_boxes_per_player: int | None = enacted_by("FR-2024-029", "FR-2007-28", default=None)
    box_limit: BoxLimit = enacted_by("FR-2024-029", "FR-2007-28", default=BoxLimit.ALWAYS)
    max_vacant_boxes_per_player: int | None = enacted_by("HOUSE-21", "AMB-19", default=None)
    vacant_boxes_yield: bool = enacted_by("HOUSE-22", default=False)
    """Whether a box beside one's own goes to another who wishes to sit there."""
    surrender: bool = enacted_by("FR-2024-028", "FR-2007-27", default=False)
    surrender_terms: SurrenderTerms = enacted_by(
        "FR-2024-028", "FR-2007-27", "AMB-29", default=SurrenderTerms.OWN_HAND_NOT_ACE
    )
    draw_on_21_allowed: bool = enacted_by(
        "FR-2024-030", "FR-2007-29", "MC-055", "ON-72", "HOUSE-11", default=True
    )
    dealer_hits_soft_17: bool = enacted_by(
        "FR-2024-036",
        "FR-2024-037",
        "FR-2024-038",
        "FR-2007-37",
        "MC-060",
        "ON-76",
        "ON-77",
        "HOUSE-15",
        "AMB-64",
        default=False,
    )
    blackjack_odds: tuple[int, int] = enacted_by(
        "FR-2024-048", "FR-2007-47", "MC-070", "ON-18", "HOUSE-08", default=(3, 2)
    )
    blackjack_tie: BlackjackTie = enacted_by(
        "FR-2024-046",
        "FR-2007-45",
        "MC-068",
        "ON-12",
        "ON-20",
        "HOUSE-09",
        "AMB-14",
        default=BlackjackTie.PUSH,
    )
    dealer_blackjack_beats_21: bool = enacted_by(
        "FR-2024-049", "FR-2007-48", "MC-071", "ON-20", "HOUSE-18", "AMB-16", default=True
    )
    push_21: Push21 = enacted_by("ON-64", "ON-69", "HOUSE-18", "AMB-16", default=Push21.ANY)
    even_money: EvenMoneyTerms = enacted_by(
        "MC-078", "ON-59", "AMB-34", default=EvenMoneyTerms.NONE
    )
    insurance_amount: InsuranceAmount = enacted_by(
        "FR-2024-053",
        "FR-2007-52",
        "MC-075",
        "ON-55",
        "HOUSE-33",
        default=InsuranceAmount.EXACT_HALF,
    )
    insurance_odds: tuple[int, int] = enacted_by(
        "FR-2024-054", "FR-2007-53", "MC-076", "ON-57", "HOUSE-36", default=(2, 1)
    )
    insurance_window: InsuranceWindow = enacted_by(
        "FR-2024-052", "FR-2007-51", "MC-074", "ON-56", "HOUSE-34", "AMB-31"
    )
    split_identical_only: bool = enacted_by(
        "FR-2024-064", "FR-2007-62", "MC-086", "ON-65", "HOUSE-25", default=False
    )
    max_splits: int | None = enacted_by(
        "FR-2024-065", "FR-2007-63", "MC-087", "ON-70", "HOUSE-28", "AMB-18"
    )
    """Splits per original hand."""
    max_ace_splits: int | None = enacted_by(
        "FR-2024-061", "FR-2007-60", "MC-088", "ON-75", "HOUSE-31", "AMB-21"
    )
    """Splits of aces per original hand."""
    resplit_first_hand_only: bool = enacted_by("HOUSE-28", "AMB-18", default=False)
    split_21_is_blackjack: bool = enacted_by(
        "FR-2024-063", "FR-2007-61", "MC-085", "ON-69", "HOUSE-10", "AMB-15", default=False
    )
    split_second_card_timing: SplitTiming = enacted_by(
        "FR-2024-059",
        "FR-2007-58",
        "MC-082",
        "ON-66",
        "HOUSE-26",
        "AMB-23",
        default=SplitTiming.SEQUENTIAL,
    )
    double_after_split: bool = enacted_by(
        "FR-2024-068",
        "FR-2024-069",
        "FR-2007-66",
        "FR-2007-67",
        "MC-091",
        "ON-61",
        "HOUSE-23",
        default=True,
    )
    payout_unit_cents: int = enacted_by(
        "FR-2024-143", "FR-2007-46", "MC-111", "ON-14", "HOUSE-08", "AMB-35", default=1
    )
    """The smallest chip in which the table pays."""
    rounding: Rounding = enacted_by(
        "FR-2024-143",
        "FR-2007-47",
        "MC-070",
        "ON-18",
        "HOUSE-08",
        "AMB-35",
        default=Rounding.DOWN,
    )
    side_bets: tuple[SideTerms, ...] = enacted_by(
        "FR-2024-021", "FR-2007-21", "MC-093", "MC-100", "MC-105", default=()
    )
    """The side bets that the text knows."""
    enabled_side_bets: tuple[str, ...] = enacted_by(
        "FR-2024-070", "FR-2024-094", "FR-2024-109", "FR-2024-121", "FR-2007-68", "MC-093",
        default=(),
    )  # fmt: skip
    """Those that this table offers."""
    queen_of_hearts_pay_table: PayTable = enacted_by(
        "FR-2024-077", "FR-2007-75", default=PayTable.A
    )
    queen_of_hearts_min_cents: int | None = enacted_by("FR-2024-078", "FR-2007-76", default=None)
    queen_of_hearts_max_cents: int | None = enacted_by("FR-2024-078", "FR-2007-76", default=None)
    queen_of_hearts_seated_only: bool = enacted_by("FR-2024-080", "FR-2007-78", default=False)
    no_split_after_queen_bonus_win: bool = enacted_by("FR-2024-085", "FR-2007-83", default=False)
    queen_pair_rule: QueenPair = enacted_by(
        "FR-2024-074", "FR-2007-72", "AMB-02", default=QueenPair.SAME_RANK_SAME_COULEUR
    )
    queen_couleur: Couleur = enacted_by(
        "FR-2024-074", "FR-2024-075", "FR-2007-73", "AMB-01", default=Couleur.SUIT
    )
    hyper_min_cents: int | None = enacted_by("FR-2024-104", default=None)
    hyper_max_cents: int | None = enacted_by("FR-2024-104", default=None)
    hyper_seated_only: bool = enacted_by("FR-2024-105", default=False)
    two_plus_one_min_cents: int | None = enacted_by("FR-2024-111", default=None)
    two_plus_one_max_cents: int | None = enacted_by("FR-2024-111", default=None)
    two_plus_one_seated_only: bool = enacted_by("FR-2024-112", default=False)
    jp1_stake_cents: int = enacted_by("FR-2024-125", default=500)
    jp1_seed_main_cents: int = enacted_by("FR-2024-122", default=1_000_000)
    jp1_seed_secondary_cents: int = enacted_by("FR-2024-122", default=100_000)
    jp1_contribution_secondary_bps: int = enacted_by("FR-2024-123", "AMB-47", default=2_000)
    jp1_contribution_total_bps: int = enacted_by("FR-2024-127", "AMB-62", default=10_000)
    """What of each stake feeds the two pots, in ten-thousandths; the house keeps the rest."""
    jp1_seated_only: bool = enacted_by("FR-2024-126", "AMB-63", default=True)
    jp1_split_third_card_counts: bool = enacted_by("FR-2024-130", "AMB-44", default=True)
    jp1_stake_returned: bool = enacted_by("FR-2024-127", "AMB-07", default=False)
    perfect_pairs_offered: bool = enacted_by("MC-093", default=True)
    twenty_one_plus_three_offered: bool = enacted_by("MC-100", default=True)
    split_aces: SplitAces | None = enacted_by("MC-108", "AMB-59", default=None)
    cited: Cited = enacted_by(
        "FR-2024-021", "FR-2007-21", "MC-053", "ON-09", "HOUSE-06", default=None
    )

    @property
    def main_max(self) -> Amount | None:
        """The most that may be staked on a hand before doubles and splits (FR-2024-147, 149)."""
        if self.table_max_cents is not None:
            return Amount(self.table_max_cents)
        if self.table_min_cents is None or self.max_multiple is None:
            return None
        return Amount(self.table_min_cents * self.max_multiple)

    def side(self, bet: str) -> SideTerms | None:
        """Return the terms of a side bet of this text, whether or not the table offers it."""
        key = bet.partition(":")[0]
        for terms in self.side_bets:
            if terms.key == key:
                return terms
        return None

    def offers(self, terms: SideTerms) -> bool:
        """Tell whether the table offers a side bet of its text."""
        match terms.key:
            case "perfect_pairs" if not self.perfect_pairs_offered:
                return False
            case "twenty_one_plus_three" if not self.twenty_one_plus_three_offered:
                return False
            case "split_aces" if self.split_aces is None:
                return False
            case _:
                return terms.key in self.enabled_side_bets

    def side_limits(self, terms: SideTerms) -> tuple[int | None, int | None]:
        """Return the least and the most that may be staked on a side bet; `None` sets no limit."""
        match terms.combination:
            case Combination.QUEENS:
                return self.queen_of_hearts_min_cents, self.queen_of_hearts_max_cents
            case Combination.DEALER_POINT:
                return self.hyper_min_cents, self.hyper_max_cents
            case Combination.THREE_CARDS:
                return self.two_plus_one_min_cents, self.two_plus_one_max_cents
            case _:
                return None, None

    def side_fixed(self, terms: SideTerms) -> Amount | None:
        """Return the one stake that a progressive bet takes (FR-2024-125, MC-105)."""
        if terms.combination is Combination.SEVENS:
            return Amount(self.jp1_stake_cents)
        if terms.combination is Combination.ACES and self.split_aces:
            return self.split_aces.stake_cents
        return None

    def side_seated_only(self, terms: SideTerms) -> bool:
        """Tell whether only the seated holder may stake on a side bet (AMB-63)."""
        match terms.combination:
            case Combination.QUEENS:
                return self.queen_of_hearts_seated_only
            case Combination.DEALER_POINT:
                return self.hyper_seated_only
            case Combination.THREE_CARDS:
                return self.two_plus_one_seated_only
            case Combination.SEVENS:
                return self.jp1_seated_only
            case Combination.ACES:
                return True
            case _:
                return False

    def blackjack_win(self, stake: Amount) -> Amount:
        """Return the winnings of a black-jack, in whole payout units (FR-2024-048, ENG-13)."""
        num, den = self.blackjack_odds
        win, unit = stake * num, self.payout_unit_cents * den
        units = win // unit if self.rounding is Rounding.DOWN else -(-win // unit)
        return Amount(units * self.payout_unit_cents)

    def insurance_win(self, insurance: Amount) -> Amount:
        """Return the winnings of an insurance, without its stake (FR-2024-054)."""
        num, den = self.insurance_odds
        return Amount(insurance * num // den)

    def insurance_limits(self, stake: Amount) -> tuple[Amount, Amount]:
        """Return the least and the most that insures a stake; a most of 0 lets nobody (AMB-70)."""
        half = self.half(stake)
        if self.insurance_amount is InsuranceAmount.UP_TO_HALF:
            return Amount(self.payout_unit_cents), half
        return half, half

    def half(self, stake: Amount) -> Amount:
        """Return half a stake, rounded down to whole payout units (AMB-35)."""
        return Amount(stake // (2 * self.payout_unit_cents) * self.payout_unit_cents)

    def refusal(self, code: str, **detail: int | str) -> Refused:
        """Return the refusal to raise, with the clause behind it."""
        if clause := self.cited.refusals.get(code):
            detail["clause"] = clause
        return Refused(code, **detail)


_ABOUT: Final[Mapping[Combination, tuple[str, ...]]] = {
    Combination.QUEENS: ("queen_", "no_split_after_queen_"),
    Combination.DEALER_POINT: ("hyper_",),
    Combination.THREE_CARDS: ("two_plus_one_",),
    Combination.SEVENS: ("jp1_",),
}
"""How the options begin that are about a kind of side bet."""


def unused_options(rules: Rules) -> frozenset[str]:
    """Return the options about side bets of which the table offers none."""
    offered = {terms.combination for terms in rules.side_bets if rules.offers(terms)}
    idle = tuple([begin for kind, each in _ABOUT.items() if kind not in offered for begin in each])
    return frozenset({name for name in Rules.__dataclass_fields__ if name.startswith(idle)})


def contradictions(rules: Rules, chosen: Mapping[str, Any]) -> list[str]:
    """Return the options that contradict others."""
    found: list[str] = []
    # A book's own number of cards behind may exceed one pack, which only a shuffler can then deal.
    behind = chosen.get("stop_card_cards_behind", 0)
    if behind >= rules.decks * 52 - rules.burn:
        found.append("stop_card_cards_behind")
    for side in ("queen_of_hearts", "hyper", "two_plus_one"):
        low, high = getattr(rules, f"{side}_min_cents"), getattr(rules, f"{side}_max_cents")
        if low is not None and high is not None and low > high:
            found.append(f"{side}_max_cents")
    if rules.jp1_contribution_secondary_bps > rules.jp1_contribution_total_bps:
        found.append("jp1_contribution_secondary_bps")
    return found
