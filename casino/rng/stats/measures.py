"""What a test found, and the sums that lead to it. Knows statistics; no card and no wheel."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import erfc, gammaincc, pdtr, pdtrc

Numbers = NDArray[Any]
LEAST_EXPECTED = 5.0
"""Classes are joined until so many are expected in each."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One statistic with its p-value."""

    name: str
    sample: int
    """What was counted: shoes, draws or sequences."""
    statistic: float
    p: float
    spread: bool = True
    """The p-value of a fair source is uniform, near enough for a Kolmogorov-Smirnov test."""


def chi_square(name: str, sample: int, statistic: float, degrees: int) -> Measure:
    """Return the measure of a chi-square statistic, one-sided: large ones have a small p-value."""
    return Measure(name, sample, statistic, float(gammaincc(degrees / 2, statistic / 2)))


def normal(name: str, sample: int, z: float) -> Measure:
    """Return the measure of a standard normal statistic, two-sided."""
    return Measure(name, sample, z, float(erfc(abs(z) / math.sqrt(2))))


def poisson(name: str, sample: int, count: int, mean: float, *, both_sides: bool) -> Measure:
    """Return the measure of a rare count.

    Two-sided where `both_sides`; otherwise only a count above the mean has a small p-value.
    """
    upper = 1.0 if count == 0 else float(pdtrc(count - 1, mean))
    p = min(1.0, 2 * min(upper, float(pdtr(count, mean)))) if both_sides else upper
    return Measure(name, sample, float(count), p, spread=False)


def fit(name: str, sample: int, observed: Numbers, probabilities: Sequence[float]) -> Measure:
    """Return how counts fit exact probabilities (Pearson), thin neighbours joined.

    A count in a class of probability 0 has the p-value 0.
    """
    total = float(observed.sum())
    joined: list[list[float]] = [[0.0, 0.0]]
    for count, probability in zip(observed, probabilities, strict=True):
        if probability <= 0 and count > 0:
            return Measure(name, sample, math.inf, 0.0)
        if joined[-1][1] >= LEAST_EXPECTED:
            joined.append([0.0, 0.0])
        joined[-1][0] += float(count)
        joined[-1][1] += probability * total
    if len(joined) > 1 and joined[-1][1] < LEAST_EXPECTED:
        count, expected = joined.pop()
        joined[-1][0] += count
        joined[-1][1] += expected
    # What the tail of the probabilities leaves out would else count as a deviation.
    statistic = sum((count - expected) ** 2 / expected for count, expected in joined)
    return chi_square(name, sample, statistic, len(joined) - 1)


class Mean:
    """Compares a statistic's mean over independent samples with its exact mean."""

    def __init__(self, name: str, mean: float, variance: float | None = None) -> None:
        self._name, self._mean, self._variance = name, mean, variance
        self._count = 0
        self._sum = self._squares = 0.0

    def add(self, values: Numbers) -> None:
        """Count these samples."""
        deviations = values.astype(np.float64) - self._mean
        self._count += len(deviations)
        self._sum += float(deviations.sum())
        self._squares += float((deviations**2).sum())

    def measure(self) -> Measure:
        """Return the measure; where no exact variance is known the sample's is taken."""
        variance = self._variance
        if variance is None:
            variance = self._squares / self._count - (self._sum / self._count) ** 2
        if variance <= 0:
            # A constant is what it must be, or infinitely far from it.
            z = math.copysign(math.inf, self._sum) if self._sum else 0.0
        else:
            z = self._sum / math.sqrt(self._count * variance)
        return normal(self._name, self._count, z)


class Histogram:
    """Compares how often whole numbers come with their exact probabilities."""

    def __init__(self, name: str, probabilities: Sequence[float], first: int = 0) -> None:
        self._name, self._probabilities, self._first = name, probabilities, first
        self._counts = np.zeros(len(probabilities), np.int64)
        self._samples = 0

    def add(self, values: Numbers) -> None:
        """Count these samples; what lies beyond the last class counts there."""
        last = len(self._probabilities) - 1
        places = np.clip(values.astype(np.int64) - self._first, 0, last)
        self._counts += np.bincount(places, minlength=last + 1)
        self._samples += len(places)

    def measure(self) -> Measure:
        """Return the chi-square of the counts (`fit`)."""
        return fit(self._name, self._samples, self._counts, self._probabilities)
