"""The fan-out of frames: one message per frame to every process, from its hub to all its sockets.

A frame is encoded once. A hub is one channel of the channel layer, which is in the group of each
table that is watched here; it hands the same bytes to every local socket that has had the same
before (`deltas`). Delivery is at most once: every published
frame holds the whole view, and a hub that missed one notices by the sequence number and takes a
snapshot.
"""

import asyncio
import itertools
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import structlog
from channels.layers import get_channel_layer
from django.utils import timezone

from casino.process import metrics, traces
from casino.process.fair_threads import run_in_thread
from tables.games.core.money import Party
from tables.realtime import deltas, groups
from tables.realtime.connections import Line, Prepared
from tables.realtime.late_commands import Arrivals, Clock, Reporter
from tables.wire import codec, outgoing

log = structlog.get_logger(__name__)

HEAL_SECONDS: Final = 5.0
"""Seconds between two comparisons of what a hub delivered with the database."""

BEAT_SECONDS: Final = 1.0
"""The longest that a socket is sent nothing, where it asked for beats."""
BEATS_IN: Final = 5
"""Parts of the tables that are looked at in turn: a beat for all in one turn of the event loop
would keep frames waiting."""

GRACE_SECONDS: Final = 2.0
"""Seconds that a committed frame may be on its way before it counts as lost."""
SENDS_PER_SECOND: Final = 1000.0
"""The throttle of a table's frames in one process. After a frame to n sockets, those that can wait
join a backlog for n / SENDS_PER_SECOND seconds, and are coalesced into one."""
LONGEST_WAIT: Final = 0.25
"""The longest that the throttle holds a frame back, in seconds, however many sockets there are."""
HOLD_SECONDS: Final = 0.9
"""Seconds that a frame waits for the one before it: two processes commit in order, but may publish
the other way round. Then the table is shown anew; never is a frame shown after a later one."""

RETRY: Final = 0.25
"""Seconds between two attempts to receive from a channel layer that fails."""

NO_SNAPSHOT: Final = 1 << 63
"""The number of a text that no snapshot holds: a socket that is joining gets it too."""

SIGNED_OUT: Final = 4401


class Published:
    """A frame as it was published."""

    __slots__ = ("delta", "events", "seq", "since", "text", "whole")

    def __init__(
        self, seq: int, text: str, events: Sequence[int], delta: str = "", since: int = 0
    ) -> None:
        self.seq = seq
        self.text = text
        self.events = events
        """Where the list of its events begins and ends in the text, without its brackets."""
        self.whole = Prepared(text)
        self.delta = Prepared(delta) if delta else None
        """The same for sockets whose last frame was `since`, where it is known."""
        self.since = since


def coalesce(frames: Sequence[Published]) -> Published:
    """Coalesce frames, at least one, oldest first: all their events, all else from the last."""
    last = frames[-1]
    if len(frames) == 1:
        return last
    start, end = last.events
    events = ",".join(
        each.text[slice(*each.events)] for each in frames if each.events[0] < each.events[1]
    )
    text = f"{last.text[:start]}{events}{last.text[end:]}"
    return Published(last.seq, text, (start, start + len(events)))


class TableSnapshot(Protocol):
    """A snapshot of a table: its sequence number, its frame, and each party's own messages."""

    @property
    def seq(self) -> int:
        """The table's sequence number."""

    @property
    def frame(self) -> str:
        """The text of the whole frame, JSON, the same for everybody."""

    @property
    def own(self) -> Mapping[Party, Sequence[str]]:
        """The texts of the messages that are for one party alone."""

    @property
    def clock(self) -> tuple[int, int]:
        """When the players' clock runs out, and its length; milliseconds, 0 while none runs."""
        ...


@dataclass(slots=True)
class Watched:
    """The sockets of this process at one table."""

    lines: set[Line] = field(default_factory=set)
    seq: int = 0
    """The highest sequence number handed to the sockets; 0 before the first."""
    clock: Clock = field(default_factory=Clock)
    """The clock that the players were shown last."""
    held: list[Mapping[str, Any]] = field(default_factory=list)
    """Frames that came before the one they follow; put in order."""
    waiting: list[Published] = field(default_factory=list)
    """The backlog: frames that some sockets have not been sent yet, oldest first."""
    rests_until: float = 0.0
    """When the throttle opens again, by the event loop's clock."""
    timer: asyncio.TimerHandle | None = None
    awaited: set[str] = field(default_factory=set)
    """Commands given here whose frame has not come yet."""
    mending: "asyncio.Task[None] | None" = None
    """Shows the table anew, because what was held was not followed in time."""

    def parties(self) -> set[Party]:
        """Return the players who have a socket here."""
        return {line.party for line in self.lines if line.party is not None}

    def throttle(self) -> None:
        """Throttle the frames that can wait, for longer the more sockets there are."""
        pause = min(len(self.lines) / SENDS_PER_SECOND, LONGEST_WAIT)
        self.rests_until = asyncio.get_running_loop().time() + pause


def _hand(watched: Watched, line: Line, frames: dict[int, Published]) -> None:
    """Send a socket what it has not had of the backlog, coalesced.

    `frames` keeps coalesced frames for other sockets, by the number of their first. A socket that
    has no snapshot yet gets them one by one: the snapshot may cover the first of them.
    """
    due = [each for each in watched.waiting if each.seq > line.seq]
    if not due:
        return
    line.seq = due[-1].seq
    if line.joining is not None:
        for each in due:
            line.push(each.whole, each.seq)
        return
    frame = frames.get(due[0].seq)
    if frame is None:
        frame = frames[due[0].seq] = coalesce(due)
    _show((line,), frame)


def _show(lines: Iterable[Line], frame: Published) -> None:
    """Send sockets a frame, without what those have that have had the one before it."""
    whole, delta, since, seq = frame.whole, frame.delta, frame.since, frame.seq
    for line in lines:
        if line.joining is not None:
            line.push(whole, seq)
            continue
        line.push(delta if delta is not None and line.last == since and line.deltas else whole)
        line.last = seq


class Hub:
    """One channel of the channel layer for all sockets; one per event loop of the process."""

    def __init__(
        self,
        snapshot: Callable[[int, Collection[Party]], TableSnapshot],
        heads: Callable[[list[int]], dict[int, int]],
        keep_seats: Callable[[Mapping[int, set[Party]]], None],
    ) -> None:
        self._snapshot = snapshot
        """Return a snapshot of a table, for everybody and for these parties; runs in a thread."""
        self._heads = heads
        """Return the sequence numbers of tables; runs in a thread."""
        self._keep_seats = keep_seats
        """Note who has a socket open at which table; runs in a thread."""
        self._prepared_beat = Prepared(codec.encode(outgoing.Beat()))
        self.arrivals = Arrivals()
        """What players have sent and the house has not carried out yet."""
        self._reporter: Reporter | None = None
        self._tables: dict[int, Watched] = {}
        self._layer: Any = None
        self._channel = ""
        self._started: asyncio.Task[None] | None = None
        self._tasks: list[asyncio.Task[None]] = []
        """Those that run as long as the hub."""
        self._leaving: set[asyncio.Task[None]] = set()
        """Those that leave the groups of tables; the loop itself holds a task only weakly."""

    async def _start(self) -> None:
        self._layer = get_channel_layer()
        self._channel = await self._layer.new_channel()
        self._reporter = Reporter(self.arrivals, self._clocks)
        work = [self._heal(), self._beat()]
        if "callbacks" in self._layer.extensions:
            self._layer.call_back(self._channel, self._deliver)
        else:
            work.append(self._hear())
        self._tasks = [asyncio.create_task(each) for each in work]
        await self._layer.group_add(groups.EVERYBODY, self._channel)

    async def stop(self) -> None:
        """Hear nothing more; the process, or its event loop, is about to end."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._leaving, return_exceptions=True)
        if self._reporter is not None:
            await self._reporter.stop()
        if self._layer is not None and "flush" in self._layer.extensions:
            await self._layer.flush()

    async def _hear(self) -> None:
        """Deliver what the channel receives, by a layer that calls nobody back."""
        while True:
            try:
                message = await self._layer.receive(self._channel)
            except Exception:
                log.exception("receive_failed")
                await asyncio.sleep(RETRY)
                continue
            try:
                self._deliver(message)
            except Exception:
                log.exception("deliver_failed")

    async def join(self, table_id: int, line: Line) -> None:
        """Add a socket; frames reach it from now on, held back until it has its snapshot."""
        if self._started is None:
            self._started = asyncio.create_task(self._start())
        await asyncio.shield(self._started)
        watched = self._tables.get(table_id)
        if watched is None:
            watched = self._tables[table_id] = Watched()
        watched.lines.add(line)
        # Each waits until frames come. Whoever hangs up meanwhile must not cut off a command to
        # Redis: a layer would lose its connection by that.
        await asyncio.shield(self._layer.group_add(groups.of_table(table_id), self._channel))

    def note_snapshot(self, table_id: int, snapshot: TableSnapshot) -> None:
        """Take a snapshot's number and clock as the table's last, unless frames came before it."""
        watched = self._tables.get(table_id)
        if watched is not None and not watched.seq:
            watched.seq = snapshot.seq
            watched.clock = Clock(snapshot.clock[0])

    def _clocks(self) -> dict[int, Clock]:
        """Return the clocks of the tables that players are shown here."""
        return {
            table_id: watched.clock
            for table_id, watched in self._tables.items()
            if any(line.party is not None and line.joining is None for line in watched.lines)
        }

    def await_answer(self, table_id: int, cause: str) -> None:
        """Note that a command is given here, which a frame is to answer."""
        if (watched := self._tables.get(table_id)) is not None:
            watched.awaited.add(cause)

    def awaits(self, table_id: int, cause: str) -> bool:
        """Tell whether the command's frame has not come yet."""
        watched = self._tables.get(table_id)
        return watched is not None and cause in watched.awaited

    def answered(self, table_id: int, cause: str) -> bool:
        """Await the command's frame no longer; return whether it had not come yet."""
        awaited = self.awaits(table_id, cause)
        if awaited:
            self._tables[table_id].awaited.discard(cause)
        return awaited

    def leave(self, table_id: int, line: Line) -> None:
        """Remove a socket; after the last one no frames of the table come here."""
        watched = self._tables.get(table_id)
        if watched is None:
            return
        watched.lines.discard(line)
        if not watched.lines:
            if watched.timer is not None:
                watched.timer.cancel()
            watched.held.clear()
            del self._tables[table_id]
            if self._layer is not None:
                task = asyncio.create_task(self._leave_group(table_id))
                self._leaving.add(task)
                task.add_done_callback(self._leaving.discard)

    async def _leave_group(self, table_id: int) -> None:
        """Leave the group of a table, unless somebody has come meanwhile."""
        if table_id in self._tables:
            return
        try:
            await self._layer.group_discard(groups.of_table(table_id), self._channel)
        except Exception:
            log.exception("group_not_left", table=table_id)

    def _deliver(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "signed_out":
            for watched in self._tables.values():
                for line in list(watched.lines):
                    if line.session == message["session"]:
                        line.close(SIGNED_OUT)
            return
        if message["type"] == "purse":
            prepared = Prepared(message["text"])
            for watched in self._tables.values():
                for line in watched.lines:
                    if line.party == message["party"]:
                        line.push(prepared, NO_SNAPSHOT)
            return
        watched = self._tables.get(message["table"])  # type: ignore[assignment]
        if watched is None:
            return
        if message["type"] == "aside":
            prepared = Prepared(message["text"])
            for line in watched.lines:
                line.push(prepared)
            return
        if watched.seq and message["follows"] > watched.seq:
            watched.held.append(message)
            asyncio.get_running_loop().call_later(HOLD_SECONDS, self._release, watched, message)
            return
        self._show(watched, message)
        self._show_what_follows(watched)

    def _release(self, watched: Watched, message: Mapping[str, Any]) -> None:
        """Show the table anew where a frame was held for HOLD_SECONDS: the one before it is late.

        To show it out of order would make two faults of one, for the late one may still come.
        """
        if message in watched.held and watched.mending is None:
            watched.mending = asyncio.create_task(self._resend_snapshot(message["table"], watched))

    async def _resend_snapshot(self, table_id: int, watched: Watched) -> None:
        """Send a snapshot in place of what is held; `heal` tries again where that fails."""
        try:
            await self._show_anew(table_id)
        except Exception:
            log.exception("mend_failed", table=table_id)
        finally:
            watched.mending = None
            for left in watched.held[:1]:
                asyncio.get_running_loop().call_later(HOLD_SECONDS, self._release, watched, left)

    def _show_what_follows(self, watched: Watched) -> None:
        while ready := [each for each in watched.held if each["follows"] <= watched.seq]:
            first = min(ready, key=lambda each: int(each["seq"]))
            watched.held.remove(first)
            self._show(watched, first)

    def _show(self, watched: Watched, message: Mapping[str, Any]) -> None:
        attributes = {
            "sabot.table.id": message["table"],
            "sabot.frame.seq": message["seq"],
            "sabot.sockets": len(watched.lines),
        }
        with traces.message_span("show frame", attributes, message):
            self._show_frame(watched, message)

    def _show_frame(self, watched: Watched, message: Mapping[str, Any]) -> None:
        seq: int = message["seq"]
        if watched.seq and seq <= watched.seq:
            self._late(watched, message)
            return
        now = timezone.now()
        metrics.FRAMES_SHOWN.inc()
        # A process of the release before does not say it.
        if at := message.get("at"):
            metrics.FRAME_AGE.observe(max(0.0, now.timestamp() - at))
        due, window = message["clock"]
        watched.clock = watched.clock.then(due, window, now)
        events = message["events"]
        deltas.known.note(message["table"], seq, message["text"], events)
        text, delta = watched.clock.moved(message["text"]), watched.clock.moved(message["delta"])
        frame = Published(seq, text, events, delta, message["follows"])
        watched.awaited.discard(message.get("cause") or "")
        own: Mapping[Party, Sequence[str]] = message["own"]
        loop = asyncio.get_running_loop()
        if message["waits"] and loop.time() < watched.rests_until:
            watched.waiting.append(frame)
            for line in watched.lines:
                # Whoever gave the command sees the result at once; for the others it is coalesced.
                if line.party in own or line.joining is not None:
                    _hand(watched, line, {})
            if watched.timer is None:
                watched.timer = loop.call_at(watched.rests_until, self._catch_up, watched)
        else:
            self._catch_up(watched)
            _show(watched.lines, frame)
            if message["waits"]:
                watched.throttle()
        watched.seq = seq
        self._tell_own(watched, own, seq)

    def _late(self, watched: Watched, message: Mapping[str, Any]) -> None:
        """Take a frame that comes after a later one: nobody is shown the table as it was before.

        The socket whose command it answers is sent the receipt. A socket that is joining compares
        by itself.
        """
        metrics.FRAMES_LATE.inc()
        seq: int = message["seq"]
        for line in watched.lines:
            if line.joining is not None:
                line.push(Prepared(message["text"]), seq)
        self._tell_own(watched, message["own"], seq)

    def _tell_own(self, watched: Watched, own: Mapping[Party, Sequence[str]], seq: int) -> None:
        for line in watched.lines:
            if line.party is not None:
                for text in own.get(line.party, ()):
                    line.push(Prepared(text), seq)

    def _catch_up(self, watched: Watched) -> None:
        """Send every socket the backlog."""
        if watched.timer is not None:
            watched.timer.cancel()
            watched.timer = None
        if watched.waiting:
            frames: dict[int, Published] = {}
            for line in watched.lines:
                _hand(watched, line, frames)
            watched.waiting.clear()
            watched.throttle()

    async def _beat(self) -> None:
        """Look at each table twice in BEAT_SECONDS."""
        for part in itertools.cycle(range(BEATS_IN)):
            await asyncio.sleep(BEAT_SECONDS / 2 / BEATS_IN)
            try:
                self.beat(
                    line
                    for table_id, watched in self._tables.items()
                    if table_id % BEATS_IN == part
                    for line in watched.lines
                )
            except Exception:
                log.exception("beat_failed")

    def beat(self, lines: Iterable[Line]) -> None:
        """Send a beat to those of these sockets that asked for it and were sent nothing lately.

        That is since the hub looked at them last.
        """
        for line in lines:
            if not line.beats or line.joining is not None:
                continue
            if line.quiet:
                line.push(self._prepared_beat)
            else:
                line.quiet = True

    async def _heal(self) -> None:
        while True:
            await asyncio.sleep(HEAL_SECONDS)
            try:
                await self.heal()
            except Exception:
                log.exception("heal_failed")

    async def heal(self) -> None:
        """Send a snapshot of every table whose last frame did not arrive here."""
        tables = list(self._tables)
        if not tables:
            return
        present = {table_id: watched.parties() for table_id, watched in self._tables.items()}
        await run_in_thread(self._keep_seats, present)
        behind = self._behind(await run_in_thread(self._heads, tables))
        if not behind:
            return
        # What is committed may still be on its way here; only what stays away is lost.
        await asyncio.sleep(GRACE_SECONDS)
        for table_id in self._behind(behind):
            await self._show_anew(table_id)

    async def _show_anew(self, table_id: int) -> None:
        """Send a snapshot of a table in place of the frames that did not come, or are held."""
        watched = self._tables.get(table_id)
        if watched is None:
            return
        snapshot = await run_in_thread(self._snapshot, table_id, watched.parties())
        if self._tables.get(table_id) is not watched or snapshot.seq <= watched.seq:
            return
        metrics.FRAMES_REPLACED.inc()
        self._catch_up(watched)
        watched.seq = snapshot.seq
        watched.clock = watched.clock.then(*snapshot.clock, timezone.now())
        prepared = Prepared(watched.clock.moved(snapshot.frame))
        for line in list(watched.lines):
            line.push(prepared, snapshot.seq)
            line.last = None
        self._tell_own(watched, snapshot.own, snapshot.seq)
        for message in sorted(watched.held, key=lambda each: int(each["seq"])):
            if message["seq"] <= snapshot.seq:
                watched.held.remove(message)
                self._late(watched, message)
        self._show_what_follows(watched)

    def _behind(self, heads: Mapping[int, int]) -> dict[int, int]:
        """Return the tables whose sockets have not seen these sequence numbers."""
        return {
            table_id: head
            for table_id, head in heads.items()
            if (watched := self._tables.get(table_id)) is not None and watched.seq < head
        }
