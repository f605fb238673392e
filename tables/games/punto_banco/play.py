"""The course of a coup: which input is awaited, and which events follow from it."""

from typing import assert_never

from tables.games.baccara.points import value
from tables.games.baccara.seats import NOBODY, seated_persons
from tables.games.baccara.stakes import accept_wagers, check_ready, stake_moves, stakes_back, total
from tables.games.core import protocol
from tables.games.core.course import Course, all_ready, not_awaited
from tables.games.core.money import Party
from tables.games.punto_banco import bank, messages, settle
from tables.games.punto_banco.messages import Command, Event, Side
from tables.games.punto_banco.rules import Rules, refusal
from tables.games.punto_banco.state import State, evolve, written

_Course = Course[Rules, State, Event]


def opening_event(
    rules: Rules, carried: State | None, context: protocol.OpeningContext
) -> messages.CoupOpened:
    """Return the event that opens a coup, with all that the coups before it have left.

    Cards are burnt of a fresh shoe; of a continuous shuffler only when play begins or is resumed
    (MC-PB-18, MC-PB-21, MC-PB-24).
    """
    seats = seated_persons(context.seats)
    fresh = context.fresh_shoe
    burns = fresh and (context.resumes or not rules.continuous)
    carried = carried or State()
    now = bank.found(carried, seats)
    # A continuous shuffler has one list of coups from one burn to the next.
    again = burns or (fresh and not rules.continuous)
    here = {each.party for each in seats}
    return messages.CoupOpened(
        seats=seats,
        seat=now.seat,
        banker=now.banker,
        offered=now.offered,
        held=carried.held if now.banker == carried.banker else 0,
        refused=tuple(sorted((carried.refused - carried.passed) & here)),
        silent=tuple(sorted(carried.silent & here)),
        burns=burns,
        turned_up=None if again else carried.turned_up,
        burned=0 if again else carried.burned,
        results=() if again else carried.results,
        coup=carried.coup,
        shoe_over=carried.shoe_over and not fresh,
        rounds_left=context.rounds_left,
    )


def opens_by_itself(rules: Rules, state: State | None, context: protocol.OpeningContext) -> bool:
    """Tell whether the last coups are announced and must be dealt."""
    finished = state is not None and state.shoe_over and not context.fresh_shoe
    return bool(context.rounds_left) and not finished


def awaiting(rules: Rules, state: State) -> protocol.Awaiting:
    """Return what the coup needs next."""
    match state.stage:
        case "closed":
            over = state.shoe_over or (rules.continuous and state.dealt)
            return protocol.Shuffle() if over else protocol.Nobody()
        case "betting":
            if state.to_burn != 0:
                return protocol.Cards(state.to_burn or 1)
            if not state.stakes and not state.rounds_left:
                return protocol.Nobody()
            return protocol.Players((), rules.betting_window_seconds, "bets")
        case "dealing":
            return protocol.Cards(4)
        case "punto" | "banco":
            seat = state.seat_of(state.hand(state.stage).holder)
            return protocol.Players((seat,) if seat else (), rules.decision_seconds, state.stage)
        case "third" | "drawing":
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
            course.add(_asked(rules, state, given))
        case protocol.ClockExpired() if state.stage == "betting" and state.to_burn == 0:
            course.add(messages.BetsClosed())
        case protocol.ClockExpired() if state.stage in ("punto", "banco"):
            course.add(_turned(state, state.turn, "clock"))
        case protocol.Drawn():
            course.add(_drawn(rules, state, given))
        case protocol.Seated():
            seats = seated_persons(given.seats)
            if seats != state.seats and state.stage != "closed":
                course.add(bank.reseated(state, seats))
        case protocol.SessionEnded() if state.stage != "closed" or state.on_layout:
            course.add(messages.SessionBroken(given.by, stakes_back(state)))
        case _:
            raise not_awaited()
    _carry_on(course)
    return course


def _asked(rules: Rules, state: State, asked: protocol.PlayerCommand[Command]) -> Event:
    command, party = asked.command, asked.party
    match command:
        case messages.Stake():
            return _staked(rules, state, party, command)
        case messages.Ready():
            check_ready(refusal, state, party)
            return messages.Readied(party)
        case messages.RefuseBank():
            return bank.refused(state, party)
        case messages.TurnCards():
            _check_holds(state, party, command.hand)
            return _turned(state, command.hand, "holder")
        case messages.RefuseCards():
            # The dealer turns them at once (MC-PB-35).
            _check_holds(state, party, command.hand)
            return messages.CardsRefused(party, command.hand)
        case _:
            assert_never(command)


def _check_holds(state: State, party: Party, side: Side) -> None:
    """Refuse `not_awaited` out of a side's turn, `not_owner` to whom its cards were not passed."""
    if state.stage != side:
        raise not_awaited()
    if party != state.hand(side).holder:
        raise refusal("not_owner")


def _staked(rules: Rules, state: State, party: Party, command: messages.Stake) -> messages.Staked:
    """Return a party's stakes as accepted, each within the table's limits (MC-PB-30).

    Anybody may stake, seated or standing, on any of the bets and on several (MC-PB-06, MC-PB-29).
    """
    if state.stage != "betting":
        raise refusal("betting_closed")
    if state.shoe_over:
        raise refusal("session_ended")
    laid = accept_wagers(refusal, rules, command.wagers)
    return messages.Staked(party, laid, total(laid), stake_moves(refusal, state, party, laid))


def _drawn(rules: Rules, state: State, drawn: protocol.Drawn) -> Event:
    """Put the cards where they belong: turned up, burnt, dealt, or as a third card."""
    if awaiting(rules, state) != protocol.Cards(len(drawn.cards)):
        raise not_awaited()
    stop = drawn.stop_card and not state.shoe_over
    first = drawn.cards[0]
    if state.stage == "betting":
        # Nobody sees what is burnt, so that no event has it.
        if state.to_burn is None:
            return messages.CardTurnedUp(first, value(first))
        return messages.CardsBurnt(len(drawn.cards))
    if state.stage == "dealing":
        to_punto = receives_punto(state) if rules.pass_cards else NOBODY
        to_banco = state.banker if rules.pass_cards else NOBODY
        # One by one, punto's first (MC-PB-10, MC-PB-32).
        punto, banco = drawn.cards[::2], drawn.cards[1::2]
        return messages.CardsDealt(punto, banco, to_punto, to_banco, stop, state.coup + 1)
    side: Side = "banco" if state.banco.draws else "punto"
    hand = state.hand(side)
    return messages.ThirdCard(side, first, (hand.point + value(first)) % 10, stop)


def receives_punto(state: State) -> Party:
    """Return to whom punto's cards are passed: the seated player with most on it (A8).

    The lowest seat of several with as much; empty for the dealer, where nobody seated has staked
    on punto (MC-PB-33, MC-PB-35).
    """
    on = {each.party: 0 for each in sorted(state.seats, key=lambda each: each.seat)}
    for party in on.keys() & state.stakes.keys():
        on[party] = total(each for each in state.stakes[party] if each.on == "punto")
    most = max(on, key=on.__getitem__, default=NOBODY)
    return most if most and on[most] else NOBODY


def _turned(state: State, side: Side, by: messages.By) -> messages.HandTurned:
    hand = state.hand(side)
    return messages.HandTurned(side, hand.cards, hand.point, by)


def _carry_on(course: _Course) -> None:
    """Add all events that need no further input."""
    rules, state = course.rules, course.state
    if state.stage == "betting" and state.to_burn == 0:
        # A party that is done may have taken its stakes back.
        if all_ready(state.stakes.keys() | state.ready, state.ready):
            course.add(messages.BetsClosed())
        return
    while course.state.stage in ("punto", "banco") and not _waits(course.state):
        course.add(_turned(course.state, course.state.turn, "dealer"))
    if course.state.stage == "drawing" and course.state.pairs is None and rules.paire_baccara:
        course.add(messages.PairsAnnounced(course.state.punto.pair, course.state.banco.pair))
    while course.state.stage == "drawing":
        state = course.state
        if state.punto.natural or state.banco.natural or state.banco.draws is not None:
            _settle(course)
            break
        side: Side = "punto" if state.punto.draws is None else "banco"
        course.add(messages.HandSpoke(side, settle.must_draw(state, side)))


def _waits(state: State) -> bool:
    """Tell whether somebody has the cards of the side on turn, and is there to turn them."""
    holder = state.hand(state.turn).holder
    return bool(state.seat_of(holder)) and holder not in state.silent


def _settle(course: _Course) -> None:
    """Announce, collect and pay, batch by batch; then the bank goes on, or stays."""
    rules, state = course.rules, course.state
    punto, banco = state.punto, state.banco
    wins = settle.wins(rules, state)
    course.add(messages.CoupAnnounced(banco.point, punto.point, wins, written(punto, banco)))
    course.add(*settle.batches(rules, course.state))
    if moves := bank.moves_on(course.state):
        course.add(moves)
    course.add(messages.CoupClosed())
