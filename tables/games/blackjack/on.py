"""Rule book ON: blackjack at fairs and exhibitions in Ontario, under the gaming licence."""

from typing import Final

from tables.games.blackjack.on_text import CLAUSES
from tables.games.blackjack.rules import Cited, Rules
from tables.games.blackjack.terms import (
    Backs,
    EvenMoneyTerms,
    InsuranceWindow,
    NextCutter,
    Push21,
    Shuffling,
    Standing,
    Stub,
)
from tables.games.core.protocol import Book
from tables.games.core.rules import Choice

_CITED: Final = Cited(
    ready="ON-09",
    hit="ON-71",
    stand="ON-44",
    double="ON-60",
    double_pair="ON-61",
    split="ON-65",
    split_again="ON-70",
    insure="ON-51",
    decline="ON-56",
    insurance_won="ON-57",
    insurance_lost="ON-53",
    bust="ON-71",
    blackjack="ON-18",
    blackjack_prevails="ON-12",
    split_21="ON-69",
    higher="ON-11",
    lower="ON-11",
    equal="ON-20",
    dealer_bust="ON-10",
    even="ON-17",
    even_money="ON-59",
    refuse_exposed="ON-81",
    void="ON-85",
    refusals={
        "above_max": "ON-01",
        "below_min": "ON-02",
        "bets_closed": "ON-13",
        "box_not_vacant": "ON-09",
        "box_out_of_range": "ON-09",
        "chips_only": "ON-21",
        "double_not_first_two": "ON-60",
        "even_money_not_available": "ON-59",
        "hand_closed": "ON-71",
        "insurance_amount": "ON-55",
        "insurance_closed": "ON-56",
        "insurance_not_offered": "ON-51",
        "no_seated_holder": "ON-09",
        "not_your_box": "ON-44",
        "nothing_to_refuse": "ON-80",
        "one_card_per_split_ace": "ON-74",
        "out_of_turn": "ON-44",
        "split_limit": "ON-70",
        "split_not_pair": "ON-65",
        "stake_step": "ON-14",
        "standing_not_allowed": "ON-09",
        "vacant_box_refused": "ON-09",
    },
)

ON: Final = Rules(
    book="ON",
    decks=6,
    backs=Backs.ALL_ALIKE,
    shuffling=Shuffling.MANUAL,
    stop_card_cards_behind=78,
    stub=Stub.QUARTER,
    burn=1,
    burn_new_dealer=1,
    next_cutter=NextCutter.BOX_BEHIND_CUT_CARD,
    layout_boxes=7,
    table_min_cents=100,
    table_max_cents=500,
    standing=Standing.NEVER,
    draw_on_21_allowed=False,
    dealer_hits_soft_17=True,
    push_21=Push21.NEITHER_DOUBLED_NOR_SPLIT,
    even_money=EvenMoneyTerms.VS_ACE,
    insurance_window=InsuranceWindow.OFFER,
    max_splits=2,
    max_ace_splits=1,
    cited=_CITED,
)

_EITHER: Final = (True, False)
_AMOUNT_OR_NONE: Final = "int>=1|null"

_CHOICES: Final = {
    "decks": Choice((6,), 6, "ON-03", "fixed"),
    "shuffling": Choice(("manual",), "manual", "ON-25", "fixed"),
    "stop_card_cards_behind": Choice("int>=78", 78, "ON-35"),
    "layout_boxes": Choice(tuple(range(1, 8)), 7, "ON-09"),
    "betting_seconds": Choice("int 5..300", 20, "ON-13"),
    "decision_seconds": Choice("int 3..120", 15, "ON-44"),
    "table_min_cents": Choice((100,), 100, "ON-02", "fixed"),
    "table_max_cents": Choice((500,), 500, "ON-01", "fixed"),
    "stake_step_cents": Choice(_AMOUNT_OR_NONE, None, "ON-14"),
    "vacant_boxes_playable": Choice(_EITHER, True, "ON-81"),
    "draw_on_21_allowed": Choice((False,), False, "ON-72", "fixed"),
    "split_identical_only": Choice((False,), False, "ON-65", "fixed"),
    "max_splits": Choice((2,), 2, "ON-70", "fixed"),
    "max_ace_splits": Choice((1,), 1, "ON-75", "fixed"),
    "double_after_split": Choice((True,), True, "ON-61", "fixed"),
    "dealer_hits_soft_17": Choice((True,), True, "ON-76", "fixed"),
    "insurance_amount": Choice(("exact_half",), "exact_half", "ON-55", "fixed"),
    "even_money": Choice(("vs_ace",), "vs_ace", "ON-59", "fixed"),
    "insurance_window": Choice(("offer",), "offer", "ON-56", "fixed"),
    "split_second_card_timing": Choice(("sequential",), "sequential", "ON-66", "fixed"),
    "split_21_is_blackjack": Choice(_EITHER, False, "ON-69", "interpretation"),
    "blackjack_tie": Choice(("push", "player_wins"), "push", "ON-12", "interpretation"),
    "dealer_blackjack_beats_21": Choice(_EITHER, True, "ON-20", "interpretation"),
    "payout_unit_cents": Choice("int>=1", 1, "ON-14", "interpretation"),
    "rounding": Choice(("down", "up"), "down", "ON-18", "interpretation"),
}

BOOK: Final = Book(
    key="ON",
    title_fr="Blackjack, Ontario, licence durant une foire ou une exposition",
    title_en="Blackjack, Ontario, fair or exhibition gaming event licence",
    rules=ON,
    clauses=CLAUSES,
    choices=_CHOICES,
)
