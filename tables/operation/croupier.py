"""The croupier: keeps the clocks of tables, frees abandoned seats, retries what was lost."""

import math
import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final

import structlog
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from casino.cashier import transfers
from casino.ledger import services as ledger
from casino.players import tasks as accounts
from casino.process import metrics, traces
from casino.process.heartbeat import record_heartbeat
from casino.process.queues import is_generator_queue_congested
from casino.responsible_gaming.limits import Barred
from casino.rng import tasks as chance
from casino.rng.conformity import gate
from casino.rng.monitoring import watch
from tables import queue
from tables.cage import colours, vouchers
from tables.chat import services as chat
from tables.incidents import pauses, surveillance
from tables.jackpots.pots import SharedPots
from tables.machines import tickets
from tables.operation import reshuffles, series, sessions
from tables.projections import frames
from tables.realtime.late_commands import Reports
from tables.rounds import decision_timer, timer
from tables.rows import due_work, notices
from tables.seating import idlers, practice
from tables.seating import services as seating

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
_REVEAL: Final = "croupier.reveal"
"""The croupier's steps at a table, as a pause names them."""
_SWEEPS: Final[Mapping[str, Callable[[due_work.Sweep], int]]] = {
    "seats.sweep": seating.mark_away_and_free,
    "patience.sweep": decision_timer.start_waited_for_clocks,
    "colours.sweep": colours.change_back_abandoned,
    "idlers.sweep": idlers.warn_or_unseat_idlers,
    _RULES: series.apply_new_versions,
    "sessions.sweep": sessions.begin_last_rounds,
    "reshuffles.sweep": reshuffles.reshuffle_idle_shoes,
}


def _expire(table_id: int) -> bool:
    """End a table's clock; a player who cannot pay what falls due loses their boxes."""
    try:
        timer.handle_expired_clock(table_id)
    except (ledger.Overdrawn, Barred) as short:
        if not seating.unseat_player(table_id, short):
            raise
    return True


class Croupier:
    """One process that keeps the clocks, and its state between two looks."""

    def __init__(self) -> None:
        self._postponed: dict[tuple[object, str], float] = {}
        """When a step that failed, or a reveal that was asked for, is tried again: by table or
        shoe, and step, in the seconds of `time.monotonic`."""
        self._failures = pauses.StepFailures()
        self._swept = self._watched = self._looked = self._cleared = -math.inf
        self._pots = SharedPots()
        self._additions: vouchers.FloatAdditions | None = None
        """Made with the first look: it asks the database how far the ledger is."""

    def tick(self) -> float:
        """Do once all that is due; return how long to wait, in seconds."""
        now = time.monotonic()
        self.keep_clocks()
        if now - self._swept > SWEEP:
            self._swept = now
            record_heartbeat("croupier")
            self._sweep(now)
        return TICK

    def keep_clocks(self) -> None:
        """Take the step of every table whose clock has run out.

        A players' clock ends once all that came before its end is carried out; see `grace`.
        """
        looked, late = time.monotonic(), due_work.due_tables()
        reports = Reports.read() if any(each.is_players_clock for each in late) else Reports([])
        for each in late:
            at = frames.to_milliseconds(each.at)
            if each.is_players_clock and reports.awaited(each.table_id, at, each.seconds_late):
                continue
            if self._step(each.table_id, _CLOCK, _expire):
                since = time.monotonic() - looked
                metrics.CROUPIER_LATENESS.observe(each.seconds_late + since)

    def _step(self, table_id: int, name: str, step: Callable[[int], bool]) -> bool:
        """Take a step at a table; one that failed is retried later, and at last pauses it."""
        if self._waits(table_id, name):
            return False
        try:
            with traces.root_span(name, {"sabot.table.id": table_id}, "internal"):
                changed = step(table_id)
        except Exception as error:
            log.exception("step_failed", table=table_id, step=name)
            metrics.CROUPIER_FAILURES.inc()
            self._postpone(table_id, name)
            if self._failures.note(table_id, name, error):
                del self._postponed[table_id, name]
            return False
        self._failures.forget(table_id, name)
        return changed

    def _waits(self, whose: object, name: str) -> bool:
        """Tell whether a step was postponed to later than now."""
        return self._postponed.get((whose, name), 0.0) > time.monotonic()

    def _postpone(self, whose: object, name: str) -> None:
        self._postponed[whose, name] = time.monotonic() + POISONED

    def _sweep(self, now: float) -> None:
        self._postponed = {each: until for each, until in self._postponed.items() if until > now}
        for name, sweep in _SWEEPS.items():
            self._guarded(name, partial(sweep, partial(self._at_each, name)))
        self._guarded("practice.sweep", practice.grant_between_rounds)
        self._guarded("pots.show", self._pots.publish_changes)
        self._guarded("watch_chance", partial(self._watch_chance, now))
        self._guarded("watch_floor", partial(self._watch_floor, now))
        self._guarded("once_a_day", partial(self._once_a_day, now))
        if not is_generator_queue_congested():
            self._reveal_forgotten()

    def _at_each(self, name: str, step: Callable[[int], bool], tables: Iterable[int]) -> int:
        """Take a step at each table; one that cannot take it does not stop the others."""
        return sum(self._step(table_id, name, step) for table_id in tables)

    def _guarded(self, name: str, do: Callable[[], object]) -> None:
        """Do something for the whole house; what fails is retried later, the clocks go on.

        Raises what an absent database raises: then nothing can be done.
        """
        if self._waits(None, name):
            return
        try:
            do()
        except (OperationalError, InterfaceError):
            raise
        except Exception:
            log.exception("sweep_failed", sweep=name)
            self._postpone(None, name)

    def apply_new_rule_versions(self) -> None:
        """Give resting tables the version of their rules that has come into force."""
        series.apply_new_versions(partial(self._at_each, _RULES))

    def _reveal_forgotten(self) -> None:
        """Ask for the reveals that were lost; each again only after a while, as it may fail."""
        for reveal, forgotten in (
            (queue.reveal_shoe, due_work.unrevealed_shoes()),
            (queue.reveal_draw, due_work.unrevealed_draws()),
        ):
            for each in forgotten:
                if not self._waits(each, _REVEAL):
                    reveal(each)
                    self._postpone(each, _REVEAL)

    def _watch_chance(self, now: float) -> None:
        """Once a day have a worker verified and the day before measured; retried if lost."""
        if now - self._watched < WATCH:
            return
        self._watched = now
        if (day := watch.next_day_to_measure()) is not None:
            chance.check.delay(gate.Why.DAILY)
            chance.watch_day.delay(day.isoformat())

    def _watch_floor(self, now: float) -> None:
        """Note anomalies, make up vouchers, retry notices not mailed and log how many are late.

        Workers count what the tables took meanwhile, and ask for payments that wait.
        """
        if now - self._looked < LOOK:
            return
        self._looked = now
        surveillance.record_anomalies()
        if self._additions is None:
            self._additions = vouchers.FloatAdditions()
        self._additions.write_missing_vouchers()
        queue.count_takings()
        for request_id in transfers.requests_to_send():
            accounts.ask_payment.delay(request_id)
        if notices.unmailed().exists():
            queue.mail_notices()
        if late := notices.count_overdue():
            log.error("notices_late", notices=late)

    def _once_a_day(self, now: float) -> None:
        """Delete old talk, make orphans of old tickets; workers clear sessions, audit the rest."""
        if now - self._cleared > CLEAR:
            self._cleared = now
            chat.delete_old_messages()
            tickets.orphan_expired_tickets(timezone.now())
            accounts.clear_sessions.delay()
            queue.audit_meters()
            queue.watch_players()
            accounts.audit_cash.delay()
            accounts.reconcile_payments.delay()
            chance.audit_office.delay()
