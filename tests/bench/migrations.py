"""How long each migration since a release locks which tables, where a million rounds lie behind.

`python -m casino.embedded run --fragile -- python -m tests.bench.migrations [ROUNDS]` restores the
archived house of 0.3.0, writes rounds and what belongs to them past its triggers, and migrates. It
prints each migration's seconds and the tables with rows that it locked against writes or reads.
"""

import os
import sys
import time
from typing import Any, Final

from tests.archive import kept

RELEASE: Final = "0.3.0"
LOCKS: Final = {
    "ShareLock": "writes",
    "ShareRowExclusiveLock": "writes",
    "ExclusiveLock": "writes",
    "AccessExclusiveLock": "everything",
}
"""What waits for a lock, of those that keep a command waiting."""

PAST: Final = """
SET session_replication_role = replica;
CREATE TEMP TABLE felt AS
    SELECT row_number() OVER (ORDER BY id) - 1 AS place, * FROM tables_table;
CREATE TEMP TABLE past AS
    SELECT 1000000 + n AS id, felt.id AS table_id, 1000000 + n AS number, felt.rules_id,
           felt.layout_account_id AS layout, felt.float_account_id AS float,
           now() - ({rounds} - n) * (interval '365 days' / {rounds}) AS at,
           gen_random_uuid() AS staked, gen_random_uuid() AS settled
      FROM generate_series(1::bigint, {rounds}) AS n
      JOIN felt ON felt.place = n % (SELECT count(*) FROM felt);
INSERT INTO tables_round (id, table_id, number, rules_id, first_card, status, opened_at, closed_at,
                          result, carried_in, carried_out)
    SELECT id, table_id, number, rules_id, 0, 'closed', at - interval '20 s', at, '17', 0, 0
      FROM past;
INSERT INTO tables_roundevent (table_id, round_id, seq, kind, body, at)
    SELECT table_id, id, 2 * number + part, 'blackjack.card_dealt',
           jsonb_build_object('kind', 'blackjack.card_dealt', 'box', part, 'card', 'Kh'), at
      FROM past CROSS JOIN generate_series(0, 1) AS part;
INSERT INTO ledger_journalentry (id, at, cause, reference)
    SELECT staked, at, 'staked', 'round:' || id FROM past
    UNION ALL SELECT settled, at, 'settled', 'round:' || id FROM past;
INSERT INTO ledger_transfer (entry_id, debit_id, credit_id, amount, why)
    SELECT staked, float, layout, 100, 'stake' FROM past
    UNION ALL SELECT settled, layout, float, 100, 'collect' FROM past;
INSERT INTO tables_receipt (command_id, seq, code, detail, at, player_id, table_id)
    SELECT gen_random_uuid(), number, '', '{{}}', at, (SELECT min(id) FROM players_player), table_id
      FROM past;
"""
COPIED: Final = {
    "rng_draw": (
        *(1, "id", "gen_random_uuid()", "sequence", "1000 + n"),
        *("table", "'past'", "request", "'round:' || n"),
    ),
    "rng_shoe": (*(50, "id", "gen_random_uuid()", "sequence", "1000 + n", "table", "'past'"),),
    "rng_contribution": (1, "id", "1000 + n", "shoe_id", "gen_random_uuid()"),
    "rng_logentry": (1, "index", "1000 + n", "subject", "'past' || n", "entry", "'past' || n"),
    "players_player": (
        *(500, "id", "1000 + n", "username", "'past' || n", "username_key", "'past' || n"),
        *("display_name", "'past' || n", "display_key", "'past' || n"),
    ),
    "ledger_account": (100, "id", "1000 + n", "code", "'past' || n"),
    "tables_notice": (100, "id", "md5(n::text)::uuid"),
}
"""Tables of which a row is copied: for how many rounds each, and columns with what they hold."""
COPY: Final = """
INSERT INTO {table} OVERRIDING SYSTEM VALUE SELECT made.*
  FROM (SELECT to_jsonb(one) AS kept FROM {table} AS one ORDER BY 1 LIMIT 1) AS first,
       generate_series(1, {rows}) AS n,
       LATERAL jsonb_populate_record(NULL::{table}, kept || jsonb_build_object({values})) AS made
"""


def write(connection: Any, rounds: int) -> None:
    """Write the past of a house of 0.3.0."""
    with connection.cursor() as cursor:
        for statement in PAST.format(rounds=rounds).split(";\n"):
            if statement.strip():
                cursor.execute(statement)
        for table, (each, *changed) in COPIED.items():
            columns = dict(zip(changed[::2], changed[1::2], strict=True))
            values = ", ".join(f"'{name}', {value}" for name, value in columns.items())
            cursor.execute(COPY.format(table=table, rows=rounds // each, values=values))
        cursor.execute("SET session_replication_role = origin")
        cursor.execute("ANALYZE")


def main() -> int:
    """Write the past, migrate, and print; return 0."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with kept.restored(RELEASE) as house:
        os.environ |= house
        kept.set_up()
        from django.db import connection

        began = time.perf_counter()
        write(connection, rounds)
        say(f"{rounds:,} rounds written in {time.perf_counter() - began:.0f} s")
        measure(connection)
        connection.close()
    return 0


def measure(connection: Any) -> None:
    """Migrate, and print the seconds and the locks of each migration."""
    from django.db.backends.postgresql.schema import DatabaseSchemaEditor
    from django.db.migrations.executor import MigrationExecutor

    with connection.cursor() as cursor:
        cursor.execute("SELECT relid FROM pg_stat_user_tables WHERE n_live_tup > 1000")
        filled = [relid for (relid,) in cursor.fetchall()]
    found: list[tuple[float, str]] = []

    class Editor(DatabaseSchemaEditor):
        """Times a migration, and reads its locks before it commits."""

        def __enter__(self) -> DatabaseSchemaEditor:
            self.began = time.perf_counter()
            return super().__enter__()

        def __exit__(self, *error: Any) -> None:
            for statement in self.deferred_sql:
                self.execute(statement, None)
            self.deferred_sql.clear()
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT DISTINCT relation::regclass::text, mode FROM pg_locks"
                    " WHERE pid = pg_backend_pid() AND mode = ANY(%s) AND relation = ANY(%s)",
                    [list(LOCKS), filled],
                )
                locked = sorted({f"{table} ({LOCKS[mode]})" for table, mode in cursor.fetchall()})
            super().__exit__(*error)
            found.append((time.perf_counter() - self.began, ", ".join(locked)))

    def progress(step: str, migration: Any = None, _: object = None) -> None:
        if step == "apply_success":
            took, locked = found[-1]
            say(f"{took:7.2f} s  {migration}  {locked or '-'}")

    connection.SchemaEditorClass = Editor
    executor = MigrationExecutor(connection, progress)
    executor.migrate(executor.loader.graph.leaf_nodes())
    say(f"{sum(took for took, _ in found):7.2f} s  all")


def say(text: str) -> None:
    """Print for the person at the keyboard."""
    print(text, flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
