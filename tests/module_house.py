"""A house that all tests of a module share, each of them in a savepoint of one transaction.

To open a house takes a hundred statements, to furnish one a thousand.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection, transaction
from pytest_django import DjangoDbBlocker

from tests.floor import House, clear_process_caches, open_house


@contextmanager
def rolled_back(blocker: DjangoDbBlocker) -> Iterator[None]:
    """Unblock the database, and roll back what is written to it."""
    around = transaction.atomic()
    # As Django's own TestCase does: services may open durable transactions within.
    around._from_testcase = True  # type: ignore[attr-defined]
    with blocker.unblock(), around:
        yield
        transaction.set_rollback(True)


@contextmanager
def module_transaction(blocker: DjangoDbBlocker) -> Iterator[None]:
    """The same around the tests of a module.

    What a fixture writes within it, every test sees that begins afterwards; none may ask for
    transactions of its own.
    """
    with rolled_back(blocker), pytest.MonkeyPatch.context() as patched:
        # The end of a test closes its connection, and would end this transaction.
        patched.setattr(connection, "close", lambda: None)
        yield


def reload_house(house: House) -> House:
    """Return the house of a module, with caches cleared of what earlier tests rolled back."""
    clear_process_caches()
    return House(house.table_id, house.operator, dict(house.people))


@pytest.fixture(scope="module")
def house_once(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    """The house of a module's tests."""
    with module_transaction(django_db_blocker):
        house = open_house()
        with django_db_blocker.block():
            yield house


@pytest.fixture
def house(house_once: House, db: None) -> House:
    """An open table with a shuffled shoe; what a test does to it is rolled back."""
    return reload_house(house_once)
