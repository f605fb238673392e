"""Trente et quarante's commands and events; what its stakes share with a wheel's is theirs.

Kinds are for ever; fields are only added. Amounts are minor units. `settled`, `held` and the like
name whose stakes they are and are cut from what everybody sees; `total` and `count` stay.
"""

from dataclasses import dataclass
from typing import Literal

from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Move, Party
from tables.games.core.protocol import Voided
from tables.games.wheel import messages
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


@dataclass(frozen=True, slots=True)
class Stake(messages.Stake):
    """Set all my free stakes at once, as totals; what is not named is taken back.

    `red` is a stake, `red:insured` one that the refait gives back whole, with its premium. All are
    accepted or none. Stakes that wait for a choice or are in prison stay as they are: an id of
    theirs is refused.
    """

    kind: Literal["trente_et_quarante.stake"] = "trente_et_quarante.stake"


@dataclass(frozen=True, slots=True)
class Half(messages.Half):
    """Take back half of stakes that a refait has caught (MC-TQ-37)."""

    kind: Literal["trente_et_quarante.half"] = "trente_et_quarante.half"


@dataclass(frozen=True, slots=True)
class Prison(messages.Prison):
    """Leave stakes that a refait has caught in prison (MC-TQ-37)."""

    kind: Literal["trente_et_quarante.prison"] = "trente_et_quarante.prison"


@dataclass(frozen=True, slots=True)
class Ready(messages.Ready):
    """I have staked what I want; betting closes when everybody who staked has said so."""

    kind: Literal["trente_et_quarante.ready"] = "trente_et_quarante.ready"


Command = Stake | Half | Prison | Ready


@dataclass(frozen=True, slots=True)
class Opened:
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
    moves: tuple[Move, ...] = ()
    kind: Literal["trente_et_quarante.opened"] = "trente_et_quarante.opened"


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """Who stakes sits here now: payment follows the seats (MC-TQ-34)."""

    party: Party
    seat: BoxNo
    moves: tuple[Move, ...] = ()
    kind: Literal["trente_et_quarante.seat_taken"] = "trente_et_quarante.seat_taken"


@dataclass(frozen=True, slots=True)
class Staked(messages.Staked):
    """A party's free stakes are now these; their premiums are paid with them."""

    kind: Literal["trente_et_quarante.staked"] = "trente_et_quarante.staked"


@dataclass(frozen=True, slots=True)
class Readied(messages.Readied):
    kind: Literal["trente_et_quarante.readied"] = "trente_et_quarante.readied"


@dataclass(frozen=True, slots=True)
class HalfTaken(messages.HalfTaken):
    """Stakes are closed: the half, quarter, eighth goes back, the rest to the table."""

    kind: Literal["trente_et_quarante.half_taken"] = "trente_et_quarante.half_taken"


@dataclass(frozen=True, slots=True)
class Imprisoned(messages.Imprisoned):
    kind: Literal["trente_et_quarante.imprisoned"] = "trente_et_quarante.imprisoned"


@dataclass(frozen=True, slots=True)
class BetsClosed(messages.BetsClosed):
    """Rien ne va plus."""

    kind: Literal["trente_et_quarante.bets_closed"] = "trente_et_quarante.bets_closed"


@dataclass(frozen=True, slots=True)
class CardTurned:
    """A card is laid to its row (MC-TQ-31)."""

    row: Row
    card: Card
    total: int
    """What the row counts with it."""
    moves: tuple[Move, ...] = ()
    kind: Literal["trente_et_quarante.card_turned"] = "trente_et_quarante.card_turned"


@dataclass(frozen=True, slots=True)
class TalonCounted:
    """The stop card is out: what lies behind it is counted, face down (MC-TQ-14, MC-TQ-15)."""

    cards: int
    moves: tuple[Move, ...] = ()
    kind: Literal["trente_et_quarante.talon_counted"] = "trente_et_quarante.talon_counted"


@dataclass(frozen=True, slots=True)
class CoupAnnounced:
    """Both rows are down: their points, and the chances that win; none of equal points."""

    black: int
    red: int
    chances: tuple[str, ...]
    first: Card
    """By which colour and inverse are decided (MC-TQ-28)."""
    moves: tuple[Move, ...] = ()
    kind: Literal["trente_et_quarante.coup_announced"] = "trente_et_quarante.coup_announced"


@dataclass(frozen=True, slots=True)
class CoupAnnulled:
    """The coup counts for nothing: its stakes and premiums go back, prisoners stay (MC-TQ-14)."""

    by: str
    """Who stopped it; empty where the stop card did."""
    settled: tuple[Settled, ...]
    total: Amount
    moves: tuple[Move, ...] = ()
    kind: Literal["trente_et_quarante.coup_annulled"] = "trente_et_quarante.coup_annulled"


@dataclass(frozen=True, slots=True)
class Collected(messages.Collected):
    """The losing stakes go to the table, before anything is paid (MC-TQ-33)."""

    kind: Literal["trente_et_quarante.collected"] = "trente_et_quarante.collected"


@dataclass(frozen=True, slots=True)
class Paid(messages.Paid):
    """The winning stakes of one chance are given back and paid; prisoners are freed."""

    kind: Literal["trente_et_quarante.paid"] = "trente_et_quarante.paid"


@dataclass(frozen=True, slots=True)
class GivenBack:
    """Stakes go back whole; what was paid to insure them stays."""

    why: Back
    settled: tuple[Settled, ...]
    total: Amount
    moves: tuple[Move, ...] = ()
    kind: Literal["trente_et_quarante.given_back"] = "trente_et_quarante.given_back"


@dataclass(frozen=True, slots=True)
class Restaked(messages.Restaked):
    """Winning stakes are laid again for the next coup (COMMON-5); an insured one is not."""

    kind: Literal["trente_et_quarante.restaked"] = "trente_et_quarante.restaked"


@dataclass(frozen=True, slots=True)
class ChoiceOffered(messages.ChoiceOffered):
    """Refait: each of these stakes may be halved or go to prison, until the next closing."""

    kind: Literal["trente_et_quarante.choice_offered"] = "trente_et_quarante.choice_offered"


@dataclass(frozen=True, slots=True)
class SessionBroken(messages.SessionBroken):
    """The session ends by an incident: what is left on the layout goes back at its value."""

    kind: Literal["trente_et_quarante.session_broken"] = "trente_et_quarante.session_broken"


@dataclass(frozen=True, slots=True)
class RoundClosed(messages.RoundClosed):
    """The coup is over; nothing lies on the layout but what stays over."""

    kind: Literal["trente_et_quarante.round_closed"] = "trente_et_quarante.round_closed"


Event = (
    Opened
    | SeatTaken
    | Staked
    | Readied
    | HalfTaken
    | Imprisoned
    | BetsClosed
    | CardTurned
    | TalonCounted
    | CoupAnnounced
    | CoupAnnulled
    | Collected
    | Paid
    | GivenBack
    | Restaked
    | ChoiceOffered
    | SessionBroken
    | RoundClosed
    | Voided
)
"""What is recorded."""
Own = Opened | SeatTaken | CardTurned | TalonCounted | CoupAnnounced | CoupAnnulled | GivenBack
"""What no wheel has."""
Told = messages.Event | Own
"""What the engine tells, before what it shares with a wheel has its kind."""
