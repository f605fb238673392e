"""The game's commands and events: those of every wheel, with kinds of their own.

Kinds are for ever; fields are only added. A number is a pocket: 0 to 36, 37 for the
double zero.
"""

from dataclasses import dataclass
from typing import Literal

from tables.games.core.protocol import Voided
from tables.games.wheel import messages


@dataclass(frozen=True, slots=True)
class Stake(messages.Stake):
    """Set all my free stakes at once, as totals; what is not named is taken back.

    All are accepted or none. Whoever has colour chips at the table stakes these, and nothing else.
    """

    chips: int = 0
    """The table whose mark my colour chips bear: refused where it is another; 0 names none."""
    kind: Literal["american_roulette.stake"] = "american_roulette.stake"


@dataclass(frozen=True, slots=True)
class Ready(messages.Ready):
    """I have staked what I want; betting closes when everybody who staked has said so."""

    kind: Literal["american_roulette.ready"] = "american_roulette.ready"


Command = Stake | Ready


@dataclass(frozen=True, slots=True)
class Opened(messages.Opened):
    """Faites vos jeux. What stays over from the last round lies there already."""

    kind: Literal["american_roulette.opened"] = "american_roulette.opened"


@dataclass(frozen=True, slots=True)
class Staked(messages.Staked):
    """A party's free stakes are now these."""

    kind: Literal["american_roulette.staked"] = "american_roulette.staked"


@dataclass(frozen=True, slots=True)
class Readied(messages.Readied):
    kind: Literal["american_roulette.readied"] = "american_roulette.readied"


@dataclass(frozen=True, slots=True)
class BetsClosed(messages.BetsClosed):
    """Rien ne va plus."""

    kind: Literal["american_roulette.bets_closed"] = "american_roulette.bets_closed"


@dataclass(frozen=True, slots=True)
class SpinStopped(messages.SpinStopped):
    """Rien ne va: the spin is void, every stake stays, and the ball is launched again."""

    kind: Literal["american_roulette.spin_stopped"] = "american_roulette.spin_stopped"


@dataclass(frozen=True, slots=True)
class NumberFell(messages.NumberFell):
    """The number is announced, with the even chances that win; none for 0 and 00."""

    kind: Literal["american_roulette.number_fell"] = "american_roulette.number_fell"


@dataclass(frozen=True, slots=True)
class Collected(messages.Collected):
    """The losing stakes go to the table."""

    kind: Literal["american_roulette.collected"] = "american_roulette.collected"


@dataclass(frozen=True, slots=True)
class Paid(messages.Paid):
    """The winning stakes are given back and paid, player by player."""

    kind: Literal["american_roulette.paid"] = "american_roulette.paid"


@dataclass(frozen=True, slots=True)
class Restaked(messages.Restaked):
    """Winning stakes are laid again for the next round (COMMON-5)."""

    kind: Literal["american_roulette.restaked"] = "american_roulette.restaked"


@dataclass(frozen=True, slots=True)
class SessionBroken(messages.SessionBroken):
    """The session ends by an incident: what is left on the layout goes back at its value."""

    kind: Literal["american_roulette.session_broken"] = "american_roulette.session_broken"


@dataclass(frozen=True, slots=True)
class RoundClosed(messages.RoundClosed):
    """The round is over; nothing lies on the layout but what stays over."""

    kind: Literal["american_roulette.round_closed"] = "american_roulette.round_closed"


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
