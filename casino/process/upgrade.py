"""Whether the database has the schema of this release, and whether it can be upgraded to it."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import structlog
from django.apps import apps
from django.core.checks import CheckMessage, Error
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.migrations.recorder import MigrationRecorder

log = structlog.get_logger(__name__)

OURS: Final = ("ledger", "players", "rng", "tables")
FIRST: Final = "0001_squashed"
"""What each of our apps begins with since 0.3.0; older releases have no migration of this name."""
TOO_OLD: Final = (
    "This database is of Sabot 0.2.0 or older, which no later release can upgrade: "
    "move its var/ away, or name an empty database in DATABASE_URL, and begin a new house."
)

NOT_MIGRATED: Final = (
    "The database does not have the schema of this release: "
    "run `manage.py migrate` as the owner of its tables."
)


def upgrade_error(alias: str = DEFAULT_DB_ALIAS) -> str:
    """Return one sentence on why the database cannot be migrated; empty when it can.

    Django would take the first migration for one that is missing, and end in a traceback at the
    first table that is there.
    """
    applied = MigrationRecorder(connections[alias]).applied_migrations()
    old = {app for app, _ in applied} & {app for app in OURS if (app, FIRST) not in applied}
    return TOO_OLD if old else ""


def pending_migrations() -> list[str]:
    """Return the migrations that are not applied, as `app.name`.

    By the names of their files: Django's executor imports each, for a tenth of a CPU second.
    """
    applied = MigrationRecorder(connection).applied_migrations()
    files = (
        (config.label, path.stem)
        for config in apps.get_app_configs()
        for path in sorted(Path(config.path).glob("migrations/[0-9]*.py"))
    )
    return [".".join(each) for each in files if each not in applied]


def refuse_unmigrated() -> None:
    """End this process with a line of the log where a migration is not applied.

    A database that does not answer is not refused: whoever needs it waits for it.
    """
    try:
        pending = pending_migrations()
    except DatabaseError:
        return
    finally:
        # A worker may fork: two processes must not share a connection.
        connection.close()
    if pending:
        log.critical("not_migrated", pending=len(pending), remedy=NOT_MIGRATED)
        sys.exit(1)


def check_upgradable(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Django check: `manage.py migrate` refuses a database of a release that is too old."""
    found = [(alias, upgrade_error(alias)) for alias in databases or ()]
    return [Error(message, obj=alias, id="sabot.E001") for alias, message in found if message]
