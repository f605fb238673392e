"""A fresh house for every test of the floor."""

import threading
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.db import connections

from casino import threads
from tests.floor import House, open_house


@pytest.fixture(scope="session")
def pool_connections(django_db_setup: None) -> Iterator[None]:
    """Close the connections of the thread pool before the test database is dropped."""
    yield
    everyone = threading.Barrier(settings.THREADS + 1)

    def close() -> None:
        connections.close_all()
        everyone.wait(120)

    for _ in range(settings.THREADS):
        threads._pool.submit(close)
    everyone.wait(120)


@pytest.fixture
def house(pool_connections: None, transactional_db: None) -> House:
    """An open table with a shuffled shoe; nothing of an earlier test is remembered."""
    return open_house()
