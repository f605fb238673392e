"""The course of a round: which input is awaited, and which events follow from it."""

from collections.abc import Iterable
from typing import assert_never

from tables.games.bataille import messages, settle
from tables.games.bataille.rules import BURNT, Rules
from tables.games.bataille.state import Box, State, evolve
from tables.games.core import protocol
from tables.games.core.course import Course, all_ready, check_stake, not_awaited
from tables.games.core.money import Amount, BoxNo, Move, Place
from tables.games.core.protocol import Awaiting, Cards, Nobody, OpeningContext, Players, Refused

_Course = Course[Rules, State, messages.Event]
_Asked = protocol.PlayerCommand[messages.Command]


def opening_event(rules: Rules, carried: State | None, context: OpeningContext) -> messages.Event:
    """Return the first event of a round; nothing stays over from the last."""
    return messages.Opened()


def opens_by_itself(rules: Rules, state: State | None, context: OpeningContext) -> bool:
    """Return false: a round opens with the first stake."""
    return False


def awaiting(rules: Rules, state: State) -> Awaiting:
    """Return what the round needs next (BAT-05, BAT-10, BAT-13, BAT-16)."""
    match state.stage:
        case "betting":
            boxes = tuple(each.box for each in state.boxes)
            return Players(boxes, rules.betting_window_seconds, "bets") if boxes else Nobody()
        case "dealing":
            return Cards(len(state.boxes) + 1)
        case "choosing":
            equal = tuple(each.box for each in state.undecided(at_battle=False))
            return Players(equal, rules.decision_seconds, "choice")
        case "battle":
            return Cards(BURNT + len(state.undecided(at_battle=True)) + 1)
        case "closed":
            return protocol.Shuffle() if state.stop_card else Nobody()
        case _:
            assert_never(state.stage)


def decide(rules: Rules, state: State, given: protocol.EngineInput[messages.Command]) -> _Course:
    """Return what follows from the input."""
    course = _Course(rules, state, evolve)
    match given:
        case protocol.PlayerCommand():
            _ask(course, given)
        case protocol.ClockExpired() if state.stage == "betting" and state.boxes:
            course.add(messages.BetsClosed())
        case protocol.ClockExpired() if state.stage == "choosing":
            _settle(course, map(settle.given_up, state.undecided(at_battle=False)))
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
            _settle(course, [settle.given_up(_choosing(state, asked, no))])
        case messages.Fight(no):
            # The floor refuses whoever cannot pay it (BAT-12).
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
    held = [each for each in course.state.boxes if each.box == bet.box]
    before = sum(each.amount + each.tie for each in held)
    more = bet.amount + bet.tie - before
    if not before and not more:
        raise Refused("nothing_staked", clause="BAT-03")
    source, target, why = Place.WALLET, Place.LAYOUT, "stake"
    if more < 0:
        source, target, why = Place.LAYOUT, Place.WALLET, "take_back"
    moved = [Amount(abs(more))] if more else []
    moves = tuple(Move(each, source, target, asked.party, bet.box, why) for each in moved)
    return messages.Staked(bet.box, asked.party, bet.amount, bet.tie or None, moves)


def _choosing(state: State, asked: _Asked, no: BoxNo) -> Box:
    """Return the box of the asking party whose card equals the bank's (BAT-10)."""
    equal = state.undecided(at_battle=False) if state.stage == "choosing" else ()
    found = [each for each in equal if each.box == no]
    if not found:
        raise not_awaited()
    if found[0].party != asked.party:
        raise Refused("not_your_box", clause="BAT-10")
    return found[0]


def _deal(course: _Course, drawn: protocol.Drawn) -> None:
    """Deal the cards, and settle what they decide (BAT-06, BAT-13)."""
    first = course.state.stage == "dealing"
    boxes, burnt = (
        (course.state.boxes, 0) if first else (course.state.undecided(at_battle=True), BURNT)
    )
    *cards, dealer = drawn.cards[burnt:]
    dealt = tuple(map(messages.BoxCard, [each.box for each in boxes], cards))
    course.add(messages.Dealt(dealt, dealer, burnt, drawn.stop_card))
    _settle(course, (settle.first_cards if first else settle.battles)(course.rules, course.state))


def _settle(course: _Course, decided: Iterable[messages.Settled]) -> None:
    """Add that bets are settled."""
    settled = tuple(decided)
    moves = tuple(move for each in settled for move in settle.moves(each))
    course.add(messages.StakesSettled(settled, moves))
