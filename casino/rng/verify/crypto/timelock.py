"""Opens locked secrets for the verifier of bundles, with nothing of the house; needs `py_ecc`.

Written from docs/chance-protocol.md, section 3, and from no line of the house's `timelock.py`.
"""

import functools
import hashlib
import importlib
from typing import Any, Final

POINT: Final = 96
SECRET: Final = 32


@functools.lru_cache(maxsize=1000)
def unlock(signature: bytes, locked: bytes) -> bytes | None:
    """Return the 32 bytes that were locked to the round of a checked signature.

    None when they do not open. Raises ImportError without `py_ecc`. Takes a third of a second.
    """
    if len(locked) != POINT + 2 * SECRET:
        return None
    curve = importlib.import_module("py_ecc.optimized_bls12_381")
    compressed = importlib.import_module("py_ecc.bls.point_compression")
    two = tuple(int.from_bytes(locked[at : at + 48], "big") for at in (0, 48))
    try:
        point = compressed.decompress_G2(two)
        if curve.is_inf(point) or tuple(compressed.compress_G2(point)) != two:
            return None
        key = compressed.decompress_G1(int.from_bytes(signature, "big"))
        paired = curve.pairing(point, key)
    except (ValueError, AssertionError):
        return None
    shared = hashlib.sha256(b"IBE-H2" + _bytes(curve, (curve.FQ12.one() / paired) ** 3)).digest()
    sigma = _mixed(locked[POINT : POINT + SECRET], shared)
    secret = _mixed(locked[POINT + SECRET :], hashlib.sha256(b"IBE-H4" + sigma).digest())
    number = _number(sigma, secret, curve.curve_order)
    return secret if curve.eq(curve.multiply(curve.G2, number), point) else None


def _bytes(curve: Any, element: Any) -> bytes:
    """Return 12 numbers of 48 bytes: of c1 + c0 w the halves, their thirds, their parts of i."""
    powers = [int(each) for each in element.coeffs]
    # py_ecc has powers of w, with w^6 = 1 + i: i w^k is w^(k+6) - w^k.
    parts = {
        (power, part): (powers[power + 6] if part else powers[power] + powers[power + 6])
        for power in range(6)
        for part in (0, 1)
    }
    return b"".join(
        (parts[2 * third + half, part] % curve.field_modulus).to_bytes(48, "big")
        for half in (1, 0)
        for third in (2, 1, 0)
        for part in (1, 0)
    )


def _number(sigma: bytes, secret: bytes, order: int) -> int:
    """Return the first number below the order, its first bit dropped, by counting hashes."""
    seed = hashlib.sha256(b"IBE-H3" + sigma + secret).digest()
    count = 0
    while True:
        count += 1
        found = bytearray(hashlib.sha256(count.to_bytes(2, "little") + seed).digest())
        found[0] >>= 1
        if (number := int.from_bytes(found, "big")) < order:
            return number


def _mixed(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))
