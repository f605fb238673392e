"""High card's commands and events. Kinds are for ever; fields are only added."""

from tables.games.core.cards import Card
from tables.games.core.messages import GameCommand, GameEvent
from tables.games.core.money import Amount, BoxNo, Move, Party
from tables.games.core.protocol import Voided


class Stake(GameCommand, kind="high_card.stake"):
    """Stake on a box of mine, beside what lies there."""

    box: BoxNo
    amount: Amount


class Ready(GameCommand, kind="high_card.ready"):
    """I want no more; betting closes when everybody who staked has said so."""


Command = Stake | Ready


class Opened(GameEvent, kind="high_card.opened"):
    pass


class Staked(GameEvent, kind="high_card.staked"):
    box: BoxNo
    party: Party
    amount: Amount
    moves: tuple[Move, ...] = ()


class Readied(GameEvent, kind="high_card.readied"):
    party: Party


class BetsClosed(GameEvent, kind="high_card.bets_closed"):
    pass


class Dealt(GameEvent, kind="high_card.dealt"):
    """A card for each box with a stake, in their order, and one for the house."""

    cards: tuple[Card, ...]
    house: Card
    stop_card: bool = False


class Settled(GameEvent, kind="high_card.settled"):
    """What lost is collected, what won is paid, and the round is over."""

    won: tuple[BoxNo, ...]
    moves: tuple[Move, ...] = ()


Event = Opened | Staked | Readied | BetsClosed | Dealt | Settled | Voided
