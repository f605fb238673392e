"""Publishing: one message per frame to every web process, after the commit.

Delivery is at most once: every frame holds the whole view, and a hub that missed one notices by the
sequence number and takes a snapshot.
"""

import asyncio
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from typing import Any

import structlog
from channels.layers import get_channel_layer

from tables.games.core.money import Party
from tables.live import deltas

log = structlog.get_logger(__name__)


class Home:
    """The event loop of this process through which messages leave."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    def adopt(self, loop: asyncio.AbstractEventLoop) -> None:
        """Use the web server's own loop."""
        with self._lock:
            self._loop = loop

    def loop(self) -> asyncio.AbstractEventLoop:
        """Return the loop; a process without one (worker, croupier) gets it in a thread."""
        with self._lock:
            if self._loop is None or self._loop.is_closed():
                self._loop = asyncio.new_event_loop()
                threading.Thread(target=self._loop.run_forever, name="publish", daemon=True).start()
            return self._loop


home = Home()


def frame(
    table_id: int,
    text: str,
    own: Mapping[Party, Sequence[str]],
    *,
    seq: int,
    follows: int,
    cause: str | None = None,
    events: tuple[int, int],
    waits: bool = False,
    clock: tuple[int, int] = (0, 0),
) -> None:
    """Send a table's frame to everybody who watches it, and to each party what is its own.

    `follows` is the number of the frame that must be shown before it; `cause` the id of the command
    that it answers; `events` where the list of its events begins and ends in the text. A frame that
    `waits` is sent at once to the parties that have an `own` message with it; for the others it may
    be coalesced with later ones. `clock` is when the players' clock runs out, in milliseconds since
    1970, and its whole length in milliseconds; zeros while none runs.

    Call it only after the commit. Never raises: the next frame makes up for a lost one.
    """
    _send(
        f"table.{table_id}",
        {
            "type": "frame",
            "table": table_id,
            "seq": seq,
            "follows": follows,
            "cause": cause,
            "text": text,
            "delta": deltas.known.of(table_id, seq, follows, text, events),
            "events": list(events),
            "waits": waits,
            "clock": list(clock),
            "own": {party: list(texts) for party, texts in own.items()},
        },
    )


def aside(table_id: int, text: str) -> None:
    """Send everybody who watches a table a text that belongs to none of its sequence numbers.

    Never raises: the table's next frame makes up for a lost text.
    """
    _send(f"table.{table_id}", {"type": "aside", "table": table_id, "text": text})


def purse(party: Party, text: str) -> None:
    """Send a party's balance to all of its sockets, at whatever tables.

    Never raises: the next stake sends the balance again.
    """
    _send("sessions", {"type": "purse", "party": party, "text": text})


def signed_out(session_key: str) -> None:
    """Close every socket of a session that has ended."""
    _send("sessions", {"type": "signed_out", "session": session_key})


def _send(group: str, message: dict[str, Any]) -> None:
    async def deliver() -> None:
        layer = get_channel_layer()
        assert layer is not None
        await layer.group_send(group, message)

    def report(done: "Future[None]") -> None:
        if not done.cancelled() and (error := done.exception()):
            log.error("publish_failed", group=group, error=str(error))

    asyncio.run_coroutine_threadsafe(deliver(), home.loop()).add_done_callback(report)
