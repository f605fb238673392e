"""The port to the workers: what it sends is a task that they know, with the parameters it has."""

import inspect
import json
from base64 import b64decode
from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import transaction

from casino.celery import app
from casino.rng.withdrawal import Code
from tables import queue

SHOE = uuid4()
GIVEN: dict[Any, Any] = {int: 7, UUID: SHOE, Code | None: "closing"}
app.loader.import_default_modules()
PORT = [
    each
    for name, each in inspect.getmembers(queue, inspect.isfunction)
    if each.__module__ == queue.__name__ and not name.startswith("_")
]


@pytest.fixture
def sent() -> Iterator[Callable[[], list[tuple[str, list[Any]]]]]:
    """What has reached the broker since the last look: names of tasks, and their arguments."""
    with app.connection_for_read() as connection:
        channel = connection.default_channel

        def look() -> list[tuple[str, list[Any]]]:
            found = []
            for name in ("rng", "settlement"):
                while message := channel.basic_get(name, no_ack=True):
                    body = (
                        message.body if isinstance(message.body, bytes) else message.body.encode()
                    )
                    args, *_ = json.loads(body if body[:1] == b"[" else b64decode(body))
                    found.append((message.headers["task"], args))
            return found

        look()
        yield look


def parameters(function: Callable[..., Any]) -> list[str]:
    return list(inspect.signature(function).parameters)


def test_every_task_of_the_tables_that_the_house_needs_has_a_port() -> None:
    known = {name.removeprefix("tables.") for name in app.tasks if name.startswith("tables.")}
    assert {each.__name__ for each in PORT} == known


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("ask", PORT, ids=lambda each: each.__name__)
def test_a_port_sends_the_task_of_its_name_once_committed(
    ask: Callable[..., None], sent: Callable[[], list[tuple[str, list[Any]]]]
) -> None:
    task = app.tasks[f"tables.{ask.__name__}"]
    assert parameters(ask) == parameters(task.run)
    given = [GIVEN[each] for each in inspect.get_annotations(ask, eval_str=True).values() if each]
    with transaction.atomic():
        ask(*given)
        assert sent() == [], "before the commit"
    as_json = [each if isinstance(each, int) else str(each) for each in given]
    assert sent() == [(task.name, as_json)]
    with transaction.atomic():
        ask(*given)
        transaction.set_rollback(True)
    assert sent() == [], "rolled back"
