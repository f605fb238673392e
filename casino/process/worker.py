"""Celery's worker for one queue: `python -m casino.process.worker rng`.

Celery's own command line takes a third longer to start: it imports a toolkit for prompts, and
Django's checks import every page and address of the house, of which a worker serves none.
"""

import os
import sys

# Celery reads it when a worker is made.
os.environ["CELERY_SKIP_CHECKS"] = "1"

from celery.utils.nodenames import default_nodename, host_format
from django.core.exceptions import ImproperlyConfigured

from casino.celery import app


def main(queue: str) -> int:
    """Do the queue's tasks, one after the other, until SIGTERM; return the exit code."""
    try:
        worker = app.Worker(
            queues=[queue],
            hostname=host_format(default_nodename(f"{queue}@%h")),
            pool_cls="solo",
            loglevel="WARNING",
            quiet=True,
            without_gossip=True,
            without_mingle=True,
        )
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    worker.start()
    return int(worker.exitcode or 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
