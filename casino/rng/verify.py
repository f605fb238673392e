"""Checks a finished shoe from its bundle alone, with the standard library and nothing of the house.

Shares no line with the generator: it was written from the description of the protocol, so that an
error of one is not repeated by the other. Run it anywhere: `python verify.py BUNDLE.json`.
"""

import argparse
import hashlib
import hmac
import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal
from uuid import UUID

Lang = Literal["fr", "en"]

LARGEST_FILE: Final = 1_000_000
"""Bytes; an eight-pack bundle has some four thousand."""

HEADER: Final[dict[str, type]] = {
    "burn": int,
    "instance": str,
    "mechanism": str,
    "pack": str,
    "packs": int,
    "protocol": str,
    "sequence": int,
    "shoe": str,
    "size": int,
    "stop_at": int,
    "table": str,
}
REVEAL: Final[dict[str, type]] = {
    "burnt": int,
    "dealt": int,
    "left": int,
    "order": list,
    "rejected_words": int,
    "seed": str,
    "stop_card": bool,
}
BUNDLE: Final[dict[str, type]] = {
    "commitment": str,
    "header": dict,
    "reveal": dict,
    "version": int,
}

SENTENCES: Final[dict[str, tuple[str, str]]] = {
    "valid": (
        "Le sabot {sequence} de {table} est conforme à son engagement {commitment} : "
        "{burnt} cartes brûlées, {dealt} distribuées, {left} restées dans le sabot.",
        "Shoe {sequence} of {table} is as committed by {commitment}: "
        "{burnt} cards burnt, {dealt} dealt, {left} left in the shoe.",
    ),
    "unreadable": (
        "Le fichier {file} ne peut pas être lu.",
        "The file {file} cannot be read.",
    ),
    "too_large": (
        "Le fichier {file} est trop grand pour être un sabot.",
        "The file {file} is too large to be a shoe.",
    ),
    "not_json": (
        "Le fichier {file} n'est pas un texte JSON.",
        "The file {file} is not JSON text.",
    ),
    "not_a_bundle": (
        "Ce n'est pas le dossier d'un sabot : {field} manque, est de trop ou est mal formé.",
        "This is not the bundle of a shoe: {field} is missing, unexpected or malformed.",
    ),
    "not_revealed": (
        "Le sabot n'est pas fini : sa graine n'est pas encore révélée.",
        "The shoe is not finished: its seed has not been revealed yet.",
    ),
    "unknown_version": (
        "Ce vérificateur ne connaît pas la valeur de {field}.",
        "This verifier does not know the value of {field}.",
    ),
    "commitment": (
        "L'engagement publié n'est pas celui de cet en-tête et de cette graine.",
        "The published commitment is not that of this header and this seed.",
    ),
    "order": (
        "La carte {place} du sabot n'est pas celle que donne la graine.",
        "Card {place} of the shoe is not the one that the seed gives.",
    ),
    "rejected_words": (
        "Le nombre de mots rejetés n'est pas celui que donne la graine.",
        "The number of rejected words is not the one that the seed gives.",
    ),
    "burnt": (
        "Le nombre de cartes brûlées n'est pas celui de l'en-tête.",
        "The number of burnt cards is not that of the header.",
    ),
    "counts": (
        "Les cartes brûlées, distribuées et restantes ne font pas le sabot entier.",
        "The cards burnt, dealt and left do not make the whole shoe.",
    ),
    "stop_card": (
        "La carte d'arrêt n'est pas sortie quand le compte des cartes le dit.",
        "The stop card did not come out when the count of the cards says it did.",
    ),
}


class Wrong(Exception):
    """The first thing that is wrong; `code` names one of SENTENCES."""

    def __init__(self, code: str, **detail: object) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Verified:
    """What a right bundle says."""

    table: str
    sequence: int
    commitment: str
    """To be compared with the one that the table showed before the first stake."""
    burnt: tuple[str, ...]
    dealt: tuple[str, ...]
    left: tuple[str, ...]


def sentence(code: str, lang: Lang, **detail: object) -> str:
    """Return the sentence of a code in French or English."""
    return SENTENCES[code][0 if lang == "fr" else 1].format(**detail)


# --- the protocol sabot-shoe/1


class _Generator:
    """HMAC_DRBG with SHA-512, from the pseudocode of SP 800-90A Rev. 1."""

    def __init__(self, seed_material: bytes) -> None:
        self.k = b"\x00" * 64
        self.v = b"\x01" * 64
        self.update(seed_material)

    def mac(self, message: bytes) -> bytes:
        return hmac.new(self.k, message, hashlib.sha512).digest()

    def update(self, given: bytes) -> None:
        for separator in (b"\x00", b"\x01") if given else (b"\x00",):
            self.k = self.mac(self.v + separator + given)
            self.v = self.mac(self.v)

    def request(self, length: int) -> bytes:
        output = b""
        while len(output) < length:
            self.v = self.mac(self.v)
            output += self.v
        self.update(b"")
        return output[:length]


def _hash(*parts: bytes) -> bytes:
    whole = hashlib.sha256()
    for part in parts:
        whole.update(len(part).to_bytes(8, "big"))
        whole.update(part)
    return whole.digest()


def order_of(seed: bytes, header_hash: bytes, packs: int) -> tuple[list[int], int]:
    """Return the faces of the shoe, first card first, and how many words were rejected."""
    nonce = _hash(b"sabot-shoe/1/nonce", header_hash)
    generator = _Generator(seed[:64] + nonce + header_hash)
    shoe = [face for _ in range(packs) for face in range(52)]
    rejected = 0
    queue: list[int] = []
    for draw, remaining in enumerate(range(len(shoe), 1, -1)):
        if draw % 52 == 0:
            start = 64 * (1 + draw // 52)
            generator.update(seed[start : start + 64])
            queue = []
        while True:
            if not queue:
                output = generator.request(208)
                queue = [int.from_bytes(output[i : i + 4], "big") for i in range(0, 208, 4)]
            word = queue.pop(0)
            if word < (2**32 // remaining) * remaining:
                break
            rejected += 1
        chosen = word % remaining
        shoe[remaining - 1], shoe[chosen] = shoe[chosen], shoe[remaining - 1]
    return shoe, rejected


def card(face: int) -> str:
    """Return a face as rank and suit, `Kh`, ten is `T`."""
    return "A23456789TJQK"[face % 13] + "cdhs"[face // 13]


# --- the bundle


def verify(bundle: object) -> Verified:
    """Return what a right bundle says; raise `Wrong` with the first thing that is not right."""
    if type(bundle) is dict and bundle.get("reveal", ...) is None:
        _fields({**bundle, "reveal": {}}, BUNDLE, "")
        raise Wrong("not_revealed")
    whole = _fields(bundle, BUNDLE, "")
    if whole["version"] != 1:
        raise Wrong("unknown_version", field="version")
    header = _header(whole["header"])
    reveal = _fields(whole["reveal"], REVEAL, "reveal.")
    seed = _hex(reveal["seed"], 64 * (1 + header["packs"]), "reveal.seed")
    _hex(whole["commitment"], 32, "commitment")

    text = json.dumps(header, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    promised = _hash(b"sabot-shoe/1/commitment", text, seed).hex()
    if promised != whole["commitment"]:
        raise Wrong("commitment")
    order, rejected = order_of(seed, _hash(b"sabot-shoe/1/header", text), header["packs"])
    _same_order(reveal["order"], order)
    if reveal["rejected_words"] != rejected:
        raise Wrong("rejected_words")
    burnt, dealt, left = reveal["burnt"], reveal["dealt"], reveal["left"]
    if burnt != header["burn"]:
        raise Wrong("burnt")
    if min(dealt, left) < 0 or burnt + dealt + left != header["size"]:
        raise Wrong("counts")
    if reveal["stop_card"] is not (burnt + dealt > header["stop_at"]):
        raise Wrong("stop_card")
    names = tuple(card(face) for face in order)
    return Verified(
        table=_printable(header["table"]),
        sequence=header["sequence"],
        commitment=promised,
        burnt=names[:burnt],
        dealt=names[burnt : burnt + dealt],
        left=names[burnt + dealt :],
    )


def _header(given: dict[str, Any]) -> dict[str, Any]:
    known = {
        "protocol": "sabot-shoe/1",
        "mechanism": "HMAC_DRBG SHA-512",
        "pack": "cdhs A23456789TJQK",
    }
    if given.get("protocol") != known["protocol"]:
        raise Wrong("unknown_version", field="header.protocol")
    header = _fields(given, HEADER, "header.")
    for field, value in known.items():
        if header[field] != value:
            raise Wrong("unknown_version", field=f"header.{field}")
    try:
        well_named = str(UUID(header["shoe"])) == header["shoe"]
    except ValueError:
        well_named = False
    right = {
        "shoe": well_named,
        "packs": 1 <= header["packs"] <= 8,
        "size": header["size"] == 52 * header["packs"],
        "burn": header["burn"] >= 0,
        "stop_at": header["burn"] < header["stop_at"] <= header["size"],
        "sequence": 1 <= header["sequence"] < 2**53,
        "table": header["table"].isascii(),
        "instance": header["instance"].isascii(),
    }
    for field, well_formed in right.items():
        if not well_formed:
            raise Wrong("not_a_bundle", field=f"header.{field}")
    return header


def _fields(given: object, expected: dict[str, type], path: str) -> dict[str, Any]:
    if type(given) is not dict:
        raise Wrong("not_a_bundle", field=path.rstrip(".") or "JSON")
    for field in sorted({*given, *expected}):
        # `type is`, because to Python True is the number 1.
        if field not in expected or field not in given or type(given[field]) is not expected[field]:
            raise Wrong("not_a_bundle", field=_printable(path + field))
    return given


def _printable(text: str) -> str:
    """Return a stranger's text without what a terminal could obey."""
    return ascii(text)[1:-1][:60]


def _hex(text: str, length: int, field: str) -> bytes:
    if not re.fullmatch(r"[0-9a-f]*", text) or len(text) != 2 * length:
        raise Wrong("not_a_bundle", field=field)
    return bytes.fromhex(text)


def _same_order(given: list[object], order: list[int]) -> None:
    if len(given) != len(order) or any(type(face) is not int for face in given):
        raise Wrong("not_a_bundle", field="reveal.order")
    for place, (published, right) in enumerate(zip(given, order, strict=True), start=1):
        if published != right:
            raise Wrong("order", place=place)


def read(path: Path) -> object:
    """Return the JSON value in a file; raise `Wrong` when there is none, or a name comes twice."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError):
        raise Wrong("unreadable", file=path) from None
    if len(content) > LARGEST_FILE:
        raise Wrong("too_large", file=path)
    try:
        return json.loads(content.decode(), object_pairs_hook=_once, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise Wrong("not_json", file=path) from None


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names = dict(pairs)
    if len(names) != len(pairs):
        raise ValueError("a name comes twice")
    return names


def _refuse(constant: str) -> object:
    raise ValueError(constant)


def report(path: Path, lang: Lang, *, cards: bool = False) -> tuple[bool, str]:
    """Return whether the bundle in a file is right, and the sentences that say so."""
    try:
        found = verify(read(path))
    except Wrong as wrong:
        return False, sentence(wrong.code, lang, **wrong.detail)
    said = sentence(
        "valid",
        lang,
        table=found.table,
        sequence=found.sequence,
        commitment=found.commitment,
        burnt=len(found.burnt),
        dealt=len(found.dealt),
        left=len(found.left),
    )
    if cards:
        said = "\n".join([said, *map(" ".join, (found.burnt, found.dealt, found.left))])
    return True, said


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to a parser."""
    parser.add_argument("bundle", type=Path, metavar="BUNDLE.json")
    parser.add_argument("--lang", choices=("fr", "en"), default="fr")
    parser.add_argument(
        "--cards", action="store_true", help="print the cards: burnt, dealt, left; a line each"
    )


def main() -> int:
    """Run as a program: 0 when the bundle is right, 1 when it is not, 2 for wrong usage."""
    parser = argparse.ArgumentParser(description="Verify a finished shoe from its bundle.")
    arguments(parser)
    asked = parser.parse_args()
    right, said = report(asked.bundle, asked.lang, cards=asked.cards)
    (sys.stdout if right else sys.stderr).write(said + "\n")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
