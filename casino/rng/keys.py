"""The house's three Ed25519 keys: log checkpoints, receipts, conformity reports.

The private halves are derived from secrets that are not in the database: the environment's
LOG_KEY, RECEIPTS_KEY and CONFORMITY_KEY (several secrets of one name are separated by commas, the
newest last), else files of these names below `var/keys` (mode 600, a secret a line), made at the
first start. Which key is in force is what the log says (`casino.rng.log`), not this module.
Nothing here logs, shows or raises a secret.
"""

import contextlib
import functools
import os
import re
import secrets
from pathlib import Path
from typing import Final, Literal, NoReturn, get_args

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)
from cryptography.hazmat.primitives.hashes import SHA512
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from casino.rng.core import health
from casino.rng.secrecy import forgets_on_failure

Use = Literal["log", "receipts", "conformity"]
USES: Final[tuple[Use, ...]] = get_args(Use)
MIN_SECRET_CHARACTERS: Final = 32


class KeyMissing(Exception):
    """No secret at hand belongs to the key asked for."""


class SigningKey:
    """A private key that shows its public half only, and is not copied."""

    __slots__ = ("_private", "public")

    def __init__(self, seed: bytes) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        self.public: str = self._private.public_key().public_bytes_raw().hex()
        """32 bytes, lower-case hex."""

    def sign(self, message: bytes) -> bytes:
        """Return the signature, 64 bytes; the same message has always the same one (RFC 8032)."""
        return self._private.sign(message)

    def __repr__(self) -> str:
        return f"SigningKey({self.public})"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a private key is not copied")


def is_signed(public: str, signature: bytes, message: bytes) -> bool:
    """Tell whether the signature is this public key's (hex) under the message."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


@forgets_on_failure
def newest(use: Use) -> SigningKey:
    """Return the newest key of a use, made now when the house has none.

    Raises ValueError when its secret has less than MIN_SECRET_CHARACTERS.
    """
    return _derived(use, _secrets(use)[-1])


@forgets_on_failure
def key(use: Use, public: str) -> SigningKey:
    """Return the key with this public half (hex), old or new; raises `KeyMissing`."""
    for secret in reversed(_secrets(use)):
        found = _derived(use, secret)
        if found.public == public:
            return found
    raise KeyMissing(f"no secret of {_name(use)} belongs to the public key {public}")


@forgets_on_failure
def another(use: Use, in_force: str) -> SigningKey:
    """Return the key that may follow the one in force: the newest, made now unless it is there.

    Raises `KeyMissing` when the environment rules and names no newer secret.
    """
    found = newest(use)
    if found.public != in_force:
        return found
    if os.environ.get(_name(use)):
        raise KeyMissing(f"{_name(use)} names no newer secret: add one behind a comma")
    _write(_file(use), os.O_APPEND)
    return newest(use)


def _name(use: Use) -> str:
    return f"{use.upper()}_KEY"


def _file(use: Use) -> Path:
    return Path(settings.SIGNING_KEYS) / _name(use)


def _secrets(use: Use) -> list[str]:
    """Return the secrets of a use, the newest last; read anew, as another process may add one."""
    if given := os.environ.get(_name(use)):
        return [each for each in re.split(r"[,\s]+", given) if each]
    path = _file(use)
    if not path.exists():
        _begin(path)
    return path.read_text(encoding="utf-8").split()


def _begin(path: Path) -> None:
    """Make the file with its first secret, whole or not at all: another process may be as quick."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    _write(draft, os.O_CREAT | os.O_EXCL)
    with contextlib.suppress(FileExistsError):
        os.link(draft, path)
    draft.unlink()


def _write(path: Path, flags: int) -> None:
    """Add a new secret to a file; it is on the disk before anything is signed with it."""
    with open(os.open(path, os.O_WRONLY | flags, 0o600), "w", encoding="utf-8") as file:
        file.write(secrets.token_urlsafe(48) + "\n")
        file.flush()
        os.fsync(file.fileno())


@functools.lru_cache(maxsize=32)
def _derived(use: Use, secret: str) -> SigningKey:
    if len(secret) < MIN_SECRET_CHARACTERS:
        raise ValueError(f"{_name(use)} must have at least {MIN_SECRET_CHARACTERS} characters")
    derived = HKDF(SHA512(), length=32, salt=None, info=b"sabot-key/1/" + use.encode())
    return SigningKey(derived.derive(secret.encode()))


KNOWN_SEED: Final = "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7"
KNOWN_PUBLIC: Final = "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"
KNOWN_SIGNATURE: Final = (
    "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
    "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
)
"""RFC 8032, 7.1, test 3: the message is af82."""


@health.self_test
def ed25519() -> None:
    """Compare a key, a signature and a refusal with RFC 8032 (R23)."""
    known = SigningKey(bytes.fromhex(KNOWN_SEED))
    signature = known.sign(b"\xaf\x82")
    if (known.public, signature.hex()) != (KNOWN_PUBLIC, KNOWN_SIGNATURE):
        health.fail("Ed25519 does not give the known signature")
    if not is_signed(KNOWN_PUBLIC, signature, b"\xaf\x82"):
        health.fail("Ed25519 refuses the known signature")
    if is_signed(KNOWN_PUBLIC, signature, b"\xaf\x83"):
        health.fail("Ed25519 accepts a signature of another message")
