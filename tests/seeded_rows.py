"""Empty the test database, or restore the rows of a house, between tests that commit.

Each is one call of a PL/pgSQL function, which the server plans once.
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
def may_truncate() -> bool:
    """Tell whether the tests connect as a superuser; nothing here works otherwise."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('is_superuser') = 'on'")
        return bool(cursor.fetchone()[0])


def delete_rows() -> None:
    """Delete all rows; faster than Django's TRUNCATE of each table.

    Waits for transactions that have written and not committed, as TRUNCATE does.
    """
    _beside().execute("SELECT pg_temp.emptied()")


def seed_once(
    name: str, build: Callable[[], T], again: Callable[[T], T], *, beside: bool = False
) -> T:
    """Build once per process and name; later calls restore the rows that `build` committed.

    Returns what `build` returned, later `again(built)`. The database must be empty, unless the
    rows go `beside` others: those are restored too, and must be the same for each call.

    Settings that a test changed are part of the name; nothing is kept where one of them is
    neither a string nor a number.
    """
    settings = _own_settings()
    if not may_truncate() or not all(isinstance(each, str | int) for each in settings.values()):
        return build()
    name += repr(sorted(settings.items()))
    if name in _kept:
        function, built = _kept[name]
        if beside:
            delete_rows()
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
