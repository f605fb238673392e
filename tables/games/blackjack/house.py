"""Rule book HOUSE: black-jack by a casino's own rules."""

from typing import Final

from tables.games.blackjack import options
from tables.games.blackjack.rules import Cited, Rules
from tables.games.blackjack.terms import Backs, InsuranceWindow, Shuffling
from tables.games.core.options import Whole, choices_by_key
from tables.games.core.protocol import Book

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
        "bad_increment": "HOUSE-27",
        "below_min": "HOUSE-20",
        "betting_closed": "HOUSE-05",
        "box_not_vacant": "HOUSE-22",
        "box_out_of_range": "HOUSE-02",
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
    vacant_boxes_yield=True,
    insurance_window=InsuranceWindow.OFFER,
    max_splits=2,
    max_ace_splits=1,
    cited=_CITED,
)

_CHOICES: Final = choices_by_key(
    (
        options.DECKS.fixed(6, "HOUSE-01"),
        options.SHUFFLING.fixed("manual", "HOUSE-01"),
        options.STOP_CARD.choice(52, "HOUSE-01"),
        options.BOXES.fixed(7, "HOUSE-02"),
        options.BETTING_SECONDS.choice(20, "HOUSE-05"),
        options.DECISION_SECONDS.choice(15, "HOUSE-11"),
        options.TABLE_MIN.choice(None, "HOUSE-20"),
        options.TABLE_MAX.choice(None, "HOUSE-20"),
        options.STAKE_STEP.choice(None, "HOUSE-27"),
        options.STANDING_WHEN_VACANT.fixed(True, "HOUSE-20"),
        options.VACANT_BOXES.fixed(True, "HOUSE-21"),
        options.VACANT_BOXES_PER_PLAYER.fixed(5, "HOUSE-21"),
        options.DRAW_ON_21.fixed(True, "HOUSE-11"),
        options.IDENTICAL_ONLY.fixed(False, "HOUSE-25"),
        options.MAX_SPLITS.with_form(Whole(2, 3)).choice(2, "HOUSE-28"),
        options.MAX_ACE_SPLITS.fixed(1, "HOUSE-31"),
        options.DOUBLE_AFTER_SPLIT.choice(True, "HOUSE-23"),
        options.SOFT_17.fixed(False, "HOUSE-15"),
        options.INSURANCE_AMOUNT.fixed("exact_half", "HOUSE-33"),
        options.EVEN_MONEY.fixed("none", "HOUSE-08"),
        options.INSURANCE_WINDOW.fixed("offer", "HOUSE-34"),
        options.SPLIT_TIMING.interpretation("sequential", "HOUSE-26"),
        options.SPLIT_21.fixed(False, "HOUSE-10"),
        options.BLACKJACK_TIE.fixed("push", "HOUSE-09"),
        options.BLACKJACK_BEATS_21.interpretation(True, "HOUSE-18"),
        options.RESPLIT_FIRST.interpretation(False, "HOUSE-28"),
        options.PAYOUT_UNIT.interpretation(1, "HOUSE-08"),
        options.ROUNDING.interpretation("down", "HOUSE-08"),
    )
)

BOOK: Final = Book(
    key="HOUSE",
    package=__package__,
    rules=HOUSE,
    choices=_CHOICES,
)
