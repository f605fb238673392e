"""The coin toss's commands and events. Kinds are for ever; fields are only added."""

from typing import Literal

from tables.games.core.messages import GameCommand, GameEvent
from tables.games.core.money import Amount, Move, Party
from tables.games.core.protocol import Voided

Side = Literal["heads", "tails"]


class Stake(GameCommand, kind="coin_toss.stake"):
    """Stake on a side of the coin, beside what I have there."""

    on: Side
    amount: Amount


Command = Stake


class Opened(GameEvent, kind="coin_toss.opened"):
    pass


class Staked(GameEvent, kind="coin_toss.staked"):
    party: Party
    on: Side
    amount: Amount
    moves: tuple[Move, ...] = ()


class BetsClosed(GameEvent, kind="coin_toss.bets_closed"):
    pass


class TossStopped(GameEvent, kind="coin_toss.toss_stopped"):
    """The toss is void: every stake lies, and the coin is tossed again."""

    by: str


class CoinFell(GameEvent, kind="coin_toss.coin_fell"):
    """The coin has fallen: what lost is collected, what won is paid, and the round is over."""

    side: Side
    moves: tuple[Move, ...] = ()


Event = Opened | Staked | BetsClosed | TossStopped | CoinFell | Voided
