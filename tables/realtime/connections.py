"""The sending side of a socket: texts encoded and framed once, behind a bounded buffer."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

import structlog

from tables.games.core.money import Party

log = structlog.get_logger(__name__)

BUFFER_FRAMES: Final = 256
"""A socket whose peer leaves more frames than this unread is dropped; it comes back and resyncs.
The bound where a server does not show its transport: else that says when it is too much."""

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
        """The text as a WebSocket frame, made once for all sockets."""
        if self._framed is None:
            self._framed = text_frame(self.text)
        return self._framed


class Transport(Protocol):
    """What a server writes to a socket's peer with."""

    def write(self, framed: bytes) -> bool:
        """Write a whole frame; return False when the peer reads too slowly."""
        ...


class Line:
    """The sending side of one socket, with a bounded buffer.

    The frame's bytes go straight to the server's transport where there is one
    (`casino.asgi_servers.transports`), which saves two thirds of the cost; otherwise through the
    ASGI `send` of a task of its own. Only for sockets without compression: no server offers any.
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
        transport: Transport | None = None,
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
        self._transport = transport
        # A list, which is small while it is empty: where the server shows its transport, always.
        self._outbox: list[str] = []
        self._task: asyncio.Task[None] | None = None

    def push(self, prepared: Prepared, seq: int = 0) -> None:
        """Send a text without waiting; close the socket as `SLOW` when the browser does not read.

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
