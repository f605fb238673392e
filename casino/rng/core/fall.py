"""What falls on a wheel or dice: a function of seed, header hash, sides and mix alone (R17)."""

from dataclasses import dataclass

from casino.rng.core import health
from casino.rng.core.commitment import tagged_hash
from casino.rng.core.constants import (
    DIGEST,
    DRAW_SEED_BYTES,
    DRAW_TAGS,
    HASH_BYTES,
    KNOWN_BEACON,
    KNOWN_COMMITMENT,
    KNOWN_FALL,
    KNOWN_FALL_SIDES,
    KNOWN_SECRETS,
    KNOWN_SHOE_HEADER_HASH,
    KNOWN_SHOE_SEED,
    MAX_DICE,
    MIX_BYTES,
    SEGMENT_BYTES,
    SIDES,
    WORD_SPAN,
)
from casino.rng.core.contribution import mix_of
from casino.rng.core.draw import Draws, words
from casino.rng.core.drbg import HmacDrbg


@dataclass(frozen=True, slots=True, repr=False)
class Fallen:
    """What fell. It has no `repr`: nobody may read it before the round is closed."""

    values: tuple[int, ...]
    """For each of the sides a number from 0 to below it."""
    rejected: int
    """Words thrown away by rejection."""


def can_fall(sides: tuple[int, ...]) -> bool:
    """Tell whether a draw may have these sides: 1 to MAX_DICE of them, each within SIDES."""
    return 1 <= len(sides) <= MAX_DICE and all(type(n) is int and n in SIDES for n in sides)


def fall(seed: bytes, header_hash: bytes, sides: tuple[int, ...], mix: bytes) -> Fallen:
    """Return what the seed makes fall: a shoe's steps with one segment, a number for each side.

    Refuses with ValueError a seed, hash or mix of the wrong length, and sides that cannot be. A
    value that is no side puts the process in the error state.
    """
    lengths = (len(seed), len(header_hash), len(mix))
    if not can_fall(sides) or lengths != (DRAW_SEED_BYTES, HASH_BYTES, MIX_BYTES):
        raise ValueError("the seed, the header hash, the sides or the mix do not make a draw")
    drbg = HmacDrbg(
        DIGEST, seed[:SEGMENT_BYTES], tagged_hash(DRAW_TAGS.nonce, header_hash), header_hash
    )
    drbg.reseed(seed[SEGMENT_BYTES:], mix)
    draws = Draws(words(drbg), WORD_SPAN)
    values = tuple(draws.uniform(each) for each in sides)
    drbg.uninstantiate()
    _check(values, sides)
    return Fallen(values, draws.rejected)


def _check(values: tuple[int, ...], sides: tuple[int, ...]) -> None:
    """Fail unless there is a value for each of the sides, from 0 to below it."""
    if len(values) != len(sides) or any(
        not 0 <= value < each for value, each in zip(values, sides, strict=True)
    ):
        health.fail("something fell on no side")


@health.self_test
def known_fall() -> None:
    """Prove the whole way from a seed to what falls on one published draw."""
    seed = KNOWN_SHOE_SEED[:DRAW_SEED_BYTES]
    mixed = mix_of(DRAW_TAGS, KNOWN_COMMITMENT, KNOWN_BEACON, KNOWN_SECRETS)
    if fall(seed, KNOWN_SHOE_HEADER_HASH, KNOWN_FALL_SIDES, mixed).values != KNOWN_FALL:
        health.fail("known answer of the draw")
