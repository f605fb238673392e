"""What the croupier looks after: due tables, abandoned seats, shoes whose reveal was forgotten."""

import time
from collections import defaultdict
from typing import Final

import structlog
from django.db import connection

from casino.heartbeat import beat
from casino.ledger import services as ledger
from casino.rng import gate, watch
from casino.rng import tasks as chance
from tables import floor, notices, records, rounds, surveillance, tasks

log = structlog.get_logger(__name__)

TICK: Final = 0.1
"""Seconds between two looks at the clock."""
SWEEP: Final = 2.0
"""Seconds between two sweeps."""
WATCH: Final = 60.0
"""Seconds between two looks at whether a day is to be measured."""
LOOK: Final = 20.0
"""Seconds between two looks at the receipts, and at notices that no mail has told of."""
POISONED: Final = 30.0
"""Seconds that a table waits after its step failed, so that it cannot stop the others."""

_failed: dict[int, float] = defaultdict(float)
_swept = 0.0
_watched = 0.0
_looked = 0.0


def tick() -> float:
    """Do all that is due once; return how long to wait, in seconds."""
    global _swept
    now = time.monotonic()
    for table_id in _due():
        if _failed[table_id] > now:
            continue
        try:
            rounds.expire(table_id)
            _failed.pop(table_id, None)
        except ledger.Overdrawn as short:
            if not floor.unseat(table_id, short.account_id):
                log.error("step_unpaid", table=table_id, account=short.account_id)
                _failed[table_id] = now + POISONED
        except Exception:
            log.exception("step_failed", table=table_id)
            _failed[table_id] = now + POISONED
    if now - _swept > SWEEP:
        _swept = now
        beat("croupier")
        floor.sweep_seats()
        _follow()
        floor.show_shared_pots()
        _watch_chance(now)
        _watch_floor(now)
        for shoe_id in forgotten_shoes():
            tasks.reveal_shoe.delay(shoe_id)
        for draw_id in forgotten_draws():
            tasks.reveal_draw.delay(draw_id)
    return TICK


def _watch_chance(now: float) -> None:
    """Once a day have a worker verified and the day before measured; a lost message comes again."""
    global _watched
    if now - _watched < WATCH and _watched:
        return
    _watched = now
    if (day := watch.owed()) is not None:
        chance.check.delay(gate.Why.DAILY)
        chance.watch_day.delay(day.isoformat())


def _watch_floor(now: float) -> None:
    """Note anomalies, and have notices mailed that a lost message forgot."""
    global _looked
    if now - _looked < LOOK and _looked:
        return
    _looked = now
    surveillance.sweep()
    if notices.owed().exists():
        tasks.mail_notices.delay()


def _follow() -> None:
    for table_id in records.tables_behind():
        try:
            floor.sweep_rules(table_id)
        except Exception:
            # One table that cannot take its rules must not stop the clocks of the others.
            log.exception("rules_not_followed", table=table_id)


def _due() -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id FROM tables_table WHERE due_at <= clock_timestamp() ORDER BY due_at"
        )
        return [table_id for (table_id,) in cursor.fetchall()]


def forgotten_shoes() -> list[str]:
    """Return the shoes that no table uses any more: a lost message must not hide a seed."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT s.id FROM rng_shoe s JOIN tables_table t ON s.table = 'table:' || t.id"
            " WHERE s.state <> 'retired' AND t.shoe_id IS DISTINCT FROM s.id"
            "   AND (s.sequence < t.shoe_sequence"
            # One to which players contribute is not put on a table that has closed meanwhile.
            "        OR (t.status = 'closed' AND s.header ->> 'contributions' <> 'none'))"
            "   AND NOT EXISTS (SELECT 1 FROM tables_shuffling m WHERE m.shoe_id = s.id)"
            # The cards of a shoe that ran out are in its refill until the round is over.
            "   AND NOT EXISTS (SELECT 1 FROM tables_round r WHERE r.id = t.round_id"
            "                   AND r.status = 'running' AND r.shoe_id = s.id)"
        )
        return [str(shoe_id) for (shoe_id,) in cursor.fetchall()]


def forgotten_draws() -> list[str]:
    """Return the draws that have left their tables and whose seed is still hidden."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT d.id FROM rng_draw d JOIN tables_table t ON d.table = 'table:' || t.id"
            " WHERE d.state <> 'revealed' AND t.draw_id IS DISTINCT FROM d.id"
            "   AND d.sequence < t.shoe_sequence"
        )
        return [str(draw_id) for (draw_id,) in cursor.fetchall()]
