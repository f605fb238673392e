"""Locks secrets to the recorded round, as browsers do: from docs/chance-protocol.md alone.

Shares no line with what opens them. Has no chance in it: the same secret is locked alike.
"""

import functools
import hashlib
import sys
from typing import Any

from py_ecc.bls.hash_to_curve import hash_to_G1
from py_ecc.bls.point_compression import compress_G2, decompress_G2
from py_ecc.optimized_bls12_381 import G2, curve_order, multiply, pairing

from tests.relay import RECORDED, ROUND

# py_ecc raised it to 100,000, for every test of this process: nested JSON would end it.
sys.setrecursionlimit(1000)

P = int(
    "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f624"
    "1eabfffeb153ffffb9feffffffffaaab",
    16,
)


@functools.cache
def lock(secret: bytes, round: int = ROUND, key: str = RECORDED["public_key"]) -> bytes:
    """Return the 160 bytes that the signature of the round opens."""
    sigma = hashlib.sha256(b"sigma of " + secret).digest()
    inner = hashlib.sha256(b"IBE-H3" + sigma + secret).digest()
    number = curve_order
    counted = 0
    while number >= curve_order:
        counted += 1
        found = hashlib.sha256(counted.to_bytes(2, "little") + inner).digest()
        number = int.from_bytes(bytes([found[0] // 2]) + found[1:], "big")
    named = hash_to_G1(
        hashlib.sha256(round.to_bytes(8, "big")).digest(),
        RECORDED["hash_to_curve_dst"].encode(),
        hashlib.sha256,  # type: ignore[arg-type]
    )
    halves: Any = (int(key[:96], 16), int(key[96:], 16))
    paired = pairing(decompress_G2(halves), multiply(named, number))
    # py_ecc's pairing to the power -3 is tlock's.
    shared = hashlib.sha256(b"IBE-H2" + written((paired.inv()) ** 3)).digest()
    one, other = compress_G2(multiply(G2, number))
    return b"".join(
        (
            int(one).to_bytes(48, "big"),
            int(other).to_bytes(48, "big"),
            xor(sigma, shared),
            xor(secret, hashlib.sha256(b"IBE-H4" + sigma).digest()),
        )
    )


def written(element: Any) -> bytes:
    """The element in tlock's order: c1 before c0, and so within each, down to the numbers."""
    c = [int(each) for each in element.coeffs]
    two = [((c[k] + c[k + 6]) % P, c[k + 6] % P) for k in range(6)]
    sixes = ((two[0], two[2], two[4]), (two[1], two[3], two[5]))
    return b"".join(
        part.to_bytes(48, "big")
        for six in reversed(sixes)
        for pair in reversed(six)
        for part in reversed(pair)
    )


def xor(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))


def locked(
    subject: str,
    seat: int,
    secret: bytes,
    cut: int | None = None,
    *,
    draw: bool = False,
    round: int = ROUND,
) -> str:
    """Return what a seat gives in place of its secret, lower-case hex."""
    whole = lock(secret, round)
    if cut is not None:
        tag = f"sabot-{'draw' if draw else 'shoe'}/2/lock".encode()
        parts = (tag, subject.encode(), seat.to_bytes(2, "big"), secret)
        mask = hashlib.sha256(b"".join(len(each).to_bytes(8, "big") + each for each in parts))
        whole += xor(cut.to_bytes(2, "big"), mask.digest()[:2])
    return whole.hex()
