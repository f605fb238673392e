"""What players bring to chance, and the dealer's cut: hashes of secrets, nothing kept, no draw.

A seat seals a secret before anybody can know the order and opens it once the list is closed
(docs/chance-protocol.md, 2 and 4).
"""

import struct
from collections.abc import Iterator, Sequence

from casino.rng.core import health
from casino.rng.core.commitment import tagged_hash, tagged_hash_512
from casino.rng.core.constants import (
    HASH_BYTES,
    KNOWN_HASHES,
    KNOWN_SECRETS,
    KNOWN_SUBJECT,
    MIX_BYTES,
    NUMBERS,
    SECRET_BYTES,
    SHOE_TAGS,
    WORD_SPAN,
    Tags,
)
from casino.rng.core.draw import Draws

Secrets = Sequence[tuple[int, bytes]]
"""Seats, ascending, and the secret that each opened."""


def contribution_hash(
    tags: Tags, subject: str, seat: int, secret: bytes, cut: int | None = None
) -> bytes:
    """Return what a seat seals for a shoe or a draw (its id): its secret, and its cut if it cuts.

    Refuses with ValueError numbers beyond two bytes and a secret of another length.
    """
    if seat not in NUMBERS or len(secret) != SECRET_BYTES:
        raise ValueError("no seat seals this")
    place = () if cut is None else (_u16(cut),)
    return tagged_hash(tags.contribution, subject.encode("ascii"), _u16(seat), secret, *place)


def hidden_cut(tags: Tags, subject: str, seat: int, secret: bytes, cut: bytes) -> bytes:
    """Return a cut of two bytes hidden, or shown again, for whoever has the seat's secret."""
    if seat not in NUMBERS or (len(secret), len(cut)) != (SECRET_BYTES, 2):
        raise ValueError("no seat hides this")
    mask = tagged_hash(tags.lock, subject.encode("ascii"), _u16(seat), secret)
    return bytes(a ^ b for a, b in zip(cut, mask[:2], strict=True))


def mix_of(tags: Tags, commitment: bytes, beacon: bytes, secrets: Secrets) -> bytes:
    """Return the additional input of every reseeding: promise, beacon and the seats' secrets.

    `beacon` is empty where there is none. Refuses with ValueError seats that do not ascend, and
    what has a wrong length.
    """
    seats = [seat for seat, _ in secrets]
    if (
        len(commitment) != HASH_BYTES
        or len(beacon) not in (0, HASH_BYTES)
        or seats != sorted(set(seats))
        or any(len(secret) != SECRET_BYTES for _, secret in secrets)
    ):
        raise ValueError("this does not make a mix")
    parts = [part for seat, secret in secrets for part in (_u16(seat), secret)]
    return tagged_hash_512(tags.mix, commitment, beacon, *parts)


def dealers_cut(mix: bytes, first: int, last: int) -> int:
    """Return where the dealer cuts, from the first place to the last, each equally likely."""
    if not 1 <= first <= last or len(mix) != MIX_BYTES:
        raise ValueError("the dealer cannot cut there")
    return first + Draws(_words(mix), WORD_SPAN).uniform(last - first + 1)


def _words(mix: bytes) -> Iterator[int]:
    block = struct.Struct(">16I")
    for number in range(2**16):
        yield from block.unpack(tagged_hash_512(SHOE_TAGS.cut, mix, number.to_bytes(8, "big")))


def _u16(number: int) -> bytes:
    if number not in NUMBERS:
        raise ValueError("a number does not fit in two bytes")
    return number.to_bytes(2, "big")


@health.self_test
def known_contribution() -> None:
    """Prove the hash that a seat seals, with a cut and without, on one published secret."""
    seat, secret = KNOWN_SECRETS[1]
    hashes = tuple(
        contribution_hash(SHOE_TAGS, KNOWN_SUBJECT, seat, secret, cut).hex() for cut in (None, 200)
    )
    if hashes != KNOWN_HASHES:
        health.fail("known answer of a contribution")
