"""The commands and events of the game. Kinds are for ever; fields are only added.

Amounts are minor units. `settled`, `held` and the like name whose stakes they are and are cut from
what everybody sees; `total` and `count` stay.
"""

from dataclasses import dataclass
from typing import Literal

from tables.games.core.money import Amount, BoxNo, Move, Party
from tables.games.core.protocol import Voided
from tables.games.craps.bets import Dice
from tables.games.craps.stakes import Held, Laid, Settled, Wager

NO_SEAT = BoxNo(0)


@dataclass(frozen=True, slots=True)
class Stake:
    """Make these stakes of mine as large as this; 0 takes one down, what is not named stays.

    All are accepted or none.
    """

    wagers: tuple[Wager, ...]
    kind: Literal["craps.stake"] = "craps.stake"


@dataclass(frozen=True, slots=True)
class SetWorking:
    """Let a place bet or come odds of mine play at the come-out, or not (MC-CRAPS-82, 87)."""

    wager: str
    value: bool
    kind: Literal["craps.set_working"] = "craps.set_working"


@dataclass(frozen=True, slots=True)
class SetNoAction:
    """Leave a don't come stake of mine suspended, or let it play again (MC-CRAPS-39)."""

    wager: str
    value: bool
    kind: Literal["craps.set_no_action"] = "craps.set_no_action"


@dataclass(frozen=True, slots=True)
class Ready:
    """I have staked what I want; betting closes when everybody who staked has said so."""

    kind: Literal["craps.ready"] = "craps.ready"


@dataclass(frozen=True, slots=True)
class Throw:
    """Throw the dice. It closes the bets where everybody else is ready."""

    kind: Literal["craps.throw"] = "craps.throw"


@dataclass(frozen=True, slots=True)
class DeclineDice:
    """I do not want the dice: they go to the next player (MC-CRAPS-07)."""

    kind: Literal["craps.decline_dice"] = "craps.decline_dice"


@dataclass(frozen=True, slots=True)
class ChangeDice:
    """I want other dice of the five of the session (MC-CRAPS-11)."""

    first: int
    """Its number, 1 to 5."""
    second: int
    kind: Literal["craps.change_dice"] = "craps.change_dice"


Command = Stake | SetWorking | SetNoAction | Ready | Throw | DeclineDice | ChangeDice


@dataclass(frozen=True, slots=True)
class AtRail:
    """Who stands at which place of the rail."""

    seat: BoxNo
    party: Party


@dataclass(frozen=True, slots=True)
class Opened:
    """Faites vos jeux. What lies there, the point and the dice are as the last throw left them."""

    seats: tuple[AtRail, ...] = ()
    held: tuple[Held, ...] = ()
    count: int = 0
    """How many stakes lie there already."""
    point: int = 0
    """0 at the come-out."""
    shooter: AtRail | None = None
    """Who has the dice, or is offered them; nobody where all have declined."""
    throws: int = 0
    """How often this shooter has thrown in his series."""
    timeouts: int = 0
    """How often the server threw for him because he did not."""
    barred: BoxNo = NO_SEAT
    """The place whose turn was taken away during this point; 0 for none."""
    pair: Dice = (1, 2)
    """Which two of the five dice of the session are thrown."""
    last: tuple[Dice, ...] = ()
    """The last throws, newest first, at most 20."""
    tally: tuple[int, ...] = ()
    """How often each total from 2 to 12 has come at this table."""
    rounds_left: int | None = None
    """How many throws are left with this one, once the end of the session is announced."""
    overtime: bool = False
    """The announced throws are over: what lies there is thrown for; only odds are new."""
    moves: tuple[Move, ...] = ()
    kind: Literal["craps.opened"] = "craps.opened"


@dataclass(frozen=True, slots=True)
class SeatsChanged:
    """Somebody has come to the rail or left it."""

    seats: tuple[AtRail, ...]
    moves: tuple[Move, ...] = ()
    kind: Literal["craps.seats_changed"] = "craps.seats_changed"


Why = Literal["offered", "declined", "silent", "no_line_bet", "left", "withdrawn", "taken"]
"""Why the dice go to somebody else, or to whom they were offered before he took them."""


@dataclass(frozen=True, slots=True)
class ShooterChanged:
    """The dice are offered to another player, or to nobody where all have declined."""

    shooter: AtRail | None
    why: Why
    gone: tuple[BoxNo, ...] = ()
    """The places that have declined since the last series, with the one that has now."""
    by: str = ""
    """Who took the turn away; empty where the rule did."""
    moves: tuple[Move, ...] = ()
    kind: Literal["craps.shooter_changed"] = "craps.shooter_changed"


@dataclass(frozen=True, slots=True)
class DiceChanged:
    """Other dice of the session are on the table; the odds are the same."""

    pair: Dice
    by: str
    moves: tuple[Move, ...] = ()
    kind: Literal["craps.dice_changed"] = "craps.dice_changed"


@dataclass(frozen=True, slots=True)
class Staked:
    """These stakes of a party are now as large as this; an amount of 0 is taken down."""

    party: Party
    laid: tuple[Laid, ...]
    total: Amount
    """All that the party has on the layout now."""
    moves: tuple[Move, ...] = ()
    kind: Literal["craps.staked"] = "craps.staked"


@dataclass(frozen=True, slots=True)
class Switched:
    """A stake plays at the come-out or not, or is left without action or plays again."""

    party: Party
    laid: tuple[Laid, ...]
    """The stake as it lies now."""
    what: Literal["working", "no_action"]
    value: bool
    moves: tuple[Move, ...] = ()
    kind: Literal["craps.switched"] = "craps.switched"


@dataclass(frozen=True, slots=True)
class Readied:
    party: Party
    moves: tuple[Move, ...] = ()
    kind: Literal["craps.readied"] = "craps.readied"


@dataclass(frozen=True, slots=True)
class BetsClosed:
    """Rien ne va plus: the dice are passed to the shooter."""

    contracts: tuple[str, ...] = ()
    """The kinds of bets that stay from now on."""
    moves: tuple[Move, ...] = ()
    kind: Literal["craps.bets_closed"] = "craps.bets_closed"


@dataclass(frozen=True, slots=True)
class Thrown:
    """The dice are thrown; what they show is not known yet."""

    by: Party
    """The shooter; empty where the server throws in the stickman's name."""
    timed_out: bool = False
    """The shooter did not throw in time: the server did it for him."""
    moves: tuple[Move, ...] = ()
    kind: Literal["craps.thrown"] = "craps.thrown"


@dataclass(frozen=True, slots=True)
class NoDice:
    """The throw is void: point, shooter and stakes stay, and the dice are thrown again."""

    by: str
    moves: tuple[Move, ...] = ()
    kind: Literal["craps.no_dice"] = "craps.no_dice"


@dataclass(frozen=True, slots=True)
class DiceFell:
    """What the dice show is announced."""

    dice: Dice
    total: int
    hard: bool
    """4, 6, 8 or 10 by two like faces."""
    moves: tuple[Move, ...] = ()
    pair: Dice = (1, 2)
    """Which two of the session's five they are, in the same order (MC-EQ-49)."""
    kind: Literal["craps.dice_fell"] = "craps.dice_fell"


@dataclass(frozen=True, slots=True)
class Collected:
    """The losing stakes go to the table."""

    settled: tuple[Settled, ...]
    total: Amount
    moves: tuple[Move, ...] = ()
    kind: Literal["craps.collected"] = "craps.collected"


@dataclass(frozen=True, slots=True)
class Paid:
    """The winning stakes are given back and paid; odds that did not play are given back."""

    settled: tuple[Settled, ...]
    total: Amount
    """What went to the players, stakes included."""
    moves: tuple[Move, ...] = ()
    kind: Literal["craps.paid"] = "craps.paid"


@dataclass(frozen=True, slots=True)
class Moved:
    """Come bets are moved to the number that came; what stays of a cut bet lies on."""

    held: tuple[Held, ...]
    """The stakes as they lie now."""
    count: int
    moves: tuple[Move, ...] = ()
    kind: Literal["craps.moved"] = "craps.moved"


Turn = Literal["set", "made", "seven_out"]


@dataclass(frozen=True, slots=True)
class PointChanged:
    """The puck is moved: a point is set, made, or lost to the 7."""

    point: int
    """The point now; 0 when the next throw is a come-out."""
    why: Turn
    moves: tuple[Move, ...] = ()
    kind: Literal["craps.point_changed"] = "craps.point_changed"


@dataclass(frozen=True, slots=True)
class Restaked:
    """Winning stakes are laid again for the next throw (COMMON-5)."""

    held: tuple[Held, ...]
    total: Amount
    moves: tuple[Move, ...] = ()
    kind: Literal["craps.restaked"] = "craps.restaked"


@dataclass(frozen=True, slots=True)
class TakenDown:
    """The session is over: what may always be taken back goes back to its owners."""

    settled: tuple[Settled, ...]
    total: Amount
    moves: tuple[Move, ...] = ()
    kind: Literal["craps.taken_down"] = "craps.taken_down"


@dataclass(frozen=True, slots=True)
class SessionBroken:
    """The session ends by an incident: what is left on the layout goes back."""

    by: str
    settled: tuple[Settled, ...]
    total: Amount
    moves: tuple[Move, ...] = ()
    kind: Literal["craps.session_broken"] = "craps.session_broken"


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """The throw is settled; what is not decided lies on."""

    moves: tuple[Move, ...] = ()
    kind: Literal["craps.round_closed"] = "craps.round_closed"


Event = (
    Opened
    | SeatsChanged
    | ShooterChanged
    | DiceChanged
    | Staked
    | Switched
    | Readied
    | BetsClosed
    | Thrown
    | NoDice
    | DiceFell
    | Collected
    | Paid
    | Moved
    | PointChanged
    | Restaked
    | TakenDown
    | SessionBroken
    | RoundClosed
    | Voided
)
