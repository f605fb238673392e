"""The Merkle tree of RFC 6962: its hashes, and which of them a proof is made of.

Knows no storage: who asks brings the hashes of the perfect subtrees. A subtree is named by its
level (0 is a leaf) and its place in that level, counted from 0.
"""

import hashlib
from collections.abc import Callable, Iterator

Node = tuple[int, int]
"""A perfect subtree: level and place; it covers the leaves from place * 2^level on."""
Span = tuple[int, int]
"""The leaves from the first up to, and without, the second."""
Lookup = Callable[[Node], bytes]


def leaf_hash(entry: bytes) -> bytes:
    """Return the hash of a leaf (RFC 6962, 2.1)."""
    return hashlib.sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash over two subtrees (RFC 6962, 2.1)."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def perfect(span: Span) -> list[Node]:
    """Return the perfect subtrees that a span of a tree consists of, the largest first."""
    first, end = span
    nodes = []
    while first < end:
        level = (end - first).bit_length() - 1
        nodes.append((level, first >> level))
        first += 1 << level
    return nodes


def span_hash(span: Span, hash_of: Lookup) -> bytes:
    """Return the hash of a span of a tree; of no leaves it is the hash of nothing."""
    nodes = perfect(span)
    if not nodes:
        return hashlib.sha256().digest()
    hashed = hash_of(nodes[-1])
    for node in reversed(nodes[:-1]):
        hashed = node_hash(hash_of(node), hashed)
    return hashed


def inclusion(index: int, size: int) -> list[Span]:
    """Return the spans whose hashes prove a leaf, the nearest first (RFC 6962, 2.1.1).

    Refuses with ValueError a leaf that the tree does not have.
    """
    if not 0 <= index < size:
        raise ValueError("the tree has no such leaf")
    return list(_inclusion(index, (0, size)))[::-1]


def _inclusion(index: int, span: Span) -> Iterator[Span]:
    first, end = span
    while end - first > 1:
        middle = first + split(end - first)
        if index < middle:
            yield (middle, end)
            end = middle
        else:
            yield (first, middle)
            first = middle


def consistency(first: int, second: int) -> list[Span]:
    """Return the spans whose hashes prove that a tree grew out of a smaller one (RFC 6962, 2.1.2).

    None for a tree and itself. Refuses with ValueError a first tree that is empty or larger.
    """
    if not 1 <= first <= second:
        raise ValueError("only a tree that is not larger, and not empty, grows into another")
    if first == second:
        return []
    spans: list[Span] = []
    low, high = 0, second
    while first != high:
        middle = low + split(high - low)
        if first <= middle:
            spans.append((middle, high))
            high = middle
        else:
            spans.append((low, middle))
            low = middle
    if low:
        # The old tree's right edge; where it is the whole old tree, the verifier has it already.
        spans.append((low, high))
    return spans[::-1]


def split(count: int) -> int:
    """Return how many of so many leaves are on the left: the largest power of two below."""
    return 1 << ((count - 1).bit_length() - 1)
