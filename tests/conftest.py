"""Fixtures that all tests share."""

import os
from collections.abc import Iterator

import pytest
from django.conf import settings
from pytest_django import DjangoDbBlocker

from tests.house import House, opened
from tests.ledger_flush import django_db_modify_db_settings

__all__ = ["django_db_modify_db_settings"]


def pytest_configure() -> None:
    """Make shoes at once: only the tests of the ceremony wait for players to contribute to them."""
    settings.SHOE_CONTRIBUTIONS = "none"


@pytest.fixture(scope="session")
def servers_at_hand() -> None:
    """Refuse tests that need servers, in one sentence, when pytest was started without any."""
    if not (os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL")):
        pytest.exit(
            "These tests need PostgreSQL and Redis: run `make test`, "
            "or `python -m casino.embedded run -- pytest`.",
            returncode=4,
        )


@pytest.fixture(scope="session")
def django_db_setup(
    servers_at_hand: None, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> None:
    """Make the test database, and have this process verify itself, as a worker does at its start.

    What that writes is taken away again, so that no test finds a row it did not make.
    """
    from django.db import connection

    from casino.rng import conformity, gate

    try:
        conformity.find()
    except conformity.NotConform as error:
        pytest.exit(f"These tests deal cards: {error}", returncode=4)
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        gate.check(gate.Why.START)
        cursor.execute("TRUNCATE rng_selfcheck, rng_logentry, rng_checkpoint, rng_cosignature")


@pytest.fixture(scope="session")
def house(servers_at_hand: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house of real processes, open for the whole session; its players are `demo1` to `demo7`.

    Whoever kills its processes or closes its tables opens one of their own with `opened`. Served by
    Daphne, or by the Procfile that HOUSE_PROCFILE names: `make test HOUSE_PROCFILE=uvicorn`.
    """
    served = {"PROCFILE": name} if (name := os.environ.get("HOUSE_PROCFILE")) else {}
    with opened(tmp_path_factory.mktemp("house"), **served) as open_house:
        yield open_house
