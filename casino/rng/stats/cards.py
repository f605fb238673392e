"""Tests of shoes as they are dealt: positions, neighbours, permutations, and games' results.

A shoe is a row of card numbers; number modulo 52 is the face, in the factory order of a pack.
"""

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from casino.rng.core.constants import PACK_SIZE
from casino.rng.stats import exact
from casino.rng.stats.measures import Histogram, Mean, Measure, chi_square, poisson

Shoes = NDArray[np.int64]
Numbers = NDArray[Any]
LAGS: Final = range(1, 11)
FEW: Final = 3
"""Cards of a prefix that fair shoes repeat."""
MANY: Final = 8
"""Cards of a prefix that fair shoes do not repeat."""
HANDS: Final = 20
"""Two-card hands counted from the top of each shoe."""
INVERTED: Final = 52
"""Cards from the top whose inversions are counted."""
DEALER_AT: Final = 2 * HANDS
"""The dealer's cards lie behind the hands."""
MOST_CARDS: Final = 12
"""A dealer's hand has no more: small cards run out, in up to eight packs all but surely."""


class ShoeTests:
    """All tests of shoes of one size; shoes are added in the order they were made."""

    def __init__(self, packs: int) -> None:
        self._packs = packs
        self._size = size = PACK_SIZE * packs
        self._shoes = 0
        self._positions = np.zeros((size, size), np.int64)
        self._prefixes: dict[int, list[Numbers]] = {FEW: [], MANY: []}
        self._last: Shoes | None = None
        ones = exact.fixed_points(size, 8)
        half = size / 2
        self._own = Histogram("permutation: fixed points", ones)
        self._between = Histogram("interplay: cards in one place in successive shoes", ones)
        self._rise = Histogram("permutation: longest rise", exact.longest_rise(size, 12))
        self._ranks = Histogram(
            "coupons: cards until all ranks", exact.draws_until_all(13, 4 * packs)
        )
        self._top = Histogram("pairs: ranks of the first two cards", exact.first_two_ranks(packs))
        self._dealer = Histogram("game: dealer's totals", exact.dealer_totals(packs))
        self._coups = Histogram("game: punto banco", exact.PUNTO_BANCO)
        harmonic = sum(1 / k for k in range(1, size + 1))
        squares = sum(1 / k**2 for k in range(1, size + 1))
        pairs = INVERTED * (INVERTED - 1)
        self._means = {
            "rank": Mean("pairs: neighbours of one rank", *exact.same_neighbours(size, 4 * packs)),
            "suit": Mean("pairs: neighbours of one suit", *exact.same_neighbours(size, 13 * packs)),
            "turns": Mean("runs: up and down", 2 * (size - 2) / 3, (16 * size - 29) / 90),
            "ascents": Mean("runs: ascents", (size - 1) / 2, (size + 1) / 12),
            "colours": Mean("runs: colours", 1 + half, half * (half - 1) / (size - 1)),
            "cycles": Mean("permutation: cycles", harmonic, harmonic - squares),
            "inversions": Mean(
                "permutation: inversions", pairs / 4, pairs * (2 * INVERTED + 5) / 72
            ),
            "naturals": Mean("game: naturals of two cards", HANDS * exact.naturals(packs)),
        }
        spread = (size**2 - 1) / 12
        self._serial = {
            lag: Mean(f"serial: lag {lag}", -(size - lag) * spread / (size - 1)) for lag in LAGS
        }

    def add(self, shoes: Shoes) -> None:
        """Count these shoes, a row each."""
        size = self._size
        self._shoes += len(shoes)
        places = np.arange(size)
        self._positions += np.bincount(
            (places * size + shoes).ravel(), minlength=size * size
        ).reshape(size, size)
        for length, found in self._prefixes.items():
            # Wraps round for eight cards, which two in 2^64 share.
            keys = np.zeros(len(shoes), np.uint64)
            for column in range(length):
                keys = keys * np.uint64(size) + shoes[:, column].astype(np.uint64)
            found.append(keys)
        self._own.add((shoes == places).sum(axis=1))
        chain = shoes if self._last is None else np.vstack((self._last, shoes))
        self._last = shoes[-1:]
        self._between.add((chain[1:] == chain[:-1]).sum(axis=1))
        self._add_order(shoes)
        self._add_faces(shoes % PACK_SIZE)

    def _add_order(self, shoes: Shoes) -> None:
        up = shoes[:, 1:] > shoes[:, :-1]
        self._rise.add(_longest(up) + 1)
        self._means["turns"].add((up[:, 1:] != up[:, :-1]).sum(axis=1))
        self._means["ascents"].add(up.sum(axis=1))
        self._means["cycles"].add(_cycles(shoes))
        top = shoes[:, :INVERTED]
        inversions = sum((top[:, i : i + 1] > top[:, i + 1 :]).sum(axis=1) for i in range(INVERTED))
        self._means["inversions"].add(np.asarray(inversions))
        centred = shoes - (self._size - 1) / 2
        for lag, mean in self._serial.items():
            mean.add((centred[:, lag:] * centred[:, :-lag]).sum(axis=1))

    def _add_faces(self, faces: Shoes) -> None:
        suits, ranks = faces // 13, faces % 13
        red = (suits == 1) | (suits == 2)
        self._means["rank"].add((ranks[:, 1:] == ranks[:, :-1]).sum(axis=1))
        self._means["suit"].add((suits[:, 1:] == suits[:, :-1]).sum(axis=1))
        self._means["colours"].add(1 + (red[:, 1:] != red[:, :-1]).sum(axis=1))
        firsts = np.stack([(ranks == rank).argmax(axis=1) for rank in range(13)])
        self._ranks.add(firsts.max(axis=0) + 1)
        self._top.add(ranks[:, 0] * 13 + ranks[:, 1])
        values = np.minimum(ranks + 1, 10)
        hands = np.sort(values[:, : 2 * HANDS].reshape(len(faces), HANDS, 2), axis=2)
        self._means["naturals"].add(((hands[:, :, 0] == 1) & (hands[:, :, 1] == 10)).sum(axis=1))
        if self._has_dealer():
            self._dealer.add(_dealer(values[:, DEALER_AT:]))
        if self._packs == 8:
            self._coups.add(_coups(values % 10))

    def _has_dealer(self) -> bool:
        return self._size > DEALER_AT + MOST_CARDS

    def measures(self) -> list[Measure]:
        """Return every measure of the shoes so far."""
        n, shoes = self._size, self._shoes
        expected = shoes / n
        spread = float(((self._positions - expected) ** 2).sum()) / expected
        fits = [self._own, self._between, self._rise, self._ranks, self._top]
        if self._has_dealer():
            fits.append(self._dealer)
        return [
            # Both margins are fixed: n^2 - 1 degrees of freedom would be wrong.
            chi_square("distribution: position by card", shoes, spread * (n - 1) / n, (n - 1) ** 2),
            *(each.measure() for each in fits),
            *([self._coups.measure()] if self._packs == 8 else []),
            *(each.measure() for each in self._means.values()),
            *(each.measure() for each in self._serial.values()),
            self._repeats(FEW, "duplicates: first three cards", both_sides=True),
            self._repeats(MANY, "duplicates: first eight cards", both_sides=False),
        ]

    def _repeats(self, length: int, name: str, *, both_sides: bool) -> Measure:
        _, counts = np.unique(np.concatenate(self._prefixes[length]), return_counts=True)
        pairs = int((counts * (counts - 1) // 2).sum())
        mean = math.comb(self._shoes, 2) / math.perm(self._size, length)
        return poisson(name, self._shoes, pairs, mean, both_sides=both_sides)


def _longest(true: NDArray[np.bool_]) -> Numbers:
    """Return the most in a row of each row."""
    counted = np.cumsum(true, axis=1)
    before = np.maximum.accumulate(np.where(true, 0, counted), axis=1)
    longest: Numbers = (counted - before).max(axis=1)
    return longest


def _cycles(shoes: Shoes) -> Numbers:
    """Return how many cycles each permutation has, by pointer doubling."""
    size = shoes.shape[1]
    lowest = np.broadcast_to(np.arange(size), shoes.shape).copy()
    jump = shoes.copy()
    for _ in range(size.bit_length()):
        lowest = np.minimum(lowest, np.take_along_axis(lowest, jump, axis=1))
        jump = np.take_along_axis(jump, jump, axis=1)
    cycles: Numbers = (lowest == np.arange(size)).sum(axis=1)
    return cycles


def _dealer(values: Shoes) -> Numbers:
    """Return the class of each dealer's total: 17 to 21 as 0 to 4, too many as 5."""
    total = np.zeros(len(values), np.int64)
    ace = np.zeros(len(values), bool)
    done = np.zeros(len(values), bool)
    shown = total
    for column in range(MOST_CARDS):
        total = np.where(done, total, total + values[:, column])
        ace |= ~done & (values[:, column] == 1)
        shown = np.where(ace & (total + 10 <= 21), total + 10, total)
        done |= (shown >= 17) & (column >= 1)
    result: Numbers = np.minimum(shown, exact.BUST) - 17
    return result


def _coups(points: Shoes) -> Numbers:
    """Return each first coup's result: 0 banker, 1 player, 2 tie."""
    player = (points[:, 0] + points[:, 2]) % 10
    banker = (points[:, 1] + points[:, 3]) % 10
    natural = (player >= 8) | (banker >= 8)
    player_draws = ~natural & (player <= 5)
    third = points[:, 4]
    on_third = (
        (banker <= 2)
        | ((banker == 3) & (third != 8))
        | ((banker == 4) & (third >= 2) & (third <= 7))
        | ((banker == 5) & (third >= 4) & (third <= 7))
        | ((banker == 6) & (third >= 6) & (third <= 7))
    )
    banker_draws = ~natural & np.where(player_draws, on_third, banker <= 5)
    final_banker = np.where(
        banker_draws, (banker + np.where(player_draws, points[:, 5], third)) % 10, banker
    )
    final_player = np.where(player_draws, (player + third) % 10, player)
    return np.where(final_banker > final_player, 0, np.where(final_player > final_banker, 1, 2))
