"""European roulette's commands and events: those of every wheel, with kinds of their own.

Kinds are for ever; fields are only added. A number is a pocket, 0 to 36.
"""

from dataclasses import dataclass
from typing import Literal

from tables.games.core.protocol import Voided
from tables.games.wheel import messages


@dataclass(frozen=True, slots=True)
class Stake(messages.Stake):
    """Set all my free stakes at once, as totals; what is not named is taken back.

    All are accepted or none. Stakes that wait for a choice or are in prison stay as they are: an
    id of theirs is refused.
    """

    kind: Literal["european_roulette.stake"] = "european_roulette.stake"


@dataclass(frozen=True, slots=True)
class Half(messages.Half):
    """Take back half of stakes that a zero has caught (MC-EROU-24)."""

    kind: Literal["european_roulette.half"] = "european_roulette.half"


@dataclass(frozen=True, slots=True)
class Prison(messages.Prison):
    """Leave stakes that a zero has caught in prison (MC-EROU-25)."""

    kind: Literal["european_roulette.prison"] = "european_roulette.prison"


@dataclass(frozen=True, slots=True)
class Ready(messages.Ready):
    """I have staked what I want; betting closes when everybody who staked has said so."""

    kind: Literal["european_roulette.ready"] = "european_roulette.ready"


Command = Stake | Half | Prison | Ready


@dataclass(frozen=True, slots=True)
class Opened(messages.Opened):
    """Faites vos jeux. What stays over from the last round lies there already."""

    kind: Literal["european_roulette.opened"] = "european_roulette.opened"


@dataclass(frozen=True, slots=True)
class Staked(messages.Staked):
    """A party's free stakes are now these; announced bets are among them, chip by chip."""

    kind: Literal["european_roulette.staked"] = "european_roulette.staked"


@dataclass(frozen=True, slots=True)
class Readied(messages.Readied):
    kind: Literal["european_roulette.readied"] = "european_roulette.readied"


@dataclass(frozen=True, slots=True)
class HalfTaken(messages.HalfTaken):
    """Stakes are closed: the half, quarter, eighth goes back, the rest to the table."""

    kind: Literal["european_roulette.half_taken"] = "european_roulette.half_taken"


@dataclass(frozen=True, slots=True)
class Imprisoned(messages.Imprisoned):
    kind: Literal["european_roulette.imprisoned"] = "european_roulette.imprisoned"


@dataclass(frozen=True, slots=True)
class BetsClosed(messages.BetsClosed):
    """Rien ne va plus."""

    kind: Literal["european_roulette.bets_closed"] = "european_roulette.bets_closed"


@dataclass(frozen=True, slots=True)
class SpinStopped(messages.SpinStopped):
    """The spin is void: every stake and prisoner stays, and the ball is launched again."""

    kind: Literal["european_roulette.spin_stopped"] = "european_roulette.spin_stopped"


@dataclass(frozen=True, slots=True)
class NumberFell(messages.NumberFell):
    """The number is announced, with the even chances that win; none for the zero."""

    kind: Literal["european_roulette.number_fell"] = "european_roulette.number_fell"


@dataclass(frozen=True, slots=True)
class Collected(messages.Collected):
    """The losing stakes go to the table."""

    kind: Literal["european_roulette.collected"] = "european_roulette.collected"


@dataclass(frozen=True, slots=True)
class Paid(messages.Paid):
    """The winning stakes of one kind of bet are given back and paid; prisoners are freed."""

    kind: Literal["european_roulette.paid"] = "european_roulette.paid"


@dataclass(frozen=True, slots=True)
class Restaked(messages.Restaked):
    """Winning stakes are laid again for the next round (COMMON-5)."""

    kind: Literal["european_roulette.restaked"] = "european_roulette.restaked"


@dataclass(frozen=True, slots=True)
class ChoiceOffered(messages.ChoiceOffered):
    """Zero: each of these stakes may be halved or go to prison, until the next closing."""

    kind: Literal["european_roulette.choice_offered"] = "european_roulette.choice_offered"


@dataclass(frozen=True, slots=True)
class SessionBroken(messages.SessionBroken):
    """The session ends by an incident: what is left on the layout goes back at its value."""

    kind: Literal["european_roulette.session_broken"] = "european_roulette.session_broken"


@dataclass(frozen=True, slots=True)
class RoundClosed(messages.RoundClosed):
    """The round is over; nothing lies on the layout but what stays over."""

    kind: Literal["european_roulette.round_closed"] = "european_roulette.round_closed"


Event = (
    Opened
    | Staked
    | Readied
    | HalfTaken
    | Imprisoned
    | BetsClosed
    | SpinStopped
    | NumberFell
    | Collected
    | Paid
    | Restaked
    | ChoiceOffered
    | SessionBroken
    | RoundClosed
    | Voided
)
