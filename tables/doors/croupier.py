"""The croupier: keeps the clocks of tables, frees abandoned seats, retries what was lost."""

import math
import time
from collections import defaultdict
from typing import Final

import structlog
from django.utils import timezone

from casino.heartbeat import beat
from casino.ledger import services as ledger
from casino.players import paying
from casino.players import tasks as accounts
from casino.players.protection import Barred
from casino.queues import congested
from casino.rng import gate, watch
from casino.rng import tasks as chance
from tables import queue
from tables.floor import (
    chat,
    colours,
    idlers,
    pauses,
    practice,
    reshuffles,
    seats,
    series,
    sessions,
    surveillance,
    tickets,
    vouchers,
)
from tables.floor.pots import SharedPots
from tables.live.grace import Reports
from tables.records import due, notices, rulesets
from tables.round import patience, timer
from tables.showing import frames

log = structlog.get_logger(__name__)

TICK: Final = 0.1
"""Seconds between two looks at the clock."""
SWEEP: Final = 2.0
"""Seconds between two sweeps."""
WATCH: Final = 60.0
"""Seconds between two looks at whether a day is to be measured."""
LOOK: Final = 20.0
"""Seconds between two looks at receipts, fills by the house itself, notices and takings."""
CLEAR: Final = 86_400.0
"""Seconds between two daily rounds (sessions, old chat, tickets, meters), the first at once."""
POISONED: Final = 30.0
"""Seconds before a failed step is retried, so that one table cannot stop the others."""
_CLOCK: Final = "croupier.expire"
_RULES: Final = "croupier.follow"
"""The croupier's steps at a table, as a pause names them."""


class Croupier:
    """One process that keeps the clocks, and its state between two looks."""

    def __init__(self) -> None:
        self._failed: defaultdict[int, float] = defaultdict(float)
        """By table: when its failed step is retried, by `time.monotonic`."""
        self._failures = pauses.Failures()
        self._swept = self._watched = self._looked = self._cleared = -math.inf
        self._pots = SharedPots()
        self._additions: vouchers.Additions | None = None
        """Made with the first look: it asks the database how far the ledger is."""

    def tick(self) -> float:
        """Do once all that is due; return how long to wait, in seconds."""
        now = time.monotonic()
        self.keep_clocks()
        if now - self._swept > SWEEP:
            self._swept = now
            beat("croupier")
            self._sweep(now)
        return TICK

    def keep_clocks(self) -> None:
        """Take the step of every table whose clock has run out.

        A players' clock ends once all that came before its end is carried out; see `grace`.
        """
        now, late = time.monotonic(), due.tables()
        reports = Reports.read() if any(each.players for each in late) else Reports([])
        for each in late:
            table_id = each.table_id
            if self._failed[table_id] > now:
                continue
            at = frames.milliseconds(each.at)
            if each.players and reports.awaited(table_id, at, each.over):
                continue
            try:
                timer.expire(table_id)
            except (ledger.Overdrawn, Barred) as short:
                if not seats.unseat(table_id, short):
                    log.error("step_unpaid", table=table_id, why=str(short))
                    self._postpone(table_id, short)
            except Exception as error:
                log.exception("step_failed", table=table_id)
                self._postpone(table_id, error)
            else:
                self._failed.pop(table_id, None)
                self._failures.forget(table_id, _CLOCK)

    def _postpone(self, table_id: int, error: Exception) -> None:
        """Retry a failed step later; one that fails the same way again pauses its table."""
        self._failed[table_id] = time.monotonic() + POISONED
        if self._failures.note(table_id, _CLOCK, error):
            del self._failed[table_id]

    def _sweep(self, now: float) -> None:
        seats.sweep()
        patience.sweep()
        colours.sweep()
        practice.sweep()
        idlers.sweep()
        self.follow()
        sessions.sweep()
        reshuffles.sweep()
        self._pots.show()
        self._watch_chance(now)
        self._watch_floor(now)
        self._once_a_day(now)
        if not congested():
            for shoe_id in due.forgotten_shoes():
                queue.reveal_shoe(shoe_id)
            for draw_id in due.forgotten_draws():
                queue.reveal_draw(draw_id)

    def follow(self) -> None:
        """Give resting tables the version of their rules that has come into force."""
        for table_id in rulesets.tables_behind():
            try:
                series.sweep(table_id)
            except Exception as error:
                # One table that cannot take its rules must not stop the clocks of the others.
                log.exception("rules_not_followed", table=table_id)
                self._failures.note(table_id, _RULES, error)
            else:
                self._failures.forget(table_id, _RULES)

    def _watch_chance(self, now: float) -> None:
        """Once a day have a worker verified and the day before measured; retried if lost."""
        if now - self._watched < WATCH:
            return
        self._watched = now
        if (day := watch.owed()) is not None:
            chance.check.delay(gate.Why.DAILY)
            chance.watch_day.delay(day.isoformat())

    def _watch_floor(self, now: float) -> None:
        """Note anomalies, make up vouchers, retry notices not mailed and log how many are late.

        Workers count what the tables took meanwhile, and ask for payments that wait.
        """
        if now - self._looked < LOOK:
            return
        self._looked = now
        surveillance.sweep()
        if self._additions is None:
            self._additions = vouchers.Additions()
        self._additions.make_up()
        queue.count_takings()
        for request_id in paying.due():
            accounts.ask_payment.delay(request_id)
        if notices.owed().exists():
            queue.mail_notices()
        if late := notices.late():
            log.error("notices_late", notices=late)

    def _once_a_day(self, now: float) -> None:
        """Delete old talk, make orphans of old tickets; workers clear sessions, audit the rest."""
        if now - self._cleared > CLEAR:
            self._cleared = now
            chat.forget()
            tickets.lapse(timezone.now())
            accounts.clear_sessions.delay()
            queue.audit_meters()
            queue.watch_players()
            accounts.audit_cash.delay()
            accounts.reconcile_payments.delay()
            chance.audit_office.delay()
