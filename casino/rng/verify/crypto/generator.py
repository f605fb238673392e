"""The protocol's hash, HMAC_DRBG, and what it makes of a seed: orders and falls."""

import hashlib
import hmac
from collections.abc import Callable, Iterator
from typing import Any


def hash_of(*parts: bytes, of: Callable[[bytes], Any] = hashlib.sha256) -> bytes:
    """Return H of the protocol, or H512: every part with its length before it."""
    digest: bytes = of(b"".join(u(8, len(part)) + part for part in parts)).digest()
    return digest


def u(size: int, number: int) -> bytes:
    """Return a number as so many bytes, big-endian."""
    return number.to_bytes(size, "big")


def words_of(output: bytes) -> Iterator[int]:
    """Return the 32-bit words of the generator's output."""
    return (int.from_bytes(output[at : at + 4], "big") for at in range(0, len(output), 4))


class Generator:
    """HMAC_DRBG with SHA-512, from the pseudocode of SP 800-90A Rev. 1, and fair numbers of it."""

    def __init__(self, protocol: bytes, entropy: bytes, header_hash: bytes) -> None:
        self.k = b"\x00" * 64
        self.v = b"\x01" * 64
        self.rejected = 0
        self.reseed(entropy, hash_of(protocol + b"/nonce", header_hash) + header_hash)

    def mac(self, message: bytes) -> bytes:
        """Return HMAC-SHA-512 of a message under the key K."""
        return hmac.digest(self.k, message, "sha512")

    def update(self, given: bytes) -> None:
        """Mix bytes into the state: HMAC_DRBG_Update."""
        for separator in (b"\x00", b"\x01") if given else (b"\x00",):
            self.k = self.mac(self.v + separator + given)
            self.v = self.mac(self.v)

    def reseed(self, entropy: bytes, more: bytes) -> None:
        """Reseed with entropy and additional input; drop unused output: HMAC_DRBG_Reseed."""
        self.update(entropy + more)
        self.words: Iterator[int] = iter(())

    def request(self, length: int) -> bytes:
        """Return so many bytes of output: HMAC_DRBG_Generate."""
        output = b""
        while len(output) < length:
            self.v = self.mac(self.v)
            output += self.v
        self.update(b"")
        return output[:length]

    def below(self, ways: int) -> int:
        """Return a fair number from 0 to `ways` - 1; words that would favour some are rejected."""
        while True:
            for word in self.words:
                if word < 2**32 // ways * ways:
                    return word % ways
                self.rejected += 1
            self.words = words_of(self.request(208))


def order_of(
    seed: bytes,
    header_hash: bytes,
    cards: list[int],
    mix: bytes = b"",
    protocol: bytes = b"sabot-shoe/1",
) -> tuple[list[int], int]:
    """Return the cards as shuffled, first one first, and how many words were rejected.

    `cards` are the faces of the unshuffled shoe, `mix` is what is added at each reseeding.
    """
    generator = Generator(protocol, seed[:64], header_hash)
    shoe = list(cards)
    for step, last in enumerate(range(len(shoe) - 1, 0, -1)):
        if step % 52 == 0:
            start = 64 * (1 + step // 52)
            generator.reseed(seed[start : start + 64], mix)
        chosen = generator.below(last + 1)
        shoe[last], shoe[chosen] = shoe[chosen], shoe[last]
    return shoe, generator.rejected


def fall_of(
    seed: bytes,
    header_hash: bytes,
    sides: tuple[int, ...],
    mix: bytes = b"",
    protocol: bytes = b"sabot-draw/1",
) -> tuple[list[int], int]:
    """Return the values of a draw and how many words were rejected.

    `sides` are the numbers of outcomes of its wheels or dice, whose values begin at 0; `mix` is
    what is added at the reseeding.
    """
    generator = Generator(protocol, seed[:64], header_hash)
    generator.reseed(seed[64:], mix)
    return [generator.below(ways) for ways in sides], generator.rejected


def card(face: int) -> str:
    """Return a face as rank and suit, `Kh`, ten is `T`."""
    return "A23456789TJQK"[face % 13] + "cdhs"[face // 13]
