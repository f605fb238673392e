"""Tests of what falls on a wheel of 37 and on two dice."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from casino.rng.stats import exact
from casino.rng.stats.measures import Histogram, Mean, Measure, fit

Falls = NDArray[np.int64]
POCKETS: Final = 37
LONGEST: Final = 600
"""Spins that a collection of all pockets takes at most, in practice."""


def wheel(pockets: Falls) -> list[Measure]:
    """Return the measures of spins in the order they were made."""
    count = len(pockets)
    even = np.full(POCKETS, 1 / POCKETS)
    pairs = pockets[: count // 2 * 2].reshape(-1, 2)
    coupons = Histogram(
        "coupons: spins until all pockets", exact.throws_until_all(POCKETS, LONGEST)
    )
    coupons.add(_collections(pockets))
    same = Mean("runs: a pocket twice in a row", 1 / POCKETS, 36 / POCKETS**2)
    same.add(pockets[1:] == pockets[:-1])
    return [
        fit("distribution: pockets", count, np.bincount(pockets, minlength=POCKETS), list(even)),
        fit(
            "pairs: two pockets in a row",
            len(pairs),
            np.bincount(pairs[:, 0] * POCKETS + pairs[:, 1], minlength=POCKETS**2),
            [1 / POCKETS**2] * POCKETS**2,
        ),
        coupons.measure(),
        same.measure(),
    ]


def dice(throws: Falls) -> list[Measure]:
    """Return the measures of throws of two dice, a row each, 0 to 5."""
    count = len(throws)
    sums = Histogram("game: sums of two dice", list(exact.TWO_DICE), first=2)
    sums.add(throws.sum(axis=1) + 2)
    cells = np.bincount(throws[:, 0] * 6 + throws[:, 1], minlength=36)
    return [
        fit("distribution: two dice", count, cells, [1 / 36] * 36),
        sums.measure(),
    ]


def _collections(pockets: Falls) -> Falls:
    """Return how many spins each collection of all pockets took, one behind the other."""
    found, seen, began = [], set[int](), 0
    for at, pocket in enumerate(pockets.tolist()):
        seen.add(pocket)
        if len(seen) == POCKETS:
            found.append(at + 1 - began)
            seen, began = set(), at + 1
    return np.array(found, np.int64)
