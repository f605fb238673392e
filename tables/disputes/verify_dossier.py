"""Checks a signed dossier from its file alone, with nothing of the house and no database.

Shares no line with what signs it: it was written from the description of the file.
"""

import argparse
import hashlib
import json
from pathlib import Path
from typing import Any, Final, Literal

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from casino.rng.verify.texts import unmarked
from casino.rng.verify.words import Wrong

Lang = Literal["fr", "en"]
LARGEST_FILE: Final = 20_000_000
"""Bytes; the dossier of a long round has some hundred thousand."""

SENTENCES: Final[dict[str, tuple[str, str]]] = {
    "valid": (
        "Le dossier {about} de {house} porte la signature de la clé {key}.",
        "The dossier {about} of {house} bears the signature of key {key}.",
    ),
    "frozen": (
        "Ce qui fut figé le {at} a bien l’empreinte {hash}.",
        "What was frozen on {at} has the hash {hash}.",
    ),
    "compare": (
        "Comparez la clé avec celles que la maison publie (/api/log/keys/), ou donnez-la : --key.",
        "Compare the key with those that the house publishes (/api/log/keys/), or give it: --key.",
    ),
    "unreadable": (
        "Ce fichier n’est pas un dossier signé.",
        "This file is no signed dossier.",
    ),
    "other_encoding": (
        "Ce fichier est en {form} : enregistrez-le tel quel, en UTF-8.",
        "This file is {form}: save it as it was sent, in UTF-8.",
    ),
    "other_key": (
        "Le dossier est signé par la clé {key}, qui n’est pas celle que vous avez donnée.",
        "The dossier is signed by key {key}, which is not the one that you have given.",
    ),
    "signature": (
        "La signature est fausse : le dossier n’est pas tel que la maison l’a signé.",
        "The signature is wrong: the dossier is not as the house signed it.",
    ),
    "hash": (
        "Ce qui fut figé n’a pas l’empreinte que le dossier dit.",
        "What was frozen has not the hash that the dossier tells.",
    ),
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", type=Path, help="the signed dossier (JSON)")
    parser.add_argument("--key", default="", help="the public key that must have signed it, hex")
    parser.add_argument("--lang", choices=("fr", "en"), default="en")


def report(path: Path, lang: Lang, key: str = "") -> tuple[bool, str]:
    """Tell whether a file is a dossier as a house signed it, and say so or what is wrong."""
    sentences = SENTENCES
    which = 0 if lang == "fr" else 1
    try:
        document = _read(path)
        dossier, signer = document["dossier"], document["key"]
        signature = bytes.fromhex(document["signature"])
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signer))
        detail = {"about": _about(dossier), "house": dossier["house"], "key": signer}
        if dossier["format"] != "sabot-dossier/1":
            raise ValueError(dossier["format"])
        signed = b"sabot-dossier/1\n" + _canonical(dossier)
        frozen = dossier.get("frozen")
        right = frozen is None or hashlib.sha256(_canonical(frozen)).hexdigest() == dossier["hash"]
    except Wrong as wrong:
        return False, sentences[wrong.code][which].format(**wrong.detail)
    except (KeyError, OSError, RecursionError, TypeError, ValueError):
        return False, sentences["unreadable"][which]
    if key and key.lower() != signer:
        return False, sentences["other_key"][which].format(key=signer)
    try:
        public.verify(signature, signed)
    except InvalidSignature:
        return False, sentences["signature"][which]
    if not right:
        return False, sentences["hash"][which]
    lines = [sentences["valid"][which].format(**detail)]
    if frozen is not None:
        at = frozen["frozen_at"]
        lines.append(sentences["frozen"][which].format(at=at, hash=dossier["hash"]))
    if not key:
        lines.append(sentences["compare"][which])
    return True, "\n".join(lines)


def _read(path: Path) -> dict[str, Any]:
    if path.stat().st_size > LARGEST_FILE:
        raise ValueError("too large")
    text = unmarked(path.read_bytes(), path).decode()
    document: dict[str, Any] = json.loads(text, object_pairs_hook=_once)
    if set(document) != {"dossier", "key", "signature"}:
        raise ValueError("other fields")
    return document


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object whose names stand in it once: of two, one reader may see each."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands there twice")
    return found


def _canonical(value: object) -> bytes:
    """Return the one text that was signed or hashed: sorted names, no spaces, UTF-8."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


def _about(dossier: dict[str, Any]) -> str:
    """Return what a dossier is about: a round, or a dispute."""
    if "frozen" in dossier:
        return f"dispute:{int(dossier['dispute']['id'])}"
    return f"round:{int(dossier['round']['id'])}"
