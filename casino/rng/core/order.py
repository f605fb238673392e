"""The order of a shoe as it is promised and opened card by card: salts, leaves, root, proofs.

A leaf hides its card, so all leaves are public; who has a card's salt can compare it with the root
(docs/chance-protocol.md, 5 to 7).
"""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from casino.rng.core import health, merkle
from casino.rng.core.constants import (
    DIGEST,
    DIGEST_BYTES,
    KNOWN_BEACON,
    KNOWN_COMMITMENT,
    KNOWN_CUT,
    KNOWN_CUT_LIMITS,
    KNOWN_ROOT,
    KNOWN_SECRETS,
    KNOWN_SHOE_HEADER_HASH,
    KNOWN_SHOE_SEED,
    SECRET_BYTES,
    SHOE_TAGS,
    Digest,
)
from casino.rng.core.contribution import dealers_cut, mix_of
from casino.rng.core.shuffle import shuffle

T = TypeVar("T")


def salts(seed: bytes, commitment: bytes, count: int) -> tuple[bytes, ...]:
    """Return the salts of the cards of a shoe, in the shuffled order, 32 bytes each.

    One tells nothing of another: each comes from a key that only the seed gives.
    """
    key = hkdf(DIGEST, seed, commitment, SHOE_TAGS.salts, SECRET_BYTES)
    # The key is taken in once: it costs more than a salt.
    keyed = hmac.new(key, digestmod="sha256")
    found = []
    for number in range(count):
        salt = keyed.copy()
        salt.update(number.to_bytes(4, "big"))
        found.append(salt.digest())
    return tuple(found)


def hkdf(digest: Digest, secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """Return key material by HKDF (RFC 5869); refuses with ValueError more than 255 blocks."""
    size = DIGEST_BYTES[digest]
    if not 0 < length <= 255 * size:
        raise ValueError("HKDF gives 1 to 255 blocks")
    key = hmac.digest(salt or bytes(size), secret, digest)
    block = made = b""
    for number in range(1, -(-length // size) + 1):
        block = hmac.digest(key, block + info + bytes([number]), digest)
        made += block
    return made[:length]


def leaf(number: int, face: int, salt: bytes) -> bytes:
    """Return the leaf of a card of the shuffled order, numbered from 0."""
    return merkle.leaf_hash(number.to_bytes(4, "big") + bytes([face]) + salt)


def as_dealt(shuffled: Sequence[T], cut: int) -> tuple[T, ...]:
    """Return the cards after the cut: the first `cut` of them behind the others."""
    return (*shuffled[cut:], *shuffled[:cut])


@dataclass(frozen=True, slots=True, repr=False)
class Tree:
    """The hashes over a shoe's leaves, all of them public."""

    levels: tuple[Sequence[bytes], ...]
    """The leaves first, the root last; the odd one of a level stands in the next one as it is."""

    @property
    def leaves(self) -> Sequence[bytes]:
        """Return the leaves, in the shuffled order."""
        return self.levels[0]

    @property
    def root(self) -> bytes:
        """What is promised of the order."""
        return self.levels[-1][0]

    def proof(self, number: int) -> tuple[bytes, ...]:
        """Return the hashes that prove a leaf, the nearest first; ValueError if there is none."""
        if not 0 <= number < len(self.leaves):
            raise ValueError("the tree has no such leaf")
        found = []
        for level in self.levels[:-1]:
            if (other := number ^ 1) < len(level):
                found.append(level[other])
            number >>= 1
        return tuple(found)


def tree(leaves: Sequence[bytes]) -> Tree:
    """Return the tree over the leaves of a shoe, in the shuffled order; at least one.

    Pairs from the left, level by level, make the shape of RFC 6962, in half the time of its
    definition.
    """
    levels = [leaves]
    while len(level := levels[-1]) > 1:
        above = list(map(merkle.node_hash, level[::2], level[1::2]))
        levels.append([*above, level[-1]] if len(level) % 2 else above)
    return Tree(tuple(levels))


@health.self_test
def known_order() -> None:
    """Prove the way from a shuffled shoe to the dealer's cut and the root on one published shoe."""
    mix = mix_of(SHOE_TAGS, KNOWN_COMMITMENT, KNOWN_BEACON, KNOWN_SECRETS)
    known = shuffle(KNOWN_SHOE_SEED, KNOWN_SHOE_HEADER_HASH, 6, mix)
    if dealers_cut(mix, *KNOWN_CUT_LIMITS) != KNOWN_CUT:
        health.fail("known answer of the cut")
    salted = salts(KNOWN_SHOE_SEED, KNOWN_COMMITMENT, len(known.faces))
    numbered = enumerate(zip(known.faces, salted, strict=True))
    promised = tree([leaf(number, face, salt) for number, (face, salt) in numbered])
    if promised.root.hex() != KNOWN_ROOT:
        health.fail("known answer of the order")
