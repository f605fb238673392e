"""The differences between rule sets that the main game's edge depends on."""

from dataclasses import dataclass, replace
from typing import Literal

from tables.games.blackjack.rules import Rules
from tables.games.blackjack.terms import BlackjackTie, EvenMoneyTerms, Push21, SurrenderTerms

Surrender = Literal["none", "not_against_ace", "always"]


@dataclass(frozen=True, slots=True)
class MainTerms:
    """What of a rule set moves the main game's edge; equal terms have equal edges."""

    decks: int
    hits_soft_17: bool
    double_after_split: bool
    max_splits: int | None
    """Splits per original hand; `None` sets no limit."""
    max_ace_splits: int | None
    """The same for aces; `None` only when `max_splits` is `None` too."""
    resplit_first_hand_only: bool
    split_identical_only: bool
    split_21_is_blackjack: bool
    surrender: Surrender
    blackjack_odds: tuple[int, int]
    blackjack_tie: BlackjackTie
    beaten_21: Push21 | None
    """Which 21s push against the dealer's black-jack; `None` when it beats them all (AMB-16)."""
    even_money: EvenMoneyTerms

    @staticmethod
    def of(rules: Rules) -> "MainTerms":
        """Return the terms of a rule set, with what cannot matter under it made equal."""
        aces = rules.max_ace_splits
        if rules.max_splits is not None:
            aces = rules.max_splits if aces is None else min(aces, rules.max_splits)
        surrender: Surrender = "none"
        if rules.surrender:
            early = rules.surrender_terms is SurrenderTerms.BEFORE_ANY_DRAW
            surrender = "always" if early else "not_against_ace"
        return MainTerms(
            decks=rules.decks,
            hits_soft_17=rules.dealer_hits_soft_17,
            double_after_split=rules.double_after_split,
            max_splits=rules.max_splits,
            max_ace_splits=aces,
            resplit_first_hand_only=rules.resplit_first_hand_only,
            split_identical_only=rules.split_identical_only,
            split_21_is_blackjack=rules.split_21_is_blackjack,
            surrender=surrender,
            blackjack_odds=rules.blackjack_odds,
            blackjack_tie=rules.blackjack_tie,
            beaten_21=None if rules.dealer_blackjack_beats_21 else rules.push_21,
            even_money=rules.even_money,
        )

    def without_even_money(self) -> "MainTerms":
        """Return the same terms where no black-jack is paid 1 to 1 on request."""
        return replace(self, even_money=EvenMoneyTerms.NONE)
