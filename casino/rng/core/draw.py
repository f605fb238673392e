"""Whole numbers from random words, exactly uniform: rejection, never a bare modulo (R5).

Of the `span` equally likely words exactly floor(span / m) * m are kept, and each remainder modulo m
is taken by floor(span / m) of them: the bias is 0, not small.
"""

import struct
from collections.abc import Iterator

from casino.rng.core.constants import DRAWS_PER_SEGMENT
from casino.rng.core.drbg import HmacDrbg


class Draws:
    """Draws numbers from `words`, each uniform below `span`, in the order they come (R6)."""

    __slots__ = ("_span", "_words", "rejected")

    def __init__(self, words: Iterator[int], span: int) -> None:
        self._words = words
        self._span = span
        self.rejected = 0
        """Words thrown away so far."""

    def uniform(self, m: int) -> int:
        """Return a number from 0 to m - 1, each equally likely; refuses m outside 1..span."""
        if not 1 <= m <= self._span:
            raise ValueError("the range must lie within the span of a word")
        limit = self._span - self._span % m
        for word in self._words:
            if word < limit:
                return word % m
            self.rejected += 1
        raise EOFError("the words ran out")


def words(drbg: HmacDrbg) -> Iterator[int]:
    """Yield the generator's output as 32-bit big-endian words, one segment's worth a request."""
    block = struct.Struct(f">{DRAWS_PER_SEGMENT}I")
    while True:
        yield from block.unpack(drbg.generate(block.size))
