"""A house whose office is open, and the people who may knock."""

from collections.abc import Iterator

import pytest
from django.db import connection, transaction
from pytest_django import DjangoDbBlocker

from tests.admin.office import furnish
from tests.floor import House, forget, open_house


@pytest.fixture
def house(db: None) -> House:
    """An open table with a shuffled shoe; what earlier tests rolled back is forgotten."""
    return open_house()


@pytest.fixture(scope="module")
def furnished_once(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    """A furnished house in a transaction around all tests of a module, each of them a savepoint.

    Furnishing takes a thousand statements. From its first use on, every test of the module finds
    the house there.
    """
    around = transaction.atomic()
    # As Django's own TestCase does: services may open durable transactions within.
    around._from_testcase = True  # type: ignore[attr-defined]
    with django_db_blocker.unblock(), around:
        house = open_house()
        furnish(house)
        with pytest.MonkeyPatch.context() as patched:
            # The end of a test closes its connection, and would end this transaction.
            patched.setattr(connection, "close", lambda: None)
            with django_db_blocker.block():
                yield house
        transaction.set_rollback(True)


@pytest.fixture
def furnished(furnished_once: House, db: None) -> House:
    """A house with at least one row of every model; what a test does to it is rolled back."""
    forget()
    return House(furnished_once.table_id, furnished_once.operator, dict(furnished_once.people))
