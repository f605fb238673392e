"""What waits in a long queue is not asked for again; what was lost is."""

from collections.abc import Callable
from typing import Any

import pytest
from pytest_django import Settings

from casino.process import queues
from tables import queue
from tests.floor import House, open_house
from tests.tables.test_queue import sent
from tests.tables.test_shuffling import late, seal

__all__ = ["sent"]

Sent = Callable[[], list[tuple[str, list[Any]]]]


@pytest.fixture
def closing(settings: Settings, house: House) -> House:
    """A table whose list of hashes is to be logged by a worker."""
    settings.SHOE_CONTRIBUTIONS = "full"
    found = open_house("Table de coupe")
    found.sit("ann", 1)
    assert seal(found, "ann", 1) == ""
    return found


def asked(sent: Sent) -> int:
    return [name for name, _ in sent()].count("tables.close_contributions")


def test_a_lost_task_is_asked_for_again(closing: House, sent: Sent) -> None:
    sent()
    late(closing)
    assert asked(sent) == 1


def test_one_that_waits_in_a_long_queue_is_not(closing: House, sent: Sent) -> None:
    sent()
    for number in range(queues.CONGESTED + 1):
        queue.settle_side_bets(number, number)
        # Whatever comes first: all of it waits.
        (queue.make_draw if number % 2 else queue.make_equipment)(number, number)
    assert queues.is_generator_queue_congested()
    late(closing)
    assert asked(sent) == 0
    assert not queues.is_generator_queue_congested()
    late(closing)
    assert asked(sent) == 1
