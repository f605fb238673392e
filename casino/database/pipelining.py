"""Send BEGIN with the first statement of a transaction, and COMMIT with its last."""

from collections.abc import Callable, Sequence
from typing import Any, cast

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections

from casino.database.postgresql.base import DatabaseWrapper, Rows

__all__ = ["Rows", "run_with_begin", "run_with_commit"]


def run_with_begin(sql: str, params: Sequence[Any]) -> Rows:
    """Run one statement and return its rows; send BEGIN with it where no transaction has begun."""
    return _connection().run_with_begin(sql, params)


def run_with_commit(
    sql: str,
    params: Sequence[Any],
    *,
    then: Callable[[Rows], None],
    refusal: Callable[[DatabaseError], Exception | None] = lambda _: None,
) -> None:
    """Defer one statement to the end of the transaction, and send COMMIT with it.

    Where another statement is run before that, this one is sent at once. `then` receives its rows;
    where it fails, `refusal` may return the exception to raise in place of the database's.
    See `DatabaseWrapper.run_with_commit`.
    """
    _connection().run_with_commit(sql, params, then=then, refusal=refusal)


def _connection() -> DatabaseWrapper:
    return cast("DatabaseWrapper", connections[DEFAULT_DB_ALIAS])
