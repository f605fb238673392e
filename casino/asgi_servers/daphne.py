"""Daphne with the house's bounds: `python -m casino.asgi_servers.daphne`, with Daphne's options.

Daphne keeps a request's whole body, in memory or in a temporary file, before it calls the
application. So the limit is kept where the bytes arrive.
"""

import asyncio
import logging
import os
import signal
import socket
import sys
from collections.abc import Sequence
from http import HTTPStatus
from io import BytesIO
from typing import Any, Final
from urllib.parse import unquote

# Installs Twisted's reactor, so it is imported before anything of Twisted.
from daphne import server  # isort: skip

from autobahn.websocket.types import ConnectionDeny
from daphne.cli import CommandLineInterface
from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet import reactor as _reactor
from twisted.internet.defer import Deferred, maybeDeferred
from twisted.internet.endpoints import AdoptedStreamServerEndpoint, serverFromString
from twisted.internet.protocol import connectionDone
from twisted.python.failure import Failure
from twisted.web import http

from casino.asgi_servers import draining, transports
from casino.http import request_limits
from casino.http.unfinished_requests import unfinished
from casino.process import metrics, traces

reactor: Any = _reactor
"""Twisted chooses it at run time."""

LINGER: Final = 2.0
"""Seconds for which the rest of a refused body is read and dropped, so that its sender, who may be
still sending, comes to read the answer."""


class Channel(http.HTTPChannel):
    """A connection that is cut off where its request does not become whole."""

    transport: Any

    def connectionMade(self) -> None:
        """Begin to wait for the first request."""
        super().connectionMade()  # type: ignore[no-untyped-call]
        self._begin()

    def dataReceived(self, data: bytes) -> None:
        """Take a part of a request; where none is being answered, another one begins."""
        if not transports.unanswered(self):
            self._begin()
        super().dataReceived(data)  # type: ignore[no-untyped-call]

    def allHeadersReceived(self) -> None:
        """Note that the headers are whole, so the header timeout no longer applies."""
        unfinished.has_headers(self)
        super().allHeadersReceived()  # type: ignore[no-untyped-call]

    def allContentReceived(self) -> None:
        """Go on with a whole request."""
        unfinished.end(self)
        super().allContentReceived()  # type: ignore[no-untyped-call]

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        """Stop the clock of an unfinished request: the connection is lost."""
        unfinished.end(self)
        super().connectionLost(reason)  # type: ignore[no-untyped-call]

    def _begin(self) -> None:
        peer = self.transport.getPeer()
        unfinished.begin(self, getattr(peer, "host", ""), self.transport.abortConnection)


class Request(WebRequest):  # type: ignore[misc]
    """A request that is refused as soon as its body is known to be too long."""

    content: BytesIO
    _taken = 0
    _refused = False

    def gotLength(self, length: int | None) -> None:
        """Refuse a declared length before a byte of the body is read."""
        self._asked = unquote(transports.request_path(self.channel).decode("latin-1"))
        if length is not None and length > request_limits.body_limit(self._asked):
            self._refuse()
            length = 0
        super().gotLength(length)

    def handleContentChunk(self, data: bytes) -> None:
        """Keep a part of the body, or refuse the whole once it is too long."""
        if self._refused:
            return
        self._taken += len(data)
        if self._taken > request_limits.body_limit(self._asked):
            self._refuse()
            self.content.close()
            self.content = BytesIO()
        else:
            super().handleContentChunk(data)

    def requestReceived(self, command: bytes, path: bytes, version: bytes) -> None:
        """Go on with a whole request, unless it is refused."""
        if not self._refused:
            super().requestReceived(command, path, version)

    def process(self) -> Any:
        """Call the application; where it is mounted is not the sender's to say."""
        self.requestHeaders.removeHeader(b"Daphne-Root-Path")
        return super().process()

    def _refuse(self) -> None:
        self._refused = True
        # Without it no `100 Continue` is sent.
        self.requestHeaders.removeHeader(b"Expect")
        answer = request_limits.too_large_refusal(self._asked)
        lines = [
            _status_line(answer.status),
            *(f"{name}: {value}" for name, value in answer.headers),
        ]
        head = "\r\n".join(lines) + "\r\n\r\n"
        transport = self.channel.transport
        without_body = transports.request_method(self.channel) == b"HEAD"
        transport.write(head.encode() + (b"" if without_body else answer.body))
        asyncio.get_running_loop().call_later(LINGER, transport.abortConnection)


def _status_line(status: int) -> str:
    return f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"


class Requests(HTTPFactory):  # type: ignore[misc]
    """Makes every connection and every request one of ours."""

    def protocol(self) -> Any:
        """Make the Twisted protocol of a new connection: a `Channel` within Twisted's own."""
        return transports.negotiated(Channel())  # type: ignore[no-untyped-call]

    def buildProtocol(self, addr: Any) -> Any:
        """Return the protocol of a new connection."""
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = Request
        return protocol


class Socket(WebSocketProtocol):  # type: ignore[misc]
    """A WebSocket whose handshake may be refused with an answer (ASGI's `websocket.http.response`).

    Daphne itself knows a bare 403 only.
    """

    def onConnect(self, request: Any) -> Any:
        """Begin the handshake; refuse a subprotocol that is not ASCII, on which Daphne fails."""
        if not request.headers.get("sec-websocket-protocol", "").isascii():
            raise ConnectionDeny(ConnectionDeny.BAD_REQUEST, "Bad Request")  # type: ignore[no-untyped-call]
        return super().onConnect(request)

    def dataReceived(self, data: bytes) -> None:
        """Read what came."""
        transports.read_socket(self, data)

    def handle_reply(self, message: Any) -> None:
        """Pass on what the application says."""
        if message["type"] == "websocket.http.response.start":
            headers = [(name.decode(), value.decode()) for name, value in message["headers"]]
            status = HTTPStatus(message["status"])
            self.sendHttpErrorResponse(status.value, status.phrase, headers)
        elif message["type"] == "websocket.http.response.body":
            self.sendData(message["body"])
            del self.handshake_deferred
            self.dropConnection(abort=False)
            self.server.protocol_disconnected(self)
        elif message.get("code") == draining.SERVICE_RESTART:
            # Autobahn lets an application name no code below 3000.
            self.sendCloseFrame(code=draining.SERVICE_RESTART)
        else:
            super().handle_reply(message)


class Sockets(WebSocketFactory):  # type: ignore[misc]
    """Makes every WebSocket one of ours."""

    protocol = Socket


_HANDED: Final = "fd:fileno="


def endpoint(reactor: Any, description: str) -> Any:
    """Return the Twisted endpoint of a description.

    A socket that was handed over (`fd:fileno=`) keeps its family, IPv6 among them.
    """
    if not description.startswith(_HANDED):
        return serverFromString(reactor, description)  # type: ignore[no-untyped-call]
    handed = int(description.removeprefix(_HANDED))
    with socket.socket(fileno=os.dup(handed)) as copy:
        return AdoptedStreamServerEndpoint(reactor, handed, copy.family)  # type: ignore[no-untyped-call]


class Server(server.Server):  # type: ignore[misc]
    """Daphne's server, which tells the application that it can refuse a handshake in words."""

    def __init__(self, application: Any, endpoints: Sequence[str], **options: Any) -> None:
        """Listen on the socket that was handed over, where one was, and on no address then."""
        handed = [each for each in endpoints if each.startswith(_HANDED)]
        super().__init__(application, handed or endpoints, **options, signal_handlers=False)
        self._ports: list[Any] = []

    def run(self) -> None:
        """Serve until SIGTERM or SIGINT; then drain."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._told_to_end)
        super().run()

    def _told_to_end(self, *_: object) -> None:
        if not draining.is_draining():
            draining.begin()
            reactor.callFromThread(self.stop)

    def listen_success(self, port: Any) -> None:
        """Keep a port, so as to stop listening."""
        self._ports.append(port)
        super().listen_success(port)

    def kill_all_applications(self) -> "Deferred[None]":
        """Drain, then cancel what is left; Twisted breaks connections only after that."""
        return Deferred.fromFuture(asyncio.get_running_loop().create_task(self._end()))

    async def _end(self) -> None:
        await draining.drain(self._stop_listening, self._is_busy)
        if left := self._applications():
            for each in left:
                each.cancel()
            await asyncio.wait(left, timeout=1)

    async def _stop_listening(self) -> None:
        for port in self._ports:
            await maybeDeferred(port.stopListening).asFuture(asyncio.get_running_loop())

    def _is_busy(self) -> bool:
        """Tell whether an application runs, or an answer is not sent yet."""
        return bool(self._applications() or reactor.getWriters())

    def _applications(self) -> list["asyncio.Future[None]"]:
        found = (each.get("application_instance") for each in self.connections.values())
        return [each for each in found if each is not None and not each.done()]

    def create_application(self, protocol: Any, scope: Any) -> Any:
        """Call the application for a request or a socket."""
        if scope["type"] == "websocket":
            scope["extensions"] = {"websocket.http.response": {}}
        return super().create_application(protocol, scope)


class CommandLine(CommandLineInterface):  # type: ignore[misc]
    """Daphne's command line, for our server."""

    server_class = Server


if __name__ == "__main__":
    # Daphne's server makes these by the names that it imported.
    server.HTTPFactory, server.WebSocketFactory = Requests, Sockets
    server.serverFromString = endpoint
    metrics.serve()
    traces.start("web")
    CommandLine().run(sys.argv[1:])
    traces.stop()
    # Python would look through all that was imported, for seconds on a busy machine.
    logging.shutdown()
    os._exit(0)
