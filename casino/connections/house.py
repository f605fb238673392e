"""The id of the house, which is in its database.

Names in Redis begin with it: pub/sub knows no database numbers, and two processes may reach one
database by different addresses.
"""

from functools import cache
from typing import Final

import psycopg
from django.conf import settings
from django.db import connection

from casino.connections.postgresql import connect_parameters

# A copy keeps the row, but not the number that its server gives each database.
_ASKED: Final = """
SELECT id, (SELECT oid FROM pg_database WHERE datname = current_database()) FROM ledger_house
"""


@cache
def house_id() -> str:
    """Return the id of this process's house; the database is asked once.

    On a connection of its own, for event loops too, where Django refuses its own. Raises
    `django.db.DatabaseError` while the database is away or not migrated.
    """
    parameters = connect_parameters(settings.DATABASES["default"])
    with connection.wrap_database_errors, psycopg.connect(**parameters) as asked:
        ((row, database),) = asked.execute(_ASKED).fetchall()
    return f"{row.hex[:12]}-{database}"
