"""PostgreSQL whose BEGIN is sent with a transaction's first statement, and COMMIT with its last.

For the few statements that every command needs: they go as one pipeline of the extended protocol,
with values apart from the text, so that the server logs no value of a statement that fails: what
is refused may name a card that goes back. Each is prepared in the exchange in which its connection
first runs it. All others go the way of Django and psycopg, in the same transaction.
"""

import functools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import DatabaseError
from django.db.backends import utils
from django.db.backends.postgresql import base
from psycopg import errors, generators
from psycopg._preparing import Prepare
from psycopg._queries import PostgresQuery
from psycopg.adapt import Transformer
from psycopg.pq import ExecStatus, TransactionStatus
from psycopg.pq.abc import PGresult

from casino.database.postgresql.schema import DatabaseSchemaEditor
from casino.process import metrics

Rows = list[tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class DeferredStatement:
    """A statement that waits for the end of its transaction."""

    sql: str
    params: Sequence[Any]
    then: Callable[[Rows], None]
    refusal: Callable[[DatabaseError], Exception | None]


class CountedCursor(utils.CursorWrapper):
    """A cursor whose statements are counted."""

    def execute(self, sql: Any, params: Any = None) -> Any:
        """Count a statement and run it."""
        metrics.STATEMENTS.inc()
        return super().execute(sql, params)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that can send BEGIN and COMMIT in the round trip of another statement."""

    SchemaEditorClass = DatabaseSchemaEditor

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._last: DeferredStatement | None = None
        self._adapting: Any = None
        """Dumps and loads values; it knows those sorts that it has met on this connection."""

    def run_with_begin(self, sql: str, params: Sequence[Any]) -> Rows:
        """Run one statement and return its rows; send BEGIN with it where no transaction has begun.

        The parameters, each for one `%s`, are bound by the server, as psycopg's cursors do. Their
        types are those that the statement gives them, so it is prepared once for all values.
        """
        self.validate_thread_sharing()
        self._run_kept()
        self.close_if_health_check_failed()
        self.ensure_connection()
        return self._exchanged(sql, params, ends=False)

    def run_with_commit(
        self,
        sql: str,
        params: Sequence[Any],
        *,
        then: Callable[[Rows], None],
        refusal: Callable[[DatabaseError], Exception | None],
    ) -> None:
        """Defer a statement of the transaction, and send COMMIT with it when the transaction ends.

        Whatever else is to be run in the transaction comes after it: then it is sent by itself,
        before that. `then` is given its rows; where it fails, `refusal` may return what is raised
        instead, once the transaction has been rolled back.
        """
        assert self.in_atomic_block, "the statement needs the caller's transaction"
        self._run_kept()
        self._last = DeferredStatement(sql, params, then, refusal)

    def make_cursor(self, cursor: Any) -> CountedCursor:
        """Return a cursor whose statements are counted."""
        return CountedCursor(cursor, self)

    def connect(self) -> None:
        """Connect, and drop the deferred statement of an earlier connection."""
        self._last = self._adapting = None
        super().connect()

    def commit(self) -> None:
        """Commit. Where the deferred statement is refused, roll back and raise its refusal."""
        last = self._last
        try:
            super().commit()
        except DatabaseError as error:
            if last is None or (refused := last.refusal(error)) is None:
                raise
            self.rollback()
            raise refused from None

    def _commit(self) -> None:
        if self._last is None:
            super()._commit()  # type: ignore[misc]
        else:
            self._send_kept(ends=True)

    def _rollback(self) -> None:
        self._last = None
        super()._rollback()  # type: ignore[misc]

    def _cursor(self, name: str | None = None) -> Any:
        self._run_kept()
        return super()._cursor(name)  # type: ignore[misc]

    def _run_kept(self) -> None:
        """Run the deferred statement, if any, before another; raise its refusal."""
        last = self._last
        if last is None:
            return
        try:
            self._send_kept(ends=False)
        except DatabaseError as error:
            if (refused := last.refusal(error)) is None:
                raise
            raise refused from None

    def _send_kept(self, *, ends: bool) -> None:
        last, self._last = self._last, None
        assert last is not None
        last.then(self._exchanged(last.sql, last.params, ends=ends))

    def _exchanged(self, sql: str, params: Sequence[Any], *, ends: bool) -> Rows:
        """Return the rows of a statement, run as Django runs one: with its wrappers and its log."""
        self.validate_no_broken_transaction()
        run: Callable[..., Rows] = functools.partial(self._run, ends=ends)
        for wrapper in reversed(self.execute_wrappers):
            run = functools.partial(wrapper, run)
        began = time.monotonic()
        try:
            return run(sql, params, False, {"connection": self, "cursor": None})
        finally:
            if self.queries_logged:
                self.queries_log.append(
                    {"sql": sql, "time": f"{time.monotonic() - began:.3f}"},
                )

    def _run(
        self, sql: str, params: Sequence[Any], many: bool, context: Any, *, ends: bool
    ) -> Rows:
        assert not many
        metrics.PIPELINES.inc()
        with self.wrap_database_errors:
            driver = self.connection
            adapting = self._adapting = self._adapting or Transformer(driver)
            query = PostgresQuery(adapting)
            query.convert(_as_text(sql), params)
            # psycopg names the shortest type for each number: that would be many statements.
            query.types = ()
            begins = (
                not driver.autocommit and driver.pgconn.transaction_status == TransactionStatus.IDLE
            )
            result, last = _answers(driver, query, begins=begins, ends=ends)
            if ends and last.command_status != b"COMMIT":
                raise errors.InternalError("the transaction was not committed")
            adapting.set_pgresult(result)
            return adapting.load_rows(0, result.ntuples, tuple) if result.ntuples else []


@functools.lru_cache
def _as_text(sql: str) -> str:
    """Return the statement with every parameter sent as text, which any type can be read from."""
    return sql.replace("%s", "%t")


def _answers(
    driver: Any, query: PostgresQuery, *, begins: bool, ends: bool
) -> tuple[PGresult, PGresult]:
    """Send a statement, with BEGIN or COMMIT; return its result and the last one.

    Prepares it where the connection has not, or has forgotten it with a rollback. Raises what one
    of them fails by; the server runs none that come after it.
    """
    pgconn, known = driver.pgconn, driver._prepared
    prepare, name = known.get(query, prepare=True)
    prepares = prepare is Prepare.SHOULD

    def exchange() -> Any:
        pgconn.enter_pipeline_mode()
        if begins:
            pgconn.send_query_params(b"BEGIN", None)
        if prepares:
            pgconn.send_prepare(name, query.query)
        if prepare is Prepare.NO:
            pgconn.send_query_params(query.query, query.params, param_formats=query.formats)
        else:
            pgconn.send_query_prepared(name, query.params, param_formats=query.formats)
        if ends:
            pgconn.send_query_params(b"COMMIT", None)
        pgconn.pipeline_sync()
        yield from generators.send(pgconn)
        found: list[PGresult] = []
        while not found or found[-1].status != ExecStatus.PIPELINE_SYNC:
            found += yield from generators.fetch_many(pgconn)
        pgconn.exit_pipeline_mode()
        return found[:-1]

    with driver.lock:
        results: list[PGresult] = driver.wait(exchange())
    if all(each.status == ExecStatus.COMMAND_OK for each in results[begins : begins + prepares]):
        known.maybe_add_to_cache(query, prepare, name)
    for result in results:
        if result.status == ExecStatus.FATAL_ERROR:
            raise errors.error_from_result(result, encoding=driver.info.encoding)
    return results[begins + prepares], results[-1]
