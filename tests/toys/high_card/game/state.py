"""The state of a round: the fold of its events, which knows no rules."""

from dataclasses import dataclass, replace
from typing import Literal, assert_never

from tables.games.high_card.messages import (
    BetsClosed,
    Dealt,
    Event,
    Opened,
    Readied,
    Settled,
    Staked,
)

from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import Voided


@dataclass(frozen=True, slots=True)
class Box:
    """A box with a stake, and its card."""

    box: BoxNo
    party: Party
    amount: Amount
    card: Card | None = None
    won: bool = False


@dataclass(frozen=True, slots=True)
class State:
    stage: Literal["betting", "dealing", "settling", "closed"] = "betting"
    boxes: tuple[Box, ...] = ()
    ready: frozenset[Party] = frozenset()
    house: Card | None = None
    stop_card: bool = False
    voided: bool = False

    def on(self, box: BoxNo) -> int:
        """Return what lies on a box, in minor units."""
        return sum(each.amount for each in self.boxes if each.box == box)


def evolve(state: State | None, event: Event) -> State:
    """Return the state after an event."""
    if state is None or isinstance(event, Opened):
        return State()
    match event:
        case Staked(box, party, amount):
            laid = Box(box, party, Amount(state.on(box) + amount))
            boxes = (*[each for each in state.boxes if each.box != box], laid)
            return replace(state, boxes=tuple(sorted(boxes, key=lambda each: each.box)))
        case Readied(party):
            return replace(state, ready=state.ready | {party})
        case BetsClosed():
            return replace(state, stage="dealing")
        case Dealt(cards, house, stop_card):
            dealt = [replace(box, card=card) for box, card in zip(state.boxes, cards, strict=True)]
            return replace(
                state, stage="settling", boxes=tuple(dealt), house=house, stop_card=stop_card
            )
        case Settled(won):
            told = [replace(box, won=box.box in won) for box in state.boxes]
            return replace(state, stage="closed", boxes=tuple(told))
        case Voided():
            return replace(state, stage="closed", voided=True)
        case _:
            assert_never(event)
