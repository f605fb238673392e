"""Uvicorn with the house's bounds and its drain: `python -m casino.asgi_servers.uvicorn`.

It has uvicorn's own options, and wants `--http casino.asgi_servers.uvicorn:Requests`. The limit of
a body is kept by `casino.http.request_limits`: uvicorn calls the application before it is whole.
"""

import asyncio
import importlib
import socket
from types import FrameType
from typing import Any

import h11
from uvicorn import server
from uvicorn.protocols.http.h11_impl import H11Protocol

from casino.asgi_servers import draining
from casino.http.unfinished_requests import unfinished
from casino.process import metrics, traces


class Requests(H11Protocol):
    """A connection that is cut off where its request does not become whole."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._begin()

    def data_received(self, data: bytes) -> None:
        """Take a part of a request, and note how far it has come."""
        if self.conn.their_state is h11.IDLE:
            self._begin()
        super().data_received(data)
        # A handshake's connection is another protocol's by now, and is not noted again.
        if self.conn.their_state is h11.SEND_BODY:
            unfinished.has_headers(self)
        elif self.conn.their_state is not h11.IDLE:
            unfinished.end(self)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Give a socket's whole handshake on; h11 takes it for a request whose body may come."""
        unfinished.end(self)
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        unfinished.end(self)
        super().connection_lost(exc)

    def _begin(self) -> None:
        unfinished.begin(self, self.client[0] if self.client else "", self.transport.abort)


class Server(server.Server):
    """Uvicorn's server, which drains before it breaks connections."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Take SIGTERM or SIGINT."""
        draining.begin()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Drain, then close what is left."""
        await draining.drain(self._stop_listening, lambda: bool(self.server_state.tasks))
        await super().shutdown(sockets)
        # Nobody is served any more, and uvicorn ends the process by the signal that it took.
        traces.stop()

    async def _stop_listening(self) -> None:
        for each in self.servers:
            each.close()


if __name__ == "__main__":
    # Uvicorn's command line makes the server by the name that it imported; the package has a
    # function of the module's name.
    command_line: Any = importlib.import_module("uvicorn.main")
    command_line.Server = Server
    metrics.serve()
    traces.start("web")
    command_line.main()
