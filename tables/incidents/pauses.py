"""A table at which a step fails the same way again and again is paused, and resumed by an operator.

A paused table keeps its round, stakes and shoe as they are: nobody's command is taken, no clock
ends, nothing is delivered. The games management and the state's control are notified as of any
incident (MC-INC-01, MC-INC-02); the round may be voided, and the session broken off.
"""

import traceback
from dataclasses import replace
from pathlib import Path
from typing import Final

import structlog
from django.db import InterfaceError, OperationalError, transaction
from kombu.exceptions import OperationalError as BrokerAway
from redis.exceptions import RedisError

from casino.players.models import Player
from casino.process.environment import CODE
from tables.games.core.protocol import Players
from tables.models import FloorEvent, Notice, Table
from tables.projections import floor_acts, live_round
from tables.rounds import decision_timer, transitions
from tables.rows import floor_events, notices, table_rows
from tables.rows.table_rows import TableRow
from tables.shoes import requests

log = structlog.get_logger(__name__)

TIMES: Final = 3
"""How often a step fails the same way before its table is paused."""
PASSES: Final = (OperationalError, InterfaceError, BrokerAway, RedisError, OSError)
"""Errors of a server that is away or busy: they pass by themselves, and are not counted."""
_PAUSED: Final = "pause"


class StepFailures:
    """The steps of tables that failed last in this process, and how often the same way."""

    def __init__(self) -> None:
        self._met: dict[tuple[int, str], tuple[str, int]] = {}

    def note(self, table_id: int, step: str, error: Exception) -> bool:
        """Count a step that has failed; pause its table when it was the third time in a row.

        Returns whether it was paused. Opens a durable transaction for that.
        """
        if is_server_outage(error):
            return False
        how = error_location(error)
        before, times = self._met.get((table_id, step), (how, 0))
        times = times + 1 if before == how else 1
        self._met[table_id, step] = how, times
        if times < TIMES:
            return False
        del self._met[table_id, step]
        return pause_table(table_id, step, how)

    def forget(self, table_id: int, step: str) -> None:
        """Begin to count anew: the step has succeeded."""
        self._met.pop((table_id, step), None)


def is_server_outage(error: BaseException) -> bool:
    """Tell whether an error is that of a server which is away, or came of one."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, PASSES):
            return True
        cause = cause.__cause__ or cause.__context__
    return False


def error_location(error: BaseException) -> str:
    """Return the error's kind and the place in our code; never its message, which may hold data."""
    ours = [CODE / package for package in ("casino", "tables")]
    places = [
        f"{Path(frame.filename).relative_to(CODE)}:{frame.lineno}"
        for frame in traceback.extract_tb(error.__traceback__)
        if any(Path(frame.filename).is_relative_to(each) for each in ours)
    ]
    return " ".join([type(error).__name__, *places[-1:]])


def pause_table(table_id: int, step: str, error: str) -> bool:
    """Pause a table, and notify the games management and the state's control.

    Returns whether it was: not a table that is paused already, or closed, of which they are
    notified once a day.
    """
    try:
        paused = _pause(table_id, step, error, shown=True)
    except PASSES:
        raise
    except Exception:
        # What fails may be the very picture of the table.
        log.exception("pause_not_shown", table=table_id)
        paused = _pause(table_id, step, error, shown=False)
    if paused:
        log.error("table_paused", table=table_id, step=step, error=error)
    return paused


def _pause(table_id: int, step: str, error: str, *, shown: bool) -> bool:
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        if table.status == "closed":
            # Nothing to pause: once a day it is told.
            _notify(table, Notice.Kind.FAILED, f"{step}:{error}:{table.now:%Y-%m-%d}", step, error)
        if table.status in ("closed", "paused"):
            return False
        table_rows.update(table, status="paused", due_at=None)
        _notify(table, Notice.Kind.PAUSED, f"{table.now:%s.%f}", step, error)
        reason = f"{table.status}: {step}: {error}"[:200]
        if shown:
            paused = replace(table, status="paused", due_at=None, window_ms=None)
            floor_acts.record_and_publish(paused, _PAUSED, reason=reason)
        else:
            floor_events.record(table, _PAUSED, by=None, reason=reason)
        return True


def _notify(table: TableRow, kind: Notice.Kind, which: str, step: str, error: str) -> None:
    """Write to the games management and the state's control that a step fails, once for `which`."""
    number = Table.objects.values_list("round__number", flat=True).get(pk=table.id)
    for addressee, clause in (
        (Notice.Addressee.GAMES_MANAGEMENT, "MC-INC-01"),
        (Notice.Addressee.STATE_CONTROL, "MC-INC-02"),
    ):
        notices.write(
            f"{'paused' if kind == Notice.Kind.PAUSED else kind}:{table.id}:{which}",
            kind,
            addressee=addressee,
            clause=clause,
            table_id=table.id,
            detail={"round": number or 0, "step": step, "error": error},
            by=None,
            at=table.now,
        )


def last_pause(table_id: int) -> FloorEvent | None:
    """Return when and why a table was paused last; its reason begins with the state it was in."""
    found = FloorEvent.objects.filter(table_id=table_id, kind=_PAUSED)
    return found.order_by("-pk").first()


def resume_table(table: TableRow, *, operator: Player, reason: str) -> None:
    """Resume a paused table as it was; request again the shoe or draw that it waits for.

    Players have the whole time to decide again. Assumes the lock, and that the table is paused.
    """
    found = last_pause(table.id)
    assert found is not None
    table = replace(table, status=found.reason.partition(":")[0])
    table_rows.update(table, status=table.status)
    around = table_rows.read_surroundings(table)
    round_ = live_round.load(table, around)
    awaiting = round_.awaiting
    if not table.equipped and not around.shuffling:
        # Another one than that which could not be made.
        table = requests.request_equipment(table, resumes=True)
    elif not round_.running and table.equipped:
        table = transitions.schedule_next_or_close(table, around, round_)
    elif not isinstance(awaiting, Players) or around.shuffling:
        table = replace(table, due_at=table.now)
        table_rows.schedule(table, table.due_at)
    elif decision_timer.is_decision_timed(table, around, round_):
        table = table_rows.start_clock(table, awaiting.seconds)
    notices.write(
        f"resumed:{found.pk}",
        Notice.Kind.RESUMED,
        addressee=Notice.Addressee.STATE_CONTROL,
        clause="MC-INC-02",
        table_id=table.id,
        detail={"round": around.round.number if around.round else 0, "reason": reason},
        by=operator.pk,
        at=table.now,
    )
    floor_acts.record_and_publish(table, "resume", by=operator.pk, reason=reason)
