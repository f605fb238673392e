"""A fresh house for every test of the floor, and a door that waits for Redis."""

import pytest

from tables.doors import admission
from tests.floor import House, kept_house


@pytest.fixture
def house(transactional_db: None) -> House:
    """An open table with a shuffled shoe; nothing of an earlier test is remembered."""
    return kept_house()


@pytest.fixture(autouse=True)
def redis_may_be_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the door wait: on a full machine it would give Redis up and count for itself."""
    monkeypatch.setattr(admission, "PATIENCE", 30.0)
