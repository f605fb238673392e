"""The course of a coup: which input is awaited, and which events follow from it."""

from collections.abc import Iterable, Iterator
from typing import Final, assert_never

from tables.games.core import protocol
from tables.games.core.course import Course, not_awaited
from tables.games.core.money import Amount
from tables.games.trente_et_quarante.messages import (
    Back,
    CardTurned,
    Command,
    CoupAnnounced,
    CoupAnnulled,
    Event,
    GivenBack,
    Opened,
    Seat,
    SeatTaken,
    TalonCounted,
)
from tables.games.trente_et_quarante.points import BEST, complete, total, winning
from tables.games.trente_et_quarante.rules import DEVICE, Rules, insured
from tables.games.trente_et_quarante.state import State, evolve
from tables.games.wheel import messages, play, staking
from tables.games.wheel.messages import RoundClosed
from tables.games.wheel.stakes import NO_BOX, Held, Settled, payout_moves

COUPS_KEPT: Final = 20

_Course = Course[Rules, State, Event]


def opening_event(rules: Rules, carried: State | None, context: protocol.OpeningContext) -> Opened:
    """Return the event that opens a coup; stakes that stay over ride in it."""
    first: dict[str, Seat] = {}
    for seat, party in sorted(context.seats):
        first.setdefault(party, Seat(seat, party))
    seats = tuple(first.values())
    if carried is None:
        return Opened(seats=seats, rounds_left=context.rounds_left)
    held = tuple(carried.every())
    coups = carried.coups
    if carried.outcome:
        coups = (carried.outcome, *coups)[:COUPS_KEPT]
    shoe_over = carried.shoe_over and not context.fresh_shoe
    return Opened(
        held, len(held), coups, seats, shoe_over, context.rounds_left, before=carried.dealt
    )


def opens_by_itself(rules: Rules, state: State | None, context: protocol.OpeningContext) -> bool:
    """Tell whether stakes stay over, or the last coups are announced and somebody sits there.

    Prisoners wait for the next shoe (A4).
    """
    return bool(state and state.stakes) or bool(context.rounds_left and context.seats)


def awaiting(rules: Rules, state: State) -> protocol.Awaiting:
    """Return what the coup needs next."""
    match state.stage:
        case "closed":
            dealt = rules.continuous and bool(state.black)
            return protocol.Shuffle() if state.shoe_over or dealt else protocol.Nobody()
        case "spinning":
            return protocol.Cards(1)
        case "betting":
            return play.awaiting(rules, state)
        case _:
            assert_never(state.stage)


def decide(rules: Rules, state: State, given_: protocol.EngineInput[Command]) -> _Course:
    """Return the course from an input: the events up to the next input needed, and the state.

    Refuses `not_awaited` for an input of the house that nothing waits for.
    """
    course = _Course(rules, state, evolve)
    match given_:
        case protocol.PlayerCommand():
            _asked(course, given_)
            if play.is_everybody_ready(course.state):
                _close(course)
        case protocol.ClockExpired() if state.stage == "betting":
            if state.stakes or state.rounds_left:
                _close(course)
            else:
                course.add(RoundClosed())
        case protocol.Drawn() if state.stage == "spinning" and len(given_.cards) <= 1:
            _drawn(course, given_)
        case protocol.DrawStopped() if state.stage == "spinning":
            _annul(course, given_.by)
        case protocol.SessionEnded() if state.stakes or state.stage != "closed":
            course.add(play.break_session(rules, state, given_.by))
        case _:
            raise not_awaited()
    return course


def _asked(course: _Course, asked: protocol.PlayerCommand[Command]) -> None:
    rules, state, command = course.rules, course.state, asked.command
    if isinstance(command, messages.Stake) and state.stage == "betting":
        if state.shoe_over and any(each.amount for each in command.wagers):
            raise protocol.Refused("session_ended", clause="MC-TQ-14")
        least = rules.insurance_min_stake_cents
        if any(insured(each.on) and 0 < each.amount < least for each in command.wagers):
            raise protocol.Refused("insurance_below_threshold", minimum=least, clause="MC-TQ-38")
    course.add(play.apply_command(rules, state, asked))
    seat = asked.seat or min(asked.boxes, default=NO_BOX)
    if isinstance(command, messages.Stake) and seat != state.seats.get(asked.party, NO_BOX):
        course.add(SeatTaken(asked.party, seat))


def _close(course: _Course) -> None:
    """Announce rien ne va plus; without a shoe no coup follows."""
    course.add(*play.close_bets(course.rules, course.state))
    if course.state.shoe_over:
        _end(course)


def _drawn(course: _Course, drawn: protocol.Drawn) -> None:
    """Lay the card to its row, the black one first (MC-TQ-31); see to the stop card (MC-TQ-14)."""
    rules, state = course.rules, course.state
    if not drawn.cards and drawn.behind is None:
        raise not_awaited()
    # A card from behind the stop card is never shown (MC-TQ-12).
    for card in () if drawn.stop_card else drawn.cards:
        if complete(state.black):
            course.add(CardTurned("red", card, total((*state.red, card))))
        else:
            course.add(CardTurned("black", card, total((*state.black, card))))
    stopped = drawn.stop_card or drawn.behind is not None
    if stopped and not rules.continuous:
        cards = rules.stop_card_before_last if drawn.behind is None else drawn.behind
        assert cards == rules.stop_card_before_last, f"{cards} cards behind the stop card"
        course.add(TalonCounted(cards))
    if complete(course.state.red):
        _settle(course)
    elif stopped:
        _annul(course, "")


def _settle(course: _Course) -> None:
    """Announce the points, collect, pay in the printed order, and see to a refait."""
    rules, state = course.rules, course.state
    (black, red), first = state.points, state.black[0]
    chances = winning(black, red, first)
    course.add(CoupAnnounced(black, red, chances, first))
    # The farthest from the croupier first, in each chance (MC-TQ-34, A7).
    every = sorted(state.every(), key=lambda each: -state.seats.get(each.party, NO_BOX))
    if chances:
        won = [each for each in every if DEVICE.layout[each.laid.on].bet in chances]
        lost = [each for each in every if DEVICE.layout[each.laid.on].bet not in chances]
        course.add(*play.settle(rules, state, won, lost))
    elif black == BEST:
        safe = [each for each in every if insured(each.laid.on)]
        caught = [each for each in every if each not in safe]
        course.add(*_given_back("refait", safe), *play.offer_choices(rules, state, caught))
    else:
        course.add(*_given_back("null", (each for each in every if each.laid.keep == "free")))
    _end(course)


def _given_back(why: Back, held: Iterable[Held]) -> Iterator[GivenBack]:
    settled = tuple(
        Settled(each.party, each.laid.id, each.laid.on, each.laid.amount, each.laid.amount, "push")
        for each in held
    )
    if settled:
        back = Amount(sum(each.returned for each in settled))
        yield GivenBack(why, settled, back, payout_moves(settled))


def _annul(course: _Course, by: str) -> None:
    """Give back the stakes and premiums of the coup; prisoners stay (MC-TQ-14, A3, COMMON-7)."""
    rules, state = course.rules, course.state
    settled = tuple(
        Settled(
            each.party, each.laid.id, each.laid.on, each.laid.amount, each.laid.amount, "cancelled"
        )
        for each in state.every()
        if each.laid.keep == "free"
    )
    back = Amount(sum(each.returned for each in settled))
    moves = payout_moves(settled) + play.return_premiums(rules, state)
    course.add(CoupAnnulled(by, settled, back, moves))
    _end(course)


def _end(course: _Course) -> None:
    """End the coup; the last of the session leaves nobody in prison (A4)."""
    left = [each for each in course.state.every() if each.laid.keep == "prison"]
    if left and course.state.last:
        course.add(staking.take_half(course.rules, left, "last_of_session"))
    course.add(RoundClosed())
