"""The game's commands and events. Kinds are for ever; fields are only added."""

from dataclasses import dataclass
from typing import Literal

from tables.games.core.cards import Card
from tables.games.core.messages import GameCommand, GameEvent
from tables.games.core.money import Amount, BoxNo, Move, Party
from tables.games.core.protocol import Voided

Result = Literal["win", "lose", "gave_up", "battle_win", "battle_tie", "battle_lose"]


@dataclass(frozen=True, slots=True)
class BoxStake:
    box: BoxNo
    amount: Amount
    tie: Amount = Amount(0)


class Stake(GameCommand, kind="bataille.stake"):
    """On each of these boxes of mine shall lie so much in all, and so much on a tie."""

    bets: tuple[BoxStake, ...]


class Ready(GameCommand, kind="bataille.ready"):
    """I want no more; betting closes when everybody who staked has said so."""


class GiveUp(GameCommand, kind="bataille.give_up"):
    """On equal cards: take half of the stake back."""

    box: BoxNo


class Fight(GameCommand, kind="bataille.fight"):
    """On equal cards: add as much as the first stake, and be dealt another card."""

    box: BoxNo


Command = Stake | Ready | GiveUp | Fight


class Opened(GameEvent, kind="bataille.opened"):
    pass


class Staked(GameEvent, kind="bataille.staked"):
    """What lies on a box now, in all."""

    box: BoxNo
    party: Party
    amount: Amount
    tie: Amount
    moves: tuple[Move, ...] = ()


class Readied(GameEvent, kind="bataille.readied"):
    party: Party


class BetsClosed(GameEvent, kind="bataille.bets_closed"):
    pass


class Dealt(GameEvent, kind="bataille.dealt"):
    """A card for each of these boxes and one for the bank; for a battle, burnt ones go before."""

    boxes: tuple[BoxNo, ...]
    cards: tuple[Card, ...]
    dealer: Card
    burnt: int = 0
    stop_card: bool = False


@dataclass(frozen=True, slots=True)
class Settled:
    box: BoxNo
    party: Party
    bet: Literal["main", "tie"]
    result: Result
    staked: Amount
    returned: Amount
    added: Amount = Amount(0)


class StakesSettled(GameEvent, kind="bataille.stakes_settled"):
    """These bets are decided; a stake that is not named, and was not before, is on equal cards."""

    settled: tuple[Settled, ...]
    moves: tuple[Move, ...] = ()


class Fought(GameEvent, kind="bataille.fought"):
    box: BoxNo
    party: Party
    amount: Amount
    moves: tuple[Move, ...] = ()


Event = Opened | Staked | Readied | BetsClosed | Dealt | StakesSettled | Fought | Voided
