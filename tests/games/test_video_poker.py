"""The machine of cards: dealt and held, paid by the best hand, its exact best play."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb, prod
from random import Random
from typing import Any

import numpy as np
import pytest

from tables.games.automatic_games import AUTOMATIC_GAMES, poker, theory
from tables.games.automatic_games.machines import JACKS
from tables.games.automatic_games.messages import (
    CashOut,
    Held,
    Hold,
    Load,
    Play,
)
from tables.games.automatic_games.play import opening_event
from tables.games.core.cards import PACK, Card
from tables.games.core.money import Amount, BoxNo, Place
from tables.games.core.protocol import (
    ClockExpired,
    DrawResult,
    DrawStopped,
    OpeningContext,
    Players,
    Refused,
    SessionEnded,
)
from tests import campaign
from tests.games.automatic_games.position import BEN, LOST, ONE, Machine, loaded


def dealing(*cards: str) -> tuple[int, ...]:
    """Return a draw that deals these cards, which are in pack order; its other values are 0."""
    places = [PACK.index(Card(card)) for card in cards]
    return _numbered(sum(comb(place, no) for no, place in enumerate(places, 1)))


def _numbered(number: int) -> tuple[int, ...]:
    """Return a draw that deals the hand of this number."""
    rest, third = divmod(number, 980)
    return (*divmod(rest, 51), third, *NO_CARDS)


NO_CARDS = (0,) * poker.HAND


def giving(hand: Sequence[str], *cards: str) -> tuple[int, ...]:
    """Return a draw that replaces cards of this hand by these."""
    left, places = [each for each in PACK if each not in hand], list[int]()
    for card in cards:
        places.append(left.index(Card(card)))
        left.remove(Card(card))
    return (0, 0, 0, *places, *NO_CARDS[len(places) :])


QUEENS = ("9c", "Qc", "7d", "Qh", "2s")
KEPT = (2, 4)
"""Its queens."""


def at_cards(*hand: str, stake: int = 1_00, **options: Any) -> Machine:
    """Return a position of video poker where a hand waits to be held."""
    machine = loaded(machine="jacks_or_better", **options)
    assert machine.ask(Play(Amount(stake))) == ""
    assert machine.give(DrawResult(dealing(*(hand or QUEENS)))) == ""
    assert AUTOMATIC_GAMES.is_over(machine.state)
    assert AUTOMATIC_GAMES.opens_by_itself(machine.rules, machine.state, OpeningContext())
    assert AUTOMATIC_GAMES.result(machine.state) == "dealt"
    return machine


def test_a_game_of_cards_is_two_rounds_and_the_second_draw_replaces_what_is_not_held() -> None:
    machine = at_cards()
    assert machine.now.hand == QUEENS
    assert (machine.now.balance, AUTOMATIC_GAMES.on_layout(machine.state)) == (9_00, 10_00)
    assert machine.ask(Play(Amount(100))) == "cards_to_hold"
    assert machine.ask(Hold(KEPT), BEN) == "position_locked"
    for wrong in ((0,), (6,), (1, 1)):
        assert machine.ask(Hold(wrong)) == "no_such_card"
    assert machine.ask(Hold((4, 2))) == ""
    assert machine.ask(Hold((1,))) == "not_awaited"
    assert machine.give(DrawResult((0, 0, 0))) == "not_awaited"
    assert machine.give(DrawResult(giving(QUEENS, "Qs", "5d", "5h"))) == ""
    (game, *_) = machine.now.games
    assert game.cards == ("Qs", "Qc", "5d", "Qh", "5h")
    (win,) = game.wins
    assert (win.symbols, win.pays, game.paid) == (("full_house",), 9, 9_00)
    assert (machine.now.balance, machine.now.hand, game.stake) == (18_00, (), 1_00)
    meters = machine.now.meters
    assert (meters.games, meters.won, meters.played, meters.out) == (1, 1, 1_00, 9_00)
    assert AUTOMATIC_GAMES.is_over(machine.state)


def test_every_number_is_a_hand_of_its_own() -> None:
    hands, chance = comb(52, 5), Random(5)
    assert prod(poker.DEAL) == hands
    assert len(poker.SIDES) == 8
    numbers = [0, 1, 5, hands - 1] + [chance.randrange(hands) for _ in range(50)]
    for number in numbers:
        cards = poker.dealt(_numbered(number))
        assert dealing(*cards) == _numbered(number)
        assert sorted(cards, key=PACK.index) == list(cards)
    assert poker.dealt(_numbered(0)) == PACK[:5]
    assert poker.dealt(_numbered(hands - 1)) == PACK[-5:]


def test_the_draw_of_a_hold_takes_the_cards_that_were_not_dealt_in_pack_order() -> None:
    assert poker.redrawn(PACK[:5], (), (51, 50, 979, *NO_CARDS)) == PACK[5:10]
    assert poker.redrawn(PACK[:5], (2, 4), (0, 0, 0, 46, 0, 0, 9, 9)) == (
        PACK[51], PACK[1], PACK[5], PACK[3], PACK[6],
    )  # fmt: skip
    assert poker.redrawn(PACK[:5], poker.ALL, (0,) * 8) == PACK[:5]


def test_who_does_not_choose_holds_all_five_and_is_told() -> None:
    machine = at_cards()
    # Credits may leave meanwhile: the stake is none of them, and the hand stays its owner's.
    assert machine.ask(CashOut()) == ""
    assert machine.ask(Load(Amount(100)), BEN) == "position_locked"
    awaited = AUTOMATIC_GAMES.awaiting(machine.rules, machine.state)
    assert isinstance(awaited, Players)
    assert (awaited.boxes, awaited.seconds) == ((BoxNo(1),), 15 * 60)
    assert machine.give(ClockExpired()) == ""
    (held,) = [each for each in machine.events if isinstance(each, Held)]
    assert (held.positions, held.timed_out) == (poker.ALL, True)
    assert machine.give(DrawResult((0,) * 8)) == ""
    assert (machine.now.games[0].cards, machine.now.balance) == (QUEENS, 1_00)


def test_the_end_of_a_session_waits_for_a_hand_that_was_paid_for() -> None:
    machine = at_cards()
    assert AUTOMATIC_GAMES.needs_another_round(machine.rules, machine.state)
    machine._fold((opening_event(machine.rules, machine.state, OpeningContext(rounds_left=1)),))
    awaited = AUTOMATIC_GAMES.awaiting(machine.rules, machine.state)
    assert isinstance(awaited, Players)
    assert awaited.seconds == 60
    assert machine.ask(Hold(())) == ""
    assert machine.give(DrawResult(giving(QUEENS, "2c", "3c", "4c", "5c", "8h"))) == ""
    assert machine.now.games[0].paid == 0
    assert machine.give(ClockExpired()) == ""
    assert (machine.now.balance, machine.now.owner) == (0, "")
    assert AUTOMATIC_GAMES.is_over(machine.state)
    assert not AUTOMATIC_GAMES.needs_another_round(machine.rules, machine.state)


def test_mc_auto_39_a_hand_that_was_paid_for_is_held_though_the_device_opens() -> None:
    machine = at_cards()
    assert machine.order("open_machine") == ""
    assert machine.ask(CashOut()) == "position_locked"
    assert machine.ask(Hold(KEPT)) == ""
    assert machine.give(DrawResult(giving(QUEENS, "2c", "3c", "4c"))) == ""
    assert (machine.now.balance, machine.now.in_service) == (10_00, False)


def annulled(machine: Machine) -> None:
    """Annul the round in play."""
    machine._fold((AUTOMATIC_GAMES.voiding_event(machine.state, (), "spilt drink"),))


def agrees(machine: Machine, collected: int) -> None:
    """Assert that the position's meters say what lies there, and what the house collected."""
    assert machine.now.meters.credit == machine.now.balance
    told = {each.name: each.amount for each in AUTOMATIC_GAMES.meter_totals(machine.state)}
    assert told["in"] == collected


def test_mc_auto_19_a_void_round_gives_the_hand_back_as_it_was() -> None:
    machine = at_cards()
    assert machine.ask(Hold((2,))) == ""
    annulled(machine)
    assert (machine.now.hand, AUTOMATIC_GAMES.on_layout(machine.state)) == (QUEENS, 10_00)
    agrees(machine, 0)
    assert machine.ask(Hold(KEPT)) == ""
    assert machine.give(DrawStopped("chief")) == ""
    assert machine.give(DrawResult(giving(QUEENS, "2c", "3c", "4c"))) == ""
    assert machine.now.balance == 10_00
    agrees(machine, 1_00)


def test_mc_auto_19_a_game_that_had_ended_is_held_again_after_its_round_is_void() -> None:
    machine = at_cards()
    machine._fold((opening_event(machine.rules, machine.state, OpeningContext(rounds_left=1)),))
    assert machine.ask(Hold(KEPT)) == ""
    assert machine.give(DrawResult(giving(QUEENS, "2c", "3c", "4c"))) == ""
    annulled(machine)
    # Collected once, and lying there again: the reversal of a move is no part of a meter.
    assert (machine.now.balance, machine.now.hand, machine.state.stake) == (9_00, QUEENS, 1_00)
    agrees(machine, 1_00)
    assert machine.ask(Hold(())) == ""
    assert machine.give(DrawResult(giving(QUEENS, "2c", "3c", "4c", "5c", "8h"))) == ""
    agrees(machine, 2_00)


def test_a_session_that_is_broken_off_gives_the_stake_of_a_hand_back() -> None:
    machine = at_cards()
    assert machine.give(SessionEnded("director")) == ""
    (move,) = machine.events[-1].moves
    assert (move.amount, move.target) == (10_00, Place.WALLET)
    assert (machine.now.hand, machine.now.owner) == ((), "")
    agrees(machine, 0)


def test_rules_that_know_no_cards_make_the_stake_of_a_hand_credit_again() -> None:
    machine = at_cards()
    machine.rules = AUTOMATIC_GAMES.amend("MC", {})
    opened = opening_event(machine.rules, machine.state, OpeningContext())
    machine._fold((opened,))
    assert (machine.now.balance, machine.now.hand) == (10_00, ())
    agrees(machine, 0)
    machine.game(LOST)


def test_mc_auto_18_a_royal_flush_is_paid_by_hand() -> None:
    royal = ("Ah", "Th", "Jh", "Qh", "Kh")
    machine = at_cards(*royal, stake=2_00)
    assert machine.ask(Hold(poker.ALL)) == ""
    assert machine.give(DrawResult((0,) * 8)) == ""
    assert (machine.now.owed, machine.now.balance) == (1600_00, 8_00)


HANDS = {
    "Ah Kh Qh Jh Th": "royal_flush",
    "Ah 2h 3h 4h 5h": "straight_flush",
    "9s Ts Js Qs Ks": "straight_flush",
    "4c 4d 4h 4s Ac": "four_of_a_kind",
    "4c 4d 4h As Ac": "full_house",
    "2c 4c 6c 8c Tc": "flush",
    "Ac 2d 3h 4s 5c": "straight",
    "Tc Jd Qh Ks Ac": "straight",
    "Jc Qd Kh As 2c": "",
    "4c 4d 4h Ks Ac": "three_of_a_kind",
    "4c 4d Kh Ks Ac": "two_pairs",
    "Jc Jd Kh 2s Ac": "jacks_or_better",
    "Ac Ad Kh 2s 3c": "jacks_or_better",
    "Tc Td Kh 2s Ac": "",
    "Kc Qc Jc Tc 8d": "",
}


def test_mc_auto_21_a_hand_is_called_by_the_best_that_it_is() -> None:
    assert {hand: poker.kind_of(tuple(map(Card, hand.split()))) for hand in HANDS} == HANDS


def _number(card: Card) -> int:
    """Return a card as the sums count it: four times the rank, the deuce 0, and the suit."""
    return 4 * "23456789TJQKA".index(card[0]) + "cdhs".index(card[1])


def _numbers(cards: Sequence[Card]) -> list[int]:
    return [_number(card) for card in cards]


@pytest.mark.campaign
def test_mc_auto_14_the_sums_call_a_hand_what_the_machine_calls_it() -> None:
    chance = Random(campaign.seed(9))
    hands = [tuple(map(Card, each.split())) for each in HANDS]
    hands += [tuple(chance.sample(PACK, 5)) for _ in range(campaign.length(200, 200_000))]
    found = theory.kinds_of(np.array([_numbers(each) for each in hands]).T)
    called = [*poker.KINDS, ""]
    assert [called[no] for no in found] == [poker.kind_of(each) for each in hands]


@pytest.mark.campaign
def test_mc_auto_14_the_best_play_of_a_short_pack_is_found_by_brute_force() -> None:
    """Every hold of a deal with every draw, one by one, in a pack of the highest ranks alone."""
    ranks, pays = 5, JACKS.pays
    pack = [card for card in PACK if card[0] in "TJQKA"]
    worth = {
        frozenset(hand): pays[poker.KINDS.index(kind)]
        for hand in combinations(pack, 5)
        if (kind := poker.kind_of(hand))
    }
    sums, chance = theory.HoldCounts.over_pack(pays, ranks), Random(campaign.seed(3))
    shift = 4 * (13 - ranks)
    for _ in range(campaign.length(2, 100)):
        deal = sorted(chance.sample(pack, 5), key=_number)
        left = [card for card in pack if card not in deal]
        best = max(
            Fraction(sum(worth.get(frozenset((*held, *new)), 0) for new in draws), len(draws))
            for size in range(6)
            for held in combinations(deal, size)
            for draws in [list(combinations(left, 5 - size))]
        )
        _, ways = sums.best(np.array([_numbers(deal)]).T - shift)
        paid = sum(paid * int(often[0]) for paid, often in zip(pays, ways, strict=True))
        assert Fraction(paid, sums.draws_per_deal) == best, deal


def test_mc_auto_14_21_each_draw_of_a_hold_is_paid_by_the_pay_table() -> None:
    """Four cards to a royal flush: a royal, eight flushes, three straights, twelve high pairs."""
    hand = tuple(map(Card, ("Ah", "Kh", "Qh", "Jh", "2c")))
    paid = Counter[str]()
    for place in range(47):
        cards = poker.redrawn(hand, (1, 2, 3, 4), (0, 0, 0, place))
        paid.update(each.symbols[0] for each in JACKS.wins(cards, ONE))
    assert paid == {"royal_flush": 1, "flush": 8, "straight": 3, "jacks_or_better": 12}


def test_mc_auto_14_the_return_of_the_cards_is_that_of_the_best_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert JACKS.theoretical_return == JACKS.certified == Fraction(1653526326983, 1661102543100)
    AUTOMATIC_GAMES.amend("MC", {"machine": JACKS.key})
    # What the house pays more, it has counted before it is published.
    dearer = replace(JACKS, pays=(801, *JACKS.pays[1:]))
    assert (dearer.theoretical_return, dearer.hash == JACKS.hash) == (0, False)
    monkeypatch.setattr("tables.games.automatic_games.rules.MACHINES", {JACKS.key: dearer})
    with pytest.raises(Refused, match="invalid_option"):
        AUTOMATIC_GAMES.amend("MC", {"machine": JACKS.key})


if campaign.SOAK:

    @pytest.mark.campaign
    def test_mc_auto_14_every_deal_and_draw_of_the_best_play_is_counted_anew() -> None:
        assert theory.best_play(JACKS.pays).of == poker.COUNTED
        for pays, ways in poker.BEST_PLAY.items():
            assert theory.best_play(pays).ways == ways

    @pytest.mark.campaign
    def test_mc_auto_14_simulated_games_of_cards_return_what_the_sheet_says() -> None:
        chance, paid, squares, games = Random(campaign.seed(52)), 0, 0, 1_000_000
        sums, machine = theory.HoldCounts.over_pack(JACKS.pays), JACKS
        for _ in range(games // 10_000):
            draws = ([chance.randrange(side) for side in poker.SIDES] for _ in range(10_000))
            ordered = [sorted(poker.dealt(each), key=_number) for each in draws]
            holds, _ = sums.best(np.array([_numbers(each) for each in ordered]).T)
            for deal, mask in zip(ordered, holds, strict=True):
                held = [no for no in poker.ALL if mask >> (no - 1) & 1]
                values = [chance.randrange(side) for side in poker.SIDES]
                cards = poker.redrawn(tuple(deal), held, values)
                pays = sum(each.pays for each in machine.wins(cards, ONE))
                paid, squares = paid + pays, squares + pays * pays
        mean = paid / games
        error = ((squares / games - mean * mean) / games) ** 0.5
        assert abs(mean - float(JACKS.theoretical_return)) < 4 * error
