"""Says, before a database is migrated, whether this Sabot can take it over."""

from collections.abc import Sequence
from typing import Any, Final

from django.core.checks import CheckMessage, Error
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

TOO_OLD: Final = (
    "This database stops before {app} {name}, where Sabot 0.3.0 takes over: "
    "open the house once with revision b9ed3fa of the source, then with this one; "
    "a house of 0.2.0 cannot be upgraded, so move its var/ away and begin a new one."
)


def trouble(alias: str = DEFAULT_DB_ALIAS) -> str:
    """Return in one sentence why the database cannot be migrated; empty when it can.

    A squashed migration stands for all that it replaces or for none of it: with a part of it
    applied, Django would drop it from its graph and end in a traceback.
    """
    applied = MigrationRecorder(connections[alias]).applied_migrations()
    for _, squashed in sorted(MigrationLoader(None).replacements.items()):
        missing = [each for each in squashed.replaces if each not in applied]
        if missing and len(missing) < len(squashed.replaces):
            app, name = missing[0]
            return TOO_OLD.format(app=app, name=name)
    return ""


def check(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Have `manage.py migrate` refuse a database that is too old."""
    found = [(alias, trouble(alias)) for alias in databases or ()]
    return [Error(said, obj=alias, id="sabot.E001") for alias, said in found if said]
