"""`manage.py migrate`: Django's, made to run beside a house that plays."""

import time
from typing import Any, Final

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import OperationalError, connections
from psycopg import errors

ATTEMPTS: Final = 60
PAUSE: Final = 1.0
"""Seconds in which the house plays on between two attempts to lock a table."""


class Command(migrate.Command):
    """Tries a migration again whose table is in use; each is whole or undone."""

    help = "Migrates the database; a table that is in use is waited for, and play never is."

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate, or fail with a sentence on which sessions of the database to end."""
        for attempt in range(1, ATTEMPTS + 1):
            try:
                super().handle(*args, **options)
            except OperationalError as error:
                if not isinstance(error.__cause__, errors.LockNotAvailable):
                    raise
                self.stderr.write(f"A table is in use: attempt {attempt} of {ATTEMPTS}.")
            else:
                return
            time.sleep(PAUSE)
        raise CommandError(
            "A table that is to be migrated stays in use: end the longest transactions of the"
            f" database ({_longest_transactions(options['database'])}), or wait for their end, and"
            " run `manage.py migrate` again."
        )


def _longest_transactions(alias: str) -> str:
    with connections[alias].cursor() as cursor:
        cursor.execute(
            "SELECT pid, application_name FROM pg_stat_activity WHERE xact_start IS NOT NULL"
            " AND datname = current_database() AND pid <> pg_backend_pid()"
            " ORDER BY xact_start LIMIT 3"
        )
        found = [f"{pid} {name}".strip() for pid, name in cursor.fetchall()]
        return ", ".join(found) or "none is open now"
