"""The course of a throw: which input is awaited, and which events follow from it."""

from typing import Final, assert_never

from tables.games.core import protocol
from tables.games.core.course import Course, all_ready, not_awaited
from tables.games.core.money import Party
from tables.games.craps import messages, rail, settle, staking
from tables.games.craps.messages import NO_SEAT, Command, Event
from tables.games.craps.rules import DICE, Rules
from tables.games.craps.state import LAST_KEPT, State, evolve

WAITING_SECONDS: Final = 300
"""How long the table waits for a shooter before the dice are offered round again; ours."""

_Course = Course[Rules, State, Event]


def opening_event(
    rules: Rules, carried: State | None, context: protocol.OpeningContext
) -> messages.Opened:
    """Return the first event of a round: what lies there, the point and the dice ride in it."""
    seats = rail.at_rail(context.seats)
    if carried is None:
        first = seats[0] if seats else None
        return messages.Opened(seats, shooter=first, rounds_left=context.rounds_left)
    shooter, throws, timeouts = carried.shooter, carried.throws, carried.timeouts
    if not carried.point and shooter not in seats:
        at = shooter.seat if shooter else NO_SEAT
        shooter, throws, timeouts = rail.next_place(seats, at), 0, 0
    held = tuple(carried.every())
    over = carried.overtime or (carried.rounds_left == 1 and not carried.voided)
    return messages.Opened(
        seats=seats,
        held=held,
        count=len(held),
        point=carried.point,
        shooter=shooter,
        throws=throws,
        timeouts=timeouts,
        barred=carried.barred,
        pair=carried.pair,
        last=carried.last()[:LAST_KEPT],
        tally=carried.tally(),
        rounds_left=context.rounds_left,
        overtime=over and context.rounds_left == 1,
    )


def opens_by_itself(rules: Rules, state: State | None, context: protocol.OpeningContext) -> bool:
    """Tell whether stakes lie there, or the last throws are announced and must be thrown."""
    return bool(state and state.stakes) or bool(context.rounds_left)


def awaiting(rules: Rules, state: State) -> protocol.Awaiting:
    """Return what the throw needs next."""
    match state.stage:
        case "closed":
            return protocol.Nobody()
        case "falling":
            return DICE
        case "throwing":
            place = rail.thrower(state)
            boxes = (place.seat,) if place else ()
            return protocol.Players(
                boxes, rules.throw_seconds if place else 0, f"throw/{state.stops}"
            )
        case "betting":
            return _bets_awaited(rules, state)
        case _:
            assert_never(state.stage)


def _bets_awaited(rules: Rules, state: State) -> protocol.Awaiting:
    if not state.stakes and not state.rounds_left:
        return protocol.Nobody()
    window = protocol.Players((), rules.betting_window_seconds, f"bets/{state.stops}")
    if not state.stakes or state.overtime or state.point:
        return window
    if not rail.may_close(state):
        return protocol.Players((), WAITING_SECONDS, f"waiting/{state.stops}")
    if state.shooter and rail.are_dice_offered(state):
        seat = state.shooter.seat
        return protocol.Players((seat,), rules.decision_seconds, f"dice/{seat}/{len(state.gone)}")
    return window


def decide(rules: Rules, state: State, given: protocol.EngineInput[Command]) -> _Course:
    """Return the course of what follows from the input, as far as no further input is needed.

    Refuses `not_awaited` for an input of the house that nothing waits for.
    """
    course = _Course(rules, state, evolve)
    match given:
        case protocol.PlayerCommand():
            _asked(course, given.party, given.command)
        case protocol.ClockExpired():
            _expired(course)
        case protocol.DrawResult(values=(first, second)) if state.stage == "falling":
            settle.settle(course, (first + 1, second + 1))
        case protocol.DrawStopped() if state.stage == "falling":
            course.add(messages.NoDice(given.by))
        case protocol.Seated():
            rail.follow_seats(course, rail.at_rail(given.seats))
        case protocol.OperatorAction():
            _ordered(course, given)
        case protocol.SessionEnded() if state.stakes or state.stage != "closed":
            course.add(settle.broken_off(state, given.by))
        case _:
            raise not_awaited()
    return course


def _asked(course: _Course, party: Party, command: Command) -> None:
    rules, state = course.rules, course.state
    match command:
        case messages.Stake():
            course.add(staking.stake_event(rules, state, party, command))
            rail.take_dice(course, party)
        case messages.SetWorking() | messages.SetNoAction():
            course.add(staking.switch_event(rules, state, party, command))
        case messages.Ready():
            if state.stage != "betting":
                raise protocol.Refused("betting_closed", clause="MC-CRAPS-08")
            if party not in state.stakes:
                raise protocol.Refused("nothing_staked")
            course.add(messages.Readied(party))
        case messages.Throw():
            _throw(course, party)
        case messages.DeclineDice():
            rail.decline_dice(course, party)
        case messages.ChangeDice():
            course.add(rail.dice_changed(state, party, command))
        case _:
            assert_never(command)
    if _everybody_ready(course.state):
        close_bets(course)


def _everybody_ready(state: State) -> bool:
    """Tell whether all who have stakes want no more, and the dice may be passed."""
    if state.stage != "betting" or not rail.may_close(state) or rail.are_dice_offered(state):
        return False
    return all_ready(state.stakes.keys() | state.ready, state.ready)


def may_throw_now(state: State, party: Party) -> bool:
    """Tell whether the shooter's throw may close the bets: nobody else is still staking."""
    place = rail.thrower(state)
    return (
        state.stage == "betting"
        and place is not None
        and place.party == party
        and rail.has_line_bet(state, party)
        and state.stakes.keys() - state.ready <= {party}
    )


def _throw(course: _Course, party: Party) -> None:
    """Throw the dice.

    Refuses `not_owner` to all but the shooter, `not_awaited` while others stake or once the dice
    are thrown, and `shooter_has_no_line_bet` (MC-CRAPS-16).
    """
    state = course.state
    place = rail.thrower(state)
    if place is None or place.party != party:
        raise protocol.Refused("not_owner", clause="MC-CRAPS-06")
    if not rail.has_line_bet(state, party):
        raise protocol.Refused("shooter_has_no_line_bet", clause="MC-CRAPS-16")
    if may_throw_now(state, party):
        close_bets(course)
    if course.state.stage != "throwing":
        raise protocol.Refused("not_awaited", clause="MC-CRAPS-08")
    course.add(messages.Thrown(party))


def close_bets(course: _Course) -> None:
    """Announce rien ne va plus and pass the dice; where nobody is there the server throws."""
    state = course.state
    place = rail.thrower(state)
    if place is not None and place != state.shooter:
        # A turn was taken away, and the next who has a line bet throws (A20).
        course.add(messages.ShooterChanged(place, "offered", state.gone))
    course.add(bets_closed(course.rules))
    if place is None:
        course.add(messages.Thrown(Party("")))


def bets_closed(rules: Rules) -> messages.BetsClosed:
    """Return the event after which contract bets cannot be taken down any more."""
    contracts = ("pass_line", "come", "dont_come")
    return messages.BetsClosed(tuple([each for each in contracts if rules.is_contract_bet(each)]))


def _expired(course: _Course) -> None:
    """Apply the default of the time-out table (COMMON-11)."""
    state = course.state
    match state.stage:
        case "betting" if not state.stakes:
            settle.end(course)
        case "betting" if not rail.may_close(state):
            settle.end(course)
        case "betting" if rail.are_dice_offered(state) and not state.overtime:
            rail.pass_dice(course, "silent")
        case "betting":
            close_bets(course)
        case "throwing":
            _not_thrown(course)
        case _:
            raise not_awaited()


def _not_thrown(course: _Course) -> None:
    """Throw for a shooter who was silent; without a line bet the dice pass on (MC-CRAPS-16)."""
    place = rail.thrower(course.state)
    if place is not None and not rail.has_line_bet(course.state, place.party):
        rail.pass_dice(course, "no_line_bet")
    else:
        course.add(
            messages.Thrown(place.party if place else Party(""), timed_out=place is not None)
        )


def _ordered(course: _Course, order: protocol.OperatorAction) -> None:
    """Carry out what whoever is in charge orders; see `ORDERS`."""
    state = course.state
    if state.stage not in ("betting", "throwing"):
        raise not_awaited()
    match order.key:
        case "withdraw_turn" if state.shooter is not None:
            rail.withdraw_dice(course, order.by)
        case "change_dice":
            first, second = state.pair
            course.add(messages.DiceChanged((first % 5 + 1, second % 5 + 1), order.by))
        case _:
            raise not_awaited()
