"""The commands and events of a machine. Kinds are for ever; fields are only added.

What a position keeps from game to game, its credits, meters and what it owes, rides in `Opened`.
"""

from dataclasses import dataclass, field
from typing import Final, Literal

from tables.games.automatic_games.machines import Win
from tables.games.automatic_games.meters import Meters
from tables.games.automatic_games.rules import Medium
from tables.games.core.cards import Card
from tables.games.core.messages import GameCommand, GameEvent
from tables.games.core.money import Amount, Move, Party
from tables.games.core.protocol import PaymentMeans, Voided

NOBODY: Final = Party("")
NEVER_COUNTED: Final = Meters()


class Load(GameCommand, kind="automatic_games.load"):
    """Load credits: with a note or coins from my wallet, or from my card."""

    amount: Amount
    medium: Literal["note", "card", "coin"] = "card"


class Play(GameCommand, kind="automatic_games.play"):
    """Stake so much of my credits on a game."""

    amount: Amount


class Hold(GameCommand, kind="automatic_games.hold"):
    """Keep the cards at these positions, counted from 1, and have the others replaced."""

    positions: tuple[int, ...] = ()


class CashOut(GameCommand, kind="automatic_games.cash_out"):
    """Pay credits out to me; 0 for all of them. A ticket's code my own list of tickets tells."""

    amount: Amount = Amount(0)
    medium: Literal["card", "coin", "ticket"] = "card"


class InsertTicket(GameCommand, kind="automatic_games.insert_ticket"):
    """Load credits with the ticket of this code."""

    code: str = field(repr=False)
    """A secret: whoever has it may be paid. Blanks, hyphens and case do not matter."""


class Complain(GameCommand, kind="automatic_games.complain"):
    """Contest what a game of mine has paid, by its number."""

    game: int


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


class Opened(GameEvent, kind="automatic_games.opened"):
    """The position awaits a game; what it held before it holds still."""

    found: Position = EMPTY
    last: bool = False
    """The session ends: nothing more is loaded or played, and credits go back to their owner."""


class Loaded(GameEvent, kind="automatic_games.loaded"):
    """Credits came onto the position."""

    party: Party
    medium: Medium
    amount: Amount
    hopper: Amount = Amount(0)
    """What of it the hopper took; the rest of the coins fell into the cash box (MC-AUTO-26)."""
    ticket: str = ""
    """The number of the ticket that was taken."""
    moves: tuple[Move, ...] = ()


class Played(GameEvent, kind="automatic_games.played"):
    """A game is paid for: from here on it is drawn, whatever happens."""

    party: Party
    amount: Amount
    free: bool = False
    """An earlier game had brought it: it costs nothing."""


class Dealt(GameEvent, kind="automatic_games.dealt"):
    """Five cards lie there: the game waits, in a round of its own, for what its player holds."""

    party: Party
    cards: tuple[Card, ...]


class Held(GameEvent, kind="automatic_games.held"):
    """The cards at these positions stay; what replaces the others was promised before."""

    party: Party
    positions: tuple[int, ...]
    timed_out: bool = False
    """Nobody chose in time: all five stay."""


class SpinStopped(GameEvent, kind="automatic_games.spin_stopped"):
    """What was to fall counts for nothing: the stake stays, and another game is drawn."""

    by: str


class GameEnded(GameEvent, kind="automatic_games.game_ended"):
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


class CashedOut(GameEvent, kind="automatic_games.cashed_out"):
    """Credits left the position, to whom they belong."""

    party: Party
    medium: Literal["ticket", "card", "coin"]
    amount: Amount
    ticket: str = ""
    timed_out: bool = False
    """Nobody had touched the machine for so long that they went back by themselves (A11)."""
    moves: tuple[Move, ...] = ()


class Orphaned(GameEvent, kind="automatic_games.orphaned"):
    """Somebody walked away from credits that nobody can be known by (MC-AUTO-46)."""

    party: Party
    amount: Amount
    moves: tuple[Move, ...] = ()


class Identified(GameEvent, kind="automatic_games.identified"):
    """The owner's identity document was seen (MC-AUTO-42)."""

    party: Party
    by: str = ""


class DeviceChecked(GameEvent, kind="automatic_games.device_checked"):
    """The device was checked before a win is paid; the win stays owed (MC-AUTO-43)."""

    by: str
    right: bool


class HandPaid(GameEvent, kind="automatic_games.hand_paid"):
    """The win that was owed is paid by hand; a cheque or transfer is issued by the cage."""

    by: str
    party: Party
    amount: Amount
    means: PaymentMeans = "cash"
    moves: tuple[Move, ...] = ()


class Complained(GameEvent, kind="automatic_games.complained"):
    """A player contests what a game has paid (MC-AUTO-45)."""

    party: Party
    game: int


class MechanicHeard(GameEvent, kind="automatic_games.mechanic_heard"):
    by: str
    game: int


class ComplaintDecided(GameEvent, kind="automatic_games.complaint_decided"):
    """The supervisor has decided; what he grants is a complement."""

    by: str
    game: int
    granted: Amount


class Complemented(GameEvent, kind="automatic_games.complemented"):
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


class MachineOpened(GameEvent, kind="automatic_games.machine_opened"):
    """A mechanic has opened the device: nothing is played, and credits stay as they are."""

    by: str


class MachineClosed(GameEvent, kind="automatic_games.machine_closed"):
    """The device is closed, and its sheet complete."""

    by: str
    reason: str


class SessionBroken(GameEvent, kind="automatic_games.session_broken"):
    """The session ends by an incident: a stake that waits comes back, and all credits leave."""

    by: str
    party: Party
    amount: Amount
    moves: tuple[Move, ...] = ()


class RoundClosed(GameEvent, kind="automatic_games.round_closed"):
    """The round is over; credits stay for the next."""


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
