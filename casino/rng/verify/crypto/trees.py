"""The tree of RFC 6962: hashes, roots, and the proofs of RFC 9162."""

import hashlib
from collections.abc import Sequence


def leaf_hash(entry: bytes) -> bytes:
    """Return the hash of a leaf, an entry of the log (RFC 6962, 2.1)."""
    return hashlib.sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of an inner node over its two children."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def root_of(leaves: list[bytes]) -> bytes:
    """Return the root over the hashes of leaves (RFC 6962, 2.1); there must be one at least."""
    if len(leaves) == 1:
        return leaves[0]
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return node_hash(root_of(leaves[:half]), root_of(leaves[half:]))


def root_by(hashed: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes | None:
    """Return the root that a leaf's proof leads to (RFC 9162, 2.1.3.2); None for a wrong length."""
    node, last, root = index, size - 1, hashed
    for sibling in proof:
        if last == 0:
            return None
        if node & 1 or node == last:
            root = node_hash(sibling, root)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            root = node_hash(root, sibling)
        node, last = node >> 1, last >> 1
    return root if last == 0 else None


class Tree:
    """The tree's hash as it grows: the roots of its perfect subtrees, the largest first."""

    def __init__(self) -> None:
        self._peaks: list[tuple[int, bytes]] = []

    def add(self, hashed: bytes) -> None:
        """Add a leaf's hash."""
        size = 1
        while self._peaks and self._peaks[-1][0] == size:
            hashed = node_hash(self._peaks.pop()[1], hashed)
            size *= 2
        self._peaks.append((size, hashed))

    def root(self) -> bytes:
        """Return the root."""
        if not self._peaks:
            return hashlib.sha256(b"").digest()
        *others, (_, hashed) = self._peaks
        for _, peak in reversed(others):
            hashed = node_hash(peak, hashed)
        return hashed


def is_included(hashed: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Tell whether a leaf's hash is in the tree of this size and root (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size or any(len(each) != 32 for each in (hashed, root, *proof)):
        return False
    return root_by(hashed, index, size, proof) == root


def is_grown(first: int, second: int, proof: Sequence[bytes], old: bytes, new: bytes) -> bool:
    """Tell whether the second tree continues the first (RFC 9162, 2.1.4.2).

    An empty first tree is refused: everything continues it.
    """
    if not 1 <= first <= second:
        return False
    if first == second:
        return not proof and old == new
    if any(len(each) != 32 for each in (old, new, *proof)):
        return False
    if not proof:
        return False
    path = [old, *proof] if first & (first - 1) == 0 else list(proof)
    node, last = first - 1, second - 1
    while node % 2 == 1:
        node, last = node // 2, last // 2
    was = now = path[0]
    for sibling in path[1:]:
        if last == 0:
            return False
        if node % 2 == 1 or node == last:
            was, now = node_hash(sibling, was), node_hash(sibling, now)
            while node % 2 == 0 and node != 0:
                node, last = node // 2, last // 2
        else:
            now = node_hash(now, sibling)
        node, last = node // 2, last // 2
    return last == 0 and was == old and now == new
