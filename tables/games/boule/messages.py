"""The game's commands and events: those of every wheel, with kinds of their own.

Kinds are for ever; fields are only added. A number is one of 1 to 9.
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

    kind: Literal["boule.stake"] = "boule.stake"


@dataclass(frozen=True, slots=True)
class Ready(messages.Ready):
    """I have staked what I want; betting closes when everybody who staked has said so."""

    kind: Literal["boule.ready"] = "boule.ready"


Command = Stake | Ready


@dataclass(frozen=True, slots=True)
class Opened(messages.Opened):
    """Faites vos jeux. What stays over from the last round lies there already."""

    kind: Literal["boule.opened"] = "boule.opened"


@dataclass(frozen=True, slots=True)
class Staked(messages.Staked):
    """A party's free stakes are now these."""

    kind: Literal["boule.staked"] = "boule.staked"


@dataclass(frozen=True, slots=True)
class Readied(messages.Readied):
    kind: Literal["boule.readied"] = "boule.readied"


@dataclass(frozen=True, slots=True)
class BetsClosed(messages.BetsClosed):
    """Rien ne va plus."""

    kind: Literal["boule.bets_closed"] = "boule.bets_closed"


@dataclass(frozen=True, slots=True)
class SpinStopped(messages.SpinStopped):
    """The throw is void: every stake stays, and the ball is thrown again."""

    kind: Literal["boule.spin_stopped"] = "boule.spin_stopped"


@dataclass(frozen=True, slots=True)
class NumberFell(messages.NumberFell):
    """The number is announced, with the even chances that win; none for the 5."""

    kind: Literal["boule.number_fell"] = "boule.number_fell"


@dataclass(frozen=True, slots=True)
class Collected(messages.Collected):
    """The losing stakes go to the table."""

    kind: Literal["boule.collected"] = "boule.collected"


@dataclass(frozen=True, slots=True)
class Paid(messages.Paid):
    """The winning stakes of one kind of bet are given back and paid."""

    kind: Literal["boule.paid"] = "boule.paid"


@dataclass(frozen=True, slots=True)
class Restaked(messages.Restaked):
    """Winning stakes are laid again for the next round (COMMON-5)."""

    kind: Literal["boule.restaked"] = "boule.restaked"


@dataclass(frozen=True, slots=True)
class SessionBroken(messages.SessionBroken):
    """The session ends by an incident: what is left on the layout goes back at its value."""

    kind: Literal["boule.session_broken"] = "boule.session_broken"


@dataclass(frozen=True, slots=True)
class RoundClosed(messages.RoundClosed):
    """The round is over; nothing lies on the layout but what stays over."""

    kind: Literal["boule.round_closed"] = "boule.round_closed"


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
