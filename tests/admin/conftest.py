"""A house whose office is open, and the people who may knock."""

import pytest
from pytest_django import Settings

from tables import rounds, showing
from tests.floor import House, open_house


@pytest.fixture(autouse=True)
def quick_passwords(settings: Settings) -> None:
    """Hash passwords in no time: nobody attacks these."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def house(db: None, quick_passwords: None) -> House:
    """An open table with a shuffled shoe; what earlier tests rolled back is forgotten."""
    showing._states.clear()
    rounds.capital.cache_clear()
    return open_house()
