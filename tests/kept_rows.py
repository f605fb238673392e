"""What lies in the database between tests that commit: nothing, or the rows of a house kept ready.

To empty it or to lay rows again is one call of a function that the server has planned once.
"""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Final, TypeVar

T = TypeVar("T")

MADE_WITH_THE_TABLES: Final = ("django_migrations", "django_content_type", "auth_permission")
"""Tables whose rows no test changes: to write them anew costs more than many tests do."""

_kept: Final[dict[str, tuple[str, Any]]] = {}
"""What was built by each name: the function that lays its rows, and what the test got."""


@cache
def may_delete() -> bool:
    """Say whether tests are the server's superuser, without whom nothing here works."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('is_superuser') = 'on'")
        return bool(cursor.fetchone()[0])


def delete() -> None:
    """Delete what rows there are: Django truncates each table, a tenth of a second's work.

    Waits, as TRUNCATE does, for whoever has written to a table and not committed.
    """
    _beside().execute("SELECT pg_temp.emptied()")


def laid(name: str, build: Callable[[], T], again: Callable[[T], T], *, beside: bool = False) -> T:
    """Return what was built for the first test of this process that asked by this name.

    In an empty database, into which `build` commits: the rows that it wrote are there again, and
    `again` returns what the test gets. `beside` other rows, those too are as they were then: they
    must be the same for whoever asks by this name.

    What is built under other settings is another thing; it is not kept where they are more than
    words and numbers.
    """
    settings = _own_settings()
    if not may_delete() or not all(isinstance(each, str | int) for each in settings.values()):
        return build()
    name += repr(sorted(settings.items()))
    if name in _kept:
        function, built = _kept[name]
        if beside:
            delete()
        _beside().execute(f"SELECT {function}()")
        return again(built)
    assert beside or not _full(), "what is kept was to be built in an empty database"
    built = build()
    _kept[name] = _copied(len(_kept)), built
    return built


def _own_settings() -> dict[str, Any]:
    """Return the settings that the test has changed."""
    from django.conf import UserSettingsHolder, settings

    found: dict[str, Any] = {}
    holder = settings._wrapped
    while isinstance(holder, UserSettingsHolder):
        found = {name: value for name, value in vars(holder).items() if name.isupper()} | found
        holder = holder.default_settings
    return found


@cache
def _beside() -> Any:
    """Return a connection to which neither foreign keys nor what keeps the books apply.

    A connection of its own: one that switches them off and on plans each statement anew, and most
    of what a short statement costs the server is its plan.
    """
    from django.db import connection

    made = connection.Database.connect(**connection.get_connection_params(), autocommit=True)
    made.execute("SET session_replication_role = replica")
    names = _tables()
    locked = ", ".join(f'"{name}"' for name in names)
    deleted = [f'DELETE FROM "{name}"' for name in names]  # noqa: S608
    _define(made, "emptied", [f"LOCK TABLE {locked} IN ACCESS EXCLUSIVE MODE", *deleted])
    return made


def _define(connection: Any, name: str, statements: Iterable[str]) -> None:
    body = "; ".join(statements)
    connection.execute(
        f"CREATE FUNCTION pg_temp.{name}() RETURNS void LANGUAGE plpgsql AS $$BEGIN {body}; END$$"
    )


@cache
def _tables() -> tuple[str, ...]:
    from django.db import connection

    made = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return tuple(sorted({*made} - {*MADE_WITH_THE_TABLES}))


def _full() -> list[str]:
    """Return the tables that have rows."""
    asked = " UNION ALL ".join(
        f"SELECT '{name}' WHERE EXISTS (SELECT FROM \"{name}\")"  # noqa: S608
        for name in _tables()
    )
    return [name for (name,) in _beside().execute(asked).fetchall()]


def _copied(number: int) -> str:
    """Copy every row; return the function that writes them again."""
    beside, written = _beside(), []
    for name in _full():
        found = beside.execute(
            "SELECT string_agg(quote_ident(attname), ', ') FROM pg_attribute"
            " WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped"
            " AND attgenerated = ''",
            [f'"{name}"'],
        )
        [columns] = found.fetchone()
        copy = f'"kept_{number}_{name}"'
        beside.execute(f'CREATE TEMP TABLE {copy} AS SELECT {columns} FROM "{name}"')  # noqa: S608
        written.append(
            f'INSERT INTO "{name}" ({columns}) OVERRIDING SYSTEM VALUE'  # noqa: S608
            f" SELECT * FROM {copy}"
        )
    function = f"laid_{number}"
    _define(beside, function, written)
    return f"pg_temp.{function}"
