"""The house's clock: does what is due at every table."""

import gc
import signal
import threading
from typing import Any

import structlog
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection

from casino.connections.server_checks import refuse_pooler
from casino.database import identity as database_identity
from casino.process import logs, metrics, upgrade
from casino.process.heartbeat import PresenceListener
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
        logs.warn_of_unknown_variables()
        refuse_pooler()
        upgrade.refuse_unmigrated()
        try:
            database_identity.refuse_copy()
        except ImproperlyConfigured as error:
            raise CommandError(str(error)) from None
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
        # Python would look through all that was imported, for seconds on a busy machine.
        gc.freeze()
