"""Who is paid, returned or collected, and in which order (ENG-11 to 14, ENG-18)."""

from collections.abc import Iterator

from tables.games.blackjack.legal import is_natural
from tables.games.blackjack.messages import (
    Event,
    HandResult,
    HandSettled,
    InsuranceSettled,
    SideBetHeld,
    SideBetSettled,
)
from tables.games.blackjack.points import (
    count,
    is_21_in_two,
    queens_line,
    queens_odds,
    queens_wait,
)
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.state import Box, Hand, SideStake, State
from tables.games.core.money import Amount, BoxNo, Move, Party, Place


def depends_on_dealer(state: State) -> bool:
    """Tell whether a bet is still outstanding, so that the dealer must draw (ENG-09)."""
    return any(box.on_layout for box in state.boxes)


def side_bets_due(state: State) -> bool:
    """Tell whether a side bet that the deal decides is still to be settled."""
    return any(side.state == "open" for box in state.boxes for side in box.sides)


def side_bets(rules: Rules, state: State) -> list[Event]:
    """Settle what the deal has decided: losers, then winners, last box first (FR-2024-082)."""
    lost: list[Event] = []
    won: list[Event] = []
    for box in reversed(state.boxes):
        cards = box.hands[0].cards
        for side in box.sides:
            if side.state != "open":
                continue
            if queens_wait(cards, state.dealer[0]):
                won.append(SideBetHeld(box.no, side.bet))
                continue
            line = queens_line(rules, cards, dealer_blackjack=False)
            (won if line else lost).append(_side_bet(rules, box, side, line))
    return lost + won


def bust(box: Box, hand: Hand, rules: Rules) -> HandSettled:
    """Collect a hand above 21 at once (FR-2024-034)."""
    return _hand(box, hand, "bust", Amount(0), rules.cited.bust)


def surrender(rules: Rules, box: Box, hand: Hand) -> HandSettled:
    """Give half the stake back and collect the rest (FR-2024-028)."""
    return _hand(box, hand, "surrender", rules.half(hand.stake), rules.cited.surrender)


def end_of_round(rules: Rules, state: State) -> Iterator[Event]:
    """Settle all that is outstanding once the dealer stands, in the order of ENG-12."""
    insurances = list(_insurances(rules, state))
    queens = list(_held(rules, state))
    hands = list(_hands(rules, state))
    lost = [event for event in hands if event.result == "lose"]
    kept = [event for event in hands if event.result != "lose"]
    if state.dealer_result == "BJ":
        yield from (*lost, *insurances, *kept, *queens)
    else:
        yield from (*insurances, *queens, *lost, *kept)


def _insurances(rules: Rules, state: State) -> Iterator[Event]:
    """Pay insurances 2 to 1 against a black-jack, else collect them (FR-2024-054, 055)."""
    for box in reversed(state.boxes):
        if box.insurance:
            won = state.dealer_result == "BJ"
            win = rules.insurance_win(box.insurance)
            returned = Amount(box.insurance + win) if won else Amount(0)
            moves = _given_back(box.party, box.no, box.insurance, returned)
            yield InsuranceSettled(box.party, box.no, box.insurance, returned, moves)


def _held(rules: Rules, state: State) -> Iterator[Event]:
    """Pay the pairs of queens of hearts that waited (FR-2024-089, 092)."""
    for box in reversed(state.boxes):
        for side in box.sides:
            if side.state == "held":
                yield _side_bet(rules, box, side, 1 if state.dealer_result == "BJ" else 2)


def _hands(rules: Rules, state: State) -> Iterator[HandSettled]:
    for box in reversed(state.boxes):
        for hand in reversed(box.hands):
            if hand.result is None:
                yield _compared(rules, state, box, hand)


def _compared(rules: Rules, state: State, box: Box, hand: Hand) -> HandSettled:
    """Settle a hand against the dealer's point (ENG-11)."""
    cited, stake = rules.cited, hand.stake
    twice = Amount(2 * stake)
    natural = is_natural(hand)
    if state.dealer_result == "BJ":
        if natural:
            return _hand(box, hand, "push", stake, cited.equal)
        clauses = [cited.blackjack_prevails]
        if is_21_in_two(hand.cards):
            clauses.append(cited.split_21)
        if any(side.state == "held" for side in box.sides):
            clauses.append(cited.queens_lose_main)
        return _hand(box, hand, "lose", Amount(0), *clauses)
    if natural:
        win = Amount(stake + rules.blackjack_win(stake))
        return _hand(box, hand, "blackjack", win, cited.blackjack)
    even = cited.split_21 if is_21_in_two(hand.cards) else cited.even
    if state.dealer_result == "BUST":
        return _hand(box, hand, "win", twice, cited.dealer_bust, even)
    own, dealer = count(hand.cards)[0], count(state.dealer)[0]
    if own > dealer:
        return _hand(box, hand, "win", twice, cited.higher, even)
    if own == dealer:
        return _hand(box, hand, "push", stake, cited.equal)
    return _hand(box, hand, "lose", Amount(0), cited.lower)


def _hand(box: Box, hand: Hand, result: HandResult, returned: Amount, *clauses: str) -> HandSettled:
    moves = _given_back(box.party, box.no, hand.stake, returned)
    return HandSettled(box.party, box.no, hand.label, result, hand.stake, returned, clauses, moves)


def _side_bet(rules: Rules, box: Box, side: SideStake, line: int) -> SideBetSettled:
    odds = queens_odds(rules, line)
    returned = Amount(side.stake * (1 + odds)) if line else Amount(0)
    moves = _given_back(box.party, box.no, side.stake, returned)
    return SideBetSettled(box.party, box.no, side.bet, line, side.stake, returned, moves)


def _given_back(party: Party, box: BoxNo, staked: Amount, returned: Amount) -> tuple[Move, ...]:
    """Return the moves that give `returned` for `staked` and leave none of it on the layout."""
    moves: list[Move] = []
    if kept := min(staked, returned):
        moves.append(Move(kept, Place.LAYOUT, Place.WALLET, party, box, "return"))
    if returned > staked:
        moves.append(Move(Amount(returned - staked), Place.FLOAT, Place.WALLET, party, box, "pay"))
    elif staked > returned:
        moves.append(
            Move(Amount(staked - returned), Place.LAYOUT, Place.FLOAT, party, box, "collect")
        )
    return tuple(moves)
