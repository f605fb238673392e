"""The game's commands and events: those of every wheel, with kinds of their own.

Kinds are for ever; fields are only added. A number is that of a segment, 0 to 53.
"""

from dataclasses import dataclass
from typing import Literal

from tables.games.core.protocol import Voided
from tables.games.wheel import messages


@dataclass(frozen=True, slots=True)
class Stake(messages.Stake):
    """Set all my free stakes at once, as totals; what is not named is taken back.

    All are accepted or none.
    """

    kind: Literal["big_wheel.stake"] = "big_wheel.stake"


@dataclass(frozen=True, slots=True)
class Ready(messages.Ready):
    """I have staked what I want; betting closes when everybody who staked has said so."""

    kind: Literal["big_wheel.ready"] = "big_wheel.ready"


Command = Stake | Ready


@dataclass(frozen=True, slots=True)
class Opened(messages.Opened):
    """Faites vos jeux. What stays over from the last round lies there already."""

    kind: Literal["big_wheel.opened"] = "big_wheel.opened"


@dataclass(frozen=True, slots=True)
class Staked(messages.Staked):
    """A party's free stakes are now these."""

    kind: Literal["big_wheel.staked"] = "big_wheel.staked"


@dataclass(frozen=True, slots=True)
class Readied(messages.Readied):
    kind: Literal["big_wheel.readied"] = "big_wheel.readied"


@dataclass(frozen=True, slots=True)
class BetsClosed(messages.BetsClosed):
    """Rien ne va plus."""

    kind: Literal["big_wheel.bets_closed"] = "big_wheel.bets_closed"


@dataclass(frozen=True, slots=True)
class SpinStopped(messages.SpinStopped):
    """The spin is void: every stake stays, and the wheel is turned again."""

    kind: Literal["big_wheel.spin_stopped"] = "big_wheel.spin_stopped"


@dataclass(frozen=True, slots=True)
class NumberFell(messages.NumberFell):
    """The wheel has stopped: the segment at the pointer, and the one chance that wins."""

    kind: Literal["big_wheel.number_fell"] = "big_wheel.number_fell"


@dataclass(frozen=True, slots=True)
class Collected(messages.Collected):
    """The losing stakes go to the table."""

    kind: Literal["big_wheel.collected"] = "big_wheel.collected"


@dataclass(frozen=True, slots=True)
class Paid(messages.Paid):
    """The winning stakes of one kind of bet are given back and paid."""

    kind: Literal["big_wheel.paid"] = "big_wheel.paid"


@dataclass(frozen=True, slots=True)
class Restaked(messages.Restaked):
    """Winning stakes are laid again for the next round (COMMON-5)."""

    kind: Literal["big_wheel.restaked"] = "big_wheel.restaked"


@dataclass(frozen=True, slots=True)
class SessionBroken(messages.SessionBroken):
    """The session ends by an incident: what is left on the layout goes back at its value."""

    kind: Literal["big_wheel.session_broken"] = "big_wheel.session_broken"


@dataclass(frozen=True, slots=True)
class RoundClosed(messages.RoundClosed):
    """The round is over; nothing lies on the layout but what stays over."""

    kind: Literal["big_wheel.round_closed"] = "big_wheel.round_closed"


Event = (
    Opened
    | Staked
    | Readied
    | BetsClosed
    | SpinStopped
    | NumberFell
    | Collected
    | Paid
    | Restaked
    | SessionBroken
    | RoundClosed
    | Voided
)
