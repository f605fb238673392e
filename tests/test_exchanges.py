"""Transactions whose BEGIN and COMMIT travel with their neighbours keep what they promise."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import (
    DatabaseError,
    IntegrityError,
    OperationalError,
    connection,
    connections,
    transaction,
)
from django.test.utils import CaptureQueriesContext

from casino.database import pipelining
from casino.database.on_commit import run_on_commit
from tests.tables.test_statements import traced

pytestmark = pytest.mark.django_db(transaction=True)

INSERT = "INSERT INTO exchanged VALUES (%s) RETURNING number"


class Refused(Exception):
    """What a test makes of an error of the database."""


@pytest.fixture(autouse=True)
def rows() -> Iterator[Any]:
    """A table of numbers, whose rows name a number that is there when the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE exchanged (number bigint PRIMARY KEY, follows bigint"
            " REFERENCES exchanged DEFERRABLE INITIALLY DEFERRED)"
        )

    def read() -> list[int]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT number FROM exchanged ORDER BY number")
            return [number for (number,) in cursor.fetchall()]

    yield read
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE exchanged")


@contextmanager
def undone(by: type[Exception], *, durable: bool = True) -> Iterator[None]:
    """Run the block in a transaction, or within one, that ends with this exception."""
    with pytest.raises(by), transaction.atomic(durable=durable):
        yield


def last(sql: str, *params: Any, refused: type[Exception] | None = None) -> list[Any]:
    """Leave a statement for the end of the transaction; return the list that its rows come to."""
    found: list[Any] = []
    pipelining.run_with_commit(
        sql,
        params,
        then=found.extend,
        refusal=lambda error: refused(str(error)) if refused else None,
    )
    return found


def test_two_statements_are_two_round_trips(rows: Any) -> None:
    with traced() as trace, transaction.atomic(durable=True):
        assert pipelining.run_with_begin("SELECT %s + 1", [1]) == [(2,)]
        found = last(INSERT, 7)
        assert found == [], "it has not been sent yet"
    assert trace.count("ReadyForQuery") == 2
    assert found == [(7,)]
    assert rows() == [7]


def test_a_statement_is_prepared_once_whatever_its_values(rows: Any) -> None:
    def parsed(number: int | None) -> int:
        with traced(prepares=True) as trace, transaction.atomic(durable=True):
            assert pipelining.run_with_begin("SELECT %s::bigint", [number]) == [(number,)]
        assert trace.count("ReadyForQuery") == 2
        return trace.count("Parse")

    connection.close()
    # BEGIN is parsed each time.
    assert [parsed(number) for number in (1, None, 2**40)] == [2, 1, 1]


def test_what_a_rollback_forgot_is_prepared_again(rows: Any) -> None:
    connection.close()
    for _ in range(3):
        with undone(ZeroDivisionError):
            assert pipelining.run_with_begin("SELECT %s + 1", [1]) == [(2,)]
            raise ZeroDivisionError
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements")
        assert cursor.fetchone() == (0,)


def test_a_statement_that_fails_is_prepared_once_all_the_same(rows: Any) -> None:
    connection.close()
    for _ in range(3):
        with undone(DatabaseError):
            pipelining.run_with_begin("SELECT 1 / %s", [0])
        with undone(DatabaseError):
            pipelining.run_with_begin("SELECT nothing FROM nowhere", [])
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements")
        assert cursor.fetchone() == (0,)
    with transaction.atomic(durable=True):
        assert pipelining.run_with_begin("SELECT 4 / %s", [2]) == [(2,)]


def test_values_travel_apart_from_the_text(rows: Any) -> None:
    """So the server's log of a statement that fails names none: a refused step has cards."""
    with traced() as trace, transaction.atomic(durable=True):
        pipelining.run_with_begin("SELECT %s::text", ["a-card"])
        last("INSERT INTO exchanged VALUES (%s, %s)", 7, None)
    assert "Query" not in trace, "a text of the simple protocol holds its values"
    assert trace.count("Bind") == 4
    assert not any("a-card" in word for word in trace if word.startswith('"SELECT'))


def test_django_knows_what_was_run(rows: Any) -> None:
    seen: list[str] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        seen.append(sql)
        return execute(sql, params, many, context)

    with (
        CaptureQueriesContext(connection) as captured,
        connection.execute_wrapper(note),
        transaction.atomic(durable=True),
    ):
        pipelining.run_with_begin("SELECT 1", [])
        last(INSERT, 7)
    assert seen == ["SELECT 1", INSERT]
    assert [sql for sql in seen if sql not in [query["sql"] for query in captured]] == []


@pytest.mark.parametrize(
    "value", [0, -3, True, None, "", "it's", r"a\'b; COMMIT; --", "é%s", "'; DROP TABLE exchanged;"]
)
def test_a_parameter_comes_back_as_it_was(value: Any, rows: Any) -> None:
    with transaction.atomic(durable=True):
        sort = {bool: "boolean", int: "bigint", str: "text", type(None): "text"}[type(value)]
        assert pipelining.run_with_begin(f"SELECT %s::{sort}", [value]) == [(value,)]
    assert rows() == []


def test_outside_of_a_transaction_nothing_is_begun() -> None:
    pipelining.run_with_begin("SELECT 1", [])
    assert connection.connection is not None
    assert connection.connection.pgconn.transaction_status == 0


def test_another_statement_comes_after_the_one_that_was_kept(rows: Any) -> None:
    with transaction.atomic(durable=True):
        pipelining.run_with_begin("SELECT 1", [])
        found = last(INSERT, 7)
        assert rows() == [7]
        assert found == [(7,)]
        last(INSERT, 8)
        assert pipelining.run_with_begin("SELECT count(*) FROM exchanged", []) == [(2,)]
    assert rows() == [7, 8]


def test_an_exception_rolls_back_and_drops_what_was_kept(rows: Any) -> None:
    with undone(ZeroDivisionError):
        pipelining.run_with_begin(INSERT, [1])
        found = last(INSERT, 2)
        raise ZeroDivisionError
    assert rows() == found == []
    with transaction.atomic(durable=True):
        pipelining.run_with_begin(INSERT, [3])
    assert rows() == [3], "the next transaction knows nothing of it"


def test_a_refusal_of_the_last_statement_rolls_everything_back(rows: Any) -> None:
    heard: list[str] = []
    with undone(Refused):
        pipelining.run_with_begin(INSERT, [1])
        run_on_commit(heard.append, "committed")
        last(INSERT, 1, refused=Refused)
    assert rows() == heard == []


def test_a_refusal_before_another_statement_is_raised_there(rows: Any) -> None:
    with undone(Refused):
        pipelining.run_with_begin(INSERT, [1])
        last(INSERT, 1, refused=Refused)
        pipelining.run_with_begin("SELECT 1", [])
        raise AssertionError("nothing follows a refusal")
    assert rows() == []


def test_an_error_that_is_no_refusal_stays_what_it_is(rows: Any) -> None:
    with undone(IntegrityError):
        pipelining.run_with_begin(INSERT, [1])
        last(INSERT, 1)
    assert rows() == []


def test_what_is_checked_at_commit_is_not_taken_for_committed(rows: Any) -> None:
    heard: list[str] = []
    with undone(IntegrityError):
        pipelining.run_with_begin(INSERT, [1])
        run_on_commit(heard.append, "committed")
        last("INSERT INTO exchanged VALUES (%s, %s)", 2, 99)
    assert rows() == heard == []


def test_a_lost_connection_is_an_error_and_the_next_transaction_has_a_new_one(rows: Any) -> None:
    heard: list[str] = []
    with undone(OperationalError):
        ((pid,),) = pipelining.run_with_begin("SELECT pg_backend_pid()", [])
        pipelining.run_with_begin(INSERT, [1])
        run_on_commit(heard.append, "committed")
        last(INSERT, 2)
        other = connections.create_connection("default")
        try:
            with other.cursor() as cursor:
                cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
        finally:
            other.close()
    assert heard == []
    connection.close_if_unusable_or_obsolete()
    assert rows() == []
    with transaction.atomic(durable=True):
        pipelining.run_with_begin(INSERT, [3])
    assert rows() == [3]


def test_hooks_come_after_the_commit(rows: Any) -> None:
    heard: list[Any] = []
    with transaction.atomic(durable=True):
        pipelining.run_with_begin("SELECT 1", [])
        found = last(INSERT, 7)
        run_on_commit(lambda: heard.append((list(found), rows())))
    assert heard == [([(7,)], [7])]


def test_a_savepoint_that_is_rolled_back_takes_what_was_kept_in_it_along(rows: Any) -> None:
    with transaction.atomic(durable=True):
        pipelining.run_with_begin(INSERT, [1])
        with undone(ZeroDivisionError, durable=False):
            last(INSERT, 2)
            raise ZeroDivisionError
        last(INSERT, 3)
    assert rows() == [1, 3]


def test_a_broken_transaction_takes_no_statement(rows: Any) -> None:
    with undone(transaction.TransactionManagementError):
        pipelining.run_with_begin(INSERT, [1])
        transaction.set_rollback(True)
        pipelining.run_with_begin(INSERT, [2])
    assert rows() == []


def test_a_statement_is_kept_in_a_transaction_only() -> None:
    with pytest.raises(AssertionError):
        last("SELECT 1")


def test_a_failed_first_statement_leaves_no_transaction_open(rows: Any) -> None:
    with undone(DatabaseError):
        pipelining.run_with_begin("SELECT 1 / %s", [0])
    assert rows() == []
