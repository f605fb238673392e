"""Blackjack's rules as values: one frozen set for every rule book, each field with its clause."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from tables.games.core.money import Amount
from tables.games.core.protocol import Book, Refused
from tables.games.core.rules import enacted_by


class Shuffling(StrEnum):
    """Who shuffles (FR-2024-004)."""

    MANUAL = "manual"
    AUTOMATIC = "automatic"


class InsuranceWindow(StrEnum):
    """Until when a hand may insure (AMB-31)."""

    UNTIL_OWN_DRAW = "until_own_draw"
    OFFER = "offer"


class SplitTiming(StrEnum):
    """When the second split hand gets its second card (AMB-23)."""

    SEQUENTIAL = "sequential"
    BOTH_FIRST = "both_first"


class Rounding(StrEnum):
    """Which way a win is rounded to the smallest chip (AMB-35)."""

    DOWN = "down"
    UP = "up"


class PayTable(StrEnum):
    """The pay table of dames de cœur (FR-2024-077)."""

    A = "A"
    B = "B"


class QueenPair(StrEnum):
    """What line 3 of the dames de cœur table asks of a pair (AMB-02)."""

    SAME_RANK_SAME_COULEUR = "same_rank_same_couleur"
    SAME_RANK = "same_rank"


class Couleur(StrEnum):
    """What « couleur » means in the dames de cœur table (AMB-01)."""

    SUIT = "suit"
    COLOUR = "colour"


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
    surrender: str
    insure: str
    decline: str
    bust: str
    blackjack: str
    blackjack_prevails: str
    split_21: str
    higher: str
    lower: str
    equal: str
    dealer_bust: str
    even: str
    queens_lose_main: str
    refusals: Mapping[str, str] = field(hash=False)
    """Refusal code -> the clause behind it."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A complete set of blackjack rules. Amounts are minor units; `None` sets no limit."""

    book: str = enacted_by("FR-2024-021")
    """The key of the rule book that these rules amend."""
    decks: int = enacted_by("FR-2024-001")
    shuffling: Shuffling = enacted_by("FR-2024-004")
    stop_card_cards_behind: int = enacted_by("FR-2024-008")
    burn: int = enacted_by("FR-2024-010")
    """Cards removed unseen from a fresh shoe."""
    layout_boxes: int = enacted_by("FR-2024-014", "FR-2024-015")
    betting_seconds: int = enacted_by("FR-2024-022")
    """From the first stake to « rien ne va plus »."""
    decision_seconds: int = enacted_by("FR-2024-032")
    """For each decision; then the insurance is declined, or the hand stands."""
    table_min_cents: int | None = enacted_by("FR-2024-145")
    max_multiple: int = enacted_by("FR-2024-147")
    """The maximum per hand is this multiple of the minimum."""
    stake_step_cents: int | None = enacted_by("FR-2024-144")
    min_boxes_when_alone: int = enacted_by("FR-2024-026")
    vacant_boxes_playable: bool = enacted_by("FR-2024-016")
    max_boxes_per_player: int | None = enacted_by("FR-2024-029")
    surrender: bool = enacted_by("FR-2024-028")
    draw_on_21_allowed: bool = enacted_by("FR-2024-030")
    dealer_hits_soft_17: bool = enacted_by("FR-2024-036", "FR-2024-037", "FR-2024-038")
    blackjack_odds: tuple[int, int] = enacted_by("FR-2024-048")
    insurance_odds: tuple[int, int] = enacted_by("FR-2024-054")
    insurance_window: InsuranceWindow = enacted_by("FR-2024-052")
    split_identical_only: bool = enacted_by("FR-2024-064")
    max_splits: int | None = enacted_by("FR-2024-065")
    """Splits per original hand."""
    max_ace_splits: int | None = enacted_by("FR-2024-061")
    """Splits of aces per original hand."""
    split_second_card_timing: SplitTiming = enacted_by("FR-2024-059")
    double_after_split: bool = enacted_by("FR-2024-068", "FR-2024-069")
    payout_unit_cents: int = enacted_by("FR-2024-143")
    """The smallest chip in which the table pays."""
    rounding: Rounding = enacted_by("FR-2024-143")
    enabled_side_bets: tuple[str, ...] = enacted_by("FR-2024-070")
    queen_of_hearts_pay_table: PayTable = enacted_by("FR-2024-077")
    queen_of_hearts_min_cents: int | None = enacted_by("FR-2024-078")
    queen_of_hearts_max_cents: int | None = enacted_by("FR-2024-078")
    queen_of_hearts_seated_only: bool = enacted_by("FR-2024-080")
    no_split_after_queen_bonus_win: bool = enacted_by("FR-2024-085")
    queen_pair_rule: QueenPair = enacted_by("FR-2024-074")
    queen_couleur: Couleur = enacted_by("FR-2024-074", "FR-2024-075")
    cited: Cited = enacted_by("FR-2024-021")

    @property
    def main_max(self) -> Amount | None:
        """The most that may be staked on a hand before doubles and splits (FR-2024-147, 149)."""
        if self.table_min_cents is None:
            return None
        return Amount(self.table_min_cents * self.max_multiple)

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

    def half(self, stake: Amount) -> Amount:
        """Return half a stake, rounded down to whole payout units (AMB-35)."""
        return Amount(stake // (2 * self.payout_unit_cents) * self.payout_unit_cents)

    def refusal(self, code: str, **detail: int | str) -> Refused:
        """Return the refusal to raise, with the clause behind it."""
        if clause := self.cited.refusals.get(code):
            detail["clause"] = clause
        return Refused(code, **detail)


def amend(book: Book[Rules], options: Mapping[str, Any]) -> Rules:
    """Return the book's rules with house options in force.

    Refuses `invalid_option` for an option that the book does not have, a value that its text does
    not allow, or two values that contradict each other (ENG-25).
    """
    changes: dict[str, Any] = {}
    for name, value in options.items():
        choice = book.choices.get(name)
        if choice is None:
            raise Refused("invalid_option", option=name)
        if not choice.permits(value):
            raise Refused("invalid_option", option=name, clause=choice.clause)
        if choice.kind != "fixed":
            before = getattr(book.rules, name)
            changes[name] = type(before)(value) if isinstance(before, StrEnum | tuple) else value
    rules = replace(book.rules, **changes)
    if rules.stop_card_cards_behind >= rules.decks * 52 - rules.burn:
        raise Refused("invalid_option", option="stop_card_cards_behind", clause="FR-2024-008")
    low, high = rules.queen_of_hearts_min_cents, rules.queen_of_hearts_max_cents
    if low is not None and high is not None and low > high:
        raise Refused("invalid_option", option="queen_of_hearts_max_cents", clause="FR-2024-078")
    return rules
