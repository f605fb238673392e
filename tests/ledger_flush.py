"""Empties the database between tests: `django_db(transaction=True)` leaves no row behind.

Outside the tests no connection carries `sabot.flush`, and the ledger refuses TRUNCATE. For the root
conftest to import, so that it is in force before the first connection.
"""

from typing import Any

import pytest

from tests import seeded_rows
from tests.house import migrated_database


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Copy the test database from one that is migrated, and empty it quickly.

    Every connection of this test session is opened with `sabot.flush` on.
    """
    from django.db import connections
    from django.test import TransactionTestCase

    for alias in connections:
        connections[alias].settings_dict["OPTIONS"]["options"] = "-c sabot.flush=on"
        connections[alias].settings_dict["TEST"]["TEMPLATE"] = migrated_database()
    usual = TransactionTestCase._fixture_teardown

    def quickly(test_case: Any) -> None:
        if seeded_rows.may_truncate():
            seeded_rows.delete_rows()
        else:
            usual(test_case)

    TransactionTestCase._fixture_teardown = quickly
    # To connect anew costs the server a twentieth of a CPU second: it plans every statement again.
    TransactionTestCase._should_reload_connections = lambda test_case: (
        not seeded_rows.may_truncate()
    )
