"""What all sockets have in common: the door, the rate, the close codes, and how one ends."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from typing import Any, Final, NoReturn

from channels.consumer import AsyncConsumer, get_handler_name
from channels.exceptions import StopConsumer
from django.conf import settings
from django.http import parse_cookie

from casino.http.request_limits import TRY_AGAIN_LATER
from tables.realtime.connections import Line, Send
from tables.sockets.admission import PENANCE, Admission, Allowance, Bucket

Event = dict[str, Any]
"""Of ASGI: its `type` names the handler."""

BAD_MESSAGE: Final = 4400
TOO_BIG: Final = 4413
FLOOD: Final = 4429
TOO_MANY: Final = 4430

DOOR: Final = "door"
"""The place, in the queue for threads, of those whose session is being looked up."""

PATIENCE: Final = 50
"""Messages over the rate, in a row, after which the socket is closed."""


def session_key(scope: Any) -> str | None:
    """Return the session key of the request's cookie."""
    for name, value in scope["headers"]:
        if name == b"cookie":
            return parse_cookie(value.decode("latin-1")).get(settings.SESSION_COOKIE_NAME)
    return None


_admissions: dict[asyncio.AbstractEventLoop, Admission] = {}


def at_the_door() -> Admission:
    """Return the admission of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _admissions:
        _admissions[loop] = Admission()
    return _admissions[loop]


class BaseConsumer(AsyncConsumer):
    """A consumer that asks the database by `fair_threads` alone, and writes by a `Line`."""

    # What the channel layer says comes by one channel for all sockets of a process.
    channel_layer_alias = None  # type: ignore[assignment]

    _send: Send
    """The server's."""
    _line: Line
    _who: str
    """The person whose share of the threads it uses."""
    _allowance: Allowance | Bucket

    def __init__(self) -> None:
        super().__init__()
        self._ending = ExitStack()
        """What is undone when the socket ends."""
        self._overruns = 0
        """Messages over the rate in a row."""

    def _handler(self, message: Any) -> Callable[[Event], Awaitable[None]]:
        """Return the handler of an event, for `dispatch` to call.

        Channels' own `dispatch` closes old connections of the database first, by a hop to the one
        thread that all consumers of a process share: a transaction there that waits for a lock
        would delay the events of every table. Here nothing asks the database but by `fair_threads`,
        which looks after its connections itself.
        """
        handler: Callable[[Event], Awaitable[None]] | None = getattr(
            self, get_handler_name(message), None
        )
        if handler is None:
            raise ValueError(f"No handler for message type {message['type']}")
        return handler

    async def send(self, message: Any) -> None:
        """Send an event to the server."""
        await self._send(message)

    async def websocket_disconnect(self, message: Event) -> None:
        """End: the peer has hung up."""
        raise StopConsumer

    async def _admit(self, key: str | None, most: int) -> Allowance:
        """Count the socket of `_who` until it ends, or turn it away; return its throttle."""
        door = at_the_door()
        allowance = await door.open(self._who, most)
        if allowance is None:
            door.turn_away(key, TOO_MANY)
            await self._turn_away(TOO_MANY)
        self._ending.callback(door.close, self._who)
        return allowance

    async def _count_arrival(self, key: str | None, allowance: Allowance) -> None:
        """Count coming in as a message, else whoever sends too many would come back for more."""
        if not await allowance.take():
            at_the_door().turn_away(key, FLOOD)
            await self._turn_away(FLOOD)

    async def _is_too_fast(self) -> bool:
        """Count a message; tell whether it is over the rate. Ends a socket that goes on so."""
        if await self._allowance.take():
            self._overruns = 0
            return False
        self._overruns += 1
        if self._overruns > PATIENCE:
            self._line.close(FLOOD)
            raise StopConsumer
        return True

    def _text_of(self, message: Event, most: int) -> str:
        """Return the text of a message; end the socket on anything else, and where it is longer."""
        text = message.get("text")
        if text is None:
            self._line.close(BAD_MESSAGE)
            raise StopConsumer
        if len(text.encode()) > most:
            self._line.close(TOO_BIG)
            raise StopConsumer
        return str(text)

    async def _turn_away(self, code: int) -> NoReturn:
        """Close a socket before it has begun, so that the browser learns why."""
        if code != TRY_AGAIN_LATER:
            # Whoever comes back at once waits here, where he costs nothing.
            await asyncio.sleep(PENANCE)
        await self.send({"type": "websocket.accept"})
        await self.send({"type": "websocket.close", "code": code})
        raise StopConsumer
