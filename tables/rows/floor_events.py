"""Floor events: what operators and players did at a table outside its rounds."""

from datetime import datetime
from typing import Final, Literal
from uuid import UUID

from django.db import connection

from casino.database import pipelining
from casino.staff import work_changes
from tables.rows.table_rows import TableRow

SHOE_ORDERED: Final = ("reshuffle", "interrupted", "open", "rules", "shoe")
"""The floor events of which the last says why a shoe is being made."""

OF_PLAY: Final = frozenset(
    {
        *("sit", "leave", "unseat", "away", "back", "idle", "idlers", "wish", "unwish"),
        *("welcome", "unwelcome", "change", "colours", "colours_back", "refill", "clock"),
        *("cut", "decline_cut", "allow_cut", "seal", "open_seal", "lock", "shuffle"),
        *("draw", "opening", "shoe"),
    }
)
"""The floor events that come with play, round by round: none of the staff's duties follows."""


def reshuffle_reason(
    table_id: int,
) -> tuple[Literal["ordered", "interrupted"], str] | None:
    """Return why the shoe that is being made follows one before its end, and the reason given.

    `ordered` or `interrupted`; `None` where the shoe before was finished, or there was none.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT kind, reason FROM tables_floorevent"
            " WHERE table_id = %s AND kind = ANY(%s) ORDER BY id DESC LIMIT 1",
            [table_id, [*SHOE_ORDERED]],
        )
        row = cursor.fetchone()
    match row:
        case "reshuffle", reason:
            return "ordered", reason
        case "interrupted", _:
            return "interrupted", ""
        case _:
            return None


def session_end(table_id: int) -> tuple[str, datetime | None]:
    """Return the reason given for the end of a session, and when its last rounds begin."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce((SELECT reason FROM tables_floorevent"
            "   WHERE table_id = t.id AND kind IN ('drain', 'close')"
            "   ORDER BY id DESC LIMIT 1), ''), t.ends_at FROM tables_table t WHERE t.id = %s",
            [table_id],
        )
        row = cursor.fetchone()
    assert row is not None
    reason, ends_at = row
    return reason, ends_at


def record(
    table: TableRow, kind: str, *, by: int | None, box: int | None = None, reason: str = ""
) -> None:
    """Insert a floor event that has no frame of its own."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tables_floorevent (table_id, seq, kind, box, by_id, reason, at)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s)",
            [table.id, table.seq, kind, box, by, reason, table.now],
        )
    _note_duties(kind)


def _note_duties(kind: str) -> None:
    if kind not in OF_PLAY:
        work_changes.note_change()


_ACT: Final = "SELECT tables_act(%s, %s, %s, %s, %s, %s, %s, %s, %s)"


def record_action_on_commit(
    table: TableRow,
    kind: str,
    *,
    by: int | None,
    box: int | None,
    reason: str,
    cause: UUID | None,
    sits: bool,
) -> int:
    """Record an action at the table by the transaction's last statement, sent with COMMIT.

    With the receipt of the command `cause` of the player `by`, who takes the box, a free one, where
    he `sits`. Returns the table's new number. Every number is shown by exactly one frame, else a
    hub would wait for a frame that never comes.
    """
    seq = table.seq + 1
    pipelining.run_with_commit(
        _ACT,
        [table.id, seq, kind, box, by, reason, table.now, cause, sits],
        then=_done,
    )
    _note_duties(kind)
    return seq


def _done(rows: pipelining.Rows) -> None:
    assert len(rows) == 1, rows
