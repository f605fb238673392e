"""Password hashing by argon2id, in a few threads of low priority.

A hash costs as much processor time as a hundred commands, so it never runs on an event loop, nor in
the threads of commands, and a request that would wait too long is answered 503 with Retry-After.
"""

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final, TypeVar

from django.contrib.auth.hashers import Argon2PasswordHasher, PBKDF2PasswordHasher
from django.core.exceptions import SynchronousOnlyOperation

T = TypeVar("T")

AT_ONCE: Final = 1
"""Hashes that a process computes at the same time."""
WAITING: Final = 40
"""Hashes that wait, or are computed, at the same time: some seconds of work."""
NICE: Final = 10
"""By how much these threads are nicer than the process, on a system that knows it (Linux)."""


class Busy(Exception):
    """The backlog of hashes is full: this one was not begun."""


_places = threading.BoundedSemaphore(WAITING)
_here = threading.local()


def _stand_back() -> None:
    _here.hashes = True
    with suppress(AttributeError, OSError):
        own = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, own, os.getpriority(os.PRIO_PROCESS, own) + NICE)


_pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="hash", initializer=_stand_back)


def run_in_hashing_thread(work: Callable[..., T], *args: Any) -> T:
    """Run `work` in a hashing thread and return its result.

    Raises `Busy` when the backlog is full (WAITING), and `SynchronousOnlyOperation` on an event
    loop, which it would block.
    """
    if getattr(_here, "hashes", False):
        return work(*args)
    with suppress(RuntimeError):
        asyncio.get_running_loop()
        raise SynchronousOnlyOperation("Passwords are not hashed on an event loop.")
    if not _places.acquire(blocking=False):
        raise Busy
    try:
        return _pool.submit(work, *args).result()
    finally:
        _places.release()


class Argon2(Argon2PasswordHasher):
    """Argon2id, 19 MiB, two passes, one lane: OWASP's first choice for a shared machine."""

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        """Return the hash."""
        return run_in_hashing_thread(super().encode, password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Tell whether the password is the one that was hashed."""
        return run_in_hashing_thread(super().verify, password, encoded)


class Pbkdf2(PBKDF2PasswordHasher):
    """What older passwords are hashed by; each is hashed anew when its owner signs in."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """Return the hash."""
        return run_in_hashing_thread(super().encode, password, salt, iterations)

    def verify(self, password: str, encoded: str) -> bool:
        """Tell whether the password is the one that was hashed."""
        return run_in_hashing_thread(super().verify, password, encoded)
