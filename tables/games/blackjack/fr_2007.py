"""Rule book FR-2007: black-jack in France, the text before 2019, with « lucky ladies »."""

from dataclasses import replace
from typing import Final

from tables.games.blackjack import options
from tables.games.blackjack.fr_2024 import FR_2024
from tables.games.blackjack.rules import Cited
from tables.games.blackjack.terms import BoxLimit, Combination, QueenPair, SideTerms, SurrenderTerms
from tables.games.core.options import Maybe, Whole, choices_by_key
from tables.games.core.protocol import Book

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
        "bad_increment": "FR-2007-56",
        "below_min": "FR-2007-22",
        "betting_closed": "FR-2007-22",
        "box_not_vacant": "FR-2007-16",
        "box_out_of_range": "FR-2007-15",
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

FR_2007: Final = replace(
    FR_2024,
    book="FR-2007",
    box_limit=BoxLimit.WHILE_OTHERS_WISH,
    surrender_terms=SurrenderTerms.BEFORE_ANY_DRAW,
    max_ace_splits=None,
    queen_pair_rule=QueenPair.SAME_RANK,
    side_bets=_SIDE_BETS,
    cited=_CITED,
)
"""The text of 2024, but for what it changed."""

_CHOICES: Final = choices_by_key(
    (
        options.DECKS.fixed(6, "FR-2007-01"),
        options.SHUFFLING.choice("manual", "FR-2007-04"),
        options.STOP_CARD.choice(52, "FR-2007-08"),
        options.BOXES.choice(7, "FR-2007-15"),
        options.BETTING_SECONDS.choice(20, "FR-2007-22"),
        options.DECISION_SECONDS.choice(15, "FR-2007-31"),
        options.TABLE_MIN.choice(None, "FR-2007-18"),
        options.MAX_MULTIPLE.choice(100, "FR-2007-18"),
        options.STAKE_STEP.choice(None, "FR-2007-56"),
        options.BOXES_WHEN_ALONE.choice(1, "FR-2007-26"),
        options.STANDING_WHEN_VACANT.fixed(True, "FR-2007-17"),
        options.VACANT_BOXES.choice(True, "FR-2007-16"),
        options.BOXES_PER_PLAYER.choice(None, "FR-2007-28"),
        options.SURRENDER.choice(False, "FR-2007-27"),
        options.DRAW_ON_21.choice(True, "FR-2007-29"),
        options.IDENTICAL_ONLY.choice(False, "FR-2007-62"),
        options.MAX_SPLITS.choice(None, "FR-2007-63"),
        options.MAX_ACE_SPLITS.with_form(Maybe(Whole(1, 1))).choice(None, "FR-2007-60"),
        options.DOUBLE_AFTER_SPLIT.choice(True, "FR-2007-67"),
        options.SIDE_BETS.with_form(options.SIDE_BET_WORDS.only("lucky_ladies")).choice(
            (), "FR-2007-68"
        ),
        options.QUEENS_PAY_TABLE.choice("A", "FR-2007-75"),
        options.QUEENS_MIN.choice(None, "FR-2007-76"),
        options.QUEENS_MAX.choice(None, "FR-2007-76"),
        options.QUEENS_SEATED.choice(False, "FR-2007-78"),
        options.NO_SPLIT_AFTER_QUEENS.choice(False, "FR-2007-83"),
        options.SOFT_17.fixed(False, "FR-2007-37"),
        options.INSURANCE_AMOUNT.fixed("exact_half", "FR-2007-52"),
        options.EVEN_MONEY.fixed("none", "FR-2007-47"),
        options.INSURANCE_WINDOW.interpretation("until_own_draw", "FR-2007-51"),
        options.SPLIT_TIMING.interpretation("sequential", "FR-2007-58"),
        options.SPLIT_21.fixed(False, "FR-2007-61"),
        options.BLACKJACK_TIE.fixed("push", "FR-2007-45"),
        options.BLACKJACK_BEATS_21.fixed(True, "FR-2007-48"),
        options.QUEEN_PAIR.interpretation("same_rank", "FR-2007-72"),
        options.QUEEN_COULEUR.interpretation("suit", "FR-2007-73"),
        options.PAYOUT_UNIT.interpretation(1, "FR-2007-46"),
        options.ROUNDING.interpretation("down", "FR-2007-47"),
    )
)

BOOK: Final = Book(
    key="FR-2007",
    package=__package__,
    rules=FR_2007,
    choices=_CHOICES,
)
