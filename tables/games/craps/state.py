"""The state of a throw: the fold of its events, which knows no rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, assert_never

from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import Voided
from tables.games.core.values import changed, copy_as
from tables.games.craps import messages
from tables.games.craps.bets import Dice
from tables.games.craps.messages import NO_SEAT, AtRail, Event
from tables.games.craps.stakes import Held, Laid, Settled, by_party

Stage = Literal["betting", "throwing", "falling", "closed"]
TOTALS: Final = range(2, 13)
LAST_KEPT: Final = 20


_NOTHING: Final = messages.Opened()


@dataclass(frozen=True, slots=True)
class State:
    """A throw with the bets before it: the fold of its events."""

    opened: messages.Opened = _NOTHING
    """How the round found the table; an annulled one leaves it so."""
    stage: Stage = "betting"
    seats: tuple[AtRail, ...] = ()
    stakes: Mapping[Party, tuple[Laid, ...]] = field(default_factory=dict)
    """What lies on the layout, parties in the order in which they first staked."""
    ready: frozenset[Party] = frozenset()
    point: int = 0
    shooter: AtRail | None = None
    throws: int = 0
    timeouts: int = 0
    gone: tuple[BoxNo, ...] = ()
    """The places that have declined since the last series."""
    barred: BoxNo = NO_SEAT
    pair: Dice = (1, 2)
    dice: Dice | None = None
    """What this throw shows."""
    thrower: Party | None = None
    """Who has thrown; an empty name for the server."""
    late: bool = False
    """The server threw for a shooter who did not."""
    turn: Literal["", "set", "made", "seven_out"] = ""
    """What this throw has done to the point."""
    stops: int = 0
    """How often the throw was void, or the bets were open again without one."""
    settled: Mapping[Party, tuple[Settled, ...]] = field(default_factory=dict)
    """What became of stakes in this round."""
    voided: bool = False

    @property
    def rounds_left(self) -> int | None:
        """How many throws are left with this one, once the end of the session is announced."""
        return self.opened.rounds_left

    @property
    def overtime(self) -> bool:
        """Whether the announced throws are over: only odds are still taken."""
        return self.opened.overtime

    @property
    def on_layout(self) -> Amount:
        """The players' chips on the layout."""
        return Amount(sum(each.amount for laid in self.stakes.values() for each in laid))

    def every(self) -> Iterable[Held]:
        """Yield every stake with its party."""
        for party, laid in self.stakes.items():
            for each in laid:
                yield Held(party, each)

    def place_of(self, party: Party) -> AtRail | None:
        """Return where a party stands at the rail."""
        return next((each for each in self.seats if each.party == party), None)

    def standing(self, place: AtRail | None) -> bool:
        """Tell whether somebody still stands where he stood."""
        return place is not None and place in self.seats

    def last(self) -> tuple[Dice, ...]:
        """Return the last throws, newest first, this one's too."""
        return ((self.dice,) if self.dice else ()) + self.opened.last

    def tally(self) -> tuple[int, ...]:
        """Return how often each total has come, with this throw."""
        tally = self.opened.tally or (0,) * len(TOTALS)
        if self.dice is None:
            return tally
        total = sum(self.dice)
        return tuple(n + (each == total) for each, n in zip(TOTALS, tally, strict=True))


def evolve(state: State | None, event: Event) -> State:
    """Return the state after an event; total, knows no rules."""
    if isinstance(event, messages.Opened):
        return _opened(event)
    if state is None:
        state = State()
    match event:
        case messages.SeatsChanged():
            return changed(state, seats=event.seats)
        case messages.ShooterChanged():
            return _passed(state, event)
        case messages.DiceChanged():
            return changed(state, pair=event.pair)
        case messages.Staked():
            return changed(
                state,
                stakes=_laid(state, event.party, event.laid),
                ready=state.ready - {event.party},
            )
        case messages.Switched():
            return changed(state, stakes=_laid(state, event.party, event.laid))
        case messages.Readied():
            return changed(state, ready=state.ready | {event.party})
        case messages.BetsClosed():
            return changed(state, stage="throwing", stakes=_fixed(state, event.contracts))
        case messages.Thrown():
            return changed(
                state,
                stage="falling",
                thrower=event.by,
                late=event.timed_out,
                timeouts=state.timeouts + event.timed_out,
            )
        case messages.NoDice():
            return changed(
                state, stage="betting", stops=state.stops + 1, ready=frozenset(), thrower=None
            )
        case messages.DiceFell():
            own = state.shooter is not None and state.thrower == state.shooter.party
            return changed(state, dice=event.dice, throws=state.throws + own)
        case messages.Collected() | messages.Paid() | messages.TakenDown():
            return _settled(state, event.settled)
        case messages.Moved() | messages.Restaked():
            return changed(state, stakes=_again(state, event.held))
        case messages.PointChanged():
            barred = state.barred if event.point else NO_SEAT
            return changed(state, point=event.point, turn=event.why, barred=barred)
        case messages.SessionBroken():
            return changed(_settled(state, event.settled), stage="closed")
        case messages.RoundClosed():
            return changed(state, stage="closed")
        case Voided():
            return changed(_opened(state.opened), stage="closed", voided=True)
        case _:
            assert_never(event)


def _opened(event: messages.Opened) -> State:
    return copy_as(State, event, opened=event, stakes=by_party(event.held))


def _passed(state: State, event: messages.ShooterChanged) -> State:
    """Return the state with the dice in other hands, and the bets open again if they were not."""
    open_again = state.stage == "throwing"
    barred = state.barred
    if event.why == "withdrawn" and state.point and state.shooter:
        barred = state.shooter.seat
    return changed(
        state,
        shooter=event.shooter,
        throws=0,
        timeouts=0,
        gone=event.gone,
        barred=barred,
        stage="betting" if open_again else state.stage,
        stops=state.stops + open_again,
        ready=frozenset() if open_again else state.ready,
    )


def _laid(state: State, party: Party, laid: Iterable[Laid]) -> Mapping[Party, tuple[Laid, ...]]:
    """Return the stakes with these of a party; what has no amount lies there no more."""
    mine = {each.id: each for each in state.stakes.get(party, ())}
    mine |= {each.id: each for each in laid}
    stakes = dict(state.stakes)
    stakes[party] = tuple([each for each in mine.values() if each.amount])
    if not stakes[party]:
        del stakes[party]
    return stakes


def _fixed(state: State, contracts: Iterable[str]) -> Mapping[Party, tuple[Laid, ...]]:
    kinds = frozenset(contracts)
    return {
        party: tuple(
            [
                changed(each, fresh=False, fixed=each.amount if each.on in kinds else each.fixed)
                for each in laid
            ]
        )
        for party, laid in state.stakes.items()
    }


def _again(state: State, held: Iterable[Held]) -> Mapping[Party, tuple[Laid, ...]]:
    """Return the stakes with these in place of the same party's of the same id, or beside them."""
    stakes = dict(state.stakes)
    for party, laid in by_party(held).items():
        mine = {each.id: each for each in stakes.get(party, ())}
        stakes[party] = tuple((mine | {each.id: each for each in laid}).values())
    return stakes


def _settled(state: State, settled: Iterable[Settled]) -> State:
    gone: dict[Party, set[str]] = {}
    told = dict(state.settled)
    for each in settled:
        told[each.party] = (*told.get(each.party, ()), each)
        if each.fate != "cut":
            gone.setdefault(each.party, set()).add(each.id)
    stakes = dict(state.stakes)
    for party, ids in gone.items():
        stakes[party] = tuple([each for each in stakes.get(party, ()) if each.id not in ids])
        if not stakes[party]:
            del stakes[party]
    return changed(state, stakes=stakes, settled=told)
