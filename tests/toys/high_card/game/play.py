"""The course of a round: which input is awaited, and which events follow from it."""

from typing import Final, assert_never

from tables.games.high_card.messages import (
    BetsClosed,
    Command,
    Dealt,
    Event,
    Opened,
    Readied,
    Ready,
    Settled,
    Stake,
    Staked,
)
from tables.games.high_card.rules import Rules
from tables.games.high_card.state import Box, State, evolve

from tables.games.core.cards import Card
from tables.games.core.course import Course, all_ready, check_stake, not_awaited, opens_with_a_stake
from tables.games.core.money import Move, Place
from tables.games.core.protocol import (
    Awaiting,
    Cards,
    ClockExpired,
    Drawn,
    EngineInput,
    Nobody,
    OpeningContext,
    PlayerCommand,
    Players,
    Refused,
    Shuffle,
)

RANKS: Final = "23456789TJQKA"
_Course = Course[Rules, State, Event]
opens_by_itself: Final = opens_with_a_stake


def opening_event(rules: Rules, carried: State | None, context: OpeningContext) -> Event:
    """Return the first event of a round; nothing stays over from the last."""
    return Opened()


def awaiting(rules: Rules, state: State) -> Awaiting:
    """Return what the round needs next."""
    match state.stage:
        case "betting" if state.boxes:
            boxes = tuple(each.box for each in state.boxes)
            return Players(boxes, rules.betting_window_seconds, "bets")
        case "betting" | "settling":
            return Nobody()
        case "dealing":
            return Cards(len(state.boxes) + 1)
        case "closed":
            return Shuffle() if state.stop_card else Nobody()
        case _:
            assert_never(state.stage)


def decide(rules: Rules, state: State, given: EngineInput[Command]) -> _Course:
    """Return what follows from the input."""
    course = _Course(rules, state, evolve)
    match given:
        case PlayerCommand():
            course.add(_asked(rules, state, given))
            staked = {each.party for each in course.state.boxes}
            if all_ready(staked, course.state.ready):
                course.add(BetsClosed())
        case ClockExpired() if state.stage == "betting" and state.boxes:
            course.add(BetsClosed())
        case Drawn(cards) if state.stage == "dealing" and len(cards) == len(state.boxes) + 1:
            course.add(Dealt(cards[:-1], cards[-1], given.stop_card))
            course.add(_settled(course.state))
        case _:
            raise not_awaited()
    return course


def _asked(rules: Rules, state: State, asked: PlayerCommand[Command]) -> Event:
    command = asked.command
    if state.stage != "betting":
        raise Refused("betting_closed", clause="HIGH-04")
    match command:
        case Stake():
            if command.box not in asked.boxes:
                raise Refused("not_your_box", clause="HIGH-02")
            check_stake(
                Refused,
                command.amount,
                least=rules.table_min_cents,
                step=1,
                most=rules.table_max_cents,
                already_staked=state.on(command.box),
                clause="HIGH-03",
            )
            move = Move(
                command.amount, Place.WALLET, Place.LAYOUT, asked.party, command.box, "stake"
            )
            return Staked(command.box, asked.party, command.amount, (move,))
        case Ready():
            if asked.party not in {each.party for each in state.boxes} - state.ready:
                raise not_awaited()
            return Readied(asked.party)
        case _:
            assert_never(command)


def beats(card: Card, house: Card) -> bool:
    """Tell whether a card wins: of equal ones the house's does (HIGH-05)."""
    return RANKS.index(card[0]) > RANKS.index(house[0])


def _settled(state: State) -> Settled:
    """Return the end of the round: stakes go to the house, or come back doubled (HIGH-06)."""
    assert state.house is not None
    won, moves = [], []
    for box in state.boxes:
        assert box.card is not None
        if beats(box.card, state.house):
            won.append(box.box)
            moves += [
                _move(box, Place.LAYOUT, Place.WALLET, "return"),
                _move(box, Place.FLOAT, Place.WALLET, "pay"),
            ]
        else:
            moves.append(_move(box, Place.LAYOUT, Place.FLOAT, "collect"))
    return Settled(tuple(won), tuple(moves))


def _move(box: Box, source: Place, target: Place, why: str) -> Move:
    return Move(box.amount, source, target, box.party, box.box, why)
