"""Serves the metrics of the house as a whole, and audits it daily: `python -m tables.metrics`.

At METRICS_HOST and METRICS_PORT, until SIGTERM. One is enough for a house, whatever its machines.
"""

import os
import signal
import sys
import threading

import django
from django.core.exceptions import ImproperlyConfigured
from prometheus_client import REGISTRY

from casino.process import metrics
from casino.process.environment import metrics_address


def main() -> None:
    """Read the house every few seconds until told to stop.

    Ends with one sentence without a port, or where it is taken.
    """
    try:
        host, port = metrics_address()
        django.setup()
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    if not port:
        sys.exit("METRICS_PORT names no port: set it, for example METRICS_PORT=9400.")
    # They import models.
    from tables.metrics.audits import AuditCollector
    from tables.metrics.house import HouseCollector

    stop = threading.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: stop.set())
    house, audits = HouseCollector(), AuditCollector()
    house.keep_reading(stop)
    REGISTRY.register(house)
    REGISTRY.register(audits)
    if not metrics.serve():
        sys.exit(f"Port {port} of {host} cannot be had: choose another METRICS_PORT.")
    threading.Thread(target=audits.keep_running, args=[stop], daemon=True).start()
    stop.wait()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    main()
