"""Entropy from the kernel, watched by the health tests of SP 800-90B, section 4.4.

The kernel's bytes are conditioned, so these tests find gross failure only (a stuck, zero or short
source). They are no claim about the entropy of the source.
"""

import functools
import os

from casino.rng.core import health
from casino.rng.core.constants import (
    PROPORTION_CUTOFF,
    PROPORTION_WINDOW,
    REPETITION_CUTOFF,
    STARTUP_BYTES,
)


class ContinuousTests:
    """Repetition count (4.4.1) and adaptive proportion (4.4.2) over every byte of one source."""

    def __init__(self) -> None:
        self._last = -1
        self._run = 0
        self._counted = -1
        self._count = 0
        self._left = 0

    def examine(self, sample: bytes) -> str | None:
        """Return the name of the test that the source now fails, if any."""
        for byte in sample:
            if byte == self._last:
                self._run += 1
                if self._run >= REPETITION_CUTOFF:
                    return "repetition count"
            else:
                self._last, self._run = byte, 1
            if self._left == 0:
                self._counted, self._count, self._left = byte, 0, PROPORTION_WINDOW
            self._left -= 1
            if byte == self._counted:
                self._count += 1
                if self._count >= PROPORTION_CUTOFF:
                    return "adaptive proportion"
        return None


_continuous = ContinuousTests()


def draw(count: int) -> bytes:
    """Return `count` bytes from getrandom(2), which blocks until the kernel's pool is ready.

    Raises `Broken`, for the life of the process, when the source fails a health test.
    """
    health.ready()
    return _tested_read(count)


def instance() -> str:
    """Return the name of this service instance: 128 random bits as hex, new in every process."""
    return _instance(os.getpid())


@functools.cache
def _instance(_pid: int) -> str:
    return draw(16).hex()


def _tested_read(count: int) -> bytes:
    sample = b""
    while len(sample) < count:
        # A signal may cut a long read short; nothing at all is a failure.
        more = os.getrandom(count - len(sample))
        if not more:
            health.fail("entropy source: nothing read")
        sample += more
    with health.exclusive():
        failed = _continuous.examine(sample)
    if failed:
        health.fail(f"entropy source: {failed}")
    return sample


@health.self_test
def entropy_startup() -> None:
    """Examine the source before its first use; these bytes are thrown away (SP 800-90B, 4.3)."""
    _tested_read(STARTUP_BYTES)
