"""A worker's connection: kept from task to task, and another once the server has ended it."""

from collections.abc import Iterator
from typing import Any

import pytest
from celery import signals
from django.db import OperationalError, connection

from casino.process.celery_connections import Fixup, WorkerFixup

pytestmark = pytest.mark.django_db(transaction=True)


class Task:
    """What a signal tells of one that a worker does."""

    class request:  # noqa: N801 - as Celery names it
        """Not one that is called like a function."""

        is_eager = False


@pytest.fixture
def fixup() -> Iterator[WorkerFixup]:
    """The worker's fixup of the house's application; it alone hears of tasks."""
    from casino.celery import app

    (found,) = app._fixups
    assert isinstance(found, Fixup)
    heard: list[Any] = [
        (signals.task_prerun, found.worker_fixup.on_task_prerun),
        (signals.task_postrun, found.worker_fixup.on_task_postrun),
    ]
    for signal, receiver in heard:
        signal.connect(receiver)
    yield found.worker_fixup
    for signal, receiver in heard:
        signal.disconnect(receiver)


def task() -> int:
    """Do a task as a worker does; return the server process that served it."""
    signals.task_prerun.send(Task)
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            (backend,) = cursor.fetchone()
    finally:
        signals.task_postrun.send(Task)
    assert isinstance(backend, int)
    return backend


def test_a_worker_keeps_its_connection_from_task_to_task(fixup: WorkerFixup) -> None:
    assert task() == task()


def test_a_connection_that_the_server_ended_fails_no_task(fixup: WorkerFixup) -> None:
    first = task()
    ended(first)
    assert task() != first


def test_one_that_breaks_within_a_task_fails_that_task_alone(fixup: WorkerFixup) -> None:
    first = task()
    signals.task_prerun.send(Task)
    connection.ensure_connection()
    with pytest.raises(OperationalError):
        connection.cursor().execute("SELECT pg_terminate_backend(pg_backend_pid())")
    signals.task_postrun.send(Task)
    assert task() != first


def ended(backend: int) -> None:
    """Have the server end a connection, and wait until it has."""
    from django.db import connections

    other = connections.create_connection("default")
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 10000)", [backend])
            assert cursor.fetchone() == (True,)
    finally:
        other.close()
