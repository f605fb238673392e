"""Signed checkpoints and their keys, from C2SP's signed-note and tlog-cosignature."""

import base64
import hashlib
import re
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from ..crypto.signatures import is_sound


@dataclass(frozen=True, slots=True)
class Note:
    """A signed checkpoint, taken apart; nothing of it is checked."""

    text: str
    origin: str
    size: int
    root: bytes
    previous: bytes
    time: int
    """Milliseconds since 1970."""
    lines: tuple[tuple[str, bytes], ...]
    """Of each signature line the name and the bytes."""


def note(text: str) -> Note:
    """Return a checkpoint taken apart; raises ValueError when it is none."""
    head, middle, tail = text.rpartition("\n\n")
    found = re.fullmatch(
        r"([^\n]+)\n([1-9][0-9]{0,17})\n([^\n]+)\n(?:previous ([^\n]+)\n)?time ([0-9]{1,16})", head
    )
    if not middle or found is None or not tail.endswith("\n"):
        raise ValueError("not a checkpoint")
    lines = []
    for line in tail[:-1].split("\n"):
        signed = re.fullmatch(r"— ([^\s+]+) (\S+)", line)
        if signed is None:
            raise ValueError("not a signature line")
        lines.append((signed[1], bytes_of(signed[2])))
    previous = bytes_of(found[4]) if found[4] else b""
    return Note(
        head + "\n",
        found[1],
        int(found[2]),
        bytes_of(found[3]),
        previous,
        int(found[5]),
        tuple(lines),
    )


@dataclass(frozen=True, slots=True)
class Key:
    """A verifier's key."""

    name: str
    kind: int
    public: bytes

    @property
    def id(self) -> bytes:
        """Return the key id: the four bytes before each signature that it made."""
        whole = self.name.encode() + b"\n" + bytes([self.kind]) + self.public
        return hashlib.sha256(whole).digest()[:4]

    def __str__(self) -> str:
        public = base64.b64encode(bytes([self.kind]) + self.public).decode()
        return f"{self.name}+{self.id.hex()}+{public}"

    def signed(self, checkpoint: Note) -> bool | None:
        """Tell whether this key signed the checkpoint; None where it has no line of this key."""
        for name, whole in checkpoint.lines:
            if name == self.name and whole[:4] == self.id:
                return self._accepts(whole[4:], checkpoint.text)
        return None

    def _accepts(self, signature: bytes, text: str) -> bool:
        if self.kind == 4:
            seconds = int.from_bytes(signature[:8], "big")
            signature, text = signature[8:], f"cosignature/v1\ntime {seconds}\n{text}"
        return accepts(self.public, signature, text.encode())


def key(text: str) -> Key:
    """Return the key that a text names; raises ValueError when it is none."""
    name, _, rest = text.partition("+")
    whole = bytes_of(rest.partition("+")[2])
    found = Key(name, whole[0] if whole else 0, whole[1:])
    if found.kind not in (1, 4) or len(found.public) != 32 or str(found) != text:
        raise ValueError("not a key")
    return found


def accepts(public: bytes, signature: bytes, message: bytes) -> bool:
    """Tell whether an Ed25519 signature is right (RFC 8032), its points sound."""
    if not (is_sound(public) and is_sound(signature[:32])):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def bytes_of(text: str) -> bytes:
    """Return the bytes of canonical base64; raises ValueError for anything else."""
    whole = base64.b64decode(text, validate=True)
    if base64.b64encode(whole).decode() != text:
        raise ValueError("not base64")
    return whole
