"""Entropy of two sources, each watched by health tests of its own (SP 800-90B, section 4.4).

The kernel's bytes are conditioned, so the tests on them find gross failure only (a stuck, zero or
short source). They are no claim about the entropy of that source.

The processor's jitter (`core.jitter`) is the other. Every byte is the exclusive or of one of each:
as they are independent it is no worse than the better one, and whoever knows all of one source
knows nothing (the pattern of SP 800-90C's RBG3(XOR)).
"""

import functools
import os

from casino.rng.core import health, jitter
from casino.rng.core.constants import KERNEL_CUTOFFS, KERNEL_STARTUP
from casino.rng.core.continuous import ContinuousTests

_continuous = ContinuousTests(KERNEL_CUTOFFS)


def draw(count: int) -> bytes:
    """Return `count` bytes that hold the entropy of the kernel and of the processor's jitter.

    Waits until the kernel's pool is ready (getrandom(2)). Raises `Broken`, for the life of the
    process, when either source fails a health test.
    """
    health.ready()
    return _joined(_tested_read(count), jitter.draw(count))


def instance() -> str:
    """Return the name of this service instance: 128 random bits as hex, new in every process."""
    return _instance(os.getpid())


@functools.cache
def _instance(_pid: int) -> str:
    return draw(16).hex()


def _joined(one: bytes, other: bytes) -> bytes:
    """Return the exclusive or of two strings of one length; refuses others (ValueError)."""
    if len(one) != len(other):
        raise ValueError("the sources gave different lengths")
    return (int.from_bytes(one) ^ int.from_bytes(other)).to_bytes(len(one))


def _tested_read(count: int) -> bytes:
    sample = b""
    while len(sample) < count:
        # A signal may cut a long read short; nothing at all is a failure.
        more = os.getrandom(count - len(sample))
        if not more:
            health.fail("entropy source kernel: nothing read")
        sample += more
    with health.exclusive():
        failed = _continuous.examine(sample)
    if failed:
        health.fail(f"entropy source kernel: {failed}")
    return sample


@health.self_test
def kernel_startup() -> None:
    """Examine the source before its first use; these bytes are thrown away (SP 800-90B, 4.3)."""
    _tested_read(KERNEL_STARTUP)
