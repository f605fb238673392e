"""Bits, shoes and falls for measuring: the functions that deal make them, seeded as they are.

A seed comes from both sources as in production, or from a label when a result must repeat. Nothing
made here is ever dealt.
"""

import hashlib
from collections.abc import Callable, Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from casino.rng.core import entropy
from casino.rng.core.commitment import header_hash, tagged_hash
from casino.rng.core.constants import (
    DIGEST,
    DRAW_PROTOCOL,
    DRAW_SEED_BYTES,
    DRAW_TAGS,
    DRAWS_PER_SEGMENT,
    HASH_BYTES,
    MECHANISM,
    PACK,
    PROTOCOL,
    SEGMENT_BYTES,
    SHOE_TAGS,
    Tags,
)
from casino.rng.core.contribution import mix_of
from casino.rng.core.drbg import HmacDrbg
from casino.rng.core.fall import fall
from casino.rng.core.shuffle import seed_size, shuffle

Seeds = Callable[[int], bytes]
"""Returns `n` fresh bytes at each call."""
Shoes = NDArray[np.int64]
CHUNK: Final = 1000
"""Shoes that are measured at once."""
SEGMENT_OUTPUT: Final = 4 * DRAWS_PER_SEGMENT
"""Bytes that one request of the shuffle takes, before scaling."""


def fresh() -> Seeds:
    """Return the production source: kernel and jitter, with their health tests."""
    return entropy.draw


def repeatable(label: str) -> Seeds:
    """Return seeds that depend on the label alone, so that a result repeats."""
    counter = 0

    def take(count: int) -> bytes:
        nonlocal counter
        counter += 1
        return hashlib.shake_256(f"sabot-measure/1/{label}/{counter}".encode()).digest(count)

    return take


def shoes(seeds: Seeds, packs: int, count: int) -> Iterator[Shoes]:
    """Shuffle `count` shoes of `packs` packs; yield arrays of at most CHUNK rows, a shoe each.

    A row has the cards in dealing order, as their numbers in the unshuffled shoe.
    """
    made = (_shoe(seeds, packs, number) for number in range(count))
    for start in range(0, count, CHUNK):
        rows = [next(made) for _ in range(min(CHUNK, count - start))]
        yield np.array(rows, np.int64)


def _shoe(seeds: Seeds, packs: int, number: int) -> tuple[int, ...]:
    seed, header = seeds(seed_size(packs)), _shoe_header(seeds, packs, number)
    return shuffle(seed, header, packs, _mix(seeds, SHOE_TAGS)).cards


def _mix(seeds: Seeds, tags: Tags) -> bytes:
    return mix_of(tags, seeds(HASH_BYTES), b"", ())


def _shoe_header(seeds: Seeds, packs: int, number: int) -> bytes:
    return _header(
        seeds, SHOE_TAGS, {"protocol": PROTOCOL, "pack": PACK, "sequence": number, "packs": packs}
    )


def _header(seeds: Seeds, tags: Tags, facts: dict[str, str | int]) -> bytes:
    about = {"mechanism": MECHANISM, "table": "measured", "id": seeds(16).hex()}
    return header_hash(about | facts, tags)


def falls(seeds: Seeds, sides: tuple[int, ...], count: int) -> Shoes:
    """Make `count` draws; return an array of a row each, a column for each wheel or die.

    `sides` are their numbers of outcomes; values begin at 0.
    """
    rows = []
    for number in range(count):
        seed = seeds(DRAW_SEED_BYTES)
        facts: dict[str, str | int] = {"protocol": DRAW_PROTOCOL, "sequence": number}
        header, mix = _header(seeds, DRAW_TAGS, facts), _mix(seeds, DRAW_TAGS)
        rows.append(fall(seed, header, sides, mix).values)
    return np.array(rows, np.int64).reshape(count, len(sides))


def raw(seeds: Seeds, packs: int = 6) -> Iterator[bytes]:
    """Yield the generator's output before scaling, as shuffles of such shoes draw it (R4).

    Each segment of a shoe gives what one request of the shuffle takes; the next shoe has a
    generator of its own.
    """
    number = 0
    while True:
        seed = seeds(seed_size(packs))
        header = _shoe_header(seeds, packs, number)
        yield from raw_of(seed, header, _mix(seeds, SHOE_TAGS))
        number += 1


def raw_of(seed: bytes, header: bytes, mix: bytes) -> Iterator[bytes]:
    """Yield the generator's output for a shuffle with these inputs, a block for each segment."""
    drbg = HmacDrbg(DIGEST, seed[:SEGMENT_BYTES], tagged_hash(SHOE_TAGS.nonce, header), header)
    for start in range(SEGMENT_BYTES, len(seed), SEGMENT_BYTES):
        drbg.reseed(seed[start : start + SEGMENT_BYTES], mix)
        yield drbg.generate(SEGMENT_OUTPUT)
    drbg.uninstantiate()


def in_blocks(stream: Iterator[bytes], size: int, count: int) -> Iterator[bytes]:
    """Yield `count` blocks of `size` bytes out of a stream, in order, nothing left out."""
    held = bytearray()
    for _ in range(count):
        while len(held) < size:
            held += next(stream)
        yield bytes(held[:size])
        del held[:size]
