"""Rounds of basic strategy dealt by the production engine, command by command."""

from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from tables.games.blackjack import BLACKJACK
from tables.games.blackjack.legal import hand_to_decide
from tables.games.blackjack.messages import (
    BoxStake,
    Command,
    Decline,
    Double,
    EvenMoney,
    Hit,
    Ready,
    Split,
    Stake,
    Stand,
    Surrender,
)
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.state import State
from tables.games.blackjack.theory.advice import advised
from tables.games.blackjack.theory.strategy import Strategy
from tables.games.core.cards import PACK, Card
from tables.games.core.money import Amount, BoxNo, Party, Place
from tables.games.core.protocol import (
    Cards,
    Drawn,
    OpeningContext,
    PlayerCommand,
    Players,
    SettleSideBets,
    SideBets,
)
from tests.games.blackjack.simulation import Sample, sample

STAKE = Amount(200)
ANN = Party("ann")
ON_HAND = {"hit": Hit, "stand": Stand, "double": Double, "split": Split, "surrender": Surrender}
ON_BOX = {"decline": Decline, "even_money": EvenMoney}


@dataclass
class DealCounts:
    """What the engine did."""

    commands: int = 0
    hands: int = 0


def sample_rounds(rules: Rules, strategy: Strategy, rounds: int, seed: int) -> Sample:
    """Return what rounds of one box return, each out of a fresh shoe."""
    chance, shoe = Random(seed), list(PACK) * rules.decks
    nets = [
        play_round(rules, strategy, chance.sample(shoe, 80), (BoxNo(1),), DealCounts())
        for _ in range(rounds)
    ]
    return sample(np.array(nets) / STAKE, 1)


def play_round(
    rules: Rules,
    strategy: Strategy,
    cards: list[Card],
    boxes: tuple[BoxNo, ...],
    counted: DealCounts,
    record: list[Any] | None = None,
) -> int:
    """Play a round by the strategy, the cards taken from the end; return what the player won.

    Every input goes to `record` too.
    """
    state, net = State(), 0
    held = frozenset(boxes)

    def give(given: PlayerCommand[Command] | Drawn | SettleSideBets) -> None:
        nonlocal state, net
        if record is not None:
            record.append(given)
        for event in BLACKJACK.decide(rules, state, given):
            state = BLACKJACK.evolve(state, event)
            for move in event.moves:
                if move.target is Place.WALLET:
                    net += move.amount
                if move.source is Place.WALLET:
                    net -= move.amount

    def ask(command: Command) -> None:
        counted.commands += 1
        give(PlayerCommand(ANN, held, command))

    state = BLACKJACK.evolve(state, BLACKJACK.opening_event(rules, None, OpeningContext()))
    ask(Stake(tuple([BoxStake(box, STAKE) for box in boxes])))
    ask(Ready())
    while not BLACKJACK.is_over(state):
        match BLACKJACK.awaiting(rules, state):
            case Cards(count):
                give(Drawn(tuple([cards.pop() for _ in range(count)])))
            case SideBets():
                give(SettleSideBets())
            case Players():
                ask(_next(rules, strategy, state, boxes))
            case awaited:
                raise AssertionError(awaited)
    counted.hands += sum(len(box.hands) for box in state.boxes)
    return net


def _next(rules: Rules, strategy: Strategy, state: State, boxes: tuple[BoxNo, ...]) -> Command:
    """Return the next command that the strategy gives to any of the boxes."""
    turn = hand_to_decide(rules, state)
    for no in (turn[0].no,) if turn and state.stage == "play" else boxes:
        kind = (advised(strategy, rules, state, no) or "").removeprefix("blackjack.")
        if kind in ON_BOX:
            return ON_BOX[kind](no)
        if kind:
            return ON_HAND[kind](no, turn[1].label if turn else "h")
    raise AssertionError("The strategy has nothing to say.")
