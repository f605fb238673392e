"""The WebSocket of a live page of the office: sends the page's live part when it has changed.

It carries out nothing, and keeps nobody signed in: who may read the page is looked up anew before
each message, and each minute, as a request to the office is (`casino.backoffice.access`).
"""

import asyncio
import json
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final
from urllib.parse import parse_qs

import structlog
from channels.exceptions import StopConsumer
from django.conf import settings

from casino.asgi_servers.draining import SERVICE_RESTART, closed_when_draining
from casino.asgi_servers.transports import transport_of
from casino.backoffice import live_pages
from casino.backoffice.access import Access, office_access
from casino.backoffice.live_pages import LivePage
from casino.http.request_limits import DATABASE_AWAY_ERRORS, TRY_AGAIN_LATER
from casino.players.models import Player
from casino.process import metrics
from casino.process.fair_threads import Busy, run_queued
from casino.throttling.rate_limit import socket_client_host
from tables.realtime.connections import Line, Prepared
from tables.realtime.hub import SIGNED_OUT
from tables.sockets import sessions
from tables.sockets.base_consumer import (
    BAD_MESSAGE,
    DOOR,
    BaseConsumer,
    Event,
    at_the_door,
    session_key,
)
from tables.sockets.office_news import office_news

log = structlog.get_logger(__name__)

FORBIDDEN: Final = 4403
NO_SUCH_PAGE: Final = 4404

PLACE: Final = "office"
"""The place of all live pages in the queue for threads: they take no table's turn."""
PAUSE: Final = 1.0
"""Seconds between two looks at a page at the least: what changes meanwhile is shown together."""
RESTS: Final = 5.0
"""How many times as long as a look took, with the wait for its turn, the next one waits at the
least: a crowd in the office leaves the process to the tables."""
LOOKS_EACH: Final = 60.0
"""Seconds between two looks at the most: access is checked, and what nobody told of is shown."""
LONGEST_PING: Final = 64
"""Bytes of a message from the browser."""
_PING: Final = re.compile(r'\{"ping": ?([0-9]{1,9})\}')


class OfficeConsumer(BaseConsumer):
    """One page of one person of the staff, at `ws/office/PAGE/?language=fr`."""

    def __init__(self) -> None:
        super().__init__()
        self._changed = asyncio.Event()
        """Something was told since the page was looked at last."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle one event after the other, until the peer hangs up or is sent away."""
        self.scope, self._send = scope, send
        with self._ending, suppress(StopConsumer):
            await self.dispatch(await receive())
            with closed_when_draining(lambda: self._line.close(SERVICE_RESTART)):
                while True:
                    await self.dispatch(await receive())

    async def dispatch(self, message: Any) -> None:
        """Call the handler of an event."""
        await self._handler(message)(message)

    async def websocket_connect(self, message: Event) -> None:
        """Let somebody of the staff in who may read the page, and begin to send it."""
        self._name: str = self.scope["url_route"]["kwargs"]["page"]
        self._language = _language_of(self.scope)
        self._key = session_key(self.scope) or ""
        if code := at_the_door().turned_away(self._key):
            await self._turn_away(code)
        address = socket_client_host(self.scope)
        try:
            found = await run_queued(DOOR, address, admit, self._key, self._name)
        except Busy:
            await self._turn_away(TRY_AGAIN_LATER)
        if isinstance(found, int):
            await self._turn_away(found)
        person, _ = found
        self._who = f"player:{person.pk}"
        self._allowance = await self._admit(self._key, settings.SOCKETS_PER_PLAYER)
        await self._count_arrival(self._key, self._allowance)
        await self.send({"type": "websocket.accept"})
        self._line = Line(self._send, None, self._key, transport_of(self._send))
        self._line.join(0)
        metrics.OFFICE_SOCKETS.inc()
        self._ending.callback(metrics.OFFICE_SOCKETS.dec)
        self._ending.callback(office_news().leave, self._hear)
        await office_news().join(self._hear)
        showing = asyncio.create_task(self._show())
        self._ending.callback(showing.cancel)

    async def websocket_receive(self, message: Event) -> None:
        """Answer a ping; end the socket on anything else."""
        if self._line.closing:
            return
        ping = _PING.fullmatch(self._text_of(message, LONGEST_PING))
        if ping is None:
            self._line.close(BAD_MESSAGE)
            raise StopConsumer
        if not await self._is_too_fast():
            self._line.push(Prepared(json.dumps({"type": "pong", "ping": int(ping[1])})))

    def _hear(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "office_changed":
            self._changed.set()
        elif message["type"] == "signed_out" and message["session"] == self._key:
            self._line.close(SIGNED_OUT)

    async def _show(self) -> None:
        """Look at the page when something was told, and each minute; send it when it differs."""
        sent, clock = "", asyncio.get_running_loop().time
        try:
            while not self._line.closing:
                self._changed.clear()
                began = clock()
                found = await run_queued(
                    PLACE, self._who, look, self._key, self._name, self._language
                )
                if isinstance(found, int):
                    self._line.close(found)
                    return
                metrics.OFFICE_PAGES.labels("same" if found == sent else "sent").inc()
                if found != sent:
                    sent = found
                    self._line.push(Prepared(sent))
                await asyncio.sleep(max(PAUSE, RESTS * (clock() - began)))
                with suppress(TimeoutError):
                    async with asyncio.timeout_at(began + LOOKS_EACH):
                        await self._changed.wait()
        except (Busy, *DATABASE_AWAY_ERRORS):
            self._line.close(TRY_AGAIN_LATER)
        except Exception:
            log.exception("office_page_failed", page=self._name)
            self._line.close(TRY_AGAIN_LATER)


def _language_of(scope: Any) -> str:
    """Return the language that the page says it is in, else the house's."""
    asked = parse_qs(scope["query_string"].decode("latin-1")).get("language", [""])[0]
    return asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def admit(key: str, name: str) -> tuple[Player, LivePage] | int:
    """Return who may read a page in a session and the page, or the code to close with; blocking."""
    signed_in = sessions.signed_in(key) if key else None
    if signed_in is None:
        return SIGNED_OUT
    person, data = signed_in
    if not person.is_staff:
        return FORBIDDEN
    if office_access(data, person) is not Access.GRANTED:
        return SIGNED_OUT
    page = live_pages.find_page(name)
    if page is None:
        return NO_SUCH_PAGE
    return (person, page) if page.may_read(person) else FORBIDDEN


def look(key: str, name: str, language: str) -> str | int:
    """Return the message with a page as its reader may read it now, or the code to close with."""
    found = admit(key, name)
    if isinstance(found, int):
        return found
    person, page = found
    part = live_pages.render_part(page, person, language)
    return json.dumps(
        {
            "type": "page",
            "html": part.html,
            "count": part.count,
            "announcement": part.announcement,
        },
        ensure_ascii=False,
    )
