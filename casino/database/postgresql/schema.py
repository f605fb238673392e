"""A migration that cannot lock a table at once gives up, so that nobody queues behind it."""

from typing import Any, Final

from django.db.backends.postgresql import schema

LOCK_SECONDS: Final = 2
"""Seconds for which a migration waits for a lock, while others queue behind it. More than
`deadlock_timeout`, by default one, after which an autovacuum gives way."""


class DatabaseSchemaEditor(schema.DatabaseSchemaEditor):
    """Runs a migration; one that is atomic raises `OperationalError` after LOCK_SECONDS."""

    def __enter__(self) -> Any:
        """Begin a migration. The time is its transaction's: a pooler gives away what is set."""
        editor = super().__enter__()
        if self.atomic_migration:
            self.execute(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'")
        return editor
