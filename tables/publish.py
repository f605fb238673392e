"""Publishing: one message per frame to every web process, one hub per process to all its sockets.

The text is encoded once. A process subscribes once per table; its hub hands the same bytes to every
local socket. Delivery is at most once: every frame holds the whole view, and a hub that missed one
notices by the sequence number and fetches the table anew.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import structlog
from channels.layers import get_channel_layer

from casino.threads import in_thread
from tables.games.core.money import Party

log = structlog.get_logger(__name__)

BUFFER_BYTES: Final = 512 * 1024
"""A socket whose peer leaves more than this unread is dropped; it comes back and resyncs."""
BUFFER_FRAMES: Final = 256
"""The same bound where a server does not show its buffer."""
HEAL_SECONDS: Final = 5.0
"""How often a hub compares what it delivered with the database."""

GRACE_SECONDS: Final = 1.0
"""How long a committed frame may be on its way before it counts as lost."""
SENDS_PER_SECOND: Final = 1000.0
"""How fast a table's stakes may cost sends: after a frame to n sockets the frames that can wait
do so for n / SENDS_PER_SECOND seconds, and go out as one."""
LONGEST_WAIT: Final = 0.25
"""Seconds; however many sockets a table has."""
HOLD_SECONDS: Final = 0.5
"""How long a frame waits for the one before it: two processes commit in order, but may publish the
other way round."""

SLOW: Final = 4408
SIGNED_OUT: Final = 4401

Send = Callable[[dict[str, Any]], Awaitable[None]]


class _Home:
    """The event loop of this process through which messages leave."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    def adopt(self, loop: asyncio.AbstractEventLoop) -> None:
        """Use the web server's own loop."""
        with self._lock:
            self._loop = loop

    def loop(self) -> asyncio.AbstractEventLoop:
        """Return the loop; a process without one (worker, croupier) gets it in a thread."""
        with self._lock:
            if self._loop is None or self._loop.is_closed():
                self._loop = asyncio.new_event_loop()
                threading.Thread(target=self._loop.run_forever, name="publish", daemon=True).start()
            return self._loop


_home = _Home()


def frame(
    table_id: int,
    text: str,
    own: Mapping[Party, Sequence[str]],
    *,
    seq: int,
    follows: int,
    events: tuple[int, int] = (0, 0),
    waits: bool = False,
) -> None:
    """Send a table's frame to everybody who watches it, and to each party what is its own.

    `follows` is the number of the frame that must be shown before it; `events` where in the text
    the list of its events begins and ends. A frame that `waits` is shown at once to the parties
    that have something of their own in it, and may reach the others a moment later, joined with
    those that come after it.

    Call it only after the commit. Never raises: a lost frame heals at the next.
    """
    _send(
        f"table.{table_id}",
        {
            "type": "frame",
            "table": table_id,
            "seq": seq,
            "follows": follows,
            "text": text,
            "events": list(events),
            "waits": waits,
            "own": {party: list(texts) for party, texts in own.items()},
        },
    )


def aside(table_id: int, text: str) -> None:
    """Send everybody who watches a table a text that belongs to none of its sequence numbers.

    Never raises: what is lost is shown by the table's next frame.
    """
    _send(f"table.{table_id}", {"type": "aside", "table": table_id, "text": text})


def signed_out(session_key: str) -> None:
    """Close every socket of a session that has ended."""
    _send("sessions", {"type": "signed_out", "session": session_key})


def _send(group: str, message: dict[str, Any]) -> None:
    async def deliver() -> None:
        layer = get_channel_layer()
        assert layer is not None
        await layer.group_send(group, message)

    def report(done: "Future[None]") -> None:
        if not done.cancelled() and (error := done.exception()):
            log.error("publish_failed", group=group, error=str(error))

    asyncio.run_coroutine_threadsafe(deliver(), _home.loop()).add_done_callback(report)


def text_frame(text: str) -> bytes:
    """Return an unmasked, final WebSocket text frame (RFC 6455 section 5.2)."""
    payload = text.encode()
    size = len(payload)
    if size < 126:
        return bytes((0x81, size)) + payload
    if size < 1 << 16:
        return bytes((0x81, 126)) + size.to_bytes(2, "big") + payload
    return bytes((0x81, 127)) + size.to_bytes(8, "big") + payload


class Prepared:
    """A text that is encoded and framed once for all sockets."""

    __slots__ = ("_framed", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._framed: bytes | None = None

    @property
    def framed(self) -> bytes:
        if self._framed is None:
            self._framed = text_frame(self.text)
        return self._framed


def joined(frames: Sequence[Mapping[str, Any]]) -> str:
    """Return one frame in place of several: all their events, and all else from the last."""
    if len(frames) == 1:
        return str(frames[0]["text"])
    last: str = frames[-1]["text"]
    events = (each["text"][slice(*each["events"])] for each in frames)
    start, end = frames[-1]["events"]
    return last[:start] + ",".join(each for each in events if each) + last[end:]


class Line:
    """One socket's way out, with a bounded buffer.

    The frame's bytes go straight to the server's transport where Daphne or uvicorn shows it, which
    saves two thirds of the cost; otherwise through the ASGI `send` of a task of its own. Only for
    sockets without compression, which neither server offers here.
    """

    __slots__ = (
        "_outbox",
        "_send",
        "_task",
        "_transport",
        "closing",
        "joining",
        "party",
        "seq",
        "session",
    )

    def __init__(self, send: Send, party: Party | None, session: str | None) -> None:
        self.party = party
        self.session = session
        self.seq = 0
        """The number of the snapshot, or of the last frame handed over that others still await."""
        self.closing = False
        self.joining: list[tuple[int, Prepared]] | None = []
        """Frames that arrived before the first snapshot was sent; `None` afterwards."""
        self._send = send
        self._transport = transport_of(send)
        self._outbox: deque[str] = deque()
        self._task: asyncio.Task[None] | None = None

    def push(self, prepared: Prepared, seq: int = 0) -> None:
        """Hand over a text without waiting; drop the socket when its peer does not read.

        `seq` is the table's number that the text belongs to; 0 when it belongs to none.
        """
        if self.joining is not None:
            self.joining.append((seq, prepared))
            return
        if self.closing:
            return
        if self._transport is not None:
            if not self._transport.write(prepared.framed):
                self.close(SLOW)
            return
        if len(self._outbox) >= BUFFER_FRAMES:
            self.close(SLOW)
            return
        self._outbox.append(prepared.text)
        if self._task is None:
            self._task = asyncio.create_task(self._drain())

    async def _drain(self) -> None:
        try:
            while self._outbox:
                await self._send({"type": "websocket.send", "text": self._outbox.popleft()})
        except Exception as error:  # the peer is gone; its receive loop ends by itself
            log.debug("socket_gone", error=str(error))
            self.closing = True
        finally:
            self._task = None

    def join(self, seq: int, *first: Prepared) -> None:
        """Send the welcome and the snapshot of `seq`, then what arrived meanwhile and is newer."""
        waiting, self.joining = self.joining or [], None
        self.seq = max(self.seq, seq)
        for prepared in (*first, *(text for number, text in waiting if number > seq)):
            self.push(prepared)

    def close(self, code: int) -> None:
        """Close the socket with a code; nothing more is sent."""
        if self.closing:
            return
        self.closing = True
        self._outbox.clear()
        self._task = asyncio.create_task(self._close(code))

    async def _close(self, code: int) -> None:
        try:
            await self._send({"type": "websocket.close", "code": code})
        except Exception as error:
            log.debug("socket_gone", error=str(error))


class Shown(Protocol):
    """A table's number, its frame, and what each party alone is shown."""

    @property
    def seq(self) -> int: ...

    @property
    def frame(self) -> str: ...

    @property
    def own(self) -> Mapping[Party, Sequence[str]]: ...


@dataclass(slots=True)
class Watched:
    """The sockets of this process at one table."""

    lines: set[Line] = field(default_factory=set)
    seq: int = 0
    """The highest sequence number handed to the sockets; 0 before the first."""
    held: list[Mapping[str, Any]] = field(default_factory=list)
    """Frames that came before the one they follow."""
    waiting: list[Mapping[str, Any]] = field(default_factory=list)
    """Frames that some sockets have not been handed yet, oldest first."""
    rests_until: float = 0.0
    """When frames that can wait may go to everybody again, by the loop's clock."""
    timer: asyncio.TimerHandle | None = None

    def rest(self) -> None:
        """Let the frames that can wait do so for a while that grows with the sockets."""
        pause = min(len(self.lines) / SENDS_PER_SECOND, LONGEST_WAIT)
        self.rests_until = asyncio.get_running_loop().time() + pause


def _hand(watched: Watched, line: Line, texts: dict[int, Prepared]) -> None:
    """Hand a socket the waiting frames that it has not had, as one.

    `texts` are those made for other sockets so far, by the number of their first frame. A socket
    that has no snapshot yet gets them one by one: some of them the snapshot will hold.
    """
    due = [each for each in watched.waiting if each["seq"] > line.seq]
    if not due:
        return
    line.seq = due[-1]["seq"]
    if line.joining is not None:
        for each in due:
            line.push(Prepared(each["text"]), each["seq"])
        return
    first: int = due[0]["seq"]
    if first not in texts:
        texts[first] = Prepared(joined(due))
    line.push(texts[first], line.seq)


class Hub:
    """One subscription per table and process; one per event loop of the process."""

    def __init__(
        self,
        snapshot: Callable[[int, Collection[Party]], Shown],
        heads: Callable[[list[int]], dict[int, int]],
        keep_seats: Callable[[Mapping[int, set[Party]]], None],
    ) -> None:
        self._snapshot = snapshot
        """Return what shows a table to everybody and to these parties; runs in a thread."""
        self._heads = heads
        """Return the sequence numbers of tables; runs in a thread."""
        self._keep_seats = keep_seats
        """Note who has a socket open at which table; runs in a thread."""
        self._tables: dict[int, Watched] = {}
        self._channel = ""
        self._started: asyncio.Task[None] | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def _start(self) -> None:
        _home.adopt(asyncio.get_running_loop())
        layer = get_channel_layer()
        assert layer is not None
        self._channel = await layer.new_channel()
        await layer.group_add("sessions", self._channel)
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._heal())]

    async def stop(self) -> None:
        """End the subscriptions; the process, or its event loop, is about to end."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        layer = get_channel_layer()
        assert layer is not None
        await layer.flush()

    async def join(self, table_id: int, line: Line) -> None:
        """Count a socket in; frames reach it from now on, held back until it has its snapshot."""
        if self._started is None:
            self._started = asyncio.create_task(self._start())
        await asyncio.shield(self._started)
        layer = get_channel_layer()
        assert layer is not None
        watched = self._tables.get(table_id)
        if watched is None:
            watched = self._tables[table_id] = Watched()
        watched.lines.add(line)
        await layer.group_add(f"table.{table_id}", self._channel)

    def shown(self, table_id: int, seq: int) -> None:
        """Note that a snapshot of this number opens a table here, unless frames came before."""
        watched = self._tables.get(table_id)
        if watched is not None and not watched.seq:
            watched.seq = seq

    async def leave(self, table_id: int, line: Line) -> None:
        """Count a socket out; the last one ends the subscription."""
        watched = self._tables.get(table_id)
        if watched is None:
            return
        watched.lines.discard(line)
        if not watched.lines:
            if watched.timer is not None:
                watched.timer.cancel()
            del self._tables[table_id]
            layer = get_channel_layer()
            assert layer is not None
            await layer.group_discard(f"table.{table_id}", self._channel)

    async def _listen(self) -> None:
        layer = get_channel_layer()
        assert layer is not None
        while True:
            message = await layer.receive(self._channel)
            try:
                self._deliver(message)
            except Exception:
                log.exception("deliver_failed")

    def _deliver(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "signed_out":
            for watched in self._tables.values():
                for line in list(watched.lines):
                    if line.session == message["session"]:
                        line.close(SIGNED_OUT)
            return
        watched = self._tables.get(message["table"])  # type: ignore[assignment]
        if watched is None:
            return
        if message["type"] == "aside":
            prepared = Prepared(message["text"])
            for line in watched.lines:
                line.push(prepared)
            return
        if watched.seq and message["follows"] > watched.seq:
            watched.held.append(message)
            asyncio.get_running_loop().call_later(HOLD_SECONDS, self._release, watched, message)
            return
        self._show(watched, message)
        self._show_what_follows(watched)

    def _release(self, watched: Watched, message: Mapping[str, Any]) -> None:
        """Show a frame that has been held long enough, though the one before it has not come."""
        if message in watched.held:
            watched.held.remove(message)
            self._show(watched, message)
            self._show_what_follows(watched)

    def _show_what_follows(self, watched: Watched) -> None:
        while ready := [each for each in watched.held if each["follows"] <= watched.seq]:
            watched.held.remove(ready[0])
            self._show(watched, ready[0])

    def _show(self, watched: Watched, message: Mapping[str, Any]) -> None:
        seq: int = message["seq"]
        own: Mapping[Party, Sequence[str]] = message["own"]
        loop = asyncio.get_running_loop()
        if message["waits"] and seq > watched.seq and loop.time() < watched.rests_until:
            watched.waiting.append(message)
            for line in watched.lines:
                # Whoever gave the command sees at once what came of it; the others' can wait.
                if line.party in own or line.joining is not None:
                    _hand(watched, line, {})
            if watched.timer is None:
                watched.timer = loop.call_at(watched.rests_until, self._catch_up, watched)
        else:
            self._catch_up(watched)
            prepared = Prepared(message["text"])
            for line in watched.lines:
                line.push(prepared, seq)
            if message["waits"]:
                watched.rest()
        watched.seq = max(watched.seq, seq)
        for line in watched.lines:
            if line.party is not None:
                for text in own.get(line.party, ()):
                    line.push(Prepared(text), seq)

    def _catch_up(self, watched: Watched) -> None:
        """Hand every socket what waits for it."""
        if watched.timer is not None:
            watched.timer.cancel()
            watched.timer = None
        if watched.waiting:
            texts: dict[int, Prepared] = {}
            for line in watched.lines:
                _hand(watched, line, texts)
            watched.waiting.clear()
            watched.rest()

    async def _heal(self) -> None:
        while True:
            await asyncio.sleep(HEAL_SECONDS)
            try:
                await self.heal()
            except Exception:
                log.exception("heal_failed")

    async def heal(self) -> None:
        """Send a fresh frame of every table whose last one did not arrive here."""
        tables = list(self._tables)
        if not tables:
            return
        present = {
            table_id: {line.party for line in watched.lines if line.party is not None}
            for table_id, watched in self._tables.items()
        }
        await in_thread(self._keep_seats, present)
        behind = self._behind(await in_thread(self._heads, tables))
        if not behind:
            return
        # What is committed may still be on its way here; only what stays away is lost.
        await asyncio.sleep(GRACE_SECONDS)
        for table_id in self._behind(behind):
            snapshot = await in_thread(self._snapshot, table_id, present[table_id])
            watched = self._tables.get(table_id)
            if watched is not None and snapshot.seq > watched.seq:
                self._catch_up(watched)
                watched.seq = snapshot.seq
                prepared = Prepared(snapshot.frame)
                for line in list(watched.lines):
                    line.push(prepared, snapshot.seq)
                    if line.party is not None:
                        for text in snapshot.own.get(line.party, ()):
                            line.push(Prepared(text), snapshot.seq)

    def _behind(self, heads: Mapping[int, int]) -> dict[int, int]:
        """Return the tables whose sockets have not seen these sequence numbers."""
        return {
            table_id: head
            for table_id, head in heads.items()
            if (watched := self._tables.get(table_id)) is not None and watched.seq < head
        }


class AsyncioTransport:
    """uvicorn's `websockets-sansio` protocol: an asyncio transport below it."""

    __slots__ = ("_protocol",)

    def __init__(self, protocol: Any) -> None:
        self._protocol = protocol

    def write(self, framed: bytes) -> bool:
        """Write a whole frame; return False when the peer reads too slowly."""
        transport = self._protocol.transport
        if transport.is_closing():
            return True
        if transport.get_write_buffer_size() > BUFFER_BYTES:
            return False
        transport.write(framed)
        return True


class TwistedTransport:
    """Daphne's protocol: a Twisted transport below Autobahn."""

    __slots__ = ("_protocol",)

    def __init__(self, protocol: Any) -> None:
        self._protocol = protocol

    def write(self, framed: bytes) -> bool:
        """Write a whole frame; return False when the peer reads too slowly."""
        protocol = self._protocol
        if protocol.state != protocol.STATE_OPEN:
            return True
        transport = protocol.transport
        if len(transport.dataBuffer) - transport.offset + transport._tempDataLen > BUFFER_BYTES:
            return False
        transport.write(framed)
        return True


def transport_of(send: Any) -> AsyncioTransport | TwistedTransport | None:
    """Return the transport behind an ASGI `send`, or `None` where the server does not show it."""
    arguments = getattr(send, "args", ())
    if arguments and hasattr(arguments[0], "STATE_OPEN") and _twisted(arguments[0]):
        return TwistedTransport(arguments[0])
    protocol = getattr(send, "__self__", None)
    if hasattr(protocol, "transport") and hasattr(protocol, "writable"):
        return AsyncioTransport(protocol)
    return None


def _twisted(protocol: Any) -> bool:
    transport = getattr(protocol, "transport", None)
    uncompressed = getattr(protocol, "_perMessageCompress", None) is None
    return uncompressed and all(
        hasattr(transport, name) for name in ("dataBuffer", "offset", "_tempDataLen")
    )
