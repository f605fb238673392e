"""The second source of entropy: how long the processor takes for the same work, time after time.

Caches, memory, interrupts and the scheduler make each piece of work take another time; a sample is
the low byte of the difference between two readings of the clock (SP 800-90B 2.2.1). We claim one
bit of min-entropy a sample, a fraction of what is measured (`docs/fairness.md`). At that claim and
false alarms of 2^-40 the cutoffs of section 4.4 are: a repetition count of 1 + ceil(40 / 1) = 41,
and an adaptive proportion of 1 + critbinom(512, 2^-1, 1 - 2^-40) = 336 in a window of 512.

1,024 samples that passed are conditioned to 512 bits by HMAC-SHA-512, a vetted component
(3.1.5.1.2): its input is claimed to hold the 512 + 64 bits that full entropy wants, and more.
Such blocks seed an HMAC_DRBG of this process, which the caller's bytes come from; every request
adds samples of its own, and each 1,024 of those reseed it. No byte of the kernel goes in: the two
sources are independent.
"""

import hashlib
import hmac
import os
from collections.abc import Callable
from time import perf_counter_ns
from typing import Final

from casino.rng.core import health
from casino.rng.core.constants import (
    DIGEST,
    JITTER_BLOCK,
    JITTER_CUTOFFS,
    JITTER_KEY,
    JITTER_MEMORY_BYTES,
    JITTER_REQUESTS,
    JITTER_SAMPLES_A_REQUEST,
    JITTER_STARTUP,
    JITTER_STEPS,
)
from casino.rng.core.continuous import ContinuousTests
from casino.rng.core.drbg import HmacDrbg

clock: Callable[[], int] = perf_counter_ns
"""The processor's clock, nanoseconds from an unknown beginning. Only differences are used."""

_WITHIN: Final = JITTER_MEMORY_BYTES - 1


class _Source:
    """The noise source of this process and the generator that it seeds; a forked child begins anew.

    Whoever uses it holds `health.exclusive`.
    """

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Drop what was collected: two processes share none of it."""
        self.continuous = ContinuousTests(JITTER_CUTOFFS)
        self.memory = bytearray(JITTER_MEMORY_BYTES)
        self.work = bytes(hashlib.sha512().digest_size)
        self.place = 0
        self.held = bytearray()
        self.drbg: HmacDrbg | None = None

    def samples(self, count: int) -> bytes:
        """Return so many raw samples, examined by nothing."""
        taken = bytearray(count)
        memory, place, work, read, hashed = (
            self.memory,
            self.place,
            self.work,
            clock,
            hashlib.sha512,
        )
        before = read()
        for number in range(count):
            work = hashed(work).digest()
            for step in work[:JITTER_STEPS]:
                # Where it goes next nobody can prefetch, nor a compiler foresee.
                place = (place * 257 + step + 1) & _WITHIN
                memory[place] = (memory[place] + 1) & 0xFF
            now = read()
            taken[number] = (now - before) & 0xFF
            before = now
        self.place, self.work = place, work
        return bytes(taken)

    def tested(self, count: int) -> bytes:
        """Return so many samples that passed the continuous tests; raises `Broken`."""
        taken = self.samples(count)
        failed = self.continuous.examine(taken)
        if failed:
            health.fail(f"entropy source jitter: {failed}")
        return taken

    def generate(self, count: int) -> bytes:
        """Return so many bytes of the generator that this source seeds and reseeds."""
        if self.drbg is None:
            entropy, nonce = (conditioned(self.tested(JITTER_BLOCK)) for _ in range(2))
            self.drbg = HmacDrbg(DIGEST, entropy, nonce, JITTER_KEY, limit=JITTER_REQUESTS)
        fresh = self.tested(JITTER_SAMPLES_A_REQUEST)
        self.held += fresh
        if len(self.held) >= JITTER_BLOCK:
            self.drbg.reseed(conditioned(bytes(self.held)))
            self.held.clear()
        return self.drbg.generate(count, fresh)


_source = _Source()
os.register_at_fork(after_in_child=_source.forget)


def draw(count: int) -> bytes:
    """Return `count` bytes made of the processor's jitter alone.

    Raises `Broken`, for the life of the process, when the source fails a health test.
    """
    with health.exclusive():
        return _source.generate(count)


def raw(count: int) -> bytes:
    """Return `count` raw samples of another source, for measuring; nothing is made of them."""
    return _Source().samples(count)


def conditioned(samples: bytes) -> bytes:
    """Return 64 bytes of full entropy out of a block of samples; refuses fewer (ValueError)."""
    if len(samples) < JITTER_BLOCK:
        raise ValueError("too few samples make no block")
    return hmac.digest(JITTER_KEY, samples, "sha512")


@health.self_test
def jitter_startup() -> None:
    """Examine the source before its first use; these samples are thrown away (SP 800-90B, 4.3)."""
    with health.exclusive():
        _source.tested(JITTER_STARTUP)
