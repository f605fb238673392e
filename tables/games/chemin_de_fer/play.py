"""The course of a coup: which input is awaited, and which events follow from it."""

from typing import Literal, assert_never

from tables.games.baccara.points import is_natural
from tables.games.baccara.seats import NO_SEAT, SeatTaken, next_seat, seated_persons
from tables.games.chemin_de_fer import asking, claims, messages, settle
from tables.games.chemin_de_fer.messages import Command, Event, Side
from tables.games.chemin_de_fer.rules import Rules
from tables.games.chemin_de_fer.state import State, evolve
from tables.games.core import protocol
from tables.games.core.course import Course, all_ready, not_awaited
from tables.games.core.money import Amount, Move, Party, Place
from tables.games.core.values import copy_as

WINDOWS_WITHOUT_STAKE = 3
"""Windows without a stake after which the hand passes (A8)."""


_Course = Course[Rules, State, Event]


def opens_by_itself(rules: Rules, state: State | None, context: protocol.OpeningContext) -> bool:
    """Tell whether the next coup opens by itself.

    It does while a banker has chips on the table, if only to give them back, or while enough
    players sit that one of them must take the hand. At the end of the shoe it waits
    for the next one.
    """
    seats = seated_persons(context.seats)
    if state is None:
        return context.rounds_left != 0 and settle.may_follow(rules, seats, started=False)
    held = state.bank + state.garage > 0
    if context.rounds_left == 0 or (state.shoe_over and not context.fresh_shoe):
        return held
    started = state.started and not context.fresh_shoe
    return held or settle.may_follow(rules, seats, started=started)


def opening_event(
    rules: Rules, carried: State | None, context: protocol.OpeningContext
) -> messages.CoupOpened:
    """Return the event that opens a coup, with all that the coups before it have left."""
    seats = seated_persons(context.seats)
    ending = context.rounds_left == 0
    last = context.rounds_left == 1
    if carried is None:
        begins = settle.may_follow(rules, seats, started=False) and not ending
        return messages.CoupOpened(
            stage="bank" if begins else "idle",
            seats=seats,
            started=begins,
            seat=seats[0].seat if begins else NO_SEAT,
            banker=seats[0].party if begins else Party(""),
            last=last,
            ending=ending,
        )
    shoe_over = carried.shoe_over and not context.fresh_shoe
    started = carried.started and not context.fresh_shoe
    enough = settle.may_follow(rules, seats, started=started)
    held = carried.bank + carried.garage > 0
    hand = _hand(carried, seats, enough=enough, held=held)
    return copy_as(
        messages.CoupOpened,
        carried,
        stage=_first_stage(carried, held=held, may_deal=enough and not shoe_over and not ending),
        seats=seats,
        started=enough,
        seat=hand.seat,
        banker=hand.party,
        shoe_over=shoe_over,
        last=last,
        ending=ending,
    )


def _first_stage(
    carried: State, *, held: bool, may_deal: bool
) -> Literal["idle", "bank", "keep", "banco"]:
    if not held:
        return "bank" if may_deal else "idle"
    return "keep" if carried.coups or not may_deal else "banco"


def _hand(carried: State, seats: tuple[SeatTaken, ...], *, enough: bool, held: bool) -> SeatTaken:
    """Return who has the hand: a banker with chips on the table keeps it although he left."""
    seat = next((each for each in seats if each.party == carried.banker), None)
    if held:
        return seat or SeatTaken(carried.seat, carried.banker)
    if not enough:
        return SeatTaken(NO_SEAT, Party(""))
    if not carried.started:
        return seats[0]
    # The next player after the one who left.
    return seat or next_seat(seats, carried.seat)


def awaiting(rules: Rules, state: State) -> protocol.Awaiting:
    """Return what the coup needs next."""
    match state.stage:
        case "closed":
            return protocol.Shuffle() if state.shoe_over else protocol.Nobody()
        case "idle":
            return protocol.Nobody()
        case "bank":
            return protocol.Players((state.seat,), rules.decision_seconds, f"bank/{state.seat}")
        case "keep":
            if not state.seat_of(state.banker):
                return protocol.Players((), 0, "keep/left")
            return protocol.Players((state.seat,), rules.decision_seconds, f"keep/{state.windows}")
        case "banco" | "complete":
            turn = f"{state.stage}/{state.seat}/{state.windows}"
            pontes = tuple(each.seat for each in state.seats if each.party != state.banker)
            return protocol.Players(pontes, rules.betting_window_seconds, turn)
        case "deal" | "ponte" | "banker":
            seat = asking.seat_that_speaks(state)
            return protocol.Players((seat,) if seat else (), rules.decision_seconds, state.stage)
        case "cards":
            return protocol.Cards(1)
        case _:
            assert_never(state.stage)


def decide(rules: Rules, state: State, given: protocol.EngineInput[Command]) -> _Course:
    """Return the course of what follows from the input, as far as no further input is needed.

    Refuses a command that the rules do not allow now, and `not_awaited` for cards, a clock or
    another input that nothing waits for.
    """
    course = _Course(rules, state, evolve)
    match given:
        case protocol.PlayerCommand():
            course.add(*asking.apply_command(rules, state, given))
            if isinstance(given.command, messages.DealCards):
                _deal(course, timed_out=False)
        case protocol.ClockExpired():
            _expired(course)
        case protocol.Drawn():
            _drawn(course, given)
        case protocol.Seated():
            _seated(course, given)
        case protocol.SessionEnded():
            if state.stage == "closed" and not state.on_layout:
                raise not_awaited()
            course.add(settle.broken_off(state, given.by))
        case _:
            raise not_awaited()
    _carry_on(course)
    return course


def _expired(course: _Course) -> None:
    """Apply the default of the time-out table."""
    rules, state = course.rules, course.state
    match state.stage:
        case "idle":
            course.add(messages.CoupClosed())
        case "bank":
            course.add(asking.bank_staked(state, rules.least_bank, timed_out=True))
        case "keep":
            course.add(*asking.keep_hand(rules, state, timed_out=True))
        case "banco":
            course.add(claims.compare_claims(rules, state))
        case "complete":
            _close_window(course)
        case "deal":
            _deal(course, timed_out=True)
        case "ponte" | "banker":
            hand: Side = "ponte" if state.stage == "ponte" else "banker"
            draws = asking.by_default(rules, state, hand)
            course.add(messages.HandSpoke(hand, draws, timed_out=True))
        case "cards" | "closed":
            raise not_awaited()
        case _:
            assert_never(state.stage)


def _close_window(course: _Course) -> None:
    """Say « rien ne va plus », or that there is no coup because nobody has staked."""
    rules, state = course.rules, course.state
    if state.covered:
        course.add(messages.NothingMoreGoes(state.covered))
        return
    course.add(messages.NobodyStaked("keep" if state.coups else "banco"))
    if course.state.windows >= WINDOWS_WITHOUT_STAKE:
        # Otherwise a round at a table where nobody plays would never end.
        course.add(settle.pass_hand(rules, course.state, "no_stakes"), messages.CoupClosed())


def _deal(course: _Course, *, timed_out: bool) -> None:
    """Turn down late stakes, give the uncovered part of the bank back, and draw."""
    if late := claims.turn_down_late_stakes(course.state):
        course.add(late)
    state = course.state
    uncovered = Amount(state.missing)
    back = (
        (Move(uncovered, Place.BANK, Place.WALLET, state.banker, state.seat, "uncovered"),)
        if uncovered
        else ()
    )
    ponte = claims.receives_cards(state)
    course.add(messages.DealBegan(state.coup + 1, ponte, uncovered, timed_out, back))


def _drawn(course: _Course, drawn: protocol.Drawn) -> None:
    """Pass the card on: two each, ponte first, face down; a third card face up (MC-CDF-28)."""
    state = course.state
    if state.stage != "cards" or len(drawn.cards) != 1:
        raise not_awaited()
    ponte, banker = len(state.ponte_cards), len(state.banker_cards)
    hand: Side = "ponte" if ponte <= banker and not state.banker_draws else "banker"
    third = (ponte if hand == "ponte" else banker) == 2
    course.add(
        messages.CardPassed(hand, drawn.cards[0], third, drawn.stop_card and not state.shoe_over)
    )


def _seated(course: _Course, seated: protocol.Seated) -> None:
    rules, state = course.rules, course.state
    seats = seated_persons(seated.seats)
    if seats == state.seats or state.stage == "closed":
        return
    begins = (
        state.stage == "idle"
        and not (state.shoe_over or state.ending)
        and settle.may_follow(rules, seats, started=False)
    )
    course.add(messages.SeatsChanged(seats, seats[0].seat if begins else NO_SEAT))
    state = course.state
    left = not begins and state.stage in ("bank", "keep") and not state.seat_of(state.banker)
    if state.stage in ("bank", "keep") and not settle.may_follow(rules, seats, started=True):
        course.add(settle.pass_hand(rules, state, "too_few"))
    elif left and (state.coups or not state.bank):
        course.add(settle.pass_hand(rules, state, "left"))


def _carry_on(course: _Course) -> None:
    """Add all events that need no further input."""
    rules = course.rules
    if course.state.stage == "banco" and _all_have_spoken(course.state):
        course.add(claims.compare_claims(rules, course.state))
    if course.state.stage == "complete" and _all_have_spoken(course.state):
        _close_window(course)
    state = course.state
    if state.stage in ("banco", "complete") and not state.missing:
        course.add(messages.NothingMoreGoes(state.covered))
    if _hands_are_done(course.state):
        _settle(course)
    if course.state.stage == "idle" and any(
        isinstance(event, messages.HandPassed) for event in course.events
    ):
        course.add(messages.CoupClosed())


def _all_have_spoken(state: State) -> bool:
    pontes = {each.party for each in state.seats} - {state.banker}
    return all_ready(pontes, state.no_more)


def _hands_are_done(state: State) -> bool:
    """Tell whether both hands lie as they will be compared: a natural ends the coup."""
    ponte, banker = state.ponte_cards, state.banker_cards
    if state.stage == "ponte":
        return is_natural(ponte) or is_natural(banker)
    if state.stage != "cards" or state.banker_draws is None:
        return False
    return len(banker) == (3 if state.banker_draws else 2)


def _settle(course: _Course) -> None:
    rules = course.rules
    stakes = course.state.covered
    course.add(settle.show_hands(course.state), settle.decide_coup(course.state))
    if course.state.winner == "banker":
        course.add(*settle.after_win(rules, course.state, stakes))
    if why := settle.why_hand_passes(rules, course.state):
        course.add(settle.pass_hand(rules, course.state, why))
    course.add(messages.CoupClosed())
