"""The commands and events of every wheel, of which a game's own have its kinds.

A game's classes add nothing but `kind`, and what differs. Kinds are for ever; fields are only
added. Amounts are minor units; a number is one of the device's. `settled`, `held` and the like name
whose stakes they are and are cut from what everybody sees; `total` and `count` stay.
"""

from dataclasses import dataclass
from typing import Literal

from tables.games.core.money import Amount, Move, Party
from tables.games.core.protocol import Voided
from tables.games.wheel.stakes import Announced, Held, Laid, Settled, Wager


@dataclass(frozen=True, slots=True)
class Stake:
    """Set all my free stakes at once, as totals; what is not named is taken back.

    All are accepted or none. Stakes that wait for a choice or are in prison stay as they are: an
    id of theirs is refused.
    """

    wagers: tuple[Wager, ...] = ()
    announced: tuple[Announced, ...] = ()
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Half:
    """Take back half of stakes that a zero has caught."""

    wagers: tuple[str, ...]
    """Their ids; all are taken or none."""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Prison:
    """Leave stakes that a zero has caught in prison."""

    wagers: tuple[str, ...]
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Ready:
    """I have staked what I want; betting closes when everybody who staked has said so."""

    kind: str = ""


Command = Stake | Half | Prison | Ready


@dataclass(frozen=True, slots=True)
class Opened:
    """Faites vos jeux. What stays over from the last round lies there already."""

    held: tuple[Held, ...] = ()
    count: int = 0
    """How many stakes stay over."""
    numbers: tuple[int, ...] = ()
    """The last numbers, newest first, at most 20."""
    tally: tuple[int, ...] = ()
    """How often each number has come at this table, in the order of the device's numbers."""
    rounds_left: int | None = None
    """How many spins are left with this one, once the end of the session is announced."""
    moves: tuple[Move, ...] = ()
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Staked:
    """A party's free stakes are now these; announced bets are among them, chip by chip."""

    party: Party
    laid: tuple[Laid, ...]
    announced: tuple[Announced, ...]
    """What of them was announced, shown back to the player."""
    total: Amount
    moves: tuple[Move, ...] = ()
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Readied:
    party: Party
    moves: tuple[Move, ...] = ()
    kind: str = ""


Reason = Literal["chosen", "silent", "last_of_session"]
"""Why a half was taken or a stake went to prison: its owner said so, or nothing, or had to."""


@dataclass(frozen=True, slots=True)
class HalfTaken:
    """Stakes are closed: the half, quarter, eighth goes back, the rest to the table."""

    settled: tuple[Settled, ...]
    total: Amount
    """What went back."""
    why: Reason = "chosen"
    moves: tuple[Move, ...] = ()
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Imprisoned:
    held: tuple[Held, ...]
    """The stakes as they are now, in prison."""
    total: Amount
    why: Reason = "chosen"
    moves: tuple[Move, ...] = ()
    kind: str = ""


@dataclass(frozen=True, slots=True)
class BetsClosed:
    """Rien ne va plus."""

    moves: tuple[Move, ...] = ()
    kind: str = ""


@dataclass(frozen=True, slots=True)
class SpinStopped:
    """The spin is void: every stake stays, and it is launched again."""

    by: str
    reopens: bool
    """Whether stakes may be changed before the next launch."""
    moves: tuple[Move, ...] = ()
    kind: str = ""


@dataclass(frozen=True, slots=True)
class NumberFell:
    """What fell is announced, with the chances that win, if any."""

    number: int
    chances: tuple[str, ...]
    moves: tuple[Move, ...] = ()
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Collected:
    """The losing stakes go to the table."""

    settled: tuple[Settled, ...]
    total: Amount
    moves: tuple[Move, ...] = ()
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Paid:
    """The winning stakes are given back and paid, those of one kind of bet; prisoners are freed."""

    bet: str
    """The kind; empty where one player after the other is paid all of his."""
    settled: tuple[Settled, ...]
    """In the order of payment."""
    total: Amount
    """What went to the players, stakes included."""
    moves: tuple[Move, ...] = ()
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Restaked:
    """Winning stakes are laid again for the next round (COMMON-5)."""

    held: tuple[Held, ...]
    total: Amount
    moves: tuple[Move, ...] = ()
    kind: str = ""


@dataclass(frozen=True, slots=True)
class ChoiceOffered:
    """Zero: each of these stakes may be halved or go to prison, until the next closing."""

    held: tuple[Held, ...]
    """The stakes as they are now, one more zero behind them."""
    total: Amount
    moves: tuple[Move, ...] = ()
    kind: str = ""


@dataclass(frozen=True, slots=True)
class SessionBroken:
    """The session ends by an incident: what is left on the layout goes back at its value."""

    by: str
    settled: tuple[Settled, ...]
    total: Amount
    moves: tuple[Move, ...] = ()
    kind: str = ""


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """The round is over; nothing lies on the layout but what stays over."""

    moves: tuple[Move, ...] = ()
    kind: str = ""


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
