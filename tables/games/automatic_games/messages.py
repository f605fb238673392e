"""The commands and events of a machine. Kinds are for ever; fields are only added.

What a position keeps from game to game, its credits, meters and what it owes, rides in `Opened`.
"""

from dataclasses import dataclass, field
from typing import Final, Literal

from tables.games.automatic_games.machines import Win
from tables.games.automatic_games.meters import Meters
from tables.games.automatic_games.rules import Medium
from tables.games.core.cards import Card
from tables.games.core.money import Amount, Move, Party
from tables.games.core.protocol import PaymentMeans, Voided

NOBODY: Final = Party("")
NEVER_COUNTED: Final = Meters()


@dataclass(frozen=True, slots=True)
class Load:
    """Load credits: with a note or coins from my wallet, or from my card."""

    amount: Amount
    medium: Literal["note", "card", "coin"] = "card"
    kind: Literal["automatic_games.load"] = "automatic_games.load"


@dataclass(frozen=True, slots=True)
class Play:
    """Stake so much of my credits on a game."""

    amount: Amount
    kind: Literal["automatic_games.play"] = "automatic_games.play"


@dataclass(frozen=True, slots=True)
class Hold:
    """Keep the cards at these positions, counted from 1, and have the others replaced."""

    positions: tuple[int, ...] = ()
    kind: Literal["automatic_games.hold"] = "automatic_games.hold"


@dataclass(frozen=True, slots=True)
class CashOut:
    """Pay credits out to me; 0 for all of them. A ticket's code my own list of tickets tells."""

    amount: Amount = Amount(0)
    medium: Literal["card", "coin", "ticket"] = "card"
    kind: Literal["automatic_games.cash_out"] = "automatic_games.cash_out"


@dataclass(frozen=True, slots=True)
class InsertTicket:
    """Load credits with the ticket of this code."""

    code: str = field(repr=False)
    """A secret: whoever has it may be paid. Blanks, hyphens and case do not matter."""
    kind: Literal["automatic_games.insert_ticket"] = "automatic_games.insert_ticket"


@dataclass(frozen=True, slots=True)
class Complain:
    """Contest what a game of mine has paid, by its number."""

    game: int
    kind: Literal["automatic_games.complain"] = "automatic_games.complain"


Command = Load | InsertTicket | Play | Hold | CashOut | Complain


Complaint = Literal["", "made", "heard", "decided"]


@dataclass(frozen=True, slots=True)
class Game:
    """A game that was played at the position. Amounts are minor units."""

    number: int
    """Counted at this position, as the meter of games does."""
    party: Party
    stake: Amount
    due: Amount
    """What the pay table awards."""
    paid: Amount
    """What the machine paid, or what is paid by hand."""
    stops: tuple[int, ...] = ()
    by_hand: bool = False
    complements: int = 0
    """What was paid beside it because the machine paid too little."""
    complaint: Complaint = ""
    free: bool = False
    """It cost nothing: an earlier game had brought it."""
    wins: tuple[Win, ...] = ()
    """Each award of it; kept of the last game alone."""
    cards: tuple[Card, ...] = ()
    """The hand that it came to, on a machine of cards."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """A ticket that the position has taken, or issued under a number that it was given."""

    code: str
    """Its number in the house's register; of a worked example, where there is none, its code."""
    amount: Amount
    state: Literal["issued", "redeemed"]
    party: Party


@dataclass(frozen=True, slots=True)
class Position:
    """What a position keeps from game to game. Amounts are minor units."""

    owner: Party = NOBODY
    """Whose credits, or whose unpaid win, it holds: nobody else may play there (MC-AUTO-47)."""
    balance: Amount = Amount(0)
    owed: Amount = Amount(0)
    """A win that is paid by hand and is not paid yet."""
    identified: bool = False
    """Its owner has presented an identity document."""
    fault: bool = False
    """The device was checked before a payment, and did not work as it should (MC-AUTO-43)."""
    in_service: bool = True
    hopper: Amount = Amount(0)
    """What the coins in the hopper are worth."""
    meters: Meters = NEVER_COUNTED
    games: tuple[Game, ...] = ()
    """The last ones, newest first."""
    tickets: tuple[Ticket, ...] = ()
    """The last ones, newest last."""
    orphans: int = 0
    complements: int = 0
    free: int = 0
    """So many games are still to be played that cost nothing."""
    free_stake: Amount = Amount(0)
    """For what stake they pay: that of the game that brought the first of them."""
    free_won: Amount = Amount(0)
    """What those that followed it have won so far."""
    hand: tuple[Card, ...] = ()
    """The cards of a game of which its player has still to choose what he holds."""
    hand_stake: Amount = Amount(0)
    """What was staked on it, and lies there beside the balance."""


EMPTY: Final = Position()


@dataclass(frozen=True, slots=True)
class Opened:
    """The position awaits a game; what it held before it holds still."""

    found: Position = EMPTY
    last: bool = False
    """The session ends: nothing more is loaded or played, and credits go back to their owner."""
    moves: tuple[Move, ...] = ()
    kind: Literal["automatic_games.opened"] = "automatic_games.opened"


@dataclass(frozen=True, slots=True)
class Loaded:
    """Credits came onto the position."""

    party: Party
    medium: Medium
    amount: Amount
    hopper: Amount = Amount(0)
    """What of it the hopper took; the rest of the coins fell into the cash box (MC-AUTO-26)."""
    ticket: str = ""
    """The number of the ticket that was taken."""
    moves: tuple[Move, ...] = ()
    kind: Literal["automatic_games.loaded"] = "automatic_games.loaded"


@dataclass(frozen=True, slots=True)
class Played:
    """A game is paid for: from here on it is drawn, whatever happens."""

    party: Party
    amount: Amount
    free: bool = False
    """An earlier game had brought it: it costs nothing."""
    moves: tuple[Move, ...] = ()
    kind: Literal["automatic_games.played"] = "automatic_games.played"


@dataclass(frozen=True, slots=True)
class Dealt:
    """Five cards lie there: the game waits, in a round of its own, for what its player holds."""

    party: Party
    cards: tuple[Card, ...]
    moves: tuple[Move, ...] = ()
    kind: Literal["automatic_games.dealt"] = "automatic_games.dealt"


@dataclass(frozen=True, slots=True)
class Held:
    """The cards at these positions stay; what replaces the others was promised before."""

    party: Party
    positions: tuple[int, ...]
    timed_out: bool = False
    """Nobody chose in time: all five stay."""
    moves: tuple[Move, ...] = ()
    kind: Literal["automatic_games.held"] = "automatic_games.held"


@dataclass(frozen=True, slots=True)
class SpinStopped:
    """What was to fall counts for nothing: the stake stays, and another game is drawn."""

    by: str
    moves: tuple[Move, ...] = ()
    kind: Literal["automatic_games.spin_stopped"] = "automatic_games.spin_stopped"


@dataclass(frozen=True, slots=True)
class GameEnded:
    """Reels or cards stand: what the game pays is credited, or owed and paid by hand."""

    party: Party
    due: Amount
    paid: Amount
    by_hand: bool
    stops: tuple[int, ...] = ()
    wins: tuple[Win, ...] = ()
    brought: int = 0
    """So many games follow that cost nothing."""
    cards: tuple[Card, ...] = ()
    """The hand, on a machine of cards."""
    moves: tuple[Move, ...] = ()
    kind: Literal["automatic_games.game_ended"] = "automatic_games.game_ended"


@dataclass(frozen=True, slots=True)
class CashedOut:
    """Credits left the position, to whom they belong."""

    party: Party
    medium: Literal["ticket", "card", "coin"]
    amount: Amount
    ticket: str = ""
    timed_out: bool = False
    """Nobody had touched the machine for so long that they went back by themselves (A11)."""
    moves: tuple[Move, ...] = ()
    kind: Literal["automatic_games.cashed_out"] = "automatic_games.cashed_out"


@dataclass(frozen=True, slots=True)
class Orphaned:
    """Somebody walked away from credits that nobody can be known by (MC-AUTO-46)."""

    party: Party
    amount: Amount
    moves: tuple[Move, ...] = ()
    kind: Literal["automatic_games.orphaned"] = "automatic_games.orphaned"


@dataclass(frozen=True, slots=True)
class Identified:
    """The owner's identity document was seen (MC-AUTO-42)."""

    party: Party
    by: str = ""
    moves: tuple[Move, ...] = ()
    kind: Literal["automatic_games.identified"] = "automatic_games.identified"


@dataclass(frozen=True, slots=True)
class DeviceChecked:
    """The device was checked before a win is paid; the win stays owed (MC-AUTO-43)."""

    by: str
    right: bool
    moves: tuple[Move, ...] = ()
    kind: Literal["automatic_games.device_checked"] = "automatic_games.device_checked"


@dataclass(frozen=True, slots=True)
class HandPaid:
    """The win that was owed is paid by hand; a cheque or transfer is issued by the cage."""

    by: str
    party: Party
    amount: Amount
    means: PaymentMeans = "cash"
    moves: tuple[Move, ...] = ()
    kind: Literal["automatic_games.hand_paid"] = "automatic_games.hand_paid"


@dataclass(frozen=True, slots=True)
class Complained:
    """A player contests what a game has paid (MC-AUTO-45)."""

    party: Party
    game: int
    moves: tuple[Move, ...] = ()
    kind: Literal["automatic_games.complained"] = "automatic_games.complained"


@dataclass(frozen=True, slots=True)
class MechanicHeard:
    by: str
    game: int
    moves: tuple[Move, ...] = ()
    kind: Literal["automatic_games.mechanic_heard"] = "automatic_games.mechanic_heard"


@dataclass(frozen=True, slots=True)
class ComplaintDecided:
    """The supervisor has decided; what he grants is a complement."""

    by: str
    game: int
    granted: Amount
    moves: tuple[Move, ...] = ()
    kind: Literal["automatic_games.complaint_decided"] = "automatic_games.complaint_decided"


@dataclass(frozen=True, slots=True)
class Complemented:
    """What the machine paid too little is paid by hand, and counts in no meter (MC-AUTO-50)."""

    by: str
    party: Party
    game: int
    amount: Amount
    due: Amount = Amount(0)
    """What the game ought to have paid, as the supervisor finds; 0 in older rounds."""
    paid: Amount = Amount(0)
    """What the machine had paid; 0 in older rounds."""
    identified: bool = False
    """Whether the player has shown who he is, as large ones want (A7)."""
    moves: tuple[Move, ...] = ()
    kind: Literal["automatic_games.complemented"] = "automatic_games.complemented"


@dataclass(frozen=True, slots=True)
class MachineOpened:
    """A mechanic has opened the device: nothing is played, and credits stay as they are."""

    by: str
    moves: tuple[Move, ...] = ()
    kind: Literal["automatic_games.machine_opened"] = "automatic_games.machine_opened"


@dataclass(frozen=True, slots=True)
class MachineClosed:
    """The device is closed, and its sheet complete."""

    by: str
    reason: str
    moves: tuple[Move, ...] = ()
    kind: Literal["automatic_games.machine_closed"] = "automatic_games.machine_closed"


@dataclass(frozen=True, slots=True)
class SessionBroken:
    """The session ends by an incident: a stake that waits comes back, and all credits leave."""

    by: str
    party: Party
    amount: Amount
    moves: tuple[Move, ...] = ()
    kind: Literal["automatic_games.session_broken"] = "automatic_games.session_broken"


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """The round is over; credits stay for the next."""

    moves: tuple[Move, ...] = ()
    kind: Literal["automatic_games.round_closed"] = "automatic_games.round_closed"


Event = (
    Opened
    | Loaded
    | Played
    | Dealt
    | Held
    | SpinStopped
    | GameEnded
    | CashedOut
    | Orphaned
    | Identified
    | DeviceChecked
    | HandPaid
    | Complained
    | MechanicHeard
    | ComplaintDecided
    | Complemented
    | MachineOpened
    | MachineClosed
    | SessionBroken
    | RoundClosed
    | Voided
)
