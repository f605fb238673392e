"""Requests over HTTP: what the wallet and the lobby cost beside an empty answer (G24)."""

import asyncio
import http.client
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from django.db import connection

from tests.bench.commands import Count, Floor
from tests.bench.effort import Effort
from tests.bench.figures import Figure
from tests.bench.house import EMPTY

BROWSERS: Final = 4
"""Players who ask at once, each over a connection that stays open."""


async def bench(floor: Floor, effort: Effort) -> list[Figure]:
    """Ask for the wallet and the lobby as signed-in players do, again and again."""
    return await asyncio.to_thread(_bench, floor, effort.pick(10.0, 4.0, 0.3))


def _bench(floor: Floor, seconds: float) -> list[Figure]:
    cookies = [person.cookie for person in floor.people[:BROWSERS]]
    empty = _asked(floor, EMPTY, cookies, seconds / 2)
    opened = _sessions()
    wallet = _asked(floor, "/api/wallet/", cookies, seconds)
    lobby = _asked(floor, "/", cookies, seconds)
    opened = _sessions() - opened
    note = f"{BROWSERS} browsers; {opened} connections to PostgreSQL opened for them and the lobby"
    return [
        Figure(
            "G24",
            "GET /api/wallet/ / an empty answer",
            wallet.per_cpu / empty.per_cpu,
            note=f"{wallet.per_cpu:,.0f} of {empty.per_cpu:,.0f} per CPU s, {note}",
        ),
        Figure(
            "",
            "GET / (the lobby) / an empty answer",
            lobby.per_cpu / empty.per_cpu,
            note=f"{lobby.per_cpu:,.0f} per CPU s",
        ),
    ]


def _asked(floor: Floor, path: str, cookies: Sequence[str], seconds: float) -> Count:
    """Ask for a page with each cookie for so long, after a first time that counts for nothing."""
    count = Count()
    with ThreadPoolExecutor(len(cookies)) as crew:
        list(crew.map(lambda cookie: _ask(floor.web.port, path, cookie, 0.2), cookies))
        with count.measuring(lambda: floor.house.cpu(floor.web, servers=True)):
            asked = crew.map(lambda cookie: _ask(floor.web.port, path, cookie, seconds), cookies)
            count.commands = sum(asked)
    return count


def _ask(port: int, path: str, cookie: str, seconds: float) -> int:
    answered = 0
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        client.request("GET", path, headers={"Cookie": cookie})
        answer = client.getresponse()
        answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{path} was answered {answer.status}")
        answered += 1
    client.close()
    return answered


def _sessions() -> int:
    """Return how many connections the database has seen."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT sessions FROM pg_stat_database WHERE datname = current_database()")
        ((sessions,),) = cursor.fetchall()
    return int(sessions)
