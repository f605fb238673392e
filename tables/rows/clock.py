"""The house's time, where no lock of a table tells it."""

from datetime import datetime

from django.db import connection


def database_now() -> datetime:
    """Return the time of the database's clock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        row = cursor.fetchone()
    assert row is not None
    at: datetime = row[0]
    return at
