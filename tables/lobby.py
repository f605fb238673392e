"""Reads for visitors: snapshots of a table, and what the hub needs to notice a lost frame."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db import connection

from tables import proofs, records, showing
from tables.games.core.money import Party


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table as it is now, for sockets that have shown nothing of it yet."""

    seq: int
    frame: str
    """The frame without events."""
    own: dict[Party, tuple[str, ...]]
    """What some parties alone are shown; empty in a game without secrets."""
    waiting: frozenset[int]
    """The players who wish to take part and have no box."""


def snapshot(table_id: int, parties: Collection[Party] = ()) -> Snapshot:
    """Return what shows a table now, to everybody and to each of these parties.

    Connecting, reconnecting, watching and recovering are all this. Raises `NoSuchTable`.
    """
    # Without a lock the row and its surroundings may be of two moments; the row's number is taken
    # first, so the frame is at most newer than it says and the next one is never skipped.
    table = records.unlocked(table_id)
    around = records.surroundings(table)
    live = showing.live(table, around)
    own = {party: showing.shown_alone(table, live, around, party) for party in parties}
    return Snapshot(
        table.seq,
        showing.frame(table, around, live, openings=proofs.of_round(live.game, live.state, around)),
        {party: texts for party, texts in own.items() if texts},
        around.waiting,
    )


def heads(table_ids: list[int]) -> dict[int, int]:
    """Return the current sequence numbers of tables."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, seq FROM tables_table WHERE id = ANY(%s)", [table_ids])
        return dict(cursor.fetchall())
