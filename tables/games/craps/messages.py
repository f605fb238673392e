"""The commands and events of the game. Kinds are for ever; fields are only added.

Amounts are minor units. `settled`, `held` and the like name whose stakes they are and are cut from
what everybody sees; `total` and `count` stay.
"""

from dataclasses import dataclass
from typing import Literal

from tables.games.core.messages import GameCommand, GameEvent
from tables.games.core.money import Amount, BoxNo, Move, Party
from tables.games.core.protocol import Voided
from tables.games.craps.bets import Dice
from tables.games.craps.stakes import Held, Laid, Settled, Wager

NO_SEAT = BoxNo(0)


class Stake(GameCommand, kind="craps.stake"):
    """Make these stakes of mine as large as this; 0 takes one down, what is not named stays.

    All are accepted or none.
    """

    wagers: tuple[Wager, ...]


class SetWorking(GameCommand, kind="craps.set_working"):
    """Let a place bet or come odds of mine play at the come-out, or not (MC-CRAPS-82, 87)."""

    wager: str
    value: bool


class SetNoAction(GameCommand, kind="craps.set_no_action"):
    """Leave a don't come stake of mine suspended, or let it play again (MC-CRAPS-39)."""

    wager: str
    value: bool


class Ready(GameCommand, kind="craps.ready"):
    """I have staked what I want; betting closes when everybody who staked has said so."""


class Throw(GameCommand, kind="craps.throw"):
    """Throw the dice. It closes the bets where everybody else is ready."""


class DeclineDice(GameCommand, kind="craps.decline_dice"):
    """I do not want the dice: they go to the next player (MC-CRAPS-07)."""


class ChangeDice(GameCommand, kind="craps.change_dice"):
    """I want other dice of the five of the session (MC-CRAPS-11)."""

    first: int
    """Its number, 1 to 5."""
    second: int


Command = Stake | SetWorking | SetNoAction | Ready | Throw | DeclineDice | ChangeDice


@dataclass(frozen=True, slots=True)
class AtRail:
    """Who stands at which place of the rail."""

    seat: BoxNo
    party: Party


class Opened(GameEvent, kind="craps.opened"):
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


class SeatsChanged(GameEvent, kind="craps.seats_changed"):
    """Somebody has come to the rail or left it."""

    seats: tuple[AtRail, ...]


Why = Literal["offered", "declined", "silent", "no_line_bet", "left", "withdrawn", "taken"]
"""Why the dice go to somebody else, or to whom they were offered before he took them."""


class ShooterChanged(GameEvent, kind="craps.shooter_changed"):
    """The dice are offered to another player, or to nobody where all have declined."""

    shooter: AtRail | None
    why: Why
    gone: tuple[BoxNo, ...] = ()
    """The places that have declined since the last series, with the one that has now."""
    by: str = ""
    """Who took the turn away; empty where the rule did."""


class DiceChanged(GameEvent, kind="craps.dice_changed"):
    """Other dice of the session are on the table; the odds are the same."""

    pair: Dice
    by: str


class Staked(GameEvent, kind="craps.staked"):
    """These stakes of a party are now as large as this; an amount of 0 is taken down."""

    party: Party
    laid: tuple[Laid, ...]
    total: Amount
    """All that the party has on the layout now."""
    moves: tuple[Move, ...] = ()


class Switched(GameEvent, kind="craps.switched"):
    """A stake plays at the come-out or not, or is left without action or plays again."""

    party: Party
    laid: tuple[Laid, ...]
    """The stake as it lies now."""
    what: Literal["working", "no_action"]
    value: bool


class Readied(GameEvent, kind="craps.readied"):
    party: Party


class BetsClosed(GameEvent, kind="craps.bets_closed"):
    """Rien ne va plus: the dice are passed to the shooter."""

    contracts: tuple[str, ...] = ()
    """The kinds of bets that stay from now on."""


class Thrown(GameEvent, kind="craps.thrown"):
    """The dice are thrown; what they show is not known yet."""

    by: Party
    """The shooter; empty where the server throws in the stickman's name."""
    timed_out: bool = False
    """The shooter did not throw in time: the server did it for him."""


class NoDice(GameEvent, kind="craps.no_dice"):
    """The throw is void: point, shooter and stakes stay, and the dice are thrown again."""

    by: str


class DiceFell(GameEvent, kind="craps.dice_fell"):
    """What the dice show is announced."""

    dice: Dice
    total: int
    hard: bool
    """4, 6, 8 or 10 by two like faces."""
    moves: tuple[Move, ...] = ()
    pair: Dice = (1, 2)
    """Which two of the session's five they are, in the same order (MC-EQ-49)."""


class Collected(GameEvent, kind="craps.collected"):
    """The losing stakes go to the table."""

    settled: tuple[Settled, ...]
    total: Amount
    moves: tuple[Move, ...] = ()


class Paid(GameEvent, kind="craps.paid"):
    """The winning stakes are given back and paid; odds that did not play are given back."""

    settled: tuple[Settled, ...]
    total: Amount
    """What went to the players, stakes included."""
    moves: tuple[Move, ...] = ()


class Moved(GameEvent, kind="craps.moved"):
    """Come bets are moved to the number that came; what stays of a cut bet lies on."""

    held: tuple[Held, ...]
    """The stakes as they lie now."""
    count: int


Turn = Literal["set", "made", "seven_out"]


class PointChanged(GameEvent, kind="craps.point_changed"):
    """The puck is moved: a point is set, made, or lost to the 7."""

    point: int
    """The point now; 0 when the next throw is a come-out."""
    why: Turn


class Restaked(GameEvent, kind="craps.restaked"):
    """Winning stakes are laid again for the next throw (COMMON-5)."""

    held: tuple[Held, ...]
    total: Amount
    moves: tuple[Move, ...] = ()


class TakenDown(GameEvent, kind="craps.taken_down"):
    """The session is over: what may always be taken back goes back to its owners."""

    settled: tuple[Settled, ...]
    total: Amount
    moves: tuple[Move, ...] = ()


class SessionBroken(GameEvent, kind="craps.session_broken"):
    """The session ends by an incident: what is left on the layout goes back."""

    by: str
    settled: tuple[Settled, ...]
    total: Amount
    moves: tuple[Move, ...] = ()


class RoundClosed(GameEvent, kind="craps.round_closed"):
    """The throw is settled; what is not decided lies on."""


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
