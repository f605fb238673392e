"""The chains of the drand beacon, and the BLS signature of a round."""

import functools
import hashlib
import importlib
from dataclasses import dataclass
from typing import Final

from .generator import u


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain of the drand beacon of the scheme `bls-unchained-g1-rfc9380`."""

    genesis: int
    """Seconds since 1970 of round 1."""
    period: int
    """Seconds."""
    public: str
    """Its key, a point of G2 in 96 bytes, hex."""

    def time(self, number: int) -> int:
        """Return the time of a round in milliseconds since 1970."""
        return (self.genesis + (number - 1) * self.period) * 1000


AHEAD: Final = 6000
"""Milliseconds that a round lies ahead, at least, when a list of contributions names it."""
CHAINS: dict[str, Chain] = {
    "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971": Chain(
        1692803367,
        3,
        "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3a"
        "c6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5"
        "a6e9c76a4bc09e76eae8991ef5ece45a",
    )
}
"""The chains that this verifier knows, by their hash: quicknet."""


@functools.lru_cache(maxsize=1000)
def is_beacon(chain: Chain, number: int, signature: bytes) -> bool | None:
    """Tell whether a signature is the chain's of a round; None where `py_ecc` is not installed.

    Takes about a second: a pairing of BLS12-381 in Python. The signature is a point of G1, of the
    SHA-256 of the round in eight bytes, hashed to the curve by RFC 9380.
    """
    try:
        curve = importlib.import_module("py_ecc.optimized_bls12_381")
        points = importlib.import_module("py_ecc.bls.g2_primitives")
        hashing = importlib.import_module("py_ecc.bls.hash_to_curve")
        compressed = importlib.import_module("py_ecc.bls.point_compression")
    except ImportError:
        return None
    public = bytes.fromhex(chain.public)
    try:
        signed = points.pubkey_to_G1(signature)
        key = compressed.decompress_G2(
            tuple(int.from_bytes(half, "big") for half in (public[:48], public[48:]))
        )
        for point in (signed, key):
            # py_ecc's own check of the subgroup multiplies by the order of it.
            if curve.is_inf(point) or not points.subgroup_check(point):
                return False
    except (ValueError, AssertionError):
        return False
    message = hashlib.sha256(u(8, number)).digest()
    tag = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
    hashed = hashing.hash_to_G1(message, tag, hashlib.sha256)
    # e(signed, G2) = e(hashed, key): as one product, whose last power is taken once.
    product = curve.pairing(curve.G2, signed, final_exponentiate=False) * curve.pairing(
        key, curve.neg(hashed), final_exponentiate=False
    )
    return bool(curve.final_exponentiate(product) == curve.FQ12.one())
