"""Celery's way to Django, but that a worker keeps its connection from one task to the next.

Celery ends it before and after every task. A fresh one knows neither the catalogue nor a prepared
statement, and its server process is forked for it.
"""

from importlib import import_module
from typing import Any, Final

from celery import Celery
from django.db import connections

CELERYS: Final[Any] = import_module("celery.fixups.django")
"""Its types are not told."""


class WorkerFixup(CELERYS.DjangoWorkerFixup):  # type: ignore[misc]
    """What a worker does around a task."""

    def close_database(self, **_: Any) -> None:
        """End the connections that broke, as Django does between two pages."""
        for each in connections.all(initialized_only=True):
            each.close_if_unusable_or_obsolete()


class Fixup(CELERYS.DjangoFixup):  # type: ignore[misc]
    """What makes an application one of Django's."""

    _worker_fixup: WorkerFixup | None

    @property
    def worker_fixup(self) -> WorkerFixup:
        """Made when it is first asked for: it reads the settings."""
        if self._worker_fixup is None:
            self._worker_fixup = WorkerFixup(self.app)
        return self._worker_fixup


def fixup(app: Celery) -> Fixup:
    """Return the application's fixup, installed."""
    installed: Fixup = Fixup(app).install()
    return installed
