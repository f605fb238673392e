"""Whether this process may make chance: untested, ready, or in error. Knows no algorithm.

Each part of the generator registers the test that proves it. All run before its first use in a
process, again in every forked child, after so many requests, and on demand. A failure is for the
life of the process (R23).
"""

import logging
import os
import threading
from collections.abc import Callable
from typing import NoReturn

from casino.rng.core.constants import RETEST_AFTER

_log = logging.getLogger(__name__)


class Broken(Exception):
    """The generator is in its error state: only a new process that passes its tests may draw."""


class _Process:
    """What is known of the running process."""

    def __init__(self) -> None:
        self.tests: list[Callable[[], None]] = []
        self.error: str | None = None
        self.forget()

    def forget(self) -> None:
        """Take the process for untested, as a forked child is; an inherited error stays."""
        self.lock = threading.RLock()
        self.testing = False
        self.tested_in: int | None = None
        self.requests = 0

    def must_test(self) -> bool:
        """Tell whether the next request has to wait for the self-tests."""
        return self.tested_in != os.getpid() or self.requests >= RETEST_AFTER


_process = _Process()
os.register_at_fork(after_in_child=_process.forget)


def self_test(test: Callable[[], None]) -> Callable[[], None]:
    """Register a test that every process must pass before it draws."""
    with _process.lock:
        _process.tests.append(test)
        _process.tested_in = None
    return test


def ready() -> None:
    """Return when this process has passed every self-test, running them if need be.

    They run again every RETEST_AFTER calls: each process counts for itself, as no message reaches
    them all. Raises `Broken` when one fails, or when anything failed before in this process.
    """
    if _process.error is not None:
        raise Broken(_process.error)
    if not _process.must_test():
        # Threads may lose a count between them; the period is no exact number.
        _process.requests += 1
        return
    with _process.lock:
        # The tests use what they test; only the testing thread can be here while they run.
        if not _process.testing and _process.must_test():
            _run_tests()
        if _process.error is not None:
            raise Broken(_process.error)


def test_again() -> None:
    """Run every self-test of this process now, as the standard and R25 ask: on demand, and daily.

    Raises `Broken` when one fails, or when anything failed before in this process.
    """
    with _process.lock:
        if not _process.testing:
            _process.tested_in = None
        ready()


def fail(reason: str) -> NoReturn:
    """Put this process in the error state for good and raise `Broken`; `reason` holds no secret."""
    if _process.error is None:
        _process.error = reason
        _log.critical("rng error state: %s", reason)
    raise Broken(_process.error)


def exclusive() -> threading.RLock:
    """Return the lock under which one thread at a time examines the source."""
    return _process.lock


def _run_tests() -> None:
    _process.testing = True
    try:
        for test in _process.tests:
            try:
                test()
            except Broken:
                raise
            except Exception as error:
                fail(f"self-test {test.__name__} raised {type(error).__name__}")
        _process.tested_in = os.getpid()
        _process.requests = 0
    finally:
        _process.testing = False
