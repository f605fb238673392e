"""Checks secrets locked to the beacon's round: when they were, and that it opens them."""

from collections.abc import Mapping
from typing import Final

from .crypto.generator import hash_of, u
from .crypto.signatures import is_signed
from .crypto.timelock import unlock
from .crypto.trees import leaf_hash, root_by
from .forms import HELD_BY, fields_of
from .log_entries import checkpoint_of
from .parsed_bundle import ParsedBundle
from .texts import base64_of, utf8
from .words import Wrong, printable

LOCK_BYTES: Final = 160
"""Of a locked secret; who cuts has the hidden cut behind it."""


def locks_signed_at(parsed: ParsedBundle, at: int) -> int:
    """Return when the checkpoint that ends with the locks was signed, milliseconds since 1970."""
    held = fields_of(parsed.log["locked"], HELD_BY, "log.locked.")
    signed = checkpoint_of(held["checkpoint"], held["key"])
    last = checkpoint_of(parsed.log["checkpoint"], parsed.log["key"])
    if held["key"].partition("+")[0] != parsed.log["key"].partition("+")[0]:
        raise Wrong("log_signature", key=printable(held["key"]))
    index = parsed.log["entries"][2]["index"]
    proof = [base64_of(each, 32, "log.locked.proof") for each in held["proof"]]
    hashed = leaf_hash(utf8(parsed.log["entries"][2]["entry"], "log.entries.entry"))
    if signed.size != index + 1 or root_by(hashed, index, signed.size, proof) != signed.root:
        raise Wrong("log_proof", index=index)
    if not is_signed(signed.public, signed.signature, signed.text):
        raise Wrong("log_signature", key=printable(held["key"]))
    if not at <= signed.time <= last.time:
        raise Wrong("times", entry="locked")
    return signed.time


def check_locks_open(
    parsed: ParsedBundle,
    signature: bytes,
    locked: Mapping[int, bytes],
    hashes: Mapping[int, str],
    cutter: int,
    opened: Mapping[int, bytes],
) -> bool:
    """Refuse an opened secret that is not what its lock holds, and a lock whose secret is missing.

    Returns whether it could be checked: that needs `py_ecc`. Takes a third of a second for each
    lock. `hashes` and `opened`, the secrets, are by seat, as the locks are.
    """
    header = parsed.header
    for seat, lock in locked.items():
        cuts = seat == cutter
        try:
            secret = unlock(signature, lock[:LOCK_BYTES])
        except ImportError:
            return False
        found, cut = None, 0
        if secret is not None and len(lock) == LOCK_BYTES + 2 * cuts:
            parts = [utf8(parsed.id, "header"), u(2, seat), secret]
            if cuts:
                mask = hash_of(parsed.tag(b"/lock"), *parts)
                cut = int.from_bytes(lock[LOCK_BYTES:], "big") ^ int.from_bytes(mask[:2], "big")
                parts.append(u(2, cut))
            if hash_of(parsed.tag(b"/contribution"), *parts).hex() == hashes[seat]:
                found = secret
        within = not cuts or header["cut_from"] <= cut <= header["cut_to"]
        if opened.get(seat) != (found if within else None):
            raise Wrong("lock", seat=seat)
    return True
