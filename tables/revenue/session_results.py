"""What the sessions of a table came to: float, fills, credits, drop and result (MC-CHIPS-08).

Result = closing float - opening float - fills + credits + cash that the float has changed.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import connection


@dataclass(frozen=True, slots=True)
class SessionResult:
    """A session in minor units; the one that goes on as far as it has come."""

    id: int
    began_at: datetime
    opening_float: int
    fills: int
    """What the house brought to the float, by hand or where it was short."""
    credits: int
    """What was taken from the float back to the house."""
    drop: int
    """Cash that players changed here, and notes that they inserted."""
    changed: int
    """What of it the float gave chips for; elsewhere they came from the house."""
    won: int
    """What rounds brought to the float, less what it paid."""

    @property
    def closing_float(self) -> int:
        """What the float held at the end, or holds now."""
        return self.opening_float + self.fills - self.credits - self.changed + self.won

    @property
    def result(self) -> int:
        """What the house has won at this table, below zero lost."""
        return self.closing_float - self.opening_float - self.fills + self.credits + self.changed


_RESULTS: Final = """
WITH session AS (
    SELECT id, began_at, opening_float, after,
        lead(after, 1, 9223372036854775807) OVER (ORDER BY id) AS until
    FROM tables_tablesession WHERE table_id = %(table)s ORDER BY id DESC LIMIT %(limit)s
), moved AS (
    SELECT session.id AS session,
        CASE side.why WHEN 'fill' THEN 'fill' WHEN 'credit' THEN 'credit'
            WHEN 'change' THEN 'change' WHEN 'load' THEN 'change' ELSE 'won' END AS kind,
        sum(side.amount) AS amount
    FROM session CROSS JOIN tables_table AS gaming CROSS JOIN LATERAL (
        SELECT why, amount FROM ledger_transfer
         WHERE credit_id = gaming.float_account_id AND id > session.after AND id <= session.until
        UNION ALL
        SELECT why, -amount FROM ledger_transfer
         WHERE debit_id = gaming.float_account_id AND id > session.after AND id <= session.until
    ) AS side
    WHERE gaming.id = %(table)s GROUP BY 1, 2
), dropped AS (
    SELECT session.id AS session, sum(transfer.amount) AS amount
    FROM session
    JOIN ledger_account AS box
        ON box.code IN ('drop:' || %(table)s::text, 'note_box:' || %(table)s::text)
    JOIN ledger_transfer AS transfer ON transfer.credit_id = box.id
        AND transfer.id > session.after AND transfer.id <= session.until
    GROUP BY 1
)
SELECT session.id, session.began_at, session.opening_float,
    coalesce(sum(moved.amount) FILTER (WHERE moved.kind = 'fill'), 0)::bigint,
    coalesce(-sum(moved.amount) FILTER (WHERE moved.kind = 'credit'), 0)::bigint,
    coalesce(max(dropped.amount), 0)::bigint,
    coalesce(-sum(moved.amount) FILTER (WHERE moved.kind = 'change'), 0)::bigint,
    coalesce(sum(moved.amount) FILTER (WHERE moved.kind = 'won'), 0)::bigint
FROM session LEFT JOIN moved ON moved.session = session.id
LEFT JOIN dropped ON dropped.session = session.id
GROUP BY session.id, session.began_at, session.opening_float
ORDER BY session.id DESC"""


def last_sessions(table_id: int, limit: int = 20) -> list[SessionResult]:
    """Return the last sessions of a table, newest first; one statement.

    Costs what they moved, however long the table has played.
    """
    with connection.cursor() as cursor:
        cursor.execute(_RESULTS, {"table": table_id, "limit": limit})
        return [SessionResult(*row) for row in cursor.fetchall()]
