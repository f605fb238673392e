"""Finds by halving between which ids the rows of a span of time lie, without an index on the time.

For tables whose rows are numbered as they come.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import connection

SLACK: Final = timedelta(minutes=10)
"""Numbers may be out of the order of time by so much: transactions do not wait for each other."""

_HALVED: Final = """
WITH RECURSIVE halved(edge, low, high) AS (
    SELECT edge, 0::bigint, (SELECT coalesce(max(id), 0) + 1 FROM {table})
      FROM unnest(ARRAY[%s, %s]::timestamptz[]) AS edge
    UNION ALL
    SELECT edge, CASE WHEN probe.at < edge THEN probe.id ELSE low END,
           CASE WHEN probe.at < edge THEN high ELSE (low + high) / 2 END
      FROM halved LEFT JOIN LATERAL (
           SELECT id, {at} AS at FROM {table}
            WHERE id >= (low + high) / 2 AND id < high ORDER BY id LIMIT 1
      ) AS probe ON true
     WHERE high - low > 1
)
SELECT edge, max(low) FROM halved GROUP BY edge ORDER BY edge"""


def ids_between(table: str, at: str, since: datetime, until: datetime) -> tuple[int, int]:
    """Return between which ids the rows lie whose time is in a span; the first is not among them.

    As far as ids follow time, and by SLACK more. `table` is a table's name and `at` the SQL of a
    row's time: neither is of a user.
    """
    with connection.cursor() as cursor:
        cursor.execute(_HALVED.format(table=table, at=at), [since - SLACK, until + SLACK])
        (_, low), (_, high) = cursor.fetchall()
    return int(low), int(high)
