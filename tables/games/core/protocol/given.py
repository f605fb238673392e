"""What reaches an engine besides commands: cards, what fell, time, staff."""

from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from tables.games.core.cards import Back, Card
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.values import fast_init

C = TypeVar("C")
"""The union of a game's commands."""


@dataclass(frozen=True, slots=True)
class Shoe:
    """A game is dealt from a shoe."""

    packs: int
    behind: int
    """Cards behind the stop card."""
    burnt: int
    """Cards burnt before the first is dealt, when play begins or is resumed with the shoe."""
    burnt_between: int | None = None
    """The same where play goes on with the shoe without a pause; `None` for as many."""
    refilled: bool = False
    """A shoe that runs out is filled with what was dealt before the round, one card burnt (ON-83).

    Otherwise the round is annulled.
    """
    cut: tuple[int, int] | None = None
    """Where the cut card may be put: the fewest and the most cards before it; `None` where the
    device knows no cut."""
    backs: tuple[Back, ...] = ()
    """The backs of the packs, one for each; nothing where the game says nothing of them."""
    turned_up: bool = False
    """A card that is turned up says how many are burnt: the engine awaits it, and those, when a
    round opens with a fresh shoe, or play is resumed (`OpeningContext.resumes`).
    `burnt` is 0 then."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Something that falls by chance: a wheel's ball, dice. Awaits one draw of it.

    The draw's seed is committed to in public before the stakes of its round.
    """

    sides: tuple[int, ...]
    """How many ways each die, or the ball, may fall."""


Equipment = Shoe | Draw
"""Where a game's chance comes from: one shoe for many rounds, or one draw for each round."""


@dataclass(frozen=True, slots=True)
class OpeningContext:
    """What a round's opening is given of its table."""

    seats: tuple[tuple[BoxNo, Party], ...] = ()
    """Who sits where, in the order of the boxes."""
    fresh_shoe: bool = False
    """A fresh shoe lies on the table since the last round."""
    rounds_left: int | None = None
    """How many rounds are left with this one, once the end of the session is announced."""
    boxes_by_arrival: tuple[BoxNo, ...] = ()
    """The boxes that are held, whose holder has sat longest first."""
    resumes: bool = False
    """Play begins or is resumed with this shoe; told where a card of it is turned up."""
    reshuffle_ordered: bool = False
    """The person in charge ordered the shoe that is being made (`Game.shuffle_on_order`)."""


@dataclass(frozen=True, slots=True)
class ColoursSold:
    """The chips without face value that a table sells (MC-CHIPS-05, MC-CHIPS-06)."""

    colours: tuple[str, ...]
    """So many players may have such chips at once, each in a colour of their own."""
    least: Amount
    most: Amount
    step: int
    """The value that a player gives a chip lies between these, and is a multiple of this."""


@dataclass(frozen=True, slots=True)
class TableChips:
    """Colour chips of a party."""

    table: int
    """The table that they belong to: the mark on them."""
    unit: Amount
    """What one is worth."""


@dataclass(frozen=True, slots=True)
class PresentedTicket:
    """A ticket as somebody presents it. Its code stays with the house's register."""

    number: str
    """By which the register knows it; no secret."""
    amount: Amount
    party: Party
    """Whose credits it was issued for."""
    state: Literal["issued", "redeemed", "orphan"]
    bound: bool = True
    """It pays nobody but that party."""


@dataclass(frozen=True, slots=True)
class TicketIssue:
    """An event issues a ticket: its register writes it with the step (MC-AUTO-32)."""

    party: Party
    amount: Amount
    bound: bool
    valid_days: int
    """For so long it is good."""


@dataclass(frozen=True, slots=True)
class TicketUse:
    """An event takes a ticket, which is paid with the step."""

    number: str
    party: Party


@dataclass(frozen=True, slots=True)
class PlayerCommand(Generic[C]):
    """A command and its party, with what the floor knows of the other people at the table."""

    party: Party
    boxes: frozenset[BoxNo]
    """Every box the party holds; none for a visitor who stakes behind others."""
    command: C
    alone: bool = True
    """No other party is seated at the table, betting or not."""
    may_stake_behind: frozenset[BoxNo] = frozenset()
    """The boxes of others whose holders agree that the party stakes behind them."""
    seats_vacant: bool = True
    """Fewer persons are seated than the layout has boxes."""
    others_waiting: bool = False
    """Somebody else wishes to take part in the game."""
    boxes_due_to_others: frozenset[BoxNo] = frozenset()
    """Boxes that are due to others who wish to take part (HOUSE-22)."""
    endorsed_announcements: frozenset[str] = frozenset()
    """The written announcements of the party that the games management has endorsed, as text."""
    inspector_present: bool = False
    """An inspector is signed in at the table."""
    wallet_balance: Amount | None = None
    """Minor units in the party's wallet when it asked; `None` where they were not read."""
    chips: TableChips | None = None
    """The party's colour chips; `None` where it stakes chips with a face value."""
    unable_to_pay: frozenset[Party] = frozenset()
    """Parties whose wallets cannot pay their part of this command: they are left out of it."""
    seat: BoxNo | None = None
    """The box of the party's own seat, among several that it holds; `None` if unknown."""
    ticket: PresentedTicket | None = None
    """The ticket with the command's code (`Game.ticket_code`); `None` where no ticket has it."""


Tag = Literal[
    "face_up_in_shoe", "error_unexposed", "error_exposed", "dealer_overdraw", "burn_after_refill"
]
"""What was out of order when a card left the shoe (ENG-22)."""


@fast_init
@dataclass(frozen=True, slots=True)
class Drawn:
    """Cards that left the shoe, in order."""

    cards: tuple[Card, ...]
    stop_card: bool = False
    """The stop card came out before or among these cards."""
    stop_at: int = 0
    """The index of the card right behind the stop card, when `stop_card`."""
    tags: tuple[Tag | None, ...] = ()
    """One per card, or nothing at all where everything was in order."""
    behind: int | None = None
    """How many cards lie behind the stop card, where it comes out next; otherwise `None`."""


@dataclass(frozen=True, slots=True)
class Misdealt:
    """The dealer passed boxes over: given before the cards of the deal (ENG-22)."""

    no_card: frozenset[BoxNo] = frozenset()
    one_card: frozenset[BoxNo] = frozenset()


@dataclass(frozen=True, slots=True)
class Ruled:
    """The games management has decided an incident as the procedure proposes (AMB-51).

    Where they decide otherwise, the round is voided.
    """

    by: str
    """Who decided; recorded with the round."""


@dataclass(frozen=True, slots=True)
class Approved:
    """The jackpots that a finished round won may be paid; `pots` says what each pot holds.

    The amounts are those at the end of the round: its own contributions are in them.
    """

    pots: tuple[tuple[str, Amount], ...]


@dataclass(frozen=True, slots=True)
class ClockExpired:
    """The clock of what was awaited ran out."""


@dataclass(frozen=True, slots=True)
class SettleSideBets:
    """The settlement worker asks for the side bets that are due."""


@dataclass(frozen=True, slots=True)
class DrawResult:
    """What was drawn: for each of the draw's sides a number from 0 to below it."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DrawStopped:
    """An operator stopped what was to fall, before it fell: it counts for nothing (COMMON-13)."""

    by: str


@dataclass(frozen=True, slots=True)
class SessionEnded:
    """The session ends by an incident, now: what lies at the table goes back at its value.

    Given to a round in play or to one that is over but has stakes that stay over.
    """

    by: str


@dataclass(frozen=True, slots=True)
class OperatorAction:
    """The person in charge of the table gives one of the orders that its rules allow."""

    key: str
    """One of those of `Game.staff_orders`."""
    by: str
    reason: str = ""
    """Why, in their own words."""
    due: Amount | None = None
    """What they find that a game ought to have paid, where the order is about that."""
    identified: bool = False
    """Whether the player whom the order pays has been identified."""


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody sat down or left: these sit now. Given only where `Needs.seats` is set."""

    seats: tuple[tuple[BoxNo, Party], ...]


EngineInput = (
    PlayerCommand[C]
    | Drawn
    | DrawResult
    | DrawStopped
    | ClockExpired
    | SettleSideBets
    | Misdealt
    | Ruled
    | Approved
    | OperatorAction
    | Seated
    | SessionEnded
)
