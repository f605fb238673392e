"""What is due by the clock, without a command: idle shoes, sessions that end, clocks."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import connection

Sweep = Callable[[Callable[[int], bool], Iterable[int]], int]
"""Takes a step at each of some tables, given by id; returns how many it changed."""


def run_at_each(step: Callable[[int], bool], tables: Iterable[int]) -> int:
    """Call a step for each table id; return how many changed. The first failure is raised."""
    return sum(step(table_id) for table_id in tables)


def tables_with_idle_shoes(table_id: int | None = None) -> list[tuple[int, str, timedelta]]:
    """Return the tables whose shoe was dealt from and lies idle, with their rules and for how long.

    From a minute on; that table alone where one is named.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT t.id, t.rules_id, clock_timestamp() - r.closed_at"
            " FROM tables_table t JOIN rng_shoe s ON s.id = t.shoe_id"
            " JOIN tables_round r ON r.id = t.round_id"
            " WHERE t.status <> 'closed' AND r.status <> 'running'"
            "   AND s.position > s.burn"
            "   AND r.closed_at < clock_timestamp() - interval '1 minute'"
            "   AND t.id = coalesce(%s, t.id)",
            [table_id],
        )
        return [(table_id, rules, idle) for table_id, rules, idle in cursor.fetchall()]


def tables_to_drain() -> list[int]:
    """Return the tables whose last rounds begin now, because their end was announced in time."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id FROM tables_table WHERE status = 'ending' AND ends_at <= clock_timestamp()"
        )
        return [table_id for (table_id,) in cursor.fetchall()]


@dataclass(frozen=True, slots=True)
class DueTable:
    """A table at which the clock has run out."""

    table_id: int
    at: datetime
    seconds_late: float
    is_players_clock: bool
    """It was the players' clock, not the house's own to look again."""


def due_tables() -> list[DueTable]:
    """Return the tables at which the clock has run out, the longest ago first."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, due_at, extract(epoch FROM clock_timestamp() - due_at)::float8,"
            "       window_ms IS NOT NULL"
            " FROM tables_table WHERE due_at <= clock_timestamp() AND status <> 'paused'"
            " ORDER BY due_at"
        )
        return [DueTable(*row) for row in cursor.fetchall()]


def unrevealed_shoes() -> list[UUID]:
    """Return the shoes that no table uses and that are not revealed, because a task was lost."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT s.id FROM rng_shoe s JOIN tables_table t ON s.table = 'table:' || t.id"
            " WHERE s.state <> 'retired' AND t.shoe_id IS DISTINCT FROM s.id"
            "   AND t.status <> 'paused'"
            "   AND (s.sequence < t.shoe_sequence"
            # One to which players contribute is not put on a table that has closed meanwhile.
            "        OR (t.status = 'closed' AND s.header ->> 'contributions' <> 'none'))"
            "   AND NOT EXISTS (SELECT 1 FROM tables_shuffling m WHERE m.shoe_id = s.id)"
            # The cards of a shoe that ran out are in its refill until the round is over.
            "   AND NOT EXISTS (SELECT 1 FROM tables_round r WHERE r.id = t.round_id"
            "                   AND r.status = 'running' AND r.shoe_id = s.id)"
        )
        return [shoe_id for (shoe_id,) in cursor.fetchall()]


def unrevealed_draws() -> list[UUID]:
    """Return the draws that have left their tables and whose seed is still hidden."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT d.id FROM rng_draw d JOIN tables_table t ON d.table = 'table:' || t.id"
            " WHERE d.state <> 'revealed' AND t.draw_id IS DISTINCT FROM d.id"
            "   AND t.status <> 'paused'"
            "   AND d.sequence < t.shoe_sequence"
        )
        return [draw_id for (draw_id,) in cursor.fetchall()]
