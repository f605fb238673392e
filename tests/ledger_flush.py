"""Lets tests empty the ledger between them: `django_db(transaction=True)` truncates every table.

Outside the tests no connection carries this setting, and the ledger refuses TRUNCATE. For the root
conftest to import, so that it is in force before the first connection.
"""

import pytest


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Open every connection of this test session with `sabot.flush` on."""
    from django.db import connections

    for alias in connections:
        connections[alias].settings_dict["OPTIONS"]["options"] = "-c sabot.flush=on"
