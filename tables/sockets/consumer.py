"""The table's WebSocket: a consumer of Channels, one per socket.

It decodes a command, calls one service function in a thread, and forwards frames.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final, ParamSpec, TypeVar
from uuid import UUID

import structlog
from channels.exceptions import StopConsumer
from django.conf import settings
from django.utils import timezone

from casino.asgi_servers.draining import SERVICE_RESTART, closed_when_draining
from casino.asgi_servers.transports import transport_of
from casino.http.request_limits import DATABASE_AWAY_ERRORS, TRY_AGAIN_LATER
from casino.ledger import services as ledger
from casino.process import metrics, traces
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
from tables.sockets.admission import Bucket
from tables.sockets.base_consumer import DOOR, BaseConsumer, Event, at_the_door, session_key
from tables.sockets.sessions import Session, Visitor, recognise, sessions
from tables.wire import codec, floor_commands, outgoing

log = structlog.get_logger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

Receive = Callable[[], Awaitable[Event]]

NO_SUCH_TABLE: Final = 4404
ANSWER_SECONDS: Final = 1.0
"""Seconds after a command in which its frame must come; longer than the hub holds frames."""
WAITS: Final = 2.0
"""Seconds that a command waits for a thread at the most; then it is better given again."""
SETTLES: Final = 10.0
"""Seconds that an answer waits for a database that went away under its command; then the player is
sent away, who asks again when he comes back."""
LOOKS_EACH: Final = 0.25
"""Seconds between two looks whether it is back."""
ANSWERED_EACH: Final = 0.05
"""Seconds between two looks whether the last command is answered, as the process ends."""
SESSION_SECONDS: Final = 30.0
"""Seconds after which a session that nobody has looked at is looked up before the next command. The
hub looks at all of them each few seconds; whoever it does not find is looked up at once."""


_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def hub() -> Hub:
    """Return the hub of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub(snapshots.snapshot, snapshots.sequence_numbers, _keep)
    return _hubs[loop]


def _keep(present: Mapping[int, set[Party]]) -> None:
    seating.record_presence(present)
    colours.record_presence(present)
    limits.record_presence({int(party) for at_table in present.values() for party in at_table})
    sessions.check_all()


_reminders: Final[set[asyncio.Task[None]]] = set()
"""Those under way: the loop itself holds a task only weakly."""


class TableConsumer(BaseConsumer):
    """One browser at one table. Visitors may watch; commands need a signed-in player.

    Whoever asks for `?deltas` is not sent again what he has; for `?beats`, something each second.
    """

    _address: str
    _session: Session | None = None

    def __init__(self) -> None:
        super().__init__()
        self._game = ""
        """Of the table; known once it has been greeted."""
        self._at_work = False
        """A message is being answered."""
        self._last_command = ""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle one event after the other, until the peer hangs up or is sent away.

        Channels' own takes each event to its handler by another task: two turns of the event loop
        more between the kernel and whoever notes when a message came (ADR 0027).
        """
        self.scope, self._send = scope, send
        self._table_id = int(scope["url_route"]["kwargs"]["table_id"])
        with self._ending, suppress(StopConsumer):
            try:
                await self.dispatch(await receive())
                with closed_when_draining(self._close_for_restart):
                    await self._listen(receive)
            except Busy:
                self._line.close(TRY_AGAIN_LATER)

    async def dispatch(self, message: Any) -> None:
        """Call the handler of an event."""
        await self._handler(message)(message)

    async def websocket_connect(self, message: Event) -> None:
        """Let a browser in, greet it, and send the snapshot."""
        scope = self.scope
        self._address, key = socket_client_host(scope), session_key(scope)
        door = at_the_door()
        if code := door.turned_away(key):
            await self._turn_away(code)
        recognised_at = time.monotonic()
        try:
            visitor = await run_queued(DOOR, self._address, recognise, key) if key else None
        except Busy:
            await self._turn_away(TRY_AGAIN_LATER)
        if visitor is None:
            self._who, most = f"address:{self._address}", settings.SOCKETS_PER_ADDRESS
        else:
            self._who, most = f"player:{visitor.player_id}", settings.SOCKETS_PER_PLAYER
        allowance = await self._admit(key, most)
        if visitor is not None:
            self._session = sessions.opened(visitor, recognised_at)
            self._ending.callback(sessions.closed, self._session)
            await self._count_arrival(key, allowance)
        # Visitors of one address may be many people, and can only measure the round trip.
        self._allowance = Bucket() if visitor is None else allowance
        await self.send({"type": "websocket.accept"})
        await self._join(visitor)
        await self._greet(visitor)

    async def websocket_receive(self, message: Event) -> None:
        """Answer one text; end the socket on anything else."""
        if self._line.closing:
            return
        await self._answer(self._text_of(message, codec.MAX_FRAME_BYTES))

    async def _listen(self, receive: Receive) -> None:
        """Handle what comes after the greeting.

        The next event is taken from the server meanwhile, so that it is known when it came.
        """
        arrivals = hub().arrivals
        reading = asyncio.create_task(self._next(receive))
        try:
            while True:
                message, came = await reading
                reading = asyncio.create_task(self._next(receive))
                self._at_work = True
                try:
                    await self.dispatch(message)
                finally:
                    self._at_work = False
                    arrivals.note_done(self._table_id, came)
        finally:
            reading.cancel()
            # Not awaited: a server that cancels may do so again at the next await.
            reading.add_done_callback(partial(self._forget, arrivals))

    async def _next(self, receive: Receive) -> tuple[Event, int]:
        """Return the next event from the server and the token of its arrival."""
        return await receive(), hub().arrivals.note_arrival(self._table_id)

    def _forget(self, arrivals: Arrivals, reading: "asyncio.Task[tuple[Event, int]]") -> None:
        """Note that an event which came last is not handled."""
        if not reading.cancelled() and reading.exception() is None:
            arrivals.note_done(self._table_id, reading.result()[1])

    def _close_for_restart(self) -> None:
        closing = asyncio.create_task(self._close_once_answered())
        self._ending.callback(closing.cancel)

    async def _close_once_answered(self) -> None:
        """Close the socket once its last command is answered: the browser comes back elsewhere."""
        while self._at_work or hub().awaits(self._table_id, self._last_command):  # noqa: ASYNC110
            await asyncio.sleep(ANSWERED_EACH)
        self._line.close(SERVICE_RESTART)

    async def _join(self, visitor: Visitor | None) -> None:
        """Have the hub send frames here from now on."""
        options = self.scope["query_string"].split(b"&")
        party: Party | None = parties.party_of(visitor.player_id) if visitor else None
        self._line = Line(
            self._send,
            party,
            visitor.session if visitor else None,
            transport_of(self._send),
            deltas=b"deltas" in options,
            beats=b"beats" in options,
        )
        self._ending.callback(hub().leave, self._table_id, self._line)
        metrics.SOCKETS.inc()
        self._ending.callback(metrics.SOCKETS.dec)
        await hub().join(self._table_id, self._line)

    async def _greet(self, visitor: Visitor | None) -> None:
        me = {parties.party_of(visitor.player_id)} if visitor else set()
        try:
            snapshot = await self._in_turn(snapshots.snapshot, self._table_id, me)
        except table_rows.NoSuchTable:
            self._line.close(NO_SUCH_TABLE)
            raise StopConsumer from None
        balance, currency = None, settings.HOUSE_CURRENCY
        if snapshot.practice:
            currency = settings.PRACTICE_CURRENCY
        if visitor and visitor.wallet is not None:
            if snapshot.practice:
                who = visitor.player_id
                balance = await self._in_turn(practice.grant_on_arrival, who, snapshot.rules)
            else:
                balance = await self._in_turn(ledger.balance, visitor.wallet)
        posted = await self._in_turn(bulletins.bulletins_shown, self._table_id)
        self._game = snapshot.game
        hub().note_snapshot(self._table_id, snapshot)
        self._line.join(
            snapshot.seq,
            Prepared(
                codec.encode(
                    outgoing.Welcome(
                        you=parties.party_of(visitor.player_id) if visitor else None,
                        name=visitor.name if visitor else "",
                        balance=balance,
                        currency=currency,
                        now=frames.to_milliseconds(timezone.now()),
                        wishes=visitor is not None and visitor.player_id in snapshot.waiting,
                        chat=await self._in_turn(chat.chat_level, self._table_id),
                    )
                )
            ),
            Prepared(snapshot.frame),
            *(Prepared(text) for texts in snapshot.own.values() for text in texts),
            *([Prepared(codec.encode(posted))] if posted.version else ()),
        )
        if visitor:
            await self._in_turn(seating.record_arrival, self._table_id, visitor.player_id)

    async def _in_turn(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await run_queued(self._table_id, self._who, function, *args, **kwargs)

    async def _answer(self, text: str) -> None:
        if await self._is_too_fast():
            self._refuse(codec.cause_of(text), "too_fast")
            return
        try:
            message = codec.decode(text)
        except codec.Malformed as malformed:
            self._refuse(malformed.cause, malformed.code)
            return
        if isinstance(message, codec.Ping):
            now = frames.to_milliseconds(timezone.now())
            self._line.push(Prepared(codec.encode(outgoing.Pong(message.ping, now))))
            return
        attributes: traces.Attributes = {
            "sabot.table.id": self._table_id,
            "sabot.command.id": str(message.id),
        }
        with traces.root_span(f"command {message.command.kind}", attributes, "server"):
            await self._carry_out(message)

    async def _carry_out(self, sent: codec.Sent) -> None:
        if self._session is None:
            self._refuse(str(sent.id), "not_signed_in")
            return
        visitor = self._session.visitor
        traces.note({"user.id": visitor.player_id})
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
            if not may and not await self._in_turn(chat.is_carried_out, visitor.player_id, sent.id):
                self._refuse(cause, "busy" if may is None else "chat_too_fast")
                return
        # A seal or an opening cannot come again later: its stage ends.
        brings = floor_commands.Contribution | floor_commands.DrawPart
        patience = None if isinstance(sent.command, brings) else WAITS
        self._last_command = cause
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
        except (StopConsumer, asyncio.CancelledError):
            hub().answered(self._table_id, cause)
            raise
        except table_rows.NoSuchTable:
            self._line.close(NO_SUCH_TABLE)
            raise StopConsumer from None
        except DATABASE_AWAY_ERRORS:
            log.exception("command_failed", table=self._table_id, command=cause)
            try:
                receipt = await self._settled(visitor.player_id, sent.id)
            finally:
                hub().answered(self._table_id, cause)
            if receipt is None:
                self._refuse(cause, "internal")
                return
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

    async def _settled(self, player_id: int, command_id: UUID) -> outgoing.ReceiptShown | None:
        """Return the receipt of a command under which the database went away; `None` without one.

        COMMIT may have been the last that it did. Ends the socket where it does not come back.
        """
        deadline = time.monotonic() + SETTLES
        while True:
            try:
                return await self._in_turn(receipts.settled, player_id, self._table_id, command_id)
            except (*DATABASE_AWAY_ERRORS, Busy):
                if time.monotonic() >= deadline:
                    self._line.close(TRY_AGAIN_LATER)
                    raise StopConsumer from None
            await asyncio.sleep(LOOKS_EACH)

    async def _go_on(self) -> None:
        """End the socket of a session that has ended; look it up where nobody has lately."""
        session = self._session
        if session is None or session.age <= SESSION_SECONDS:
            return
        now = time.monotonic()
        visitor = await self._in_turn(recognise, session.visitor.session)
        if visitor is None:
            self._line.close(SIGNED_OUT)
            raise StopConsumer
        session.note_full_check(visitor, now)

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
            receipt = await self._in_turn(receipts.find, player_id, command_id)
            assert receipt is not None, "a command that was carried out has one"
            self._line.push(Prepared(codec.encode(receipt)))

    def _refuse(self, cause: str | None, code: str) -> None:
        metrics.COMMANDS_TURNED_AWAY.labels(code).inc()
        refusal = outgoing.Refusal(code, {})
        self._line.push(Prepared(codec.encode(outgoing.ReceiptShown(cause or "", None, refusal))))
