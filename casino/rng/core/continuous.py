"""The continuous health tests of SP 800-90B, section 4.4, over the samples of one source."""

from casino.rng.core.constants import Cutoffs


class ContinuousTests:
    """Repetition count (4.4.1) and adaptive proportion (4.4.2) over every sample of one source.

    A sample is one byte. Assumes that one thread at a time examines (`health.exclusive`).
    """

    def __init__(self, cutoffs: Cutoffs) -> None:
        self._cutoffs = cutoffs
        self._last = -1
        self._run = 0
        self._counted = -1
        self._count = 0
        self._left = 0

    def examine(self, samples: bytes) -> str | None:
        """Return the name of the test that the source now fails, if any."""
        repetition, proportion, window = self._cutoffs
        for sample in samples:
            if sample == self._last:
                self._run += 1
                if self._run >= repetition:
                    return "repetition count"
            else:
                self._last, self._run = sample, 1
            if self._left == 0:
                self._counted, self._count, self._left = sample, 0, window
            self._left -= 1
            if sample == self._counted:
                self._count += 1
                if self._count >= proportion:
                    return "adaptive proportion"
        return None
