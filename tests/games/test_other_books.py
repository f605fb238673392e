"""FR-2007, Monaco, Ontario and the house rules, where no worked example shows a clause."""

from dataclasses import replace

import pytest

from tables.games.blackjack import BLACKJACK
from tables.games.blackjack.messages import BoxStake, Insure, Stake
from tables.games.blackjack.shoe import (
    are_backs_valid,
    burn_count,
    cutting_order,
    is_cut_card_valid,
)
from tables.games.blackjack.terms import Shuffling
from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import (
    ClockExpired,
    Drawn,
    Misdealt,
    Nobody,
    OpeningContext,
    PlayerCommand,
    Players,
    Refused,
    Ruled,
    Shoe,
    Shuffle,
)
from tests.games.blackjack.notation import Round, round_from, rules_with

OTHERS = ("FR-2007", "MC", "ON", "HOUSE")
books = pytest.mark.parametrize("book", OTHERS)


# --- equipment ------------------------------------------------------------------------------------


@pytest.mark.clause("FR-2007-04", "MC-017")
def test_who_may_shuffle() -> None:
    assert rules_with("FR-2007", shuffling="automatic").shuffling == "automatic"
    assert rules_with("MC", shuffling="continuous").shuffling == "continuous"
    for book, shuffling in (("FR-2007", "continuous"), ("ON", "automatic"), ("HOUSE", "automatic")):
        with pytest.raises(Refused, match="invalid_option"):
            rules_with(book, shuffling=shuffling)


@pytest.mark.clause("MC-037")
def test_a_dealing_shuffler_has_no_stop_card() -> None:
    for shuffling, stops in (("continuous", False), ("manual", True)):
        r = round_from("dealer 7s | box 1: Td 9h, stake 1000", "MC", shuffling=shuffling)
        r.play("1 stand", "dealer stop Tc")
        assert r.over
        assert r.state.stop_card is stops
    assert BLACKJACK.equipment(rules_with("MC", shuffling="continuous")).behind == 0


@pytest.mark.clause("MC-038", "MC-039", "MC-040")
def test_a_dealing_shuffler_gets_its_cards_back_every_round() -> None:
    r = round_from("dealer 7s | box 1: Td 9h, stake 1000", "MC", shuffling="continuous")
    r.play("1 stand", "dealer Tc")
    assert BLACKJACK.awaiting(r.rules, r.state) == Shuffle()
    shuffler = BLACKJACK.equipment(r.rules)
    assert (shuffler.burnt, shuffler.burnt_between) == (5, 0)
    undealt = Round(rules_with("MC", shuffling="continuous"), holders={1: "ann"})
    undealt.bets("ann", (1, 1000, 0))
    undealt.bets("ann", (1, 0, 0))
    undealt.give(ClockExpired())
    assert undealt.over
    assert BLACKJACK.awaiting(undealt.rules, undealt.state) == Nobody()


@pytest.mark.clause("MC-001")
def test_packs_of_52_cards() -> None:
    for packs in (1, 6, 8):
        rules = rules_with("MC", decks=packs)
        assert BLACKJACK.equipment(rules).packs == packs
        assert BLACKJACK.equipment(rules).behind < 52 * packs - 5
        assert are_backs_valid(rules, {"red": packs})
        assert not are_backs_valid(rules, {"red": packs + 1})


def test_stop_cards_of_other_stacks() -> None:
    ontario = rules_with("ON")
    assert is_cut_card_valid(ontario, 208, 52)
    assert not is_cut_card_valid(ontario, 208, 51)
    assert not is_cut_card_valid(rules_with("MC"), 312, 312)
    assert [burn_count(rules_with(book), "new_dealer") for book in OTHERS] == [0, 0, 1, 0]


def test_the_cut_is_offered_clockwise_from_any_box() -> None:
    assert cutting_order([1, 3, 5], "cut_card_at_box", 3) == (3, 5, 1)
    assert cutting_order([1, 3, 5], "cut_card_at_box", 5) == (5, 1, 3)
    assert cutting_order([1, 3, 5], "cut_card_in_dealer_hand") == (5, 1, 3)
    assert cutting_order([], "requested_reshuffle") == ()


@pytest.mark.clause("FR-2007-12")
@books
def test_the_stop_card_lets_the_round_end(book: str) -> None:
    r = round_from("dealer 7s | box 1: Td 6h, stake 500", book).play("1 hit stop 2c")
    assert r.turn == "1/h/3"
    r.play("1 stand", "dealer Td")
    assert BLACKJACK.awaiting(r.rules, r.state) == Shuffle()


# --- seats ----------------------------------------------------------------------------------------


@pytest.mark.clause("FR-2007-14", "FR-2007-15", "HOUSE-02")
@books
def test_as_many_boxes_as_the_layout_has_and_a_holder_on_each(book: str) -> None:
    rules = rules_with(book)
    assert BLACKJACK.box_count(rules) == 7
    r = Round(rules, holders={7: "ann", 8: "ann"})
    r.stake(7, 500)
    with pytest.raises(Refused, match="box_out_of_range"):
        r.stake(8, 500)
    with pytest.raises(Refused, match="not_your_box"):
        r.bets("ben", (7, 500, 0))


@pytest.mark.clause("FR-2007-22", "FR-2007-30")
@books
def test_cards_come_when_all_stakes_are_down_and_are_then_offered(book: str) -> None:
    r = Round(rules_with(book), holders={1: "ann", 2: "ben"})
    r.stake(1, 500)
    r.stake(2, 500)
    r.ready("ann")
    assert r.turn == "bets"
    r.ready("ben")
    assert r.turn == ""
    r.shoe = ["Td", "5c", "7s", "6h", "5d"]
    r.play("dealer")
    assert {"hit", "stand"} <= set(r.offers(1))
    assert r.offers(2) == {}


@pytest.mark.clause("ON-14", "ON-19")
def test_bets_lie_on_the_boxes_and_the_dealer_has_none() -> None:
    r = Round(rules_with("ON"), holders={1: "ann"})
    with pytest.raises(Refused, match="box_out_of_range"):
        r.ask("dealer", Stake((BoxStake(BoxNo(0), Amount(500)),)))
    r.stake(1, 500)
    assert r.on_layout() == 500


@pytest.mark.clause("ON-15")
def test_what_was_added_and_confirmed_stays() -> None:
    r = round_from("dealer As | box 1: 5d 6h, stake 400", "ON").play("1 insure")
    with pytest.raises(Refused, match="insurance_closed"):
        r.ask("p1", Insure(BoxNo(1), Amount(200)))
    with pytest.raises(Refused, match="betting_closed"):
        r.stake(1, 0)
    r.play("1 double Tc")
    with pytest.raises(Refused, match="hand_closed"):
        r.play("1 double")
    assert r.on_layout() == 800 + 200


# --- the round ------------------------------------------------------------------------------------


@pytest.mark.clause("FR-2007-38")
@books
@pytest.mark.parametrize(
    ("drawn", "point"), [("Td", "17"), ("4d Td", "21"), ("9d Td", "BUST"), ("5d 5c", "17")]
)
def test_the_dealer_announces_his_point(book: str, drawn: str, point: str) -> None:
    r = round_from("dealer 7s | box 1: Td 9h, stake 500", book).play("1 stand", f"dealer {drawn}")
    assert r.state.dealer_result == point


@pytest.mark.clause("FR-2007-68", "FR-2007-75", "FR-2007-82")
def test_lucky_ladies_by_the_table_of_the_house_and_then_the_round_goes_on() -> None:
    for table, odds in (("A", 19), ("B", 25)):
        r = round_from(
            "dealer 7s | box 1: Td Th, stake 1000, lucky_ladies 100",
            "FR-2007",
            queen_of_hearts_pay_table=table,
        )
        assert r.settled() == [f"1 lucky_ladies line 3 {100 + odds * 100} for 100"]
        assert r.turn == "1/h/2"
    assert BLACKJACK.books["FR-2007"].rules.side("lucky_ladies") is not None


def test_fr_2007_knows_no_dames_de_coeur_by_their_later_name() -> None:
    r = Round(rules_with("FR-2007", enabled_side_bets=["lucky_ladies"]), holders={1: "ann"})
    with pytest.raises(Refused, match="side_bet_not_available"):
        r.stake(1, 1000, 100)


@pytest.mark.clause("MC-116")
def test_in_monaco_an_incident_is_submitted_to_the_management() -> None:
    for book, submitted in (("MC", True), ("ON", False)):
        r = round_from("dealer 7s | box 1: Td 6h, stake 500", book)
        r.play("1 hit")
        r.give(Drawn((Card("2c"), Card("3c")), tags=("face_up_in_shoe", None)))
        assert ("incident_submitted" in r.kinds()) == submitted
        assert r.state.boxes[0].hands[0].cards[-1] == "3c"
        if not submitted:
            assert r.turn == "1/h/3"
            continue
        # The round waits for the management, and for nobody else.
        assert r.turn == "incident"
        assert r.offers(1) == {}
        with pytest.raises(Refused, match="incident_pending"):
            r.play("1 stand")
        r.give(Ruled("director"))
        assert r.turn == "1/h/3"
        r.play("1 stand", "dealer Tc")
        assert r.over


def test_an_incident_that_nobody_decides_takes_the_course_of_the_procedure() -> None:
    r = round_from("dealer 7s | box 1: Td 6h, stake 500", "MC").play("1 hit")
    r.give(Drawn((Card("2c"), Card("3c")), tags=("face_up_in_shoe", None)))
    r.play("expire")
    assert r.turn == "1/h/3"
    with pytest.raises(Refused, match="not_awaited"):
        r.give(Ruled("director"))


def test_monaco_offers_even_money_against_a_ten_before_the_dealer_draws() -> None:
    r = round_from("dealer Ks | box 1: Ad Kh, stake 1000 | box 2: Td 9c, stake 1000", "MC")
    assert r.turn == "insurance"
    assert r.offers(1) == {"even_money": (0, "MC-078"), "decline": (0, "MC-074")}
    assert r.offers(2) == {}
    r.play("1 even_money")
    assert r.turn == "2/h/2"
    r.play("2 stand", "dealer Ac")
    assert r.net() == {"p1": 1000, "p2": -1000}


# --- standing bettors -----------------------------------------------------------------------------


def test_a_standing_bettor_rides_on_the_hand_and_decides_only_for_his_own_chips() -> None:
    r = round_from("dealer As | box 1: 8d 8h, stake 1000, by ann, behind sam 600")
    assert [option.party for option in BLACKJACK.view(r.rules, r.state).standing_options] == [
        "sam",
        "sam",
    ]
    r.play("sam: 1 insure", "1 decline")
    with pytest.raises(Refused, match="not_your_box"):
        r.play("sam: 1 hit")
    r.play("sam: 1 match", "1 split 3c")
    assert [hand.wagers[1].stake for hand in r.state.boxes[0].hands] == [600, 600]
    # He matched the split; the double he lets pass.
    r.play("1/ha double Tc 9c", "1/hb stand", "dealer 5c Kd Tc")
    assert r.net() == {"ann": 2000 + 1000, "sam": 600 + 600 - 300}


def test_a_stake_that_does_not_follow_stays_on_the_first_hand() -> None:
    r = round_from("dealer 6s | box 1: 8d 8h, stake 1000, by ann, behind sam 600")
    r.play("1 split 3c")
    with pytest.raises(Refused, match="no_such_hand"):
        r.play("ben: 1/ha match")
    r.play("1/ha stand Tc")
    with pytest.raises(Refused, match="no_such_hand"):
        r.play("sam: 1/hb match")
    r.play("1/hb stand", "dealer Td 2c")
    assert r.net() == {"ann": -1000, "sam": -600}


def test_who_holds_a_box_takes_those_behind_him_along() -> None:
    r = Round(rules_with(), holders={1: "ann"})
    r.stake(1, 1000)
    r.behind(1, "sam", 500)
    assert r.on_layout() == 1500
    r.stake(1, 0)
    assert r.on_layout() == 0
    assert r.net() == {"ann": 0, "sam": 0}
    with pytest.raises(Refused, match="no_seated_holder"):
        r.behind(1, "sam", 500)


def test_nobody_stands_behind_a_holder_without_his_consent_or_in_ontario() -> None:
    for book, consent, code in (
        ("FR-2024", False, "standing_without_consent"),
        ("ON", True, "standing_not_allowed"),
    ):
        r = Round(rules_with(book), holders={1: "ann"})
        r.stake(1, 500)
        behind = frozenset({BoxNo(1)}) if consent else frozenset[BoxNo]()
        stake = Stake((BoxStake(BoxNo(1), Amount(100), standing=True),))
        with pytest.raises(Refused, match=code):
            r.give(PlayerCommand(Party("sam"), frozenset(), stake, may_stake_behind=behind))


# --- irregularities -------------------------------------------------------------------------------


def test_an_exposed_card_waits_for_whoever_takes_it() -> None:
    r = round_from("dealer 9s | box 1: Td 2h, stake 500 | box 2: 5c 6d, stake 500", "ON")
    with pytest.raises(Refused, match="nothing_to_refuse"):
        r.play("1 refuse")
    r.give(Drawn((Card("Kc"),), tags=("error_exposed",)))
    assert BLACKJACK.view(r.rules, r.state).exposed == "Kc"
    assert "refuse_exposed" in r.offers(1)
    with pytest.raises(Refused, match="out_of_turn"):
        r.play("2 refuse")
    r.play("1 refuse")
    assert r.turn == "2/h/2"
    r.play("2 hit")
    assert r.state.exposed is None
    r.play("dealer 8c")
    assert r.net() == {"p1": -500, "p2": 500}


def test_the_card_behind_the_cut_card_is_his_who_takes_it_when_exposed() -> None:
    from tables.games.blackjack.play import cutter

    r = round_from("dealer 9s | box 1: Td 2h, stake 500 | box 2: 5c 6d, stake 500", "ON")
    r.give(Drawn((Card("Kc"),), stop_card=True, tags=("error_exposed",)))
    r.play("1 stand", "2 hit", "dealer 8c")
    assert cutter(r.rules, r.state) == 2


def test_a_misdeal_is_told_before_the_cards_and_only_of_boxes_in_play() -> None:
    r = Round(rules_with("ON"), holders={1: "ann", 2: "ben"})
    r.stake(1, 500)
    r.stake(2, 500)
    for wrong in (
        Misdealt(),
        Misdealt(frozenset({BoxNo(3)})),
        Misdealt(frozenset({BoxNo(1)}), frozenset({BoxNo(1)})),
    ):
        with pytest.raises(Refused, match="not_awaited"):
            r.give(wrong)
    r.ready()
    r.give(Misdealt(one_card=frozenset({BoxNo(1)})))
    with pytest.raises(Refused, match="not_awaited"):
        r.give(Misdealt())
    r.shoe = ["Td", "5c", "7s", "6d", "9h"]
    r.play("dealer")
    assert [box.hands[0].cards for box in r.state.boxes] == [("Td", "9h"), ("5c", "6d")]
    assert isinstance(BLACKJACK.awaiting(r.rules, r.state), Players)


@pytest.mark.clause("ON-28", "ON-29", "ON-30", "ON-32", "ON-33")
def test_on_27_to_33_who_is_offered_the_cut_in_ontario() -> None:
    rules = BLACKJACK.amend("ON", {})
    seated = OpeningContext(
        tuple((BoxNo(box), Party(name)) for box, name in ((1, "ann"), (3, "bob"), (5, "cat"))),
        boxes_by_arrival=(BoxNo(3), BoxNo(5), BoxNo(1)),
    )
    rested = BLACKJACK.evolve(None, BLACKJACK.opening_event(rules, None, OpeningContext()))
    at_box = replace(rested, stop_card=True, stop_box=BoxNo(5))
    at_dealer = replace(rested, stop_card=True)
    assert BLACKJACK.cutters(rules, None, seated) == (3, 5, 1), "the first to arrive"
    assert BLACKJACK.cutters(rules, at_box, seated) == (5, 1, 3)
    assert BLACKJACK.cutters(rules, at_dealer, seated) == (5, 1, 3)
    requested = replace(seated, reshuffle_ordered=True)
    assert BLACKJACK.cutters(rules, rested, requested) == (5, 1, 3), "reshuffled on request"
    assert BLACKJACK.cutters(rules, rested, seated) == (3, 5, 1), "play begins anew"
    assert BLACKJACK.cutters(rules, None, OpeningContext()) == (), "the dealer"
    gone = replace(at_box, stop_box=BoxNo(2))
    assert BLACKJACK.cutters(rules, gone, seated) == (3, 5, 1), "clockwise of an empty box"


def test_on_31_the_cut_card_goes_about_the_middle() -> None:
    for packs, limits in ((8, (156, 260)), (6, (104, 208)), (4, (52, 156))):
        rules = replace(BLACKJACK.amend("ON", {}), decks=packs)
        equipment = BLACKJACK.equipment(rules)
        assert isinstance(equipment, Shoe)
        assert equipment.cut == limits


@pytest.mark.parametrize("book", ["FR-2024", "FR-2007", "MC"])
@pytest.mark.clause("FR-2024-007", "FR-2007-07", "MC-030")
def test_elsewhere_any_player_may_cut_and_they_are_asked_in_turn(book: str) -> None:
    rules = BLACKJACK.amend(book, {})
    seats = tuple((BoxNo(box), Party(name)) for box, name in ((2, "bob"), (7, "ann")))
    seated = OpeningContext(seats, boxes_by_arrival=(BoxNo(7), BoxNo(2)))
    rested = BLACKJACK.evolve(None, BLACKJACK.opening_event(rules, None, OpeningContext()))
    assert BLACKJACK.cutters(rules, None, seated) == (2, 7)
    assert BLACKJACK.cutters(rules, replace(rested, stop_card=True), seated) == (2, 7)
    equipment = BLACKJACK.equipment(rules)
    assert isinstance(equipment, Shoe)
    size = equipment.packs * 52
    assert equipment.cut == (26, size - 26)


def test_mc_037_a_continuous_shuffler_is_not_cut() -> None:
    rules = replace(BLACKJACK.amend("MC", {}), shuffling=Shuffling.CONTINUOUS)
    equipment = BLACKJACK.equipment(rules)
    assert isinstance(equipment, Shoe)
    assert equipment.cut is None
