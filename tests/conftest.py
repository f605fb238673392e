"""Fixtures that all tests share."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from pytest_django import DjangoDbBlocker

from tests.house import House, opened
from tests.ledger_flush import django_db_modify_db_settings

__all__ = ["django_db_modify_db_settings"]


def pytest_configure() -> None:
    """Loosen what would slow every test down; the tests of these very things set them back.

    Shoes are made at once, without players' contributions. Many players may come from one address.
    Passwords are hashed by a cheap hasher, except in houses of real processes.
    """
    settings.SHOE_CONTRIBUTIONS = "none"
    settings.PLAY_MONEY_PER_ADDRESS = 1_000_000_00
    settings.SIGN_UPS_PER_ADDRESS = settings.SIGN_UPS_PER_NETWORK = 1_000_000
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    if worker := os.environ.get("PYTEST_XDIST_WORKER"):
        # The workers share a Redis: each has channels and queues of its own there.
        settings.CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] += f".{worker}"
        settings.CELERY_BROKER_TRANSPORT_OPTIONS = {"global_keyprefix": f"{worker}:"}


FIRST = ("browser", "chaos", "secrets", "bench", "load", "embedded")
"""Folders whose tests wait more than they work: begun first, the others fill their pauses."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the folders that wait most."""
    tests = Path(__file__).parent

    def rank(item: pytest.Item) -> int:
        folder = item.path.relative_to(tests).parts[0]
        return (*FIRST, folder).index(folder)

    items.sort(key=rank)


def pytest_collection_finish() -> None:
    """Keep what is loaded by now out of garbage collections: they were a fifth of a law's time."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def _shared_by(item: pytest.Item) -> str:
    """Return the group that shares a test's costliest fixture: the session's house, or its file."""
    fixtures = getattr(item, "_fixtureinfo").name2fixturedefs  # noqa: B009
    scopes = {name: each[-1].scope for name, each in fixtures.items() if each}
    if scopes.get("house") == "session" or "browser" in scopes:
        return "house"
    return item.path.stem if "module" in scopes.values() else ""


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
