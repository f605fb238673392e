"""Drains a web process at SIGTERM: other processes take over its players without an error.

At once `/readyz` answers 503, and the process serves on for DRAIN_SECONDS, until its proxy has seen
that. Then it stops listening, closes its sockets so that browsers reconnect to another process, and
lets commands and requests in progress end (ADR 0069).
"""

import asyncio
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Final

from django.conf import settings

from casino.http.request_limits import Application, Receive, Scope, Send

SERVICE_RESTART: Final = 1012
"""Closes a socket whose process ends: it may come back at once (IANA's registry of close codes)."""
CLOSES_PER_SECOND: Final = 20
"""Sockets closed in a second: each that reconnects costs another process a handshake."""
CLOSES_WITHIN: Final = 2.0
"""Seconds in which all sockets are closed, however many they are."""
ENDS_WITHIN: Final = 2.0
"""Seconds that commands and requests in progress are given from then on."""
LOOKS_EACH: Final = 0.02
"""Seconds between two looks whether they have ended."""
EXITS_WITHIN: Final = 4.5
"""Seconds after DRAIN_SECONDS in which the process exits, whatever still holds it."""


class _State:
    draining = False
    closing = False
    """Sockets are closed: one that comes now is closed at once."""


_state = _State()
_sockets: Final[set[Callable[[], object]]] = set()
"""What is called to have each socket of this process closed."""


def is_draining() -> bool:
    """Return whether this process has had its SIGTERM."""
    return _state.draining


def begin() -> None:
    """Make the process not ready; may be called by a signal's handler, and again.

    The kernel ends the process after DRAIN_SECONDS and EXITS_WITHIN, whatever it does by then
    (SIGALRM).
    """
    if _state.draining:
        return
    _state.draining = True
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, settings.DRAIN_SECONDS + EXITS_WITHIN)


@contextmanager
def closed_when_draining(close: Callable[[], object]) -> Iterator[None]:
    """Call this in the event loop when a socket is to be closed; for as long as the block lasts."""
    if _state.closing:
        asyncio.get_running_loop().call_soon(close)
    _sockets.add(close)
    try:
        yield
    finally:
        _sockets.discard(close)


async def drain(stop_listening: Callable[[], Awaitable[object]], busy: Callable[[], bool]) -> None:
    """Drain: return when nothing is `busy` any more, or after the longest that may take."""
    begin()
    await asyncio.sleep(settings.DRAIN_SECONDS)
    await stop_listening()
    _state.closing = True
    loop = asyncio.get_running_loop()
    spread = min(CLOSES_WITHIN, len(_sockets) / CLOSES_PER_SECOND)
    for nth, close in enumerate(tuple(_sockets)):
        loop.call_later(spread * nth / len(_sockets), close)
    deadline = loop.time() + spread + ENDS_WITHIN
    while busy() and loop.time() < deadline:  # noqa: ASYNC110
        await asyncio.sleep(LOOKS_EACH)


class DrainMiddleware:
    """ASGI middleware: while the process drains, has connections end with their next answer.

    A proxy that keeps connections would else send a request on one just as it is closed.
    """

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""

        async def ending(message: dict[str, list[tuple[bytes, bytes]]]) -> None:
            if _state.draining and "headers" in message:
                message["headers"] = [*message["headers"], (b"connection", b"close")]
            await send(message)

        await self._application(scope, receive, ending)
