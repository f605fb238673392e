"""FR-2024, clause by clause, in the order of the text (arrêté of 14 May 2007, art. 55-4, 55-5).

A test's name carries the clauses that it proves.
"""

from typing import Any

import pytest

from tables.games.blackjack import BLACKJACK
from tables.games.blackjack.messages import (
    BoxStake,
    CardDealt,
    Hit,
    Insure,
    Insured,
    Ready,
    Stake,
    Stand,
    Stood,
    Surrender,
)
from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import (
    Cards,
    Drawn,
    Nobody,
    PlayerCommand,
    Players,
    Refused,
    Shuffle,
)
from tests.games.blackjack.notation import Round, round_from, rules_with

BOOK = BLACKJACK.books["FR-2024"]


def refused(code: str, **options: Any) -> None:
    with pytest.raises(Refused) as caught:
        rules_with(**options)
    assert caught.value.code == code


# --- the book itself ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"surrender": 1},
        {"min_boxes_when_alone": True},
        {"table_min_cents": 0},
        {"table_min_cents": "500"},
        {"betting_seconds": 4},
        {"betting_seconds": 301},
        {"decision_seconds": None},
        {"dealer_hits_soft_17": True},
        {"even_money": "vs_ace"},
        {"enabled_side_bets": ["perfect_pairs"]},
        {"enabled_side_bets": ["queen_of_hearts"] * 2},
        {"table_max_cents": 500},
        {"stop_card_cards_behind": 312},
        {"queen_of_hearts_min_cents": 200, "queen_of_hearts_max_cents": 100},
    ],
    ids=str,
)
def test_an_option_outside_the_text_is_refused(options: dict[str, Any]) -> None:
    refused("invalid_option", **options)


# --- equipment ------------------------------------------------------------------------------------


def test_fr_2024_001_six_packs() -> None:
    assert BLACKJACK.equipment(BOOK.rules).packs == 6
    refused("invalid_option", decks=8)


def test_fr_2024_004_an_automatic_shuffler_may_be_used() -> None:
    assert rules_with(shuffling="automatic").shuffling == "automatic"
    refused("invalid_option", shuffling="continuous")


def test_fr_2024_008_at_least_one_pack_behind_the_stop_card() -> None:
    assert BLACKJACK.equipment(BOOK.rules).behind == 52
    assert BLACKJACK.equipment(rules_with(stop_card_cards_behind=80)).behind == 80
    refused("invalid_option", stop_card_cards_behind=51)


def test_fr_2024_010_five_cards_are_burnt() -> None:
    assert BLACKJACK.equipment(BOOK.rules).burnt == 5


def test_fr_2024_012_the_stop_card_ends_the_shoe_after_the_round() -> None:
    r = round_from("dealer 7s | box 1: Td 6h, stake 1000")
    r.play("1 hit stop 2c")
    assert r.state.stop_card
    assert r.kinds()[-3:] == ["card_called", "stop_card_out", "card_dealt"]
    assert r.turn == "1/h/3"
    r.play("1 stand", "dealer Td")
    assert r.over
    assert BLACKJACK.awaiting(r.rules, r.state) == Shuffle()


def test_fr_2024_012_without_the_stop_card_the_shoe_goes_on() -> None:
    r = round_from("dealer 7s | box 1: Td 6h, stake 1000").play("1 stand", "dealer Td")
    assert BLACKJACK.awaiting(r.rules, r.state) == Nobody()


# --- seats and boxes ------------------------------------------------------------------------------


def test_fr_2024_014_015_at_most_seven_boxes() -> None:
    assert BLACKJACK.box_count(BOOK.rules) == 7
    refused("invalid_option", layout_boxes=8)
    r = Round(rules_with(), holders={8: "ann"})
    with pytest.raises(Refused, match="box_out_of_range"):
        r.stake(8, 1000)


def test_fr_2024_016_vacant_boxes_may_be_closed_to_the_seated() -> None:
    r = Round(rules_with(), holders={1: "ann", 2: "ann"})
    r.bets("ann", (1, 1000, 0), (2, 1000, 0))
    assert r.on_layout() == 2000
    r = Round(rules_with(vacant_boxes_playable=False), holders={1: "ann", 2: "ann"})
    r.stake(1, 1000)
    with pytest.raises(Refused, match="vacant_box_refused"):
        r.stake(2, 1000)


def test_fr_2024_020_each_hand_of_a_player_is_a_hand_of_its_own() -> None:
    r = round_from(
        "dealer 7s | box 1: Td 9h, stake 1000, by ann | box 2: Tc 6h, stake 500, by ben"
        " | box 3: Th 8h, stake 2000, by ann"
    )
    assert r.turn == "1/h/2"
    r.play("1 stand", "2 stand")
    assert r.turn == "3/h/2"
    r.play("3 stand", "dealer Td")
    assert r.settled() == [
        "2/h lose 0 for 500",
        "3/h win 4000 for 2000",
        "1/h win 2000 for 1000",
    ]
    assert r.net() == {"ann": 3000, "ben": -500}


def test_fr_2024_021_the_possibilities_of_play_are_offered_with_their_clause() -> None:
    r = round_from("dealer 7s | box 1: 8d 8h, stake 1000", surrender=True)
    assert r.offers(1) == {
        "hit": (0, "FR-2024-033"),
        "stand": (0, "FR-2024-033"),
        "double": (1000, "FR-2024-066"),
        "split": (1000, "FR-2024-056"),
        "surrender": (0, "FR-2024-028"),
    }


# --- the deal and its options ---------------------------------------------------------------------


def test_fr_2024_022_the_deal_begins_when_all_stakes_are_down() -> None:
    r = Round(rules_with(), holders={1: "ann", 2: "ben"})
    assert BLACKJACK.awaiting(r.rules, r.state) == Nobody()
    r.stake(1, 1000)
    everyone = tuple(BoxNo(no) for no in range(1, 8))
    assert BLACKJACK.awaiting(r.rules, r.state) == Players(everyone, 20, "bets")
    r.stake(2, 500)
    r.ready("ann")
    assert r.turn == "bets"
    r.stake(1, 2000)
    assert r.state.ready == frozenset()
    r.ready("ben")
    assert r.turn == "bets"
    r.ready("ann")
    assert BLACKJACK.awaiting(r.rules, r.state) == Cards(5)


def test_fr_2024_022_the_clock_closes_the_bets_too() -> None:
    r = Round(rules_with(betting_seconds=7), holders={1: "ann"})
    r.stake(1, 1000)
    awaited = BLACKJACK.awaiting(r.rules, r.state)
    assert isinstance(awaited, Players)
    assert awaited.seconds == 7
    r.play("expire")
    assert r.kinds()[-1] == "bets_closed"
    assert BLACKJACK.awaiting(r.rules, r.state) == Cards(3)


def test_fr_2024_022_who_takes_the_last_open_stakes_back_closes_the_bets() -> None:
    r = Round(rules_with(), holders={1: "ann", 2: "ben"})
    r.stake(1, 1000)
    r.stake(2, 1000)
    r.ready("ann")
    r.stake(2, 0)
    assert r.kinds()[-1] == "bets_closed"
    assert r.net() == {"ann": -1000, "ben": 0}


def test_fr_2024_022_without_a_stake_nothing_is_dealt() -> None:
    r = Round(rules_with(), holders={1: "ann"})
    r.stake(1, 1000)
    r.stake(1, 0)
    assert BLACKJACK.awaiting(r.rules, r.state) == Nobody()
    r.play("expire")
    assert r.kinds() == ["opened", "staked", "staked", "round_closed"]
    assert r.net() == {"ann": 0}


def test_fr_2024_023_024_025_the_order_of_the_deal() -> None:
    r = round_from("dealer 7s | box 2: Td 6h, stake 1000 | box 5: 5c 5d, stake 1000")
    dealt = [
        (event.box, event.hand, event.card) for event in r.events if isinstance(event, CardDealt)
    ]
    assert dealt == [
        (2, "h", "Td"),
        (5, "h", "5c"),
        (0, "d", "7s"),
        (2, "h", "6h"),
        (5, "h", "5d"),
    ]


def test_fr_2024_026_who_is_alone_may_have_to_play_two_boxes() -> None:
    r = Round(rules_with(min_boxes_when_alone=2), holders={1: "ann", 2: "ann", 3: "ben"})
    r.stake(1, 1000, alone=True)
    with pytest.raises(Refused, match="sole_player_min_boxes"):
        r.ready("ann", alone=True)
    assert "ready" not in r.offers(1)
    r.stake(2, 1000, alone=True)
    r.ready("ann", alone=True)
    assert r.kinds()[-1] == "bets_closed"


def test_fr_2024_026_stakes_on_too_few_boxes_go_back_when_the_bets_close() -> None:
    r = Round(rules_with(min_boxes_when_alone=2), holders={1: "ann"})
    r.stake(1, 1000, alone=True)
    r.play("expire")
    assert r.kinds()[-2:] == ["staked", "round_closed"]
    assert r.net() == {"ann": 0}


def test_fr_2024_026_a_second_seated_player_lifts_the_rule() -> None:
    r = Round(rules_with(min_boxes_when_alone=2), holders={1: "ann"})
    r.stake(1, 1000, alone=False)
    r.ready("ann", alone=False)
    assert r.kinds()[-1] == "bets_closed"


def test_fr_2024_026_who_is_left_alone_by_others_is_not_dealt_to_on_too_few_boxes() -> None:
    r = Round(rules_with(min_boxes_when_alone=2), holders={1: "ann", 2: "ben"})
    r.stake(1, 1000)
    r.stake(2, 1000)
    r.ready("ann")
    r.stake(2, 0, alone=True)
    assert r.turn == "bets"
    r.play("expire")
    assert r.net() == {"ann": 0, "ben": 0}


def test_fr_2024_028_surrender_gives_half_back() -> None:
    r = round_from("dealer Ks | box 1: Td 6h, stake 1001", surrender=True)
    r.play("1 surrender")
    assert r.settled() == ["1/h surrender 500 for 1001"]
    assert r.over
    assert r.state.dealer_result == "NOT_DRAWN"


def test_fr_2024_028_surrender_is_no_option_by_default() -> None:
    r = round_from("dealer Ks | box 1: Td 6h, stake 1000")
    assert r.refusal("1 surrender") == "surrender_not_available"


def test_fr_2024_028_no_surrender_against_an_ace() -> None:
    r = round_from("dealer As | box 1: Td 6h, stake 1000", surrender=True).play("1 decline")
    assert r.refusal("1 surrender") == "surrender_dealer_ace"


def test_fr_2024_028_surrender_before_the_hands_own_first_decision() -> None:
    r = round_from(
        "dealer Ks | box 1: Td 2h, stake 1000 | box 2: Tc 6d, stake 1000 | box 3: Ac Kd, stake 10",
        surrender=True,
    )
    assert r.offers(2) == {"surrender": (0, "FR-2024-028")}
    r.play("2 surrender")
    assert r.turn == "1/h/2"
    r.play("1 hit 3c")
    assert r.refusal("1 surrender") == "surrender_too_late"
    assert r.refusal("2 surrender") == "surrender_too_late"
    assert r.refusal("3 surrender") == "surrender_too_late"


def test_fr_2024_029_the_house_limits_the_boxes_of_one_player() -> None:
    r = Round(rules_with(max_boxes_per_player=2), holders=dict.fromkeys((1, 2, 3), "ann"))
    r.bets("ann", (1, 1000, 0), (2, 1000, 0))
    with pytest.raises(Refused, match="too_many_boxes"):
        r.stake(3, 1000)
    r.bets("ann", (1, 0, 0), (3, 1000, 0))
    assert [box.no for box in r.state.boxes] == [2, 3]


def test_fr_2024_030_a_card_at_21_unless_the_house_forbids_it() -> None:
    text = "dealer 9s | box 1: Ah 7d, stake 1000"
    r = round_from(text).play("1 hit 3c")
    assert "hit" in r.offers(1)
    r = round_from(text, draw_on_21_allowed=False).play("1 hit 3c")
    assert r.refusal("1 hit") == "hand_closed"
    assert BLACKJACK.awaiting(r.rules, r.state) == Cards(1)


# --- the play -------------------------------------------------------------------------------------


def test_fr_2024_031_cards_are_offered_to_the_holder_of_the_hand() -> None:
    r = round_from("dealer 9s | box 1: 2h 7d, stake 10, by ann | box 3: 2c 7c, stake 10, by ben")
    for command in (Hit(BoxNo(1)), Stand(BoxNo(1)), Surrender(BoxNo(1)), Insure(BoxNo(1))):
        with pytest.raises(Refused, match="not_your_box"):
            r.ask("ben", command)
    r.ask("ann", Stand(BoxNo(1)))


def test_fr_2024_032_one_hand_after_the_other() -> None:
    r = round_from("dealer 9s | box 1: 2h 7d, stake 1000 | box 3: 2c 7c, stake 1000")
    assert r.refusal("3 hit") == "out_of_turn"
    assert r.offers(3) == {}
    r.play("1 stand")
    assert r.refusal("1 hit") == "hand_closed"
    r.play("3 stand")


def test_fr_2024_032_a_hand_that_does_not_decide_in_time_stands() -> None:
    r = round_from("dealer 9s | box 1: 2h 7d, stake 1000", decision_seconds=9)
    awaited = BLACKJACK.awaiting(r.rules, r.state)
    assert awaited == Players((BoxNo(1),), 9, "1/h/2")
    r.play("expire")
    stood = r.events[-1]
    assert isinstance(stood, Stood)
    assert stood.timed_out


def test_fr_2024_033_cards_one_at_a_time_until_satisfied() -> None:
    r = round_from("dealer 9s | box 1: 2h 3d, stake 1000")
    assert r.turn == "1/h/2"
    r.play("1 hit 2c")
    assert r.turn == "1/h/3"
    r.play("1 hit 2d")
    assert r.turn == "1/h/4"
    r.play("1 stand")
    assert r.turn == ""


def test_fr_2024_034_a_hand_above_21_is_collected_at_once() -> None:
    r = round_from("dealer 6s | box 1: Th 6d, stake 1000 | box 2: Tc 9d, stake 500")
    r.play("1 hit 8c")
    assert r.settled() == ["1/h bust 0 for 1000"]
    assert r.on_layout() == 500
    assert r.turn == "2/h/2"
    r.play("2 stand", "dealer Ts Ks")
    assert r.state.dealer_result == "BUST"
    assert r.net() == {"p1": -1000, "p2": 500}


def test_fr_2024_035_the_dealer_draws_when_all_hands_are_determined() -> None:
    r = round_from("dealer 9s | box 1: Th 6d, stake 1000")
    assert r.turn == "1/h/2"
    r.play("1 stand")
    assert BLACKJACK.awaiting(r.rules, r.state) == Cards(1)


def test_fr_2024_035_nothing_at_stake_nothing_drawn() -> None:
    """ENG-09, AMB-36."""
    r = round_from("dealer 9s | box 1: Th 6d, stake 1000").play("1 hit 9c")
    assert r.over
    assert r.state.dealer_result == "NOT_DRAWN"


@pytest.mark.parametrize(
    ("dealer", "cards", "result"),
    [
        ("7s", "Td", "17"),
        ("6s", "Td 2c", "18"),
        ("6s", "Ad", "17"),
        ("As", "5d Tc 2h", "18"),
        ("As", "2d 3c Ah", "17"),
        ("As", "Kd", "BJ"),
        ("Ks", "6d 6c", "BUST"),
        ("7s", "7d 7c", "21"),
    ],
)
def test_fr_2024_036_037_038_the_dealers_rule(dealer: str, cards: str, result: str) -> None:
    r = round_from(f"dealer {dealer} | box 1: Th 9d, stake 1000")
    r.play("expire") if dealer == "As" else None
    r.play("1 stand", f"dealer {cards}")
    assert r.over
    assert r.shoe == []
    assert r.state.dealer_result == result


def test_fr_2024_039_the_dealer_announces_his_point_before_he_settles() -> None:
    r = round_from("dealer 7s | box 1: Th 9d, stake 1000").play("1 stand", "dealer Td")
    assert r.kinds()[-3:] == ["dealer_done", "hand_settled", "round_closed"]


def test_fr_2024_040_losers_then_winners_from_right_to_left() -> None:
    r = round_from(
        "dealer 7s | box 1: Th 9d, stake 10 | box 2: Tc 6d, stake 10 | box 3: 8h 8d, stake 10"
        " | box 4: Td 6h, stake 10"
    )
    r.play("1 stand", "2 stand", "3 split 9h", "3/ha stand Ah", "3/hb stand", "4 stand")
    r.play("dealer Jd")
    assert r.settled() == [
        "4/h lose 0 for 10",
        "2/h lose 0 for 10",
        "3/hb win 20 for 10",
        "3/ha push 10 for 10",
        "1/h win 20 for 10",
    ]


def test_fr_2024_043_a_dealer_above_21_pays_every_stake_on_the_layout() -> None:
    r = round_from("dealer 6s | box 1: Th 2d, stake 10 | box 2: Tc 9d, stake 20")
    r.play("1 stand", "2 stand", "dealer Ts Ks")
    assert r.settled() == ["2/h win 40 for 20", "1/h win 20 for 10"]


@pytest.mark.parametrize(
    ("hand", "settled"),
    [("Th 7d", "lose 0"), ("Th 8d", "push 1000"), ("Th 9d", "win 2000")],
)
def test_fr_2024_044_045_046_047_points_compared(hand: str, settled: str) -> None:
    r = round_from(f"dealer 8s | box 1: {hand}, stake 1000").play("1 stand", "dealer Td")
    assert r.settled() == [f"1/h {settled} for 1000"]


def test_fr_2024_048_a_black_jack_is_paid_3_to_2() -> None:
    r = round_from("dealer 9s | box 1: Ah Kd, stake 1000")
    assert r.turn == ""
    assert r.refusal("1 hit") == "hand_closed"
    r.play("dealer 8h")
    assert r.settled() == ["1/h blackjack 2500 for 1000"]


@pytest.mark.parametrize(
    ("stake", "rounding", "returned"),
    [(500, "down", 1200), (500, "up", 1300), (400, "down", 1000), (400, "up", 1000)],
)
def test_fr_2024_048_an_odd_win_is_rounded_to_the_payout_unit(
    stake: int, rounding: str, returned: int
) -> None:
    r = round_from(
        f"dealer 9s | box 1: Ah Kd, stake {stake}", payout_unit_cents=100, rounding=rounding
    ).play("dealer 8h")
    assert r.settled() == [f"1/h blackjack {returned} for {stake}"]


def test_fr_2024_049_a_black_jack_beats_any_other_21() -> None:
    r = round_from("dealer Ks | box 1: 5h 6d, stake 10 | box 2: As Qs, stake 10")
    r.play("1 hit Tc", "1 stand", "dealer Ad")
    assert r.settled() == ["1/h lose 0 for 10", "2/h push 10 for 10"]
    r = round_from("dealer 5s | box 1: As Qs, stake 10").play("dealer 6s Tc")
    assert r.settled() == ["1/h blackjack 25 for 10"]


# --- insurance ------------------------------------------------------------------------------------


def test_fr_2024_050_051_insurance_is_offered_against_an_ace_after_the_deal() -> None:
    r = round_from("dealer As | box 1: Th 9d, stake 10 | box 3: Ad Kd, stake 10")
    assert r.kinds()[-1] == "insurance_offered"
    assert BLACKJACK.awaiting(r.rules, r.state) == Players(
        (BoxNo(1), BoxNo(3)), r.rules.decision_seconds, "insurance"
    )
    assert r.offers(3) == {"insure": (5, "FR-2024-050"), "decline": (0, "FR-2024-052")}
    assert r.refusal("1 hit") == "out_of_turn"
    r.play("3 insure")
    assert r.refusal("3 insure") == "insurance_closed"
    r.play("1 decline")
    assert r.turn == "1/h/2"


def test_fr_2024_050_no_insurance_against_another_card() -> None:
    r = round_from("dealer Ks | box 1: Th 9d, stake 10")
    assert r.refusal("1 insure") == "insurance_not_offered"
    assert r.refusal("1 decline") == "insurance_not_offered"


def test_fr_2024_050_even_money_is_unknown() -> None:
    r = round_from("dealer As | box 1: Ah Kd, stake 10")
    assert r.refusal("1 even_money") == "even_money_not_available"


def test_fr_2024_051_silence_is_no_answer_to_wait_for() -> None:
    r = round_from("dealer As | box 1: Th 9d, stake 10 | box 3: 9h 9d, stake 10")
    r.play("expire")
    assert r.turn == "1/h/2"


def test_fr_2024_052_until_the_hands_own_next_card() -> None:
    r = round_from("dealer As | box 1: Th 2d, stake 10 | box 3: 9h 2s, stake 10").play("expire")
    r.play("1 hit 2c")
    assert r.refusal("1 insure") == "insurance_closed"
    assert r.offers(3) == {"insure": (5, "FR-2024-050")}
    r.play("3 insure", "1 stand", "3 double Tc", "dealer Td")
    assert r.settled()[-1] == "3 insurance 15 for 5"


def test_fr_2024_052_a_double_closes_the_window_before_its_card_is_out() -> None:
    r = round_from("dealer As | box 1: 9h 2d, stake 10").play("1 decline", "1 double")
    assert r.refusal("1 insure") == "insurance_closed"


def test_fr_2024_052_the_stricter_table_closes_with_the_next_card_of_anybody() -> None:
    r = round_from(
        "dealer As | box 1: Th 2d, stake 10 | box 3: 9h 2s, stake 10 | box 4: 9h 2s, stake 10",
        insurance_window="offer",
    ).play("expire")
    r.play("3 insure", "1 hit 2c")
    assert r.refusal("4 insure") == "insurance_closed"
    assert r.offers(4) == {}


def test_fr_2024_053_exactly_half_the_initial_stake() -> None:
    r = round_from("dealer As | box 1: 9h 2d, stake 1001")
    r.play("1 insure")
    insured = r.events[-2]
    assert isinstance(insured, Insured)
    assert insured.amount == 500
    r.play("1 double Tc")
    assert r.state.boxes[0].holder.insurance == 500


def test_fr_2024_053_a_stake_without_a_half_cannot_be_insured() -> None:
    """AMB-70."""
    r = round_from("dealer As | box 1: 9h 2d, stake 1")
    assert r.turn == "1/h/2"
    assert r.refusal("1 insure") == "insurance_amount"


def test_fr_2024_054_insurance_is_paid_2_to_1_against_any_ten() -> None:
    for ten in ("Td", "Jd", "Qd", "Kd"):
        r = round_from("dealer As | box 1: Th 9d, stake 1000").play("1 insure", "1 stand")
        r.play(f"dealer {ten}")
        assert r.settled() == ["1/h lose 0 for 1000", "1 insurance 1500 for 500"]
        assert r.net() == {"p1": 0}


def test_fr_2024_054_insurance_outlives_a_bust_hand() -> None:
    """AMB-32: the dealer must draw for it."""
    r = round_from("dealer As | box 1: Th 6d, stake 1000").play("1 insure", "1 hit 9c")
    assert not r.over
    r.play("dealer Kd")
    assert r.settled() == ["1/h bust 0 for 1000", "1 insurance 1500 for 500"]


def test_fr_2024_055_without_a_black_jack_insurance_is_collected_first() -> None:
    r = round_from("dealer As | box 1: Th 9d, stake 1000 | box 2: 9c 8c, stake 1000")
    r.play("1 insure", "2 insure", "1 stand", "2 stand", "dealer 7c")
    assert r.settled() == [
        "2 insurance 0 for 500",
        "1 insurance 0 for 500",
        "2/h lose 0 for 1000",
        "1/h win 2000 for 1000",
    ]


# --- pairs ----------------------------------------------------------------------------------------


def test_fr_2024_056_cards_of_one_value_may_be_split() -> None:
    r = round_from("dealer 6s | box 1: Kh Td, stake 1000").play("1 split 5c")
    assert [(hand.label, hand.cards) for hand in r.state.boxes[0].hands] == [
        ("ha", ("Kh", "5c")),
        ("hb", ("Td",)),
    ]
    r = round_from("dealer 6s | box 1: Kh 9d, stake 1000")
    assert r.refusal("1 split") == "split_not_pair"


def test_fr_2024_057_the_second_hand_costs_an_equal_stake() -> None:
    r = round_from("dealer 6s | box 1: 8h 8d, stake 1000").play("1 split")
    assert [hand.stake for hand in r.state.boxes[0].hands] == [1000, 1000]
    assert r.net() == {"p1": -2000}


def test_fr_2024_058_the_two_hands_are_independent() -> None:
    r = round_from("dealer 7s | box 1: 8h 8d, stake 1000")
    r.play("1 split 9c", "1/ha hit Tc 3c", "1/hb stand")
    assert r.settled() == ["1/ha bust 0 for 1000"]


def test_fr_2024_059_the_right_hand_first_and_to_its_end() -> None:
    r = round_from("dealer 6s | box 1: 8h 8d, stake 10").play("1 split 3c")
    assert r.refusal("1/hb hit") == "out_of_turn"
    assert r.turn == "1/ha/2"
    r.play("1/ha hit 2c", "1/ha stand 9c")
    assert r.turn == "1/hb/2"
    assert r.state.boxes[0].hands[1].cards == ("8d", "9c")


def test_fr_2024_059_both_second_cards_at_once_where_the_house_reads_it_so() -> None:
    """AMB-23."""
    r = round_from("dealer 6s | box 1: 8h 8d, stake 10", split_second_card_timing="both_first")
    r.play("1 split 3c 9c")
    assert [hand.cards for hand in r.state.boxes[0].hands] == [("8h", "3c"), ("8d", "9c")]
    assert r.turn == "1/ha/2"


def test_fr_2024_060_a_new_pair_may_be_split_again() -> None:
    r = round_from("dealer 6s | box 1: 8h 8d, stake 10").play("1 split 8c")
    assert r.offers(1)["split"] == (10, "FR-2024-060")
    r.play("1/ha split 2c", "1/haa stand 3c", "1/hab stand 8s", "1/hb split 4c")
    assert [hand.label for hand in r.state.boxes[0].hands] == ["haa", "hab", "hba", "hbb"]
    assert r.net() == {"p1": -40}


def test_fr_2024_061_062_one_pair_of_aces_and_one_card_each() -> None:
    r = round_from("dealer 9s | box 1: Ah As, stake 10").play("1 split Ad 5c")
    assert r.refusal("1/ha split") == "hand_closed"
    assert r.refusal("1/hb hit") == "hand_closed"
    assert BLACKJACK.awaiting(r.rules, r.state) == Cards(1)
    refused("invalid_option", max_ace_splits=2)


@pytest.mark.parametrize("pair", ["Ah As", "Th Ts"])
def test_fr_2024_063_21_on_a_split_hand_is_no_black_jack(pair: str) -> None:
    fill = "Kd 5c" if pair.startswith("A") else "Ad"
    r = round_from(f"dealer 9s | box 1: {pair}, stake 10").play(f"1 split {fill}")
    if pair.startswith("T"):
        r.play("1/ha stand 5c", "1/hb stand")
    r.play("dealer 9d")
    assert "1/ha win 20 for 10" in r.settled()


def test_fr_2024_063_and_it_loses_to_a_black_jack() -> None:
    """AMB-17."""
    r = round_from("dealer Ks | box 1: Ah As, stake 10").play("1 split Kd 5c", "dealer Ad")
    assert r.settled() == ["1/hb lose 0 for 10", "1/ha lose 0 for 10"]


def test_fr_2024_064_only_cards_of_one_rank_where_the_house_says_so() -> None:
    r = round_from("dealer 6s | box 1: Kh Qd, stake 10", split_identical_only=True)
    assert r.refusal("1 split") == "split_not_identical"
    r = round_from("dealer 6s | box 1: Kh Kd, stake 10", split_identical_only=True)
    r.play("1 split")


def test_fr_2024_065_the_house_limits_the_pairs() -> None:
    r = round_from("dealer 6s | box 1: 8h 8d, stake 10", max_splits=1).play("1 split 8c")
    assert r.refusal("1/ha split") == "split_limit"
    assert "split" not in r.offers(1)


# --- doubling -------------------------------------------------------------------------------------


def test_fr_2024_066_any_first_two_cards_may_be_doubled() -> None:
    r = round_from("dealer 6s | box 1: Th 9d, stake 1000").play("1 double 2c", "dealer Td 2h")
    assert r.settled() == ["1/h win 4000 for 2000"]
    r = round_from("dealer 6s | box 1: 2h 3d, stake 10").play("1 hit 2c")
    assert r.refusal("1 double") == "double_not_first_two"


def test_fr_2024_067_one_card_only() -> None:
    r = round_from("dealer 6s | box 1: 2h 3d, stake 10").play("1 double 2c")
    assert r.refusal("1 hit") == "hand_closed"
    assert BLACKJACK.awaiting(r.rules, r.state) == Cards(1)


def test_fr_2024_068_split_hands_may_be_doubled() -> None:
    r = round_from("dealer 6s | box 1: 8h 8d, stake 10").play("1 split 3c")
    assert r.offers(1)["double"] == (10, "FR-2024-068")
    r.play("1/ha double Tc")
    assert r.state.boxes[0].hands[0].stake == 20


def test_fr_2024_069_unless_the_house_excludes_it() -> None:
    r = round_from("dealer 6s | box 1: 8h 8d, stake 10", double_after_split=False)
    r.play("1 split 3c")
    assert r.refusal("1/ha double") == "double_after_split"


# --- dames de cœur --------------------------------------------------------------------------------


def test_fr_2024_070_the_bet_is_only_taken_where_it_is_offered() -> None:
    r = Round(rules_with(), holders={1: "ann"})
    with pytest.raises(Refused, match="side_bet_not_available"):
        r.stake(1, 1000, 100)
    assert BLACKJACK.view(r.rules, r.state).limits.queen_of_hearts_min is None


@pytest.mark.parametrize(
    ("cards", "table", "line", "odds"),
    [
        ("Qh Qh", "A", 2, 125),
        ("Qh Qh", "B", 2, 200),
        ("Jc Jc", "A", 3, 19),
        ("Jc Jc", "B", 3, 25),
        ("Kd Jd", "A", 4, 9),
        ("Ad 9d", "B", 4, 10),
        ("As 9c", "A", 5, 4),
        ("Qh Qd", "B", 5, 4),
        ("Qh 9d", "A", 0, -1),
        ("Ah Kh", "A", 0, -1),
    ],
)
def test_fr_2024_071_073_074_075_076_077_083_the_pay_table(
    cards: str, table: str, line: int, odds: int
) -> None:
    r = round_from(
        f"dealer 7s | box 1: {cards}, stake 1000, queens 100", queen_of_hearts_pay_table=table
    )
    assert r.settled() == [f"1 queens line {line} {100 * (1 + odds)} for 100"]
    assert r.net() == {"p1": -1000 + 100 * odds}


def test_fr_2024_072_two_queens_of_hearts_against_a_black_jack() -> None:
    for table in "AB":
        r = round_from(
            "dealer Ks | box 1: Qh Qh, stake 1000, queens 100", queen_of_hearts_pay_table=table
        )
        r.play("1 stand", "dealer As")
        assert r.settled() == ["1/h lose 0 for 1000", "1 queens line 1 100100 for 100"]


def test_fr_2024_078_least_and_greatest_additional_stake() -> None:
    rules = rules_with(
        enabled_side_bets=["queen_of_hearts"],
        queen_of_hearts_min_cents=100,
        queen_of_hearts_max_cents=5000,
    )
    r = Round(rules, holders={1: "ann"})
    with pytest.raises(Refused, match="side_bet_below_min"):
        r.stake(1, 1000, 50)
    with pytest.raises(Refused, match="side_bet_above_max"):
        r.stake(1, 1000, 5001)
    r.stake(1, 1000, 5000)
    limits = BLACKJACK.view(r.rules, r.state).limits
    assert (limits.queen_of_hearts_min, limits.queen_of_hearts_max) == (100, 5000)


def test_fr_2024_079_only_beside_a_main_stake() -> None:
    r = Round(rules_with(enabled_side_bets=["queen_of_hearts"]), holders={1: "ann"})
    with pytest.raises(Refused, match="side_bet_without_main"):
        r.stake(1, 0, 100)


def test_fr_2024_080_seated_players_always_may() -> None:
    r = round_from(
        "dealer 7s | box 1: Jc Jc, stake 1000, queens 100", queen_of_hearts_seated_only=True
    )
    assert r.settled() == ["1 queens line 3 2000 for 100"]


def test_fr_2024_082_losers_then_winners_from_right_to_left() -> None:
    r = round_from(
        "dealer 7s | box 1: 2c Jc, stake 10, queens 10 | box 2: Jc Jc, stake 10, queens 10"
        " | box 3: 2c 3c, stake 10, queens 10 | box 4: As 9s, stake 10, queens 10"
    )
    assert [line.split(" for")[0] for line in r.settled()] == [
        "3 queens line 0 0",
        "1 queens line 0 0",
        "4 queens line 4 100",
        "2 queens line 3 200",
    ]


def test_fr_2024_084_then_the_game_goes_on() -> None:
    r = round_from("dealer As | box 1: Jc Jc, stake 10, queens 10")
    assert r.kinds()[-2:] == ["side_bet_settled", "insurance_offered"]
    r = round_from("dealer 5s | box 1: Jc Jc, stake 10, queens 10")
    assert r.kinds()[-2:] == ["side_bet_settled", "play_began"]


def test_fr_2024_085_a_winner_may_be_forbidden_to_split() -> None:
    options = {"no_split_after_queen_bonus_win": True}
    r = round_from("dealer 7s | box 1: Ts Ks, stake 10, queens 10", **options)
    assert r.refusal("1 split") == "split_after_queen_win"
    r = round_from("dealer Ks | box 1: Qh Qh, stake 10, queens 10", **options)
    assert r.refusal("1 split") == "split_after_queen_win"
    r = round_from("dealer 7s | box 1: 8s 8d, stake 10, queens 10", **options)
    r.play("1 split")


@pytest.mark.parametrize("dealer", ["As", "Ks", "Qs", "Js", "Ts"])
def test_fr_2024_086_087_a_pair_of_queens_of_hearts_waits(dealer: str) -> None:
    r = round_from(
        f"dealer {dealer} | box 1: Qh Qh, stake 10, queens 10 | box 2: Kc Jc, stake 10, queens 10"
    )
    assert r.settled() == ["2 queens line 4 100 for 10"]
    assert r.state.boxes[0].holder.sides[0].state == "held"
    assert r.on_layout() == 30


def test_fr_2024_086_against_a_low_card_it_is_paid_at_once() -> None:
    r = round_from("dealer 9s | box 1: Qh Qh, stake 10, queens 10")
    assert r.settled() == ["1 queens line 2 1260 for 10"]


def test_fr_2024_088_the_hands_are_played_and_the_bonus_forces_the_dealer_to_draw() -> None:
    r = round_from("dealer Ks | box 1: Qh Qh, stake 10, queens 10").play("1 hit 5c")
    assert not r.over
    assert BLACKJACK.awaiting(r.rules, r.state) == Cards(1)


def test_fr_2024_089_without_a_black_jack_the_bonus_is_paid_first() -> None:
    r = round_from("dealer Ks | box 1: Qh Qh, stake 10, queens 10 | box 2: Tc 7c, stake 10")
    r.play("1 stand", "2 stand", "dealer 8d")
    assert r.settled() == [
        "1 queens line 2 1260 for 10",
        "2/h lose 0 for 10",
        "1/h win 20 for 10",
    ]


def test_fr_2024_089_but_after_the_lost_insurances() -> None:
    """ENG-12."""
    r = round_from("dealer As | box 1: Qh Qh, stake 10, queens 10")
    r.play("1 insure", "1 stand", "dealer 6d")
    assert r.settled() == [
        "1 insurance 0 for 5",
        "1 queens line 2 1260 for 10",
        "1/h win 20 for 10",
    ]


def test_fr_2024_090_092_with_a_black_jack_the_bonus_is_paid_last() -> None:
    r = round_from("dealer As | box 1: Qh Qh, stake 10, queens 10 | box 2: Tc Ac, stake 10")
    r.play("1 insure", "2 decline", "1 stand", "dealer Kd")
    assert r.settled() == [
        "1/h lose 0 for 10",
        "1 insurance 15 for 5",
        "2/h push 10 for 10",
        "1 queens line 1 10010 for 10",
    ]


def test_fr_2024_093_several_pairs_of_queens_of_hearts() -> None:
    r = round_from(
        "dealer Js | box 1: Qh Qh, stake 10, queens 10 | box 4: Qh Qh, stake 10, queens 10"
    )
    r.play("1 stand", "4 stand", "dealer Ac")
    assert r.settled()[-2:] == ["4 queens line 1 10010 for 10", "1 queens line 1 10010 for 10"]


# --- limits (article 55-5) ------------------------------------------------------------------------


def test_fr_2024_144_within_the_minimum_and_the_step() -> None:
    r = Round(rules_with(table_min_cents=500, stake_step_cents=250), holders={1: "ann"})
    for amount, code in ((400, "below_min"), (-5, "below_min"), (600, "bad_increment")):
        with pytest.raises(Refused, match=code):
            r.stake(1, amount)
    with pytest.raises(Refused, match="below_min"):
        r.stake(1, 0)
    r.stake(1, 750)


def test_fr_2024_144_all_stakes_of_one_command_or_none() -> None:
    r = Round(rules_with(table_min_cents=500), holders={1: "ann", 2: "ann"})
    with pytest.raises(Refused) as caught:
        r.bets("ann", (1, 500, 0), (2, 100, 0))
    assert caught.value.detail == {"box": 2, "minimum": 500, "clause": "FR-2024-144"}
    assert r.on_layout() == 0


def test_fr_2024_144_stakes_are_totals_and_may_change_until_the_cards() -> None:
    r = Round(rules_with(), holders={1: "ann", 2: "ann"})
    r.bets("ann", (1, 1000, 0), (2, 500, 0))
    r.bets("ann", (2, 900, 0), (1, 400, 0))
    assert r.net() == {"ann": -1300}
    freed, laid = r.events[-2:]
    assert [(move.amount, move.why) for move in freed.moves] == [(600, "take_back")]
    assert [(move.amount, move.why) for move in laid.moves] == [(400, "stake")]
    r.ready("ann")
    for command in (Stake((BoxStake(BoxNo(1), Amount(5)),)), Ready()):
        with pytest.raises(Refused, match="betting_closed"):
            r.ask("ann", command)


def test_fr_2024_144_only_on_boxes_that_one_holds() -> None:
    r = Round(rules_with(), holders={1: "ann", 2: "ben"})
    with pytest.raises(Refused, match="not_your_box"):
        r.bets("ann", (2, 1000, 0))
    r.stake(2, 1000)
    r.holders[2] = "ann"
    with pytest.raises(Refused, match="not_your_box"):
        r.bets("ann", (2, 0, 0))
    with pytest.raises(Refused, match="box_out_of_range"):
        r.bets("ann", (1, 1000, 0), (1, 1000, 0))
    with pytest.raises(Refused, match="below_min"):
        r.ready("ann")


def test_fr_2024_147_the_maximum_is_a_multiple_of_the_minimum() -> None:
    for multiple in (50, 100, 200):
        r = Round(rules_with(table_min_cents=500, max_multiple=multiple), holders={1: "ann"})
        r.stake(1, 500 * multiple)
        with pytest.raises(Refused, match="above_max"):
            r.stake(1, 500 * multiple + 1)
    refused("invalid_option", max_multiple=75)


def test_fr_2024_149_150_for_each_hand_not_for_the_player() -> None:
    r = Round(rules_with(table_min_cents=500, max_multiple=50), holders={1: "ann", 2: "ann"})
    r.bets("ann", (1, 25000, 0), (2, 25000, 0))
    assert r.on_layout() == 50000


def test_fr_2024_151_152_pairs_and_doubles_may_exceed_it() -> None:
    r = round_from("dealer 6s | box 1: 8h 8d, stake 25000", table_min_cents=500, max_multiple=50)
    r.play("1 split 3c", "1/ha double")
    assert r.on_layout() == 75000


# --- what no clause names -------------------------------------------------------------------------


def test_cards_that_nobody_waits_for_are_refused() -> None:
    r = round_from("dealer 6s | box 1: 8h 8d, stake 10")
    with pytest.raises(Refused, match="not_awaited"):
        r.give(Drawn((Card("2c"),)))


def test_a_hand_of_another_or_of_nobody_is_no_such_hand() -> None:
    r = round_from("dealer 6s | box 1: 8h 8d, stake 10, by ann | box 2: 8h 8d, stake 10, by ben")
    assert r.refusal("1/hx hit") == "no_such_hand"
    assert r.refusal("1/hx surrender") == "no_such_hand"
    r.holders[3] = "ann"
    assert r.refusal("3 hit") == "no_such_hand"
    # Box 2 changed hands while ben's chips lie there: its new holder plays none of them.
    with pytest.raises(Refused, match="no_such_hand"):
        r.give(PlayerCommand(Party("ann"), frozenset({BoxNo(2)}), Hit(BoxNo(2))))
