"""The state of a round at a wheel: the fold of its events."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeVar, assert_never

from tables.games.core.money import Amount, Party
from tables.games.core.protocol import Voided
from tables.games.core.values import changed
from tables.games.wheel import messages
from tables.games.wheel.stakes import Announced, Held, Laid, Settled, stakes_by_party, total

Stage = Literal["betting", "spinning", "closed"]


@dataclass(frozen=True, slots=True)
class State:
    """A round: the fold of its events."""

    stage: Stage = "betting"
    stakes: Mapping[Party, tuple[Laid, ...]] = field(default_factory=dict)
    """What lies on the layout, parties in the order in which they first staked."""
    announced: Mapping[Party, tuple[Announced, ...]] = field(default_factory=dict)
    ready: frozenset[Party] = frozenset()
    held: tuple[Held, ...] = ()
    """What stayed over from the last round, as it was when this one opened."""
    number: int | None = None
    numbers: tuple[int, ...] = ()
    """The last numbers before this round, newest first."""
    tally: tuple[int, ...] = ()
    rounds_left: int | None = None
    stops: int = 0
    """How often the spin was stopped."""
    settled: Mapping[Party, tuple[Settled, ...]] = field(default_factory=dict)
    """What became of stakes in this round."""
    voided: bool = False

    @property
    def last(self) -> bool:
        """Tell whether this is the last spin of the session."""
        return self.rounds_left == 1

    @property
    def on_layout(self) -> Amount:
        """The players' chips on the layout."""
        return Amount(sum(total(laid) for laid in self.stakes.values()))

    def every(self) -> Iterable[Held]:
        """Yield every stake with its party."""
        for party, laid in self.stakes.items():
            for each in laid:
                yield Held(party, each)


S = TypeVar("S", bound=State)


def evolve(state: State | None, event: messages.Event) -> State:
    """Return the state after an event; total, knows no rules."""
    if isinstance(event, messages.Opened):
        return State(
            stakes=stakes_by_party(event.held),
            held=event.held,
            numbers=event.numbers,
            tally=event.tally,
            rounds_left=event.rounds_left,
        )
    return told(State() if state is None else state, event)


def told(state: S, event: messages.Event) -> S:
    """Return the state of a round that goes on after an event; `Opened` changes nothing."""
    match event:
        case messages.Opened():
            return state
        case messages.Staked():
            return _staked(state, event)
        case messages.Readied():
            return changed(state, ready=state.ready | {event.party})
        case messages.Imprisoned() | messages.ChoiceOffered():
            return changed(state, stakes=_kept(state, event.held))
        case messages.HalfTaken() | messages.Collected() | messages.Paid():
            return settled(state, event.settled)
        case messages.Restaked():
            return changed(state, stakes=_added(state, event.held))
        case messages.BetsClosed():
            return changed(state, stage="spinning")
        case messages.SpinStopped():
            stage: Stage = "betting" if event.reopens else "spinning"
            return changed(state, stage=stage, stops=state.stops + 1, ready=frozenset())
        case messages.NumberFell():
            return changed(state, number=event.number)
        case messages.SessionBroken():
            return changed(settled(state, event.settled), stage="closed")
        case messages.RoundClosed():
            return changed(state, stage="closed")
        case Voided():
            return changed(
                state,
                stage="closed",
                stakes=stakes_by_party(state.held),
                announced={},
                number=None,
                settled={},
                voided=True,
            )
        case _:
            assert_never(event)


def _staked(state: S, event: messages.Staked) -> S:
    held = tuple(each for each in state.stakes.get(event.party, ()) if each.keep != "free")
    stakes, announced = dict(state.stakes), dict(state.announced)
    stakes[event.party] = held + event.laid
    if not stakes[event.party]:
        del stakes[event.party]
    announced[event.party] = event.announced
    if not event.announced:
        del announced[event.party]
    return changed(state, stakes=stakes, announced=announced, ready=state.ready - {event.party})


def _kept(state: State, held: Iterable[Held]) -> Mapping[Party, tuple[Laid, ...]]:
    """Return the stakes with these in place of the same party's of the same id."""
    stakes = dict(state.stakes)
    for party, laid in stakes_by_party(held).items():
        new = {each.id: each for each in laid}
        stakes[party] = tuple(new.get(each.id, each) for each in stakes.get(party, ()))
    return stakes


def _added(state: State, held: Iterable[Held]) -> Mapping[Party, tuple[Laid, ...]]:
    stakes = dict(state.stakes)
    for party, laid in stakes_by_party(held).items():
        stakes[party] = stakes.get(party, ()) + laid
    return stakes


def settled(state: S, results: Iterable[Settled]) -> S:
    """Return the state without the stakes that are settled, and with their results."""
    gone: dict[Party, set[str]] = {}
    told = dict(state.settled)
    for each in results:
        gone.setdefault(each.party, set()).add(each.id)
        told[each.party] = (*told.get(each.party, ()), each)
    stakes = dict(state.stakes)
    for party, ids in gone.items():
        stakes[party] = tuple(each for each in stakes.get(party, ()) if each.id not in ids)
        if not stakes[party]:
            del stakes[party]
    return changed(state, stakes=stakes, settled=told)
