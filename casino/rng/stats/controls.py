"""Known-bad sources. Each has a flaw of a real casino's code, and the battery must find it."""

from collections.abc import Callable, Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from casino.rng.core.constants import PACK_SIZE

Shoes = NDArray[np.int64]
PACKS: Final = 6
SIZE: Final = PACK_SIZE * PACKS
Shuffle = Callable[[np.random.Generator, int], list[int]]


def modulo_of_a_byte(chance: np.random.Generator, _number: int) -> list[int]:
    """Shuffle with one byte a draw, scaled by a bare modulo."""
    cards = list(range(SIZE))
    drawn = chance.integers(0, 256, SIZE).tolist()
    for last in range(SIZE - 1, 0, -1):
        other = drawn[last] % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def swap_with_any(chance: np.random.Generator, _number: int) -> list[int]:
    """Swap every card with any card, not with one not yet placed."""
    cards = list(range(SIZE))
    drawn = chance.integers(0, SIZE, SIZE).tolist()
    for place, other in enumerate(drawn):
        cards[place], cards[other] = cards[other], cards[place]
    return cards


def off_by_one(chance: np.random.Generator, _number: int) -> list[int]:
    """Never leave a card in its place (Sattolo's algorithm)."""
    cards = list(range(SIZE))
    drawn = chance.random(SIZE).tolist()
    for last in range(SIZE - 1, 0, -1):
        other = int(drawn[last] * last)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def one_riffle(chance: np.random.Generator, _number: int) -> list[int]:
    """Riffle the unshuffled shoe once."""
    upper = chance.integers(0, 2, SIZE).astype(bool)
    cards = np.empty(SIZE, np.int64)
    cards[~upper] = np.arange(SIZE - upper.sum())
    cards[upper] = np.arange(SIZE - upper.sum(), SIZE)
    return [int(card) for card in cards]


def sixteen_bit_seed(chance: np.random.Generator, _number: int) -> list[int]:
    """Shuffle well with a Mersenne Twister that has one of 65,536 seeds."""
    twister = np.random.Generator(np.random.MT19937(int(chance.integers(0, 2**16))))
    return [int(card) for card in twister.permutation(SIZE)]


BAD_SHUFFLES: Final[dict[str, Shuffle]] = {
    "modulo of one byte": modulo_of_a_byte,
    "swap with any card": swap_with_any,
    "off by one": off_by_one,
    "one riffle": one_riffle,
    "sixteen-bit seed": sixteen_bit_seed,
}


def bad_shoes(shuffle: Shuffle, count: int, seed: int) -> Iterator[Shoes]:
    """Yield shoes of a bad shuffle, a thousand rows at a time."""
    chance = np.random.Generator(np.random.PCG64(seed))
    for start in range(0, count, 1000):
        rows = range(start, min(start + 1000, count))
        yield np.array([shuffle(chance, number) for number in rows], np.int64)


def stuck_byte(size: int, seed: int) -> bytes:
    """Return good bytes of which every 4,096th is stuck at 0xff, together a stream of `size`."""
    good = np.frombuffer(np.random.Generator(np.random.PCG64(seed)).bytes(size), np.uint8).copy()
    good[::STUCK_EVERY] = 0xFF
    return good.tobytes()


STUCK_EVERY: Final = 64
