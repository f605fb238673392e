"""Publishing: one message per frame to every web process, after the commit.

Delivery is at most once: every frame holds the whole view, and a hub that missed one notices by the
sequence number and takes a snapshot.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import structlog
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.utils import timezone
from redis.exceptions import RedisError

from casino.process import metrics, traces
from tables.games.core.money import Party
from tables.realtime import deltas, groups

log = structlog.get_logger(__name__)


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
    metrics.FRAMES_PUBLISHED.inc()
    message: dict[str, Any] = {
        "type": "frame",
        "at": timezone.now().timestamp(),
        "table": table_id,
        "seq": seq,
        "follows": follows,
        "cause": cause,
        "text": text,
        "delta": deltas.known.delta_and_remember(table_id, seq, follows, text, events),
        "events": list(events),
        "waits": waits,
        "clock": list(clock),
        "own": {party: list(texts) for party, texts in own.items()},
    }
    attributes = {"sabot.table.id": table_id, "sabot.frame.seq": seq}
    with traces.child_span("publish frame", attributes, "producer"):
        message.update(traces.carrier())
        _send(groups.of_table(table_id), message)


def aside(table_id: int, text: str) -> None:
    """Send everybody who watches a table a text that belongs to none of its sequence numbers.

    Never raises: the table's next frame makes up for a lost text.
    """
    _send(groups.of_table(table_id), {"type": "aside", "table": table_id, "text": text})


def purse(party: Party, text: str) -> None:
    """Send a party a text about what is its own to all of its sockets, at whatever tables.

    Never raises: the next stake sends a balance again, and a page what else was lost.
    """
    _send(groups.EVERYBODY, {"type": "purse", "party": party, "text": text})


def signed_out(session_key: str) -> None:
    """Close every socket of a session that has ended."""
    for group in (groups.EVERYBODY, groups.OFFICE):
        _send(group, {"type": "signed_out", "session": session_key})


def office_changed() -> None:
    """Have the office's live pages look again; what it was about is in no message.

    Never raises: a page looks by itself now and then.
    """
    _send(groups.OFFICE, {"type": "office_changed"})


def _send(group: str, message: dict[str, Any]) -> None:
    layer: Any = get_channel_layer()
    # Of the class: the layers of channels_redis ask for an event loop where one looks them up.
    at_once = hasattr(type(layer), "group_send_now")
    try:
        if at_once:
            layer.group_send_now(group, message)
        else:
            async_to_sync(layer.group_send)(group, message)
    except (RedisError, OSError) as error:
        if message["type"] == "frame":
            metrics.FRAMES_LOST.inc()
        log.error("publish_failed", group=group, error=repr(error))
