"""A player's socket at a table: the public protocol, typed, with nothing taken on trust.

Every message is decoded with the wire's own types and every sequence number is checked. A command
keeps its id until it is answered and is sent again after a reconnection, so it happens once.
"""

import asyncio
import json
import os
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from random import randrange, uniform
from typing import Any, ClassVar, Final, Literal
from uuid import UUID

from picows import (
    WSCloseCode,
    WSFrame,
    WSHandshakeError,
    WSListener,
    WSMsgType,
    WSProtocolError,
    WSTransport,
    ws_connect,
)
from pydantic import TypeAdapter
from pydantic_core import from_json

from casino.http.request_limits import TRY_AGAIN_LATER
from tables.wire import codec, outgoing
from tests.load.door import Door

DECODERS: Final[dict[str, TypeAdapter[Any]]] = {
    "frame": TypeAdapter(codec.Frame),
    "delta": TypeAdapter(codec.Delta),
    "welcome": TypeAdapter(outgoing.Welcome),
    "wallet": TypeAdapter(outgoing.WalletShown),
    "receipt": TypeAdapter(outgoing.ReceiptShown),
    "pong": TypeAdapter(outgoing.Pong),
    "beat": TypeAdapter(outgoing.Beat),
    "pots": TypeAdapter(outgoing.PotsShown),
    "bulletins": TypeAdapter(outgoing.BulletinsShown),
    "chat": TypeAdapter(outgoing.ChatShown),
    "decision": TypeAdapter(outgoing.DecisionShown),
    "own": TypeAdapter(outgoing.OwnShown),
    "sealed": TypeAdapter(outgoing.SealedShown),
    "opened": TypeAdapter(outgoing.OpenedShown),
    "writings": TypeAdapter(outgoing.WritingsShown),
}

_FRAME: Final = b'{"type":"frame"'
BEAT: Final = codec.encode(outgoing.Beat())
_BEAT: Final = BEAT.encode()
SILENCE: Final = 1.8
"""Seconds after which the page takes a line for lost; the house says something each second."""

Frame = Any
"""`wire.Frame` is built at import, so type checkers cannot see its fields."""


def uuid7() -> UUID:
    """Return a new command id: milliseconds since 1970 and 74 random bits (RFC 9562)."""
    millis = time.time_ns() // 1_000_000
    rest = secrets.randbits(74)
    number = millis << 80 | 0x7 << 76 | (rest >> 62) << 64 | 0b10 << 62 | rest & (1 << 62) - 1
    return UUID(int=number)


def decode(text: str) -> Any:
    """Return a server's message as its dataclass; raises `ValueError` on anything else."""
    kind = json.loads(text)["type"]
    return DECODERS[kind].validate_json(text)


class Plain:
    """A message that is read without the types of the protocol: fields by name, lists as tuples.

    A thirteenth of the CPU of the types, and fails as they do, if later, where a field is missing.
    """

    def __init__(self, told: dict[str, Any]) -> None:
        self._told = told

    def __getattr__(self, name: str) -> Any:
        """Return a field, and keep it: the next time it is found without being asked for here."""
        try:
            told = self.__dict__[name] = _plain(self._told[name])
        except KeyError:
            raise AttributeError(name) from None
        return told


def _whole(told: dict[str, Any], sent: bytes) -> str:
    """Return a frame as text, as it was sent unless that was a delta."""
    return sent.decode() if sent.startswith(_FRAME) else json.dumps(told, separators=(",", ":"))


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return Plain(value)
    if isinstance(value, list):
        return tuple(_plain(each) for each in value)
    return value


def renewed(old: Any, change: Any) -> Any:
    """Return the value that a change makes of an old one, which stays as it was.

    An object changes fields of an object or, by their indexes, items of a list; anything else is
    the new value.
    """
    if not isinstance(change, dict) or not isinstance(old, dict | list):
        return change
    if isinstance(old, dict):
        return old | {name: renewed(old.get(name), each) for name, each in change.items()}
    return [renewed(each, change.get(str(nth), each)) for nth, each in enumerate(old)]


class Unfollowed(ValueError):
    """A delta of another frame than the one that came before it."""


class Frames:
    """The frames of one socket, each made whole from what has changed of the one before it."""

    _shared: ClassVar[OrderedDict[tuple[int | None, bytes], dict[str, Any]]] = OrderedDict()
    """What was made of the bytes that came after a frame of that number."""
    _KEPT: ClassVar = 64

    def __init__(self, *, shares: bool = False) -> None:
        self._last: dict[str, Any] = {}
        self._shares = shares
        """What the same bytes made of the same frame at another socket is taken from there: many
        who watch one table are sent the same."""

    def read(self, sent: bytes) -> dict[str, Any]:
        """Return a message made whole, as `whole` does; nobody changes what is returned.

        Raises `ValueError` where it is no JSON, and what `whole` raises.
        """
        if not self._shares:
            return self.whole(from_json(sent))
        key = self._last.get("seq"), sent
        told = self._shared.get(key)
        if told is None:
            told = self._shared[key] = self.whole(from_json(sent))
            if len(self._shared) > self._KEPT:
                self._shared.popitem(last=False)
        elif told["type"] == "frame":
            self._last = told
        return told

    def whole(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return the frame that a message is or makes, any other message as it is.

        Raises `Unfollowed`; whoever sees that comes back to see the table anew.
        """
        if message["type"] == "delta":
            if message["since"] != self._last.get("seq"):
                raise Unfollowed(f"a delta of {message['since']} after {self._last.get('seq')}")
            parts = {name: renewed(self._last[name], message[name]) for name in ("view", "floor")}
            message = message | parts | {"type": "frame"}
            del message["since"]
        if message["type"] == "frame":
            self._last = message
        return message


@dataclass(frozen=True, slots=True)
class Glance:
    """What a player with no time to read sees of a frame: where hundreds watch one table.

    The other half of the client's checks, that a frame is of the protocol, is left out.
    """

    seq: int
    cause: str | None
    events: tuple[str, ...]
    """Their kinds."""
    phase: str
    round: int
    accepting: bool
    type: Literal["frame"] = "frame"


def glance(frame: dict[str, Any]) -> Glance:
    """Return a frame at a glance; raises `KeyError` when it is none."""
    floor = frame["floor"]
    return Glance(
        frame["seq"],
        frame["cause"],
        tuple(event["kind"] for event in frame["events"]),
        frame["view"]["phase"],
        floor["round"],
        floor["accepting"],
    )


@dataclass
class Tally:
    """What a run saw, summed over its sockets."""

    frames: int = 0
    messages: int = 0
    commands: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    lost: int = 0
    """Frames with events that did not follow the one before: something in between never came."""
    reordered: int = 0
    """Frames that came after a later one of their table."""
    resyncs: int = 0
    """Frames without events that leapt forward: the server noticed a gap and healed it."""
    reconnections: int = 0
    unanswered: int = 0
    """Commands that got no answer in time."""
    errors: list[str] = field(default_factory=list)
    notes: Counter[str] = field(default_factory=Counter)
    """What else happened, none of it wrong."""
    beats: int = 0
    silences: int = 0
    """How often the page would have taken its line for lost, in the middle of the game."""
    latencies: list[float] = field(default_factory=list)
    """Seconds from a command to the frame that it caused."""

    def __iadd__(self, other: "Tally") -> "Tally":
        self.frames += other.frames
        self.messages += other.messages
        self.commands += other.commands
        self.refusals += other.refusals
        self.lost += other.lost
        self.reordered += other.reordered
        self.resyncs += other.resyncs
        self.reconnections += other.reconnections
        self.unanswered += other.unanswered
        self.errors += other.errors
        self.notes += other.notes
        self.beats += other.beats
        self.silences += other.silences
        self.latencies += other.latencies
        return self

    @property
    def clean(self) -> bool:
        """Tell whether nothing was lost, reordered, unanswered or wrong."""
        faults = sum(self.refusals[code] for code in FAULTS)
        return not (self.lost or self.reordered or self.unanswered or self.errors or faults)


FAULTS: Final = ("malformed", "unknown_command", "internal", "seal_closed", "opening_closed")
"""Refusals that no player of ours can have earned: he seals and opens as soon as he is asked to."""


class Sequence:
    """Checks the numbers of one table's frames on one socket."""

    def __init__(self) -> None:
        self.seq: int | None = None

    def follow(self, seq: int, events: int, tally: Tally) -> bool:
        """Take the next frame and tell whether it is news; count what is wrong with it."""
        last, news = self.seq, True
        if last is None:
            self.seq = seq
        elif seq < last or (seq == last and events):
            tally.reordered += 1
            news = False
        else:
            if events and seq - events != last:
                tally.lost += 1
            elif not events and seq > last + 1:
                tally.resyncs += 1
            self.seq = seq
        return news


@dataclass
class _Asked:
    text: str
    sent_at: float
    answer: asyncio.Future[Any]
    resting: bool = False
    """It was turned away as busy, and comes again later."""


DOUBT: Final = 1.0
"""Seconds after which a command whose answer may be lost is sent again, the first time."""


def _wake(waiter: asyncio.Future[None]) -> None:
    if not waiter.done():
        waiter.set_result(None)


class _Line(WSListener):
    """One connection; each message is given on whole, as it is read from the socket."""

    def __init__(self, hears: Callable[["_Line", bytes], None]) -> None:
        self._hears = hears
        self._transport: WSTransport
        self._parts = b""
        self.closed = 0
        """The code with which the house has closed it."""

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type in (WSMsgType.TEXT, WSMsgType.CONTINUATION):
            self._parts += frame.get_payload_as_bytes()
            if frame.fin:
                message, self._parts = self._parts, b""
                self._hears(self, message)
        elif frame.msg_type == WSMsgType.CLOSE:
            self.closed = int.from_bytes(frame.get_payload_as_bytes()[:2], "big")
            transport.disconnect()

    def send(self, text: str) -> None:
        """Send a message; one for a connection that has gone is lost."""
        if not self._transport.is_disconnected:
            self._transport.send(WSMsgType.TEXT, text.encode())

    def close(self) -> None:
        """Say goodbye, unless the connection has gone."""
        if not self._transport.is_disconnected:
            self._transport.send_close(WSCloseCode.OK)
            self._transport.disconnect()

    def abort(self) -> None:
        """Break off without a word."""
        self._transport.disconnect(graceful=False)


TURNED_AWAY: Final = {
    4401: "their session has ended",
    4404: "there is no such table",
    4430: "too many sockets of one address or player",
}
"""Close codes to which it does not help to come back at once."""


class TurnedAway(Exception):
    """The house does not show the table to this player; `code` is why, one of `TURNED_AWAY`."""

    def __init__(self, code: int) -> None:
        super().__init__(TURNED_AWAY[code])
        self.code = code


class Client:
    """One socket at one table; reconnects until it is closed."""

    PATIENCE: Final = float(os.environ.get("LOAD_PATIENCE", "15"))
    """Seconds after which an unanswered command counts as an error; more among tests, which keep
    the machine busy."""

    def __init__(
        self,
        door: Door,
        table: int,
        cookie: str | None = None,
        *,
        keep_text: bool = False,
        hurried: bool = False,
        checked: int = 1,
    ) -> None:
        self.texts: dict[int, str] = {}
        """Frames, made whole, by number, when `keep_text`."""
        self.sent: dict[int, str] = {}
        """The same as they came: frames or deltas."""
        self._keep_text = keep_text
        self._hurried = hurried
        """Frames are taken at a glance."""
        self._checked = checked
        """Of so many frames one is read with the types of the protocol, the others plainly."""
        self._to_check = randrange(checked)
        """How many are read plainly before the next that is not: a thousand sockets whose turns
        all came at once would hold each other up for seconds."""
        self.door = door
        self.table = table
        self.tally = Tally()
        self.welcome: outgoing.Welcome | None = None
        self.frame: Frame | None = None
        self.balance: int | None = None
        self.own: outgoing.OwnShown | None = None
        """What this player alone was shown last."""
        self._cookie = cookie
        self._asked: dict[str, _Asked] = {}
        self._line: _Line | None = None
        """The connection, once it has been welcomed."""
        self.closed = 0
        """The code with which the house has closed the last connection."""
        self._heard_by: _Line | None = None
        """The connection that the last message came by, and what belongs to it alone."""
        self._heard_at = 0.0
        self._sequence = Sequence()
        self._frames = Frames()
        self._waiters: list[asyncio.Future[None]] = []
        """Whoever waits for the next message."""
        self._task: asyncio.Task[None] | None = None
        self._doubting: asyncio.Task[None] | None = None
        self._doubts = 0
        """How often in a row what is unanswered was sent again."""

    async def __aenter__(self) -> "Client":
        self._task = asyncio.create_task(self._live())
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task is not None
        tasks = [each for each in (self._task, self._doubting) if each is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for asked in self._asked.values():
            asked.answer.cancel()

    async def changed(self, seconds: float | None = None) -> Frame | None:
        """Wait for the next message and return the table's last frame, also when time is up."""
        loop = asyncio.get_running_loop()
        waiter = loop.create_future()
        self._waiters.append(waiter)
        if seconds is None:
            await waiter
            return self.frame
        # A third of the CPU of a condition and a timeout, and every player waits at every message.
        gives_up = loop.call_later(seconds, _wake, waiter)
        try:
            await waiter
        finally:
            gives_up.cancel()
            if waiter in self._waiters:
                self._waiters.remove(waiter)
        return self.frame

    async def ready(self, seconds: float = 300.0) -> Frame:
        """Wait for the first frame and return it; raises `TurnedAway` and `TimeoutError`."""
        async with asyncio.timeout(seconds):
            while self.frame is None:
                if self.closed in TURNED_AWAY:
                    raise TurnedAway(self.closed)
                await self.changed()
        return self.frame

    async def ask(self, command: Any) -> Any:
        """Send a command and return its answer: the frame it caused, or a receipt."""
        cause = str(uuid7())
        text = json.dumps({"id": cause, "command": asdict(command)}, separators=(",", ":"))
        asked = _Asked(text, time.monotonic(), asyncio.get_running_loop().create_future())
        self._asked[cause] = asked
        self.tally.commands += 1
        self._send(text)
        wait = 0.5
        try:
            async with asyncio.timeout(self.PATIENCE):
                while True:
                    answer = await asked.answer
                    refused = getattr(answer, "refused", None)
                    if refused is None or refused.code != "busy":
                        return answer
                    # Not begun and not recorded: the same command may come again.
                    asked.answer, asked.resting = asyncio.get_running_loop().create_future(), True
                    await asyncio.sleep(wait * uniform(0.7, 1.3))
                    asked.resting = False
                    wait *= 2
                    self._send(text)
        except TimeoutError:
            self.tally.unanswered += 1
            self.tally.errors.append(f"no answer to {text}")
            return None
        finally:
            self._asked.pop(cause, None)

    def _doubt(self) -> None:
        """Send what is unanswered again, after a while.

        A frame without cause or events may be a snapshot that replaces a lost answer. Most answers
        are only on their way: the wait doubles until one comes.
        """
        if self._doubting is None and self._asked:
            self._doubting = asyncio.create_task(self._send_again(tuple(self._asked)))

    async def _send_again(self, causes: tuple[str, ...]) -> None:
        self._doubts += 1
        await asyncio.sleep(DOUBT * 2 ** min(self._doubts - 1, 4) * uniform(0.7, 1.3))
        self._doubting = None
        for cause in causes:
            if (asked := self._asked.get(cause)) and not asked.resting and not asked.answer.done():
                self._send(asked.text)

    async def drop(self) -> None:
        """Break the connection, as a lost network would; the client comes back by itself."""
        if self._line is not None:
            self._line.abort()

    def _send(self, text: str) -> None:
        if self._line is not None:  # Otherwise it goes out when the socket is back.
            self._line.send(text)

    async def _live(self) -> None:
        wait = 0.25
        headers = {"Origin": self.door.url} | ({"Cookie": self._cookie} if self._cookie else {})
        while True:
            try:
                transport, line = await ws_connect(
                    lambda: _Line(self._hear),
                    self.door.socket(self.table),
                    extra_headers=headers,
                    ssl_context=self.door.tls,
                    websocket_handshake_timeout=300,
                    enable_auto_ping=True,
                    auto_ping_idle_timeout=120,
                    auto_ping_reply_timeout=120,
                )
                if not isinstance(line, _Line):
                    raise ConnectionResetError("it ended before its handshake")
                try:
                    await transport.wait_disconnected()
                finally:
                    line.close()
                    self._is_closed(line.closed)
                wait = max(wait, 2.0) if line.closed == TRY_AGAIN_LATER else 0.25
            except WSHandshakeError as error:
                self.tally.errors.append(f"refused at the door: {error}")
            except WSProtocolError as error:
                self.tally.errors.append(f"not of the protocol: {error}")
            except (OSError, TimeoutError):
                pass
            finally:
                self._line = None
            self.tally.reconnections += 1
            await asyncio.sleep(wait * uniform(0.7, 1.3))
            wait = min(2 * wait, 5.0)

    @property
    def connected(self) -> bool:
        """Tell whether the house has welcomed this player and he is still there."""
        return self._line is not None

    def _is_closed(self, code: int) -> None:
        self.closed = code
        self._wake_all()

    def _wake_all(self) -> None:
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            _wake(waiter)

    def _hear(self, line: "_Line", sent: bytes) -> None:
        """Take a message as it arrives."""
        if line is not self._heard_by:
            self._heard_by, self._sequence = line, Sequence()
            self._frames = Frames(shares=self._hurried)
            self._heard_at = time.monotonic()
        last, self._heard_at = self._heard_at, time.monotonic()
        self.tally.silences += self._heard_at - last > SILENCE
        if sent == _BEAT:
            self.tally.beats += 1
            return
        self.tally.messages += 1
        try:
            told = self._frames.read(sent)
            message = self._read(told, sent)
        except (ValueError, KeyError) as error:
            self.tally.errors.append(f"not of the protocol: {error}")
            if isinstance(error, Unfollowed):
                line.close()
            return
        if self._keep_text and message.type == "frame":
            self.texts[message.seq], self.sent[message.seq] = _whole(told, sent), sent.decode()
        self._take(message)
        if isinstance(message, outgoing.Welcome):
            self._line = line
            for asked in tuple(self._asked.values()):
                line.send(asked.text)
        elif message.type == "frame" and not message.events and message.cause is None:
            self._doubt()
        self._wake_all()

    def _read(self, told: dict[str, Any], sent: bytes) -> Any:
        """Return a message that was sent so, a delta made whole.

        Raises `ValueError` or `KeyError` when it is not of the protocol.
        """
        if told["type"] != "frame":
            return DECODERS[told["type"]].validate_json(sent)
        if self._hurried:
            return glance(told)
        if self._to_check:
            self._to_check -= 1
            return Plain(told)
        self._to_check = self._checked - 1
        return decode(_whole(told, sent))

    def _take(self, message: Any) -> None:
        match message:
            case outgoing.Welcome(balance=balance):
                self.welcome = message
                self.balance = balance
            case outgoing.WalletShown(balance=balance):
                self.balance = balance
            case outgoing.OwnShown():
                self.own = message
            case outgoing.ReceiptShown(cause=cause, refused=refused):
                if refused is not None:
                    self.tally.refusals[refused.code] += 1
                self._answer(cause, message)
            case (
                outgoing.Pong()
                | outgoing.BulletinsShown()
                | outgoing.ChatShown()
                | outgoing.DecisionShown()
                | outgoing.OpenedShown()
                | outgoing.PotsShown()
                | outgoing.SealedShown()
                | outgoing.WritingsShown()
            ):
                pass
            case frame:
                self.tally.frames += 1
                if self._sequence.follow(frame.seq, len(frame.events), self.tally):
                    self.frame = frame
                if frame.cause in self._asked:
                    asked = self._asked[frame.cause]
                    self.tally.latencies.append(time.monotonic() - asked.sent_at)
                    self._answer(frame.cause, frame)

    def _answer(self, cause: str, message: Any) -> None:
        asked = self._asked.get(cause)
        self._doubts = 0
        if asked is not None and not asked.answer.done():
            asked.answer.set_result(message)
