"""The wire: codecs between JSON and frozen dataclasses, and their JSON Schema.

Past it there is no JSON: a frame from a browser is either a known command or a refusal, and stored
events read back as the dataclasses they were. What commands and messages hold beside a game's own
is in `floor_commands` and `outgoing`, what is left out of frames in `deltas`; nothing but
these four imports pydantic.
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
from tables.games.core.protocol import Fact, PublicView
from tables.wire.floor_commands import FLOOR_COMMANDS, LONGEST_TEXT, MOST_CHANGED
from tables.wire.outgoing import (
    Beat,
    BulletinsShown,
    ChatShown,
    DecisionShown,
    FloorShown,
    OpenedShown,
    OwnShown,
    Pong,
    PotsShown,
    ReceiptShown,
    SealedShown,
    WalletShown,
    Welcome,
    WritingsShown,
)

MAX_FRAME_BYTES: Final = 16_384
"""A larger message from a browser closes its socket with 4413.

Stakes on every position of a layout are one command and fit."""


@dataclasses.dataclass(frozen=True, slots=True)
class Ping:
    """Measures the round trip; answered by `Pong` with the server's clock."""

    ping: int


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


@dataclasses.dataclass(frozen=True, slots=True)
class Delta:
    """A frame without what is as it was in the one before it on the same socket.

    In `view` and `floor` an object of changed fields stands for an object, or, by their indexes,
    for the changed items of a list as long as before; anything else is a new value.
    """

    since: int
    """The `seq` of the frame before it on this socket, which it changes."""
    table: int
    seq: int
    cause: str | None
    now: int
    due_at: int | None
    window: int | None
    events: tuple[AnyEvent, ...]
    view: dict[str, Any]
    floor: dict[str, Any]
    type: Literal["delta"] = "delta"


ServerMessage = (
    Welcome
    | WalletShown
    | OwnShown
    | WritingsShown
    | SealedShown
    | OpenedShown
    | ReceiptShown
    | PotsShown
    | BulletinsShown
    | ChatShown
    | DecisionShown
    | Pong
    | Beat
)
"""What the server sends beside frames."""
Outgoing = Frame | Delta | ServerMessage


@dataclasses.dataclass(frozen=True, slots=True)
class Sent:
    """A command with the id that the browser made before sending; it happens once."""

    id: UUID
    command: AnyCommand
    notes: Annotated[int, Field(ge=0, le=MOST_CHANGED)] = 0
    """So much of my cash, in minor units, is changed at once for this stake (MC-CHIPS-03)."""


# Built when first used: together they take a quarter of a second, and most processes need few.
@functools.cache
def _incoming() -> TypeAdapter[Sent | Ping]:
    return TypeAdapter(Sent | Ping)


@functools.cache
def _event() -> TypeAdapter[Fact]:
    return TypeAdapter(AnyEvent)


@functools.cache
def _view() -> TypeAdapter[PublicView]:
    return TypeAdapter(AnyView)


_encoders: Final[dict[type[Any], TypeAdapter[Any]]] = {}


def _encoder_of(kind: type[Any]) -> TypeAdapter[Any]:
    if kind not in _encoders:
        _encoders[kind] = TypeAdapter(kind)
    return _encoders[kind]


def build() -> None:
    """Build what a web process reads and writes with.

    Threads that first need it at the same moment would each build it, and their players wait.
    """
    for codec in (_incoming, _event, _view):
        codec()
    for kind in (FloorShown, *get_args(ServerMessage)):
        _encoder_of(kind)


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
        return _incoming().validate_json(text, strict=True, extra="forbid")
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


def is_for(command: AnyCommand, game: str) -> bool:
    """Tell whether a table of this game takes a command: one of the floor, or of the game."""
    return type(command) in _taken(game)


@functools.cache
def _taken(game: str) -> frozenset[type[Any]]:
    commands = GAMES[game].wire.commands
    # A game may know one command alone, which is no union.
    return frozenset((*FLOOR_COMMANDS, *(get_args(commands) or (commands,))))


def encode(message: ServerMessage) -> str:
    """Return a server message as JSON text."""
    return _encoder_of(type(message)).dump_json(message).decode()


def encode_event(event: Fact) -> str:
    """Return an event as the JSON that is stored for ever."""
    return _event().dump_json(event).decode()


def decode_event(body: str | bytes) -> Fact:
    """Return the event that a stored body holds."""
    return _event().validate_json(body)


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
    view: PublicView,
    floor: FloorShown,
) -> FrameText:
    """Return a frame as JSON text; `events` are bodies that `encode_event` made."""
    caused = "null" if cause is None else f'"{cause}"'
    before = (
        f'{{"type":"frame","table":{table},"seq":{seq},"cause":{caused},"now":{now},'
        f'"due_at":{"null" if due_at is None else due_at},'
        f'"window":{"null" if window is None else window},"events":['
    )
    joined = ",".join(events)
    shown, around = (
        _view().dump_json(view).decode(),
        _encoder_of(FloorShown).dump_json(floor).decode(),
    )
    rest = f'"view":{shown},"floor":{around}'
    return FrameText(f"{before}{joined}],{rest}}}", (len(before), len(before) + len(joined)))


class _Schema(GenerateJsonSchema):
    """Fields are required (the server always sends them) and untitled, so TypeScript can narrow."""

    def field_is_required(self, field: Any, total: bool) -> bool:
        return True

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def dataclass_schema(self, schema: Any) -> JsonSchemaValue:
        found = super().dataclass_schema(schema)
        module = schema["cls"].__module__
        for game in GAMES.values():
            if f"{module}.".startswith(f"{type(game).__module__}."):
                found["title"] = game.wire.prefix + schema["cls"].__name__
        return found


def json_schema() -> JsonSchemaValue:
    """Return the JSON Schema of everything on the wire: `outgoing` and `incoming` at its root."""

    @dataclasses.dataclass
    class Wire:
        outgoing: Outgoing
        incoming: Sent | Ping

    return TypeAdapter(Wire).json_schema(schema_generator=_Schema, mode="serialization")
