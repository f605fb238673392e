"""The processes of a house find each other by the id in its database, whatever its address."""

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import DatabaseError

from casino.connections import house
from casino.process import healthz, heartbeat
from casino.process.heartbeat import PresenceListener, live_processes, record_heartbeat
from tables.realtime import late_commands
from tables.realtime.layer import TableLayer
from tests.house import fresh_database, migrated_database

pytestmark = pytest.mark.django_db


@pytest.fixture
def connect_by() -> Iterator[Callable[..., None]]:
    """Have this process reach its database otherwise from now on, as another process does."""
    usual = settings.DATABASES["default"]

    def change(**parts: str) -> None:
        settings.DATABASES["default"] = {**usual, **parts}
        house.house_id.cache_clear()

    yield change
    change()


@pytest.fixture
def other_address(tmp_path: Path) -> str:
    """Another address of the tests' server, whose socket is in a folder."""
    usual = settings.DATABASES["default"]["HOST"]
    if not usual.startswith("/"):
        pytest.skip("the server has one address")
    (tmp_path / "s").symlink_to(usual)
    return str(tmp_path / "s")


def names() -> tuple[str, ...]:
    """Return what Redis knows this process's house by."""
    layer = TableLayer(settings.REDIS_URL)
    return late_commands._key(), heartbeat._channel("rng"), layer._name("group", "table.1")


def test_two_addresses_of_one_database_are_one_house(
    connect_by: Callable[..., None], other_address: str
) -> None:
    listening, here = PresenceListener("rng"), names()
    connect_by(HOST=other_address)
    try:
        assert names() == here
        deadline = time.monotonic() + 60
        heard = False
        while not heard and time.monotonic() < deadline:
            record_heartbeat("rng")
            heard = asyncio.run(live_processes())["rng"]
        assert heard
    finally:
        listening.end()


def test_each_copy_of_a_database_is_a_house_of_its_own(connect_by: Callable[..., None]) -> None:
    template, found = migrated_database(), {house.house_id()}
    for _ in range(2):
        with fresh_database(template) as url:
            connect_by(NAME=urlsplit(url).path[1:])
            found.add(house.house_id())
    assert len(found) == 3


def test_a_process_that_begins_while_the_database_is_away_says_so_of_nothing_else(
    connect_by: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(healthz, "PATIENCE", 300.0)
    connect_by(HOST="127.0.0.1", PORT="1")
    parts = ("redis", *heartbeat.PROCESSES)
    assert asyncio.run(healthz._others()) == dict.fromkeys(parts, "unknown")
    connect_by()
    assert asyncio.run(healthz._others())["redis"] == "ok"


def test_the_id_of_a_database_that_is_not_migrated_is_not_known(
    connect_by: Callable[..., None],
) -> None:
    connect_by(NAME="postgres")
    with pytest.raises(DatabaseError, match="ledger_house"):
        house.house_id()
