"""A house, and browsers that ask its REST API."""

import pytest
from django.test import Client

from tests.module_house import house, house_once

__all__ = ["house", "house_once"]


@pytest.fixture
def visitor() -> Client:
    """A browser that nobody signed in with."""
    return Client()
