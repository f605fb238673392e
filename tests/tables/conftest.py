"""A fresh house for every test of the floor."""

import pytest

from tests.floor import House, open_house


@pytest.fixture
def house(transactional_db: None) -> House:
    """An open table with a shuffled shoe; nothing of an earlier test is remembered."""
    return open_house()
