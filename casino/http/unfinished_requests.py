"""Limits connections with an unfinished request, by number and by time.

A client that sends a byte now and then keeps a connection, and its file descriptor, for as long
as it likes: no silence is long enough to end it. A request that is whole within GRACE is never
counted.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Final

import structlog
from django.conf import settings

from casino.http import client_addresses

log = structlog.get_logger(__name__)

GRACE: Final = 1.0
"""Seconds in which a whole crowd may come in from one address: it is not counted before."""
EVERY: Final = 0.5
"""Seconds between two looks at what is unfinished."""


@dataclass(slots=True)
class _Connection:
    host: str
    since: float
    """When it was made, or its next request began, by the event loop's clock."""
    cut: Callable[[], None]
    whole_headers: bool = False


class UnfinishedRequests:
    """The unfinished requests of one event loop.

    At most UNFINISHED_PER_ADDRESS of one host, of which those that came first go on; each has its
    headers whole within HEADER_SECONDS, or is cut off. Behind our own proxy (BEHIND_TLS) all come
    from its address: there the proxy keeps to a limit for each, and the seconds hold alone.
    """

    def __init__(self) -> None:
        self._connections: dict[Hashable, _Connection] = {}
        """By protocol, in the order in which they began."""
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, protocol: Hashable, address: str, cut: Callable[[], None]) -> None:
        """Note that a request of a connection begins, unless it has already.

        `cut` ends the connection at once.
        """
        if protocol not in self._connections:
            loop = asyncio.get_running_loop()
            found = _Connection(client_addresses.host(address), loop.time(), cut)
            self._connections[protocol] = found
            if self._timer is None:
                self._timer = loop.call_later(EVERY, self._look)

    def has_headers(self, protocol: Hashable) -> None:
        """Note that the headers of a connection's request are whole."""
        if (found := self._connections.get(protocol)) is not None:
            found.whole_headers = True

    def end(self, protocol: Hashable) -> None:
        """Note that a connection's request is whole, or that the connection has ended."""
        self._connections.pop(protocol, None)

    def _look(self) -> None:
        loop = asyncio.get_running_loop()
        now, counts, cut = loop.time(), Counter[str](), Counter[str]()
        for protocol, each in list(self._connections.items()):
            if now - each.since <= GRACE:
                break
            counts[each.host] += 1
            late = now - each.since > settings.HEADER_SECONDS and not each.whole_headers
            many = counts[each.host] > settings.UNFINISHED_PER_ADDRESS and not settings.BEHIND_TLS
            if late or many:
                counts[each.host] -= 1
                cut[each.host] += 1
                self.end(protocol)
                each.cut()
        for host, count in cut.items():
            log.warning("unfinished_cut_off", address=host, connections=count)
        self._timer = loop.call_later(EVERY, self._look) if self._connections else None


unfinished: Final = UnfinishedRequests()
"""Those of this process, whose server has one event loop."""
