"""A recorded round of a wheel as a worked example: events in, `mc-rules-examples/1` out.

Copies what lay there, was staked, chosen and fell, and nothing that the engine made of it. What a
betting window changed is written once, as it stood at « rien ne va plus ».
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tables.games.core.examples import RecordedSteps
from tables.games.core.money import Party
from tables.games.core.protocol import Voided
from tables.games.wheel.device import Device
from tables.games.wheel.messages import (
    BetsClosed,
    Event,
    HalfTaken,
    Imprisoned,
    NumberFell,
    Opened,
    RoundClosed,
    SessionBroken,
    SpinStopped,
)
from tables.games.wheel.stakes import Laid
from tables.games.wheel.state import State, evolve


@dataclass(slots=True, kw_only=True)
class RoundReader(RecordedSteps):
    """What the events have said so far, and what lies there."""

    device: Device
    state: State | None = None
    carried: list[dict[str, Any]] = field(default_factory=list)
    outcomes: list[dict[str, Any]] = field(default_factory=list)
    refs: dict[tuple[Party, str], str] = field(default_factory=dict)
    """The ref of each stake that lies there, by owner and id."""
    free: dict[tuple[Party, str], Laid] = field(default_factory=dict)
    """The free stakes as they are written so far."""

    def tell(self, event: Event) -> None:
        """Take one event in."""
        before, self.state = self.state, self.fold(event)
        match event:
            case Opened():
                for each in event.held:
                    self._carry(each.party, each.laid)
            case HalfTaken(why="chosen"):
                for settled in event.settled:
                    self._choose(settled.party, settled.id, "half")
            case Imprisoned(why="chosen"):
                for held in event.held:
                    self._choose(held.party, held.laid.id, "prison")
            case BetsClosed():
                self._close(self.state)
            case SpinStopped():
                self.outcomes.append({"void": True})
            case NumberFell():
                last = {"last_of_session": True} if self.state.last else {}
                fallen = {self.device.called: self.device.name_of(event.number)}
                self.outcomes.append({**fallen, **last})
            case RoundClosed() if before is not None and before.stage == "betting":
                self._close(before)
            case SessionBroken():
                if before is not None and before.stage == "betting":
                    self._close(before)
                self.outcomes.append({"broken_off": True})
            case _:
                pass

    def fold(self, event: Event) -> State:
        """Return the state after an event."""
        return evolve(self.state, event)

    def _carry(self, party: Party, laid: Laid) -> None:
        kept = {"keep": laid.keep, "zeros": laid.zeros}
        self.carried.append({**self._bet(party, laid), **kept})
        if laid.keep == "free":
            self.free[party, laid.id] = laid

    def _bet(self, party: Party, laid: Laid) -> dict[str, Any]:
        ref = f"b{len(self.carried) + len(self.bets) + 1}"
        self.refs[party, laid.id] = ref
        return {"ref": ref, "player": party, **self.named(laid.on), "stake": laid.amount}

    def named(self, on: str) -> dict[str, Any]:
        """Return what an example says of the position of a bet."""
        bet, _, selection = on.partition(":")
        return {"bet": bet, "selection": selection.split("-")} if selection else {"bet": bet}

    def _choose(self, party: Party, wager: str, action: str) -> None:
        self.decide(party, action, bet=self.refs[party, wager], at=len(self.outcomes))

    def _close(self, state: State) -> None:
        """Write what this window has changed of the free stakes."""
        now = {
            (each.party, each.laid.id): each.laid
            for each in state.every()
            if each.laid.keep == "free"
        }
        for (party, wager), laid in self.free.items():
            if now.get((party, wager)) != laid:
                self._choose(party, wager, "remove")
        for (party, wager), laid in now.items():
            if self.free.get((party, wager)) != laid:
                self.bets.append({**self._bet(party, laid), "at": len(self.outcomes)})
        self.free = now


def example_of(
    device: Device,
    book: str,
    options: Mapping[str, Any],
    events: Sequence[Event],
    pots: Mapping[str, int],
) -> dict[str, Any] | None:
    """Return a finished round as an example without `id` and `expected`.

    `None` when there is nothing to play: the round was annulled, or nothing lay on the layout.
    """
    return finish_example(RoundReader(device=device), options, events)


def finish_example(
    reader: RoundReader, options: Mapping[str, Any], events: Sequence[Event]
) -> dict[str, Any] | None:
    """Read these events too, and return the example as `example_of` does."""
    for event in events:
        if isinstance(event, Voided):
            return None
        reader.tell(event)
    if not reader.carried and not reader.bets:
        return None
    return {
        "options": dict(options),
        "players": sorted({each["player"] for each in (*reader.carried, *reader.bets)}),
        "carried": reader.carried,
        "bets": reader.bets,
        "decisions": reader.decisions,
        "outcomes": reader.outcomes,
    }
