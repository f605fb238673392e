"""Reads for visitors: snapshots of a table, and what the hub needs to notice a lost frame."""

from django.db import connection

from tables import records, rounds


def snapshot(table_id: int) -> tuple[int, str]:
    """Return a table's sequence number and the frame that shows it now, without events.

    Connecting, reconnecting, watching and recovering are all this frame. Raises `NoSuchTable`.
    """
    # Without a lock the row and its surroundings may be of two moments; the row's number is taken
    # first, so the frame is at most newer than it says and the next one is never skipped.
    table = records.unlocked(table_id)
    around = records.surroundings(table)
    return table.seq, rounds.frame(table, around, rounds.live(table, around))


def heads(table_ids: list[int]) -> dict[int, int]:
    """Return the current sequence numbers of tables."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, seq FROM tables_table WHERE id = ANY(%s)", [table_ids])
        return dict(cursor.fetchall())
