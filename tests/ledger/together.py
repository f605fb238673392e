"""Threads that start at once, each with a database connection of its own."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from django.db import connection, transaction

T = TypeVar("T")

PATIENCE = 300.0
"""Seconds after which a thread that never came is a failed test."""


def together(count: int, work: Callable[[int], T]) -> list[T]:
    """Run `work(0)` to `work(count - 1)` at the same moment and return their results in order."""
    start = threading.Barrier(count)

    def run(number: int) -> T:
        try:
            connection.ensure_connection()
            start.wait(PATIENCE)
            return work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return [future.result(PATIENCE) for future in [pool.submit(run, n) for n in range(count)]]


def meanwhile(work: Callable[[], T]) -> "Future[T]":
    """Start `work` in a transaction of another thread, and return once it waits for a lock of ours.

    The caller then ends its own transaction and asks for the result.
    """
    started: Future[int] = Future()

    def run() -> T:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                started.set_result(cursor.fetchone()[0])
            with transaction.atomic():
                return work()
        finally:
            connection.close()

    pool = ThreadPoolExecutor(1)
    future = pool.submit(run)
    pool.shutdown(wait=False)
    pid = started.result(PATIENCE)
    deadline = time.monotonic() + PATIENCE
    while not _waits(pid):
        assert not future.done(), "it did not wait"
        assert time.monotonic() < deadline, "it neither waited nor ended"
        time.sleep(0.005)
    return future


def _waits(pid: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT cardinality(pg_blocking_pids(%s)) > 0", [pid])
        return bool(cursor.fetchone()[0])
