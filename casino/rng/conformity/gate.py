"""Whether this process may make chance: its code is the reported one, its tests pass, no error.

A shoe is made and a draw promised behind `may_deal` only. What was promised before is opened and
revealed without it: a failure stops what is new, not what players have staked on (R23).
"""

import functools
import os
import threading
import time
from collections.abc import Callable
from datetime import datetime
from typing import Final, ParamSpec, TypeVar

import structlog
from django.db import DatabaseError, connection, transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from casino.players.models import Player
from casino.rng import keys
from casino.rng.conformity import gate_status, trust
from casino.rng.conformity import report as conformity
from casino.rng.core import entropy, health
from casino.rng.log import tree
from casino.rng.models import ErrorState, SelfCheck

log = structlog.get_logger(__name__)
P = ParamSpec("P")
R = TypeVar("R")
Why = SelfCheck.Why

EVERY: Final = 24 * 3600.0
"""Seconds after which a process verifies itself again at the latest (GLI-19 2.3.2)."""


class Closed(health.Broken):
    """The gate is closed: nothing was made. The text is one sentence that says why."""


class SamePerson(Exception):
    """Two different persons end an error state; this one has agreed already."""


class _Process:
    """What this process knows of itself; a forked child begins anew."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        self.lock = threading.RLock()
        self.began: datetime | None = None
        self.checked: datetime | None = None
        self.clock = 0.0
        self.refusal: str | None = None
        self.report: conformity.Report | None = None


_process = _Process()
os.register_at_fork(after_in_child=_process.forget)


def may_deal() -> str:
    """Return, when this process may make chance, the report under which it does (SHA-256, hex).

    Raises `Closed`, or `Broken` of the core, when it may not.

    Verifies the process first if it has never, not for a day, or an operator has asked since.
    """
    with _process.lock:
        if _process.checked is None:
            check(Why.START)
        stopped, demanded, named = _said_by_the_house(_process.began, _process.report)
        if demanded is not None and _process.checked is not None and demanded > _process.checked:
            check(Why.DEMAND)
        elif time.monotonic() - _process.clock > EVERY:
            check(Why.DAILY)
        elif _process.report is not None and not named:
            # The log was begun anew: no header may speak of a report that it does not name.
            try:
                trust.accepted([_process.report])
            except conformity.NotConform as error:
                _process.refusal = str(error)
        if _process.refusal is not None:
            raise Closed(_process.refusal)
        report = _process.report
        assert report is not None
    if stopped is not None:
        raise Closed(gate_status.in_error(stopped))
    health.ready()
    return report.digest


def check(why: SelfCheck.Why) -> SelfCheck:
    """Verify this process now and record what came out: its files, their report, its self-tests.

    A self-test that fails puts the house in its error state; other code than the reported only
    closes this process, as the next one may have the right code.
    """
    refusal: str | None = None
    said = ""
    report: conformity.Report | None = None
    try:
        report = trust.in_force()
        said = f"{report.version} {report.mode} {report.digest}"
    except (conformity.NotConform, keys.KeyMissing) as error:
        refusal = str(error)
    try:
        health.test_again()
    except health.Broken as error:
        _record_error(str(error))
        refusal = str(error)
    with _process.lock:
        row = SelfCheck.objects.create(
            why=why, instance=_instance(), passed=refusal is None, said=refusal or said
        )
        row.refresh_from_db()
        _process.began = _process.began or row.at
        _process.checked, _process.clock = row.at, time.monotonic()
        _process.refusal, _process.report = refusal, report
    if refusal is not None:
        log.critical("rng_closed", why=why.value, reason=refusal)
    return row


def halts_the_house(function: Callable[P, R]) -> Callable[P, R]:
    """Record a failure of the generator for the whole house before it leaves `function`."""

    @functools.wraps(function)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except Closed:
            raise
        except health.Broken as error:
            _record_error(str(error))
            raise

    return wrapper


def in_force() -> QuerySet[ErrorState]:
    """Return the error states that nobody has ended, oldest first."""
    return ErrorState.objects.filter(cleared_at=None).order_by("pk")


def agree(error_id: int, *, acting_operator: Player) -> ErrorState:
    """Record that a person wants to end an error state; the second person's word ends it.

    Locks the row. Refuses the same person twice (`SamePerson`); an ended one is returned as it is.
    Processes that had begun before keep refusing: they are restarted, and pass every test first.
    """
    with transaction.atomic():
        error = ErrorState.objects.select_for_update().get(pk=error_id)
        if error.cleared_at is not None:
            return error
        if error.first_id == acting_operator.pk:
            raise SamePerson(str(error))
        if error.first_id is None:
            facts = {"first": acting_operator, "first_at": Now()}
        else:
            facts = {"second": acting_operator, "cleared_at": Now()}
        ErrorState.objects.filter(pk=error_id).update(**facts)
        log.warning("rng_error_agreed", error=error_id, operator=acting_operator.pk)
        return ErrorState.objects.get(pk=error_id)


_SAID: Final = """
    SELECT (SELECT cause FROM rng_errorstate
            WHERE cleared_at IS NULL OR cleared_at > %s ORDER BY id LIMIT 1),
           (SELECT max(at) FROM rng_selfcheck WHERE why = 'demand'),
           EXISTS (SELECT 1 FROM rng_logentry WHERE entry = %s)
"""


def _said_by_the_house(
    began: datetime | None, report: conformity.Report | None
) -> tuple[str | None, datetime | None, bool]:
    """Return what stops processes that began then, and when a check was last demanded.

    And whether the log names the report that this process goes by.
    """
    entry = "" if report is None else trust.entry_id(report.version, report.digest)
    with connection.cursor() as cursor:
        cursor.execute(_SAID, [began, entry])
        stopped, demanded, named = cursor.fetchone()
    return stopped, demanded, named


def _record_error(cause: str) -> None:
    """Write an error state, once while it lasts, and tell the public log."""
    try:
        with transaction.atomic():
            if in_force().filter(cause=cause).exists():
                return
            error = ErrorState.objects.create(cause=cause[:200], instance=_instance())
            tree.append(f"error:{error.pk}", tree.Kind.ERROR, {"cause": cause})
    except DatabaseError:
        # This process refuses all the same; what cannot be written must not hide the failure.
        log.exception("rng_error_not_recorded", cause=cause)
    log.critical("rng_error", cause=cause)


def _instance() -> str:
    try:
        return entropy.instance()
    except health.Broken:
        return f"pid {os.getpid()}"
