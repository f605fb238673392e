"""In which order a worker is given its tasks."""

import json
from typing import Any

import pytest

from casino.celery import app
from tables import queue

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_draw_that_a_round_awaits_comes_before_promises_that_wait_longer() -> None:
    with app.pool.acquire(block=True) as connection:
        channel = connection.default_channel
        channel.queue_purge("rng")
        for table_id in (1, 2):
            queue.make_equipment(table_id, 1)
        queue.make_draw(3, 7)
        queue.make_draw(4, 8)
        taken: list[tuple[str, Any]] = []
        while message := channel.basic_get("rng", no_ack=True):
            args, _, _ = json.loads(message.body)
            taken.append((message.headers["task"], args[0]))
    assert taken == [
        ("tables.make_draw", 3),
        ("tables.make_draw", 4),
        ("tables.make_equipment", 1),
        ("tables.make_equipment", 2),
    ]
