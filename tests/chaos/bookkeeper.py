"""A bookkeeper beside the house: counts a running house's money again, in SQL of its own.

Shares no code with the house's audits. Each law is a statement that returns one row for each thing
that breaks it; all are read in one snapshot.
"""

from collections.abc import Mapping
from typing import Any, Final, LiteralString

import psycopg

Connection = psycopg.Connection[tuple[Any, ...]]

LAWS: Final[Mapping[str, LiteralString]] = {
    "a currency does not sum to 0": """
        SELECT currency, sum(credits - debits) FROM ledger_account
         GROUP BY currency HAVING sum(credits - debits) <> 0""",
    "an account is overdrawn": """
        SELECT code, credits - debits FROM ledger_account
         WHERE NOT unbounded AND credits < debits""",
    "an account is not what its transfers make it": """
        SELECT code, debits, credits, coalesce(gave, 0), coalesce(got, 0)
          FROM ledger_account a
          LEFT JOIN (SELECT debit_id, sum(amount) gave FROM ledger_transfer GROUP BY 1) d
            ON d.debit_id = a.id
          LEFT JOIN (SELECT credit_id, sum(amount) got FROM ledger_transfer GROUP BY 1) c
            ON c.credit_id = a.id
         WHERE (debits, credits) <> (coalesce(gave, 0), coalesce(got, 0))""",
    "a transfer changes the currency": """
        SELECT t.id, d.code, c.code FROM ledger_transfer t
          JOIN ledger_account d ON d.id = t.debit_id JOIN ledger_account c ON c.id = t.credit_id
         WHERE d.currency <> c.currency""",
    "a reserve is not what its holders have": """
        SELECT code, reserved, coalesce(held, 0) FROM ledger_account a
          LEFT JOIN (SELECT account_id, sum(amount) held FROM ledger_reserve GROUP BY 1) r
            ON r.account_id = a.id
         WHERE reserved <> coalesce(held, 0)""",
    "the mint is not what it gave": """
        SELECT m.code, m.debits, m.credits, coalesce(gave, 0), coalesce(back, 0)
          FROM ledger_account m
          LEFT JOIN (
               SELECT debit_id, sum(amount) gave FROM ledger_transfer
                WHERE why IN ('grant', 'refill', 'practice') GROUP BY 1) g ON g.debit_id = m.id
          LEFT JOIN (
               SELECT credit_id, sum(amount) back FROM ledger_transfer
                WHERE why = 'handed_back' GROUP BY 1) b ON b.credit_id = m.id
         WHERE m.kind = 'mint'
           AND (m.debits, m.credits) <> (coalesce(gave, 0), coalesce(back, 0))""",
    "a player was granted twice": """
        SELECT reference, count(*) FROM ledger_journalentry WHERE cause = 'grant'
         GROUP BY 1 HAVING count(*) > 1""",
    "a round that is over does not balance": """
        SELECT r.table_id, r.number, r.id, r.carried_in, r.carried_out, coalesce(sum(change), 0)
          FROM tables_round r
          LEFT JOIN (
               SELECT e.reference, a.code,
                      CASE WHEN a.id = t.credit_id THEN t.amount ELSE -t.amount END change
                 FROM ledger_journalentry e
                 JOIN ledger_transfer t ON t.entry_id = e.id
                 JOIN ledger_account a ON a.id IN (t.debit_id, t.credit_id)
                WHERE a.kind IN ('layout', 'bank', 'garage') AND e.reference LIKE 'round:%') m
            ON m.reference = 'round:' || r.id
         WHERE r.status <> 'running'
         GROUP BY r.id
        HAVING coalesce(sum(change), 0) <> r.carried_out - r.carried_in""",
    "on a layout lies what the last round did not leave": """
        SELECT t.name, held, coalesce(last.carried_out, 0) FROM tables_table t
          JOIN LATERAL (
               SELECT sum(credits - debits) held FROM ledger_account
                WHERE code IN ('layout:' || t.id, 'bank:' || t.id, 'garage:' || t.id)) a ON true
          LEFT JOIN LATERAL (
               SELECT carried_out FROM tables_round WHERE table_id = t.id
                ORDER BY number DESC LIMIT 1) last ON true
         WHERE NOT EXISTS (
               SELECT FROM tables_round WHERE table_id = t.id AND status = 'running')
           AND held <> coalesce(last.carried_out, 0)""",
    "a round was paid otherwise than its events say": """
        WITH said AS (
             SELECT e.round_id, move ->> 'source' source, move ->> 'target' target,
                    move ->> 'why' why, sum((move ->> 'amount')::bigint) amount
               FROM tables_roundevent e, jsonb_array_elements(e.body -> 'moves') move
              GROUP BY 1, 2, 3, 4),
        place AS (
             SELECT id, CASE WHEN code LIKE 'tickets:%' THEN 'tickets'
                             WHEN code LIKE 'payments:%' THEN 'payments'
                             WHEN kind = 'pot' THEN 'jackpot'
                             WHEN kind = 'colour' THEN 'wallet'
                             ELSE kind END place
               FROM ledger_account),
        paid AS (
             SELECT substr(e.reference, 7)::bigint round_id, d.place source, c.place target, t.why,
                    sum(t.amount) amount
               FROM ledger_journalentry e JOIN ledger_transfer t ON t.entry_id = e.id
               JOIN place d ON d.id = t.debit_id JOIN place c ON c.id = t.credit_id
              WHERE e.reference ~ '^round:[0-9]+$'
                AND (d.place, c.place, t.why) <> ('capital', 'float', 'fill')
              GROUP BY 1, 2, 3, 4)
        SELECT round_id, source, target, why, said.amount, paid.amount
          FROM said FULL JOIN paid USING (round_id, source, target, why)
          JOIN tables_round r ON r.id = round_id
         WHERE r.status <> 'voided' AND said.amount IS DISTINCT FROM paid.amount""",
    "a command was carried out at two moments or tables": """
        SELECT cause, count(DISTINCT (table_id, at)) FROM tables_roundevent
         WHERE cause IS NOT NULL GROUP BY 1 HAVING count(DISTINCT (table_id, at)) > 1""",
    "a command that was refused has changed something": """
        SELECT r.command_id, r.code FROM tables_receipt r
          JOIN tables_roundevent e ON e.cause = r.command_id WHERE r.code <> ''""",
    # A stake that is lowered may be raised again to what it was.
    "a bet was paid twice": """
        SELECT e.round_id, e.kind, e.body, count(*) FROM tables_roundevent e
         WHERE EXISTS (SELECT FROM jsonb_array_elements(e.body -> 'moves') move
                        WHERE move ->> 'why' NOT IN ('stake', 'take_back'))
         GROUP BY 1, 2, 3 HAVING count(*) > 1""",
    "two rounds of a table overlap": """
        SELECT a.table_id, a.round_id, b.round_id
          FROM (SELECT table_id, round_id, min(seq) first, max(seq) last
                  FROM tables_roundevent GROUP BY 1, 2) a
          JOIN (SELECT table_id, round_id, min(seq) first, max(seq) last
                  FROM tables_roundevent GROUP BY 1, 2) b
            ON a.table_id = b.table_id AND a.round_id < b.round_id AND b.first <= a.last""",
    "a table has two rounds in play": """
        SELECT table_id, count(*) FROM tables_round WHERE status = 'running'
         GROUP BY 1 HAVING count(*) > 1""",
}

_OVERDUE: Final = """
    SELECT name, extract(epoch FROM clock_timestamp() - due_at) FROM tables_table
     WHERE due_at < clock_timestamp() - make_interval(secs => %s)"""


def broken(database: Connection) -> list[str]:
    """Return a sentence for each thing that breaks a law, none where all books agree.

    Needs a connection without a transaction, or one whose transaction has its snapshot already.
    """
    with database.transaction():
        database.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        return read(database)


def read(database: Connection) -> list[str]:
    """Do as `broken` within the caller's transaction, in snapshots of its kind."""
    return [
        f"{law}: {', '.join(map(str, row))}"
        for law, statement in LAWS.items()
        for row in database.execute(statement).fetchall()
    ]


def overdue(database: Connection, seconds: float) -> list[str]:
    """Return the tables whose clock ran out so long ago, and nothing happened."""
    return [f"{row[0]} by {row[1]:.1f} s" for row in database.execute(_OVERDUE, [seconds])]


def unkept(database: Connection, answers: Mapping[str, str | None]) -> list[str]:
    """Return a sentence for each answer to a command that its receipt does not agree with.

    An answer is the code of a refusal, or `None` where the command was carried out. What was
    refused need not have a receipt; what was carried out has one that says so.
    """
    rows = database.execute(
        "SELECT command_id::text, code FROM tables_receipt WHERE command_id = ANY(%s::uuid[])",
        [list(answers)],
    )
    kept: dict[str, str] = dict(rows.fetchall())  # type: ignore[arg-type]
    wrong = {
        cause: code
        for cause, code in answers.items()
        if kept.get(cause, code if code is not None else "no receipt") != (code or "")
    }
    return [
        f"{cause} was answered {code or 'done'}, its receipt says {kept.get(cause, 'nothing')!r}"
        for cause, code in wrong.items()
    ]
