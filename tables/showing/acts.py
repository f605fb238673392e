"""Acts at a table beside its rounds: recorded as floor events, and published."""

from collections.abc import Mapping
from dataclasses import replace
from uuid import UUID

from tables.games.core.money import BoxNo, Party
from tables.records import floor_events, receipts, rows
from tables.records.rows import Surroundings, TableRow
from tables.showing import frames


def show(
    table: TableRow,
    kind: str,
    *,
    by: int | None = None,
    box: BoxNo | None = None,
    reason: str = "",
    cause: UUID | None = None,
    own: Mapping[Party, str] | None = None,
    around: Surroundings | None = None,
) -> TableRow:
    """Record an act, and publish the frame after the commit; return the table with its new number.

    `cause` is a player's command, whose receipt is written with it; `own` messages to some parties
    alone; `around` what stands about the table, where the caller has read it. Assumes the lock.
    """
    table = replace(table, seq=floor_events.write(table, kind, by=by, box=box, reason=reason))
    if cause is not None:
        assert by is not None
        receipts.write(table, by, cause, seq=table.seq)
    frames.announce(table, around or rows.surroundings(table), cause=cause, owns=own)
    return table
