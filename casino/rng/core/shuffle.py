"""The order of a shoe: a function of seed, header hash, cards and mix, of nothing else (R17)."""

import hashlib
from dataclasses import dataclass

from casino.rng.core import health
from casino.rng.core.commitment import tagged_hash
from casino.rng.core.constants import (
    DIGEST,
    DRAWS_PER_SEGMENT,
    HASH_BYTES,
    KNOWN_BEACON,
    KNOWN_COMMITMENT,
    KNOWN_SECRETS,
    KNOWN_SHOE,
    KNOWN_SHOE_HEADER_HASH,
    KNOWN_SHOE_SEED,
    MAX_PACKS,
    MIX_BYTES,
    PACK_SIZE,
    SEGMENT_BYTES,
    SHOE_TAGS,
    WORD_SPAN,
)
from casino.rng.core.contribution import mix_of
from casino.rng.core.draw import Draws, words
from casino.rng.core.drbg import HmacDrbg


@dataclass(frozen=True, slots=True, repr=False)
class Shuffled:
    """A shuffled shoe. It has no `repr`: a log line must not hold an order."""

    cards: tuple[int, ...]
    """Numbers of the cards in the unshuffled shoe, from 0."""
    rejected: int
    """Words thrown away by rejection."""
    unshuffled: bytes
    """The faces of the unshuffled shoe, 0..51 in the factory order of a pack."""

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces in the order of the shoe."""
        return tuple(self.unshuffled[card] for card in self.cards)


def seed_size(packs: int) -> int:
    """Return how many bytes of entropy a shoe takes: one segment to begin, one for each pack."""
    return SEGMENT_BYTES * (1 + packs)


def whole_packs(packs: int) -> bytes:
    """Return the faces of an unshuffled shoe of whole packs, each in factory order."""
    return bytes(range(PACK_SIZE)) * packs


def packs_of(size: int) -> int:
    """Return how many packs' worth of draws so many cards take, the last one begun."""
    return -(-size // PACK_SIZE)


def shuffle(seed: bytes, header_hash: bytes, packs: int, mix: bytes) -> Shuffled:
    """Return the order of a shoe of whole packs; see `shuffle_cards`."""
    if not 1 <= packs <= MAX_PACKS:
        raise ValueError("the packs do not make a shoe")
    return shuffle_cards(seed, header_hash, whole_packs(packs), mix)


def shuffle_cards(seed: bytes, header_hash: bytes, faces: bytes, mix: bytes) -> Shuffled:
    """Return the order of these cards: Fisher-Yates from the last down, reseeded every 52 draws.

    A segment of draws begins with its own 64 bytes of the seed and with the mix as additional
    input; words left over when it ends are dropped. The cut comes later (`core.order`). Refuses a
    seed, a hash or a mix of the wrong length with ValueError. A result that is no permutation puts
    the process in the error state.
    """
    packs = packs_of(len(faces))
    if (
        not 1 <= packs <= MAX_PACKS
        or (len(header_hash), len(mix)) != (HASH_BYTES, MIX_BYTES)
        or len(seed) != seed_size(packs)
    ):
        raise ValueError("the seed, the header hash, the cards or the mix do not make a shoe")
    segments = [seed[i : i + SEGMENT_BYTES] for i in range(0, len(seed), SEGMENT_BYTES)]
    drbg = HmacDrbg(DIGEST, segments[0], tagged_hash(SHOE_TAGS.nonce, header_hash), header_hash)
    size = len(faces)
    cards = list(range(size))
    rejected = 0
    for number, segment in enumerate(segments[1:]):
        drbg.reseed(segment, mix)
        draws = Draws(words(drbg), WORD_SPAN)
        top = size - 1 - number * DRAWS_PER_SEGMENT
        for last in range(top, max(top - DRAWS_PER_SEGMENT, 0), -1):
            other = draws.uniform(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        rejected += draws.rejected
    drbg.uninstantiate()
    shuffled = Shuffled(tuple(cards), rejected, faces)
    _check(shuffled)
    return shuffled


def _check(shuffled: Shuffled) -> None:
    """Fail unless every card of the unshuffled shoe is there once, and every face as often."""
    if sorted(shuffled.cards) != list(range(len(shuffled.unshuffled))):
        health.fail("a shuffled shoe is no permutation")
    if sorted(shuffled.faces) != sorted(shuffled.unshuffled):
        health.fail("a shuffled shoe has not the faces of its cards")


@health.self_test
def known_shoe() -> None:
    """Prove the way from a seed and contributions to an order on one published shoe."""
    mix = mix_of(SHOE_TAGS, KNOWN_COMMITMENT, KNOWN_BEACON, KNOWN_SECRETS)
    known = shuffle(KNOWN_SHOE_SEED, KNOWN_SHOE_HEADER_HASH, 6, mix)
    if hashlib.sha256(bytes(known.faces)).hexdigest() != KNOWN_SHOE:
        health.fail("known answer of the shuffle")
