"""The house's clock: does what is due at every table."""

import gc
import signal
import threading
from typing import Any

import structlog
from django.core.management.base import BaseCommand
from django.db import OperationalError, connection

from casino.process import metrics, traces
from casino.process.heartbeat import PresenceListener
from casino.process.startup import check_house
from tables.operation.croupier import Croupier

log = structlog.get_logger(__name__)


class Command(BaseCommand):
    """Runs until told to stop; several may run, each takes different tables."""

    help = "Keep the clocks of all tables (several may run)."
    # They look at pages, addresses and models, which are the code's: the tests run them. What an
    # operator sets is refused when the settings are read, in this process too
    # (`casino.process.environment`).
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        traces.start("croupier")
        check_house()
        metrics.serve()
        stop = threading.Event()
        PresenceListener("croupier")
        croupier = Croupier()
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, lambda *_: stop.set())
        while not stop.is_set():
            try:
                wait = croupier.tick()
            except OperationalError as error:
                log.error("database_away", error=str(error))
                connection.close()
                wait = 1.0
            stop.wait(wait)
        traces.stop()
        # Python would look through all that was imported, for seconds on a busy machine.
        gc.freeze()
