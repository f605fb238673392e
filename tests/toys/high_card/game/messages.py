"""High card's commands and events. Kinds are for ever; fields are only added."""

from dataclasses import dataclass
from typing import Literal

from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Move, Party
from tables.games.core.protocol import Voided


@dataclass(frozen=True, slots=True)
class Stake:
    """Stake on a box of mine, beside what lies there."""

    box: BoxNo
    amount: Amount
    kind: Literal["high_card.stake"] = "high_card.stake"


@dataclass(frozen=True, slots=True)
class Ready:
    """I want no more; betting closes when everybody who staked has said so."""

    kind: Literal["high_card.ready"] = "high_card.ready"


Command = Stake | Ready


@dataclass(frozen=True, slots=True)
class Opened:
    moves: tuple[Move, ...] = ()
    kind: Literal["high_card.opened"] = "high_card.opened"


@dataclass(frozen=True, slots=True)
class Staked:
    box: BoxNo
    party: Party
    amount: Amount
    moves: tuple[Move, ...] = ()
    kind: Literal["high_card.staked"] = "high_card.staked"


@dataclass(frozen=True, slots=True)
class Readied:
    party: Party
    moves: tuple[Move, ...] = ()
    kind: Literal["high_card.readied"] = "high_card.readied"


@dataclass(frozen=True, slots=True)
class BetsClosed:
    moves: tuple[Move, ...] = ()
    kind: Literal["high_card.bets_closed"] = "high_card.bets_closed"


@dataclass(frozen=True, slots=True)
class Dealt:
    """A card for each box with a stake, in their order, and one for the house."""

    cards: tuple[Card, ...]
    house: Card
    stop_card: bool = False
    moves: tuple[Move, ...] = ()
    kind: Literal["high_card.dealt"] = "high_card.dealt"


@dataclass(frozen=True, slots=True)
class Settled:
    """What lost is collected, what won is paid, and the round is over."""

    won: tuple[BoxNo, ...]
    moves: tuple[Move, ...] = ()
    kind: Literal["high_card.settled"] = "high_card.settled"


Event = Opened | Staked | Readied | BetsClosed | Dealt | Settled | Voided
