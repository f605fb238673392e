"""Trente et quarante's commands and events; what its stakes share with a wheel's is theirs.

Kinds are for ever; fields are only added. Amounts are minor units. `settled`, `held` and the like
name whose stakes they are and are cut from what everybody sees; `total` and `count` stay.
"""

from dataclasses import dataclass
from typing import Final, Literal, get_args

from tables.games.core.cards import Card
from tables.games.core.messages import GameEvent
from tables.games.core.money import Amount, BoxNo, Move, Party
from tables.games.wheel import messages
from tables.games.wheel.own_messages import OwnMessages
from tables.games.wheel.stakes import Held, Settled

Row = Literal["black", "red"]
"""The first row is always black's, the second red's (MC-TQ-26)."""
Back = Literal["null", "refait"]
"""Why stakes go back whole: both rows have the same point, or it is the refait and they are
insured."""

Annulled = Literal["", "stop_card", "incident"]
"""By what a coup was annulled."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits where; a party is named once, at its first seat."""

    seat: BoxNo
    party: Party


@dataclass(frozen=True, slots=True)
class Coup:
    """What was dealt in a coup, and what it decided."""

    black: tuple[Card, ...]
    red: tuple[Card, ...]
    chances: tuple[str, ...] | None
    """The chances that won; none of equal points, `None` where the coup was annulled."""
    annulled: Annulled


class Opened(GameEvent, kind="trente_et_quarante.opened"):
    """Faites vos jeux. What stays over from the last coup lies there already."""

    held: tuple[Held, ...] = ()
    count: int = 0
    """How many stakes stay over."""
    coups: tuple[str, ...] = ()
    """The last results, newest first, at most 20; `31:40 inverse` is black's row, red's, and what
    the first card made of it."""
    seats: tuple[Seat, ...] = ()
    shoe_over: bool = False
    """The stop card is out and no fresh shoe has come: nothing is staked."""
    rounds_left: int | None = None
    """How many coups are left with this one, once the end of the session is announced."""
    before: Coup | None = None
    """What was dealt last: its cards lie there until the next are dealt (MC-TQ-35)."""


class SeatTaken(GameEvent, kind="trente_et_quarante.seat_taken"):
    """Who stakes sits here now: payment follows the seats (MC-TQ-34)."""

    party: Party
    seat: BoxNo


class CardTurned(GameEvent, kind="trente_et_quarante.card_turned"):
    """A card is laid to its row (MC-TQ-31)."""

    row: Row
    card: Card
    total: int
    """What the row counts with it."""


class TalonCounted(GameEvent, kind="trente_et_quarante.talon_counted"):
    """The stop card is out: what lies behind it is counted, face down (MC-TQ-14, MC-TQ-15)."""

    cards: int


class CoupAnnounced(GameEvent, kind="trente_et_quarante.coup_announced"):
    """Both rows are down: their points, and the chances that win; none of equal points."""

    black: int
    red: int
    chances: tuple[str, ...]
    first: Card
    """By which colour and inverse are decided (MC-TQ-28)."""


class CoupAnnulled(GameEvent, kind="trente_et_quarante.coup_annulled"):
    """The coup counts for nothing: its stakes and premiums go back, prisoners stay (MC-TQ-14)."""

    by: str
    """Who stopped it; empty where the stop card did."""
    settled: tuple[Settled, ...]
    total: Amount
    moves: tuple[Move, ...] = ()


class GivenBack(GameEvent, kind="trente_et_quarante.given_back"):
    """Stakes go back whole; what was paid to insure them stays."""

    why: Back
    settled: tuple[Settled, ...]
    total: Amount
    moves: tuple[Move, ...] = ()


Added = Opened | SeatTaken | CardTurned | TalonCounted | CoupAnnounced | CoupAnnulled | GivenBack
"""What no wheel has."""
Command = messages.Command
Event = messages.Event | Added
OWN: Final = OwnMessages(
    "trente_et_quarante",
    without=(messages.Opened, messages.SpinStopped, messages.NumberFell),
    events=get_args(Added),
)
Stake, Half, Prison, Ready = OWN.Stake, OWN.Half, OWN.Prison, OWN.Ready
