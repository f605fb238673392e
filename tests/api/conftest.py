"""A house, and browsers that ask its REST API."""

import pytest
from django.test import Client

from tests.floor import House, open_house


@pytest.fixture
def house(db: None) -> House:
    """An open table with a shuffled shoe; what earlier tests rolled back is forgotten."""
    return open_house()


@pytest.fixture
def visitor() -> Client:
    """A browser that nobody signed in with."""
    return Client()
