"""The wire: codecs between JSON and frozen dataclasses, and their JSON Schema.

The only module that imports pydantic. Past it there is no JSON: a frame from a browser is either a
known command or a refusal, and stored events read back as the dataclasses they were.
"""

import dataclasses
import functools
import json
import operator
import re
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NamedTuple, get_args
from uuid import UUID

from pydantic import Field, TypeAdapter, ValidationError
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue

from tables.games import GAMES
from tables.games.core.money import BoxNo
from tables.games.core.protocol import Duty, Fact, Shown
from tables.games.core.words import REFUSALS
from tables.live.refusals import TABLE

MAX_FRAME_BYTES: Final = 16_384
"""A larger message from a browser closes its socket with 4413.

Stakes on every position of a layout are one command and fit."""

LONGEST_TEXT: Final = 1000
"""Characters of any text in a command; all of them are printed ones."""


@dataclasses.dataclass(frozen=True, slots=True)
class Sit:
    """Take a free box."""

    box: BoxNo
    kind: Literal["table.sit"] = "table.sit"


@dataclasses.dataclass(frozen=True, slots=True)
class Leave:
    """Give a box up; refused while it has chips on the layout."""

    box: BoxNo
    kind: Literal["table.leave"] = "table.leave"


@dataclasses.dataclass(frozen=True, slots=True)
class Consent:
    """Let others stake behind me on a box that I hold, or no longer; chips that lie stay."""

    box: BoxNo
    welcomes: bool
    kind: Literal["table.welcome"] = "table.welcome"


@dataclasses.dataclass(frozen=True, slots=True)
class Wish:
    """Say that I wish to take part and have no box, or no longer; sitting down ends it too."""

    wishes: bool
    kind: Literal["table.wish"] = "table.wish"


@dataclasses.dataclass(frozen=True, slots=True)
class Write:
    """Hand in a complex announced bet in writing; staked only once it is endorsed (MC-EROU-39)."""

    text: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]
    """As the game reads it, e.g. `complete_n:17`."""
    kind: Literal["table.write"] = "table.write"


Hex32 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
"""32 bytes in lower-case hexadecimal."""


@dataclasses.dataclass(frozen=True, slots=True)
class Seal:
    """Contribute to the shoe that is being made: the hash of a secret of the box's holder.

    Once for each holder, who declines the cut by it: whoever may still be asked to cut seals when
    that is decided. Refused to whoever holds no such box, and once the list is closed.
    """

    box: BoxNo
    shoe: str
    """The id of the shoe."""
    hash: Hex32
    kind: Literal["table.seal"] = "table.seal"


@dataclasses.dataclass(frozen=True, slots=True)
class Cut:
    """Accept the cut and seal it: the hash covers the secret and the place of the cut card.

    Refused unless the box is the one to which the cut is offered.
    """

    box: BoxNo
    shoe: str
    hash: Hex32
    kind: Literal["table.cut"] = "table.cut"


@dataclasses.dataclass(frozen=True, slots=True)
class DeclineCut:
    """Decline the cut: it is offered to the next box, and at last to the dealer."""

    box: BoxNo
    shoe: str
    kind: Literal["table.decline_cut"] = "table.decline_cut"


@dataclasses.dataclass(frozen=True, slots=True)
class Open:
    """Open what the box has sealed; refused when it does not fit its hash."""

    box: BoxNo
    shoe: str
    secret: Hex32
    cut: int | None = None
    """Cards before the cut card, of the box that cuts; `None` of all others."""
    kind: Literal["table.open"] = "table.open"


FLOOR_COMMANDS: Final = (Sit, Leave, Consent, Wish, Write, Seal, Cut, DeclineCut, Open)
Contribution = Seal | Cut | DeclineCut | Open
"""What players do while a shoe is being made."""
FloorCommand = Sit | Leave | Consent | Wish | Write | Contribution


@dataclasses.dataclass(frozen=True, slots=True)
class Ping:
    """Measures the round trip; answered by `Pong` with the server's clock."""

    ping: int


_CODES: Final = {*REFUSALS, *TABLE}.union(*(game.wording.refusals for game in GAMES.values()))

if TYPE_CHECKING:
    RefusalCode = str
else:
    RefusalCode = Annotated[str, Field(json_schema_extra={"enum": sorted(_CODES)})]


@dataclasses.dataclass(frozen=True, slots=True)
class Refusal:
    """Why a command did not happen; `detail` fills the translated sentence."""

    code: RefusalCode
    detail: dict[str, int | str]


@dataclasses.dataclass(frozen=True, slots=True)
class Seat:
    """A box and who holds it."""

    box: int
    party: str
    name: str
    away: bool
    """The holder has no socket open here; the seat is held for a while."""
    welcomes: bool
    """Others may stake behind the holder, who decides for them (FR-2024-017)."""


@dataclasses.dataclass(frozen=True, slots=True)
class Yielding:
    """A box that its holder has beside his own: whoever wishes to play may sit there (HOUSE-22)."""

    box: int
    due_to: str | None
    """The party that has waited longest and finds no free box; the holder stakes there no more."""


@dataclasses.dataclass(frozen=True, slots=True)
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


@dataclasses.dataclass(frozen=True, slots=True)
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


@dataclasses.dataclass(frozen=True, slots=True)
class ShufflingShown:
    """How far the making of the next shoe has come."""

    shoe: str
    commitment: str
    """Lower-case hex, logged before any hash is taken."""
    sequence: int
    stage: Literal["waiting", "sealing", "opening", "shuffling"]
    """Waiting for somebody to sit down; taking hashes; taking secrets; being shuffled."""
    size: int
    """Cards of the shoe."""
    cut_from: int
    cut_to: int
    """Where the cut card may be put, in cards; both 0 where the device knows no cut."""
    offered: int
    """The box that is asked to cut now; 0 for nobody."""
    cutter: int
    """The box that has accepted the cut; 0 for none."""
    declined: tuple[int, ...]
    """The boxes that declined, or let their time run out."""
    sealed: tuple[int, ...]
    opened: tuple[int, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class EndShown:
    """How a session ends, or has ended."""

    reason: str
    """Why, as the operator wrote it."""
    rounds: int | None
    """How many rounds are left, with the one in play; null before they are counted, and after."""
    last_rounds_at: int | None
    """When they begin, milliseconds since 1970; null from then on."""


@dataclasses.dataclass(frozen=True, slots=True)
class Reshuffled:
    """Why a shoe is being made before the end of the one before."""

    why: Literal["ordered", "interrupted"]
    """Whoever is in charge ordered it (ON-37, MC-020); play was interrupted (MC-019)."""
    reason: str
    """As the order gives it."""


@dataclasses.dataclass(frozen=True, slots=True)
class DrawShown:
    """The draw that is promised for the round: where the ball, or the dice, will fall."""

    id: str
    sequence: int
    commitment: str
    """SHA-256 of the seed and header, lower-case hex, published before the first bet."""


@dataclasses.dataclass(frozen=True, slots=True)
class PastRound:
    number: int
    result: str


@dataclasses.dataclass(frozen=True, slots=True)
class PotShown:
    """A pot of the jackpot that the table plays for, alone or with other tables (FR-2024-128)."""

    pot: str
    amount: int
    """Minor units that it holds; what was won stays in it until it is paid."""
    claimed: bool
    """Some of it was won and waits for a supervisor's approval."""
    next_win: int
    """Minor units that a win now would share: what it holds, as if all claims had been paid."""


@dataclasses.dataclass(frozen=True, slots=True)
class Advised:
    """What basic strategy would do for a box now; told at practice tables only."""

    box: int
    command: str
    """The kind of a command that the box is offered, `<game>.<verb>`."""


@dataclasses.dataclass(frozen=True, slots=True)
class StaffShown:
    """Who answers for the table in a duty; the dealing is the house's own."""

    duty: Duty
    name: str


@dataclasses.dataclass(frozen=True, slots=True)
class FloorShown:
    """What the floor, not the game, knows of a table."""

    status: Literal["open", "ending", "draining", "closed"]
    """`ending`: play goes on, and when its last rounds begin is announced; `draining`: those."""
    accepting: bool
    """Stakes are welcome: the table is open, its shoe is ready and no round is being played."""
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
    pots: tuple[PotShown, ...] = ()
    """The pots that the table plays for; empty where its rules have none."""
    practice: bool = False
    """The table is for practice."""
    advice: tuple[Advised, ...] = ()
    """Empty unless the table is for practice and the strategy of its rules is known."""
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


@dataclasses.dataclass(frozen=True, slots=True)
class Welcome:
    """The first message on a socket, followed by a frame without events."""

    you: str | None
    """Your party, as `seats` and views name it; `None` for a visitor who only watches."""
    name: str
    balance: int | None
    """Minor units in the wallet."""
    currency: str
    now: int
    """The server's clock, milliseconds since 1970."""
    wishes: bool = False
    """You have said here that you wish to take part, and have no box yet."""
    type: Literal["welcome"] = "welcome"


@dataclasses.dataclass(frozen=True, slots=True)
class WalletShown:
    """Your balance after the table's event `seq`; sent to your own sockets only.

    Number 0 when no event moved it: the house gave you chips.
    """

    balance: int
    seq: int
    type: Literal["wallet"] = "wallet"


if TYPE_CHECKING:
    AnyOwn = Any
else:
    AnyOwn = functools.reduce(
        operator.or_, [game.wire.own for game in GAMES.values() if game.wire.own], None
    )


@dataclasses.dataclass(frozen=True, slots=True)
class OwnShown:
    """What you alone may know after the table's event `seq`; sent to your own sockets only.

    Follows the frame of that number, when it has changed; null once there is nothing.
    """

    own: AnyOwn
    seq: int
    openings: tuple[CardOpened, ...] = ()
    """Your own cards that lie face down to the others."""
    type: Literal["own"] = "own"


@dataclasses.dataclass(frozen=True, slots=True)
class ChipsShown:
    """How many chips of one unit an announcement lays on a position."""

    on: str
    chips: int


@dataclasses.dataclass(frozen=True, slots=True)
class WritingShown:
    """A written announcement of yours, and what was decided about it."""

    id: str
    text: str
    chips: tuple[ChipsShown, ...]
    state: Literal["pending", "endorsed", "declined"]
    reason: str
    """Why it was endorsed or declined; empty while it waits."""


@dataclasses.dataclass(frozen=True, slots=True)
class WritingsShown:
    """All you have written at the table in this session; sent to your own sockets only.

    Follows the frame of that number, when it has changed.
    """

    table: int
    writings: tuple[WritingShown, ...]
    seq: int
    type: Literal["writings"] = "writings"


@dataclasses.dataclass(frozen=True, slots=True)
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


@dataclasses.dataclass(frozen=True, slots=True)
class ReceiptShown:
    """The answer to one command: refused, or (when it was sent again) what had become of it."""

    cause: str
    seq: int | None
    """The table's sequence number after the command; `None` when refused."""
    refused: Refusal | None
    type: Literal["receipt"] = "receipt"


@dataclasses.dataclass(frozen=True, slots=True)
class PotsShown:
    """What the pots hold now, when another table changed them; belongs to no number of this one."""

    table: int
    pots: tuple[PotShown, ...]
    type: Literal["pots"] = "pots"


@dataclasses.dataclass(frozen=True, slots=True)
class Pong:
    ping: int
    now: int
    type: Literal["pong"] = "pong"


def _union(types: list[Any]) -> Any:
    return functools.reduce(operator.or_, types)


if TYPE_CHECKING:
    # The unions follow from the register, which a type checker does not run.
    AnyCommand = Any
    AnyEvent = Any
    AnyView = Any
else:
    AnyCommand = Annotated[
        _union([*FLOOR_COMMANDS, *(game.wire.commands for game in GAMES.values())]),
        Field(discriminator="kind"),
    ]
    AnyEvent = Annotated[
        _union([game.wire.events for game in GAMES.values()]), Field(discriminator="kind")
    ]
    AnyView = _union([game.wire.view for game in GAMES.values()])


@dataclasses.dataclass(frozen=True, slots=True)
class Frame:
    """What happened at a table, and all one may know of it now.

    For the schema and for clients in Python: the server splices in events and view as JSON that was
    encoded once, see `encode_frame`.
    """

    table: int
    seq: int
    """Grows with every event and change of the floor; the number of the last one in here."""
    cause: str | None
    """The id of the command that led here; null when the clock, a draw or an operator did."""
    now: int
    """The server's clock, milliseconds since 1970."""
    due_at: int | None
    """When the players' clock runs out, milliseconds since 1970; null while none runs."""
    window: int | None
    """The whole length of that clock, milliseconds."""
    events: tuple[AnyEvent, ...]
    view: AnyView
    floor: FloorShown
    type: Literal["frame"] = "frame"


Said = (
    Welcome | WalletShown | OwnShown | WritingsShown | SealedShown | ReceiptShown | PotsShown | Pong
)
"""What the server sends beside frames."""
Outgoing = Frame | Said


@dataclasses.dataclass(frozen=True, slots=True)
class Sent:
    """A command with the id that the browser made before sending; it happens once."""

    id: UUID
    command: AnyCommand


_INCOMING: TypeAdapter[Sent | Ping] = TypeAdapter(Sent | Ping)
_EVENT: TypeAdapter[Fact] = TypeAdapter(AnyEvent)
_VIEW: TypeAdapter[Shown] = TypeAdapter(AnyView)
_FLOOR: TypeAdapter[FloorShown] = TypeAdapter(FloorShown)
_SERVER: Final = {kind: TypeAdapter(kind) for kind in get_args(Said)}
MAX_DIGITS: Final = 13
"""No chip count needs more, and a longer number would overflow the database's integers."""


def _whole(digits: str) -> int:
    if len(digits.removeprefix("-")) > MAX_DIGITS:
        raise ValueError("a number of too many digits")
    return int(digits)


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no JSON")


# Bounds numbers where they are read: digits inside a text are none.
_BOUNDED: Final = json.JSONDecoder(parse_int=_whole, parse_constant=_no_number)


class Malformed(Exception):
    """A message that is not of the protocol's form. `code` is a wire refusal.

    `cause` is the command's id where it could be read, so that its sender learns the answer.
    """

    def __init__(self, code: str, cause: str | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.cause = cause


def decode(text: str) -> Sent | Ping:
    """Return the message in a browser's text frame, or raise `Malformed`."""
    try:
        plain = _is_plain(_BOUNDED.decode(text))
    except (ValueError, RecursionError):
        plain = False
    if not plain:
        raise Malformed("malformed", cause_of(text))
    try:
        return _INCOMING.validate_json(text, strict=True, extra="forbid")
    except ValidationError as error:
        unknown = any(each["type"] == "union_tag_invalid" for each in error.errors())
        raise Malformed("unknown_command" if unknown else "malformed", cause_of(text)) from None


def _is_plain(value: Any) -> bool:
    """Tell whether every text in a message is short and of printed characters."""
    if isinstance(value, str):
        return len(value) <= LONGEST_TEXT and value.isprintable()
    if isinstance(value, dict):
        return all(_is_plain(each) for each in (*value, *value.values()))
    return not isinstance(value, list) or all(_is_plain(each) for each in value)


_CAUSE: Final = re.compile(r'"id"\s*:\s*"([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})"')


def cause_of(text: str) -> str | None:
    """Return the command id in a message that need not be well formed, or `None`."""
    found = _CAUSE.search(text)
    return found[1].lower() if found else None


def played_at(command: AnyCommand) -> str | None:
    """Return the game that a command belongs to, `None` for one of the floor."""
    game = str(command.kind).partition(".")[0]
    return game if game in GAMES else None


def encode(message: Said) -> str:
    """Return a server message as JSON text."""
    return _SERVER[type(message)].dump_json(message).decode()


def encode_event(event: Fact) -> str:
    """Return an event as the JSON that is stored for ever."""
    return _EVENT.dump_json(event).decode()


def decode_event(body: str | bytes) -> Fact:
    """Return the event that a stored body holds."""
    return _EVENT.validate_json(body)


class FrameText(NamedTuple):
    """A frame as JSON text."""

    text: str
    events: tuple[int, int]
    """Where the list of its events begins and ends in the text, without its brackets."""


def encode_frame(
    *,
    table: int,
    seq: int,
    cause: UUID | None,
    now: int,
    due_at: int | None,
    window: int | None,
    events: list[str],
    view: Shown,
    floor: FloorShown,
) -> FrameText:
    """Return a frame as JSON text; `events` are bodies that `encode_event` made."""
    caused = "null" if cause is None else f'"{cause}"'
    before = (
        f'{{"type":"frame","table":{table},"seq":{seq},"cause":{caused},"now":{now},'
        f'"due_at":{"null" if due_at is None else due_at},'
        f'"window":{"null" if window is None else window},"events":['
    )
    told = ",".join(events)
    rest = f'"view":{_VIEW.dump_json(view).decode()},"floor":{_FLOOR.dump_json(floor).decode()}'
    return FrameText(f"{before}{told}],{rest}}}", (len(before), len(before) + len(told)))


class _Schema(GenerateJsonSchema):
    """Fields are required (the server always sends them) and untitled, so TypeScript can narrow."""

    def field_is_required(self, field: Any, total: bool) -> bool:
        return True

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def dataclass_schema(self, schema: Any) -> JsonSchemaValue:
        told = super().dataclass_schema(schema)
        module = schema["cls"].__module__
        for game in GAMES.values():
            if module.startswith(f"{type(game).__module__}."):
                told["title"] = game.wire.prefix + schema["cls"].__name__
        return told


def json_schema() -> JsonSchemaValue:
    """Return the JSON Schema of everything on the wire: `outgoing` and `incoming` at its root."""

    @dataclasses.dataclass
    class Wire:
        outgoing: Outgoing
        incoming: Sent | Ping

    return TypeAdapter(Wire).json_schema(schema_generator=_Schema, mode="serialization")
