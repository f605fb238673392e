"""Empties the database between tests: `django_db(transaction=True)` leaves no row behind.

Outside the tests no connection carries `sabot.flush`, and the ledger refuses TRUNCATE. For the root
conftest to import, so that it is in force before the first connection.
"""

from functools import cache
from typing import Any, Final

import pytest

from tests.house import migrated

MADE_WITH_THE_TABLES: Final = ("django_migrations", "django_content_type", "auth_permission")
"""Tables whose rows no test changes: to write them anew costs more than many tests do."""


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Copy the test database from one that is migrated, and empty it quickly.

    Every connection of this test session is opened with `sabot.flush` on.
    """
    from django.db import connections
    from django.test import TransactionTestCase

    for alias in connections:
        connections[alias].settings_dict["OPTIONS"]["options"] = "-c sabot.flush=on"
        connections[alias].settings_dict["TEST"]["TEMPLATE"] = migrated()
    usual = TransactionTestCase._fixture_teardown

    def quickly(test_case: Any) -> None:
        if _may_delete():
            _delete_rows()
        else:
            usual(test_case)

    TransactionTestCase._fixture_teardown = quickly
    # To connect anew costs the server a twentieth of a CPU second: it plans every statement again.
    TransactionTestCase._should_reload_connections = lambda test_case: not _may_delete()


@cache
def _may_delete() -> bool:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('is_superuser') = 'on'")
        return bool(cursor.fetchone()[0])


def _delete_rows() -> None:
    """Delete what rows there are: Django truncates each table, a tenth of a second's work.

    Waits, as TRUNCATE does, for whoever has written to a table and not committed.
    """
    from django.db import connection, transaction

    everywhere, where_rows_are = _statements()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(everywhere)
        cursor.execute(where_rows_are)
        full = [name for (name,) in cursor.fetchall()]
        # Neither foreign keys nor what keeps the books from being changed.
        cursor.execute("SET LOCAL session_replication_role = replica")
        for table in full:
            cursor.execute(f'DELETE FROM "{table}"')  # noqa: S608


@cache
def _statements() -> tuple[str, str]:
    """Return what locks every table, and what names those that have rows."""
    from django.db import connection

    made = connection.introspection.django_table_names(only_existing=True, include_views=False)
    names = sorted({*made} - {*MADE_WITH_THE_TABLES})
    locked = ", ".join(f'"{name}"' for name in names)
    asked = " UNION ALL ".join(
        f"SELECT '{name}' WHERE EXISTS (SELECT FROM \"{name}\")"  # noqa: S608
        for name in names
    )
    return f"LOCK TABLE {locked} IN ACCESS EXCLUSIVE MODE", asked
