"""The course of a round: which input is awaited, and which events follow from it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import assert_never

from tables.games.core import protocol
from tables.games.core.course import Course, all_ready, not_awaited
from tables.games.core.money import Amount, Move, Place
from tables.games.wheel import messages, staking
from tables.games.wheel.device import Device
from tables.games.wheel.rules import WheelRules
from tables.games.wheel.stakes import (
    Held,
    Laid,
    Settled,
    collection_moves,
    move,
    payout_moves,
    total,
)
from tables.games.wheel.state import State, evolve

NUMBERS_KEPT = 20


def opening_event(
    rules: WheelRules, carried: State | None, context: protocol.OpeningContext
) -> messages.Opened:
    """Return the first event of a round; stakes that stay over ride in it."""
    numbers: tuple[int, ...] = ()
    tally: tuple[int, ...] = (0,) * len(rules.device.numbers)
    held: tuple[Held, ...] = ()
    if carried is not None:
        held = tuple(carried.every())
        numbers, tally = carried.numbers, carried.tally or tally
        if carried.number is not None:
            numbers = (carried.number, *numbers)[:NUMBERS_KEPT]
            tally = rules.device.tallied(tally, carried.number)
    return messages.Opened(held, len(held), numbers, tally, context.rounds_left)


def opens_by_itself(
    rules: WheelRules, state: State | None, context: protocol.OpeningContext
) -> bool:
    """Tell whether stakes stay over, or the last spins are announced and must be spun."""
    return bool(state and state.stakes) or bool(context.rounds_left)


def awaiting(rules: WheelRules, state: State) -> protocol.Awaiting:
    """Return what the round needs next."""
    match state.stage:
        case "closed":
            return protocol.Nobody()
        case "spinning":
            return rules.device.draw
        case "betting":
            if not state.stakes and not state.rounds_left:
                return protocol.Nobody()
            pending = any(each.laid.keep == "choice" for each in state.held)
            seconds = rules.seconds(pending=pending)
            return protocol.Players((), seconds, f"bets/{state.stops}")
        case _:
            assert_never(state.stage)


_Course = Course[WheelRules, State, messages.Event]


def decide(
    rules: WheelRules, state: State, given_: protocol.EngineInput[messages.Command]
) -> _Course:
    """Return the course of what follows from the input, as far as no further input is needed.

    Refuses `not_awaited` for an input of the house that nothing waits for.
    """
    course = _Course(rules, state, evolve)
    match given_:
        case protocol.PlayerCommand():
            course.add(apply_command(rules, state, given_))
            if is_everybody_ready(course.state):
                course.add(*close_bets(rules, course.state))
        case protocol.ClockExpired() if state.stage == "betting":
            if state.stakes or state.rounds_left:
                course.add(*close_bets(rules, state))
            else:
                course.add(messages.RoundClosed())
        case protocol.DrawResult() if state.stage == "spinning":
            _settle(course, rules.fallen(given_.values[0]))
        case protocol.DrawStopped() if state.stage == "spinning":
            course.add(messages.SpinStopped(given_.by, rules.reopen_on_void))
        case protocol.SessionEnded() if state.stakes or state.stage != "closed":
            course.add(break_session(rules, state, given_.by))
        case _:
            raise not_awaited()
    return course


def apply_command(
    rules: WheelRules, state: State, given_: protocol.PlayerCommand[messages.Command]
) -> messages.Event:
    """Return what follows from a command; refuses as `staking` does."""
    command = given_.command
    match command:
        case messages.Stake():
            return staking.stake_event(rules, state, given_, command)
        case messages.Half() | messages.Prison():
            return staking.apply_choice(rules, state, given_.party, command)
        case messages.Ready():
            return staking.ready_event(rules, state, given_.party)
        case _:
            assert_never(command)


def is_everybody_ready(state: State) -> bool:
    """Tell whether all who have staked are done."""
    # A party that is done may have taken its stakes back.
    return state.stage == "betting" and all_ready(state.stakes.keys() | state.ready, state.ready)


def close_bets(rules: WheelRules, state: State) -> Iterator[messages.Event]:
    """Announce rien ne va plus; a choice that was not made takes its default (COMMON-11)."""
    yield messages.BetsClosed()
    pending = [each for each in state.every() if each.laid.keep == "choice"]
    if pending and rules.silence_halves:
        yield staking.take_half(rules, pending, "silent")
    elif pending:
        yield staking.imprison(pending, "silent")


def _settle(course: _Course, number: int) -> None:
    """Announce, collect, pay in the printed order, and see to the stakes that are caught."""
    rules, device = course.rules, course.rules.device
    course.add(messages.NumberFell(number, device.chances_of(number)))
    lost, caught = [], []
    won: list[Held] = []
    for each in course.state.every():
        position = device.layout[each.laid.on]
        if number in position.pockets:
            won.append(each)
        elif rules.catches(position, number):
            caught.append(each)
        else:
            lost.append(each)
    course.add(*settle(rules, course.state, won, lost), *offer_choices(rules, course.state, caught))
    course.add(messages.RoundClosed())


def settle(
    rules: WheelRules, state: State, won: Sequence[Held], lost: Sequence[Held]
) -> Iterator[messages.Event]:
    """Collect what is lost, then pay what has won, of one kind of bet in the order given."""
    if lost:
        yield _collected(lost)
    payments = list(_payments(rules.device, won))
    for bet, winners in payments:
        settled = tuple(_won(rules, each) for each in winners)
        back = Amount(sum(each.returned for each in settled))
        yield messages.Paid(bet, settled, back, payout_moves(settled))
    if rules.auto_rebet and not state.last:
        again = [
            each
            for _, winners in payments
            for each in winners
            if each.laid.keep == "free" and not rules.premium(each.laid)
        ]
        if again:
            yield _restaked(again)


def _payments(device: Device, won: Sequence[Held]) -> Iterator[tuple[str, list[Held]]]:
    """Yield the winners in the order of payment: by kind of bet, or all of them by player."""
    ranks = {bet: rank for rank, bet in enumerate(device.payment)}

    def rank(each: Held) -> int:
        return ranks[device.layout[each.laid.on].bet]

    if device.by_player:
        players = {party: nth for nth, party in enumerate(each.party for each in won)}
        if won:
            yield "", sorted(won, key=lambda each: (players[each.party], rank(each)))
        return
    for nth, winners in groupby(sorted(won, key=rank), rank):
        yield device.payment[nth], list(winners)


def _collected(lost: Iterable[Held]) -> messages.Collected:
    settled = tuple(
        Settled(each.party, each.laid.id, each.laid.on, each.laid.amount, Amount(0), "lost")
        for each in lost
    )
    return messages.Collected(settled, total(each.laid for each in lost), collection_moves(settled))


def _won(rules: WheelRules, held: Held) -> Settled:
    """Return a winner as paid, or a prisoner as freed."""
    laid = held.laid
    if laid.keep == "prison":
        freed = rules.freed(laid.amount, laid.zeros)
        return Settled(held.party, laid.id, laid.on, laid.amount, freed, "released")
    back = Amount(laid.amount + rules.paying(laid.on).win(laid.amount))
    return Settled(held.party, laid.id, laid.on, laid.amount, back, "won")


def _restaked(again: list[Held]) -> messages.Restaked:
    sums: dict[str, int] = {}
    for each in again:
        sums[each.party] = sums.get(each.party, 0) + each.laid.amount
    moves = tuple(
        one
        for party in dict.fromkeys(each.party for each in again)
        for one in move(sums[party], Place.WALLET, Place.LAYOUT, party, "stake")
    )
    return messages.Restaked(tuple(again), total(each.laid for each in again), moves)


def offer_choices(
    rules: WheelRules, state: State, caught: Sequence[Held]
) -> Iterator[messages.Event]:
    """Offer the choice, or give the half that the last round of the session compels."""
    held = tuple(
        Held(
            each.party,
            Laid(each.laid.id, each.laid.on, each.laid.amount, "choice", each.laid.zeros + 1),
        )
        for each in caught
    )
    if held and state.last:
        yield staking.take_half(rules, held, "last_of_session")
    elif held:
        yield messages.ChoiceOffered(held, total(each.laid for each in held))


def break_session(rules: WheelRules, state: State, by: str) -> messages.SessionBroken:
    """Return the event that gives every stake back at its value, and the premiums of this round."""
    settled = tuple(_valued(rules, state))
    back = Amount(sum(each.returned for each in settled))
    moves = payout_moves(settled) + return_premiums(rules, state)
    return messages.SessionBroken(by, settled, back, moves)


def return_premiums(rules: WheelRules, state: State) -> tuple[Move, ...]:
    """Return the moves that give back what was paid beside the stakes of this round."""
    paid = {
        party: sum(rules.premium(each) for each in laid if each.keep == "free")
        for party, laid in state.stakes.items()
    }
    return tuple(
        one
        for party, amount in paid.items()
        for one in move(amount, Place.FLOAT, Place.WALLET, party, "premium_back")
    )


def _valued(rules: WheelRules, state: State) -> Iterator[Settled]:
    """Yield what every stake is worth when the session ends by an incident (section 4)."""
    for party, laid in ((each.party, each.laid) for each in state.every()):
        back = rules.half_of(laid.amount, laid.zeros)
        yield Settled(party, laid.id, laid.on, laid.amount, back, "cancelled")
