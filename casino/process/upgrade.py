"""Whether the database has the schema of this release, and whether it can be upgraded to it."""

from collections.abc import Sequence
from typing import Any, Final

from django.core.checks import CheckMessage, Error
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

OURS: Final = ("ledger", "players", "rng", "tables")
FIRST: Final = "0001_squashed"
"""What each of our apps begins with since 0.3.0; older releases have no migration of this name."""
TOO_OLD: Final = (
    "This database is of Sabot 0.2.0 or older, which no later release can upgrade: "
    "move its var/ away, or name an empty database in DATABASE_URL, and begin a new house."
)


def upgrade_error(alias: str = DEFAULT_DB_ALIAS) -> str:
    """Return one sentence on why the database cannot be migrated; empty when it can.

    Django would take the first migration for one that is missing, and end in a traceback at the
    first table that is there.
    """
    applied = MigrationRecorder(connections[alias]).applied_migrations()
    old = {app for app, _ in applied} & {app for app in OURS if (app, FIRST) not in applied}
    return TOO_OLD if old else ""


def pending_migrations(alias: str = DEFAULT_DB_ALIAS) -> list[str]:
    """Return the migrations that are not applied, as `app.name`, in their order."""
    executor = MigrationExecutor(connections[alias])
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{each.app_label}.{each.name}" for each, _ in plan]


def check_upgradable(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Django check: `manage.py migrate` refuses a database of a release that is too old."""
    found = [(alias, upgrade_error(alias)) for alias in databases or ()]
    return [Error(message, obj=alias, id="sabot.E001") for alias, message in found if message]
