"""The table's WebSocket: a bare ASGI application, one per socket.

It decodes a command, calls one service function in a thread, and forwards frames. Not a Channels
consumer: those make a thread hop for every event, on the one thread that all of them share, so a
slow transaction at one table would delay the frames of every other.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final, ParamSpec, TypeVar
from uuid import UUID

import structlog
from django.conf import settings
from django.http import parse_cookie
from django.utils import timezone

from casino.http.request_limits import TRY_AGAIN_LATER
from casino.ledger import services as ledger
from casino.process.fair_threads import Busy, run_queued, run_queued_within
from casino.responsible_gaming import limits
from casino.throttling.rate_limit import socket_client_host
from tables.cage import colours
from tables.chat import bulletins
from tables.chat import services as chat
from tables.games.core.money import Party
from tables.projections import frames
from tables.realtime.connections import Line, Prepared
from tables.realtime.hub import SIGNED_OUT, Hub
from tables.realtime.late_commands import Arrivals
from tables.rows import parties, receipts, table_rows
from tables.seating import practice, snapshots
from tables.seating import services as seating
from tables.sockets import dispatch
from tables.sockets.admission import PENANCE, Admission, Allowance, Bucket
from tables.sockets.sessions import Session, recognise, sessions
from tables.wire import codec, floor_commands, outgoing

log = structlog.get_logger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

NO_SUCH_TABLE: Final = 4404
TOO_BIG: Final = 4413
FLOOD: Final = 4429
BAD_MESSAGE: Final = 4400

TOO_MANY: Final = 4430

DOOR: Final = "door"
"""The place, in the queue for threads, of those whose session is being looked up."""

PATIENCE: Final = 50
"""Messages over the rate, in a row, after which the socket is closed."""
ANSWER_SECONDS: Final = 1.0
"""Seconds after a command in which its frame must come; longer than the hub holds frames."""
WAITS: Final = 2.0
"""Seconds that a command waits for a thread at the most; then it is better given again."""
SESSION_SECONDS: Final = 30.0
"""Seconds after which a session that nobody has looked at is looked up before the next command. The
hub looks at all of them each few seconds; whoever it does not find is looked up at once."""


def session_key(scope: Scope) -> str | None:
    """Return the session key of the request's cookie."""
    for name, value in scope["headers"]:
        if name == b"cookie":
            return parse_cookie(value.decode("latin-1")).get(settings.SESSION_COOKIE_NAME)
    return None


_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def hub() -> Hub:
    """Return the hub of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub(snapshots.snapshot, snapshots.heads, _keep)
    return _hubs[loop]


def _keep(present: Mapping[int, set[Party]]) -> None:
    seating.keep(present)
    colours.keep(present)
    limits.record_presence({int(party) for at_table in present.values() for party in at_table})
    sessions.look()


_admissions: dict[asyncio.AbstractEventLoop, Admission] = {}


def at_the_door() -> Admission:
    """Return the admission of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _admissions:
        _admissions[loop] = Admission()
    return _admissions[loop]


class _Closed(Exception):
    """The peer hung up."""


_reminders: Final[set[asyncio.Task[None]]] = set()
"""Those under way: the loop itself holds a task only weakly."""


class TableSocket:
    """One browser at one table."""

    __slots__ = (
        "_address",
        "_allowance",
        "_game",
        "_line",
        "_overruns",
        "_receive",
        "_session",
        "_table_id",
        "_visitor",
        "_who",
    )

    def __init__(
        self,
        table_id: int,
        session: Session | None,
        receive: Receive,
        line: Line,
        who: str,
        address: str,
        allowance: Allowance | Bucket,
    ) -> None:
        self._table_id = table_id
        self._session = session
        self._visitor = session.visitor if session else None
        self._receive = receive
        self._line = line
        self._who = who
        """The person whose share of the threads it uses."""
        self._address = address
        self._allowance = allowance
        self._overruns = 0
        """Messages over the rate in a row."""
        self._game = ""
        """Of the table; known once it has been greeted."""

    async def run(self) -> None:
        """Greet, send the snapshot, then answer until the peer hangs up."""
        try:
            await hub().join(self._table_id, self._line)
            await self._greet()
            await self._listen()
        except Busy:
            self._line.close(TRY_AGAIN_LATER)
        except (_Closed, table_rows.NoSuchTable):
            pass
        finally:
            await hub().leave(self._table_id, self._line)

    async def _greet(self) -> None:
        visitor = self._visitor
        me = {parties.of(visitor.player_id)} if visitor else set()
        try:
            snapshot = await self._in_turn(snapshots.snapshot, self._table_id, me)
        except table_rows.NoSuchTable:
            self._line.close(NO_SUCH_TABLE)
            raise
        balance, currency = None, settings.HOUSE_CURRENCY
        if snapshot.practice:
            currency = settings.PRACTICE_CURRENCY
        if visitor and visitor.wallet is not None:
            if snapshot.practice:
                who = visitor.player_id
                balance = await self._in_turn(practice.arrive, who, snapshot.rules)
            else:
                balance = await self._in_turn(ledger.balance, visitor.wallet)
        posted = await self._in_turn(bulletins.shown, self._table_id)
        self._game = snapshot.game
        hub().shown(self._table_id, snapshot)
        self._line.join(
            snapshot.seq,
            Prepared(
                codec.encode(
                    outgoing.Welcome(
                        you=parties.of(visitor.player_id) if visitor else None,
                        name=visitor.name if visitor else "",
                        balance=balance,
                        currency=currency,
                        now=frames.milliseconds(timezone.now()),
                        wishes=visitor is not None and visitor.player_id in snapshot.waiting,
                        chat=await self._in_turn(chat.level, self._table_id),
                    )
                )
            ),
            Prepared(snapshot.frame),
            *(Prepared(text) for texts in snapshot.own.values() for text in texts),
            *([Prepared(codec.encode(posted))] if posted.version else ()),
        )
        if visitor:
            await self._in_turn(seating.arrive, self._table_id, visitor.player_id)

    async def _in_turn(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await run_queued(self._table_id, self._who, function, *args, **kwargs)

    async def _listen(self) -> None:
        """Answer one text after the other.

        The next is taken from the server meanwhile, so that it is known when it came.
        """
        arrivals = hub().arrivals
        reading = asyncio.create_task(self._next())
        try:
            while True:
                text, came = await reading
                reading = asyncio.create_task(self._next())
                try:
                    await self._answer(text)
                finally:
                    arrivals.done(self._table_id, came)
        finally:
            reading.cancel()
            # Not awaited: a server that cancels may do so again at the next await.
            reading.add_done_callback(partial(self._forget, arrivals))

    def _forget(self, arrivals: Arrivals, reading: "asyncio.Task[tuple[str, int]]") -> None:
        """Note that a text which came last is not carried out."""
        if not reading.cancelled() and reading.exception() is None:
            arrivals.done(self._table_id, reading.result()[1])

    async def _next(self) -> tuple[str, int]:
        """Return the next text from the browser and the token of its arrival.

        Ends the socket on anything else.
        """
        while True:
            message = await self._receive()
            if message["type"] == "websocket.disconnect":
                raise _Closed
            text = message.get("text")
            if text is None:
                self._line.close(BAD_MESSAGE)
                raise _Closed
            if len(text.encode()) > codec.MAX_FRAME_BYTES:
                self._line.close(TOO_BIG)
                raise _Closed
            if not self._line.closing:
                return str(text), hub().arrivals.came(self._table_id)

    async def _answer(self, text: str) -> None:
        if not await self._allowance.take():
            self._overruns += 1
            if self._overruns > PATIENCE:
                self._line.close(FLOOD)
                raise _Closed
            self._refuse(codec.cause_of(text), "too_fast")
            return
        self._overruns = 0
        try:
            message = codec.decode(text)
        except codec.Malformed as malformed:
            self._refuse(malformed.cause, malformed.code)
            return
        if isinstance(message, codec.Ping):
            now = frames.milliseconds(timezone.now())
            self._line.push(Prepared(codec.encode(outgoing.Pong(message.ping, now))))
            return
        await self._carry_out(message)

    async def _carry_out(self, sent: codec.Sent) -> None:
        visitor = self._visitor
        if visitor is None:
            self._refuse(str(sent.id), "not_signed_in")
            return
        if visitor.wallet is None:
            self._refuse(str(sent.id), "no_wallet")
            return
        cause = str(sent.id)
        if not codec.is_for(sent.command, self._game):
            self._refuse(cause, "unknown_command")
            return
        if isinstance(sent.command, floor_commands.Say):
            may = await at_the_door().may_say(self._who, f"address:{self._address}")
            # What was said already is no more talk: its answer comes again.
            if not may and not await self._in_turn(chat.was_said, visitor.player_id, sent.id):
                self._refuse(cause, "busy" if may is None else "chat_too_fast")
                return
        # A seal or an opening cannot come again later: its stage ends.
        brings = floor_commands.Contribution | floor_commands.DrawPart
        patience = None if isinstance(sent.command, brings) else WAITS
        hub().await_answer(self._table_id, cause)
        try:
            await self._go_on()
            receipt = await run_queued_within(
                patience,
                self._table_id,
                self._who,
                dispatch.obey,
                player_id=visitor.player_id,
                table_id=self._table_id,
                sent=sent,
            )
        except Busy:
            hub().answered(self._table_id, cause)
            self._refuse(cause, "busy")
            return
        except (_Closed, asyncio.CancelledError):
            hub().answered(self._table_id, cause)
            raise
        except table_rows.NoSuchTable:
            self._line.close(NO_SUCH_TABLE)
            raise
        except Exception:
            # Rolled back, without a receipt: the browser may retry the command.
            log.exception("command_failed", table=self._table_id, command=cause)
            hub().answered(self._table_id, cause)
            self._refuse(cause, "internal")
            return
        if receipt:
            hub().answered(self._table_id, cause)
            self._line.push(Prepared(codec.encode(receipt)))
        else:
            self._expect_frame(visitor.player_id, sent.id)

    async def _go_on(self) -> None:
        """End the socket of a session that has ended; look it up where nobody has lately."""
        session = self._session
        if session is None or session.age <= SESSION_SECONDS:
            return
        now = time.monotonic()
        visitor = await self._in_turn(recognise, session.visitor.session)
        if visitor is None:
            self._line.close(SIGNED_OUT)
            raise _Closed
        session.recognised(visitor, now)

    def _expect_frame(self, player_id: int, command_id: UUID) -> None:
        """Send the command's receipt if its frame does not come: Redis may have lost it."""
        if not hub().awaits(self._table_id, str(command_id)):
            return

        def remind() -> None:
            if hub().answered(self._table_id, str(command_id)) and not self._line.closing:
                task = asyncio.create_task(self._remind(player_id, command_id))
                _reminders.add(task)
                task.add_done_callback(_reminders.discard)

        asyncio.get_running_loop().call_later(ANSWER_SECONDS, remind)

    async def _remind(self, player_id: int, command_id: UUID) -> None:
        with suppress(Busy):
            receipt = await self._in_turn(receipts.of, player_id, command_id)
            assert receipt is not None, "a command that was carried out has one"
            self._line.push(Prepared(codec.encode(receipt)))

    def _refuse(self, cause: str | None, code: str) -> None:
        refusal = outgoing.Refusal(code, {})
        self._line.push(Prepared(codec.encode(outgoing.ReceiptShown(cause or "", None, refusal))))


async def table_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve `/ws/tables/<table_id>/`. Visitors may watch; commands need a signed-in player.

    Whoever asks for `?deltas` is not sent again what he has; for `?beats`, something each second.
    """
    message = await receive()
    if message["type"] != "websocket.connect":
        return
    address, key = socket_client_host(scope), session_key(scope)
    if code := at_the_door().turned_away(key):
        await _turn_away(send, code)
        return
    recognised_at = time.monotonic()
    try:
        visitor = await run_queued(DOOR, address, recognise, key) if key else None
    except Busy:
        await _turn_away(send, TRY_AGAIN_LATER)
        return
    if visitor is None:
        who, most = f"address:{address}", settings.SOCKETS_PER_ADDRESS
    else:
        who, most = f"player:{visitor.player_id}", settings.SOCKETS_PER_PLAYER
    allowance = await at_the_door().open(who, most)
    if allowance is None:
        at_the_door().turn_away(key, TOO_MANY)
        await _turn_away(send, TOO_MANY)
        return
    session = sessions.opened(visitor, recognised_at) if visitor else None
    try:
        # To come in is a message too, else whoever sends too many would come back for more.
        if visitor is not None and not await allowance.take():
            at_the_door().turn_away(key, FLOOD)
            await _turn_away(send, FLOOD)
            return
        await send({"type": "websocket.accept"})
        party: Party | None = parties.of(visitor.player_id) if visitor else None
        asked = scope["query_string"].split(b"&")
        line = Line(
            send,
            party,
            visitor.session if visitor else None,
            deltas=b"deltas" in asked,
            beats=b"beats" in asked,
        )
        table_id = int(scope["url_route"]["kwargs"]["table_id"])
        # Visitors of one address may be many people, and can only measure the round trip.
        bucket = Bucket() if visitor is None else allowance
        await TableSocket(table_id, session, receive, line, who, address, bucket).run()
    finally:
        if session is not None:
            sessions.closed(session)
        at_the_door().close(who)


async def _turn_away(send: Send, code: int) -> None:
    """Close a socket before it has begun, so that the browser learns why."""
    if code != TRY_AGAIN_LATER:
        # Whoever comes back at once waits here, where he costs nothing.
        await asyncio.sleep(PENANCE)
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code})
