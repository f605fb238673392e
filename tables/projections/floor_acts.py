"""Acts at a table beside its rounds: recorded as floor events, and published."""

from collections.abc import Mapping
from uuid import UUID

from tables.games.core.money import BoxNo, Party
from tables.games.core.values import changed
from tables.projections import frames
from tables.rows import floor_events, table_rows
from tables.rows.table_rows import Surroundings, TableRow


def record_and_publish(
    table: TableRow,
    kind: str,
    *,
    by: int | None = None,
    box: BoxNo | None = None,
    reason: str = "",
    cause: UUID | None = None,
    own: Mapping[Party, str] | None = None,
    around: Surroundings | None = None,
    sits: bool = False,
) -> TableRow:
    """Record an act, and publish the frame after the commit; return the table with its new number.

    `cause` is a player's command, whose receipt is written with it; `own` messages to some parties
    alone; `around` the table's surroundings after the act, where the caller has read them. Where it
    `sits`, the player `by` takes the `box` with it. Assumes the lock.
    """
    assert by is not None or not (cause or sits)
    seq = floor_events.record_action_on_commit(
        table, kind, by=by, box=box, reason=reason, cause=cause, sits=sits
    )
    table = changed(table, seq=seq)
    frames.publish_on_commit(
        table, around or table_rows.read_surroundings(table), cause=cause, owns=own
    )
    return table
