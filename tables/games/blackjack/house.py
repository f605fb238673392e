"""Rule book HOUSE: black-jack by a casino's own rules."""

from typing import Final

from tables.games.blackjack.house_text import CLAUSES
from tables.games.blackjack.rules import Cited, Rules
from tables.games.blackjack.terms import Backs, InsuranceWindow, Shuffling
from tables.games.core.protocol import Book
from tables.games.core.rules import Choice

_CITED: Final = Cited(
    ready="HOUSE-05",
    hit="HOUSE-11",
    stand="HOUSE-12",
    double="HOUSE-23",
    double_pair="HOUSE-23",
    split="HOUSE-26",
    split_again="HOUSE-28",
    insure="HOUSE-32",
    decline="HOUSE-34",
    insurance_won="HOUSE-36",
    insurance_lost="HOUSE-33",
    bust="HOUSE-19",
    blackjack="HOUSE-08",
    blackjack_prevails="HOUSE-09",
    split_21="HOUSE-10",
    higher="HOUSE-16",
    lower="HOUSE-17",
    equal="HOUSE-18",
    dealer_bust="HOUSE-16",
    even="HOUSE-16",
    match="HOUSE-20",
    refusals={
        "above_max": "HOUSE-20",
        "below_min": "HOUSE-20",
        "bets_closed": "HOUSE-05",
        "box_not_vacant": "HOUSE-22",
        "box_out_of_range": "HOUSE-02",
        "chips_only": "HOUSE-06",
        "double_after_split": "HOUSE-23",
        "double_not_first_two": "HOUSE-23",
        "hand_closed": "HOUSE-12",
        "insurance_amount": "HOUSE-33",
        "insurance_closed": "HOUSE-34",
        "insurance_not_offered": "HOUSE-32",
        "no_seated_holder": "HOUSE-02",
        "not_your_box": "HOUSE-11",
        "one_card_per_split_ace": "HOUSE-30",
        "out_of_turn": "HOUSE-11",
        "split_limit": "HOUSE-28",
        "split_not_pair": "HOUSE-25",
        "stake_step": "HOUSE-27",
        "standing_not_allowed": "HOUSE-20",
        "standing_without_consent": "HOUSE-03",
        "too_many_boxes": "HOUSE-21",
        "vacant_box_refused": "HOUSE-22",
    },
)

HOUSE: Final = Rules(
    book="HOUSE",
    decks=6,
    backs=Backs.ANY,
    shuffling=Shuffling.MANUAL,
    stop_card_cards_behind=52,
    burn=5,
    layout_boxes=7,
    max_vacant_boxes_per_player=5,
    insurance_window=InsuranceWindow.OFFER,
    max_splits=2,
    max_ace_splits=1,
    cited=_CITED,
)

_EITHER: Final = (True, False)
_AMOUNT_OR_NONE: Final = "int>=1|null"

_CHOICES: Final = {
    "decks": Choice((6,), 6, "HOUSE-01", "fixed"),
    "shuffling": Choice(("manual",), "manual", "HOUSE-01", "fixed"),
    "stop_card_cards_behind": Choice("int>=52", 52, "HOUSE-01"),
    "layout_boxes": Choice((7,), 7, "HOUSE-02", "fixed"),
    "betting_seconds": Choice("int 5..300", 20, "HOUSE-05"),
    "decision_seconds": Choice("int 3..120", 15, "HOUSE-11"),
    "table_min_cents": Choice(_AMOUNT_OR_NONE, None, "HOUSE-20"),
    "table_max_cents": Choice(_AMOUNT_OR_NONE, None, "HOUSE-20"),
    "stake_step_cents": Choice(_AMOUNT_OR_NONE, None, "HOUSE-27"),
    "standing_play_when_seats_vacant": Choice((True,), True, "HOUSE-20", "fixed"),
    "vacant_boxes_playable": Choice((True,), True, "HOUSE-21", "fixed"),
    "max_vacant_boxes_per_player": Choice((5,), 5, "HOUSE-21", "fixed"),
    "draw_on_21_allowed": Choice((True,), True, "HOUSE-11", "fixed"),
    "split_identical_only": Choice((False,), False, "HOUSE-25", "fixed"),
    "max_splits": Choice((2, 3), 2, "HOUSE-28"),
    "max_ace_splits": Choice((1,), 1, "HOUSE-31", "fixed"),
    "double_after_split": Choice(_EITHER, True, "HOUSE-23"),
    "dealer_hits_soft_17": Choice((False,), False, "HOUSE-15", "fixed"),
    "insurance_amount": Choice(("exact_half",), "exact_half", "HOUSE-33", "fixed"),
    "even_money": Choice(("none",), "none", "HOUSE-08", "fixed"),
    "insurance_window": Choice(("offer",), "offer", "HOUSE-34", "fixed"),
    "split_second_card_timing": Choice(
        ("sequential", "both_first"), "sequential", "HOUSE-26", "interpretation"
    ),
    "split_21_is_blackjack": Choice((False,), False, "HOUSE-10", "fixed"),
    "blackjack_tie": Choice(("push",), "push", "HOUSE-09", "fixed"),
    "dealer_blackjack_beats_21": Choice(_EITHER, True, "HOUSE-18", "interpretation"),
    "resplit_first_hand_only": Choice(_EITHER, False, "HOUSE-28", "interpretation"),
    "payout_unit_cents": Choice("int>=1", 1, "HOUSE-08", "interpretation"),
    "rounding": Choice(("down", "up"), "down", "HOUSE-08", "interpretation"),
}

BOOK: Final = Book(
    key="HOUSE",
    title_fr="Règles du Black Jack d'un casino",
    title_en="A casino's own rules of blackjack",
    rules=HOUSE,
    clauses=CLAUSES,
    choices=_CHOICES,
)
