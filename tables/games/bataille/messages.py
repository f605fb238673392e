"""The game's commands and events. Kinds are for ever; fields are only added."""

from dataclasses import dataclass
from typing import Literal

from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Move, Party
from tables.games.core.protocol import Voided

Result = Literal["win", "lose", "gave_up", "battle_win", "battle_tie", "battle_lose"]


@dataclass(frozen=True, slots=True)
class BoxStake:
    box: BoxNo
    amount: Amount
    tie: Amount = Amount(0)


@dataclass(frozen=True, slots=True)
class Stake:
    """On each of these boxes of mine shall lie so much in all, and so much on a tie."""

    bets: tuple[BoxStake, ...]
    kind: Literal["bataille.stake"] = "bataille.stake"


@dataclass(frozen=True, slots=True)
class Ready:
    """I want no more; betting closes when everybody who staked has said so."""

    kind: Literal["bataille.ready"] = "bataille.ready"


@dataclass(frozen=True, slots=True)
class GiveUp:
    """On equal cards: take half of the stake back."""

    box: BoxNo
    kind: Literal["bataille.give_up"] = "bataille.give_up"


@dataclass(frozen=True, slots=True)
class Fight:
    """On equal cards: add as much as the first stake, and be dealt another card."""

    box: BoxNo
    kind: Literal["bataille.fight"] = "bataille.fight"


Command = Stake | Ready | GiveUp | Fight


@dataclass(frozen=True, slots=True)
class Opened:
    moves: tuple[Move, ...] = ()
    kind: Literal["bataille.opened"] = "bataille.opened"


@dataclass(frozen=True, slots=True)
class Staked:
    """What lies on a box now, in all."""

    box: BoxNo
    party: Party
    amount: Amount
    tie: Amount
    moves: tuple[Move, ...] = ()
    kind: Literal["bataille.staked"] = "bataille.staked"


@dataclass(frozen=True, slots=True)
class Readied:
    party: Party
    moves: tuple[Move, ...] = ()
    kind: Literal["bataille.readied"] = "bataille.readied"


@dataclass(frozen=True, slots=True)
class BetsClosed:
    moves: tuple[Move, ...] = ()
    kind: Literal["bataille.bets_closed"] = "bataille.bets_closed"


@dataclass(frozen=True, slots=True)
class Dealt:
    """A card for each of these boxes and one for the bank; for a battle, burnt ones go before."""

    boxes: tuple[BoxNo, ...]
    cards: tuple[Card, ...]
    dealer: Card
    burnt: int = 0
    stop_card: bool = False
    moves: tuple[Move, ...] = ()
    kind: Literal["bataille.dealt"] = "bataille.dealt"


@dataclass(frozen=True, slots=True)
class Settled:
    box: BoxNo
    party: Party
    bet: Literal["main", "tie"]
    result: Result
    staked: Amount
    returned: Amount
    added: Amount = Amount(0)


@dataclass(frozen=True, slots=True)
class StakesSettled:
    """These bets are decided; a stake that is not named, and was not before, is on equal cards."""

    settled: tuple[Settled, ...]
    moves: tuple[Move, ...] = ()
    kind: Literal["bataille.stakes_settled"] = "bataille.stakes_settled"


@dataclass(frozen=True, slots=True)
class Fought:
    box: BoxNo
    party: Party
    amount: Amount
    moves: tuple[Move, ...] = ()
    kind: Literal["bataille.fought"] = "bataille.fought"


Event = Opened | Staked | Readied | BetsClosed | Dealt | StakesSettled | Fought | Voided
