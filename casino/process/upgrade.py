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

from casino.connections.session_names import SCHEMA_VERSION

log = structlog.get_logger(__name__)

OURS: Final = ("ledger", "players", "rng", "tables")
FIRST: Final = "0001_squashed"
"""What each of our apps begins with since 0.3.0; older releases have no migration of this name."""
TOO_OLD: Final = (
    "This database is of Sabot 0.2.0 or older, which no later release can upgrade: "
    "move its var/ away, or name an empty database in DATABASE_URL, and begin a new house."
)
TOO_NEW: Final = (
    "This database was migrated by a later release, whose schema this one cannot use: start the"
    " processes of that release, or restore the backup from before the upgrade"
    " (docs/operating.md, Upgrade)."
)
NOT_MIGRATED: Final = (
    "The database does not have the schema of this release: "
    "run `manage.py migrate` as the owner of its tables."
)


def upgrade_error(alias: str = DEFAULT_DB_ALIAS) -> str:
    """Return one sentence on why the database cannot be migrated; empty when it can.

    Of a house of 0.2.0 Django would take the first migration for one that is missing, and end in a
    traceback at the first table that is there. Beside processes that are too old for the schema of
    this release none is migrated: their commands would fail.
    """
    applied = MigrationRecorder(connections[alias]).applied_migrations()
    ours = {app for app, _ in applied} & {*OURS}
    if any((app, FIRST) not in applied for app in ours):
        return TOO_OLD
    found = schema_version(alias)
    if found > SCHEMA_VERSION:
        return TOO_NEW
    if not ours or found == SCHEMA_VERSION or not (sessions := older_sessions(alias)):
        return ""
    return (
        "Processes of an earlier release are still connected to this database (PostgreSQL's"
        f" sessions {', '.join(map(str, sessions))}): end them all, and what a pooler keeps open"
        " for them, and migrate then."
    )


def schema_version(alias: str = DEFAULT_DB_ALIAS) -> int:
    """Return what a process must know to work with the database; 0 before 0.4.0."""
    with connections[alias].cursor() as cursor:
        cursor.execute("SELECT to_regclass('ledger_house') IS NOT NULL")
        if cursor.fetchone() == (False,):
            return 0
        # As JSON: the column may be missing.
        cursor.execute("SELECT (to_jsonb(house) ->> 'schema_version')::int FROM ledger_house house")
        (version,) = cursor.fetchone()
        return version or 0


def older_sessions(alias: str = DEFAULT_DB_ALIAS) -> list[int]:
    """Return the process ids of the database's sessions of processes that are too old.

    Those are the sessions without a name, as before 0.4.0, or named after an earlier schema.
    """
    with connections[alias].cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND (application_name = '' OR"
            " substring(application_name FROM '^sabot/([0-9]+) ')::int < %s) ORDER BY pid",
            [SCHEMA_VERSION],
        )
        return [pid for (pid,) in cursor.fetchall()]


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


def refuse_other_schema(*, migrated: bool) -> None:
    """End this process with a line of the log where the database is too new for it.

    Also, where it must be `migrated`, where a migration is not applied. A database that does not
    answer is not refused: whoever needs it waits for it.
    """
    try:
        found = schema_version()
        pending = pending_migrations() if migrated else []
    except DatabaseError:
        return
    finally:
        # A worker may fork: two processes must not share a connection.
        connection.close()
    if found > SCHEMA_VERSION:
        log.critical("schema_too_new", schema_version=found, remedy=TOO_NEW)
        sys.exit(1)
    if pending:
        log.critical("not_migrated", pending=len(pending), remedy=NOT_MIGRATED)
        sys.exit(1)


def check_upgradable(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Django check: `manage.py migrate` refuses what `upgrade_error` finds."""
    found = [(alias, upgrade_error(alias)) for alias in databases or ()]
    return [Error(message, obj=alias, id="sabot.E001") for alias, message in found if message]
