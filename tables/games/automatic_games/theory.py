"""What the best play of video poker returns: every deal, every way to hold, every draw, exactly.

Counts are whole numbers. For each set of at most five cards a table says how many hands of each
kind hold it. How many of the draws of a hold make that kind follows by inclusion and exclusion
over the cards that were thrown away, and the best hold is the one that is paid most. Deals that
differ in the names of the suits alone are counted once, with how many they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import comb, factorial, lcm
from typing import Final

import numpy as np
import numpy.typing as npt

from tables.games.automatic_games.poker import HAND, KINDS

Ints = npt.NDArray[np.int64]

SUITS: Final = 4
RANKS: Final = 13
SUBSETS: Final = 1 << HAND
WHEEL: Final = 0b1_0000_0000_1111
"""Ace to five, as bits of ranks: the ace is the highest of them."""


@dataclass(frozen=True, slots=True)
class Best:
    """How often each kind of hand comes under the best play, best first, of `of` games."""

    ways: tuple[int, ...]
    of: int


def best_play(pays: Sequence[int], ranks: int = RANKS) -> Best:
    """Return how often each of `poker.KINDS` comes in a pack of so many of the highest ranks."""
    hands = _hands(ranks)
    sums = HoldCounts.over_pack(pays, ranks, hands)
    deals, alike = _unlike(hands)
    _, ways = sums.best(deals)
    return Best(
        tuple([int((each * alike).sum()) for each in ways]), hands.shape[1] * sums.draws_per_deal
    )


@dataclass(frozen=True, slots=True)
class HoldCounts:
    """By kind of hand, and by how many cards are held: how many hands hold each set of them."""

    pays: tuple[int, ...]
    """What each of `poker.KINDS` pays."""
    tables: tuple[tuple[Ints, ...], ...]
    draws: tuple[int, ...]
    """By hold, how many draws there are."""

    @classmethod
    def over_pack(
        cls, pays: Sequence[int], ranks: int = RANKS, hands: Ints | None = None
    ) -> "HoldCounts":
        """Count, for each kind of hand and each set of held cards, the hands that hold that set.

        `pays` is what each of `KINDS` pays; the pack has the `ranks` highest ranks of four suits;
        `hands` is `_hands(ranks)`, where the caller has it already.
        """
        hands = _hands(ranks) if hands is None else hands
        kinds, cards = kinds_of(hands, ranks), ranks * SUITS
        tables = [_held(hands[:, kinds == no], cards) for no in range(len(KINDS))]
        draws = [comb(cards - HAND, HAND - mask.bit_count()) for mask in range(SUBSETS)]
        return cls(tuple(pays), tuple(tables), tuple(draws))

    @property
    def draws_per_deal(self) -> int:
        """The least common multiple of `draws`, up to which the draws of each hold are weighted.

        So holds of different sizes compare.
        """
        return lcm(*self.draws)

    def best(self, deals: Ints) -> tuple[Ints, list[Ints]]:
        """Return what is held of each deal, a bit for each card, and how often each kind comes.

        A deal is a column of ascending cards. Of holds that are paid alike one of more cards is
        taken.
        """
        weights = np.array([self.draws_per_deal // each for each in self.draws], dtype=np.int64)[
            :, None
        ]
        subsets = [_places(deals, mask) for mask in range(SUBSETS)]
        found = [_drawn(tables, subsets) * weights for tables in self.tables]
        worth = np.zeros_like(found[0])
        for paid, each in zip(self.pays, found, strict=True):
            worth += paid * each
        order = np.array(sorted(range(SUBSETS), key=int.bit_count, reverse=True))
        hold = order[np.argmax(worth[order], axis=0)]
        each_deal = np.arange(deals.shape[1])
        return hold, [each[hold, each_deal] for each in found]


def _hands(ranks: int) -> Ints:
    """Return every hand, a card in each row, in the order in which `_places` counts them."""
    cards = ranks * SUITS
    sets = np.zeros((0, 1), dtype=np.int64)
    for size in range(1, HAND + 1):
        parts = [
            np.vstack((below := sets[:, : comb(card, size - 1)], np.full(below.shape[1], card)))
            for card in range(cards)
        ]
        sets = np.hstack(parts)
    return sets


def _places(hands: Ints, mask: int) -> Ints:
    """Return which set of its size each hand's cards at the bits of `mask` are."""
    place = np.zeros(hands.shape[1], dtype=np.int64)
    size = 0
    for row in range(HAND):
        if mask >> row & 1:
            size += 1
            place += np.array([comb(card, size) for card in range(RANKS * SUITS)])[hands[row]]
    return place


def kinds_of(hands: Ints, ranks: int = RANKS) -> Ints:
    """Return for each hand the number of its kind in `poker.KINDS`; beyond it for none.

    A card is four times its rank, the lowest of the pack 0, and its suit.
    """
    rank, suit = hands // SUITS + RANKS - ranks, hands % SUITS
    alike = [rank[one] == rank[other] for one, other in combinations(range(HAND), 2)]
    equal = sum(each.astype(np.int64) for each in alike)
    high = np.logical_or.reduce(
        [same & (rank[one] >= RANKS - 4)
         for same, (one, _) in zip(alike, combinations(range(HAND), 2), strict=True)]
    )  # fmt: skip
    bits = np.bitwise_or.reduce(1 << rank, axis=0)
    lowest = bits & -bits
    straight = (bits == lowest * 0b11111) | (bits == WHEEL)
    flush = (suit == suit[0]).all(axis=0)
    royal = bits == 0b11111 << (RANKS - HAND)
    wanted = [
        straight & flush & royal, straight & flush, equal == 6, equal == 4, flush, straight,
        equal == 3, equal == 2, (equal == 1) & high,
    ]  # fmt: skip
    return np.select(wanted, list(range(len(KINDS))), len(KINDS))


def _unlike(hands: Ints) -> tuple[Ints, Ints]:
    """Return deals of which no two differ in the names of suits alone, and how many each is."""
    bits = 1 << hands // SUITS
    held = [np.where(hands % SUITS == suit, bits, 0).sum(axis=0) for suit in range(SUITS)]
    first = np.logical_and.reduce([one >= other for one, other in pairwise(held)])
    same = [(one == other)[first] for one, other in combinations(held, 2)]
    # By how many pairs of suits hold the same ranks: so many orders of the suits change nothing.
    orders = {0: 1, 1: 2, 2: 4, 3: 6, 6: 24}
    alike = np.array([factorial(SUITS) // orders.get(no, 1) for no in range(7)])
    return hands[:, first], alike[sum(each.astype(np.int64) for each in same)]


def _held(hands: Ints, cards: int) -> tuple[Ints, ...]:
    """Return for each number of cards, and each set of so many, how many of these hands hold it."""
    tables = [np.zeros(comb(cards, size), dtype=np.int64) for size in range(HAND + 1)]
    for mask in range(SUBSETS):
        size = mask.bit_count()
        tables[size] += np.bincount(_places(hands, mask), minlength=len(tables[size]))
    return tuple(tables)


def _drawn(tables: Sequence[Ints], subsets: Sequence[Ints]) -> Ints:
    """Return for each hold of each deal how many of its draws make a hand of the tables' kind."""
    counts = np.array([tables[mask.bit_count()][place] for mask, place in enumerate(subsets)])
    for row in range(HAND):
        for mask in range(SUBSETS):
            if not mask >> row & 1:
                # Without the hands that hold a card that was thrown away.
                counts[mask] -= counts[mask | 1 << row]
    return counts
