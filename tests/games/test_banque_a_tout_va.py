"""Banque à tout va: the order of a coup, who holds the cards, the bank, the shoe, the prices."""

import json
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.games.baccara.orders import CARDS
from tables.games.baccara.points import must_banker_draw, point
from tables.games.banque_a_tout_va import BANQUE_A_TOUT_VA as GAME
from tables.games.banque_a_tout_va import prices, settle
from tables.games.banque_a_tout_va.messages import (
    Command,
    DealCards,
    LeaveBank,
    NoCard,
    Outcome,
    PlayCheminDeFer,
    PutUp,
    Ready,
    TakeCard,
)
from tables.games.banque_a_tout_va.settle import returned
from tables.games.chemin_de_fer import messages as at_chemin
from tables.games.core.cards import PACK
from tables.games.core.money import Amount, BoxNo, Party, Place
from tables.games.core.protocol import (
    Cards,
    ClockExpired,
    Drawn,
    Duty,
    EngineInput,
    Nobody,
    OpeningContext,
    Players,
    SessionEnded,
    Shoe,
    Shuffle,
)
from tests import campaign
from tests.games.banque_a_tout_va.playing import BANKER, RIGHT_WINS, Coups, last_round, staking

# --- the order of a coup --------------------------------------------------------------------------


@pytest.mark.clause("MC-BTV-23", "MC-BTV-29", "MC-BTV-31")
def test_right_speaks_first_then_left_and_the_banker_turns_before_third_cards() -> None:
    coups = Coups().stake("ann", right=100).stake("leo", left=100).coup("2h 2s 3c 2d 2d Kc 8s 3d")
    assert [event.kind.rpartition(".")[2] for event in coups.events] == [
        "opened", "staked", "staked", "bets_closed", "cards_dealt", "hand_spoke", "hand_spoke",
        "hand_shown", "third_card", "third_card", "hand_spoke", "hand_shown", "hand_shown",
        "coup_announced", "stakes_settled", "coup_closed",
    ]  # fmt: skip
    (dealt,) = coups.told("cards_dealt")
    assert (dealt.right, dealt.left, dealt.banker) == (("2h", "2d"), ("2s", "2d"), ("3c", "Kc"))
    assert [each.hand for each in coups.told("hand_spoke")] == ["right", "left", "banker"]
    assert [each.hand for each in coups.told("hand_shown")] == ["banker", "right", "left"]
    assert GAME.result(coups.state) == "-2+7/3"


def test_mc_btv_24_a_natural_is_shown_at_once_and_the_other_hand_still_speaks() -> None:
    coups = Coups().stake("ann", right=100).stake("leo", left=100).dealt("5h 2h 2c 3d 3d 3c")
    assert [each.hand for each in coups.told("hand_shown")] == ["right"]
    assert coups.state.stage == "left"
    assert coups.refused("ann", TakeCard("right")) == "natural"


def test_mc_btv_24_where_the_banker_has_a_natural_nobody_speaks() -> None:
    coups = Coups().stake("ann", right=100).coup("2h 2h 4c 3d 3d 5c")
    assert coups.told("hand_spoke") == []
    assert coups.refused("ann", TakeCard("right")) == "natural"
    assert GAME.result(coups.state) == "-5-5/9"


@pytest.mark.clause("MC-BTV-25", "MC-BTV-26", "MC-BTV-27")
@pytest.mark.parametrize(
    ("cards", "said", "refused"),
    [
        ("2h 3d", "draw stand", {}),
        ("2h 2d", "draw", {"stand": "forced_draw"}),
        ("4h 2d", "stand", {"draw": "forced_stand"}),
    ],
)
def test_a_hand_is_free_at_five_only(cards: str, said: str, refused: dict[str, str]) -> None:
    first, second = cards.split()
    coups = Coups().stake("ann", right=100).dealt(f"{first} Th Tc {second} 2d Kc")
    own = GAME.private_view(coups.rules, coups.state, Party("ann"))
    assert own is not None
    assert [each.command.rpartition(".")[2] for each in own.options] == said.split()
    for word, code in refused.items():
        command = TakeCard("right") if word == "draw" else NoCard("right")
        assert coups.refused("ann", command) == code
    assert coups.refused("bob", NoCard("right")) == "not_owner"
    assert coups.refused("ann", NoCard("left")) == "not_awaited"


def test_mc_btv_22_bets_close_by_the_clock_or_when_everybody_is_ready() -> None:
    coups = Coups().stake("ann", right=100).stake("zoe", cheval=100)
    assert coups.refused("leo", Ready()) == "nothing_staked"
    coups.ready("ann")
    assert coups.state.stage == "betting"
    coups.ready("zoe")
    assert coups.state.stage == "dealing"
    assert coups.refused("bob", staking(right=100)) == "betting_closed"
    assert GAME.awaiting(coups.rules, coups.state) == Cards(6)


def test_mc_btv_20_anybody_stakes_on_one_tableau_on_the_other_or_a_cheval() -> None:
    coups = Coups(table_max_cents={"a_cheval": 300}, stake_increment_cents=50)
    coups.stake("ann", left=100).stake("zoe", right=100, left=150, cheval=300)
    assert coups.refused("leo", staking(cheval=350)) == "above_max"
    assert coups.refused("leo", staking(left=110)) == "bad_increment"
    assert coups.refused("leo", staking(left=50)) == "below_min"
    assert coups.state.staked == 650


@pytest.mark.clause("COMMON-8")
def test_a_stake_that_is_reduced_gives_back_what_is_taken_off_and_no_more() -> None:
    coups = Coups().stake("ann", right=500, left=300)
    coups.stake("ann", right=200, left=300)
    coups.stake("ann")
    moves = [move for event in coups.events for move in event.moves]
    assert [(move.amount, move.source, move.target) for move in moves] == [
        (800, Place.WALLET, Place.LAYOUT),
        (300, Place.LAYOUT, Place.WALLET),
        (500, Place.LAYOUT, Place.WALLET),
    ]


def test_mc_btv_34_exact_multiples_refuse_halves_that_are_rounded() -> None:
    coups = Coups(require_exact_multiples=True)
    assert coups.refused("ann", staking(cheval=101)) == "bad_increment"
    coups.stake("ann", cheval=102, right=101)


# --- who has the hands ----------------------------------------------------------------------------


@pytest.mark.clause("MC-BTV-16")
def test_the_first_seated_player_with_a_stake_has_the_hand_until_it_loses() -> None:
    coups = Coups().stake("bob", right=100).stake("ann", left=100).stake("zoe", left=100)
    coups.coup("4h 2h 2c 3d 4d 3c 9s")
    closed = coups.told("bets_closed")[-1]
    # Ann stakes on the other tableau; the hand of hers is hers all the same.
    assert (closed.right, closed.right_seat, closed.left) == ("ann", 1, "")
    coups.reopen().stake("ann", right=100).stake("bob", right=100).coup("Th Th 3c 2d 4d 4c Ks Ks")
    assert coups.told("bets_closed")[-1].right == "ann"
    assert coups.state.on_right == "loses"
    coups.reopen().stake("ann", right=100).stake("bob", right=100).clock()
    assert coups.told("bets_closed")[-1].right == "bob"


def test_a_hand_that_loses_comes_back_where_nobody_else_stakes() -> None:
    coups = Coups().stake("ann", right=100).coup("Th Th 3c 2d 4d 4c Ks Ks")
    coups.reopen().stake("ann", right=100).clock()
    assert coups.told("bets_closed")[-1].right == "ann"


def test_the_croupier_plays_a_tableau_without_stakes_and_one_where_nobody_sits() -> None:
    coups = Coups("ann lou@4").stake("zoe", left=100).stake("lou", right=100)
    coups.coup("2h 2h 2c 3d 3d 3c 4s")
    (closed,) = coups.told("bets_closed")
    assert (closed.right, closed.left) == ("", "lou")
    spoke = {each.hand: each for each in coups.told("hand_spoke")}
    # Five: stands (A7, A8).
    assert (spoke["right"].draws, spoke["right"].by) == (False, "dealer")
    assert (spoke["left"].draws, spoke["left"].by) == (False, "clock")


def test_who_leaves_with_the_hand_leaves_it_to_the_rule() -> None:
    coups = Coups().stake("ann", right=100).dealt("2h Th 2c 3d 2d 4c")
    coups.sit("bob@2 leo@3")
    assert coups.told("hand_spoke")[0].by == "clock"


def test_mc_btv_28_thrown_cards_are_their_holder_s_alone_until_the_coup_is_settled() -> None:
    coups = Coups().bank(1000).stake("ann", right=100).stake("leo", left=100)
    coups.dealt("2h 4h 2c 3d 3d 4c")
    coups.card("ann", "right").no("leo", "left").cards("9s")
    view = GAME.view(coups.rules, coups.state)
    assert (view.right.cards, view.right.point) == ((None, None, "9s"), None)
    assert view.left.cards == (None, None)
    assert view.bankers.cards == ("2c", "4c")
    own = {
        name: GAME.private_view(coups.rules, coups.state, Party(name))
        for name in ("ann", "leo", "zoe")
    }
    assert own["ann"] is not None
    assert (own["ann"].cards, own["ann"].point) == (("2h", "3d"), 4)
    assert own["leo"] is not None
    assert own["leo"].cards == ("4h", "3d")
    assert own["zoe"] is None
    assert GAME.face_up_cards(coups.state) == {2, 5, 6}
    assert GAME.face_down_cards_of(coups.state, Party("ann")) == {0, 3}
    assert GAME.face_down_cards_of(coups.state, Party("leo")) == {1, 4}
    assert GAME.face_down_cards_of(coups.state, Party(BANKER)) == frozenset()


# --- the bank -------------------------------------------------------------------------------------


@pytest.mark.clause("MC-BTV-08")
def test_an_approved_banker_s_chips_move_between_players_and_never_through_the_float() -> None:
    coups = Coups().bank(1000).stake("ann", right=300).stake("leo", left=200)
    coups.stake("zoe", cheval=101).dealt(RIGHT_WINS)
    coups.clock().clock().cards("Ks").no(BANKER, "banker")
    assert (coups.state.on_right, coups.state.on_left) == ("wins", "loses")
    assert [coups.net(name) for name in ("ann", "leo", "zoe")] == [300, -200, 0]
    assert (coups.state.banker, coups.state.bank, coups.state.net) == (BANKER, 900, -100)
    assert not {Place.FLOAT, Place.JACKPOT, Place.LEVY} & {
        place for move in coups.moves for place in (move.source, move.target)
    }
    coups.reopen().leave()
    assert coups.net(BANKER) == -100
    assert sum(coups.net(name) for name in ("ann", "leo", "zoe", BANKER)) == 0
    assert coups.state.banker == ""


def test_the_house_pays_and_collects_by_its_float_where_it_has_the_bank() -> None:
    coups = Coups(banker_account=None).stake("ann", right=300).stake("leo", left=200)
    assert coups.refused(BANKER, PutUp(Amount(100))) == "not_approved"
    coups.coup(RIGHT_WINS)
    assert Place.BANK not in {move.target for move in coups.moves}
    assert GAME.needs(coups.rules).extra_places == frozenset()


def test_mc_btv_04_an_inspector_answers_for_the_table() -> None:
    assert GAME.needs(Coups().rules).duties == {Duty.INSPECTOR}


def test_only_the_approved_player_puts_up_a_bank_and_only_while_nobody_plays_the_house() -> None:
    coups = Coups()
    assert coups.refused("ann", PutUp(Amount(100))) == "not_approved"
    assert coups.refused(BANKER, PutUp(Amount(99))) == "below_min"
    coups.stake("ann", right=100)
    assert coups.refused(BANKER, PutUp(Amount(1000))) == "bank_in_play"
    coups.stake("ann").bank(1000)
    assert coups.refused(BANKER, staking(right=100)) == "banker_stakes"
    coups.stake("ann", right=100).bank(500)
    assert coups.state.bank == 1500


@pytest.mark.clause("MC-BTV-20")
@pytest.mark.parametrize("limited_by", ["bank", "option"])
def test_stakes_above_what_the_bank_covers_are_refused_whole_as_they_come(limited_by: str) -> None:
    coups = Coups(bank_limit_cents=None if limited_by == "bank" else 1000)
    if limited_by == "bank":
        coups.bank(1000)
    coups.stake("ann", right=600).stake("leo", left=300)
    assert coups.refused("zoe", staking(cheval=101)) == "above_max"
    assert coups.refused("ann", staking(right=800)) == "above_max"
    coups.stake("zoe", cheval=100).stake("ann", right=100).stake("leo", left=800)
    assert coups.state.staked == 1000


def test_a_bank_covers_everything_that_it_took() -> None:
    coups = (
        Coups().bank(300).stake("ann", right=100).stake("leo", left=100).stake("zoe", cheval=100)
    )
    coups.coup("5h 4h 2c 3d 5d 2s")
    assert coups.state.bank == 0
    (left,) = coups.told("bank_left")
    assert (left.amount, left.why, left.moves) == (0, "spent", ())


def test_a_banker_leaves_at_once_without_stakes_and_otherwise_after_the_coup() -> None:
    coups = Coups().bank(1000).leave()
    assert coups.net(BANKER) == 0
    coups.bank(1000).stake("ann", right=100).leave()
    assert coups.refused(BANKER, LeaveBank()) == "not_awaited"
    assert coups.refused("ann", LeaveBank()) == "not_owner"
    coups.coup("Th Th 3c 2d 4d 4c Ks Ks")
    assert coups.told("bank_left")[-1].why == "asked"
    assert coups.net(BANKER) == 100


def test_a_silent_banker_plays_by_the_table_and_has_his_chips_back_after_three_coups() -> None:
    coups = Coups().bank(1000)
    for _ in range(3):
        assert coups.state.banker == BANKER
        coups.stake("ann", right=100).coup("4h Ah 2c 3d 2d 4c Ks").reopen()
    # He put the bank up in the first of these.
    coups.stake("ann", right=100).coup("4h Ah 2c 3d 2d 4c Ks")
    assert coups.told("bank_left")[-1].why == "silent"
    assert coups.state.on_layout == 0


def test_mc_btv_15_the_banker_deals_or_the_clock_for_him() -> None:
    coups = Coups().bank(1000).stake("ann", right=100).clock()
    assert GAME.awaiting(coups.rules, coups.state) == Players((), 15, "deal")
    assert coups.refused("ann", DealCards()) == "not_owner"
    coups.say(BANKER, DealCards())
    assert coups.told("deal_began")[-1].by == "holder"


@pytest.mark.clause("MC-BTV-30")
@pytest.mark.parametrize(("rule", "refused"), [("free", None), ("table13", "forced_stand")])
def test_an_approved_banker_draws_freely_or_by_the_table(rule: str, refused: str | None) -> None:
    coups = Coups(banker_draw_rule=rule).bank(1000).stake("ann", right=100)
    coups.dealt("4h 2h 2c 3d 4d 4c").clock()
    assert coups.refused("ann", TakeCard("banker")) == "not_owner"
    if refused:
        assert coups.refused(BANKER, TakeCard("banker")) == refused
    else:
        coups.card(BANKER, "banker").cards("5s")
        assert GAME.result(coups.state) == "+7+6/1"


def test_the_house_draws_by_the_table_against_the_tableau_with_more_at_stake() -> None:
    # The banker has 3: against an 8 he stands, against a 3 he draws.
    for right, left, draws in ((200, 100, False), (100, 200, True), (100, 100, False)):
        coups = Coups().stake("ann", right=right, cheval=1000).stake("leo", left=left)
        coups.coup("2h 2s 3c 2d 2d Kc 8s 3d" + " 5h" * draws)
        assert coups.told("hand_spoke")[-1].draws is draws


# --- the shoe -------------------------------------------------------------------------------------


@pytest.mark.clause("MC-BTV-03", "MC-BTV-14")
def test_a_sixain_of_two_colours_with_nine_or_ten_cards_behind_the_stop_card() -> None:
    for behind in (9, 10):
        shoe = GAME.equipment(Coups(stop_card_before_last=behind).rules)
        assert isinstance(shoe, Shoe)
        assert (shoe.packs, shoe.behind, len(set(shoe.backs))) == (6, behind, 2)


NO_THIRD = "4h 2h 2c 3d 4d 4c"


@pytest.mark.clause("MC-BTV-37", "MC-BTV-38")
@pytest.mark.parametrize(
    ("stop_at", "options", "last"),
    [
        (5, {}, "announced"),
        (4, {}, "chemin_de_fer_offered"),
        (2, {}, "chemin_de_fer_offered"),
        (1, {}, "none"),
        (4, {"last_coup_chemin_de_fer": False}, "none"),
    ],
)
def test_what_the_stop_card_leads_to(stop_at: int, options: dict[str, Any], last: str) -> None:
    coups = Coups(**options).stake("ann", right=100).coup(NO_THIRD, stop_at=stop_at)
    (ends,) = coups.told("shoe_ends")
    assert (ends.last, ends.rest) == (last, 10 - (6 - stop_at))
    waits = GAME.awaiting(coups.rules, coups.state)
    assert waits == (Nobody() if last == "announced" else Shuffle())
    coups.reopen()
    if last == "announced":
        coups.stake("ann", right=100).coup(NO_THIRD)
        assert coups.told("shoe_ends")[-1].last == "played"
        assert GAME.awaiting(coups.rules, coups.state) == Shuffle()
        coups.reopen()
    assert coups.refused("ann", staking(right=100)) == "session_ended"
    assert coups.refused(BANKER, PutUp(Amount(1000))) == "session_ended"
    coups.reopen(fresh=True).stake("ann", right=100)


# --- the last coup, of the chemin de fer ----------------------------------------------------------


def offered(bank: int = 1000, **options: Any) -> Coups:
    """Return a table at which seven cards are left and the banker is asked."""
    coups = Coups(**options).bank(bank + 100).stake("ann", right=100).coup(NO_THIRD, stop_at=4)
    assert coups.told("bank_left") == []
    setting = OpeningContext(coups.seats)
    assert GAME.opens_by_itself(coups.rules, coups.state, setting)
    assert GAME.awaiting(coups.rules, coups.state) == Nobody()
    return coups.reopen()


def played(bank: int = 1000, **options: Any) -> Coups:
    return offered(bank, **options).say(BANKER, PlayCheminDeFer())


@pytest.mark.clause("MC-BTV-38")
@pytest.mark.parametrize("no", ["word", "clock"])
def test_a_banker_who_does_not_play_the_last_coup_has_his_chips_back(no: str) -> None:
    coups = offered()
    assert GAME.awaiting(coups.rules, coups.state) == Players((), 15, "offer")
    own = GAME.private_view(coups.rules, coups.state, Party(BANKER))
    assert own is not None
    assert [each.command.rpartition(".")[2] for each in own.options] == [
        "chemin_de_fer",
        "leave_bank",
    ]
    assert coups.refused("ann", PlayCheminDeFer()) == "not_owner"
    assert coups.refused("ann", staking(right=100)) == "session_ended"
    assert coups.refused("ann", at_chemin.Banco(Amount(1000))) == "not_awaited"
    coups.leave() if no == "word" else coups.clock()
    assert coups.told("bank_left")[-1].amount == 1000
    assert (coups.state.stage, coups.state.on_layout) == ("closed", 0)
    assert GAME.awaiting(coups.rules, coups.state) == Shuffle()
    assert not GAME.opens_by_itself(coups.rules, coups.state, OpeningContext(coups.seats))


@pytest.mark.clause("MC-BTV-38")
def test_the_last_coup_is_one_hand_by_the_rules_of_chemin_de_fer() -> None:
    coups = played()
    # Leo claims the whole, and comes before whoever claims a part (MC-CDF-17, A12 there).
    coups.say("ann", at_chemin.WithTable(Amount(600)))
    assert coups.refused("bob", at_chemin.Banco(Amount(999))) == "below_bank"
    assert coups.refused(BANKER, LeaveBank()) == "must_play"
    coups.say("leo", at_chemin.Banco(Amount(1000))).clock()
    assert coups.state.chemin is not None
    assert coups.state.chemin.holder == "leo"
    own = GAME.private_view(coups.rules, coups.state, Party(BANKER))
    assert own is not None
    assert [each.command for each in own.options] == ["chemin_de_fer.deal"]
    # A 7 against a 5: the levy is a twentieth of what the banker wins.
    coups.say(BANKER, at_chemin.DealCards()).cards("2h Kc 3d 7s")
    assert GAME.face_down_cards_of(coups.state, Party("leo")) == {0, 2}
    coups.say("leo", at_chemin.NoCard("ponte")).say(BANKER, at_chemin.NoCard("banker"))
    (levy,) = [event for event in coups.events if event.kind == GAME.levy_kind]
    assert GAME.levy_record(levy) == (1, 50)
    assert coups.told("shoe_ends")[-1].last == "played"
    assert (coups.net("leo"), coups.net("ann"), coups.net(BANKER)) == (-1000, 100, 850)
    assert (coups.state.on_layout, coups.state.rest) == (0, 4)
    assert GAME.result(coups.state) == "B 5:7"
    assert GAME.awaiting(coups.rules, coups.state) == Shuffle()


def test_of_a_last_coup_that_nobody_covers_the_banker_loses_what_is_covered() -> None:
    coups = played().say("zoe", at_chemin.Complement(Amount(300))).clock()
    coups.clock().clock().cards("9h Kc Td 7s")
    assert (coups.net("zoe"), coups.net(BANKER)) == (300, -400)
    assert coups.state.on_layout == 0


def test_a_last_coup_without_a_stake_is_not_dealt_and_the_bank_goes_back() -> None:
    coups = played()
    while not GAME.is_over(coups.state):
        coups.clock()
    assert coups.told("bank_left")[-1].amount == 1000
    assert (GAME.result(coups.state), coups.state.last) == ("", "chemin_de_fer_offered")


@pytest.mark.parametrize("ends", ["annulled", "broken off"])
def test_a_last_coup_that_is_stopped_gives_everything_back(ends: str) -> None:
    coups = played().say("ann", at_chemin.Banco(Amount(1000))).clock().clock().cards("2h Kc")
    if ends == "annulled":
        coups.state = GAME.evolve(coups.state, GAME.voiding_event(coups.state, (), "wrong draw"))
    else:
        coups.give(SessionEnded("director"))
    assert (coups.state.on_layout, coups.state.stage) == (0, "closed")
    assert GAME.awaiting(coups.rules, coups.state) == Shuffle()


def test_the_house_and_a_banker_who_has_to_leave_are_not_asked() -> None:
    for coups in (
        Coups().stake("ann", right=100),
        Coups().bank(1100).stake("ann", right=100).leave(),
        Coups().bank(1100).reopen(left=1).stake("ann", right=100),
        Coups().bank(150).stake("ann", right=100),
    ):
        coups.coup(NO_THIRD, stop_at=4)
        assert coups.told("shoe_ends")[-1].last == "chemin_de_fer_offered"
        assert not GAME.opens_by_itself(coups.rules, coups.state, OpeningContext(coups.seats))
        assert coups.state.on_layout == 0


def test_the_levies_of_a_table_are_numbered_through_its_shoes() -> None:
    coups = played().say("ann", at_chemin.Banco(Amount(1000))).clock().clock().cards("Kh 9c 7d Ts")
    coups.reopen(fresh=True)
    assert coups.state.tickets == 1


def test_the_last_coup_is_recorded_as_chemin_de_fer_records_one() -> None:
    coups = played().say("ann", at_chemin.Banco(Amount(1000))).clock().clock().cards("Kh 9c 7d Ts")
    options = {"seats": 2, "banker_account": int(BANKER), "banker_draw_rule": "table13"}
    of_round = last_round(coups)
    written = GAME.round_conversion.example("MC", options, of_round, {})
    assert written is not None
    json.dumps(written)
    shares = GAME.round_conversion.totals(written, GAME.play_example(written, {}))
    assert shares["ann"] == {"staked": 1000, "returned": 0, "left": 0}
    assert shares[BANKER] == {"staked": 0, "returned": 1950, "left": 0}
    assert GAME.round_conversion.carried(written) == 1000


def test_a_bank_that_was_to_be_left_and_is_added_to_is_recorded_as_it_stayed() -> None:
    coups = Coups().bank(1000).stake("ann", right=100).leave()
    coups.bank(1000).leave().bank(500).coup(NO_THIRD)
    assert coups.state.bank == 2400
    assert played_anew(coups) == {
        BANKER: {"staked": 2500, "returned": 0, "left": 2400},
        "ann": {"staked": 100, "returned": 200, "left": 0},
    }


def test_a_coup_that_was_broken_off_after_a_word_is_recorded_with_it() -> None:
    coups = Coups().bank(1000).stake("ann", right=100).dealt("2h 2s 3c 2d 2d Kc")
    coups.card("ann", "right").give(SessionEnded("director"))
    assert played_anew(coups)["ann"] == {"staked": 100, "returned": 100, "left": 0}


def played_anew(coups: Coups) -> Mapping[str, Mapping[str, int]]:
    """Return what each party staked, got back and left by the example of a table's last coup."""
    options = {"seats": 2, "banker_account": int(BANKER)}
    written = GAME.round_conversion.example("MC", options, last_round(coups), {})
    assert written is not None
    return GAME.round_conversion.totals(written, GAME.play_example(written, {}))


def test_a_round_of_before_the_banker_was_asked_is_replayed_as_it_was() -> None:
    """Then the coup with the stop card gave the bank back; such events are read for ever."""
    coups = Coups().bank(1100).stake("ann", right=100).coup(NO_THIRD, stop_at=4)
    closed = coups.events.pop()
    coups.state = coups.state_of(coups.events)
    back = settle.bank_left(coups.state, "shoe")
    of_round = [*coups.events, back, closed]
    state = coups.state_of(of_round)
    assert (
        state.on_layout,
        GAME.opens_by_itself(coups.rules, state, OpeningContext(coups.seats)),
    ) == (
        0,
        False,
    )
    options = {"seats": 2, "banker_account": int(BANKER)}
    written = GAME.round_conversion.example("MC", options, of_round, {})
    assert written is not None
    shares = GAME.round_conversion.totals(written, GAME.play_example(written, {}))
    assert shares[BANKER] == {"staked": 1100, "returned": 1000, "left": 0}


def test_third_cards_count_among_those_that_are_left() -> None:
    coups = Coups().stake("ann", right=100).coup("2h 2s 3c 2d 2d Kc 8s 3d", stop_at=5)
    assert coups.told("shoe_ends")[-1].rest == 7


@pytest.mark.clause("MC-BTV-02")
def test_a_session_has_two_shoes_and_the_banker_has_his_chips_back_after_each() -> None:
    coups = Coups().bank(1000).stake("ann", right=100).coup(NO_THIRD, stop_at=1)
    assert not coups.told("shoe_ends")[-1].session_over
    assert coups.told("bank_left")[-1].why == "shoe"
    assert coups.state.on_layout == 0
    coups.reopen(fresh=True)
    assert (coups.state.shoe, coups.state.results, coups.state.last) == (2, (), "")
    coups.stake("ann", right=100).coup(NO_THIRD, stop_at=1)
    assert coups.told("shoe_ends")[-1].session_over
    assert coups.reopen(fresh=True).state.shoe == 1


def test_the_last_coups_are_announced_and_the_banker_has_his_chips_back_at_the_end() -> None:
    coups = Coups().bank(1000).stake("ann", right=100).coup(NO_THIRD)
    assert GAME.opens_by_itself(
        coups.rules, coups.state, OpeningContext(coups.seats, rounds_left=2)
    )
    coups.reopen(left=2).coup(NO_THIRD).reopen(left=1).coup(NO_THIRD)
    assert coups.told("bank_left")[-1].why == "session"
    assert coups.state.on_layout == 0
    assert not GAME.opens_by_itself(coups.rules, coups.state, OpeningContext(coups.seats))


def test_mc_btv_13_the_cut_is_offered_from_the_first_seat_of_the_first_tableau() -> None:
    coups = Coups("ann@2 leo@3")
    setting = OpeningContext((*coups.seats, (BoxNo(4), BANKER)))
    assert GAME.cutters(coups.rules, None, setting) == (2, 3), "the banker is no ponte"
    assert GAME.cut_consent_box(coups.rules, setting) == 4
    assert GAME.cut_consent_box(coups.rules, OpeningContext(coups.seats)) is None
    alone = GAME.amend("MC", {})
    assert (GAME.cutters(alone, None, setting), GAME.cut_consent_box(alone, setting)) == (
        (2, 3, 4),
        None,
    ), "the house has the bank, and offers the cut"


# --- incidents ------------------------------------------------------------------------------------


def test_an_annulled_coup_gives_the_stakes_back_and_leaves_bank_and_hands_as_they_were() -> None:
    coups = Coups().bank(1000).stake("ann", right=100).dealt("Th Th 3c 2d 4d 4c")
    voided = GAME.voiding_event(coups.state, (), "spilt")
    state = GAME.evolve(coups.state, voided)
    assert (state.bank, state.banker, state.on_layout, state.voided) == (1000, BANKER, 1000, True)
    assert [(move.party, move.amount) for move in voided.moves] == [("ann", 100)]
    assert GAME.result(state) == "void"
    coups.state = state
    coups.reopen().stake("ann", right=100).clock()
    assert coups.told("bets_closed")[-1].right == "ann"


def test_an_annulled_last_coup_gives_the_bank_back_too() -> None:
    coups = Coups().bank(1000).stake("ann", right=100).dealt("Th Th 3c 2d 4d 4c", stop_at=1)
    state = GAME.evolve(coups.state, GAME.voiding_event(coups.state, (), "spilt"))
    assert state.on_layout == 0
    assert GAME.awaiting(coups.rules, state) == Shuffle()


def test_a_broken_session_gives_stakes_and_bank_back() -> None:
    coups = Coups().bank(1000).stake("ann", right=100).give(SessionEnded("fire"))
    assert (coups.net("ann"), coups.net(BANKER), coups.state.on_layout) == (0, 0, 0)


# --- prices and what a stake brings ---------------------------------------------------------------


@pytest.mark.clause("MC-BTV-32")
def test_prices_are_the_catalogue_s() -> None:
    report = prices.report(Coups().rules).bets
    edges = {each.bet: Fraction(each.edge) for each in report}
    assert edges["tableau_right"] == edges["tableau_left"]
    assert round(float(edges["tableau_right"]) * 100, 5) == 1.23741
    assert round(float(edges["tableau:stands"]) * 100, 4) == 1.5242
    assert edges["a_cheval"] == (edges["tableau_right"] + edges["tableau:lighter"]) / 2
    # A stake on the lighter tableau has the better of the banker, who has it of both together.
    assert edges["tableau:lighter"] == Fraction(-1740830766962414, 450946874569416225)
    assert edges["a_cheval"] > 0
    assert not [each.bet for each in report if each.favours_player]
    waits = prices.report(Coups(natural_settles_at_once=False).rules).bets
    assert min(Fraction(each.least_edge) for each in waits) > edges["a_cheval"]


@pytest.mark.parametrize(
    ("shoe", "at_once"), [({0: 5, 4: 2, 5: 2}, True), ({0: 6, 4: 1, 5: 2}, False)]
)
def test_both_tableaux_cost_what_every_order_of_a_small_shoe_brings(
    shoe: dict[int, int], at_once: bool
) -> None:
    """Another way to the same figures: the engine itself plays every coup of nine cards."""
    options = {"banker_account": None, "natural_settles_at_once": at_once}
    began = Coups("", **options).stake("ann", right=200).stake("leo", left=100).clock()
    won: Counter[str] = Counter()
    orders = {*permutations([value for value, count in shoe.items() for _ in range(count)])}
    for order in orders:
        cards, state = [CARDS[value] for value in order], began.state
        while not GAME.is_over(state):
            wanted = GAME.awaiting(began.rules, state)
            given: EngineInput[Command] = ClockExpired()
            if isinstance(wanted, Cards):
                given, cards = Drawn(tuple(cards[: wanted.count])), cards[wanted.count :]
            state = GAME.step(began.rules, state, given)[1]
        won["heavier"] += {"wins": 1, "equal": 0, "loses": -1}[str(state.on_right)]
        won["lighter"] += {"wins": 1, "equal": 0, "loses": -1}[str(state.on_left)]
    left = [shoe.get(value, 0) for value in range(10)]
    # The croupier, who plays the hands here, stands on five.
    heavier = prices.of_heavier(left, 4, at_once=at_once)
    lighter = prices.of_lighter(left, 4, at_once=at_once)
    assert heavier == Fraction(-won["heavier"], len(orders))
    assert lighter == Fraction(-won["lighter"], len(orders))
    assert heavier != lighter


OUTCOMES = st.sampled_from(["wins", "equal", "loses"])


@pytest.mark.campaign
@pytest.mark.clause("MC-BTV-32", "MC-BTV-33", "MC-BTV-34", "MC-BTV-35", "MC-BTV-36")
@campaign.examples(30, 10_000)
@given(stake=st.integers(1, 10**9), right=OUTCOMES, left=OUTCOMES)
def test_a_cheval_is_half_a_stake_on_each_tableau(
    stake: int, right: Outcome, left: Outcome
) -> None:
    halves = Fraction(
        returned("tableau_right", 2 * stake, right, left)
        + returned("tableau_left", 2 * stake, right, left),
        4,
    )
    assert returned("a_cheval", stake, right, left) == halves.numerator // halves.denominator


# --- laws -----------------------------------------------------------------------------------------

DECK = st.sampled_from(PACK)
FIVES = st.sampled_from([pair for pair in product(PACK, PACK) if point(pair) == 5])
"""Two cards with which a hand may say either word."""


@pytest.mark.campaign
@campaign.examples(30, 10_000)
@given(data=st.data())
def test_hidden_cards_change_nothing_that_anybody_else_sees(data: st.DataObject) -> None:
    """Two coups that differ only in cards face down look the same to whoever does not hold them."""
    right, left = (data.draw(st.lists(FIVES, min_size=2, max_size=2)) for _ in range(2))
    seen = []
    for mine, theirs in zip(right, left, strict=True):
        coups = Coups().bank(1000).stake("ann", right=100).stake("leo", left=100)
        coups.dealt(f"{mine[0]} {theirs[0]} 2c {mine[1]} {theirs[1]} 4c")
        for name, hand in (("ann", "right"), ("leo", "left")):
            seen_now = _shown(coups)
            coups.card(name, hand) if hand == "right" else coups.no(name, "left")
            seen.append(seen_now)
        seen.append(_shown(coups.cards("9s")))
    half = len(seen) // 2
    assert seen[:half] == seen[half:]


def _shown(coups: Coups) -> Any:
    seen = [GAME.redact(event) for event in coups.events]
    view = GAME.view(coups.rules, coups.state)
    return (
        seen,
        view,
        GAME.face_up_cards(coups.state),
        GAME.private_view(coups.rules, coups.state, Party("zoe")),
    )


def test_the_law_of_hidden_cards_sees_one_that_is_told() -> None:
    """Negative control: the events as they are stored differ, and so would a planted card."""
    told = []
    for cards in ("2h 3c 2c 3d 2d 4c", "Ah 3c 2c 4d 2d 4c"):
        coups = Coups().stake("ann", right=100).dealt(cards)
        told.append((coups.events, _shown(coups)))
    assert told[0][0] != told[1][0]
    assert told[0][1] == told[1][1]


@pytest.mark.campaign
@campaign.examples(30, 10_000)
@given(data=st.data())
def test_a_session_of_many_coups_keeps_its_books(data: st.DataObject) -> None:
    """What the pontes win the banker loses, coup after coup; the bank is never below nothing."""
    rule = data.draw(st.sampled_from(["free", "table13"]))
    coups = Coups(banker_draw_rule=rule, natural_settles_at_once=data.draw(st.booleans()))
    card = iter(data.draw(st.lists(DECK, min_size=60, max_size=60)))
    for _ in range(data.draw(st.integers(1, 6))):
        if data.draw(st.booleans()):
            coups.bank(1000)
        for name in data.draw(st.lists(st.sampled_from(["ann", "leo", "zoe"]), unique=True)):
            bets = data.draw(st.lists(st.sampled_from(["right", "left", "cheval"]), unique=True))
            if bets and not (coups.state.banker and coups.state.staked + 303 > coups.state.bank):
                coups.stake(name, **dict.fromkeys(bets, 101))
        house = not coups.state.banker
        before = sum(move.amount for move in coups.moves if _floats(move))
        while not GAME.is_over(coups.state):
            wanted = GAME.awaiting(coups.rules, coups.state)
            if isinstance(wanted, Cards):
                coups.give(Drawn(tuple(next(card) for _ in range(wanted.count))))
            elif coups.state.stage == "banker" and rule == "free" and data.draw(st.booleans()):
                coups.card(BANKER, "banker")
            else:
                coups.give(ClockExpired())
        floated = sum(move.amount for move in coups.moves if _floats(move)) - before
        assert house or not floated
        for place in (Place.LAYOUT, Place.BANK):
            assert _on(place, coups) == (coups.state.bank if place is Place.BANK else 0) >= 0
        check_table(coups)
        coups.reopen()


def _floats(move: Any) -> bool:
    return Place.FLOAT in (move.source, move.target)


def _on(place: Place, coups: Coups) -> int:
    return sum(
        move.amount * ((move.target is place) - (move.source is place)) for move in coups.moves
    )


def check_table(coups: Coups) -> None:
    """The house's banker drew as article 13 says against one of the two tableaux."""
    state = coups.state
    if state.bankers.draws is None or state.bankers.holder:
        return
    thirds = [hand.cards[2] if len(hand.cards) == 3 else None for hand in (state.right, state.left)]
    assert state.bankers.draws in [
        must_banker_draw(point(state.bankers.cards[:2]), third) for third in thirds
    ]


# --- a recorded coup ------------------------------------------------------------------------------


def test_a_recorded_coup_is_played_again_to_the_same_cent() -> None:
    coups = Coups().bank(1000).stake("ann", right=101).stake("zoe", cheval=103).leave()
    coups.clock().say(BANKER, DealCards()).cards("2h 4h 2c 3d 3d 4c")
    coups.card("ann", "right")
    while not GAME.is_over(coups.state):
        if isinstance(GAME.awaiting(coups.rules, coups.state), Cards):
            coups.cards("9s")
        else:
            coups.clock()
    recorded = GAME.round_conversion
    assert recorded is not None
    options = {"seats": 2, "banker_account": int(BANKER)}
    example = recorded.example("MC", options, coups.events, {})
    assert example is not None
    json.dumps(example)
    assert recorded.carried(example) == 0
    shares = recorded.totals(example, GAME.play_example(example, {}))
    for party in ("ann", "zoe", BANKER):
        mine = shares[party]
        assert mine["returned"] - mine["staked"] == coups.net(party)
        assert mine["left"] == 0
    annulled = Coups().bank(1000).stake("ann", right=100).dealt("2h 4h 2c 3d 3d 4c")
    events = (*annulled.events, GAME.voiding_event(annulled.state, (), "spilt"))
    example = recorded.example("MC", options, events, {})
    assert example is not None
    shares = recorded.totals(example, GAME.play_example(example, {}))
    assert shares[BANKER] == {"staked": 1000, "returned": 0, "left": 1000}
    assert shares["ann"] == {"staked": 100, "returned": 100, "left": 0}
    assert recorded.example("MC", options, coups.events[:1], {}) is None
