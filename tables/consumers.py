"""The table's WebSocket: a bare ASGI application, one per socket.

It decodes a command, calls one service function in a thread, and forwards frames. Not a Channels
consumer: those make a thread hop for every event, on the one thread that all of them share, so a
slow transaction at one table would delay the frames of every other.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final

import structlog
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from casino import logs
from casino.ledger import services as ledger
from casino.players.models import Player, Wallet
from casino.players.services import wallet_of
from casino.threads import in_thread
from tables import announcements, floor, lobby, records, rounds, showing, wire
from tables.games.core.money import Party
from tables.publish import SIGNED_OUT, Hub, Line, Prepared

log = structlog.get_logger(__name__)

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

NO_SUCH_TABLE: Final = 4404
TOO_BIG: Final = 4413
FLOOD: Final = 4429
BAD_MESSAGE: Final = 4400

RATE_PER_SECOND: Final = 10.0
BURST: Final = 20.0
PATIENCE: Final = 50
"""So many messages over the rate in a row end the socket."""
SESSION_SECONDS: Final = 5.0
"""How old the last look at the session may be when a command comes."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who opened the socket."""

    player_id: int
    name: str
    wallet: int | None
    """The ledger account; an operator who does not play has none and may watch."""
    session: str


def recognise(session_key: str | None) -> Visitor | None:
    """Return the signed-in player of a session, or `None`; blocking."""
    if not session_key:
        return None
    session = SessionStore(session_key).load()
    player_id = session.get(SESSION_KEY)
    if (
        player_id is None
        or session.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS
    ):
        return None
    player = Player.objects.filter(pk=player_id, is_active=True).first()
    if player is None or not constant_time_compare(
        session.get(HASH_SESSION_KEY, ""), player.get_session_auth_hash()
    ):
        return None
    try:
        wallet = wallet_of(player.pk).account_id
    except Wallet.DoesNotExist:
        wallet = None
    return Visitor(player.pk, player.shown_name, wallet, session_key)


def session_key(scope: Scope) -> str | None:
    """Return the session key of the request's cookie."""
    for name, value in scope["headers"]:
        if name == b"cookie":
            try:
                morsel = SimpleCookie(value.decode("latin-1")).get(settings.SESSION_COOKIE_NAME)
            except CookieError:
                return None
            return morsel.value if morsel else None
    return None


class Allowance:
    """A token bucket: RATE_PER_SECOND messages a second, BURST at once."""

    def __init__(self) -> None:
        self._tokens = BURST
        self._at = time.monotonic()
        self.overruns = 0

    def take(self) -> bool:
        """Use one token; return False when there is none."""
        now = time.monotonic()
        self._tokens = min(BURST, self._tokens + (now - self._at) * RATE_PER_SECOND)
        self._at = now
        if self._tokens < 1:
            self.overruns += 1
            return False
        self._tokens -= 1
        self.overruns = 0
        return True


_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def hub() -> Hub:
    """Return the hub of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub(lobby.snapshot, lobby.heads, floor.keep_seats)
    return _hubs[loop]


class _Closed(Exception):
    """The peer hung up."""


class TableSocket:
    """One browser at one table."""

    def __init__(
        self, table_id: int, visitor: Visitor | None, receive: Receive, line: Line
    ) -> None:
        self._table_id = table_id
        self._visitor = visitor
        self._receive = receive
        self._line = line
        self._allowance = Allowance()
        self._session_seen = time.monotonic()

    async def run(self) -> None:
        """Greet, send the snapshot, then answer until the peer hangs up."""
        await hub().join(self._table_id, self._line)
        try:
            await self._greet()
            while True:
                await self._answer(await self._next())
        except (_Closed, records.NoSuchTable):
            pass
        finally:
            await hub().leave(self._table_id, self._line)

    async def _greet(self) -> None:
        visitor = self._visitor
        me = {records.party(visitor.player_id)} if visitor else set()
        try:
            snapshot = await in_thread(lobby.snapshot, self._table_id, me)
        except records.NoSuchTable:
            self._line.close(NO_SUCH_TABLE)
            raise
        balance = None
        if visitor and visitor.wallet is not None:
            balance = await in_thread(ledger.balance, visitor.wallet)
        hub().shown(self._table_id, snapshot.seq)
        self._line.join(
            snapshot.seq,
            Prepared(
                wire.encode(
                    wire.Welcome(
                        you=records.party(visitor.player_id) if visitor else None,
                        name=visitor.name if visitor else "",
                        balance=balance,
                        currency=settings.PLAY_MONEY_CURRENCY,
                        now=showing.milliseconds(timezone.now()),
                        wishes=visitor is not None and visitor.player_id in snapshot.waiting,
                    )
                )
            ),
            Prepared(snapshot.frame),
            *(Prepared(text) for texts in snapshot.own.values() for text in texts),
        )
        if visitor:
            await in_thread(floor.arrive, self._table_id, visitor.player_id)

    async def _next(self) -> str:
        """Return the next text from the browser; ends the socket on anything else."""
        while True:
            message = await self._receive()
            if message["type"] == "websocket.disconnect":
                raise _Closed
            text = message.get("text")
            if text is None:
                self._line.close(BAD_MESSAGE)
                raise _Closed
            if len(text) > wire.MAX_FRAME_BYTES:
                self._line.close(TOO_BIG)
                raise _Closed
            if not self._line.closing:
                return str(text)

    async def _answer(self, text: str) -> None:
        if not self._allowance.take():
            if self._allowance.overruns > PATIENCE:
                self._line.close(FLOOD)
                raise _Closed
            self._refuse(wire.cause_of(text), "too_fast")
            return
        try:
            message = wire.decode(text)
        except wire.Malformed as malformed:
            self._refuse(malformed.cause, malformed.code)
            return
        if isinstance(message, wire.Ping):
            now = showing.milliseconds(timezone.now())
            self._line.push(Prepared(wire.encode(wire.Pong(message.ping, now))))
            return
        await self._carry_out(message)

    async def _carry_out(self, sent: wire.Sent) -> None:
        visitor = self._visitor
        if visitor is None:
            self._refuse(str(sent.id), "not_signed_in")
            return
        if visitor.wallet is None:
            self._refuse(str(sent.id), "no_wallet")
            return
        if time.monotonic() - self._session_seen > SESSION_SECONDS:
            if await in_thread(recognise, visitor.session) is None:
                self._line.close(SIGNED_OUT)
                raise _Closed
            self._session_seen = time.monotonic()
        try:
            receipt = await in_thread(
                _obey,
                player_id=visitor.player_id,
                table_id=self._table_id,
                sent=sent,
            )
        except records.NoSuchTable:
            self._line.close(NO_SUCH_TABLE)
            raise
        except Exception:
            # Rolled back, without a receipt: the browser may send the same command again.
            log.exception("command_failed", table=self._table_id, command=str(sent.id))
            self._refuse(str(sent.id), "internal")
            return
        if receipt:
            self._line.push(Prepared(wire.encode(receipt)))

    def _refuse(self, cause: str | None, code: str) -> None:
        refusal = wire.Refusal(code, {})
        self._line.push(Prepared(wire.encode(wire.ReceiptShown(cause or "", None, refusal))))


def _obey(*, player_id: int, table_id: int, sent: wire.Sent) -> wire.ReceiptShown | None:
    """Carry out one command in one service call; blocking."""
    command = sent.command
    with logs.bind(table=table_id, command=str(sent.id)):
        if isinstance(command, wire.Sit):
            return floor.sit(
                player_id=player_id, table_id=table_id, command_id=sent.id, box=command.box
            )
        if isinstance(command, wire.Leave):
            return floor.leave(
                player_id=player_id, table_id=table_id, command_id=sent.id, box=command.box
            )
        if isinstance(command, wire.Consent):
            return floor.welcome(
                player_id=player_id,
                table_id=table_id,
                command_id=sent.id,
                box=command.box,
                welcomes=command.welcomes,
            )
        if isinstance(command, wire.Wish):
            return floor.wish(
                player_id=player_id,
                table_id=table_id,
                command_id=sent.id,
                wishes=command.wishes,
            )
        if isinstance(command, wire.Write):
            return announcements.write(
                player_id=player_id, table_id=table_id, command_id=sent.id, text=command.text
            )
        if isinstance(command, wire.Contribution):
            return floor.contribute(
                player_id=player_id, table_id=table_id, command_id=sent.id, given=command
            )
        return rounds.act(
            player_id=player_id, table_id=table_id, command_id=sent.id, command=command
        )


async def table_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve `/ws/tables/<table_id>/`. Visitors may watch; commands need a signed-in player."""
    message = await receive()
    if message["type"] != "websocket.connect":
        return
    visitor = await in_thread(recognise, session_key(scope))
    await send({"type": "websocket.accept"})
    party: Party | None = records.party(visitor.player_id) if visitor else None
    line = Line(send, party, visitor.session if visitor else None)
    table_id = int(scope["url_route"]["kwargs"]["table_id"])
    await TableSocket(table_id, visitor, receive, line).run()
