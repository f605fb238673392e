"""The state of a toss: the fold of its events, which knows no rules."""

from dataclasses import dataclass, replace
from typing import Literal, assert_never

from tables.games.coin_toss.messages import (
    BetsClosed,
    CoinFell,
    Event,
    Opened,
    Side,
    Staked,
    TossStopped,
)

from tables.games.core.money import Amount, Party
from tables.games.core.protocol import Voided


@dataclass(frozen=True, slots=True)
class Laid:
    """What a party has on a side."""

    party: Party
    on: Side
    amount: Amount


@dataclass(frozen=True, slots=True)
class State:
    stage: Literal["betting", "tossing", "closed"] = "betting"
    stakes: tuple[Laid, ...] = ()
    side: Side | None = None
    voided: bool = False

    def on(self, party: Party, side: Side) -> int:
        """Return what a party has on a side, in minor units."""
        return sum(each.amount for each in self.stakes if (each.party, each.on) == (party, side))


def evolve(state: State | None, event: Event) -> State:
    """Return the state after an event."""
    if state is None or isinstance(event, Opened):
        return State()
    match event:
        case Staked(party, on, amount):
            rest = tuple(each for each in state.stakes if (each.party, each.on) != (party, on))
            laid = Laid(party, on, Amount(state.on(party, on) + amount))
            return replace(state, stakes=(*rest, laid))
        case BetsClosed():
            return replace(state, stage="tossing")
        case TossStopped():
            return state
        case CoinFell(side):
            return State("closed", (), side)
        case Voided():
            return State("closed", voided=True)
        case _:
            assert_never(event)
