"""The sending side of a socket: texts encoded and framed once, behind a bounded buffer."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

import structlog

from tables.games.core.money import Party

log = structlog.get_logger(__name__)

BUFFER_BYTES: Final = 512 * 1024
"""A socket whose peer leaves more than this unread is dropped; it comes back and resyncs."""


BUFFER_FRAMES: Final = 256
"""The same bound where a server does not show its buffer."""


SLOW: Final = 4408


Send = Callable[[dict[str, Any]], Awaitable[None]]


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


class Line:
    """The sending side of one socket, with a bounded buffer.

    The frame's bytes go straight to the server's transport where Daphne or uvicorn shows it, which
    saves two thirds of the cost; otherwise through the ASGI `send` of a task of its own. Only for
    sockets without compression, which neither server offers here.
    """

    __slots__ = (
        "_outbox",
        "_send",
        "_task",
        "_transport",
        "beats",
        "closing",
        "deltas",
        "joining",
        "last",
        "party",
        "quiet",
        "seq",
        "session",
    )

    def __init__(
        self,
        send: Send,
        party: Party | None,
        session: str | None,
        *,
        deltas: bool = False,
        beats: bool = False,
    ) -> None:
        self.deltas = deltas
        """Its peer makes frames of deltas."""
        self.beats = beats
        """Its peer asked to be sent something each second."""
        self.quiet = False
        """Nothing was sent here since the hub looked last."""
        self.party = party
        self.session = session
        self.seq = 0
        """The number of the snapshot, or of the last frame of the backlog that was sent here."""
        self.last: int | None = None
        """The number of the published frame that was sent here last; `None` after a snapshot."""
        self.closing = False
        self.joining: list[tuple[int, Prepared]] | None = []
        """Frames that arrived before the first snapshot was sent; `None` afterwards."""
        self._send = send
        self._transport = transport_of(send)
        # A list, which is small while it is empty: where the server shows its transport, always.
        self._outbox: list[str] = []
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
        self.quiet = False
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
                await self._send({"type": "websocket.send", "text": self._outbox.pop(0)})
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
        except OSError as error:
            log.debug("socket_gone", error=str(error))


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
    """Daphne's protocol: a Twisted transport below Autobahn.

    What is written in one turn of the event loop goes out in one system call at its end. Twisted
    would have the loop watch the socket for that, and watch it no more: two calls for each.
    """

    __slots__ = ("_parts", "_plain", "_protocol")

    def __init__(self, protocol: Any) -> None:
        self._protocol = protocol
        self._parts: list[bytes] = []
        """Frames of this turn."""
        self._plain = _plain(protocol.transport)

    def write(self, framed: bytes) -> bool:
        """Write a whole frame; return False when the peer reads too slowly."""
        protocol = self._protocol
        if protocol.state != protocol.STATE_OPEN:
            return True
        if _unread(protocol.transport) > BUFFER_BYTES:
            return False
        if not self._parts:
            asyncio.get_running_loop().call_soon(self._flush)
        self._parts.append(framed)
        return True

    def _flush(self) -> None:
        written, protocol = b"".join(self._parts), self._protocol
        self._parts.clear()
        if protocol.state != protocol.STATE_OPEN:
            return
        transport, sent = protocol.transport, 0
        if self._plain and not _unread(transport):
            # Nothing of it is sent where the socket is full, or broken: Twisted finds out.
            with suppress(OSError):
                sent = transport.socket.send(written)
        if sent < len(written):
            transport.write(written[sent:])


def _plain(transport: Any) -> bool:
    """Tell whether what is written to a transport goes to its socket as it is: not over TLS."""
    from twisted.internet.tcp import Connection

    return isinstance(transport, Connection) and not transport.TLS


def _unread(transport: Any) -> int:
    """Return how many bytes Twisted holds for a peer that has not read what came before."""
    return int(len(transport.dataBuffer) - transport.offset + transport._tempDataLen)


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
