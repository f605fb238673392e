"""Rule book MC: black-jack in Monaco, ministerial order no. 88-384 of 26 July 1988."""

from typing import Final

from tables.games.blackjack.mc_text import CLAUSES
from tables.games.blackjack.rules import Cited, Rules
from tables.games.blackjack.terms import (
    Backs,
    Combination,
    EvenMoneyTerms,
    Incidents,
    InsuranceAmount,
    InsuranceWindow,
    Shuffling,
    SideTerms,
)
from tables.games.core.protocol import Book
from tables.games.core.rules import Choice

_CITED: Final = Cited(
    ready="MC-052",
    hit="MC-055",
    stand="MC-055",
    double="MC-089",
    double_pair="MC-091",
    split="MC-079",
    split_again="MC-083",
    insure="MC-072",
    decline="MC-074",
    insurance_won="MC-076",
    insurance_lost="MC-077",
    bust="MC-056",
    blackjack="MC-070",
    blackjack_prevails="MC-071",
    split_21="MC-085",
    higher="MC-067",
    lower="MC-066",
    equal="MC-068",
    dealer_bust="MC-065",
    even="MC-069",
    even_money="MC-078",
    match="MC-044",
    refuse_exposed="MC-116",
    void="MC-116",
    refusals={
        "above_max": "MC-045",
        "below_min": "MC-111",
        "bets_closed": "MC-052",
        "box_not_vacant": "MC-043",
        "box_out_of_range": "MC-042",
        "chips_only": "MC-111",
        "double_not_first_two": "MC-089",
        "even_money_not_available": "MC-078",
        "fixed_stake": "MC-105",
        "incident_pending": "MC-116",
        "hand_closed": "MC-054",
        "insurance_amount": "MC-075",
        "insurance_closed": "MC-074",
        "insurance_not_offered": "MC-072",
        "no_seated_holder": "MC-042",
        "not_your_box": "MC-053",
        "nothing_to_refuse": "MC-116",
        "one_card_per_split_ace": "MC-084",
        "out_of_turn": "MC-054",
        "side_bet_below_min": "MC-093",
        "side_bet_not_available": "MC-093",
        "side_bet_seated_only": "MC-107",
        "side_bet_without_main": "MC-093",
        "split_limit": "MC-087",
        "split_not_identical": "MC-086",
        "split_not_pair": "MC-079",
        "stake_step": "MC-111",
        "standing_not_allowed": "MC-044",
        "standing_without_consent": "MC-044",
        "vacant_box_refused": "MC-043",
    },
)

_SIDE_BETS: Final = (
    SideTerms(
        key="perfect_pairs",
        combination=Combination.PAIR,
        odds=(25, 12, 6),
        grant="MC-093",
        lines=("MC-095", "MC-096", "MC-097"),
        lost="MC-094",
        limits="MC-093",
    ),
    SideTerms(
        key="twenty_one_plus_three",
        combination=Combination.THREE_CARDS,
        odds=(9, 9, 9, 9),
        grant="MC-100",
        lines=("MC-102", "MC-102", "MC-102", "MC-102"),
        lost="MC-101",
        limits="MC-100",
    ),
    SideTerms(
        key="split_aces",
        combination=Combination.ACES,
        odds=(),
        grant="MC-105",
        lines=("MC-108",),
        lost="MC-108",
        limits="MC-105",
        seated="MC-107",
    ),
)

MC: Final = Rules(
    book="MC",
    decks=6,
    backs=Backs.ANY,
    shuffling=Shuffling.MANUAL,
    stop_card_cards_behind=52,
    burn=5,
    burn_on_resumption=5,
    incidents=Incidents.MANAGEMENT,
    layout_boxes=7,
    insurance_amount=InsuranceAmount.UP_TO_HALF,
    insurance_window=InsuranceWindow.OFFER,
    even_money=EvenMoneyTerms.VS_ACE_OR_TEN,
    max_splits=2,
    max_ace_splits=1,
    side_bets=_SIDE_BETS,
    cited=_CITED,
)

_EITHER: Final = (True, False)
_AMOUNT_OR_NONE: Final = "int>=1|null"

_CHOICES: Final = {
    "decks": Choice("int>=1", 6, "MC-027"),
    "shuffling": Choice(("manual", "automatic", "continuous"), "manual", "MC-017"),
    "stop_card_cards_behind": Choice("int>=52", 52, "MC-031"),
    "layout_boxes": Choice("int>=1", 7, "MC-042"),
    "betting_seconds": Choice("int 5..300", 20, "MC-052"),
    "decision_seconds": Choice("int 3..120", 15, "MC-054"),
    "table_min_cents": Choice(_AMOUNT_OR_NONE, None, "MC-111"),
    "table_max_cents": Choice(_AMOUNT_OR_NONE, None, "MC-045"),
    "stake_step_cents": Choice(_AMOUNT_OR_NONE, None, "MC-111"),
    "standing_play_when_seats_vacant": Choice((True,), True, "MC-044", "fixed"),
    "vacant_boxes_playable": Choice(_EITHER, True, "MC-043"),
    "draw_on_21_allowed": Choice((True,), True, "MC-055", "fixed"),
    "split_identical_only": Choice(_EITHER, False, "MC-086"),
    "max_splits": Choice((2,), 2, "MC-087", "fixed"),
    "max_ace_splits": Choice((1,), 1, "MC-088", "fixed"),
    "double_after_split": Choice((True,), True, "MC-091", "fixed"),
    "enabled_side_bets": Choice(
        "some of perfect_pairs twenty_one_plus_three split_aces", (), "MC-093"
    ),
    "split_aces": Choice("object|null", None, "MC-108"),
    "perfect_pairs_offered": Choice(_EITHER, True, "MC-093"),
    "twenty_one_plus_three_offered": Choice(_EITHER, True, "MC-100"),
    "dealer_hits_soft_17": Choice((False,), False, "MC-060", "fixed"),
    "insurance_amount": Choice(("up_to_half",), "up_to_half", "MC-075", "fixed"),
    "even_money": Choice(("vs_ace_or_ten",), "vs_ace_or_ten", "MC-078", "fixed"),
    "insurance_window": Choice(("offer",), "offer", "MC-074", "fixed"),
    "split_second_card_timing": Choice(
        ("sequential", "both_first"), "sequential", "MC-082", "interpretation"
    ),
    "split_21_is_blackjack": Choice((False,), False, "MC-085", "fixed"),
    "blackjack_tie": Choice(("push",), "push", "MC-068", "fixed"),
    "dealer_blackjack_beats_21": Choice((True,), True, "MC-071", "fixed"),
    "payout_unit_cents": Choice("int>=1", 1, "MC-111", "interpretation"),
    "rounding": Choice(("down", "up"), "down", "MC-070", "interpretation"),
}

BOOK: Final = Book(
    key="MC",
    title_fr="Black-jack, Monaco, arrêté ministériel n° 88-384 du 26 juillet 1988",
    title_en="Blackjack, Monaco, ministerial order no. 88-384 of 26 July 1988",
    rules=MC,
    clauses=CLAUSES,
    choices=_CHOICES,
)
