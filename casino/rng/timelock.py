"""Opens what players locked to a round of the beacon: nobody can before its signature is there.

The scheme is drand's `tlock` over quicknet, identity-based encryption on BLS12-381 of 32 bytes
(docs/chance-protocol.md, 3): the signature of the round is the key. Knows no shoe and no draw.
"""

import hashlib
import sys
from typing import Final

POINT_BYTES: Final = 96
"""A point of G2, compressed."""
LOCKED_BYTES: Final = POINT_BYTES + 32 + 32
"""A locked secret: the point `U`, and `V` and `W` as long as the secret."""


def unlock(signature: bytes, locked: bytes) -> bytes | None:
    """Return what was locked to the round of this signature; None where it does not open.

    That is: no point of the curve in its one form, or not made from what it holds by the scheme
    (`U` is computed again), as under another round's signature. Assumes a signature that was
    checked (`beacon.is_signed`). Takes about a third of a CPU second.
    """
    deepest = sys.getrecursionlimit()
    # Here, as it takes half a second and 20 MB that a house without a beacon does not need.
    from py_ecc.bls.point_compression import compress_G2, decompress_G1, decompress_G2
    from py_ecc.bls.typing import G1Compressed, G2Compressed
    from py_ecc.optimized_bls12_381.optimized_curve import G2, curve_order, eq, multiply, neg
    from py_ecc.optimized_bls12_381.optimized_pairing import pairing

    # py_ecc raises it to 100,000: a stranger's nested JSON would then end the process.
    sys.setrecursionlimit(deepest)
    if len(locked) <= POINT_BYTES or len(locked) % 2:
        return None
    half = POINT_BYTES + (len(locked) - POINT_BYTES) // 2
    written, v, w = locked[:POINT_BYTES], locked[POINT_BYTES:half], locked[half:]
    try:
        halves = G2Compressed((int.from_bytes(written[:48]), int.from_bytes(written[48:])))
        u = decompress_G2(halves)
        key = decompress_G1(G1Compressed(int.from_bytes(signature)))
        if compress_G2(u) != halves:
            return None
        # tlock's pairing is the inverse of the third power of py_ecc's.
        product = pairing(u, neg(multiply(key, 3)))
    except (ValueError, AssertionError):
        return None
    written_out = _written([int(each) for each in product.coeffs])
    sigma = _xor(v, hashlib.sha256(b"IBE-H2" + written_out).digest())
    secret = _xor(w, hashlib.sha256(b"IBE-H4" + sigma).digest())
    again = multiply(G2, _exponent(sigma, secret, curve_order))
    return secret if eq(again, u) else None


def _exponent(sigma: bytes, secret: bytes, order: int) -> int:
    """Return the number `r` that both were locked with: the first of 255 bits below the order."""
    hashed = hashlib.sha256(b"IBE-H3" + sigma + secret).digest()
    for count in range(1, 2**16):
        number = int.from_bytes(hashlib.sha256(count.to_bytes(2, "little") + hashed).digest())
        # Its first bit is dropped, the others of the first byte move up.
        number = (number >> 249 << 248) | (number & (1 << 248) - 1)
        if number < order:
            return number
    raise AssertionError("never counted to the end")


def _written(coefficients: list[int]) -> bytes:
    """Return an element of the twelfth extension as tlock writes it: 576 bytes, highest first.

    py_ecc's are the coefficients of powers of w, where w^6 = 1 + i.
    """
    from py_ecc.fields.field_properties import field_properties

    modulus = field_properties["bls12_381"]["field_modulus"]
    written = bytearray()
    for power in (5, 3, 1, 4, 2, 0):
        imaginary = coefficients[power + 6]
        for part in (imaginary, coefficients[power] + imaginary):
            written += (part % modulus).to_bytes(48)
    return bytes(written)


def _xor(one: bytes, other: bytes) -> bytes:
    """Return as many bytes as the first has."""
    return bytes(a ^ b for a, b in zip(one, other, strict=False))
