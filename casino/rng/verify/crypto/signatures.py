"""Ed25519, from RFC 8032, 5.1: it checks what is public, so it need not be quick or silent."""

import hashlib
from typing import Final

_P: Final = 2**255 - 19
_L: Final = 2**252 + 27742317777372353535851937790883648493
_D: Final = -121665 * pow(121666, -1, _P) % _P
_ORDER_8: Final = 2707385501144840649318225287225658788936804267575313519463743609750303402022
_SMALL: Final = frozenset((0, 1, _P - 1, _ORDER_8, _P - _ORDER_8))
"""The coordinates y of the points of small order."""
Point = tuple[int, int, int, int]
"""Extended homogeneous coordinates: x = X/Z, y = Y/Z, T = XY/Z."""


def is_sound(written: bytes) -> bool:
    """Tell whether a point is in its one form and not of small order, as every key must be.

    Under a key of small order anybody signs, and libraries differ on it.
    """
    y = int.from_bytes(written, "little") & (2**255 - 1)
    return y < _P and y not in _SMALL


def is_signed(public: bytes, signature: bytes, message: bytes) -> bool:
    """Tell whether an Ed25519 signature is right: without the cofactor, its points sound."""
    if not (is_sound(public) and is_sound(signature[:32])):
        return False
    key, nonce = _point(public), _point(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if key is None or nonce is None or scalar >= _L:
        return False
    hashed = hashlib.sha512(signature[:32] + public + message).digest()
    challenge = int.from_bytes(hashed, "little") % _L
    base = _point((4 * pow(5, -1, _P) % _P).to_bytes(32, "little"))
    assert base is not None
    left, right = _times(scalar, base), _plus(nonce, _times(challenge, key))
    return all((left[at] * right[2] - right[at] * left[2]) % _P == 0 for at in (0, 1))


def _point(text: bytes) -> Point | None:
    """Return the point that 32 bytes stand for, if any (5.1.3)."""
    y = int.from_bytes(text, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * pow(2, (_P - 1) // 4, _P) % _P
    if (x * x - square) % _P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = _P - x
    return (x, y, 1, x * y % _P)


def _plus(p: Point, q: Point) -> Point:
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % _P, (p[1] + p[0]) * (q[1] + q[0]) % _P
    c, d = 2 * p[3] * q[3] * _D % _P, 2 * p[2] * q[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % _P, g * h % _P, f * g % _P, e * h % _P)


def _times(scalar: int, p: Point) -> Point:
    found: Point = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            found = _plus(found, p)
        p, scalar = _plus(p, p), scalar >> 1
    return found
