"""Whether this database is the one that the house opened last, or a copy restored from a backup.

A database is known by its cluster's number, its timeline, which each recovery from archived WAL
and each failover begins anew, and its own number in the cluster: no copy that PostgreSQL makes has
all three. A folder that was copied while the server was stopped has, and is not found.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connection
from django.dispatch import Signal

from casino.players.models import DatabaseIdentity

COPY: Final = (
    "This database was restored from a backup, or has failed over: close the house, run"
    " `manage.py after_restore`, and open it then (docs/operating.md, Back up and restore)."
)
Way = DatabaseIdentity.Way
restored: Final = Signal()
"""Sent by `after_restore`: `operator`, who orders it. A receiver makes what is its own safe to
open, idempotent, and returns a line on each step."""


def identity() -> str:
    """Return what tells this database from every other, its copies included."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT concat_ws('/', (pg_control_system()).system_identifier,"
            " left(pg_walfile_name(pg_current_wal_lsn()), 8), d.oid)"
            " FROM pg_database d WHERE d.datname = current_database()"
        )
        (found,) = cursor.fetchone()
        return str(found)


def is_copy() -> bool:
    """Tell whether the house opened another database last, of which this one is a copy.

    One that has no schema yet is none.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass(%s) IS NULL", [DatabaseIdentity._meta.db_table])
        if cursor.fetchone() == (True,):
            return False
    newest = DatabaseIdentity.objects.last()
    return newest is not None and newest.identity != identity()


def refuse_copy() -> None:
    """Raise `ImproperlyConfigured`, with one sentence, for a copy not made safe by `after_restore`.

    A database that does not answer is left to who needs it.
    """
    try:
        copied = is_copy()
    except OperationalError:
        return
    if copied:
        raise ImproperlyConfigured(COPY)


def record_identity(way: Way, facts: Mapping[str, object] | None = None) -> None:
    """Record that the house may open this database from now on."""
    DatabaseIdentity.objects.create(identity=identity(), way=way, facts=dict(facts or {}))


def record_first_identity() -> None:
    """Record the identity of a database that has none yet: a new one, or an older release's."""
    if not DatabaseIdentity.objects.exists():
        record_identity(Way.FOUNDED)


def last_restored_at() -> datetime | None:
    """Return when `after_restore` last began; None of a database that never was restored."""
    newest = DatabaseIdentity.objects.filter(way=Way.RESTORED).last()
    return None if newest is None else datetime.fromisoformat(newest.facts["began"])
