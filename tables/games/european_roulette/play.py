"""The course of a round: which input is awaited, and which events follow from it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import assert_never

from tables.games.core.money import Amount, Place
from tables.games.core.protocol import (
    Asked,
    Awaiting,
    Draw,
    Expired,
    Fell,
    Given,
    Nobody,
    Players,
    Refused,
    SessionEnded,
    Setting,
    Stopped,
)
from tables.games.european_roulette import staking
from tables.games.european_roulette.messages import (
    BetsClosed,
    ChoiceOffered,
    Collected,
    Command,
    Event,
    Half,
    NumberFell,
    Opened,
    Paid,
    Prison,
    Ready,
    Restaked,
    RoundClosed,
    SessionBroken,
    SpinStopped,
    Stake,
)
from tables.games.european_roulette.rules import (
    LAYOUT,
    ORDER_OF_PAYMENT,
    POCKETS,
    Rules,
    ZeroChoice,
)
from tables.games.european_roulette.state import State, evolve
from tables.games.wheel.layout import chances_of
from tables.games.wheel.stakes import Held, Laid, Settled, collected, given, move, total

NUMBERS_KEPT = 20


def opening(carried: State | None, setting: Setting) -> Opened:
    """Return the first event of a round; stakes that stay over ride in it."""
    numbers: tuple[int, ...] = ()
    tally: tuple[int, ...] = (0,) * POCKETS
    held: tuple[Held, ...] = ()
    if carried is not None:
        held = tuple(carried.every())
        numbers, tally = carried.numbers, carried.tally or tally
        if carried.number is not None:
            numbers = (carried.number, *numbers)[:NUMBERS_KEPT]
            tally = tuple(count + (pocket == carried.number) for pocket, count in enumerate(tally))
    return Opened(held, len(held), numbers, tally, setting.rounds_left)


def goes_on(state: State | None, setting: Setting) -> bool:
    """Tell whether stakes stay over, or the last spins are announced and must be spun."""
    return bool(state and state.stakes) or bool(setting.rounds_left)


def awaiting(rules: Rules, state: State) -> Awaiting:
    """Return what the round needs next."""
    match state.stage:
        case "closed":
            return Nobody()
        case "spinning":
            return Draw((POCKETS,))
        case "betting":
            if not state.stakes and not state.rounds_left:
                return Nobody()
            seconds = rules.betting_window_seconds
            if any(each.laid.keep == "choice" for each in state.held):
                seconds = max(seconds, rules.decision_seconds)
            return Players((), seconds, f"bets/{state.stops}")
        case _:
            assert_never(state.stage)


@dataclass(slots=True)
class _Telling:
    """The events told so far in answer to one input, and the state that they lead to."""

    state: State
    events: list[Event] = field(default_factory=list)

    def tell(self, event: Event) -> None:
        self.events.append(event)
        self.state = evolve(self.state, event)


def decide(rules: Rules, state: State, given_: Given[Command]) -> tuple[Event, ...]:
    """Return what follows from the input, as far as no further input is needed.

    Refuses `not_awaited` for an input of the house that nothing waits for.
    """
    telling = _Telling(state)
    match given_:
        case Asked():
            telling.tell(_asked(rules, state, given_))
            if _everybody_ready(telling.state):
                _close_bets(rules, telling)
        case Expired() if state.stage == "betting":
            if state.stakes or state.rounds_left:
                _close_bets(rules, telling)
            else:
                telling.tell(RoundClosed())
        case Fell() if state.stage == "spinning":
            _settle(rules, telling, given_.values[0])
        case Stopped() if state.stage == "spinning":
            telling.tell(SpinStopped(given_.by, rules.reopen_on_void))
        case SessionEnded() if state.stakes:
            telling.tell(_broken(rules, state, given_.by))
        case _:
            raise Refused("not_awaited")
    return tuple(telling.events)


def _asked(rules: Rules, state: State, asked: Asked[Command]) -> Event:
    command = asked.command
    match command:
        case Stake():
            return staking.staked(rules, state, asked, command)
        case Half() | Prison():
            return staking.chosen(rules, state, asked.party, command)
        case Ready():
            return staking.readied(state, asked.party)
        case _:
            assert_never(command)


def _everybody_ready(state: State) -> bool:
    return bool(state.ready) and state.stage == "betting" and state.ready >= state.stakes.keys()


def _close_bets(rules: Rules, telling: _Telling) -> None:
    """Announce rien ne va plus; a choice that was not made takes its default (COMMON-11)."""
    telling.tell(BetsClosed())
    pending = [each for each in telling.state.every() if each.laid.keep == "choice"]
    if pending and rules.zero_default_choice is ZeroChoice.HALF:
        telling.tell(staking.half_taken(rules, pending, "silent"))
    elif pending:
        telling.tell(staking.imprisoned(pending, "silent"))


# --- settlement -----------------------------------------------------------------------------------


def _settle(rules: Rules, telling: _Telling, number: int) -> None:
    """Announce, collect, pay in the printed order, and see to the stakes that a zero caught."""
    telling.tell(NumberFell(number, chances_of(number)))
    every = list(telling.state.every())
    lost, caught = [], []
    won: dict[str, list[Held]] = {bet: [] for bet in ORDER_OF_PAYMENT}
    for each in every:
        position = LAYOUT[each.laid.on]
        if number in position.pockets:
            won[position.bet].append(each)
        elif number == 0 and position.even:
            caught.append(each)
        else:
            lost.append(each)
    if lost:
        telling.tell(_collected(lost))
    for bet, winners in won.items():
        if winners:
            settled = tuple(_won(rules, each) for each in winners)
            back = Amount(sum(each.returned for each in settled))
            telling.tell(Paid(bet, settled, back, given(settled)))
    if rules.auto_rebet and not telling.state.last:
        again = [each for winners in won.values() for each in winners if each.laid.keep == "free"]
        if again:
            telling.tell(_restaked(again))
    if caught:
        _catch(rules, telling, caught)
    telling.tell(RoundClosed())


def _collected(lost: list[Held]) -> Collected:
    settled = tuple(
        Settled(each.party, each.laid.id, each.laid.on, each.laid.amount, Amount(0), "lost")
        for each in lost
    )
    return Collected(settled, total(each.laid for each in lost), collected(settled))


def _won(rules: Rules, held: Held) -> Settled:
    """Return a winner as paid (MC-EROU-22), or a prisoner as freed (MC-EROU-26)."""
    laid = held.laid
    if laid.keep == "prison":
        freed = rules.freed(laid.amount, laid.zeros)
        return Settled(held.party, laid.id, laid.on, laid.amount, freed, "released")
    back = Amount(laid.amount + LAYOUT[laid.on].win(laid.amount))
    return Settled(held.party, laid.id, laid.on, laid.amount, back, "won")


def _restaked(again: list[Held]) -> Restaked:
    sums: dict[str, int] = {}
    for each in again:
        sums[each.party] = sums.get(each.party, 0) + each.laid.amount
    moves = tuple(
        one
        for party in dict.fromkeys(each.party for each in again)
        for one in move(sums[party], Place.WALLET, Place.LAYOUT, party, "stake")
    )
    return Restaked(tuple(again), total(each.laid for each in again), moves)


def _catch(rules: Rules, telling: _Telling, caught: list[Held]) -> None:
    """Offer the choice after a zero, or give the half that the last spin compels (MC-EROU-30)."""
    held = tuple(
        Held(
            each.party,
            Laid(each.laid.id, each.laid.on, each.laid.amount, "choice", each.laid.zeros + 1),
        )
        for each in caught
    )
    if telling.state.last:
        telling.tell(staking.half_taken(rules, held, "last_of_session"))
    else:
        telling.tell(ChoiceOffered(held, total(each.laid for each in held)))


def _broken(rules: Rules, state: State, by: str) -> SessionBroken:
    settled = tuple(_valued(rules, state))
    back = Amount(sum(each.returned for each in settled))
    return SessionBroken(by, settled, back, given(settled))


def _valued(rules: Rules, state: State) -> Iterator[Settled]:
    """Yield what every stake is worth when the session ends by an incident (section 4)."""
    for party, laid in ((each.party, each.laid) for each in state.every()):
        back = rules.half_of(laid.amount, laid.zeros)
        yield Settled(party, laid.id, laid.on, laid.amount, back, "cancelled")
