"""What the server shows beside a game's own view: the floor, its staff, pots, receipts, proofs."""

import functools
import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import Field

from tables.games import GAMES
from tables.games.core.protocol import Duty
from tables.games.core.values import fast_init
from tables.games.core.words import REFUSALS
from tables.wire.chat_signals import Level, Signal
from tables.wire.refusals import TABLE

Stopped = Literal["closing", "device", "mistake", "dispute", "disorder", "control", "other"]
"""The codes of `casino.rng.withdrawal` that tell of somebody's decision."""

_CODES: Final = {*REFUSALS, *TABLE}.union(*(game.wording.refusals for game in GAMES.values()))

if TYPE_CHECKING:
    RefusalCode = str
else:
    RefusalCode = Annotated[str, Field(json_schema_extra={"enum": sorted(_CODES)})]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a command did not happen; `detail` fills the translated sentence."""

    code: RefusalCode
    detail: dict[str, int | str]


@fast_init
@dataclass(frozen=True, slots=True)
class Seat:
    """A box and who holds it."""

    box: int
    party: str
    name: str
    away: bool
    """The holder has no socket open here; the seat is held for a while."""
    welcomes: bool
    """Others may stake behind the holder, who decides for them (FR-2024-017)."""


@dataclass(frozen=True, slots=True)
class Yielding:
    """A box that its holder has beside his own: whoever wishes to play may sit there (HOUSE-22)."""

    box: int
    due_to: str | None
    """The party that has waited longest and finds no free box; the holder stakes there no more."""


@fast_init
@dataclass(frozen=True, slots=True)
class ShoeShown:
    """The public face of the shoe in use."""

    id: str
    sequence: int
    commitment: str
    """SHA-256 of the seed and header, lower-case hex, published before the first bet."""
    size: int
    position: int
    """Cards that have left the shoe, burnt ones included."""
    stop_at: int
    """The stop card lies before the card with this index."""
    root: str = ""
    """The root of the tree of its order, lower-case hex: every card shown is opened against it."""
    cut: int = 0
    """Cards that went behind the others when it was cut; 0 where the device knows no cut."""
    cut_by: int = 0
    """The box whose player cut; 0 for the dealer."""
    backs: str = ""
    """The backs of the last round's cards, as they left, and of the next one: `r` red, `b` blue.

    They come from the places in the shoe and tell nothing of faces."""


@fast_init
@dataclass(frozen=True, slots=True)
class CardOpened:
    """The proof that a card lay where it was dealt from."""

    place: int
    """From 0 in the order as dealt, burnt cards counted."""
    face: int
    """0..51 in the factory order of a pack: suits c, d, h, s, each from ace to king."""
    proof: str
    """Base64 of the salt and the inclusion proof in the tree of the shoe's root."""
    shoe: str
    """The id of the shoe: that of the last cards of a shoe has left the table by then."""


@dataclass(frozen=True, slots=True)
class ShufflingShown:
    """How far the making of the next shoe has come."""

    shoe: str
    commitment: str
    """Lower-case hex, logged before any hash is taken."""
    sequence: int
    stage: Literal["waiting", "consent", "sealing", "closing", "opening", "shuffling"]
    """Waiting for somebody to sit down; asking the banker whether others may cut; taking hashes;
    logging their list, to which none is added; taking secrets; being shuffled."""
    size: int
    """Cards of the shoe."""
    cut_from: int
    cut_to: int
    """Where the cut card may be put, in cards; both 0 where the device knows no cut."""
    offered: tuple[int, ...]
    """The boxes that are asked to cut now: one where the text orders them, else all at once. The
    first who accepts cuts; empty for nobody. At `consent` the banker's, who lets others cut."""
    cutter: int
    """The box that has accepted the cut; 0 for none."""
    declined: tuple[int, ...]
    """The boxes that declined, or let their time run out."""
    sealed: tuple[int, ...]
    opened: tuple[int, ...]
    """The boxes whose secrets were taken, open or locked."""
    lock_round: int | None = None
    """The beacon's round to which secrets are locked, 0 before it is named; null where they are
    opened by hand."""


@dataclass(frozen=True, slots=True)
class EndShown:
    """How a session ends, or has ended."""

    reason: str
    """Why, as the operator wrote it."""
    rounds: int | None
    """How many rounds are left, with the one in play; null before they are counted, and after."""
    last_rounds_at: int | None
    """When they begin, milliseconds since 1970; null from then on."""


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """Why a shoe is being made before the end of the one before."""

    why: Literal["ordered", "interrupted"]
    """Whoever is in charge ordered it (ON-37, MC-020); play was interrupted (MC-019)."""
    reason: str
    """As the order gives it."""


@dataclass(frozen=True, slots=True)
class StoppedShown:
    """What an operator stopped before it fell, as the public log tells it."""

    sequence: int
    """Of the draw."""
    code: Stopped
    by: int
    """The operator's staff number."""
    would: str | None
    """What would have fallen, as the table calls it; null where that was not decided yet."""


@dataclass(frozen=True, slots=True)
class DrawShown:
    """The draw that is promised for the round: where the ball, or the dice, will fall."""

    id: str
    sequence: int
    commitment: str
    """SHA-256 of the seed and header, lower-case hex, published before the first bet."""
    contributions: Literal["full", "none"] = "none"
    """Whether players' secrets enter it."""
    stage: Literal["sealing", "opening", "falling"] = "sealing"
    """Taking hashes; their list is closed, and secrets are taken; no more."""
    sealed: tuple[int, ...] = ()
    """Whose hashes were taken by then: the numbers of boxes, above 1000 of who stands."""
    opened: tuple[int, ...] = ()
    """Whose secrets were taken, open or locked."""
    lock_round: int | None = None
    """The beacon's round to which secrets are locked, 0 before it is named; null where they are
    opened by hand."""


@fast_init
@dataclass(frozen=True, slots=True)
class PastRound:
    number: int
    result: str


@dataclass(frozen=True, slots=True)
class PotShown:
    """A pot of the jackpot that the table plays for, alone or with other tables (FR-2024-128)."""

    pot: str
    amount: int
    """Minor units that it holds; what was won stays in it until it is paid."""
    claimed: bool
    """Some of it was won and waits for a supervisor's approval."""
    next_win: int
    """Minor units that a win now would share: what it holds, as if all claims had been paid."""


@dataclass(frozen=True, slots=True)
class Advised:
    """What basic strategy would do for a box now; told at practice tables only."""

    box: int
    command: str
    """The kind of a command that the box is offered, `<game>.<verb>`."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What a decision was worth beside basic strategy's; told at practice tables only."""

    party: str
    box: int
    hand: str
    """What was held: `h16`, `s18`, `8,8`, `BJ`; `insurance` where that was answered."""
    up: str
    """The dealer's card: `A`, `2` ... `9`, `T`."""
    chosen: str
    """The verb of the command, as `hit`: without the name of the game."""
    advised: str
    """The verb of the strategy's; the same where the decision was right."""
    cost: float
    """Minor units that it loses on average, to a hundredth; 0 where it was right."""


@dataclass(frozen=True, slots=True)
class StaffShown:
    """Who answers for the table in a duty; the dealing is the house's own."""

    duty: Duty
    name: str


@fast_init
@dataclass(frozen=True, slots=True)
class ChipsLie:
    """Chips of a player on a position."""

    on: str
    amount: int


@dataclass(frozen=True, slots=True)
class ColourShown:
    """Whose a colour is, the marker of its value, and where its chips lie (MC-CHIPS-05, -07)."""

    party: str
    name: str
    colour: str
    unit: int
    """What one chip is worth, in minor units."""
    lies: tuple[ChipsLie, ...]


@dataclass(frozen=True, slots=True)
class FloorShown:
    """What the floor, not the game, knows of a table."""

    status: Literal["open", "ending", "draining", "paused", "closed"]
    """`ending`: play goes on, and when its last rounds begin is announced; `draining`: those.
    `paused`: a step failed again and again, and nothing goes on until an operator has decided."""
    accepting: bool
    """Stakes are welcome: the table is open, no round is being played, and its shoe is ready, or
    waits for a stake to be made."""
    round: int
    """The number of the current or last round; 0 before the first."""
    rules: str
    """The key of the rule set."""
    seats: tuple[Seat, ...]
    shoe: ShoeShown | None
    """`None` while a fresh shoe is being shuffled, and where none stands."""
    draw: DrawShown | None
    """`None` while it is being promised, and where a shoe stands."""
    recent: tuple[PastRound, ...]
    """The last results, newest first, at most 20."""
    waiting: int
    """How many visitors wish to take part and have no box."""
    yielding: tuple[Yielding, ...] = ()
    """Boxes that their holders give up to whoever wishes to sit there, by the rules."""
    idle: tuple[int, ...] = ()
    """Boxes whose holders were told that others wait: with the next round without a stake of theirs
    they lose them."""
    pots: tuple[PotShown, ...] = ()
    """The pots that the table plays for; empty where its rules have none."""
    practice: bool = False
    """The table is for practice."""
    advice: tuple[Advised, ...] = ()
    """Empty unless the table is for practice and the strategy of its rules is known."""
    judged: tuple[Judged, ...] = ()
    """At a practice table: what the decision was worth that led to this frame."""
    staff: tuple[StaffShown, ...] = ()
    """Who serves the table, where its rules want a chief or an inspector."""
    shuffling: ShufflingShown | None = None
    """The shoe that is being made; the players' clock of the frame is that of its stage."""
    openings: tuple[CardOpened, ...] = ()
    """After a step the cards that it turned up, in the order in which they were drawn.

    In a snapshot all that lie face up in the round in play, or the last one, while its shoe is on
    the table."""
    chance: Literal["open", "closed"] = "open"
    """Closed while the generator is in its error state: no new shoe or draw is made (R23)."""
    reshuffled: Reshuffled | None = None
    """While a shoe is being made: why the one before was not dealt to its end."""
    end: EndShown | None = None
    """How the session ends, or has ended; null at an open table."""
    colours: tuple[ColourShown, ...] = ()
    """Who plays in colour chips, where the rules sell such."""
    stopped: StoppedShown | None = None
    """The draw before, where an operator stopped it: until the next one is promised."""


@dataclass(frozen=True, slots=True)
class BulletinShown:
    """What the house tells the players of a table, or of all: plain text, never markup."""

    id: str
    fr: str
    en: str
    left: int
    """It is shown for so many milliseconds more: a page need not know the server's clock."""


@dataclass(frozen=True, slots=True)
class BulletinsShown:
    """The bulletins in force at the table, oldest first; belongs to no `seq`.

    Said after the snapshot, where the house has ever posted any, and whenever they change.
    """

    version: int
    """Grows with every act; what comes with a lower one is older, and is not shown."""
    bulletins: tuple[BulletinShown, ...]
    type: Literal["bulletins"] = "bulletins"


@dataclass(frozen=True, slots=True)
class Welcome:
    """The first message on a socket, followed by a frame without events."""

    you: str | None
    """Your party, as `seats` and views name it; `None` for a visitor who only watches."""
    name: str
    balance: int | None
    """Minor units in the wallet; at a practice table in practice chips."""
    currency: str
    now: int
    """The server's clock, milliseconds since 1970."""
    wishes: bool = False
    """You have said here that you wish to take part, and have no box yet."""
    chat: Level = "off"
    """What may be said at the table."""
    type: Literal["welcome"] = "welcome"


@fast_init
@dataclass(frozen=True, slots=True)
class WalletShown:
    """Your balance after the table's event `seq`; sent to your own sockets only.

    Number 0 when no event moved it: the house gave you chips, or changed some for you.
    """

    balance: int
    seq: int
    of: Literal["wallet", "colours", "practice"] = "wallet"
    """Of your wallet, of the colour chips that you have in hand at this table, or of your practice
    chips; either of the first and the last may come at any table."""
    type: Literal["wallet"] = "wallet"


if TYPE_CHECKING:
    AnyOwn = Any
else:
    AnyOwn = functools.reduce(
        operator.or_, [game.wire.own for game in GAMES.values() if game.wire.own], None
    )


@dataclass(frozen=True, slots=True)
class OwnShown:
    """What you alone may know after the table's event `seq`; sent to your own sockets only.

    Follows the frame of that number, when it has changed; null once there is nothing.
    """

    own: AnyOwn
    seq: int
    openings: tuple[CardOpened, ...] = ()
    """Your own cards that lie face down to the others."""
    type: Literal["own"] = "own"


@dataclass(frozen=True, slots=True)
class ChatSaid:
    """What a player says: plain text, never markup."""

    id: str
    party: str
    name: str
    signal: Signal
    text: str
    """Own words where the signal is `free`, else empty."""
    at: int
    """The server's clock, milliseconds since 1970."""


@dataclass(frozen=True, slots=True)
class ChatShown:
    """What somebody says at the table, or null where only what may be said has changed.

    Belongs to no `seq`, and is told once: whoever comes later does not hear it.
    """

    level: Level
    said: ChatSaid | None
    type: Literal["chat"] = "chat"


@dataclass(frozen=True, slots=True)
class DecisionShown:
    """The games management has decided a dispute that concerns you; to your own sockets only.

    Told once, at whatever tables you are; the decision is on a page of yours.
    """

    dispute: int
    table: str
    """The name of the table that it is about."""
    round: int | None
    """The number of the round there; null where it is about none."""
    type: Literal["decision"] = "decision"


@dataclass(frozen=True, slots=True)
class ChipsShown:
    """How many chips of one unit an announcement lays on a position."""

    on: str
    chips: int


@dataclass(frozen=True, slots=True)
class WritingShown:
    """A written announcement of yours, and what was decided about it."""

    id: str
    text: str
    chips: tuple[ChipsShown, ...]
    state: Literal["pending", "endorsed", "declined"]
    reason: str
    """Why it was endorsed or declined; empty while it waits."""


@dataclass(frozen=True, slots=True)
class WritingsShown:
    """All you have written at the table in this session; sent to your own sockets only.

    Follows the frame of that number, when it has changed.
    """

    table: int
    writings: tuple[WritingShown, ...]
    seq: int
    type: Literal["writings"] = "writings"


@dataclass(frozen=True, slots=True)
class SealedShown:
    """The house's signed receipt for a hash; sent to whoever gave it alone.

    The signature covers `sabot-receipt/1`, a line feed, and the canonical JSON of `at`, `hash`,
    `seat` and `subject`.
    """

    subject: str
    """`shoe:` or `draw:` and its id."""
    seat: int
    hash: str
    at: int
    """Milliseconds since 1970."""
    key: str
    """The house's Ed25519 key for receipts, lower-case hex."""
    signature: str
    type: Literal["sealed"] = "sealed"


@dataclass(frozen=True, slots=True)
class OpenedShown:
    """The house's signed receipt for a secret that came in time; sent to its owner alone.

    The signature covers `sabot-opening-receipt/1`, a line feed, and the canonical JSON of `hash`,
    `seat`, `secret`, `subject`, and of `cut` where one was sealed; or of `hash`, `locked`, `seat`,
    `subject` where it was locked.
    """

    subject: str
    seat: int
    hash: str
    key: str
    signature: str
    type: Literal["opened"] = "opened"


Signed = SealedShown | OpenedShown


@dataclass(frozen=True, slots=True)
class ReceiptShown:
    """The answer to one command: refused, or what had become of it where no frame tells it."""

    cause: str
    seq: int | None
    """The table's sequence number after the command; `None` when refused, or nothing shows it."""
    refused: Refusal | None
    signed: Signed | None = None
    """What a part in a draw is answered with."""
    type: Literal["receipt"] = "receipt"


@dataclass(frozen=True, slots=True)
class PotsShown:
    """What the pots hold now, when another table changed them; belongs to no number of this one."""

    table: int
    pots: tuple[PotShown, ...]
    type: Literal["pots"] = "pots"


@dataclass(frozen=True, slots=True)
class Pong:
    ping: int
    now: int
    type: Literal["pong"] = "pong"


@dataclass(frozen=True, slots=True)
class Beat:
    """The line is there: sent to a socket that asked for beats, after a second without a word."""

    type: Literal["beat"] = "beat"
