"""Who throws: the dice go round the rail, are declined, lost and taken away."""

from collections.abc import Iterable

from tables.games.core.course import Course
from tables.games.core.money import BoxNo, Party
from tables.games.core.protocol import Refused
from tables.games.craps import messages
from tables.games.craps.bets import Dice
from tables.games.craps.rules import Rules
from tables.games.craps.state import State

LINE = ("pass_line", "dont_pass")
IN_SESSION = range(1, 6)
"""Five dice lie at the table during a session (MC-EQ-45)."""

_Course = Course[Rules, State, messages.Event]


def at_rail(seats: Iterable[tuple[BoxNo, Party]]) -> tuple[messages.AtRail, ...]:
    """Return who stands where, in order; who holds several places stands at the first of them."""
    first: dict[Party, BoxNo] = {}
    for seat, party in sorted(seats):
        first.setdefault(party, seat)
    return tuple(messages.AtRail(seat, party) for party, seat in first.items())


def has_line_bet(state: State, party: Party) -> bool:
    """Tell whether a party has a stake on pass or don't pass (MC-CRAPS-16)."""
    return any(each.on in LINE for each in state.stakes.get(party, ()))


def next_place(
    seats: Iterable[messages.AtRail], after: BoxNo, without: Iterable[BoxNo] = ()
) -> messages.AtRail | None:
    """Return the next place clockwise after one, that one last of all (MC-CRAPS-06)."""
    left_out = frozenset(without)
    found = [each for each in seats if each.seat not in left_out]
    return min(found, key=lambda each: (each.seat <= after, each.seat), default=None)


def are_dice_offered(state: State) -> bool:
    """Tell whether the dice are offered to somebody who has not taken them: his line bet would.

    Only between points, and before the first throw of his series (MC-CRAPS-07).
    """
    shooter = state.shooter
    return (
        shooter is not None
        and not state.point
        and not state.throws
        and not has_line_bet(state, shooter.party)
    )


def thrower(state: State) -> messages.AtRail | None:
    """Return who throws next: the shooter who stands there; `None` for the server.

    After a turn was taken away during a point, the next player who has a line bet (A20).
    """
    if state.overtime and not state.point:
        return None
    if not state.point or not state.barred:
        return state.shooter if state.standing(state.shooter) else None
    place = state.shooter
    for _ in state.seats:
        if place is None:
            break
        if state.standing(place) and has_line_bet(state, place.party):
            return place
        place = next_place(state.seats, place.seat, (state.barred,))
    return None


def may_close(state: State) -> bool:
    """Tell whether there is somebody to pass the dice to, or the server throws.

    Where nobody stands at the rail nobody is waited for: the stickman throws.
    """
    return bool(state.point) or state.overtime or state.shooter is not None or not state.seats


def pass_dice(course: _Course, why: messages.Why, by: str = "") -> None:
    """Offer the dice to the next player who has not declined, or to nobody."""
    state = course.state
    at = state.shooter.seat if state.shooter else messages.NO_SEAT
    gone: tuple[BoxNo, ...] = ()
    if why in ("declined", "silent", "no_line_bet"):
        gone = (*state.gone, at)
    without = (at,) if why == "withdrawn" and state.point else gone
    course.add(messages.ShooterChanged(next_place(state.seats, at, without), why, gone, by))


def take_dice(course: _Course, party: Party) -> None:
    """Give the dice that nobody wanted to a player at the rail who has a line bet now."""
    state = course.state
    place = state.place_of(party)
    if state.shooter is None and place is not None and has_line_bet(state, party):
        course.add(messages.ShooterChanged(place, "taken", state.gone))


def follow_seats(course: _Course, seats: tuple[messages.AtRail, ...]) -> None:
    """Follow who stands at the rail; a shooter who leaves between points gives up the dice.

    During a point the server throws for him until it is decided.
    """
    if seats == course.state.seats or course.state.stage == "closed":
        return
    course.add(messages.SeatsChanged(seats))
    state = course.state
    if state.shooter is None and state.point and not state.barred:
        # The stickman has the dice until the point is decided, unless a line bet takes them.
        return
    if state.shooter is None:
        # Whoever comes is offered the dice that lie there.
        if first := next_place(state.seats, messages.NO_SEAT, state.gone):
            course.add(messages.ShooterChanged(first, "offered", state.gone))
    elif not state.standing(state.shooter) and not state.point and state.stage != "falling":
        pass_dice(course, "left")


def decline_dice(course: _Course, party: Party) -> None:
    """Pass the dice on; refuses `not_owner` to all but who is offered them (MC-CRAPS-07)."""
    state = course.state
    mine = state.shooter is not None and state.shooter.party == party
    if not mine or state.point or state.throws or state.stage != "betting":
        raise Refused("not_owner", clause="MC-CRAPS-07")
    pass_dice(course, "declined")


def dice_changed(state: State, party: Party, command: messages.ChangeDice) -> messages.DiceChanged:
    """Return the event that puts other dice on the table.

    Refuses `not_owner` to all but the shooter, `not_awaited` once they were thrown, and
    `no_such_dice` for two that are not two of the five.
    """
    if state.shooter is None or state.shooter.party != party:
        raise Refused("not_owner", clause="MC-CRAPS-11")
    if state.stage not in ("betting", "throwing"):
        raise Refused("not_awaited", clause="MC-CRAPS-11")
    return messages.DiceChanged(pair_of((command.first, command.second)), party)


def pair_of(pair: Dice) -> Dice:
    """Return two dice of the session by their numbers; refuses `no_such_dice`."""
    if pair[0] == pair[1] or not all(each in IN_SESSION for each in pair):
        raise Refused("no_such_dice", clause="MC-CRAPS-11")
    return pair


def after_throw(course: _Course, before: State) -> None:
    """See to whom the dice go after a throw; `before` is how it found the table (MC-CRAPS-22)."""
    state, rules = course.state, course.rules
    if state.turn == "seven_out" and before.barred and not before.thrower:
        # The server threw in the stickman's name: they go to who follows the withdrawn shooter.
        course.add(messages.ShooterChanged(next_place(state.seats, before.barred), "offered"))
    elif state.turn == "seven_out":
        pass_dice(course, "offered")
    elif state.turn == "made" and before.barred and not before.thrower:
        course.add(messages.ShooterChanged(next_place(state.seats, before.barred), "offered"))
    elif state.shooter is not None and not state.standing(state.shooter):
        if not state.point:
            pass_dice(course, "left")
    elif state.timeouts >= rules.turn_withdrawn_after_timeouts and state.throws:
        withdraw_dice(course)


def withdraw_dice(course: _Course, by: str = "") -> None:
    """Take the turn away: the dice go on, point and bets stay (MC-CRAPS-14, A20)."""
    pass_dice(course, "withdrawn", by)
