"""The coin toss's commands and events. Kinds are for ever; fields are only added."""

from dataclasses import dataclass
from typing import Literal

from tables.games.core.money import Amount, Move, Party
from tables.games.core.protocol import Voided

Side = Literal["heads", "tails"]


@dataclass(frozen=True, slots=True)
class Stake:
    """Stake on a side of the coin, beside what I have there."""

    on: Side
    amount: Amount
    kind: Literal["coin_toss.stake"] = "coin_toss.stake"


Command = Stake


@dataclass(frozen=True, slots=True)
class Opened:
    moves: tuple[Move, ...] = ()
    kind: Literal["coin_toss.opened"] = "coin_toss.opened"


@dataclass(frozen=True, slots=True)
class Staked:
    party: Party
    on: Side
    amount: Amount
    moves: tuple[Move, ...] = ()
    kind: Literal["coin_toss.staked"] = "coin_toss.staked"


@dataclass(frozen=True, slots=True)
class BetsClosed:
    moves: tuple[Move, ...] = ()
    kind: Literal["coin_toss.bets_closed"] = "coin_toss.bets_closed"


@dataclass(frozen=True, slots=True)
class TossStopped:
    """The toss is void: every stake lies, and the coin is tossed again."""

    by: str
    moves: tuple[Move, ...] = ()
    kind: Literal["coin_toss.toss_stopped"] = "coin_toss.toss_stopped"


@dataclass(frozen=True, slots=True)
class CoinFell:
    """The coin has fallen: what lost is collected, what won is paid, and the round is over."""

    side: Side
    moves: tuple[Move, ...] = ()
    kind: Literal["coin_toss.coin_fell"] = "coin_toss.coin_fell"


Event = Opened | Staked | BetsClosed | TossStopped | CoinFell | Voided
