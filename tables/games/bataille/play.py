"""The course of a round: which input is awaited, which events follow, and what cards decide."""

from collections.abc import Iterable, Iterator
from typing import Final, assert_never

from tables.games.bataille import messages
from tables.games.bataille.messages import Result, Settled, StakesSettled
from tables.games.bataille.rules import BURNT, Rules
from tables.games.bataille.state import Box, State, evolve
from tables.games.core import protocol
from tables.games.core.cards import Card
from tables.games.core.course import Course, all_ready, check_stake, not_awaited, opens_with_a_stake
from tables.games.core.money import Amount, BoxNo, Move, Place
from tables.games.core.protocol import Awaiting, Cards, Nobody, OpeningContext, Players, Refused

RANKS: Final = "23456789TJQKA"
_BY_OUTCOME: Final[tuple[Result, ...]] = ("battle_tie", "battle_win", "battle_lose")
_Course = Course[Rules, State, messages.Event]
opens_by_itself: Final = opens_with_a_stake
_Asked = protocol.PlayerCommand[messages.Command]


def opening_event(rules: Rules, carried: State | None, context: OpeningContext) -> messages.Event:
    """Return the first event of a round; nothing stays over from the last."""
    return messages.Opened()


def awaiting(rules: Rules, state: State) -> Awaiting:
    """Return what the round needs next (BAT-05, BAT-10, BAT-13, BAT-16)."""
    boxes = tuple(each.box for each in state.left(at_battle=False) or state.boxes)
    match state.stage:
        case "betting" if boxes:
            return Players(boxes, rules.betting_window_seconds, "bets")
        case "dealing":
            return Cards(len(boxes) + 1)
        case "choosing":
            return Players(boxes, rules.decision_seconds, "choice")
        case "battle":
            return Cards(BURNT + len(state.left(at_battle=True)) + 1)
        case "closed" if state.stop_card:
            return protocol.Shuffle()
    return Nobody()


def decide(rules: Rules, state: State, given: protocol.EngineInput[messages.Command]) -> _Course:
    """Return what follows from the input."""
    course = _Course(rules, state, evolve)
    match given:
        case protocol.PlayerCommand():
            _ask(course, given)
        case protocol.ClockExpired() if state.stage == "betting" and state.boxes:
            course.add(messages.BetsClosed())
        case protocol.ClockExpired() if state.stage == "choosing":
            _settle(course, map(given_up, state.left(at_battle=False)))
        case protocol.Drawn(cards) if awaiting(rules, state) == Cards(len(cards)):
            _deal(course, given)
        case _:
            raise not_awaited()
    return course


def _ask(course: _Course, asked: _Asked) -> None:
    """Add what follows from a command; betting closes once all are ready (BAT-05)."""
    state = course.state
    match asked.command:
        case messages.Stake() | messages.Ready() if state.stage != "betting":
            raise Refused("betting_closed", clause="BAT-05")
        case messages.Stake(()):
            raise Refused("nothing_staked", clause="BAT-03")
        case messages.Stake(bets):
            for bet in bets:
                course.add(_staked(course, asked, bet))
        case messages.Ready():
            if asked.party not in {each.party for each in state.boxes} - state.ready:
                raise not_awaited()
            course.add(messages.Readied(asked.party))
        case messages.GiveUp(no):
            _settle(course, [given_up(_choosing(state, asked, no))])
        case messages.Fight(no):
            # The floor refuses a player who cannot pay it (BAT-12).
            added = _choosing(state, asked, no).amount
            move = Move(added, Place.WALLET, Place.LAYOUT, asked.party, no, "battle")
            course.add(messages.Fought(no, asked.party, added, (move,)))
        case _:
            assert_never(asked.command)
    staked = {each.party for each in course.state.boxes}
    if course.state.stage == "betting" and all_ready(staked, course.state.ready):
        course.add(messages.BetsClosed())


def _staked(course: _Course, asked: _Asked, bet: messages.BoxStake) -> messages.Staked:
    """Return the stakes of a box as accepted (BAT-02, BAT-03, BAT-04)."""
    rules, step = course.rules, course.rules.stake_increment_cents
    if bet.box not in asked.boxes:
        raise Refused("not_your_box", clause="BAT-02")
    if bet.tie and not bet.amount:
        raise Refused("tie_without_stake", clause="BAT-04")
    least, most, clause = rules.table_min_cents, rules.table_max_cents, "BAT-03"
    if bet.amount:
        check_stake(Refused, bet.amount, least=least, step=step, most=most, clause=clause)
    least, most, clause = rules.tie_min_cents, rules.tie_max_cents, "BAT-04"
    if bet.tie:
        check_stake(Refused, bet.tie, least=least, step=step, most=most, clause=clause)
    before = sum(each.amount + each.tie for each in course.state.boxes if each.box == bet.box)
    more = bet.amount + bet.tie - before
    if not before and not more:
        raise Refused("nothing_staked", clause="BAT-03")
    way = (Place.WALLET, Place.LAYOUT) if more > 0 else (Place.LAYOUT, Place.WALLET)
    why, amount = "stake" if more > 0 else "take_back", Amount(abs(more))
    moved = (Move(amount, *way, asked.party, bet.box, why),) if more else ()
    return messages.Staked(bet.box, asked.party, bet.amount, bet.tie, moved)


def _choosing(state: State, asked: _Asked, no: BoxNo) -> Box:
    """Return the box of the asking party whose card equals the bank's (BAT-10)."""
    found = [each for each in state.left(at_battle=False) if each.box == no]
    if not found:
        raise not_awaited()
    if found[0].party != asked.party:
        raise Refused("not_your_box", clause="BAT-10")
    return found[0]


def _deal(course: _Course, drawn: protocol.Drawn) -> None:
    """Deal the cards, and settle what they decide (BAT-06, BAT-13)."""
    state, boxes, burnt, decided = course.state, course.state.boxes, 0, first_cards
    if state.stage == "battle":
        boxes, burnt, decided = state.left(at_battle=True), BURNT, battles
    *cards, dealer = drawn.cards[burnt:]
    to = tuple(each.box for each in boxes)
    course.add(messages.Dealt(to, tuple(cards), dealer, burnt, drawn.stop_card))
    _settle(course, decided(course.rules, course.state))


def _settle(course: _Course, decided: Iterable[Settled]) -> None:
    """Add that bets are settled."""
    settled = tuple(decided)
    course.add(StakesSettled(settled, tuple(move for each in settled for move in moves(each))))


def compared(card: Card, dealer: Card) -> int:
    """Return 1 where a card is higher than the bank's, 0 where it is equal, else -1 (BAT-07)."""
    mine, its = RANKS.index(card[0]), RANKS.index(dealer[0])
    return (mine > its) - (mine < its)


def first_cards(rules: Rules, state: State) -> Iterator[Settled]:
    """Yield what the first cards decide: stakes, and bets on a tie (BAT-08, BAT-09)."""
    for box in state.boxes:
        outcome = compared(box.cards[0], state.dealer[0])
        if outcome:
            result: Result = "win" if outcome > 0 else "lose"
            back = Amount(box.amount * (1 + outcome))
            yield Settled(box.box, box.party, "main", result, box.amount, back)
        if box.tie:
            back = Amount(0 if outcome else box.tie * (1 + rules.tie_to_one))
            yield Settled(box.box, box.party, "tie", "lose" if outcome else "win", box.tie, back)


def given_up(box: Box) -> Settled:
    """Return what comes of a box that gives up: half of its stake goes back (BAT-11)."""
    half = Amount(box.amount // 2)
    return Settled(box.box, box.party, "main", "gave_up", box.amount, half)


def battles(rules: Rules, state: State) -> Iterator[Settled]:
    """Yield what the second cards decide (BAT-14, BAT-15)."""
    for box in state.left(at_battle=True):
        outcome = compared(box.cards[1], state.dealer[1])
        bonus = box.amount if outcome == 0 and rules.battle_tie_bonus else 0
        back = Amount(0 if outcome < 0 else box.amount + 2 * box.added + bonus)
        yield Settled(box.box, box.party, "main", _BY_OUTCOME[outcome], box.amount, back, box.added)


def moves(settled: Settled) -> Iterator[Move]:
    """Yield the moves of a bet: the part that goes back, the part that is lost, winnings."""
    first, added, back = settled.staked, settled.added, settled.returned
    for amount, source, target, why in (
        (min(first, back), Place.LAYOUT, Place.WALLET, "return"),
        (first - min(first, back), Place.LAYOUT, Place.FLOAT, "collect"),
        (added if back else 0, Place.LAYOUT, Place.WALLET, "battle_return"),
        (0 if back else added, Place.LAYOUT, Place.FLOAT, "battle_collect"),
        (max(0, back - first - added), Place.FLOAT, Place.WALLET, "pay"),
    ):
        if amount:
            yield Move(Amount(amount), source, target, settled.party, settled.box, why)
