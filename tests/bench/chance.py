"""How fast the generator makes shoes by itself (G19, G20).

These are CPU seconds of this process, with neither database nor queue. What they are compared
with runs in turn with them: a shuffle of the standard library, which proves nothing, OpenSSL's own
HMAC-DRBG through `ctypes`, and the bare hashes that an order's commitment is made of.
"""

import hashlib
import hmac
import os
import random
import statistics
import time
from collections.abc import Callable
from typing import Final

from casino.rng.core.constants import DIGEST, HASH_BYTES, MIX_BYTES, SEGMENT_BYTES
from casino.rng.core.drbg import HmacDrbg
from casino.rng.core.order import leaf, salts, tree
from casino.rng.core.shuffle import Shuffled, seed_size, shuffle
from tests.bench.effort import Effort
from tests.bench.figures import Figure
from tests.rng.openssl import OpensslDrbg

PACKS: Final = 6
CARDS: Final = 52 * PACKS
REQUEST: Final = 208
"""Bytes of a segment's words."""
TURNS: Final = 7


def bench(effort: Effort) -> list[Figure]:
    """Measure the generator by itself."""
    seconds = effort.pick(0.4, 0.1, 0.005)
    seed, hashed = os.urandom(seed_size(PACKS)), os.urandom(HASH_BYTES)
    promise, mix = os.urandom(HASH_BYTES), os.urandom(MIX_BYTES)
    deck = list(range(CARDS))
    known = shuffle(seed, hashed, PACKS, mix)
    segments = [seed[at : at + SEGMENT_BYTES] for at in range(0, len(seed), SEGMENT_BYTES)]
    own = HmacDrbg(DIGEST, segments[0], hashed)
    openssl = OpensslDrbg(DIGEST, segments[0], hashed)

    def reseeded(drbg: HmacDrbg | OpensslDrbg) -> None:
        for segment in segments[1:]:
            drbg.reseed(segment, mix)
            drbg.generate(REQUEST)

    alone, committed, commitment, plain, hashes, ours, theirs = in_turn(
        seconds,
        lambda: shuffle(seed, hashed, PACKS, mix),
        lambda: commit(shuffle(seed, hashed, PACKS, mix), seed, promise),
        lambda: commit(known, seed, promise),
        lambda: random.shuffle(deck),
        lambda: bare_hashes(known.faces, promise),
        lambda: reseeded(own),
        lambda: reseeded(openssl),
    )
    return [
        Figure(
            "G19",
            "six-deck shoes shuffled, per CPU s",
            alone,
            "/s",
            floor=2000,
            goal=4000,
            note=f"seed, mix, six reseeds, 311 exact draws; random.shuffle {plain:,.0f}/s, so"
            f" {alone / plain:.2f} of a shuffle that nobody can verify",
        ),
        Figure(
            "G20",
            "an order's commitment / its bare hashes: 312 salts, 312 leaves, a root",
            commitment / hashes,
            floor=0.5,
            goal=0.8,
            note=f"{commitment:,.0f} of {hashes:,.0f} per CPU s",
        ),
        Figure("", "six-deck shoes shuffled and committed to, per CPU s", committed, "/s"),
        Figure(
            "",
            "the generator / OpenSSL's HMAC-DRBG through ctypes, a shoe's requests",
            ours / theirs,
            note=f"{ours:,.0f} of {theirs:,.0f} per CPU s",
        ),
    ]


def commit(shuffled: Shuffled, seed: bytes, promise: bytes) -> bytes:
    """Return the root over an order, as the house makes it."""
    salted = salts(seed, promise, len(shuffled.faces))
    numbered = enumerate(zip(shuffled.faces, salted, strict=True))
    return tree([leaf(number, face, salt) for number, (face, salt) in numbered]).root


def bare_hashes(faces: tuple[int, ...], key: bytes) -> None:
    """Compute as many hashes, of the same lengths, as an order's salts, leaves and nodes take."""
    leaf_of, node_of = bytes(38), bytes(65)
    for _ in faces:
        hmac.digest(key, b"1234", "sha256")
        hashlib.sha256(leaf_of).digest()
    for _ in faces[1:]:
        hashlib.sha256(node_of).digest()


def in_turn(seconds: float, *works: Callable[[], object]) -> list[float]:
    """Return how often each was done in a CPU second, the median of TURNS turns of them all."""
    rates: list[list[float]] = [[] for _ in works]
    for turn in range(1 + TURNS):
        for work, found in zip(works, rates, strict=True):
            count, began = 0, time.process_time()
            while (used := time.process_time() - began) < seconds:
                for _ in range(10):
                    work()
                count += 10
            # The first turn warms caches and is not counted.
            if turn:
                found.append(count / used)
    return [statistics.median(found) for found in rates]
