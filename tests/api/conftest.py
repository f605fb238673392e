"""A house, and browsers that ask its REST API."""

import pytest
from django.test import Client

from tables.records import money
from tables.showing import standing
from tests.floor import House, open_house


@pytest.fixture
def house(db: None) -> House:
    """An open table with a shuffled shoe; what earlier tests rolled back is forgotten."""
    standing.states.clear()
    money.capital.cache_clear()
    return open_house()


@pytest.fixture
def visitor() -> Client:
    """A browser that nobody signed in with."""
    return Client()
