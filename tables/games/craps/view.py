"""What everybody may know of a throw, and what one party alone is shown beside it.

The view stays small however many play: totals by position, and which places of the rail have chips
there. The bets of a party, with their ids, it alone is shown.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from tables.games.core.messages import GameView
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import EVERYBODY, Audience, Option, redact_stakes
from tables.games.core.values import copy_as
from tables.games.craps import messages, play, rail, settle, staking
from tables.games.craps.bets import KINDS, LAYOUT, Dice
from tables.games.craps.messages import NO_SEAT, AtRail, Event
from tables.games.craps.resolution import is_working
from tables.games.craps.rules import Rules
from tables.games.craps.stakes import Laid, Settled
from tables.games.craps.state import LAST_KEPT, Stage, State


@dataclass(frozen=True, slots=True)
class PositionView:
    """What all players together have on one position."""

    on: str
    number: int
    """The number that come bets, or odds, lie on; 0 where they have none."""
    staked: Amount
    seats: tuple[BoxNo, ...]
    """The places of the rail whose chips are among them."""


@dataclass(frozen=True, slots=True)
class BetView:
    """A kind of bet: the most of it, and whether it may be staked now."""

    bet: str
    most: Amount
    now: bool


class View(GameView, kind="craps"):
    """All that everybody may know."""

    phase: Stage
    options: tuple[Option, ...]
    """What the shooter may do."""
    seats: tuple[AtRail, ...]
    shooter: AtRail | None
    """Who has the dice, or is offered them."""
    offered: bool
    """They are only offered: a line bet takes them."""
    thrower: AtRail | None
    """Who throws next; nobody where the server does."""
    thrown_by: Party | None
    """Who has thrown; an empty name for the server."""
    timed_out: bool
    """The server threw for him."""
    point: int
    """0 at the come-out."""
    turn: Literal["", "set", "made", "seven_out"]
    """What this throw has done to the point."""
    throws: int
    """How often the shooter has thrown in his series."""
    dice: Dice | None
    """What this throw shows, once it has fallen."""
    pair: Dice
    """Which two of the five dice of the session are thrown."""
    last: tuple[Dice, ...]
    """The last throws, newest first, this one among them; at most 20."""
    tally: tuple[int, ...]
    """How often each total from 2 to 12 has come at this table, this throw too."""
    positions: tuple[PositionView, ...]
    staked: Amount
    """All chips on the layout."""
    players: int
    """How many parties have chips there."""
    ready: int
    """How many of them want no more."""
    stops: int
    rounds_left: int | None
    """How many throws are left with this one, once it is announced."""
    overtime: bool
    """The announced throws are over: what lies there is thrown for, nothing new is staked."""
    least: Amount
    """The minimum of a stake."""
    step: Amount
    """Stakes are multiples of this."""
    horn_step: Amount
    """Horn bets are multiples of this; 0 for no other step."""
    bets: tuple[BetView, ...]
    high_low: int
    """What high low pays to 1."""
    commission: str
    """Of buy and lay bets, as a fraction."""
    max_odds: int | None
    """The most that all odds on a bet are worth, in times that bet."""
    place_working: bool
    """Place bets play at the come-out unless their owner says otherwise."""
    voided: bool = False


@dataclass(frozen=True, slots=True)
class LyingView:
    """One of my stakes."""

    id: str
    on: str
    amount: Amount
    number: int
    """The number that it waits for; 0 where it has none yet."""
    to: str
    """The id of the flat bet that odds belong to."""
    fee: Amount
    """The commission that I paid for it."""
    contract: Amount
    """What of it cannot be taken back."""
    plays: bool
    """The next throw concerns it."""
    switch: Literal["", "working", "no_action"]
    """What I may say of it."""
    switched: bool
    """What holds of that now: it plays at a come-out, or it is without action."""
    grows: bool
    """It may be increased."""
    wins: Amount
    """What it is paid beside the stake on its number; 0 where that depends on the throw."""


class Own(GameView, kind="craps"):
    """What a party has on the layout, and what became of its stakes in this round."""

    wagers: tuple[LyingView, ...]
    settled: tuple[Settled, ...]
    staked: Amount
    returned: Amount
    """Given back in this round, stakes included."""
    ready: bool
    options: tuple[Option, ...]
    """What I may do now beside staking."""


def view(rules: Rules, state: State) -> View:
    """Return all that everybody may know."""
    left = state.rounds_left
    return copy_as(
        View,
        state,
        phase=state.stage,
        options=tuple(_of_shooter(state)),
        offered=rail.are_dice_offered(state),
        thrower=rail.thrower(state),
        thrown_by=state.thrower,
        timed_out=state.thrower is not None and state.late,
        last=state.last()[:LAST_KEPT],
        tally=state.tally(),
        positions=_positions(state),
        staked=state.on_layout,
        players=len(state.stakes),
        ready=len(state.ready & state.stakes.keys()),
        rounds_left=left if left and left <= rules.last_rounds_notice else None,
        least=Amount(rules.table_min_cents),
        step=Amount(rules.stake_increment_cents),
        horn_step=Amount(rules.horn_stake_multiple or 0),
        bets=tuple([BetView(bet, rules.most(bet), _now(state, bet)) for bet in KINDS]),
        high_low=rules.high_low_odds,
        commission=rules.buy_lay_commission,
        max_odds=rules.max_odds_multiple,
        place_working=rules.place_working_on_come_out,
    )


def _now(state: State, bet: str) -> bool:
    """Tell whether a kind of bet may be staked now; odds where their flat bet may have them."""
    kind = KINDS[bet]
    if state.stage not in ("betting", "closed") or (state.overtime and kind.sort != "odds"):
        return False
    if kind.sort == "odds":
        return bool(state.point) or kind.behind.endswith("come")
    position = next(each for each in LAYOUT.values() if each.kind is kind)
    return staking.in_phase(state, position)


def _positions(state: State) -> tuple[PositionView, ...]:
    seat_of = {each.party: each.seat for each in state.seats}
    sums: dict[tuple[str, int], int] = {}
    seats: dict[tuple[str, int], set[BoxNo]] = {}
    for party, mine in state.stakes.items():
        for each in mine:
            key = each.on, (settle.flat_of(each, mine) or each).number
            sums[key] = sums.get(key, 0) + each.amount
            seats.setdefault(key, set()).update({seat_of.get(party, NO_SEAT)} - {NO_SEAT})
    return tuple(
        PositionView(on, number, Amount(sums[on, number]), tuple(sorted(seats[on, number])))
        for on, number in sorted(sums)
    )


def _option(verb: str, seat: BoxNo, clause: str) -> Option:
    return Option(f"craps.{verb}", seat, "", Amount(0), clause)


def _of_shooter(state: State) -> Iterator[Option]:
    """Yield the buttons of who has the dice."""
    place = rail.thrower(state)
    if place is not None and _may_throw(state, place.party):
        yield _option("throw", place.seat, "MC-CRAPS-08")
    mine = state.shooter
    if state.stage == "betting" and mine and not state.point and not state.throws:
        yield _option("decline_dice", mine.seat, "MC-CRAPS-07")
    if state.stage in ("betting", "throwing") and mine:
        yield _option("change_dice", mine.seat, "MC-CRAPS-11")


def _may_throw(state: State, party: Party) -> bool:
    passed = state.stage == "throwing" and rail.has_line_bet(state, party)
    return passed or play.may_throw_now(state, party)


def private_view(rules: Rules, state: State, party: Party) -> Own | None:
    """Return a party's own stakes and results, or `None` where it has none."""
    mine, settled = state.stakes.get(party, ()), state.settled.get(party, ())
    if not mine and not settled:
        return None
    ready = state.stage == "betting" and bool(mine) and party not in state.ready
    return Own(
        wagers=tuple([_lying(rules, state, each, mine) for each in mine]),
        settled=settled,
        staked=Amount(sum(each.amount for each in mine)),
        returned=Amount(sum(each.returned for each in settled)),
        ready=party in state.ready,
        options=(_option("ready", NO_SEAT, "MC-CRAPS-08"),) if ready else (),
    )


def _lying(rules: Rules, state: State, laid: Laid, mine: tuple[Laid, ...]) -> LyingView:
    flat = settle.flat_of(laid, mine)
    position = LAYOUT[laid.on]
    bet, sort = position.kind.bet, position.kind.sort
    number = position.number or staking.number_of(state, flat or laid)
    switch: Literal["", "working", "no_action"] = ""
    if bet in ("place", "come_odds"):
        switch = "working"
    elif bet == "dont_come":
        switch = "no_action"
    won, of = rules.odds(position, number, 0) if sort != "one_roll" and number else (0, 1)
    return LyingView(
        laid.id,
        laid.on,
        laid.amount,
        number,
        laid.to,
        laid.fee,
        laid.fixed,
        is_working(rules, laid, state.point, flat),
        switch,
        laid.no_action if switch == "no_action" else is_working(rules, laid, 0, flat),
        staking.may_increase(state, laid),
        Amount(laid.amount * won // of),
    )


def redact(event: Event, audience: Audience = EVERYBODY) -> Event:
    """Return an event with only what an audience may know (`Game.redact`)."""
    event = redact_stakes(event, audience)
    return replace(event, last=(), tally=()) if isinstance(event, messages.Opened) else event
