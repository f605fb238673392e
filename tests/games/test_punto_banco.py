"""Punto banco: the order of a coup, who holds which cards, the bank, the shoe, the prices."""

import json
from fractions import Fraction
from itertools import product
from math import perm
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.games.baccara.hands import Hand
from tables.games.baccara.points import must_banker_draw, point
from tables.games.core.cards import PACK, RANKS, Card
from tables.games.core.money import Amount, BoxNo, Move, Party, Place
from tables.games.core.protocol import (
    Cards,
    ClockExpired,
    Drawn,
    Nobody,
    OpeningContext,
    Players,
    Refused,
    SessionEnded,
    Shoe,
    Shuffle,
)
from tables.games.punto_banco import PUNTO_BANCO as GAME
from tables.games.punto_banco import prices
from tables.games.punto_banco.messages import (
    Ready,
    RefuseBank,
    RefuseCards,
    Stake,
    TurnCards,
    Wager,
)
from tables.games.punto_banco.rules import BETS, Rules, TwoCards, Variant
from tables.games.punto_banco.settle import returned
from tables.games.punto_banco.state import State
from tests import campaign
from tests.games.punto_banco.playing import BANCO_WINS, PUNTO_WINS, TIE, Coups, staking

# --- the order of a coup --------------------------------------------------------------------------


@pytest.mark.clause("MC-PB-37", "MC-PB-49")
def test_points_are_announced_punto_s_first_and_at_last_banco_s() -> None:
    coups = Coups().stake("ann", punto=100).coup("2h 3c 3d 2s 4h 9c")
    assert [event.kind.rpartition(".")[2] for event in coups.events] == [
        "opened", "staked", "bets_closed", "cards_dealt", "hand_turned", "hand_turned",
        "pairs_announced", "hand_spoke", "third_card", "hand_spoke", "third_card",
        "coup_announced", "stakes_settled", "bank_passed", "coup_closed",
    ]  # fmt: skip
    assert [(each.hand, each.point) for each in coups.told("hand_turned")] == [
        ("punto", 5),
        ("banco", 5),
    ]
    (announced,) = coups.told("coup_announced")
    assert (announced.banco, announced.punto, announced.wins) == (4, 9, ("punto", "dragon_punto"))
    assert GAME.result(coups.state) == "P94"


def test_mc_pb_40_a_natural_ends_the_coup_and_nobody_draws() -> None:
    coups = Coups().stake("ann", punto=100).coup("2h 8c 3d Ts")
    assert coups.told("third_card") == coups.told("hand_spoke") == []


@pytest.mark.clause("MC-PB-41", "MC-PB-42", "MC-PB-44", "MC-PB-45", "MC-PB-46", "MC-PB-47")
def test_third_cards_follow_the_printed_table() -> None:
    printed = {
        0: "TTTTTTTTTTT", 1: "TTTTTTTTTTT", 2: "TTTTTTTTTTT", 3: "TTTTTTTTRTT",
        4: "RRTTTTTTRRT", 5: "RRRRTTTTRRT", 6: "RRRRRRTTRRR", 7: "RRRRRRRRRRR",
    }  # fmt: skip
    for banco, row in printed.items():
        for column, sign in enumerate(row):
            third = None if column == 10 else Card(("T" + RANKS[:9])[column] + "s")
            assert must_banker_draw(banco, third) is (sign == "T"), (banco, column)


def test_mc_pb_50_stakes_are_settled_in_the_order_of_the_seats_standing_players_last() -> None:
    coups = Coups("ann bob cat@7")
    for name in ("zoe", "cat", "bob", "yan", "ann"):
        coups.stake(name, punto=100, banco=100)
    (settled,) = coups.coup(PUNTO_WINS).told("stakes_settled")
    order = ["ann", "bob", "cat", "zoe", "yan"]
    assert list(dict.fromkeys(each.party for each in settled.settled)) == order
    kinds = [move.why for move in settled.moves]
    # All that is lost is collected before anything is paid.
    assert kinds == ["collect"] * 5 + ["return", "pay"] * 5
    assert [move.party for move in settled.moves[:5]] == order


def test_mc_pb_70_main_bets_are_settled_before_dragon_bonus_and_pairs_last() -> None:
    coups = Coups().stake("ann", pair_punto=100, dragon_punto=100, tie=100, punto=100)
    coups.coup(PUNTO_WINS)
    assert [each.batch for each in coups.told("stakes_settled")] == ["main", "dragon", "pair"]


def test_mc_pb_75_pairs_are_announced_before_any_third_card_and_booked_with_the_coup() -> None:
    coups = Coups().stake("ann", pair_banco=100).coup("2h 3c 3d 3s 4h")
    kinds = [event.kind for event in coups.events]
    assert kinds.index("punto_banco.pairs_announced") < kinds.index("punto_banco.third_card")
    (announced,) = coups.told("pairs_announced")
    assert (announced.punto, announced.banco) == (False, True)
    (settled,) = coups.told("stakes_settled")
    assert settled.total == 1200
    assert Coups(paire_baccara=False).stake("ann", tie=100).coup(TIE).told("pairs_announced") == []


def test_mc_pb_31_bets_close_by_the_clock_or_when_everybody_is_ready() -> None:
    coups = Coups().stake("ann", punto=100).stake("zoe", tie=100)
    assert isinstance(GAME.awaiting(coups.rules, coups.state), Players)
    coups.say("ann", Ready())
    assert coups.state.stage == "betting"
    coups.say("zoe", Ready())
    assert GAME.awaiting(coups.rules, coups.state) == Cards(4)
    assert coups.refused("bob", staking(punto=100)) == "betting_closed"
    assert coups.refused("ann", Ready()) == "betting_closed"
    assert Coups().refused("ann", Ready()) == "nothing_staked"


def test_mc_pb_30_each_stake_is_bounded_for_its_player() -> None:
    coups = Coups(table_min_cents=200, table_max_cents={"tie": 500}, stake_increment_cents=50)
    assert coups.refused("ann", staking(tie=150)) == "below_min"
    assert coups.refused("ann", staking(tie=225)) == "bad_increment"
    assert coups.refused("ann", staking(tie=550)) == "above_max"
    two = Stake((Wager("a", "tie", Amount(300)), Wager("b", "tie", Amount(250))))
    assert coups.refused("ann", two) == "above_max"
    same = Stake((Wager("a", "tie", Amount(300)), Wager("a", "punto", Amount(250))))
    assert coups.refused("ann", same) == "wager_id"
    assert coups.refused("ann", Stake(())) == "nothing_staked"
    coups.stake("ann", tie=500).stake("bob", tie=500)
    assert coups.state.on_layout == 1000
    coups.say("ann", Stake(()))
    assert coups.state.on_layout == 500


@pytest.mark.clause("COMMON-8")
def test_a_stake_that_is_reduced_gives_back_what_is_taken_off_and_no_more() -> None:
    coups = Coups().stake("ann", punto=500, tie=300)
    coups.stake("ann", punto=200, tie=300)
    coups.stake("ann")
    moves = [move for event in coups.events for move in event.moves]
    assert [(move.amount, move.source, move.target) for move in moves] == [
        (800, Place.WALLET, Place.LAYOUT),
        (300, Place.LAYOUT, Place.WALLET),
        (500, Place.LAYOUT, Place.WALLET),
    ]


def test_mc_pb_72_the_halves_of_a_pair_a_cheval_are_equal() -> None:
    coups = Coups(table_min_cents=1, stake_increment_cents=1)
    assert coups.refused("ann", staking(pair_cheval=101)) == "bad_increment"
    coups.stake("ann", pair_cheval=102).coup("2h 3c 2d 9s 9h 3d")
    (settled,) = coups.told("stakes_settled")
    assert settled.total == 6 * 102


@pytest.mark.clause("MC-PB-62", "MC-PB-71")
def test_a_bet_that_is_not_offered_is_refused() -> None:
    coups = Coups(dragon_bonus=False, paire_baccara=False)
    for bet in ("dragon_punto", "dragon_banco", "pair_punto", "pair_banco", "pair_cheval"):
        assert coups.refused("ann", staking(**{bet: 100})) == "variant_disabled"
    assert {each.on for each in GAME.view(coups.rules, coups.state).spots} == {
        "punto", "banco", "tie"
    }  # fmt: skip


def test_mc_pb_52_exact_multiples_refuse_what_would_be_rounded() -> None:
    rules = GAME.amend("MC", {"require_exact_multiples": True})
    assert [rules.step(bet) for bet in ("banco", "punto", "pair_cheval")] == [20, 1, 2]
    assert (
        GAME.amend("MC", {"require_exact_multiples": True, "variant": "punto_2000"}).step("banco")
        == 2
    )


# --- who holds the cards --------------------------------------------------------------------------


def test_mc_pb_34_whoever_has_punto_s_cards_turns_them_and_mc_pb_36_the_banker_after_him() -> None:
    coups = Coups().stake("bob", punto=100).ready("bob").cards(PUNTO_WINS)
    assert GAME.awaiting(coups.rules, coups.state) == Players((BoxNo(2),), 15, "punto")
    assert coups.refused("ann", TurnCards("banco")) == "not_awaited"
    assert coups.refused("ann", TurnCards("punto")) == "not_owner"
    assert coups.refused("zoe", TurnCards("punto")) == "not_owner"
    coups.turn("bob", "punto")
    assert GAME.awaiting(coups.rules, coups.state) == Players((BoxNo(1),), 15, "banco")
    coups.turn("ann", "banco")
    assert [each.by for each in coups.told("hand_turned")] == ["holder", "holder"]
    assert GAME.is_over(coups.state)


def test_mc_pb_38_the_dealer_turns_for_whoever_was_silent_until_he_says_something() -> None:
    coups = Coups().stake("bob", punto=100).coup(BANCO_WINS)
    assert [each.by for each in coups.told("hand_turned")] == ["clock", "clock"]
    coups.reopen().stake("bob", punto=100).ready("bob").cards(BANCO_WINS)
    # Bob staked and so has spoken; ann, the banker, has not.
    assert coups.state.stage == "punto"
    coups.turn("bob", "punto")
    assert [each.by for each in coups.told("hand_turned")][2:] == ["holder", "dealer"]
    coups.reopen().stake("ann", tie=100).ready("ann").cards(BANCO_WINS)
    assert coups.state.stage == "banco"


def test_mc_pb_39_the_house_may_pass_no_cards() -> None:
    coups = Coups(pass_cards=False).stake("ann", punto=100).ready("ann").cards(PUNTO_WINS)
    assert GAME.is_over(coups.state)
    assert [each.by for each in coups.told("hand_turned")] == ["dealer", "dealer"]


def test_who_leaves_with_cards_before_him_leaves_them_to_the_dealer() -> None:
    coups = Coups().stake("bob", punto=100).ready("bob").cards(PUNTO_WINS).turn("bob", "punto")
    assert coups.state.stage == "banco"
    coups.sit("bob@2 cat@3")
    assert GAME.is_over(coups.state)


@pytest.mark.clause("MC-PB-33", "MC-PB-36")
def test_cards_face_down_are_known_to_their_holder_alone() -> None:
    coups = Coups().stake("bob", punto=100).stake("zoe", banco=100).ready("bob", "zoe")
    coups.cards(PUNTO_WINS)
    shown = GAME.view(coups.rules, coups.state)
    assert shown.punto.cards == shown.banco.cards == (None, None)
    held = []
    for name in ("ann", "bob", "zoe"):
        own = GAME.private_view(coups.rules, coups.state, Party(name))
        assert own is not None
        held.append((own.punto, own.banco))
    assert held == [((), ("4c", "2s")), (("9h", "Td"), ()), ((), ())]
    assert GAME.face_down_cards_of(coups.state, Party("bob")) == {0, 2}
    assert GAME.face_down_cards_of(coups.state, Party("ann")) == {1, 3}
    assert (
        GAME.face_down_cards_of(coups.state, Party("zoe"))
        == GAME.face_up_cards(coups.state)
        == frozenset()
    )
    coups.turn("bob", "punto")
    assert GAME.face_up_cards(coups.state) == {0, 2}
    assert GAME.view(coups.rules, coups.state).banco.cards == (None, None)
    (dealt,) = coups.told("cards_dealt")
    assert (GAME.redact(dealt).punto, GAME.redact(dealt).banco) == ((), ())


# --- the bank -------------------------------------------------------------------------------------


def test_mc_pb_13_the_first_who_sits_is_the_banker() -> None:
    assert Coups("cat@5 bob@3").state.seat == 3
    nobody = Coups("")
    assert (nobody.state.seat, nobody.state.banker) == (0, "")
    assert nobody.sit("bob@4").state.banker == "bob"


def test_mc_pb_14_the_bank_passes_over_those_who_refuse_it() -> None:
    coups = Coups().stake("ann", punto=100).coup(PUNTO_WINS).reopen()
    assert coups.state.banker == "bob"
    assert [each.command for each in GAME.view(coups.rules, coups.state).options] == [
        "punto_banco.refuse_bank"
    ]
    coups.pass_bank("bob")
    assert coups.state.banker == "cat"
    assert coups.refused("bob", RefuseBank()) == "already_decided"
    assert coups.refused("zoe", RefuseBank()) == "not_owner"
    # Nobody else has been asked: only the next banker is, after the next coup that banco loses.
    assert coups.refused("ann", RefuseBank()) == "not_owner"
    coups.stake("ann", punto=100).coup(PUNTO_WINS).reopen()
    assert coups.state.banker == "ann"
    coups.stake("ann", punto=100).coup(PUNTO_WINS).reopen()
    assert coups.state.banker == "bob", "he is asked again"


def test_mc_pb_15_a_banker_who_held_the_bank_does_not_give_it_up() -> None:
    coups = Coups().stake("ann", punto=100).coup(TIE).reopen()
    assert coups.refused("ann", RefuseBank()) == "already_decided"
    coups.stake("ann", punto=100).coup(BANCO_WINS).reopen()
    assert coups.state.banker == "ann"
    coups.say("ann", staking(tie=100)).clock()
    assert coups.refused("bob", RefuseBank()) == "betting_closed"


def test_where_everybody_refuses_the_dealer_has_the_cards_for_one_coup() -> None:
    coups = Coups()
    for name in ("ann", "bob", "cat"):
        coups.pass_bank(name)
    assert (coups.state.seat, coups.state.banker) == (0, "")
    coups.stake("ann", banco=100).ready("ann").cards(BANCO_WINS)
    assert GAME.is_over(coups.state)
    assert coups.reopen().state.banker == "ann"


def test_a_banker_who_leaves_is_followed_by_the_next() -> None:
    coups = Coups().stake("bob", punto=100).sit("bob@2 cat@3")
    assert coups.state.banker == "bob"
    coups.coup(PUNTO_WINS)
    coups.seats = ((BoxNo(1), Party("dan")), *coups.seats)
    assert coups.reopen().state.banker == "cat"


def test_mc_pb_35_who_refuses_the_cards_leaves_them_to_the_dealer_for_this_coup() -> None:
    coups = Coups().stake("bob", punto=100).ready("bob").cards(PUNTO_WINS)
    offered = [(each.command, each.clause) for each in GAME.view(coups.rules, coups.state).options]
    assert offered == [("punto_banco.turn", "MC-PB-34"), ("punto_banco.refuse_cards", "MC-PB-35")]
    assert coups.refused("ann", RefuseCards("punto")) == "not_owner"
    assert coups.refused("ann", RefuseCards("banco")) == "not_awaited", "punto speaks first"
    coups.say("bob", RefuseCards("punto"))
    assert [(each.hand, each.by) for each in coups.told("hand_turned")] == [("punto", "dealer")]
    assert (coups.state.stage, coups.state.silent) == ("banco", frozenset())
    coups.say("ann", RefuseCards("banco"))
    assert GAME.is_over(coups.state)
    assert coups.told("stakes_settled")[0].total == 200


def test_mc_pb_12_the_cut_is_offered_to_the_last_player_and_the_one_before_him() -> None:
    rules = GAME.amend("MC", {})
    setting = OpeningContext(tuple((BoxNo(no), Party(f"p{no}")) for no in (1, 4, 6, 9)))
    assert GAME.cutters(rules, None, setting) == (9, 6)
    assert GAME.cutters(GAME.amend("MC", {"card_device": "continuous"}), None, setting) == ()


# --- the shoe -------------------------------------------------------------------------------------


def test_mc_pb_18_a_card_is_turned_up_and_as_many_are_burnt_that_nobody_sees() -> None:
    coups = Coups(fresh=True)
    assert GAME.awaiting(coups.rules, coups.state) == Cards(1)
    coups.cards("3h")
    assert GAME.awaiting(coups.rules, coups.state) == Cards(3)
    assert GAME.face_up_cards(coups.state) == {0}
    coups.cards("Ah As Ad")
    assert isinstance(GAME.awaiting(coups.rules, coups.state), Nobody)
    assert "Ah" not in str(coups.events)
    assert (coups.state.turned_up, coups.state.burned) == ("3h", 3)
    coups.stake("ann", punto=100).ready("ann").cards(PUNTO_WINS)
    # The turned card is 0, those burnt 1 to 3, punto's 4 and 6.
    assert GAME.face_down_cards_of(coups.state, Party("ann")) == {4, 5, 6, 7}
    coups.turn("ann", "punto")
    assert GAME.face_up_cards(coups.state) == {0, 4, 6}
    coups.turn("ann", "banco").reopen()
    assert (coups.state.turned_up, coups.state.burned, coups.state.to_burn) == ("3h", 3, 0)
    again = coups.stake("ann", tie=100).coup(TIE).reopen(fresh=True, resumes=True)
    assert (again.state.turned_up, again.state.results) == (None, ())


@pytest.mark.clause("MC-PB-21", "MC-PB-22", "MC-PB-24")
def test_a_continuous_shuffler_burns_when_play_begins_and_is_resumed() -> None:
    coups = Coups(fresh=True, card_device="continuous").cards("2h 4c 4d")
    coups.stake("ann", punto=100).coup(PUNTO_WINS)
    assert isinstance(GAME.awaiting(coups.rules, coups.state), Shuffle)
    coups.reopen(fresh=True)
    assert (coups.state.to_burn, coups.state.burned, coups.state.results) == (0, 2, ("P96n",))
    coups.stake("ann", punto=100).coup(PUNTO_WINS).reopen(fresh=True, resumes=True)
    assert coups.state.to_burn is None
    assert GAME.equipment(coups.rules) == Shoe(6, 0, 0, burnt_between=0, turned_up=True)


@pytest.mark.clause("MC-PB-01", "MC-PB-16")
def test_how_many_packs_and_where_the_stop_card_lies() -> None:
    def shoe(**options: Any) -> tuple[int, int]:
        equipment = GAME.equipment(GAME.amend("MC", options))
        assert isinstance(equipment, Shoe)
        return equipment.packs, equipment.behind

    assert shoe() == (8, 104)
    assert shoe(decks=3) == (3, 78)
    assert shoe(decks=1, stop_card_before_last=20) == (1, 20)
    assert shoe(card_device="continuous") == (6, 0)
    assert shoe(card_device="continuous", decks=4) == (4, 0)


def test_mc_pb_19_after_the_stop_card_no_other_coup_follows() -> None:
    coups = Coups().stake("ann", punto=100).coup(PUNTO_WINS, stop=True)
    assert isinstance(GAME.awaiting(coups.rules, coups.state), Shuffle)
    assert coups.reopen().refused("ann", staking(punto=100)) == "session_ended"
    fresh = Coups().stake("ann", punto=100).coup(PUNTO_WINS, stop=True).reopen(fresh=True)
    assert not fresh.state.shoe_over
    assert fresh.state.to_burn is None
    # It comes out as the third card of either hand, too: among the last cards of this coup.
    for first_four, third in (("2h 3c 3d 4s", "4h"), ("2h 2c 4d 3s", "4h")):
        coups = Coups().stake("ann", punto=100).clock().cards(first_four)
        while not isinstance(GAME.awaiting(coups.rules, coups.state), Cards):
            coups.clock()
        assert not coups.state.shoe_over
        coups.cards(third, stop=True)
        while not GAME.is_over(coups.state):
            if isinstance(GAME.awaiting(coups.rules, coups.state), Cards):
                coups.cards("Th")
            else:
                coups.clock()
        assert isinstance(GAME.awaiting(coups.rules, coups.state), Shuffle)
        assert coups.reopen().refused("ann", staking(punto=100)) == "session_ended"


@pytest.mark.clause("MC-PB-25")
def test_the_last_coups_are_announced_and_dealt() -> None:
    coups = Coups()
    assert (GAME.last_rounds_notice(coups.rules), GAME.minutes_before_last_rounds(coups.rules)) == (
        3,
        30,
    )
    assert GAME.opens_by_itself(coups.rules, coups.state, OpeningContext(rounds_left=2))
    assert not GAME.opens_by_itself(coups.rules, coups.state, OpeningContext())
    coups.reopen(left=1)
    assert isinstance(GAME.awaiting(coups.rules, coups.state), Players)
    coups.coup(PUNTO_WINS)
    assert GAME.view(coups.rules, coups.state).rounds_left == 1


@pytest.mark.clause("MC-PB-02", "MC-PB-07", "MC-PB-09")
def test_who_serves_at_a_table_of_so_many_seats() -> None:
    small, large = (GAME.amend("MC", {"seats": seats}) for seats in (7, 14))
    assert (GAME.box_count(small), GAME.box_count(large)) == (7, 14)
    assert sorted(GAME.needs(small).duties) == ["table_chief"]
    assert sorted(GAME.needs(large).duties) == ["inspector", "table_chief"]
    assert GAME.needs(GAME.amend("MC", {"max_tables_per_chief": 2})).tables_per_chief == 2


def test_mc_pb_59_an_annulled_coup_gives_every_stake_back_and_its_cards_stay_used() -> None:
    coups = Coups().stake("ann", punto=100, pair_punto=50 * 2).stake("zoe", tie=100)
    coups.clock().cards("2h 3c 3d 2s", stop=True)
    voided = GAME.voiding_event(coups.state, (), "wrong draw")
    assert voided.moves == (
        Move(Amount(200), Place.LAYOUT, Place.WALLET, Party("ann"), BoxNo(1), "void"),
        Move(Amount(100), Place.LAYOUT, Place.WALLET, Party("zoe"), BoxNo(0), "void"),
    )
    after = GAME.evolve(coups.state, voided)
    assert (after.on_layout, after.seat, after.shoe_over, after.results) == (0, 1, True, ())
    assert GAME.face_up_cards(after) == frozenset()


def test_a_broken_session_gives_every_stake_back() -> None:
    coups = Coups().stake("ann", punto=100).stake("bob", banco=200).clock()
    coups.give(SessionEnded("director"))
    (broken,) = coups.told("session_broken")
    assert {move.party: move.amount for move in broken.moves} == {"ann": 100, "bob": 200}
    assert GAME.is_over(coups.state)
    assert coups.state.on_layout == 0
    with pytest.raises(Refused):
        coups.give(SessionEnded("director"))


# --- what a bet costs -----------------------------------------------------------------------------


def edges(**options: Any) -> dict[str, Fraction]:
    report = prices.report(GAME.amend("MC", options))
    return {each.bet: Fraction(each.edge) for each in report.bets}


def test_bets_that_a_tie_gives_back_have_their_edge_without_ties() -> None:
    """Wizard of Odds, eight decks: banker 1.06 % and 1.17 %, player 1.24 % and 1.36 %."""
    found = {each.bet: each for each in prices.report(GAME.amend("MC", {"decks": 8})).bets}
    edges = {bet: (float(each.edge), float(each.edge_when_decided)) for bet, each in found.items()
             if each.edge_when_decided is not None}  # fmt: skip
    assert edges.keys() == {"punto", "banco", "dragon_punto", "dragon_banco"}
    assert edges["banco"] == pytest.approx((0.010579, 0.011692), abs=1e-6)
    assert edges["punto"] == pytest.approx((0.012351, 0.013649), abs=1e-6)


def test_prices_are_the_catalogue_s() -> None:
    eight, six = edges(), edges(decks=6)
    assert eight["punto"] == Fraction(241149546272, 19524993263685)
    assert eight["banco"] == Fraction(114753351728, 10847218479825)
    assert eight["tie"] == Fraction(103841353768, 723147898655)
    assert six["punto"] == Fraction(18880657128, 1525814595305)
    assert six["banco"] == Fraction(460294100, 43594702723)
    assert six["tie"] == Fraction(220299549488, 1525814595305)
    assert {eight[bet] for bet in BETS if bet.startswith("pair")} == {Fraction(43, 415)}
    assert {six[bet] for bet in BETS if bet.startswith("pair")} == {Fraction(35, 311)}
    rounded = {bet: round(float(edge) * 100, 3) for bet, edge in eight.items()}
    assert (rounded["dragon_punto"], rounded["dragon_banco"]) == (2.582, 8.847)
    assert round(float(six["dragon_punto"]) * 100, 3) == 2.594
    assert round(float(six["dragon_banco"]) * 100, 3) == 8.858
    assert round(float(edges(variant="punto_2000")["banco"]) * 100, 3) == 1.458
    assert round(float(edges(variant="punto_2000", decks=6)["banco"]) * 100, 3) == 1.455
    loses = edges(dragon_two_card_non_natural="loses")
    assert round(float(loses["dragon_punto"]) * 100, 3) == 23.860
    assert round(float(loses["dragon_banco"]) * 100, 3) == 33.200


def test_every_order_of_six_cards_ends_a_coup_once() -> None:
    for packs in (1, 8):
        assert sum(prices.count_endings(packs).values()) == perm(52 * packs, 6)


def test_a_plain_count_over_a_small_shoe_says_the_same() -> None:
    """Another way to the same figures: every coup of one pack, card value after card value."""
    left = {0: 16} | dict.fromkeys(range(1, 10), 4)

    def ways(cards: tuple[int, ...]) -> int:
        rest, found = dict(left), 1
        for card in cards:
            found *= rest[card]
            rest[card] -= 1
        return found

    tie = Fraction(0)
    for four in product(range(10), repeat=4):
        chance = Fraction(ways(four), perm(52, 4))
        punto, banco = (four[0] + four[2]) % 10, (four[1] + four[3]) % 10
        if chance and (punto > 7 or banco > 7 or (punto > 5 and banco > 5)):
            tie += chance * (punto == banco)
    without_third = Fraction(
        sum(
            orders
            for (punto, one, banco, other), orders in prices.count_endings(1).items()
            if punto == banco and not one and not other
        ),
        perm(52, 6),
    )
    assert without_third == tie


@pytest.mark.campaign
@pytest.mark.parametrize("packs", campaign.sample(3, range(1, 9), 2))
def test_no_bet_of_any_house_favours_the_player(packs: int) -> None:
    for variant, two in product(Variant, TwoCards):
        rules = Rules(decks=packs, variant=variant, dragon_two_card_non_natural=two)
        assert not [each.bet for each in prices.report(rules).bets if each.favours_player]


# --- laws -----------------------------------------------------------------------------------------

CARDS = st.sampled_from(PACK)


def hand_of(cards: list[Card], *, third: bool) -> Hand:
    return Hand(tuple(cards if third else cards[:2]))


@pytest.mark.campaign
@campaign.examples(200, 10_000)
@given(
    cards=st.lists(CARDS, min_size=6, max_size=6),
    stake=st.integers(1, 10**9),
    variant=st.sampled_from(list(Variant)),
)
def test_no_bet_returns_more_than_its_rate_or_less_than_nothing(
    cards: list[Card], stake: int, variant: Variant
) -> None:
    rules = Rules(variant=variant)
    punto, banco = hand_of(cards[::2], third=True), hand_of(cards[1::2], third=True)
    back = {bet: returned(rules, bet, stake, punto, banco) for bet in BETS}
    assert all(0 <= each <= 21 * stake for each in back.values())
    ties = punto.point == banco.point
    assert (back["tie"] == 9 * stake) is ties
    assert (back["punto"] == back["banco"] == stake) is ties
    assert not ties or back["dragon_punto"] == back["dragon_banco"]
    # Exactly one of the three main results comes.
    assert [back["punto"] > stake, back["banco"] > stake or (not ties and back["punto"] == 0),
            back["tie"] > 0].count(True) == 1  # fmt: skip


@pytest.mark.campaign
@campaign.examples(100, 10_000)
@given(one=st.lists(CARDS, min_size=4, max_size=4), other=st.lists(CARDS, min_size=4, max_size=4),
       stop=st.booleans())  # fmt: skip
def test_hidden_cards_change_nothing_that_anybody_else_sees(
    one: list[Card], other: list[Card], stop: bool
) -> None:
    """Two coups that differ only in cards face down look the same to whoever does not hold them."""
    seen = []
    for cards in (one, other):
        coups = Coups(fresh=True).cards("2h")
        coups.give(Drawn(tuple(cards[:2])))
        coups.stake("bob", punto=100).ready("bob")
        coups.give(Drawn(tuple(cards), stop_card=stop))
        shown = [GAME.redact(event) for event in coups.events]
        seen.append((shown, GAME.view(coups.rules, coups.state), GAME.face_up_cards(coups.state)))
        assert GAME.private_view(coups.rules, coups.state, Party("cat")) is None
    assert seen[0] == seen[1]


def test_the_law_of_hidden_cards_sees_one_that_is_told() -> None:
    """Negative control: the events as they are stored differ."""
    told = []
    for cards in ("2h 3c 3d 2s", "9h 3c 3d 2s"):
        coups = Coups().stake("bob", punto=100).ready("bob").cards(cards)
        told.append(coups.events)
    assert told[0] != told[1]


@pytest.mark.campaign
@campaign.examples(40, 10_000)
@given(data=st.data())
def test_a_session_of_many_coups_keeps_its_books(data: st.DataObject) -> None:
    """Chips are conserved, the bank lies with somebody who sits, results grow by one a coup."""
    coups = Coups(fresh=True, variant=data.draw(st.sampled_from(["classic", "punto_2000"])))
    # Eleven at most are burnt, and six are dealt in each coup.
    card = iter(data.draw(st.lists(CARDS, min_size=60, max_size=60)))
    for _ in range(data.draw(st.integers(1, 6))):
        while isinstance(wanted := GAME.awaiting(coups.rules, coups.state), Cards):
            coups.give(Drawn(tuple(next(card) for _ in range(wanted.count))))
        for name in data.draw(st.lists(st.sampled_from(["ann", "bob", "zoe"]), unique=True)):
            bets = data.draw(st.lists(st.sampled_from(BETS), min_size=1, unique=True))
            coups.stake(name, **dict.fromkeys(bets, 100))
        if data.draw(st.booleans()) and not coups.state.held and coups.state.banker:
            coups.pass_bank(coups.state.banker)
        before = len(coups.state.results)
        coups.give(ClockExpired())
        while not GAME.is_over(coups.state):
            wanted = GAME.awaiting(coups.rules, coups.state)
            if isinstance(wanted, Cards):
                coups.give(Drawn(tuple(next(card) for _ in range(wanted.count))))
            else:
                coups.clock()
        check(coups.state, before)
        coups.reopen()
    moves = [move for event in coups.events for move in event.moves]
    assert balance(moves) == 0


def check(state: State, before: int) -> None:
    assert state.on_layout == 0
    assert len(state.results) == before + 1
    assert state.party_at(state.seat) == state.banker
    assert state.banker
    assert int(state.results[-1][1]) == point(state.punto.cards)


def balance(moves: list[Move]) -> int:
    """Return the chips that these moves leave on the layout."""
    return sum(
        move.amount * ((move.target is Place.LAYOUT) - (move.source is Place.LAYOUT))
        for move in moves
    )


# --- a recorded coup ------------------------------------------------------------------------------


def test_a_recorded_coup_is_played_again_to_the_same_cent() -> None:
    coups = Coups(fresh=True).cards("Ah 2h").stake("ann", punto=101, banco=103, pair_cheval=100)
    coups.stake("zoe", dragon_banco=100).coup("2h Tc 3d 2s 5h 7d")
    recorded = GAME.round_conversion
    assert recorded is not None
    example = recorded.example("MC", {"table_min_cents": 50}, coups.events, {})
    assert example is not None
    json.dumps(example)
    shares = recorded.totals(example, GAME.play_example(example, {}))
    paid = [each for batch in coups.told("stakes_settled") for each in batch.settled]
    for party in ("ann", "zoe"):
        mine = [each for each in paid if each.party == party]
        assert shares[party]["staked"] == sum(each.staked for each in mine)
        assert shares[party]["returned"] == sum(each.returned for each in mine)
    voided = (*coups.events[:4], GAME.voiding_event(coups.state, (), "spilt"))
    assert recorded.example("MC", {}, voided, {}) is None
    assert recorded.example("MC", {}, coups.events[:3], {}) is None
