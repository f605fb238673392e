"""Transactions in few round trips: BEGIN with the first statement, COMMIT with the last."""

from collections.abc import Callable, Sequence
from typing import Any, cast

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections

from casino.database.postgresql.base import DatabaseWrapper, Rows

__all__ = ["Rows", "run_first", "run_last"]


def run_first(sql: str, params: Sequence[Any]) -> Rows:
    """Run one statement and return its rows; sends BEGIN with it where a transaction is due."""
    return _connection().run_first(sql, params)


def run_last(
    sql: str,
    params: Sequence[Any],
    *,
    then: Callable[[Rows], None],
    refusal: Callable[[DatabaseError], Exception | None] = lambda _: None,
) -> None:
    """Run one statement at the end of the transaction, and send COMMIT with it.

    Sent by itself as soon as another statement is to follow it. See `DatabaseWrapper.run_last`.
    """
    _connection().run_last(sql, params, then=then, refusal=refusal)


def _connection() -> DatabaseWrapper:
    return cast("DatabaseWrapper", connections[DEFAULT_DB_ALIAS])
