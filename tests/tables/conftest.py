"""A fresh house for every test of the floor, and a door that waits for Redis.

The campaign plays every test of the floor, reading one or two cards at once.
"""

from pathlib import Path

import pytest

from tables.rows import table_rows
from tables.sockets import admission
from tests import campaign
from tests.floor import House, reused_house

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests of the floor for the campaign, and for it alone."""
    for item in items if campaign.SOAK else ():
        if item.path.is_relative_to(HERE):
            item.add_marker("campaign")


@pytest.fixture(autouse=True)
def cards_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read few cards at once in the campaign: only the number of statements may depend on it."""
    if campaign.SOAK:
        monkeypatch.setattr(table_rows, "AHEAD", 1 + campaign.seed(0) % 2)


@pytest.fixture
def house(transactional_db: None) -> House:
    """An open table with a shuffled shoe; nothing of an earlier test is remembered."""
    return reused_house()


@pytest.fixture(autouse=True)
def redis_may_be_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the door wait: on a full machine it would give Redis up and count for itself."""
    monkeypatch.setattr(admission, "PATIENCE", 30.0)
