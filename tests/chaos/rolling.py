"""A house whose processes are replaced under 40 players, behind a real proxy; what they saw of it.

Whatever is done meanwhile: test_rolling.py restarts, test_keys.py changes keys, and
test_upgrade.py goes to another release.
"""

import asyncio
import contextlib
import http.client
import os
import ssl
import time
from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit

from casino.asgi_servers.draining import SERVICE_RESTART
from tables.wire import outgoing
from tests import campaign
from tests.chaos import bookkeeper
from tests.chaos.crowd import Crowd, Recorded
from tests.house import House
from tests.load.client import FAULTS
from tests.load.door import Door, KeyRing
from tests.load.run import place_at
from tests.proxies import Proxy

PLAYERS: Final = 40
WITHIN: Final = 300.0
GONE_WITHIN: Final = 10.0
"""Seconds in which a process that is told to end has ended."""
PLAYS: Final = 5.0
"""Seconds of play before a restart, and after the last."""


class Moved(Recorded):
    """A client that times how long it takes to come back, and whose line nobody else breaks."""

    closes: Counter[int] = Counter()  # noqa: RUF012
    """By code, of all clients."""
    away: list[float] = []  # noqa: RUF012
    """Seconds from each close to the next welcome, of all clients."""
    _left_at: float | None = None
    _leaves = False

    async def lose_line(self, chance: Random) -> None:
        """Leave the connection alone."""

    async def __aexit__(self, *error: object) -> None:
        self._leaves = True
        await super().__aexit__(*error)

    def _is_closed(self, code: int) -> None:
        # Who goes home broke was closed by nobody.
        if not self._leaves:
            self.closes[code] += 1
            self._left_at = time.monotonic()
        super()._is_closed(code)

    def _take(self, message: Any) -> None:
        if isinstance(message, outgoing.Welcome) and self._left_at is not None:
            self.away.append(time.monotonic() - self._left_at)
            self._left_at = None
        super()._take(message)


class Asking:
    """Asks for pages through the proxy all the time, each on a connection of its own."""

    def __init__(self, proxy: Proxy) -> None:
        self.statuses: Counter[str] = Counter()
        self._to = urlsplit(proxy.url)
        self._trusted = ssl.create_default_context(cafile=str(proxy.authority))

    async def go_on(self) -> None:
        """Ask until cancelled."""
        while True:
            for method, path in (("GET", "/"), ("GET", "/api/tables/"), ("POST", "/api/rounds/")):
                self.statuses[await asyncio.to_thread(self._ask, method, path)] += 1
                await asyncio.sleep(0.05)

    def _ask(self, method: str, path: str) -> str:
        connection = http.client.HTTPSConnection(
            str(self._to.hostname), self._to.port, timeout=WITHIN, context=self._trusted
        )
        with contextlib.closing(connection):
            try:
                connection.request(method, path)
                return str(connection.getresponse().status)
            except (OSError, http.client.HTTPException) as error:
                return repr(error)


def until(holds: Any) -> None:
    """Wait until something holds, on a busy machine."""
    deadline = time.monotonic() + WITHIN
    while not holds():
        assert time.monotonic() < deadline, "it did not come true"
        time.sleep(0.05)


async def play_through(
    house: House,
    proxy: Proxy,
    name: str,
    act: Callable[[], Mapping[str, float]],
    *,
    client: type[Moved] = Moved,
) -> str:
    """Let 40 players play all games while something is done; return what they saw.

    `act` runs in a thread, and returns the seconds that each process took to end. Fails where a
    command was lost, a player saw an error, or the bookkeeper does not agree.
    """
    Moved.closes.clear()
    Moved.away.clear()
    door = Door(proxy.url)
    crowd = Crowd(door, KeyRing(house.var / "rolling.json", door), campaign.seed(7), client=client)
    tables = [each for each in await door.tables() if each["status"] == "open"]
    places = [place_at(each, nth) for nth in range(PLAYERS) for each in tables][:PLAYERS]
    assert len(places) == PLAYERS, "no table is open"
    asking = Asking(proxy)
    polling = asyncio.create_task(asking.go_on())
    crowd.come(places)
    await crowd.seated()
    ended = await asyncio.to_thread(act)
    await asyncio.sleep(PLAYS)
    polling.cancel()
    closes, away = dict(Moved.closes), sorted(Moved.away) or [0.0]
    tally = await crowd.go_home()
    told = "\n".join(
        (
            f"{name} behind {proxy.name}: {len(places)} players, {len(tables)} tables, load"
            f" {os.getloadavg()[0]:.1f}",
            f"commands {tally.commands}, answered {len(crowd.answers)}, unanswered"
            f" {tally.unanswered}; refused {dict(tally.refusals.most_common())}",
            f"sockets closed {closes}; back in {away[len(away) // 2]:.2f} s (median),"
            f" {away[-1]:.2f} s (longest of {len(away)})",
            f"requests {dict(asking.statuses)}; of the proxy's log {proxy.failures()}",
            f"frames {tally.frames}, lost {tally.lost}, reordered {tally.reordered}, errors"
            f" {tally.errors[:5]}",
            "ended in " + ", ".join(f"{name} {took:.1f} s" for name, took in ended.items()),
        )
    )
    with house.connect() as database:
        unkept = bookkeeper.unkept(database, crowd.answers)
        broken = bookkeeper.broken(database)
    assert (unkept, broken) == ([], []), f"{told}\n{unkept}\n{broken}"
    assert (tally.unanswered, tally.errors, tally.lost) == (0, [], 0), told
    # Those that were under way when everybody went home are not counted as answered.
    assert tally.commands - len(crowd.answers) <= len(places), told
    assert not any(tally.refusals[each] for each in FAULTS), told
    assert set(closes) == {SERVICE_RESTART}, told
    assert proxy.failures() == [], told
    assert not [each for each in asking.statuses if not each.isdigit() or each >= "500"], told
    return told
