"""The state of a round: the fold of its events, which knows no rules."""

from dataclasses import dataclass, replace
from typing import Literal, assert_never

from tables.games.bataille import messages
from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import Voided

Stage = Literal["betting", "dealing", "choosing", "battle", "closed"]


@dataclass(frozen=True, slots=True)
class Box:
    """A box with a stake, what was bet on a tie or added for a battle, and its cards."""

    box: BoxNo
    party: Party
    amount: Amount
    tie: Amount
    added: Amount = Amount(0)
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    boxes: tuple[Box, ...] = ()
    ready: frozenset[Party] = frozenset()
    bets_closed: bool = False
    dealer: tuple[Card, ...] = ()
    settled: tuple[messages.Settled, ...] = ()
    burnt: int = 0
    stop_card: bool = False
    voided: bool = False

    def left(self, *, at_battle: bool) -> tuple[Box, ...]:
        """Return the boxes with cards whose stake is not decided: those at battle, or others."""
        decided = {each.box for each in self.settled if each.bet == "main"}
        dealt = () if self.voided else [each for each in self.boxes if each.cards]
        left = [each for each in dealt if each.box not in decided]
        return tuple(each for each in left if bool(each.added) == at_battle)

    @property
    def stage(self) -> Stage:
        """Return where the round is; a box whose stake its first card does not decide chooses."""
        if not self.bets_closed or self.voided:
            return "closed" if self.voided else "betting"
        if not self.dealer:
            return "dealing"
        if self.left(at_battle=False):
            return "choosing"
        return "battle" if self.left(at_battle=True) else "closed"


def evolve(state: State | None, event: messages.Event) -> State:
    """Return the state after an event."""
    if state is None or isinstance(event, messages.Opened):
        return State()
    boxes = {each.box: each for each in state.boxes}
    match event:
        case messages.Staked(no, party, amount, tie):
            boxes[no] = Box(no, party, amount, tie)
            laid = tuple(boxes[each] for each in sorted(boxes) if boxes[each].amount)
            return replace(state, boxes=laid, ready=state.ready - {party})
        case messages.Readied(party):
            return replace(state, ready=state.ready | {party})
        case messages.BetsClosed():
            return replace(state, bets_closed=True)
        case messages.Dealt(dealt, cards, dealer, burnt, stop_card):
            for no, card in zip(dealt, cards, strict=True):
                boxes[no] = replace(boxes[no], cards=(*boxes[no].cards, card))
            stop_card, lying = stop_card or state.stop_card, (*state.dealer, dealer)
            state = replace(state, dealer=lying, burnt=burnt, stop_card=stop_card)
        case messages.StakesSettled(settled):
            return replace(state, settled=(*state.settled, *settled))
        case messages.Fought(no, _, added):
            boxes[no] = replace(boxes[no], added=added)
        case Voided():
            return replace(state, voided=True)
        case _:
            assert_never(event)
    return replace(state, boxes=tuple(boxes.values()))
