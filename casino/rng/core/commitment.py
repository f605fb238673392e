"""What is promised before the first stake: a hash over a header and a seed."""

import hashlib
import json
from collections.abc import Mapping

from casino.rng.core.constants import SHOE_TAGS, Tags

Header = Mapping[str, str | int]
"""What a shoe or a draw is: flat, ASCII names, text and whole numbers only."""


def tagged_hash(tag: bytes, *parts: bytes) -> bytes:
    """Return SHA-256 over the tag and the parts, each behind its length in eight bytes.

    The lengths make the concatenation unambiguous; the tag keeps one use apart from another.
    """
    return hashlib.sha256(_joined(tag, *parts)).digest()


def tagged_hash_512(tag: bytes, *parts: bytes) -> bytes:
    """Return SHA-512 over the same as `tagged_hash`."""
    return hashlib.sha512(_joined(tag, *parts)).digest()


def _joined(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(8, "big") + part for part in parts)


def canonical(header: Header) -> bytes:
    """Return the one JSON text of a header, as RFC 8785 writes it.

    Refuses with ValueError what two languages could write in two ways: other types, names outside
    ASCII, numbers beyond 2^53.
    """
    for name, value in header.items():
        if not (type(name) is str and name.isascii()):
            raise ValueError("a header's name must be ASCII text")
        if not (type(value) is str or (type(value) is int and abs(value) < 2**53)):
            raise ValueError("a header holds text and whole numbers only")
    return json.dumps(
        dict(header), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    ).encode()


def header_hash(header: Header, tags: Tags = SHOE_TAGS) -> bytes:
    """Return the hash that stands for the header in the generator."""
    return tagged_hash(tags.header, canonical(header))


def commitment(header: Header, seed: bytes, tags: Tags = SHOE_TAGS) -> str:
    """Return the published promise, lower-case hex: it fixes the header and hides the seed."""
    return tagged_hash(tags.commitment, canonical(header), seed).hex()


def cards_hash(faces: bytes, seed: bytes) -> str:
    """Return what a refill's header says of its cards, lower-case hex: fixes them and hides them.

    The seed blinds it: which cards were burnt unseen stays unknown until the seed is revealed.
    """
    return tagged_hash(SHOE_TAGS.cards, bytes(sorted(faces)), seed).hex()
