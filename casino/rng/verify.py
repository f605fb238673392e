"""Checks a finished shoe or draw from its bundle alone, with nothing of the house.

Shares no line with the generator: it was written from the description of the protocol, so that an
error of one is not repeated by the other. Needs the standard library only; run it anywhere:
`python verify.py BUNDLE.json`. That the whole log is right is what `verify_log.py` checks.
"""

import argparse
import base64
import hashlib
import hmac
import json
import re
import sys
from collections.abc import Callable
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
REFILL: Final[dict[str, type]] = {**HEADER, "cards": str, "refills": str}
"""The header of a refill: cards that were dealt, shuffled again when their shoe ran out."""
REVEAL: Final[dict[str, type]] = {
    "burnt": int,
    "dealt": int,
    "left": int,
    "order": list,
    "rejected_words": int,
    "seed": str,
    "stop_card": bool,
}
DRAW_HEADER: Final[dict[str, type]] = {
    "draw": str,
    "instance": str,
    "mechanism": str,
    "protocol": str,
    "sequence": int,
    "sides": str,
    "table": str,
}
DRAW_REVEAL: Final[dict[str, type]] = {
    "rejected_words": int,
    "seed": str,
    "values": list,
}
BUNDLE: Final[dict[str, type]] = {
    "commitment": str,
    "header": dict,
    "reveal": dict,
    "version": int,
}
LOGGED: Final[dict[str, type]] = {**BUNDLE, "log": dict}
"""A bundle of version 2; the shoes and draws of version 1 are older than the log."""
LOG: Final[dict[str, type]] = {"checkpoint": str, "entries": list, "key": str}
LOG_ENTRY: Final[dict[str, type]] = {"entry": str, "index": int, "proof": list}
LEAF: Final[dict[str, type]] = {"facts": dict, "id": str, "kind": str, "log": str, "subject": str}

SENTENCES: Final[dict[str, tuple[str, str]]] = {
    "valid": (
        "Le sabot {sequence} de {table} est conforme à son engagement {commitment} : "
        "{burnt} cartes brûlées, {dealt} distribuées, {left} restées dans le sabot.",
        "Shoe {sequence} of {table} is as committed by {commitment}: "
        "{burnt} cards burnt, {dealt} dealt, {left} left in the shoe.",
    ),
    "valid_draw": (
        "Le tirage {sequence} de {table} est conforme à son engagement {commitment} : "
        "{values} est sorti, les nombres étant comptés à partir de 0.",
        "Draw {sequence} of {table} is as committed by {commitment}: "
        "{values} fell, numbers being counted from 0.",
    ),
    "withdrawn": (
        "Le tirage {sequence} de {table} a été retiré avant que rien ne sorte ; "
        "sa graine est conforme à son engagement {commitment}.",
        "Draw {sequence} of {table} was withdrawn before anything fell; "
        "its seed is as committed by {commitment}.",
    ),
    "unreadable": (
        "Le fichier {file} ne peut pas être lu.",
        "The file {file} cannot be read.",
    ),
    "too_large": (
        "Le fichier {file} est trop grand pour être un sabot ou un tirage.",
        "The file {file} is too large to be a shoe or a draw.",
    ),
    "not_json": (
        "Le fichier {file} n'est pas un texte JSON.",
        "The file {file} is not JSON text.",
    ),
    "not_a_bundle": (
        "Ce n'est pas le dossier attendu : {field} manque, est de trop ou est mal formé.",
        "This is not the bundle expected: {field} is missing, unexpected or malformed.",
    ),
    "not_revealed": (
        "Ce n'est pas fini : la graine n'est pas encore révélée.",
        "This is not finished: the seed has not been revealed yet.",
    ),
    "unknown_version": (
        "Ce vérificateur ne connaît pas la valeur de {field}.",
        "This verifier does not know the value of {field}.",
    ),
    "commitment": (
        "L'engagement publié n'est pas celui de cet en-tête et de cette graine.",
        "The published commitment is not that of this header and this seed.",
    ),
    "cards": (
        "Les cartes du sabot ne sont pas celles que l'en-tête engage.",
        "The cards of the shoe are not those that the header commits to.",
    ),
    "order": (
        "La carte {place} du sabot n'est pas celle que donne la graine.",
        "Card {place} of the shoe is not the one that the seed gives.",
    ),
    "values": (
        "Ce qui est sorti n'est pas ce que donne la graine.",
        "What fell is not what the seed gives.",
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
    "log_entry": (
        "Le journal public ne dit pas ce que dit le dossier : {entry}.",
        "The public log does not say what the bundle says: {entry}.",
    ),
    "log_proof": (
        "L'inscription {index} n'est pas dans le journal que la maison a signé.",
        "Entry {index} is not in the log that the house signed.",
    ),
    "log_signature": (
        "L'état du journal n'est pas signé par la clé {key}.",
        "The checkpoint of the log is not signed by the key {key}.",
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


@dataclass(frozen=True, slots=True)
class VerifiedDraw:
    """What a right bundle of a draw says."""

    table: str
    sequence: int
    commitment: str
    """To be compared with the one that the table showed before the first stake."""
    sides: tuple[int, ...]
    values: tuple[int, ...] | None
    """What fell, from 0; None when the draw was withdrawn before anything fell."""


def sentence(code: str, lang: Lang, **detail: object) -> str:
    """Return the sentence of a code in French or English."""
    return SENTENCES[code][0 if lang == "fr" else 1].format(**detail)


# --- the protocols sabot-shoe/1 and sabot-draw/1


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


def order_of(seed: bytes, header_hash: bytes, cards: list[int]) -> tuple[list[int], int]:
    """Return the cards as they lie in the shoe, first one first, and how many words were rejected.

    `cards` are the faces of the unshuffled shoe.
    """
    nonce = _hash(b"sabot-shoe/1/nonce", header_hash)
    generator = _Generator(seed[:64] + nonce + header_hash)
    shoe = list(cards)
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


def fall_of(seed: bytes, header_hash: bytes, sides: tuple[int, ...]) -> tuple[list[int], int]:
    """Return what falls, for each of the sides, and how many words were rejected."""
    nonce = _hash(b"sabot-draw/1/nonce", header_hash)
    generator = _Generator(seed[:64] + nonce + header_hash)
    generator.update(seed[64:])
    queue: list[int] = []
    values: list[int] = []
    rejected = 0
    for ways in sides:
        while True:
            if not queue:
                output = generator.request(208)
                queue = [int.from_bytes(output[i : i + 4], "big") for i in range(0, 208, 4)]
            word = queue.pop(0)
            if word < (2**32 // ways) * ways:
                break
            rejected += 1
        values.append(word % ways)
    return values, rejected


def card(face: int) -> str:
    """Return a face as rank and suit, `Kh`, ten is `T`."""
    return "A23456789TJQK"[face % 13] + "cdhs"[face // 13]


# --- the bundle


def verify(bundle: object) -> Verified:
    """Return what a right bundle of a shoe says; raise `Wrong` with the first thing wrong."""
    whole = _whole(bundle)
    header = _header(whole["header"])
    reveal = _fields(whole["reveal"], REVEAL, "reveal.")
    seed = _hex(reveal["seed"], 64 * (1 + header["packs"]), "reveal.seed")
    text, promised = _kept(b"sabot-shoe/1", whole, seed)
    cards = _unshuffled(header, reveal["order"], seed)
    order, rejected = order_of(seed, _hash(b"sabot-shoe/1/header", text), cards)
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
    _logged(whole, f"shoe:{header['shoe']}", left=reveal["left"])
    names = tuple(card(face) for face in order)
    return Verified(
        table=_printable(header["table"]),
        sequence=header["sequence"],
        commitment=promised,
        burnt=names[:burnt],
        dealt=names[burnt : burnt + dealt],
        left=names[burnt + dealt :],
    )


def verify_draw(bundle: object) -> VerifiedDraw:
    """Return what a right bundle of a draw says; raise `Wrong` with the first thing wrong."""
    whole = _whole(bundle)
    header, sides = _draw_header(whole["header"])
    reveal = whole["reveal"]
    # Nothing fell from a withdrawn draw; then both are null, and never one alone.
    withdrawn = reveal.get("values", ...) is None and reveal.get("rejected_words", ...) is None
    fallen = {**reveal, "values": [], "rejected_words": 0} if withdrawn else reveal
    _fields(fallen, DRAW_REVEAL, "reveal.")
    seed = _hex(reveal["seed"], 128, "reveal.seed")
    text, promised = _kept(b"sabot-draw/1", whole, seed)
    values, rejected = fall_of(seed, _hash(b"sabot-draw/1/header", text), sides)
    if not withdrawn:
        if any(type(value) is not int for value in reveal["values"]):
            raise Wrong("not_a_bundle", field="reveal.values")
        if reveal["values"] != values:
            raise Wrong("values")
        if reveal["rejected_words"] != rejected:
            raise Wrong("rejected_words")
    _logged(whole, f"draw:{header['draw']}", values=reveal["values"])
    return VerifiedDraw(
        table=_printable(header["table"]),
        sequence=header["sequence"],
        commitment=promised,
        sides=sides,
        values=None if withdrawn else tuple(values),
    )


def _unshuffled(header: dict[str, Any], order: list[object], seed: bytes) -> list[int]:
    """Return the faces before the shuffle: whole packs, or the cards that a refill commits to."""
    if "cards" not in header:
        return [face for _ in range(header["packs"]) for face in range(52)]
    faces = [face for face in order if type(face) is int and 0 <= face < 52]
    if len(faces) != len(order) or len(faces) != header["size"]:
        raise Wrong("not_a_bundle", field="reveal.order")
    faces.sort()
    if _hash(b"sabot-refill/1/cards", bytes(faces), seed).hex() != header["cards"]:
        raise Wrong("cards")
    return faces


def _whole(bundle: object) -> dict[str, Any]:
    """Return the bundle when it has its fields and is revealed."""
    expected = BUNDLE
    if type(bundle) is dict:
        version = bundle.get("version")
        if type(version) is int and version not in (1, 2):
            raise Wrong("unknown_version", field="version")
        expected = LOGGED if version == 2 else BUNDLE
        if bundle.get("reveal", ...) is None:
            _fields({**bundle, "reveal": {}}, expected, "")
            raise Wrong("not_revealed")
    return _fields(bundle, expected, "")


def _kept(protocol: bytes, whole: dict[str, Any], seed: bytes) -> tuple[bytes, str]:
    """Return the header's text, and its commitment with the seed, which is the published one."""
    _hex(whole["commitment"], 32, "commitment")
    text = json.dumps(
        whole["header"], sort_keys=True, separators=(",", ":"), ensure_ascii=False
    ).encode()
    promised = _hash(protocol + b"/commitment", text, seed).hex()
    if promised != whole["commitment"]:
        raise Wrong("commitment")
    return text, promised


def _logged(whole: dict[str, Any], subject: str, **revealed: object) -> None:
    """Refuse a bundle whose promise and reveal the signed log does not have, in that order."""
    if whole["version"] == 1:
        return
    log = _fields(whole["log"], LOG, "log.")
    size, root = _checkpoint(log["checkpoint"], log["key"])
    kinds: dict[str, dict[str, Any]] = {}
    before = -1
    for given in log["entries"]:
        entry = _fields(given, LOG_ENTRY, "log.entries.")
        text, index = _utf8(entry["entry"], "log.entries.entry"), entry["index"]
        proof = [_base64(each, 32, "log.entries.proof") for each in entry["proof"]]
        if not before < index < size or _root(text, index, size, proof) != root:
            raise Wrong("log_proof", index=index)
        before = index
        leaf = _fields(_json(text), LEAF, "log.entries.entry.")
        kind = _printable(leaf["kind"])
        right = leaf["log"] == "sabot-log/1" and leaf["subject"] == subject
        if not right or (kind in kinds and kind in ("commitment", "reveal")):
            raise Wrong("log_entry", entry=kind)
        kinds[kind] = leaf["facts"]
    promise = {"commitment": whole["commitment"], "header": whole["header"]}
    shown = {"seed": whole["reveal"]["seed"], **revealed}
    if [*kinds][:1] != ["commitment"] or kinds["commitment"] != promise:
        raise Wrong("log_entry", entry="commitment")
    if [*kinds][-1] != "reveal" or not shown.items() <= {**kinds["reveal"]}.items():
        raise Wrong("log_entry", entry="reveal")
    if index + 1 != size:
        raise Wrong("log_proof", index=index)


def _checkpoint(note: str, key: str) -> tuple[int, bytes]:
    """Return size and root of a checkpoint that this key signed: C2SP's signed-note."""
    found = re.fullmatch(r"([^\s+]{1,200})\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})", key)
    lines = note.split("\n")
    if found is None or len(lines) < 6 or lines[-3] != "" or lines[-1] != "":
        raise Wrong("not_a_bundle", field="log.checkpoint")
    name, public = found[1], _base64(found[3], 33, "log.key")
    key_id = hashlib.sha256(_utf8(name, "log.key") + b"\n" + public).digest()[:4]
    signature = _base64(lines[-2].rpartition(" ")[2], 68, "log.checkpoint")
    right = key_id.hex() == found[2] and public[0] == 1 and lines[0] == name
    if not right or lines[-2].rpartition(" ")[0] != f"— {name}" or signature[:4] != key_id:
        raise Wrong("log_signature", key=_printable(key))
    text = "\n".join(lines[:-3]) + "\n"
    if not is_signed(public[1:], signature[4:], _utf8(text, "log.checkpoint")):
        raise Wrong("log_signature", key=_printable(key))
    if not re.fullmatch(r"[1-9][0-9]{0,17}", lines[1]):
        raise Wrong("not_a_bundle", field="log.checkpoint")
    return int(lines[1]), _base64(lines[2], 32, "log.checkpoint")


def _root(entry: bytes, index: int, size: int, proof: list[bytes]) -> bytes | None:
    """Return the root that a proof leads to (RFC 9162, 2.1.3.2); None for a wrong length."""
    node, last = index, size - 1
    root = hashlib.sha256(b"\x00" + entry).digest()
    for sibling in proof:
        if last == 0:
            return None
        if node & 1 or node == last:
            root = hashlib.sha256(b"\x01" + sibling + root).digest()
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            root = hashlib.sha256(b"\x01" + root + sibling).digest()
        node, last = node >> 1, last >> 1
    return root if last == 0 else None


# --- Ed25519, from RFC 8032, 5.1: it checks what is public, so it need not be quick or silent

_P: Final = 2**255 - 19
_L: Final = 2**252 + 27742317777372353535851937790883648493
_D: Final = -121665 * pow(121666, -1, _P) % _P
Point = tuple[int, int, int, int]
"""Extended homogeneous coordinates: x = X/Z, y = Y/Z, T = XY/Z."""


def is_signed(public: bytes, signature: bytes, message: bytes) -> bool:
    """Tell whether an Ed25519 signature is right."""
    key, nonce = _point(public), _point(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if key is None or nonce is None or scalar >= _L:
        return False
    hashed = hashlib.sha512(signature[:32] + public + message).digest()
    challenge = int.from_bytes(hashed, "little") % _L
    base = _point((4 * pow(5, -1, _P) % _P).to_bytes(32, "little"))
    assert base is not None
    left, right = _times(scalar, base), _plus(nonce, _times(challenge, key))
    return all((left[at] * right[2] - right[at] * left[2]) % _P == 0 for at in (0, 1))


def _point(text: bytes) -> Point | None:
    """Return the point that 32 bytes stand for, if any (5.1.3)."""
    y = int.from_bytes(text, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * pow(2, (_P - 1) // 4, _P) % _P
    if (x * x - square) % _P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = _P - x
    return (x, y, 1, x * y % _P)


def _plus(p: Point, q: Point) -> Point:
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % _P, (p[1] + p[0]) * (q[1] + q[0]) % _P
    c, d = 2 * p[3] * q[3] * _D % _P, 2 * p[2] * q[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % _P, g * h % _P, f * g % _P, e * h % _P)


def _times(scalar: int, p: Point) -> Point:
    found: Point = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            found = _plus(found, p)
        p, scalar = _plus(p, p), scalar >> 1
    return found


def _base64(text: object, length: int, field: str) -> bytes:
    try:
        whole = base64.b64decode(text if type(text) is str else "", validate=True)
    except ValueError:
        raise Wrong("not_a_bundle", field=field) from None
    # Base64 can write the last bits in more ways than one.
    if len(whole) != length or base64.b64encode(whole).decode() != text:
        raise Wrong("not_a_bundle", field=field)
    return whole


def _utf8(text: str, field: str) -> bytes:
    try:
        return text.encode()
    except ValueError:
        raise Wrong("not_a_bundle", field=field) from None


def _header(given: dict[str, Any]) -> dict[str, Any]:
    refill = given.get("protocol") == "sabot-refill/1"
    header = _known(
        given,
        REFILL if refill else HEADER,
        protocol="sabot-refill/1" if refill else "sabot-shoe/1",
        mechanism="HMAC_DRBG SHA-512",
        pack="cdhs A23456789TJQK",
    )
    if refill:
        _hex(header["cards"], 32, "header.cards")
    _well_formed(
        shoe=_is_id(header["shoe"]),
        refills=not refill or _is_id(header["refills"]),
        packs=1 <= header["packs"] <= 8,
        size=(header["size"] + 51) // 52 == header["packs"]
        and (refill or header["size"] % 52 == 0),
        burn=header["burn"] >= 0,
        stop_at=header["burn"] < header["stop_at"] <= header["size"],
        **_common(header),
    )
    return header


def _draw_header(given: dict[str, Any]) -> tuple[dict[str, Any], tuple[int, ...]]:
    """Return the header, and the sides as numbers."""
    header = _known(given, DRAW_HEADER, protocol="sabot-draw/1", mechanism="HMAC_DRBG SHA-512")
    written = header["sides"]
    well_written = re.fullmatch(r"[1-9][0-9]{0,3}(,[1-9][0-9]{0,3}){0,7}", written) is not None
    sides = tuple(map(int, written.split(","))) if well_written else ()
    _well_formed(
        draw=_is_id(header["draw"]),
        sides=well_written and all(2 <= ways <= 1000 for ways in sides),
        **_common(header),
    )
    return header, sides


def _known(given: dict[str, Any], fields: dict[str, type], **known: str) -> dict[str, Any]:
    """Return the header when this verifier knows its protocol, mechanism and pack."""
    if given.get("protocol") != known["protocol"]:
        raise Wrong("unknown_version", field="header.protocol")
    header = _fields(given, fields, "header.")
    for field, value in known.items():
        if header[field] != value:
            raise Wrong("unknown_version", field=f"header.{field}")
    return header


def _common(header: dict[str, Any]) -> dict[str, bool]:
    return {
        "sequence": 1 <= header["sequence"] < 2**53,
        "table": header["table"].isascii(),
        "instance": header["instance"].isascii(),
    }


def _well_formed(**right: bool) -> None:
    for field, well_formed in right.items():
        if not well_formed:
            raise Wrong("not_a_bundle", field=f"header.{field}")


def _is_id(text: str) -> bool:
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False


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
    return _json(content, path)


def _json(content: bytes, file: object = "JSON") -> object:
    """Return a JSON value; raise `Wrong` when there is none, or a name comes twice."""
    try:
        return json.loads(content.decode(), object_pairs_hook=_once, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise Wrong("not_json", file=file) from None


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names = dict(pairs)
    if len(names) != len(pairs):
        raise ValueError("a name comes twice")
    return names


def _refuse(constant: str) -> object:
    raise ValueError(constant)


def report(path: Path, lang: Lang, *, cards: bool = False) -> tuple[bool, str]:
    """Return whether the bundle of a shoe in a file is right, and the sentences that say so."""
    return _report(path, lang, lambda bundle: _say_shoe(verify(bundle), lang, cards=cards))


def report_draw(path: Path, lang: Lang) -> tuple[bool, str]:
    """Return whether the bundle of a draw in a file is right, and the sentence that says so."""
    return _report(path, lang, lambda bundle: _say_draw(verify_draw(bundle), lang))


def report_either(path: Path, lang: Lang, *, cards: bool = False) -> tuple[bool, str]:
    """Return what `report_draw` or `report` does, as the file says what it is."""

    def say(bundle: object) -> str:
        header = bundle.get("header") if type(bundle) is dict else None
        if type(header) is dict and str(header.get("protocol")).startswith("sabot-draw/"):
            return _say_draw(verify_draw(bundle), lang)
        return _say_shoe(verify(bundle), lang, cards=cards)

    return _report(path, lang, say)


def _report(path: Path, lang: Lang, say: Callable[[object], str]) -> tuple[bool, str]:
    try:
        return True, say(read(path))
    except Wrong as wrong:
        return False, sentence(wrong.code, lang, **wrong.detail)


def _say_shoe(found: Verified, lang: Lang, *, cards: bool) -> str:
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
        return "\n".join([said, *map(" ".join, (found.burnt, found.dealt, found.left))])
    return said


def _say_draw(found: VerifiedDraw, lang: Lang) -> str:
    return sentence(
        "withdrawn" if found.values is None else "valid_draw",
        lang,
        table=found.table,
        sequence=found.sequence,
        commitment=found.commitment,
        values=" ".join(map(str, found.values or ())),
    )


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `verify_shoe` to a parser."""
    draw_arguments(parser)
    parser.add_argument(
        "--cards", action="store_true", help="print the cards: burnt, dealt, left; a line each"
    )


def draw_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `verify_draw` to a parser."""
    parser.add_argument("bundle", type=Path, metavar="BUNDLE.json")
    parser.add_argument("--lang", choices=("fr", "en"), default="fr")


def main() -> int:
    """Run as a program: 0 when the bundle is right, 1 when it is not, 2 for wrong usage."""
    parser = argparse.ArgumentParser(description="Verify a finished shoe or draw from its bundle.")
    arguments(parser)
    asked = parser.parse_args()
    right, said = report_either(asked.bundle, asked.lang, cards=asked.cards)
    (sys.stdout if right else sys.stderr).write(said + "\n")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
