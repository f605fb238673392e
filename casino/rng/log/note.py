"""The texts of C2SP: signed notes, checkpoints of a log, witnesses' cosignatures. Pure.

Checked against c2sp.org's signed-note, tlog-checkpoint and tlog-cosignature (cosignature/v1).
"""

import base64
import binascii
import hashlib
import re
from dataclasses import dataclass
from typing import Final

ED25519: Final = b"\x01"
"""The type of a note's signature."""
COSIGNATURE: Final = b"\x04"
"""The type of a witness's timestamped signature."""
KEY_ID_BYTES: Final = 4
SIGNATURE_BYTES: Final = 64


class Malformed(ValueError):
    """The text is not what C2SP says."""


@dataclass(frozen=True, slots=True)
class VerifierKey:
    """A public key as C2SP writes it: name, type and bytes."""

    name: str
    kind: bytes
    public: bytes

    @property
    def id(self) -> bytes:
        """What stands for the key in a signature line: four bytes."""
        whole = self.name.encode() + b"\n" + self.kind + self.public
        return hashlib.sha256(whole).digest()[:KEY_ID_BYTES]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{_written(self.kind + self.public)}"


def verifier_key(text: str) -> VerifierKey:
    """Return the key that a text names, e.g. `example.com/log+57be0f2f+ATmr…`.

    Raises `Malformed`, also when its id is another key's.
    """
    name, _, rest = text.partition("+")
    key_id, _, given = rest.partition("+")
    whole = _read(given)
    if not is_name(name) or len(whole) != 33:
        raise Malformed("not a verifier key")
    key = VerifierKey(name, whole[:1], whole[1:])
    if key.id.hex() != key_id:
        raise Malformed("not the id of this key")
    return key


def is_name(name: str) -> bool:
    """Tell whether a key, or a log, may have this name."""
    return re.fullmatch(r"[^\s+\x00-\x1f\x7f]{1,200}", name) is not None


def checkpoint(origin: str, size: int, root: bytes, *extension: str) -> str:
    """Return the text of a checkpoint, which its signatures cover: one fact a line."""
    return "".join(f"{line}\n" for line in (origin, size, _written(root), *extension))


def signature_line(key: VerifierKey, signature: bytes) -> str:
    """Return the line under a note that holds a key's signature."""
    return f"— {key.name} {_written(key.id + signature)}\n"


def signed_note(text: str, *lines: str) -> str:
    """Return the note with its signature lines."""
    return "\n".join((text, "".join(lines)))


@dataclass(frozen=True, slots=True)
class Cosignature:
    """A witness's word that it saw a checkpoint."""

    name: str
    key_id: bytes
    timestamp: int
    """Seconds since 1970, by the witness's clock."""
    signature: bytes


def cosignature(line: str) -> Cosignature:
    """Return what a witness's signature line says; raises `Malformed`."""
    found = re.fullmatch(r"— (\S+) ([A-Za-z0-9+/=]+)\n?", line)
    if found is None or not is_name(found[1]):
        raise Malformed("not a signature line")
    whole = _read(found[2])
    if len(whole) != KEY_ID_BYTES + 8 + SIGNATURE_BYTES:
        raise Malformed("not a cosignature/v1")
    timestamp = int.from_bytes(whole[4:12], "big")
    if not 0 < timestamp < 2**63:
        raise Malformed("not a time")
    return Cosignature(found[1], whole[:4], timestamp, whole[12:])


def cosigned(timestamp: int, text: str) -> bytes:
    """Return the message that a witness signs for the text of a checkpoint."""
    return f"cosignature/v1\ntime {timestamp}\n{text}".encode()


def _written(whole: bytes) -> str:
    return base64.b64encode(whole).decode()


def _read(text: str) -> bytes:
    """Return bytes from base64; refuses a second way to write the same ones."""
    try:
        whole = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise Malformed("not base64") from None
    if _written(whole) != text:
        raise Malformed("not base64")
    return whole
