"""Seals a shoe or a draw at rest: AES-256-GCM, a key for each, each card by itself.

A card lies with its salt and can be opened without its neighbours, so memory never holds more of
the order than was dealt. The keys come from SHOE_KEY, which is not in the database; what a key of
SHOE_KEY_FALLBACKS sealed is opened too, and nothing is sealed by one.
"""

import contextlib
from collections.abc import Sequence
from typing import Final, NoReturn
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA512
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from casino.rng.core.constants import SECRET_BYTES

TAG_BYTES: Final = 16
SEALED_CARD_BYTES: Final = 1 + SECRET_BYTES + TAG_BYTES
"""Face, salt and tag."""
MIN_KEY_CHARACTERS: Final = 32


class SealBroken(Exception):
    """Sealed bytes do not open: the key is wrong, or they were changed or moved."""


class SeedSeal:
    """The seal of one draw's seed, which is sealed once, so that no nonce is used twice."""

    __slots__ = ("_owner", "_seed")

    def __init__(
        self,
        key: str,
        owner: UUID,
        use: bytes = b"sabot-seal/1/draw",
        *,
        fallbacks: Sequence[str] = (),
    ) -> None:
        self._owner = owner.bytes
        self._seed = _ciphers((key, *fallbacks), use, owner)

    def seal_seed(self, seed: bytes) -> bytes:
        """Return the seed sealed."""
        return self._seed[0].encrypt(_nonce(0), seed, self._owner)

    def open_seed(self, sealed: bytes) -> bytes:
        """Return the seed; raises `SealBroken`."""
        for cipher in self._seed:
            with contextlib.suppress(InvalidTag):
                return cipher.decrypt(_nonce(0), sealed, self._owner)
        raise SealBroken("the seed does not open")

    def __reduce__(self) -> NoReturn:
        raise TypeError("a seal holds keys and is not copied")


class Seal(SeedSeal):
    """The seal of one shoe: its seed, and the cards of the order that has a root.

    The seed is sealed once. An order may be rolled back and made again with another beacon: its
    root is in the key of its cards, so that no nonce is used twice with one key.
    """

    __slots__ = ("_cards",)

    def __init__(
        self, key: str, shoe: UUID, root: str | None = None, *, fallbacks: Sequence[str] = ()
    ) -> None:
        super().__init__(key, shoe, b"sabot-seal/1/seed", fallbacks=fallbacks)
        use = b"sabot-seal/2/cards" + (root or "").encode()
        self._cards = _ciphers((key, *fallbacks), use, shoe)

    def seal_order(self, faces: Sequence[int], salts: Sequence[bytes]) -> bytes:
        """Return each face with its salt, sealed one by one, `SEALED_CARD_BYTES` each, in order."""
        return b"".join(
            self._cards[0].encrypt(_nonce(index), bytes([face]) + salt, self._place(index))
            for index, (face, salt) in enumerate(zip(faces, salts, strict=True))
        )

    def open_salted(self, first: int, sealed: bytes) -> tuple[tuple[int, bytes], ...]:
        """Return face and salt of the cards from index `first`; raises `SealBroken`."""
        return tuple(
            self._open_card(index, sealed[at : at + SEALED_CARD_BYTES])
            for index, at in enumerate(range(0, len(sealed), SEALED_CARD_BYTES), first)
        )

    def _open_card(self, index: int, sealed: bytes) -> tuple[int, bytes]:
        for cipher in self._cards:
            with contextlib.suppress(InvalidTag):
                card = cipher.decrypt(_nonce(index), sealed, self._place(index))
                return card[0], card[1:]
        raise SealBroken("a card does not open")

    def open_cards(self, first: int, sealed: bytes) -> tuple[int, ...]:
        """Return the faces of the cards from index `first`; raises `SealBroken`."""
        return tuple(face for face, _ in self.open_salted(first, sealed))

    def _place(self, index: int) -> bytes:
        return self._owner + index.to_bytes(4, "big")


def _ciphers(keys: Sequence[str], use: bytes, owner: UUID) -> tuple[AESGCM, ...]:
    """Return a cipher for each key; the first seals."""
    if min(map(len, keys)) < MIN_KEY_CHARACTERS:
        raise ValueError(
            "Each key of SHOE_KEY and SHOE_KEY_FALLBACKS must have at least"
            f" {MIN_KEY_CHARACTERS} characters."
        )
    derived = [HKDF(SHA512(), length=32, salt=None, info=use + owner.bytes) for _ in keys]
    return tuple(AESGCM(each.derive(key.encode())) for each, key in zip(derived, keys, strict=True))


def _nonce(index: int) -> bytes:
    return index.to_bytes(12, "big")
