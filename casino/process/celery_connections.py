"""Celery's Django fixup, but a worker keeps its database connection between tasks.

Celery ends it before and after every task. A fresh one knows neither the catalogue nor a prepared
statement, and its server process is forked for it. Tasks say when they were queued and by which
trace, and a worker serves its metrics.
"""

from importlib import import_module
from typing import Any, Final

from celery import Celery, Task, signals
from django.db import connections
from django.utils import timezone

from casino.process import metrics, traces
from casino.process.startup import check_house

CELERY_FIXUPS: Final[Any] = import_module("celery.fixups.django")
"""A module without type annotations."""


class WorkerFixup(CELERY_FIXUPS.DjangoWorkerFixup):  # type: ignore[misc]
    """Django fixup of a worker: what it does before and after a task."""

    def install(self) -> None:
        """Connect what is done around a task, and serve metrics."""
        super().install()
        metrics.serve()
        if traces.start("worker"):
            signals.task_prerun.connect(self.begin_span)
            signals.task_postrun.connect(self.end_span)
            signals.worker_shutdown.connect(self.stop_traces)

    def begin_span(self, task: "Task[Any, Any]", task_id: str, **_: Any) -> None:
        """Begin the span of a task; a worker of one thread does one at a time."""
        attributes = {
            "messaging.system": "celery",
            "messaging.operation.type": "process",
            "messaging.message.id": task_id,
        }
        carried = {traces.TRACEPARENT: task.request.get(traces.TRACEPARENT)}
        self._span = traces.root_span(f"process {task.name}", attributes, "consumer", carried)
        self._span.__enter__()

    def end_span(self, retval: object, **_: Any) -> None:
        """End it; what a task that failed returns is its exception."""
        if isinstance(retval, BaseException):
            self._span.fail(type(retval).__name__)
        self._span.__exit__(None, None, None)

    def stop_traces(self, **_: Any) -> None:
        """Export the last spans."""
        traces.stop()

    def close_database(self, **_: Any) -> None:
        """Close broken connections, as Django does between two requests."""
        for each in connections.all(initialized_only=True):
            each.close_if_unusable_or_obsolete()


class Fixup(CELERY_FIXUPS.DjangoFixup):  # type: ignore[misc]
    """Django fixup of a Celery application."""

    _worker_fixup: WorkerFixup | None

    def on_worker_init(self, **words: Any) -> None:
        """Prepare a worker; end it where it must not serve this house."""
        super().on_worker_init(**words)
        check_house()

    @property
    def worker_fixup(self) -> WorkerFixup:
        """The worker's fixup, made at first use: it reads the settings."""
        if self._worker_fixup is None:
            self._worker_fixup = WorkerFixup(self.app)
        return self._worker_fixup


QUEUED_AT: Final = "queued_at"
"""The header of a task that says when it was queued, in seconds since 1970."""


def _note_origin(headers: dict[str, Any], **_: object) -> None:
    headers[QUEUED_AT] = timezone.now().timestamp()
    headers |= traces.carrier()


def install_fixup(app: Celery) -> Fixup:
    """Install the fixup in a Celery application, and return it."""
    signals.before_task_publish.connect(_note_origin, dispatch_uid="sabot.queued_at")
    installed: Fixup = Fixup(app).install()
    return installed
