"""Chemin de fer, clause by clause in the order of article 11, then the readings of its gaps."""

import pytest

from tables.games.baccara.points import must_banker_draw, must_ponte_draw, point, value
from tables.games.chemin_de_fer import CHEMIN_DE_FER as GAME
from tables.games.chemin_de_fer.messages import (
    Banco,
    CapBank,
    Complement,
    Consent,
    DealCards,
    KeepHand,
    NoCard,
    NoMore,
    PassHand,
    Right,
    StakeBank,
    TakeCard,
    WithdrawClaim,
    WithTable,
)
from tables.games.core.cards import Back, Card
from tables.games.core.money import Amount, BoxNo, Move, Party, Place
from tables.games.core.protocol import (
    Cards,
    Nobody,
    OpeningContext,
    Option,
    Players,
    Refused,
    SessionEnded,
    Shoe,
    Shuffle,
)
from tests.games.chemin_de_fer.playing import BANKER_WINS, PONTE_WINS, TIE, Coups

# --- cards and start ------------------------------------------------------------------------------


def test_mc_cdf_01_06_six_packs_and_a_stop_card_before_the_last_six_or_seven() -> None:
    backs: tuple[Back, ...] = ("red", "red", "red", "blue", "blue", "blue")
    for given, behind in (({}, 7), ({"stop_card_before_last": 6}, 6)):
        wanted = Shoe(6, behind, 0, cut=(26, 286), backs=backs)
        assert GAME.equipment(GAME.amend("MC", given)) == wanted
    with pytest.raises(Refused, match="invalid_option"):
        GAME.amend("MC", {"stop_card_before_last": 8})


def test_mc_cdf_03_a_game_begins_with_four_persons_seated() -> None:
    three = Coups("ann bob cat")
    assert GAME.awaiting(three.rules, three.state) == Nobody()
    assert three.refused("ann", StakeBank(Amount(500))) == "not_enough_players"
    assert three.refused("bob", Banco(Amount(500))) == "not_enough_players"
    assert not GAME.opens_by_itself(three.rules, None, OpeningContext(three.seats))
    three.sit("ann bob cat dan@7")
    assert (three.state.stage, three.state.banker) == ("bank", "ann")
    two_seats = ((BoxNo(4), Party("ann")), (BoxNo(5), Party("dan")))
    assert not GAME.opens_by_itself(
        three.rules, None, OpeningContext((*Coups("ann bob cat").seats, two_seats[0]))
    )
    assert GAME.opens_by_itself(
        three.rules, None, OpeningContext((*Coups("ann bob cat").seats, two_seats[1]))
    )


def test_mc_cdf_04_the_cut_is_offered_to_the_last_seat_and_then_to_those_before() -> None:
    coups = Coups().sit("ann dan cat bob@8")
    setting = OpeningContext(coups.seats)
    assert GAME.cutters(coups.rules, coups.state, setting) == (8, 4, 3, 1)
    assert GAME.cutters(coups.rules, None, setting) == (8, 4, 3, 1)


def test_mc_cdf_05_where_nobody_is_left_to_ask_the_house_cuts() -> None:
    assert GAME.cutters(Coups().rules, None, OpeningContext()) == ()


def test_mc_cdf_07_the_coup_that_draws_the_stop_card_is_the_last_of_the_shoe() -> None:
    coups = Coups().bank(1000).banco("bob").close().say("ann", DealCards())
    coups.cards(BANKER_WINS, stop_at=2)
    assert [each.stop_card for each in coups.told("card_passed")] == [False, False, True, False]
    assert GAME.awaiting(coups.rules, coups.state) == Shuffle()
    assert coups.state.bank == 1950
    coups.reopen()
    assert coups.refused("bob", Banco(Amount(1950))) == "session_ended"
    coups.clock()
    assert GAME.is_over(coups.state)
    coups.reopen(fresh=True).clock().banco("bob").deal(PONTE_WINS)
    assert coups.net("bob") == 950


def test_mc_cdf_07_without_a_bank_the_table_waits_for_the_next_shoe() -> None:
    coups = Coups().bank(1000).banco("bob").close().say("ann", DealCards())
    coups.cards(PONTE_WINS, stop_at=3)
    assert coups.rests()
    assert not coups.rests(fresh=True)
    coups.sit("ann bob cat")
    assert coups.rests(fresh=True)


# --- hand, bank, banco ----------------------------------------------------------------------------


def test_mc_cdf_13_the_hand_is_first_taken_by_the_first_seat() -> None:
    coups = Coups()
    assert (coups.state.seat, coups.state.banker) == (1, "ann")
    assert coups.refused("bob", StakeBank(Amount(1000))) == "not_owner"
    seats = ((BoxNo(3), Party("cat")), (BoxNo(5), Party("eve")), (BoxNo(6), Party("fay")))
    opened = GAME.opening_event(
        coups.rules, None, OpeningContext((*seats, (BoxNo(9), Party("gus"))))
    )
    assert GAME.evolve(None, opened).banker == "cat"


def test_mc_cdf_14_the_hand_is_kept_until_it_is_lost_or_passed_to_the_next_seat() -> None:
    coups = Coups().bank(1000).banco("bob").deal(BANKER_WINS).again().banco("cat").deal(TIE)
    assert coups.state.banker == "ann"
    coups.reopen().say("ann", PassHand())
    assert coups.net("ann") == 950
    assert (coups.state.banker, coups.state.stage, coups.state.bank) == ("bob", "bank", 0)
    coups.bank(300, "bob").banco("dan").deal(PONTE_WINS)
    assert coups.state.banker == "cat"
    for banker, after in (("cat", "dan"), ("dan", "ann")):
        coups.reopen().bank(100, banker).banco("bob" if banker != "bob" else "ann").deal(PONTE_WINS)
        assert coups.state.banker == after


def test_mc_cdf_14_an_empty_seat_is_passed_over() -> None:
    coups = Coups("ann bob cat dan eve").bank(100).banco("bob").sit("ann cat dan eve bob@2")
    coups.deal(PONTE_WINS).sit("ann dan eve cat").reopen()
    assert coups.state.banker == "cat"


def test_mc_cdf_15_nobody_refuses_the_hand_or_to_stake() -> None:
    coups = Coups()
    assert coups.refused("ann", PassHand()) == "cannot_refuse_hand"
    assert coups.refused("ann", StakeBank(Amount(99))) == "below_min"
    coups.clock()
    assert coups.last("bank_staked").timed_out
    assert coups.state.bank == 100
    assert coups.refused("ann", PassHand()) == "must_play"
    coups.banco("bob").close()
    assert coups.refused("ann", PassHand()) == "must_play"


def test_mc_cdf_16_the_stake_of_the_banker_is_announced() -> None:
    coups = Coups(stake_increment_cents=50, table_max_cents={"bank": 2000})
    assert coups.refused("ann", StakeBank(Amount(1005))) == "bad_increment"
    assert coups.refused("ann", StakeBank(Amount(2050))) == "above_max"
    coups.bank(1000)
    announced = coups.last("bank_staked")
    assert announced.amount == 1000
    assert announced.moves == (
        Move(Amount(1000), Place.WALLET, Place.BANK, Party("ann"), BoxNo(1), "bank"),
    )
    assert coups.refused("ann", StakeBank(Amount(1000))) == "already_decided"


def test_mc_cdf_17_the_banco_goes_to_the_next_seat_after_the_banker() -> None:
    coups = Coups().bank(1000).banco("dan").banco("bob").banco("cat").clock()
    assert coups.in_play() == {"bob": 1000}
    assert coups.refusals() == ["priority", "priority"]
    assert coups.net("dan") == coups.net("cat") == 0
    assert coups.refused("ann", Banco(Amount(1000))) == "betting_closed"


def test_mc_cdf_17_the_banco_is_exactly_the_bank_and_never_the_bankers() -> None:
    coups = Coups().bank(1000)
    assert coups.refused("bob", Banco(Amount(1001))) == "above_bank"
    assert coups.refused("bob", Banco(Amount(999))) == "below_bank"
    assert coups.refused("ann", Banco(Amount(1000))) == "not_owner"
    assert Coups().refused("bob", Banco(Amount(1000))) == "bank_not_announced"


def test_mc_cdf_18_banco_suivi_comes_before_everybody() -> None:
    coups = Coups().bank(1000).banco("dan").deal(BANKER_WINS).again()
    assert GAME.view(coups.rules, coups.state).follower == "dan"
    coups.banco("bob").banco("dan").deal(BANKER_WINS)
    assert coups.last("deal_began").ponte == "dan"
    # Unused, it is gone.
    coups.again().banco("cat").deal(BANKER_WINS).again().banco("dan").banco("bob").clock()
    assert coups.in_play() == {"bob": coups.state.bank}


def test_mc_cdf_19_a_standing_player_holds_the_banco_when_no_seated_one_wants_it() -> None:
    coups = Coups().bank(1000).banco("zoe").banco("yves").banco("dan").clock()
    assert coups.in_play() == {"dan": 1000}
    coups = Coups().bank(1000).banco("zoe").banco("yves").deal(BANKER_WINS).again()
    coups.banco("bob").banco("zoe").clock()
    assert coups.in_play() == {"zoe": 1950}
    move = coups.last("claim_made").moves[0]
    assert (move.party, move.box) == ("zoe", 0)
    shown = GAME.view(coups.rules, Coups().bank(1000).state)
    assert Option("chemin_de_fer.banco", BoxNo(0), "", Amount(1000), "MC-CDF-17") in (
        shown.for_standing
    )


def test_mc_cdf_20_a_part_is_at_least_half() -> None:
    coups = Coups().bank(1001)
    assert coups.refused("bob", WithTable(Amount(500))) == "below_half_bank"
    assert coups.refused("bob", WithTable(Amount(1001))) == "above_bank"
    coups.part("dan", 501).part("bob", 1000).clock()
    assert coups.in_play() == {"bob": 1000}
    assert coups.refusals() == ["priority"]


def test_mc_cdf_21_the_holder_of_a_part_who_lost_has_banco_suivi_for_the_whole() -> None:
    coups = Coups().bank(1000).part("dan", 500).complete("bob", 500).deal(BANKER_WINS)
    coups.again().banco("bob").banco("dan").clock()
    assert coups.in_play() == {"dan": 1950}


@pytest.mark.parametrize(("stake", "marked"), [(500, False), (501, True)])
def test_mc_cdf_22_23_more_than_half_is_marked(stake: int, marked: bool) -> None:
    coups = Coups().bank(1000).part("dan", stake).clock()
    (claim,) = GAME.view(coups.rules, coups.state).claims
    assert (claim.bet, claim.amount, claim.marked) == ("with_table", stake, marked)
    assert coups.state.holder == "dan"


def test_mc_cdf_24_the_others_complete_in_order_of_arrival() -> None:
    coups = Coups().bank(1000).part("cat", 700).clock()
    assert coups.state.stage == "complete"
    assert coups.refused("bob", Complement(Amount(99))) == "below_min"
    assert coups.refused("bob", Banco(Amount(1000))) == "betting_closed"
    coups.complete("bob", 200).complete("dan", 400)
    assert coups.in_play() == {"cat": 700, "bob": 200, "dan": 100}
    assert coups.net("dan") == -100
    assert coups.state.stage == "deal"
    assert coups.refused("bob", Complement(Amount(100))) == "betting_closed"


def test_mc_cdf_24_a_refused_claimant_may_complete_and_take_it_back() -> None:
    coups = Coups().bank(1000).part("cat", 700).part("dan", 600).clock().complete("dan", 200)
    assert coups.in_play() == {"cat": 700, "dan": 200}
    claim = coups.state.claims[-1].no
    assert coups.refused("bob", WithdrawClaim(claim)) == "not_owner"
    assert coups.refused("cat", WithdrawClaim(coups.state.claims[0].no)) == "already_decided"
    coups.say("dan", WithdrawClaim(claim))
    assert (coups.in_play(), coups.net("dan")) == ({"cat": 700}, 0)


def test_mc_cdf_24_the_window_closes_when_every_seated_ponte_has_spoken() -> None:
    coups = Coups().bank(1000).part("bob", 700)
    for name in ("bob", "cat", "dan"):
        coups.say(name, NoMore())
    assert coups.state.stage == "complete"
    assert coups.refused("ann", NoMore()) == "not_awaited"
    assert coups.refused("zoe", NoMore()) == "not_awaited"
    coups.say("bob", NoMore()).say("cat", NoMore()).complete("dan", 100)
    assert coups.state.stage == "complete"
    assert coups.say("dan", NoMore()).state.stage == "deal"


def test_mc_cdf_25_the_bank_is_reduced_to_the_stakes_before_the_deal() -> None:
    coups = Coups().bank(1000).part("bob", 600).close()
    assert (coups.state.bank, coups.net("ann")) == (1000, -1000)
    coups.say("ann", DealCards())
    assert (coups.state.bank, coups.net("ann")) == (600, -600)
    coups.cards(BANKER_WINS)
    assert coups.state.bank == 600 + 600 - 30


def test_mc_cdf_26_after_the_closing_words_every_stake_is_forbidden() -> None:
    coups = Coups().bank(1000).part("bob", 600).close()
    assert coups.last("nothing_more_goes").covered == 600
    assert coups.refused("cat", Complement(Amount(400))) == "betting_closed"


def test_mc_cdf_26_a_late_stake_with_the_bankers_agreement() -> None:
    coups = Coups(late_stakes_with_banker_consent=True).bank(1000).part("bob", 600).close()
    coups.complete("cat", 300).complete("dan", 500)
    cat, dan = (claim.no for claim in coups.state.claims if claim.state == "late")
    assert coups.refused("bob", Consent(cat)) == "not_owner"
    assert coups.refused("ann", Consent(99)) == "not_awaited"
    coups.say("ann", Consent(dan), DealCards())
    assert coups.in_play() == {"bob": 600, "dan": 400}
    assert (coups.net("cat"), coups.net("dan"), coups.state.bank) == (0, -400, 1000)
    assert coups.refused("cat", Complement(Amount(100))) == "betting_closed"


def test_mc_cdf_26_a_covered_bank_takes_no_late_stake() -> None:
    coups = Coups(late_stakes_with_banker_consent=True).bank(1000).banco("bob").close()
    assert coups.refused("cat", Complement(Amount(400))) == "bank_covered"


# --- deal -----------------------------------------------------------------------------------------


def test_mc_cdf_27_the_banker_draws_the_cards_or_the_clock_does() -> None:
    coups = Coups().bank(1000).banco("bob").close()
    assert GAME.awaiting(coups.rules, coups.state) == Players((BoxNo(1),), 15, "deal")
    assert coups.refused("bob", DealCards()) == "not_owner"
    coups.clock()
    assert coups.last("deal_began").timed_out
    assert GAME.awaiting(coups.rules, coups.state) == Cards(1)
    assert coups.refused("ann", DealCards()) == "not_awaited"


def test_mc_cdf_28_two_cards_each_ponte_first_face_down_seen_by_their_holder() -> None:
    coups = Coups().bank(1000).banco("bob").deal("2h 4c 3d Ts")
    assert (coups.state.ponte_cards, coups.state.banker_cards) == (("2h", "3d"), ("4c", "Ts"))
    shown = GAME.view(coups.rules, coups.state)
    assert shown.ponte_hand.cards == shown.banker_hand.cards == (None, None)
    assert [GAME.redact(each).card for each in coups.told("card_passed")] == [None] * 4  # type: ignore[union-attr]
    ponte = GAME.private_view(coups.rules, coups.state, Party("bob"))
    banker = GAME.private_view(coups.rules, coups.state, Party("ann"))
    assert ponte is not None
    assert banker is not None
    assert (ponte.hand, ponte.cards, ponte.point) == ("ponte", ("2h", "3d"), 5)
    assert (banker.hand, banker.cards, banker.point) == ("banker", ("4c", "Ts"), 4)
    assert GAME.private_view(coups.rules, coups.state, Party("cat")) is None
    assert [each.command for each in ponte.options] == ["chemin_de_fer.draw", "chemin_de_fer.stand"]
    assert banker.options == ()
    coups.say("bob", TakeCard("ponte")).cards("8h")
    shown = GAME.view(coups.rules, coups.state)
    assert shown.ponte_hand.cards == (None, None, "8h")
    assert GAME.redact(coups.last("card_passed")) == coups.last("card_passed")
    coups.say("ann", NoCard("banker"))
    shown = GAME.view(coups.rules, coups.state)
    assert (shown.ponte_hand.cards, shown.banker_hand.point) == (("2h", "3d", "8h"), 4)
    assert GAME.parties_with_private_view(coups.state) == frozenset()


@pytest.mark.parametrize(
    ("cards", "refused", "allowed"),
    [("2h 4c 2d Ts", "forced_draw", "draw"), ("2h 4c 4d Ts", "forced_stand", "stand")],
)
def test_mc_cdf_28_the_ponte_is_bound_but_for_five(cards: str, refused: str, allowed: str) -> None:
    """A1; whatever binds him, he is asked, so that his silence tells nothing."""
    coups = Coups().bank(1000).banco("bob").deal(cards)
    own = GAME.private_view(coups.rules, coups.state, Party("bob"))
    assert own is not None
    assert [each.command for each in own.options] == [f"chemin_de_fer.{allowed}"]
    word = NoCard("ponte") if allowed == "draw" else TakeCard("ponte")
    assert coups.refused("bob", word) == refused
    assert coups.refused("ann", TakeCard("ponte")) == "not_owner"
    assert coups.refused("ann", TakeCard("banker")) == "not_awaited"


def test_mc_cdf_28_options_that_free_the_ponte_and_bind_the_banker() -> None:
    free = Coups(ponte_draw_rule="free").bank(1000).banco("bob").deal("2h 3c 2d Ts")
    assert free.say("bob", NoCard("ponte")).state.stage == "banker"
    bound = Coups(ponte_draw_rule="free").bank(1000).part("bob", 500).complete("cat", 500)
    assert bound.deal("2h 3c 2d Ts").refused("bob", NoCard("ponte")) == "forced_draw"
    table = Coups(banker_draw_rule="table13").bank(1000).banco("bob").deal("2h 3c Td Ts")
    table.say("bob", TakeCard("ponte")).cards("2s")
    assert table.refused("ann", NoCard("banker")) == "forced_draw"
    table = Coups(banker_draw_rule="table13").bank(1000).banco("bob").deal("2h 3c Td Ts")
    table.say("bob", TakeCard("ponte")).cards("8s")
    assert table.refused("ann", TakeCard("banker")) == "forced_stand"


def test_mc_cdf_29_the_highest_pile_gets_the_cards_when_nobody_holds() -> None:
    """A3, A6, A23, A25."""
    coups = Coups().bank(1000).complete("zoe", 300).complete("dan", 300).complete("cat", 200)
    coups.close().say("ann", DealCards())
    assert coups.last("deal_began").ponte == "dan"
    coups = Coups().bank(1000).complete("bob", 300).complete("cat", 200).complete("cat", 200)
    coups.close().say("ann", DealCards())
    assert coups.last("deal_began").ponte == "cat"
    coups = Coups().bank(1000).part("dan", 500).complete("bob", 500).close().say("ann", DealCards())
    assert coups.last("deal_began").ponte == "dan"


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("9h 8c Td Ts", "ponte"),
        ("7h 2c Td 6s", "banker"),
        ("8h Kc Td 8s", "tie"),
        ("8h 5c Td 4s", "banker"),
    ],
)
def test_mc_cdf_30_the_point_nearest_to_nine_wins_and_a_natural_ends_the_coup(
    cards: str, winner: str
) -> None:
    coups = Coups().bank(1000).banco("bob").deal(cards)
    assert coups.last("coup_decided").winner == winner
    assert coups.refused("bob", TakeCard("ponte")) == "natural"


def test_mc_cdf_31_32_values_and_points() -> None:
    assert [value(Card(f"{rank}h")) for rank in "A29TJQK"] == [1, 2, 9, 10, 10, 10, 10]
    assert point([Card("Kh"), Card("7c"), Card("8d")]) == 5
    assert point([Card("Th"), Card("Jc")]) == 0


# --- settlement -----------------------------------------------------------------------------------


def test_mc_cdf_33_34_the_levy_is_taken_of_the_stakes_and_the_rest_joins_the_bank() -> None:
    coups = Coups().bank(1019).part("bob", 600).complete("dan", 419).deal(BANKER_WINS)
    assert coups.last("levy_taken").ticket.amount == 50
    assert coups.state.bank == 1019 + 1019 - 50
    levy = coups.last("levy_taken").moves[0]
    assert (levy.source, levy.target, levy.amount) == (Place.BANK, Place.LEVY, 50)


def test_mc_cdf_35_36_37_each_win_has_its_ticket_in_view_until_the_next_deal() -> None:
    coups = Coups().bank(1000).banco("bob").deal(BANKER_WINS)
    ticket = GAME.view(coups.rules, coups.state).ticket
    assert ticket is not None
    assert (ticket.book, ticket.serial, ticket.coup, ticket.amount) == (1, 1, 1, 50)
    kinds = [each.kind.partition(".")[2] for each in coups.events]
    assert kinds.index("levy_taken") < kinds.index("coup_closed")
    coups.again().banco("bob").close()
    assert GAME.view(coups.rules, coups.state).ticket == ticket
    coups.say("ann", DealCards())
    assert GAME.view(coups.rules, coups.state).ticket is None
    coups.cards(TIE).again().banco("bob").deal(BANKER_WINS)
    ticket = coups.last("levy_taken").ticket
    assert (ticket.serial, ticket.coup, ticket.amount) == (2, 3, 97)


def test_mc_cdf_39_after_a_tie_each_ponte_may_leave_exactly_his_stake_in() -> None:
    coups = Coups().bank(1000).part("dan", 600).complete("cat", 400).deal(TIE)
    assert (coups.net("dan"), coups.net("cat"), coups.state.bank) == (0, 0, 1000)
    assert coups.told("levy_taken") == []
    coups.again().banco("bob").complete("cat", 400).part("dan", 600).clock()
    assert coups.in_play() == {"dan": 600, "cat": 400}
    assert coups.refusals() == ["priority"]
    assert coups.state.holder == "dan"
    # Left in without the holder, the highest stake gets the cards; nobody has banco suivi.
    coups = Coups().bank(1000).part("dan", 600).complete("cat", 400).deal(TIE).again()
    coups.complete("cat", 400).banco("dan").clock().complete("bob", 600)
    coups.deal(BANKER_WINS)
    assert coups.last("deal_began").ponte == "bob"
    assert coups.state.follower == ""


def test_mc_cdf_39_rights_are_kept_in_the_order_in_which_the_stakes_were_accepted() -> None:
    """A24: what does not fit whole into a reduced bank is a new claim."""
    coups = Coups().bank(1000).complete("cat", 400).part("dan", 600).deal(TIE)
    assert coups.state.rights == (
        Right(Party("dan"), "with_table", Amount(600)),
        Right(Party("cat"), "complement", Amount(400)),
    )
    coups.again().complete("cat", 400).close().say("ann", DealCards()).void()
    assert (coups.state.bank, len(coups.state.rights), coups.net("cat")) == (400, 2, 0)
    coups.again().part("dan", 600).complete("cat", 400).clock()
    assert coups.in_play() == {"cat": 400}
    assert coups.refusals() == ["priority"]


def test_mc_cdf_40_the_pontes_are_paid_in_seat_order_out_of_the_bank() -> None:
    coups = Coups().bank(1000).part("dan", 500).complete("zoe", 200).complete("bob", 300)
    coups.deal(PONTE_WINS)
    paid = [move for move in coups.last("coup_decided").moves if move.why == "pay"]
    assert [(move.party, move.amount, move.source) for move in paid] == [
        ("bob", 300, Place.BANK),
        ("dan", 500, Place.BANK),
        ("zoe", 200, Place.BANK),
    ]
    assert (coups.state.bank, coups.net("ann"), coups.state.banker) == (0, -1000, "bob")


def test_mc_cdf_41_42_43_the_bank_doubles_up_to_the_maximum_and_the_rest_waits_in_the_garage() -> (
    None
):
    coups = Coups(bank_max_cents=3000).bank(1000).banco("bob").deal(BANKER_WINS)
    assert (coups.state.bank, coups.state.garage) == (1950, 0)
    coups.again()
    assert coups.refused("ann", StakeBank(Amount(100))) == "already_decided"
    coups.banco("bob").deal(BANKER_WINS)
    assert (coups.state.bank, coups.state.garage) == (3000, 803)
    won = coups.again().banco("bob").deal(BANKER_WINS).reopen().say("ann", PassHand())
    assert won.net("ann") == 3000 + 803 + 2850 - 1000
    lost = Coups(bank_max_cents=3000).bank(2000).banco("bob").deal(BANKER_WINS)
    lost.again().banco("bob").deal(PONTE_WINS)
    assert (lost.net("ann"), lost.state.garage) == (900 - 2000, 0)


def test_mc_cdf_44_a_garage_below_the_maximum_only_where_the_management_allows_it() -> None:
    coups = Coups().bank(1000).banco("bob").deal(BANKER_WINS).reopen()
    assert coups.refused("ann", CapBank()) == "variant_disabled"
    coups = Coups(garage_from_cents=1500).bank(1600)
    assert coups.refused("ann", CapBank()) == "variant_disabled"
    coups.banco("bob").deal(BANKER_WINS).reopen()
    assert coups.refused("bob", CapBank()) == "not_owner"
    coups.say("ann", CapBank())
    assert (coups.state.bank, coups.state.garage) == (1500, 3120 - 1500)
    assert coups.refused("ann", CapBank()) == "variant_disabled"
    tied = Coups(garage_from_cents=1500).bank(2000).banco("bob").deal(TIE).reopen()
    assert tied.refused("ann", CapBank()) == "variant_disabled"


# --- the online duties and the readings -----------------------------------------------------------


def test_a8_after_three_windows_without_a_stake_the_hand_passes() -> None:
    coups = Coups().bank(1000)
    for window in (1, 2):
        coups.clock(2)
        assert (coups.state.stage, coups.state.windows) == ("banco", window)
    coups.clock(2)
    assert GAME.is_over(coups.state)
    assert (coups.net("ann"), coups.state.banker) == (0, "bob")
    kept = Coups().bank(1000).banco("bob").deal(BANKER_WINS).again().clock(2)
    assert kept.state.stage == "keep"
    assert kept.say("ann", PassHand()).net("ann") == 950


def test_a15_the_shoe_may_be_finished_with_two() -> None:
    coups = Coups().bank(1000).banco("bob").deal(BANKER_WINS).sit("ann bob").again()
    coups.banco("bob").deal(BANKER_WINS).sit("ann").reopen().clock()
    assert coups.last("hand_passed").why == "too_few"
    assert (GAME.is_over(coups.state), coups.state.bank, coups.rests()) == (True, 0, True)


def test_a17_banco_suivi_and_rights_do_not_survive_the_passing_of_the_hand() -> None:
    coups = Coups().bank(1000).banco("dan").deal(BANKER_WINS).reopen().say("ann", PassHand())
    assert coups.state.follower == ""
    coups = Coups().bank(1000).banco("dan").deal(TIE).reopen().say("ann", PassHand())
    assert coups.state.rights == ()


def test_a21_an_annulled_coup_counts_for_nothing() -> None:
    coups = Coups().bank(1000).banco("dan").deal(BANKER_WINS).again().banco("bob").close()
    coups.say("ann", DealCards()).cards("Kh 9c 7d 3s").void()
    assert (coups.net("bob"), coups.state.bank, coups.state.follower) == (0, 1950, "dan")
    assert (coups.state.banker, coups.told("levy_taken")[1:]) == ("ann", [])
    assert GAME.result(coups.state) == "void"
    coups.again().banco("bob").banco("dan").clock()
    assert coups.in_play() == {"dan": 1950}


def test_a_silent_banker_plays_by_the_clock_and_passes_after_max_auto_coups() -> None:
    coups = Coups(max_auto_coups=2).clock().banco("bob").clock(2).cards("2h 2c 3d 3s")
    coups.clock(2).cards("4h")
    assert coups.state.bank == 195
    coups.reopen().clock().banco("bob").clock(2).cards(TIE)
    assert coups.last("hand_passed").why == "away"
    assert (coups.state.banker, coups.net("ann")) == ("bob", 95)
    spoken = Coups(max_auto_coups=1).bank(1000).banco("bob").clock(2).cards(BANKER_WINS)
    assert spoken.state.banker == "ann"


def test_a_banker_who_leaves_passes_the_hand_once_he_has_played() -> None:
    coups = Coups("ann bob cat dan eve")
    coups.sit("bob cat dan eve")
    assert (coups.state.banker, coups.state.stage) == ("bob", "bank")
    coups.bank(1000, "bob").banco("cat").sit("cat dan eve ann@1").close()
    assert coups.state.banker == "bob"
    coups.clock().cards(BANKER_WINS)
    assert coups.last("hand_passed").why == "left"
    assert (coups.net("bob"), coups.state.banker) == (950, "cat")
    between = Coups().bank(1000).banco("bob").deal(BANKER_WINS).sit("bob cat dan").reopen()
    assert GAME.awaiting(between.rules, between.state) == Players((), 0, "keep/left")
    between.clock()
    assert (between.net("ann"), between.state.banker) == (950, "bob")


def test_the_hand_follows_a_banker_who_changes_seats() -> None:
    coups = Coups().bank(1000).sit("bob cat dan ann@9").banco("dan").banco("bob").clock()
    assert (coups.state.seat, coups.in_play()) == (9, {"bob": 1000})


def test_the_last_coup_of_the_session_gives_the_banker_everything_back() -> None:
    coups = Coups().bank(1000).banco("bob").deal(BANKER_WINS).reopen(left=1)
    coups.say("ann", KeepHand()).banco("bob").deal(BANKER_WINS)
    assert coups.last("hand_passed").why == "session"
    assert (coups.state.bank, coups.net("ann")) == (0, 3803 - 1000)
    assert coups.rests(left=0)
    held = Coups().bank(1000).banco("bob").deal(BANKER_WINS).reopen(left=0)
    assert held.refused("bob", Banco(Amount(1950))) == "session_ended"
    held.clock()
    assert (GAME.is_over(held.state), held.net("ann")) == (True, 950)
    void = Coups().bank(1000).banco("bob").deal(BANKER_WINS).reopen(left=1)
    void.say("ann", KeepHand()).banco("bob").close().void()
    assert (void.state.bank, void.net("ann"), void.net("bob")) == (0, 950, -1000)


def test_a_session_broken_off_gives_everything_back() -> None:
    coups = Coups().bank(1000).banco("bob").deal(BANKER_WINS).again().banco("cat").close()
    coups.give(SessionEnded("director"))
    assert (coups.net("ann"), coups.net("bob"), coups.net("cat")) == (950, -1000, 0)
    assert (GAME.is_over(coups.state), GAME.on_layout(coups.state)) == (True, 0)
    between = Coups().bank(1000).banco("bob").deal(BANKER_WINS).give(SessionEnded("director"))
    assert (between.net("ann"), between.rests(left=0)) == (950, True)
    with pytest.raises(Refused, match="not_awaited"):
        between.give(SessionEnded("director"))


def test_who_has_chips_on_the_table_keeps_his_seat() -> None:
    coups = Coups()
    assert GAME.staked_parties(coups.state) == frozenset()
    coups.bank(1000).part("bob", 500)
    assert GAME.staked_parties(coups.state) == {"ann", "bob"}
    assert GAME.on_layout(coups.state) == 1500


@pytest.mark.parametrize(
    "options",
    [
        {"bank_max_cents": 50},
        {"table_max_cents": {"bank": 50}},
        {"table_max_cents": {"bank": 0}},
        {"table_max_cents": {"plein": 5000}},
        {"min_seated_players": 3},
        {"min_seated_players": 6, "seats": 5},
        {"levy_rate": "1/10"},
        {"advances_enabled": True},
        {"max_auto_coups": 0},
        {"no_such": 1},
    ],
    ids=str,
)
def test_an_option_that_makes_no_sense_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(Refused, match="invalid_option"):
        GAME.amend("MC", options)


def test_exact_multiples_and_increments_bind_a_new_bank_together() -> None:
    coups = Coups(require_exact_multiples=True, stake_increment_cents=15)
    assert coups.refused("ann", StakeBank(Amount(160))) == "bad_increment"
    assert coups.clock().state.bank == 120


# --- the drawing tables and the books -------------------------------------------------------------


def test_the_bankers_table_is_that_of_article_13() -> None:
    thirds = {0: "K", 1: "A"}
    drawn = {
        own: "".join(
            str(third)
            for third in range(10)
            if must_banker_draw(own, Card(f"{thirds.get(third, str(third))}h"))
        )
        for own in range(8)
    }
    assert drawn == {
        **dict.fromkeys(range(3), "0123456789"),
        3: "012345679",
        4: "234567",
        5: "4567",
        6: "67",
        7: "",
    }
    assert [must_banker_draw(own, None) for own in range(8)] == [True] * 6 + [False] * 2
    assert [must_ponte_draw(own) for own in range(8)] == [True] * 5 + [None, False, False]


@pytest.mark.parametrize(("on_five", "percent"), [(True, "-1.23741"), (False, "-1.5242")])
def test_the_ponte_expects_what_the_catalogue_says(on_five: bool, percent: str) -> None:
    """Every deal of six full packs, in integers; the banker keeps to the article 13 table."""
    won, deals = expected(on_five)
    digits = len(percent.partition(".")[2])
    assert f"{100 * won / deals:.{digits}f}" == percent
    assert deals == 312 * 311 * 310 * 309 * 308 * 307


def expected(on_five: bool) -> tuple[int, int]:
    """Return the ponte's winnings in stakes, and the deals of six cards, both as counts."""
    faces = [Card(f"{rank}h") for rank in "KA23456789"]
    left = [96, *[24] * 9]
    won = deals = 0
    for first in range(10):
        for second in range(10):
            for third in range(10):
                for fourth in range(10):
                    ways = 1
                    for dealt in (first, second, third, fourth):
                        ways *= left[dealt]
                        left[dealt] -= 1
                    ponte, banker = (first + third) % 10, (second + fourth) % 10
                    gain = played(faces, left, ponte, banker, on_five)
                    won += ways * gain
                    deals += ways * 308 * 307
                    for dealt in (first, second, third, fourth):
                        left[dealt] += 1
    return won, deals


def played(faces: list[Card], left: list[int], ponte: int, banker: int, on_five: bool) -> int:
    """Return the ponte's winnings over the 308 x 307 ways in which two more cards can follow."""
    if ponte >= 8 or banker >= 8:
        return sign(ponte - banker) * 308 * 307
    must = must_ponte_draw(ponte)
    if not (on_five if must is None else must):
        return answered(left, ponte, banker, must_banker_draw(banker, None)) * 307
    won = 0
    for card in range(10):
        ways = left[card]
        left[card] -= 1
        draws = must_banker_draw(banker, faces[card])
        won += ways * answered(left, (ponte + card) % 10, banker, draws)
        left[card] += 1
    return won


def answered(left: list[int], ponte: int, banker: int, draws: bool) -> int:
    """Return the ponte's winnings over all the cards that the banker can still be dealt."""
    if not draws:
        return sign(ponte - banker) * sum(left)
    return sum(ways * sign(ponte - (banker + card) % 10) for card, ways in enumerate(left))


def sign(difference: int) -> int:
    return (difference > 0) - (difference < 0)
