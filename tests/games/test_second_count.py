"""A second bookkeeper: what every stake is due, counted again from the cards on the table.

Written from the catalogue's conventions (ENG-11 to 19) alone; shares no code with the engine.
"""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.games.blackjack import BLACKJACK
from tables.games.blackjack.messages import HandSettled, InsuranceSettled, SideBetSettled
from tables.games.blackjack.state import Box, Hand, State
from tests.games.test_laws import often, walks

VALUE = {**{str(n): n for n in range(2, 10)}, "A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}
ORDER = "A23456789TJQK"


def total(cards: tuple[str, ...]) -> int:
    hard = sum(VALUE[card[0]] for card in cards)
    return hard + 10 if hard <= 11 and any(card[0] == "A" for card in cards) else hard


def due(rules: Any, state: State, hand: Hand, stake: int) -> int:
    """Return what a stake that went to the end is given back."""
    dealer, own = state.dealer, total(hand.cards)
    two = len(hand.cards) == 2 and own == 21
    natural = two and hand.label == "h"
    bank_natural = len(dealer) == 2 and total(dealer) == 21
    unit = rules.payout_unit_cents
    three_to_two = stake * 3 // (2 * unit) * unit
    if rules.rounding == "up" and three_to_two * 2 != stake * 3:
        three_to_two = -(-stake * 3 // (2 * unit)) * unit
    if bank_natural:
        if natural:
            return stake + three_to_two if rules.blackjack_tie == "player_wins" else stake
        plain = hand.label == "h" and not hand.doubled
        spared = not rules.dealer_blackjack_beats_21 and own == 21
        return stake if spared and (plain or rules.book != "ON") else 0
    if natural or (two and rules.split_21_is_blackjack):
        return stake + three_to_two
    bank = total(dealer)
    if bank > 21 or own > bank:
        return 2 * stake
    return stake if own == bank else 0


def side_due(rules: Any, state: State, box: Box, bet: str, stake: int) -> int:
    """Return what a side stake that is not progressive is given back."""
    first, second = box.dealt[:2]
    ranks, suits = [first[0], second[0]], [first[1], second[1]]
    bank_natural = len(state.dealer) >= 2 and total(state.dealer[:2]) == 21
    if bet in ("queen_of_hearts", "lucky_ladies"):
        if total((first, second)) != 20:
            return 0
        b = rules.queen_of_hearts_pay_table == "B"
        if first == second == "Qh":
            return stake * (1001 if bank_natural else 201 if b else 126)
        red = ["dh".count(suit) for suit in suits]
        alike = suits[0] == suits[1] if rules.queen_couleur == "suit" else red[0] == red[1]
        if ranks[0] == ranks[1] and (alike or rules.queen_pair_rule == "same_rank"):
            return stake * (26 if b else 20)
        return stake * ((11 if b else 10) if alike else 5)
    if bet == "perfect_pairs":
        if ranks[0] != ranks[1]:
            return 0
        same_colour = (suits[0] in "dh") == (suits[1] in "dh")
        return stake * (26 if suits[0] == suits[1] else 13 if same_colour else 7)
    if bet in ("two_plus_one", "twenty_one_plus_three"):
        three = (first, second, state.dealer[0])
        flush = len({card[1] for card in three}) == 1
        heights = sorted(ORDER.index(card[0]) for card in three)
        run = heights[1] == heights[0] + 1 and heights[2] == heights[1] + 1
        run = run or heights == [0, 11, 12]
        odds = 30 if run and flush else 20 if len(set(heights)) == 1 else 10 if run else 5
        if not (run or flush or len(set(heights)) == 1):
            return 0
        return stake * ((odds if bet == "two_plus_one" else 9) + 1)
    field = bet.removeprefix("hyper:")
    result = "BJ" if len(state.dealer) == 2 and bank_natural else str(total(state.dealer))
    result = "BUST" if total(state.dealer) > 21 else result
    pays = {"17": 4, "18": 5, "19": 5, "20": 4, "21": 10, "BJ": 19, "BUST": 2}
    return stake * (1 + pays[field]) if field == result else 0


@pytest.mark.parametrize("book", BLACKJACK.books)
@pytest.mark.campaign
@often
@given(data=st.data())
def test_every_stake_is_given_back_what_a_second_count_says(book: str, data: st.DataObject) -> None:
    walked = walks(data, "blackjack", book)
    rules, state = walked.rules, walked.end
    for event in walked.events:
        match event:
            case HandSettled(result="bust"):
                hand = _hand(state, event)
                assert (total(hand.cards) > 21, event.returned) == (True, 0)
            case HandSettled(result="surrender"):
                unit = rules.payout_unit_cents
                assert event.returned == event.staked // 2 // unit * unit
            case HandSettled(result="even_money"):
                assert event.returned == 2 * event.staked
            case HandSettled(result="void"):
                assert event.returned == event.staked
            case HandSettled():
                hand = _hand(state, event)
                assert event.returned == due(rules, state, hand, event.staked)
            case InsuranceSettled():
                bank_natural = total(state.dealer[:2]) == 21
                assert event.returned == (3 * event.staked if bank_natural else 0)
            case SideBetSettled():
                box = state.box(event.box)
                assert box is not None
                if box.void:
                    assert event.returned == event.staked
                elif event.bet not in ("jp1", "split_aces"):
                    again = side_due(rules, state, box, event.bet, event.staked)
                    assert event.returned == again
            case _:
                pass


def _hand(state: State, event: HandSettled) -> Hand:
    box = state.box(event.box)
    assert box is not None
    return next(hand for hand in box.hands if hand.label == event.hand)
