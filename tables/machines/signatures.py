"""What the house signs for a file of its own: by the key of receipts, which the log names.

Who signs tells what it is within the text: a copy must not read as a receipt.
"""

from typing import Final

from casino.rng import keys
from casino.rng.log import tree

_USE: Final = "receipts"


def sign_text(body: bytes) -> tuple[str, str]:
    """Return the public key in force and the signature of a text, both in hex."""
    public = tree.public_key(_USE)
    return public, keys.key(_USE, public).sign(body).hex()


def is_signed_by(public: str, signature: str, body: bytes) -> bool:
    """Tell whether the key with this public half has signed the text."""
    return keys.is_signed(public, bytes.fromhex(signature), body)
