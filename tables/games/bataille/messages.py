"""The game's commands and events. Kinds are for ever; fields are only added."""

from dataclasses import dataclass
from typing import Literal

from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Move, Party
from tables.games.core.protocol import Voided

Result = Literal["win", "lose", "gave_up", "battle_win", "battle_tie", "battle_lose"]


@dataclass(frozen=True, slots=True)
class BoxStake:
    """What shall lie on a box of mine in all: the stake, and the bet on a tie."""

    box: BoxNo
    amount: Amount
    tie: Amount = Amount(0)


@dataclass(frozen=True, slots=True)
class Stake:
    """Lay so much on these boxes of mine."""

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
    tie: Amount | None
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
class BoxCard:
    box: BoxNo
    card: Card


@dataclass(frozen=True, slots=True)
class Dealt:
    """A card for each box and one for the bank; before a battle some are burnt, unseen."""

    cards: tuple[BoxCard, ...]
    dealer: Card
    burnt: int = 0
    stop_card: bool = False
    moves: tuple[Move, ...] = ()
    kind: Literal["bataille.dealt"] = "bataille.dealt"


@dataclass(frozen=True, slots=True)
class Settled:
    """A bet that is decided: what was staked first, what was added for a battle."""

    box: BoxNo
    party: Party
    bet: Literal["main", "tie"]
    result: Result
    staked: Amount
    added: Amount
    returned: Amount


@dataclass(frozen=True, slots=True)
class StakesSettled:
    """These bets are decided; a stake that is not named, and was not before, is on equal cards."""

    settled: tuple[Settled, ...]
    moves: tuple[Move, ...] = ()
    kind: Literal["bataille.stakes_settled"] = "bataille.stakes_settled"


@dataclass(frozen=True, slots=True)
class Fought:
    """A box goes to battle, by a stake as large as its first."""

    box: BoxNo
    party: Party
    amount: Amount
    moves: tuple[Move, ...] = ()
    kind: Literal["bataille.fought"] = "bataille.fought"


Event = Opened | Staked | Readied | BetsClosed | Dealt | StakesSettled | Fought | Voided
