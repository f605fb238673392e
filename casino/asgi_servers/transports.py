"""What is touched of Daphne, Autobahn, Twisted and uvicorn that is not theirs to show.

All of it stands here, and a test for each server plays with it (`tests/doors/test_servers.py`). Of
no library is anything imported before it is needed: a process runs one of the servers.
"""

import asyncio
from contextlib import suppress
from typing import Any, Final

BUFFER_BYTES: Final = 512 * 1024
"""A socket whose peer leaves more than this unread is dropped; it comes back and resyncs."""


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


def unanswered(channel: Any) -> bool:
    """Tell whether a connection of Twisted's answers a request: then what comes begins no other."""
    return bool(channel._handlingRequest)


def request_path(channel: Any) -> bytes:
    """Return the path of the request that Twisted is reading, without its query."""
    path: bytes = channel._path.partition(b"?")[0]
    return path


def request_method(channel: Any) -> bytes:
    """Return the method of the request that Twisted is reading."""
    method: bytes = channel._command
    return method


def negotiated(channel: Any) -> Any:
    """Return what Twisted puts before a connection's channel, which speaks HTTP/1.1 here."""
    from twisted.web import http

    return http._GenericHTTPChannelProtocol(channel)


def read_socket(protocol: Any, data: bytes) -> None:
    """Have Autobahn read what came, without the coloured words that it makes of it for its log."""
    protocol._dataReceived(data)
