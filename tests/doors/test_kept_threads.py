"""Requests over HTTP: their connections are kept, and a restart of the database fails none."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.core.asgi import get_asgi_application
from django.db import connection, connections
from django.db.backends.signals import connection_created

from casino.process.request_threads import ThreadReuseMiddleware, _Lent
from tests.doors.asking import Asked, scope_of

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def connections_opened() -> Iterator[list[int]]:
    """Collect the backends of all connections that are opened meanwhile."""
    opened: list[int] = []

    def note(connection: object, **_: object) -> None:
        opened.append(connection.connection.info.backend_pid)  # type: ignore[attr-defined]

    connection_created.connect(note)
    try:
        yield opened
    finally:
        connection_created.disconnect(note)


@contextmanager
def house(most: int) -> Iterator[ThreadReuseMiddleware]:
    """Open Django behind kept threads, and close their connections in the end."""
    application = ThreadReuseMiddleware(get_asgi_application(), most)  # type: ignore[arg-type]
    try:
        yield application
    finally:
        for thread in application._free:
            thread.submit(connections.close_all).result()
            thread.shutdown()


async def answers(application: ThreadReuseMiddleware, at_once: int) -> list[int]:
    """Ask for the list of tables as often at once; return the answers' status."""

    async def asked() -> int:
        there = ApplicationCommunicator(
            application,  # type: ignore[arg-type]
            scope_of(Asked("GET", "/api/tables/"), "192.0.2.1"),
        )
        await there.send_input({"type": "http.request", "body": b"", "more_body": False})
        status: int = (await there.receive_output(300))["status"]
        while (await there.receive_output(300)).get("more_body"):
            pass
        await there.wait(300)
        return status

    return await asyncio.gather(*[asked() for _ in range(at_once)])


def asked_in_turn(most: int, times: int) -> int:
    """Return how many connections so many requests open, one after the other."""

    async def run() -> None:
        with house(most) as application:
            for _ in range(times):
                assert await answers(application, 1) == [200]

    with connections_opened() as opened:
        asyncio.run(run())
    return len(opened)


def test_requests_share_a_connection() -> None:
    assert asked_in_turn(most=2, times=6) == 1


def test_without_kept_threads_each_request_opens_one() -> None:
    """The negative control of the test above."""
    assert asked_in_turn(most=0, times=6) == 6


def test_no_request_waits_for_a_thread_and_no_more_are_kept_than_allowed() -> None:
    async def run() -> list[int]:
        counts = []
        with house(2) as application:
            for at_once in (5, 2, 5):
                with connections_opened() as opened:
                    assert await answers(application, at_once) == [200] * at_once
                counts.append(len(opened))
        return counts

    first, second, third = asyncio.run(run())
    assert (first, second) == (5, 0)
    assert third == 3


def test_a_thread_that_a_cancelled_request_left_at_work_is_not_kept() -> None:
    free: list[ThreadPoolExecutor] = []
    lent, goes_on = _Lent(free), threading.Event()
    working = lent.submit(goes_on.wait, 300)
    assert lent.submit(int).cancel()
    lent.give_back(most=4)
    assert free == []
    goes_on.set()
    assert working.result(300)


def test_a_thread_that_is_not_kept_closes_its_connection() -> None:
    def alive(backends: list[int]) -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE pid = ANY(%s)", [backends])
            (count,) = cursor.fetchone()  # type: ignore[misc]
        connections.close_all()
        return int(count)

    async def run() -> None:
        with house(0) as application, connections_opened() as opened:
            assert await answers(application, 3) == [200] * 3
        deadline = asyncio.get_running_loop().time() + 300
        while await sync_to_async(alive)(opened):
            assert asyncio.get_running_loop().time() < deadline
            await asyncio.sleep(0.01)

    asyncio.run(run())


def restarted(monkeypatch: pytest.MonkeyPatch, *, looked_at: bool) -> list[int]:
    """Return the answers to requests right after all kept connections were ended."""
    # Those that a new thread's connection is made of; this thread's may have been a copy.
    monkeypatch.setitem(connections.settings["default"], "CONN_HEALTH_CHECKS", looked_at)

    def end(backends: list[int]) -> None:
        with connection.cursor() as cursor:
            for pid in backends:
                cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
        connections.close_all()

    async def run() -> list[int]:
        with house(4) as application:
            with connections_opened() as opened:
                await answers(application, 4)
            assert len(opened) == 4
            await sync_to_async(end)(opened)
            return await answers(application, 4)

    return asyncio.run(run())


def test_after_a_restart_of_the_database_every_request_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert restarted(monkeypatch, looked_at=True) == [200] * 4


def test_a_connection_that_nobody_looks_at_fails_a_request(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The negative control of the test above: dead connections are there to be met."""
    assert 503 in restarted(monkeypatch, looked_at=False)
