"""What everybody may know of a round, and what one party alone is shown beside it.

The view stays small however many play: totals by position, and counts. Whose stakes they are, each
party sees of its own.
"""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, Literal

from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import EVERYBODY, Audience, Option, redact_stakes
from tables.games.wheel import messages
from tables.games.wheel.device import Device
from tables.games.wheel.rules import WheelRules
from tables.games.wheel.stakes import NO_BOX, Announced, Keep, Settled
from tables.games.wheel.state import State


@dataclass(frozen=True, slots=True)
class PositionView:
    """What all players together have on one position."""

    on: str
    staked: Amount
    """Free stakes."""
    held: Amount
    """Stakes in prison, or waiting for the choice after a zero."""


@dataclass(frozen=True, slots=True)
class BetLimit:
    """A kind of bet, and the most that one player may stake on one position of it."""

    bet: str
    most: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutView:
    """What everybody may know of the stakes on a layout, and of what may be staked there."""

    options: tuple[Option, ...]
    """None: what a party may do is in its own part."""
    positions: tuple[PositionView, ...]
    staked: Amount
    """All chips on the layout."""
    players: int
    """How many parties have chips there."""
    ready: int
    """How many of them want no more."""
    rounds_left: int | None
    """How many rounds are left with this one, once it is announced."""
    least: Amount
    """The minimum of a stake."""
    step: Amount
    """Stakes are multiples of this."""
    limits: tuple[BetLimit, ...]
    voided: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class View(LayoutView):
    """All that everybody may know."""

    phase: Literal["betting", "spinning", "closed"]
    number: int | None
    """The number of this round, once it has fallen."""
    chances: tuple[str, ...]
    """The chances that are announced with it."""
    numbers: tuple[int, ...]
    """The last numbers, newest first, that of this round among them; at most 20."""
    tally: tuple[int, ...]
    """How often each number has come at this table, in the device's order, this round's too."""
    spins: int
    """How many spins the tally counts; a cylinder's turn changes with each."""
    stops: int
    """How often the spin of this round was stopped."""
    announced: tuple[str, ...]
    """The kinds of announced bets that are taken."""
    game: str = ""


@dataclass(frozen=True, slots=True)
class LyingView:
    """One of my stakes."""

    id: str
    on: str
    amount: Amount
    keep: Keep
    zeros: int
    half: Amount
    """What I would take back of it by halving now; 0 for a free stake."""
    freed: Amount
    """What goes free if it stays and wins the next spin; 0 for a free stake."""


@dataclass(frozen=True, slots=True)
class Own:
    """What a party has on the layout, and what became of its stakes in this round."""

    wagers: tuple[LyingView, ...]
    announced: tuple[Announced, ...]
    """My announced bets, as they were understood; their stakes are among the wagers."""
    settled: tuple[Settled, ...]
    staked: Amount
    returned: Amount
    """Given back in this round, stakes included."""
    ready: bool
    options: tuple[Option, ...]
    """What I may do now."""
    game: str = ""


def view(rules: WheelRules, state: State) -> View:
    """Return all that everybody may know."""
    number, numbers, tally = state.number, state.numbers, state.tally
    if number is not None:
        numbers = (number, *numbers)[:20]
        tally = rules.device.tallied(tally, number)
    return View(
        **layout_fields(rules, state),
        phase=state.stage,
        number=number,
        chances=() if number is None else rules.device.chances_of(number),
        numbers=numbers,
        tally=tally,
        spins=sum(tally),
        stops=state.stops,
        announced=rules.announcements,
    )


def layout_fields(rules: WheelRules, state: State) -> dict[str, Any]:
    """Return what everybody may know of the layout: the fields of `LayoutView`."""
    free, held = Counter[str](), Counter[str]()
    for laid in state.stakes.values():
        for each in laid:
            (free if each.keep == "free" else held)[each.on] += each.amount
    left = state.rounds_left
    return {
        "options": (),
        "positions": tuple(
            PositionView(on, Amount(free[on]), Amount(held[on])) for on in sorted(free | held)
        ),
        "staked": Amount(free.total() + held.total()),
        "players": len(state.stakes),
        "ready": len(state.ready & state.stakes.keys()),
        "rounds_left": left if left and left <= rules.last_rounds_notice else None,
        "least": Amount(rules.table_min_cents),
        "step": Amount(rules.stake_increment_cents),
        "limits": tuple(BetLimit(bet, rules.most(bet)) for bet in rules.device.payment),
        "voided": state.voided,
    }


def private_view(rules: WheelRules, state: State, party: Party) -> Own | None:
    """Return a party's own stakes, choices and results, or `None` where it has none."""
    laid, settled = state.stakes.get(party, ()), state.settled.get(party, ())
    if not laid and not settled:
        return None
    return Own(
        wagers=tuple(
            LyingView(
                each.id,
                each.on,
                each.amount,
                each.keep,
                each.zeros,
                rules.half_of(each.amount, each.zeros) if each.zeros else Amount(0),
                rules.freed(each.amount, each.zeros) if each.zeros else Amount(0),
            )
            for each in laid
        ),
        announced=state.announced.get(party, ()),
        settled=settled,
        staked=Amount(sum(each.amount for each in laid)),
        returned=Amount(sum(each.returned for each in settled)),
        ready=party in state.ready,
        options=choices(rules.device, state, party),
    )


def choices(device: Device, state: State, party: Party) -> tuple[Option, ...]:
    """Return the buttons of a party: half or prison for each stake that is caught, and ready."""
    laid = state.stakes.get(party, ())
    if state.stage != "betting" or not laid:
        return ()
    found: list[Option] = []
    for each in laid:
        if each.keep == "choice":
            for verb, clause in (("half", device.clauses.half), ("prison", device.clauses.prison)):
                found.append(_option(device, verb, each.id, clause))
    if party not in state.ready:
        found.append(_option(device, "ready", "", device.clauses.ready))
    return tuple(found)


def _option(device: Device, verb: str, wager: str, clause: str) -> Option:
    return Option(f"{device.game}.{verb}", BoxNo(NO_BOX), "", Amount(0), clause, wager)


def redact(event: messages.Event, audience: Audience = EVERYBODY) -> messages.Event:
    """Return an event with only what an audience may know (`Game.redact`)."""
    event = redact_stakes(event, audience)
    return replace(event, numbers=(), tally=()) if isinstance(event, messages.Opened) else event
