"""Who is paid, returned or collected, and in which order (ENG-11 to 14)."""

from collections.abc import Iterator

from tables.games.blackjack import sides
from tables.games.blackjack.legal import is_natural
from tables.games.blackjack.messages import (
    Event,
    HandResult,
    HandSettled,
    InsuranceSettled,
    SideBetSettled,
)
from tables.games.blackjack.points import count, is_21_in_two
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.sides import return_moves
from tables.games.blackjack.state import Bettor, Box, Hand, State, Wager
from tables.games.blackjack.terms import PROGRESSIVE, BlackjackTie, Push21
from tables.games.core.money import Amount


def must_dealer_draw(state: State) -> bool:
    """Tell whether a bet is still outstanding, so that the dealer must draw (ENG-09)."""
    return any(box.on_layout for box in state.boxes if not box.void)


def collect_bust(rules: Rules, box: Box, hand: Hand) -> Iterator[HandSettled]:
    """Collect every stake on a hand above 21 at once (FR-2024-034)."""
    for wager in hand.wagers:
        yield _hand(box, hand, wager, "bust", Amount(0), rules.cited.bust)


def settle_surrender(rules: Rules, box: Box, hand: Hand) -> Iterator[HandSettled]:
    """Give half of every stake back and collect the rest (FR-2024-028); it binds all (ENG-17)."""
    for wager in hand.wagers:
        half = rules.half(wager.stake)
        yield _hand(box, hand, wager, "surrender", half, rules.cited.surrender)


def pay_even_money(rules: Rules, box: Box, bettor: Bettor) -> HandSettled:
    """Pay a bettor's stake on a black-jack 1 to 1, whatever the dealer gets (ENG-15)."""
    hand = box.hands[0]
    (wager,) = [each for each in hand.wagers if each.party == bettor.party]
    twice = Amount(2 * wager.stake)
    return _hand(box, hand, wager, "even_money", twice, rules.cited.even_money)


def end_of_round(rules: Rules, state: State) -> Iterator[Event]:
    """Settle all that is outstanding once the dealer stands, in the order of ENG-12."""
    insurances = list(_insurances(rules, state))
    queens = list(sides.settle_held_pairs(rules, state))
    hands = list(_hands(rules, state))
    hyper = list(sides.settle_hyper(rules, state))
    lost = [event for event in hands if event.result == "lose"]
    kept = [event for event in hands if event.result != "lose"]
    hyper_lost = [event for event in hyper if not event.line]
    hyper_won = [event for event in hyper if event.line]
    if state.dealer_result == "BJ":
        yield from (*hyper_lost, *lost, *insurances, *kept, *hyper_won, *queens)
    else:
        yield from (*insurances, *queens, *hyper_lost, *lost, *kept, *hyper_won)


def return_void_boxes(rules: Rules, state: State) -> Iterator[Event]:
    """Return every stake on the boxes that got no card, before all else (AMB-49, AMB-72)."""
    void = [box for box in reversed(state.boxes) if box.void]
    for box in void:
        hand = box.hands[0]
        for wager in hand.wagers:
            yield _hand(box, hand, wager, "void", wager.stake, rules.cited.void)
    for box in void:
        for bettor in box.bettors:
            for side in bettor.sides:
                terms = rules.side(side.bet)
                assert terms is not None
                if terms.combination in PROGRESSIVE:
                    moves = sides.returned_from_pots(rules, box, bettor, side, terms)
                else:
                    moves = return_moves(bettor.party, box.no, side.stake, side.stake)
                yield SideBetSettled(
                    bettor.party,
                    box.no,
                    side.bet,
                    0,
                    side.stake,
                    side.stake,
                    (rules.cited.void,),
                    moves,
                )


def _insurances(rules: Rules, state: State) -> Iterator[Event]:
    """Pay insurances 2 to 1 against a black-jack, else collect them (FR-2024-054, 055)."""
    won = state.dealer_result == "BJ"
    for box in reversed(state.boxes):
        for bettor in box.bettors:
            if staked := bettor.insurance:
                win = rules.insurance_win(staked)
                returned = Amount(staked + win) if won else Amount(0)
                moves = return_moves(bettor.party, box.no, staked, returned)
                clauses = (rules.cited.insurance_won if won else rules.cited.insurance_lost,)
                yield InsuranceSettled(bettor.party, box.no, staked, returned, clauses, moves)


def _hands(rules: Rules, state: State) -> Iterator[HandSettled]:
    for box in reversed(state.boxes):
        for hand in reversed(box.hands):
            for wager in hand.wagers:
                if wager.result is None and not box.void:
                    yield _compared(rules, state, box, hand, wager)


def _compared(rules: Rules, state: State, box: Box, hand: Hand, wager: Wager) -> HandSettled:
    """Settle a stake against the dealer's point (ENG-11)."""
    cited, stake = rules.cited, wager.stake
    natural = is_natural(hand)
    if state.dealer_result == "BJ":
        if natural and rules.blackjack_tie is BlackjackTie.PLAYER_WINS:
            return _natural_paid(rules, box, hand, wager)
        if natural or _pushes_blackjack(rules, hand):
            return _hand(box, hand, wager, "push", stake, cited.equal)
        clauses = [cited.blackjack_prevails]
        if count(hand.cards)[0] < 21:
            clauses.append(cited.lower)
        if is_21_in_two(hand.cards):
            clauses.append(cited.split_21)
        if any(side.state == "held" for side in box.holder.sides):
            clauses.append(cited.queens_lose_main)
        return _hand(box, hand, wager, "lose", Amount(0), *clauses)
    if natural or (rules.split_21_is_blackjack and is_21_in_two(hand.cards)):
        return _natural_paid(rules, box, hand, wager)
    twice = Amount(2 * stake)
    even = cited.split_21 if is_21_in_two(hand.cards) else cited.even
    if state.dealer_result == "BUST":
        return _hand(box, hand, wager, "win", twice, cited.dealer_bust, even)
    own, dealer = count(hand.cards)[0], count(state.dealer)[0]
    if own > dealer:
        return _hand(box, hand, wager, "win", twice, cited.higher, even)
    if own == dealer:
        return _hand(box, hand, wager, "push", stake, cited.equal)
    return _hand(box, hand, wager, "lose", Amount(0), cited.lower)


def _natural_paid(rules: Rules, box: Box, hand: Hand, wager: Wager) -> HandSettled:
    won = Amount(wager.stake + rules.blackjack_win(wager.stake))
    return _hand(box, hand, wager, "blackjack", won, rules.cited.blackjack)


def _pushes_blackjack(rules: Rules, hand: Hand) -> bool:
    """Tell whether a 21 ties the dealer's black-jack, where the house reads it so (AMB-16)."""
    if rules.dealer_blackjack_beats_21 or count(hand.cards)[0] != 21:
        return False
    return rules.push_21 is Push21.ANY or (hand.original and not hand.doubled)


def _hand(
    box: Box, hand: Hand, wager: Wager, result: HandResult, returned: Amount, *clauses: str
) -> HandSettled:
    moves = return_moves(wager.party, box.no, wager.stake, returned)
    return HandSettled(
        wager.party, box.no, hand.label, result, wager.stake, returned, clauses, moves
    )
