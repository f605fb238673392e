"""Rule book FR-2007: black-jack in France, the text before 2019, with « lucky ladies »."""

from typing import Final

from tables.games.blackjack.fr_2007_text import CLAUSES
from tables.games.blackjack.rules import Cited, Rules
from tables.games.blackjack.terms import (
    Backs,
    BoxLimit,
    Combination,
    InsuranceWindow,
    QueenPair,
    Shuffling,
    SideTerms,
    SurrenderTerms,
)
from tables.games.core.protocol import Book
from tables.games.core.rules import Choice

_CITED: Final = Cited(
    ready="FR-2007-22",
    hit="FR-2007-32",
    stand="FR-2007-32",
    double="FR-2007-64",
    double_pair="FR-2007-66",
    split="FR-2007-55",
    split_again="FR-2007-59",
    insure="FR-2007-49",
    decline="FR-2007-51",
    insurance_won="FR-2007-53",
    insurance_lost="FR-2007-54",
    bust="FR-2007-33",
    blackjack="FR-2007-47",
    blackjack_prevails="FR-2007-48",
    split_21="FR-2007-61",
    higher="FR-2007-44",
    lower="FR-2007-43",
    equal="FR-2007-45",
    dealer_bust="FR-2007-42",
    even="FR-2007-46",
    surrender="FR-2007-27",
    queens_lose_main="FR-2007-88",
    match="FR-2007-17",
    refusals={
        "above_max": "FR-2007-18",
        "below_min": "FR-2007-22",
        "bets_closed": "FR-2007-22",
        "box_not_vacant": "FR-2007-16",
        "box_out_of_range": "FR-2007-15",
        "chips_only": "FR-2007-14",
        "double_after_split": "FR-2007-67",
        "double_not_first_two": "FR-2007-64",
        "hand_closed": "FR-2007-31",
        "insurance_amount": "FR-2007-52",
        "insurance_closed": "FR-2007-51",
        "insurance_not_offered": "FR-2007-49",
        "no_seated_holder": "FR-2007-14",
        "not_your_box": "FR-2007-30",
        "one_card_per_split_ace": "FR-2007-60",
        "out_of_turn": "FR-2007-31",
        "side_bet_above_max": "FR-2007-76",
        "side_bet_below_min": "FR-2007-76",
        "side_bet_not_available": "FR-2007-21",
        "side_bet_seated_only": "FR-2007-78",
        "side_bet_without_main": "FR-2007-77",
        "sole_player_min_boxes": "FR-2007-26",
        "split_after_queen_win": "FR-2007-83",
        "split_limit": "FR-2007-63",
        "split_not_identical": "FR-2007-62",
        "split_not_pair": "FR-2007-55",
        "stake_step": "FR-2007-56",
        "standing_not_allowed": "FR-2007-17",
        "standing_without_consent": "FR-2007-17",
        "surrender_not_available": "FR-2007-27",
        "surrender_too_late": "FR-2007-27",
        "too_many_boxes": "FR-2007-28",
        "vacant_box_refused": "FR-2007-16",
    },
)

_SIDE_BETS: Final = (
    SideTerms(
        key="lucky_ladies",
        combination=Combination.QUEENS,
        odds=(),
        grant="FR-2007-68",
        lines=("FR-2007-70", "FR-2007-71", "FR-2007-72", "FR-2007-73", "FR-2007-74"),
        lost="FR-2007-69",
        limits="FR-2007-76",
        seated="FR-2007-78",
    ),
)

FR_2007: Final = Rules(
    book="FR-2007",
    decks=6,
    backs=Backs.THREE_AND_THREE,
    shuffling=Shuffling.MANUAL,
    stop_card_cards_behind=52,
    burn=5,
    layout_boxes=7,
    max_multiple=100,
    box_limit=BoxLimit.WHILE_OTHERS_WISH,
    surrender_terms=SurrenderTerms.BEFORE_ANY_DRAW,
    insurance_window=InsuranceWindow.UNTIL_OWN_DRAW,
    max_splits=None,
    max_ace_splits=None,
    queen_pair_rule=QueenPair.SAME_RANK,
    side_bets=_SIDE_BETS,
    cited=_CITED,
)

_EITHER: Final = (True, False)
_AMOUNT_OR_NONE: Final = "int>=1|null"

_CHOICES: Final = {
    "decks": Choice((6,), 6, "FR-2007-01", "fixed"),
    "shuffling": Choice(("manual", "automatic"), "manual", "FR-2007-04"),
    "stop_card_cards_behind": Choice("int>=52", 52, "FR-2007-08"),
    "layout_boxes": Choice(tuple(range(1, 8)), 7, "FR-2007-15"),
    "betting_seconds": Choice("int 5..300", 20, "FR-2007-22"),
    "decision_seconds": Choice("int 3..120", 15, "FR-2007-31"),
    "table_min_cents": Choice(_AMOUNT_OR_NONE, None, "FR-2007-18"),
    "max_multiple": Choice((50, 100, 200), 100, "FR-2007-18"),
    "stake_step_cents": Choice(_AMOUNT_OR_NONE, None, "FR-2007-56"),
    "min_boxes_when_alone": Choice((1, 2), 1, "FR-2007-26"),
    "standing_play_when_seats_vacant": Choice((True,), True, "FR-2007-17", "fixed"),
    "vacant_boxes_playable": Choice(_EITHER, True, "FR-2007-16"),
    "max_boxes_per_player": Choice(_AMOUNT_OR_NONE, None, "FR-2007-28"),
    "surrender": Choice(_EITHER, False, "FR-2007-27"),
    "draw_on_21_allowed": Choice(_EITHER, True, "FR-2007-29"),
    "split_identical_only": Choice(_EITHER, False, "FR-2007-62"),
    "max_splits": Choice(_AMOUNT_OR_NONE, None, "FR-2007-63"),
    "max_ace_splits": Choice((None, 1), None, "FR-2007-60"),
    "double_after_split": Choice(_EITHER, True, "FR-2007-67"),
    "enabled_side_bets": Choice("some of lucky_ladies", (), "FR-2007-68"),
    "queen_of_hearts_pay_table": Choice(("A", "B"), "A", "FR-2007-75"),
    "queen_of_hearts_min_cents": Choice(_AMOUNT_OR_NONE, None, "FR-2007-76"),
    "queen_of_hearts_max_cents": Choice(_AMOUNT_OR_NONE, None, "FR-2007-76"),
    "queen_of_hearts_seated_only": Choice(_EITHER, False, "FR-2007-78"),
    "no_split_after_queen_bonus_win": Choice(_EITHER, False, "FR-2007-83"),
    "dealer_hits_soft_17": Choice((False,), False, "FR-2007-37", "fixed"),
    "insurance_amount": Choice(("exact_half",), "exact_half", "FR-2007-52", "fixed"),
    "even_money": Choice(("none",), "none", "FR-2007-47", "fixed"),
    "insurance_window": Choice(
        ("until_own_draw", "offer"), "until_own_draw", "FR-2007-51", "interpretation"
    ),
    "split_second_card_timing": Choice(
        ("sequential", "both_first"), "sequential", "FR-2007-58", "interpretation"
    ),
    "split_21_is_blackjack": Choice((False,), False, "FR-2007-61", "fixed"),
    "blackjack_tie": Choice(("push",), "push", "FR-2007-45", "fixed"),
    "dealer_blackjack_beats_21": Choice((True,), True, "FR-2007-48", "fixed"),
    "queen_pair_rule": Choice(
        ("same_rank", "same_rank_same_couleur"), "same_rank", "FR-2007-72", "interpretation"
    ),
    "queen_couleur": Choice(("suit", "colour"), "suit", "FR-2007-73", "interpretation"),
    "payout_unit_cents": Choice("int>=1", 1, "FR-2007-46", "interpretation"),
    "rounding": Choice(("down", "up"), "down", "FR-2007-47", "interpretation"),
}

BOOK: Final = Book(
    key="FR-2007",
    title_fr="Black-jack, arrêté du 14 mai 2007, article 55-4, rédaction antérieure à 2019",
    title_en="Blackjack, French order of 14 May 2007, article 55-4, wording before 2019",
    rules=FR_2007,
    clauses=CLAUSES,
    choices=_CHOICES,
)
