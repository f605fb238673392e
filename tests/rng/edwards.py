"""Ed25519 at its edges: keys and signatures on which libraries differ. From RFC 8032 alone.

`python -m tests.rng.edwards` writes `vectors/ed25519_edges.json` anew; a test compares. Points are
affine, and nothing is quick: it shares no line with what checks them.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).parent / "vectors" / "ed25519_edges.json"
P: Final = 2**255 - 19
L: Final = 2**252 + 27742317777372353535851937790883648493
D: Final = -121665 * pow(121666, -1, P) % P
Point = tuple[int, int]
ZERO: Final[Point] = (0, 1)


@dataclass(frozen=True, slots=True)
class Edge:
    """A signature of a message, in hex, and whether the protocol takes it."""

    name: str
    key: str
    signature: str
    message: str
    right: bool


def add(p: Point, q: Point) -> Point:
    t = D * p[0] * q[0] * p[1] * q[1]
    x = (p[0] * q[1] + p[1] * q[0]) * pow(1 + t, -1, P)
    return x % P, (p[1] * q[1] + p[0] * q[0]) * pow(1 - t, -1, P) % P


def times(n: int, p: Point) -> Point:
    found = ZERO
    for digit in f"{n:b}":
        found = add(found, found)
        if digit == "1":
            found = add(found, p)
    return found


def point(y: int) -> Point | None:
    """A point of this y, if there is one."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    for each in (x, x * pow(2, (P - 1) // 4, P) % P):
        if each * each % P == square:
            return each, y
    return None


def written(p: Point) -> bytes:
    return (p[1] | (p[0] & 1) << 255).to_bytes(32, "little")


def found(y: int) -> Point:
    p = point(y)
    assert p is not None
    return p


def even(p: Point) -> Point:
    return (P - p[0], p[1]) if p[0] % 2 else p


BASE: Final = even(found(4 * pow(5, -1, P) % P))
EIGHTH: Final = next(
    p for p in (times(L, q) for q in map(point, count(2)) if q) if times(4, p) != ZERO
)
"""A point of order eight."""
SMALL: Final = tuple(times(n, EIGHTH) for n in range(8))
"""The eight points of small order."""
SECRET: Final = int.from_bytes(hashlib.sha256(b"tests/rng/edwards.py").digest()) % L
PUBLIC: Final = times(SECRET, BASE)
Messages = Callable[[bytes], Iterator[bytes]]
"""Messages for a key, one after the other."""


def challenge(r: bytes, key: bytes, message: bytes) -> int:
    return int.from_bytes(hashlib.sha512(r + key + message).digest(), "little") % L


def plain(_key: bytes) -> Iterator[bytes]:
    return (b"message %d" % n for n in count())


def edges(messages: Messages = plain) -> Iterator[Edge]:
    """Signatures that the equation with the cofactor takes, and that without it takes or does not.

    Right are those without the cofactor alone, by a key in its one form; neither the key nor the
    point of the signature is of small order.
    """

    def edge(name: str, key: bytes, r: bytes, s: int, message: bytes, right: bool) -> Edge:
        whole = r + s.to_bytes(32, "little")
        return Edge(name, key.hex(), whole.hex(), message.hex(), right)

    # Under a key of small order anybody signs: [s]B is R where [k]A is nothing.
    keys = [(f"a key of small order, {n}", written(p), p) for n, p in enumerate(SMALL)]
    keys += [
        ("nothing in another form", (P + 1).to_bytes(32, "little"), ZERO),
        ("nothing with a sign", (1 | 1 << 255).to_bytes(32, "little"), ZERO),
        (
            "order four in another form",
            P.to_bytes(32, "little"),
            next(p for p in SMALL if not p[1]),
        ),
    ]
    for name, key, p in keys:
        for s, message in zip(count(1), messages(key), strict=False):
            r = written(times(s, BASE))
            if times(challenge(r, key, message) % 8, p) == ZERO:
                yield edge(name, key, r, s, message, right=False)
                break
    key = written(PUBLIC)
    message = next(messages(key))
    for n, p in enumerate(SMALL[:3]):
        r = written(add(times(7, BASE), p))
        s = (7 + challenge(r, key, message) * SECRET) % L
        yield edge(f"a point of order {(1, 8, 4)[n]} in R", key, r, s, message, n == 0)
        if n:
            r = written(p)
            s = challenge(r, key, message) * SECRET % L
            yield edge(f"R of small order, {n}", key, r, s, message, right=False)
    r = written(ZERO)
    yield edge("R is nothing", key, r, challenge(r, key, message) * SECRET % L, message, False)
    r, s = (
        written(times(7, BASE)),
        (7 + challenge(written(times(7, BASE)), key, message) * SECRET) % L,
    )
    yield edge("s too large", key, r, s + L, message, right=False)
    mixed = written(add(PUBLIC, EIGHTH))
    wanted = {True, False}
    for message in messages(mixed):
        k = challenge(r, mixed, message)
        right = k % 8 == 0
        if right in wanted:
            wanted.remove(right)
            name = f"a key with a part of small order, {'taken' if right else 'left'}"
            yield edge(name, mixed, r, (7 + k * SECRET) % L, message, right)
        if not wanted:
            break


def text(made: Iterable[Edge]) -> str:
    """Return the file of these."""
    return json.dumps([asdict(each) for each in made], indent=1) + "\n"


def main() -> None:
    FILE.write_text(text(edges()))


if __name__ == "__main__":
    main()
