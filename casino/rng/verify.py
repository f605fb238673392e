"""Checks a finished shoe or draw from its bundle alone, with nothing of the house.

Shares no line with the generator: it was written from the description of the protocol, so that an
error of one is not repeated by the other. Needs the standard library only; run it anywhere:
`python verify.py BUNDLE.json`. The beacon's BLS signature alone needs `py_ecc`; where that is not
installed the answer says that it was not checked. That the whole log is right is what
`verify_log.py` checks.
"""

import argparse
import base64
import functools
import hashlib
import hmac
import importlib
import itertools
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

Lang = Literal["fr", "en"]

LARGEST_FILE: Final = 1_000_000
"""Bytes; an eight-pack bundle of seven boxes has some nine thousand."""

DEEPEST: Final = 50
"""Levels of nesting; a bundle has five. Python's own limit is not relied on: py_ecc raises it."""

SENTENCES: Final[dict[str, tuple[str, str]]] = {
    "valid": (
        "Le sabot {sequence} de {table} est conforme à son engagement {commitment} : "
        "{burnt} cartes brûlées, {dealt} distribuées, {left} restées dans le sabot.",
        "Shoe {sequence} of {table} is as committed by {commitment}: "
        "{burnt} cards burnt, {dealt} dealt, {left} left in the shoe.",
    ),
    "valid_void": (
        "Le sabot {sequence} de {table} a été abandonné avant toute carte ({reason}) ; "
        "sa graine est conforme à son engagement {commitment}.",
        "Shoe {sequence} of {table} was given up before any card ({reason}); "
        "its seed is as committed by {commitment}.",
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
    "mixed": (
        "Contributions mêlées : {mixed} ; retenues : {withheld}.",
        "Contributions mixed in: {mixed}; withheld: {withheld}.",
    ),
    "cut_by_box": (
        "Coupe : {cut} cartes, par la case {by}.",
        "Cut: {cut} cards, by box {by}.",
    ),
    "cut_by_dealer": (
        "Coupe : {cut} cartes, par le croupier.",
        "Cut: {cut} cards, by the dealer.",
    ),
    "beacon_missing": (
        "La balise n'a pas répondu : la maison a mélangé sans elle.",
        "The beacon did not answer: the house went on without it.",
    ),
    "beacon_checked": (
        "La balise est celle du tour {round}, sa signature BLS est juste.",
        "The beacon is that of round {round}, its BLS signature is right.",
    ),
    "beacon_unchecked": (
        "La balise se dit du tour {round} ; sa signature BLS n'a PAS été vérifiée : "
        "il y faut py_ecc.",
        "The beacon is said to be of round {round}; its BLS signature was NOT checked: "
        "that needs py_ecc.",
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
    "void": (
        "Un sabot abandonné avant sa coupe ne montre pas de cartes : {field} n'est pas vide.",
        "A shoe that was given up before its cut shows no cards: {field} is not empty.",
    ),
    "seats": (
        "Les cases de {entry} ne sont pas celles qu'il faut, une fois chacune, en ordre.",
        "The boxes of {entry} are not those there must be, once each, in order.",
    ),
    "contribution": (
        "Le secret ouvert par la case {seat} n'est pas celui de son empreinte.",
        "The secret that box {seat} opened is not that of its hash.",
    ),
    "cutter": (
        "Ce n'est pas celui qui devait couper qui a coupé, ou pas là où il le pouvait : {entry}.",
        "Who was to cut did not cut, or not where it was allowed: {entry}.",
    ),
    "cut": (
        "Le sabot n'est pas coupé à {cut}, où il devait l'être.",
        "The shoe is not cut at {cut}, where it had to be.",
    ),
    "root": (
        "La racine publiée avant la donne n'est pas celle des cartes que donne la graine.",
        "The root published before the deal is not that of the cards that the seed gives.",
    ),
    "beacon": (
        "La balise n'est pas celle qui était annoncée : {field}.",
        "The beacon is not the one that was announced: {field}.",
    ),
    "beacon_time": (
        "Le tour {round} de la balise n'était plus assez loin : {entry}.",
        "Round {round} of the beacon did not lie far enough ahead any more: {entry}.",
    ),
    "times": (
        "L'heure de {entry} est d'avant celle qui précède, ou d'après l'état signé.",
        "The time of {entry} is before the one that precedes it, or after the checkpoint.",
    ),
    "log_order": (
        "Les inscriptions du journal ne sont pas celles du protocole, en ordre : {entries}.",
        "The entries of the log are not those of the protocol, in order: {entries}.",
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
class Gathered:
    """What players and beacon brought to a shoe or a draw; nothing before version 3."""

    mixed: tuple[int, ...] = ()
    """The boxes whose secrets are in the shuffle."""
    withheld: tuple[int, ...] = ()
    beacon: Literal["none", "missing", "checked", "unchecked"] = "none"
    """`unchecked`: all but the BLS signature is right, and that needs `py_ecc`."""
    round: int = 0
    """The round of the beacon that was named; 0 when none was."""


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
    cut: int = 0
    """How many cards of the shuffled shoe went behind the others; 0 when nobody cuts."""
    by: int = 0
    """The box that cut; 0 for the dealer."""
    void: str | None = None
    """Why the shoe was given up before any card; it has no cards then."""
    gathered: Gathered = Gathered()


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
    gathered: Gathered = Gathered()


def sentence(code: str, lang: Lang, **detail: object) -> str:
    """Return the sentence of a code in French or English."""
    return SENTENCES[code][0 if lang == "fr" else 1].format(**detail)


# --- the beacon


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain of the drand beacon of the scheme `bls-unchained-g1-rfc9380`."""

    genesis: int
    """Seconds since 1970 of round 1."""
    period: int
    """Seconds."""
    public: str
    """Its key, a point of G2 in 96 bytes, hex."""

    def time(self, number: int) -> int:
        """Return the time of a round in milliseconds since 1970."""
        return (self.genesis + (number - 1) * self.period) * 1000


AHEAD: Final = 6000
"""Milliseconds that a round lies ahead, at least, when a list of contributions names it."""
CHAINS: dict[str, Chain] = {
    "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971": Chain(
        1692803367,
        3,
        "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3a"
        "c6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5"
        "a6e9c76a4bc09e76eae8991ef5ece45a",
    )
}
"""The chains that this verifier knows, by their hash: quicknet."""


# --- which fields there are, and what may be in them

Check = Callable[[object], bool]
Fields = dict[str, Check]


def _number(least: int = 0, most: int = 2**53 - 1) -> Check:
    # `type is`, because to Python True is the number 1.
    return lambda given: type(given) is int and least <= given <= most


def _text(pattern: str) -> Check:
    form = re.compile(pattern)
    return lambda given: type(given) is str and form.fullmatch(given) is not None


def _a(kind: type) -> Check:
    return lambda given: type(given) is kind


def _or_null(check: Check) -> Check:
    return lambda given: given is None or check(given)


def _list(check: Check) -> Check:
    return lambda given: type(given) is list and all(map(check, given))


ANY: Final = _a(str)
ASCII: Final = _text(r"[\x00-\x7f]*")
HASH: Final = _text("[0-9a-f]{64}")
ID: Final = _text("[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}")
SEAT: Final = _number(1, 2**16 - 1)
FACE: Final = _number(0, 51)

SUBJECT: Final[Fields] = {
    "instance": ASCII,
    "mechanism": ANY,
    "protocol": ANY,
    "sequence": _number(1),
    "table": ASCII,
}
SHOE: Final[Fields] = {
    **SUBJECT,
    "burn": _number(),
    "pack": ANY,
    "packs": _number(1, 8),
    "shoe": ID,
    "size": _number(1),
    "stop_at": _number(1),
}
REFILL: Final[Fields] = {"cards": HASH, "refills": ID}
"""What the header of a refill has besides: cards that were dealt, shuffled again."""
DRAW: Final[Fields] = {
    **SUBJECT,
    "draw": ID,
    "sides": _text("[1-9][0-9]{0,3}(,[1-9][0-9]{0,3}){0,7}"),
}
SINCE_2: Final[Fields] = {
    "beacon": _text("none|[0-9a-f]{64}"),
    "game": ASCII,
    "instance": _text("[0-9a-f]{32}"),
    "report": HASH,
    "rules": ASCII,
}
SHOE_2: Final[Fields] = {
    **SHOE,
    **SINCE_2,
    "contributions": _text("full|cut_only|none"),
    "cut_from": _number(),
    "cut_to": _number(),
}
DRAW_2: Final[Fields] = {**DRAW, **SINCE_2, "contributions": _text("full|none")}
HEADERS: Final[dict[str, Fields]] = {
    "sabot-shoe/1": SHOE,
    "sabot-refill/1": {**SHOE, **REFILL},
    "sabot-draw/1": DRAW,
    "sabot-shoe/2": SHOE_2,
    "sabot-refill/2": {**SHOE_2, **REFILL, "contributions": _text("none")},
    "sabot-draw/2": DRAW_2,
}
KNOWN: Final = {"mechanism": "HMAC_DRBG SHA-512", "pack": "cdhs A23456789TJQK"}

BUNDLE: Final[Fields] = {
    "commitment": HASH,
    "header": _a(dict),
    "reveal": _or_null(_a(dict)),
    "version": _number(),
}
LOGGED: Final[Fields] = {**BUNDLE, "log": _a(dict)}
BUNDLES: Final[dict[int, Fields]] = {1: BUNDLE, 2: LOGGED, 3: LOGGED}
"""By version: the shoes and draws of version 1 are older than the log."""
REVEAL: Final[Fields] = {
    "burnt": _number(),
    "dealt": _number(),
    "left": _number(),
    "order": _or_null(_list(FACE)),
    "rejected_words": _or_null(_number()),
    "seed": ANY,
    "stop_card": _a(bool),
}
DRAW_REVEAL: Final[Fields] = {
    "rejected_words": _or_null(_number()),
    "seed": ANY,
    "values": _or_null(_list(_number())),
}
LOG: Final[Fields] = {"checkpoint": ANY, "entries": _list(_a(dict)), "key": ANY}
ENTRY: Final[Fields] = {"entry": ANY, "index": _number(), "proof": _list(ANY)}
LEAF: Final[Fields] = {"facts": _a(dict), "id": ANY, "kind": ANY, "log": ANY, "subject": ANY}
FACTS: Final[dict[str, Fields]] = {
    "commitment": {"commitment": HASH, "header": _a(dict)},
    "contributions": {
        "at": _number(),
        "beacon_round": _number(0, 2**40),
        "cutter": _number(0, 2**16 - 1),
        "hashes": _list(_a(dict)),
    },
    "opened": {
        "at": _number(),
        "by": _number(0, 2**16 - 1),
        "cut": _number(0, 2**16 - 1),
        "opened": _list(_a(dict)),
        "withheld": _list(SEAT),
    },
    "order": {
        "at": _number(),
        "beacon": _or_null(_a(dict)),
        "by": _number(0, 2**16 - 1),
        "cut": _number(),
        "root": HASH,
    },
    "void": {"at": _number(), "reason": ANY},
    "reveal": {"left": _number(), "seed": ANY},
    "reveal of a draw": {
        "beacon": _or_null(_a(dict)),
        "request": _or_null(ANY),
        "seed": ANY,
        "values": _or_null(_list(_number())),
    },
}
"""Of the entries of version 3, by their kind."""
SENT: Final[Fields] = {"hash": HASH, "seat": SEAT}
OPENED: Final[Fields] = {"seat": SEAT, "secret": HASH}
BEACON: Final[Fields] = {
    "randomness": HASH,
    "round": _number(1, 2**40),
    "signature": _text("[0-9a-f]{96}"),
}

GATHERED: Final = "commitment contributions opened "
ORDERS: Final[dict[str, str]] = {
    "shoe": "commitment (order|void) reveal",
    "shoe, gathered": f"{GATHERED}order reveal|commitment (contributions (opened )?)?void reveal",
    "draw": "commitment reveal",
    "draw, gathered": f"{GATHERED}reveal",
    "draw, gathered, withdrawn": "commitment (contributions (opened )?)?reveal",
}
"""The kinds of entries of version 3, in the log's order."""


def _fields(given: object, expected: Fields, path: str) -> dict[str, Any]:
    """Return an object when it has exactly these fields, each as it must be."""
    if type(given) is not dict:
        raise Wrong("not_a_bundle", field=path.rstrip(".") or "JSON")
    for field in sorted({*given, *expected}):
        if field not in expected or field not in given or not expected[field](given[field]):
            raise Wrong("not_a_bundle", field=_printable(path + field))
    return given


def _canonical(value: object) -> bytes:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return _utf8(text, "JSON")


def _utf8(text: str, field: str) -> bytes:
    try:
        return text.encode()
    except ValueError:
        raise Wrong("not_a_bundle", field=field) from None


def _base64(text: object, length: int, field: str) -> bytes:
    try:
        whole = base64.b64decode(text if type(text) is str else "", validate=True)
    except ValueError:
        raise Wrong("not_a_bundle", field=field) from None
    # Base64 can write the last bits in more ways than one.
    if len(whole) != length or base64.b64encode(whole).decode() != text:
        raise Wrong("not_a_bundle", field=field)
    return whole


def _printable(text: str) -> str:
    """Return a stranger's text without what a terminal could obey."""
    return ascii(text)[1:-1][:60]


# --- hashes and the generator


def _hash(*parts: bytes, of: Callable[[bytes], Any] = hashlib.sha256) -> bytes:
    """Return H of the protocol, or H512: every part with its length before it."""
    digest: bytes = of(b"".join(_u(8, len(part)) + part for part in parts)).digest()
    return digest


def _u(size: int, number: int) -> bytes:
    return number.to_bytes(size, "big")


def _words(output: bytes) -> Iterator[int]:
    return (int.from_bytes(output[at : at + 4], "big") for at in range(0, len(output), 4))


class _Generator:
    """HMAC_DRBG with SHA-512, from the pseudocode of SP 800-90A Rev. 1, and fair numbers of it."""

    def __init__(self, protocol: bytes, entropy: bytes, header_hash: bytes) -> None:
        self.k = b"\x00" * 64
        self.v = b"\x01" * 64
        self.rejected = 0
        self.reseed(entropy, _hash(protocol + b"/nonce", header_hash) + header_hash)

    def mac(self, message: bytes) -> bytes:
        return hmac.digest(self.k, message, "sha512")

    def update(self, given: bytes) -> None:
        for separator in (b"\x00", b"\x01") if given else (b"\x00",):
            self.k = self.mac(self.v + separator + given)
            self.v = self.mac(self.v)

    def reseed(self, entropy: bytes, more: bytes) -> None:
        self.update(entropy + more)
        self.words: Iterator[int] = iter(())

    def request(self, length: int) -> bytes:
        output = b""
        while len(output) < length:
            self.v = self.mac(self.v)
            output += self.v
        self.update(b"")
        return output[:length]

    def below(self, ways: int) -> int:
        while True:
            for word in self.words:
                if word < 2**32 // ways * ways:
                    return word % ways
                self.rejected += 1
            self.words = _words(self.request(208))


def order_of(
    seed: bytes,
    header_hash: bytes,
    cards: list[int],
    mix: bytes = b"",
    protocol: bytes = b"sabot-shoe/1",
) -> tuple[list[int], int]:
    """Return the cards as shuffled, first one first, and how many words were rejected.

    `cards` are the faces of the unshuffled shoe, `mix` is what is added at each reseeding.
    """
    generator = _Generator(protocol, seed[:64], header_hash)
    shoe = list(cards)
    for step, last in enumerate(range(len(shoe) - 1, 0, -1)):
        if step % 52 == 0:
            start = 64 * (1 + step // 52)
            generator.reseed(seed[start : start + 64], mix)
        chosen = generator.below(last + 1)
        shoe[last], shoe[chosen] = shoe[chosen], shoe[last]
    return shoe, generator.rejected


def fall_of(
    seed: bytes,
    header_hash: bytes,
    sides: tuple[int, ...],
    mix: bytes = b"",
    protocol: bytes = b"sabot-draw/1",
) -> tuple[list[int], int]:
    """Return what falls, for each of the sides, and how many words were rejected."""
    generator = _Generator(protocol, seed[:64], header_hash)
    generator.reseed(seed[64:], mix)
    return [generator.below(ways) for ways in sides], generator.rejected


def card(face: int) -> str:
    """Return a face as rank and suit, `Kh`, ten is `T`."""
    return "A23456789TJQK"[face % 13] + "cdhs"[face // 13]


def _pair(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def _tree(leaves: list[bytes]) -> bytes:
    """Return the root over hashed leaves, in the shape of RFC 6962."""
    if len(leaves) == 1:
        return leaves[0]
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return _pair(_tree(leaves[:half]), _tree(leaves[half:]))


# --- the bundle


@dataclass(frozen=True, slots=True)
class _Case:
    """A bundle whose promise is kept: what everything else is checked against."""

    version: int
    header: dict[str, Any]
    header_hash: bytes
    reveal: dict[str, Any]
    seed: bytes
    promised: bytes
    log: dict[str, Any]
    protocol: bytes
    """The beginning of the tags: `sabot-shoe/2` for a refill too."""
    id: str

    def tag(self, name: bytes) -> bytes:
        return self.protocol + name


def _case(bundle: object, what: Literal["shoe", "draw"]) -> _Case:
    """Return the bundle taken apart when its fields are right and it keeps its promise."""
    version = bundle.get("version") if type(bundle) is dict else None
    if type(version) is int and version not in BUNDLES:
        raise Wrong("unknown_version", field="version")
    whole = _fields(bundle, BUNDLES.get(version or 1, BUNDLE), "")
    header = whole["header"]
    protocol = header.get("protocol")
    names = ("draw",) if what == "draw" else ("shoe", "refill")
    if protocol not in [f"sabot-{name}/{2 if version == 3 else 1}" for name in names]:
        raise Wrong("unknown_version", field="header.protocol")
    _fields(header, HEADERS[protocol], "header.")
    for field in KNOWN.keys() & header.keys():
        if header[field] != KNOWN[field]:
            raise Wrong("unknown_version", field=f"header.{field}")
    for field, right in _conditions(header):
        if not right:
            raise Wrong("not_a_bundle", field=f"header.{field}")
    if header.get("beacon", "none") not in ("none", *CHAINS):
        raise Wrong("unknown_version", field="header.beacon")
    if whole["reveal"] is None:
        raise Wrong("not_revealed")
    reveal = _fields(whole["reveal"], REVEAL if what == "shoe" else DRAW_REVEAL, "reveal.")
    seed = reveal["seed"]
    if not re.fullmatch(f"([0-9a-f]{{128}}){{{1 + header.get('packs', 1)}}}", seed):
        raise Wrong("not_a_bundle", field="reveal.seed")
    tags = f"sabot-{what}/{2 if version == 3 else 1}".encode()
    text = _canonical(header)
    case = _Case(
        version=whole["version"],
        header=header,
        header_hash=_hash(tags + b"/header", text),
        reveal=reveal,
        seed=bytes.fromhex(seed),
        promised=bytes.fromhex(whole["commitment"]),
        log=whole.get("log", {}),
        protocol=tags,
        id=header[what],
    )
    if _hash(tags + b"/commitment", text, case.seed) != case.promised:
        raise Wrong("commitment")
    return case


def _conditions(header: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """Yield what one field of a header demands of another."""
    if "sides" in header:
        yield "sides", all(2 <= ways <= 1000 for ways in _sides(header))
        return
    size, refill = header["size"], "cards" in header
    yield "size", -(-size // 52) == header["packs"] and (refill or size % 52 == 0)
    yield "stop_at", header["burn"] < header["stop_at"] <= size
    if "cut_to" in header:
        first, last = header["cut_from"], header["cut_to"]
        yield "cut_to", first == last == 0 or 1 <= first <= last < size


def _sides(header: dict[str, Any]) -> tuple[int, ...]:
    return tuple(map(int, header["sides"].split(",")))


def verify(bundle: object) -> Verified:
    """Return what a right bundle of a shoe says; raise `Wrong` with the first thing wrong."""
    case = _case(bundle, "shoe")
    header, reveal = case.header, case.reveal
    said = _story(case, "shoe", left=reveal["left"])
    brought = _brought(case, said)
    common = {
        "table": _printable(header["table"]),
        "sequence": header["sequence"],
        "commitment": case.promised.hex(),
    }
    if "void" in said and case.version == 3:
        _nothing_shown(case)
        reason = _printable(said["void"]["reason"])
        return Verified(
            **common, burnt=(), dealt=(), left=(), void=reason, gathered=brought.gathered()
        )
    if reveal["order"] is None or reveal["rejected_words"] is None:
        raise Wrong("not_a_bundle", field="reveal.order")
    ordered: dict[str, Any] = {"beacon": None, "by": 0, "cut": 0}
    if case.version == 3:
        ordered = said["order"]
    brought.take_beacon(ordered["beacon"])
    mix = brought.mix()
    cards = _unshuffled(case)
    shuffled, rejected = order_of(case.seed, case.header_hash, cards, mix, case.protocol)
    cut = _cut(case, brought, mix)
    if (ordered["by"], ordered["cut"]) != (brought.by, cut):
        raise Wrong("cut", cut=cut)
    if case.version == 3 and _order_root(case, shuffled).hex() != ordered["root"]:
        raise Wrong("root")
    dealt_order = shuffled[cut:] + shuffled[:cut]
    _same_order(reveal["order"], dealt_order)
    if reveal["rejected_words"] != rejected:
        raise Wrong("rejected_words")
    burnt, dealt, left = reveal["burnt"], reveal["dealt"], reveal["left"]
    if burnt != header["burn"]:
        raise Wrong("burnt")
    if burnt + dealt + left != header["size"]:
        raise Wrong("counts")
    if reveal["stop_card"] is not (burnt + dealt > header["stop_at"]):
        raise Wrong("stop_card")
    names = tuple(card(face) for face in dealt_order)
    return Verified(
        **common,
        burnt=names[:burnt],
        dealt=names[burnt : burnt + dealt],
        left=names[burnt + dealt :],
        cut=cut,
        by=brought.by,
        gathered=brought.gathered(),
    )


def verify_draw(bundle: object) -> VerifiedDraw:
    """Return what a right bundle of a draw says; raise `Wrong` with the first thing wrong."""
    case = _case(bundle, "draw")
    header, reveal, sides = case.header, case.reveal, _sides(case.header)
    # Nothing fell from a withdrawn draw; then both are null, and never one alone.
    withdrawn = reveal["values"] is None
    if withdrawn is not (reveal["rejected_words"] is None):
        raise Wrong("not_a_bundle", field="reveal.values")
    said = _story(case, "draw", values=reveal["values"])
    brought = _brought(case, said)
    if case.version == 3:
        shown = said["reveal"]
        if withdrawn is not (shown["request"] is None) or (withdrawn and shown["beacon"]):
            raise Wrong("log_entry", entry="reveal")
        brought.take_beacon(shown["beacon"])
    if not withdrawn:
        fallen = fall_of(case.seed, case.header_hash, sides, brought.mix(), case.protocol)
        if reveal["values"] != fallen[0]:
            raise Wrong("values")
        if reveal["rejected_words"] != fallen[1]:
            raise Wrong("rejected_words")
    return VerifiedDraw(
        table=_printable(header["table"]),
        sequence=header["sequence"],
        commitment=case.promised.hex(),
        sides=sides,
        values=None if withdrawn else tuple(reveal["values"]),
        gathered=brought.gathered(),
    )


def _unshuffled(case: _Case) -> list[int]:
    """Return the faces before the shuffle: whole packs, or the cards that a refill commits to."""
    if "cards" not in case.header:
        return [face for _ in range(case.header["packs"]) for face in range(52)]
    faces = sorted(case.reveal["order"])
    if len(faces) != case.header["size"]:
        raise Wrong("not_a_bundle", field="reveal.order")
    tag = b"sabot-refill/1/cards" if case.version < 3 else case.tag(b"/cards")
    if _hash(tag, bytes(faces), case.seed).hex() != case.header["cards"]:
        raise Wrong("cards")
    return faces


def _same_order(given: list[int], order: list[int]) -> None:
    if len(given) != len(order):
        raise Wrong("not_a_bundle", field="reveal.order")
    for place, (published, right) in enumerate(zip(given, order, strict=True), start=1):
        if published != right:
            raise Wrong("order", place=place)


def _nothing_shown(case: _Case) -> None:
    """Refuse a void shoe that shows cards: it never had an order."""
    empty = {"burnt": 0, "dealt": 0, "left": case.header["size"], "order": None}
    for field, right in {**empty, "rejected_words": None, "stop_card": False}.items():
        if case.reveal[field] != right:
            raise Wrong("void", field=f"reveal.{field}")


def _cut(case: _Case, brought: "_Brought", mix: bytes) -> int:
    """Return where the shuffled shoe is cut: by a box, else by the dealer; 0 where nobody cuts."""
    first, last = case.header.get("cut_from", 0), case.header.get("cut_to", 0)
    if last == 0 or brought.by:
        return brought.cut
    ways: int = last - first + 1
    for number in itertools.count():
        for word in _words(_hash(case.tag(b"/cut"), mix, _u(8, number), of=hashlib.sha512)):
            if word < 2**32 // ways * ways:
                return int(first) + word % ways
    raise AssertionError("never counted to the end")


def _order_root(case: _Case, shuffled: list[int]) -> bytes:
    """Return the root over the salted cards of the shuffled order."""
    extracted = hmac.digest(case.promised, case.seed, "sha512")
    key = hmac.digest(extracted, case.tag(b"/salts") + b"\x01", "sha512")[:32]
    leaves = []
    for at, face in enumerate(shuffled):
        salt = hmac.digest(key, _u(4, at), "sha256")
        leaves.append(hashlib.sha256(b"\x00" + _u(4, at) + _u(1, face) + salt).digest())
    return _tree(leaves)


# --- what players and beacon brought


@dataclass(slots=True)
class _Brought:
    """The contributions, the cut and the beacon of one shoe or draw, as the log has them."""

    case: _Case
    opened: tuple[tuple[int, bytes], ...] = ()
    """Box and secret, boxes ascending."""
    withheld: tuple[int, ...] = ()
    by: int = 0
    cut: int = 0
    round: int = 0
    opened_at: int = 0
    """Milliseconds since 1970."""
    beacon: dict[str, Any] | None = None

    @property
    def chain(self) -> Chain | None:
        return CHAINS.get(self.case.header.get("beacon", "none"))

    def take_beacon(self, given: dict[str, Any] | None) -> None:
        """Take the beacon when it is the one that was named while it lay ahead."""
        if given is None:
            return
        entry = "order" if "shoe" in self.case.header else "reveal"
        _fields(given, BEACON, f"{entry}.beacon.")
        if self.chain is None or given["round"] != self.round:
            raise Wrong("beacon", field="round")
        if self.opened_at >= self.chain.time(self.round):
            raise Wrong("beacon_time", round=self.round, entry="opened")
        signed = hashlib.sha256(bytes.fromhex(given["signature"])).hexdigest()
        if given["randomness"] != signed:
            raise Wrong("beacon", field="randomness")
        self.beacon = given

    @property
    def mixed(self) -> tuple[tuple[int, bytes], ...]:
        return self.opened if self.case.header.get("contributions") == "full" else ()

    def mix(self) -> bytes:
        """Return what is added at each reseeding; nothing before version 3."""
        if self.case.version < 3:
            return b""
        parts = [_u(2, seat) if part else secret for seat, secret in self.mixed for part in (1, 0)]
        randomness = bytes.fromhex(self.beacon["randomness"]) if self.beacon else b""
        tag = self.case.tag(b"/mix")
        return _hash(tag, self.case.promised, randomness, *parts, of=hashlib.sha512)

    def gathered(self) -> Gathered:
        """Return the summary; the BLS signature is checked last, as it takes a second."""
        seats = tuple(seat for seat, _ in self.mixed)
        if self.beacon is None or self.chain is None:
            state: Literal["none", "missing"] = "missing" if self.round else "none"
            return Gathered(seats, self.withheld, state, self.round)
        right = is_beacon(self.chain, self.round, bytes.fromhex(self.beacon["signature"]))
        if right is False:
            raise Wrong("beacon", field="signature")
        return Gathered(seats, self.withheld, "checked" if right else "unchecked", self.round)


def _brought(case: _Case, said: dict[str, dict[str, Any]]) -> _Brought:
    """Return what was brought when every list, secret and cut is as the protocol has it."""
    brought = _Brought(case)
    if case.version < 3 or "contributions" not in said:
        return brought
    header, closed = case.header, said["contributions"]
    hashes = {each["seat"]: each["hash"] for each in closed["hashes"]}
    _ascending([each["seat"] for each in closed["hashes"]], "contributions")
    if hashes and header["contributions"] == "none":
        raise Wrong("seats", entry="contributions")
    cutter, brought.round = closed["cutter"], closed["beacon_round"]
    if cutter and (cutter not in hashes or not header.get("cut_to")):
        raise Wrong("cutter", entry="contributions")
    if brought.round:
        if brought.chain is None:
            raise Wrong("beacon", field="beacon_round")
        if closed["at"] + AHEAD > brought.chain.time(brought.round):
            raise Wrong("beacon_time", round=brought.round, entry="contributions")
    if "opened" not in said:
        return brought
    given = said["opened"]
    secrets = {each["seat"]: bytes.fromhex(each["secret"]) for each in given["opened"]}
    for seats in ([each["seat"] for each in given["opened"]], given["withheld"]):
        _ascending(seats, "opened")
    if sorted([*secrets, *given["withheld"]]) != [*hashes]:
        raise Wrong("seats", entry="opened")
    by, cut = given["by"], given["cut"]
    if by != (cutter if cutter in secrets else 0):
        raise Wrong("cutter", entry="opened")
    if not (header["cut_from"] <= cut <= header["cut_to"] if by else cut == 0):
        raise Wrong("cutter", entry="opened")
    for seat, secret in secrets.items():
        parts = [_utf8(case.id, "header"), _u(2, seat), secret, *([_u(2, cut)] * (seat == by))]
        if _hash(case.tag(b"/contribution"), *parts).hex() != hashes[seat]:
            raise Wrong("contribution", seat=seat)
    brought.opened, brought.withheld = tuple(secrets.items()), tuple(given["withheld"])
    brought.by, brought.cut, brought.opened_at = by, cut, given["at"]
    return brought


def _ascending(seats: Sequence[int], entry: str) -> None:
    if any(one >= other for one, other in itertools.pairwise(seats)):
        raise Wrong("seats", entry=entry)


# --- the log's entries and its signed checkpoint


def _story(case: _Case, what: str, **revealed: object) -> dict[str, dict[str, Any]]:
    """Return the facts of the entries by kind, in the log's order.

    Refuses entries that the signed log does not have, and others than the protocol's; before
    version 3 only promise and reveal are the protocol's, and there was no log in version 1.
    """
    if case.version == 1:
        return {}
    log = _fields(case.log, LOG, "log.")
    signed = _checkpoint(log["checkpoint"], log["key"])
    said: dict[str, dict[str, Any]] = {}
    before = -1
    for given in log["entries"]:
        entry = _fields(given, ENTRY, "log.entries.")
        text, index = _utf8(entry["entry"], "log.entries.entry"), entry["index"]
        proof = [_base64(each, 32, "log.entries.proof") for each in entry["proof"]]
        found = _root(text, index, signed.size, proof) if before < index < signed.size else None
        if found != signed.root:
            raise Wrong("log_proof", index=index)
        before = index
        leaf = _leaf(text)
        kind = _printable(leaf["kind"])
        mine = leaf["subject"] == f"{what}:{case.id}"
        if not mine or (kind in said and (kind in FACTS or case.version == 3)):
            raise Wrong("log_entry", entry=kind)
        said[kind] = leaf["facts"]
    if before + 1 != signed.size:
        raise Wrong("log_proof", index=before)
    if not is_signed(signed.public, signed.signature, signed.text):
        raise Wrong("log_signature", key=_printable(log["key"]))
    _same_facts(case, said, revealed)
    if case.version == 3:
        _in_order(case, what, said, signed.time)
    return said


def _leaf(text: bytes) -> dict[str, Any]:
    leaf = _fields(_json(text), LEAF, "log.entries.entry.")
    named = leaf["id"] == f"{leaf['subject']}:{leaf['kind']}"
    if _canonical(leaf) != text or leaf["log"] != "sabot-log/1" or not named:
        raise Wrong("not_a_bundle", field="log.entries.entry")
    return leaf


def _same_facts(case: _Case, said: dict[str, dict[str, Any]], revealed: dict[str, object]) -> None:
    """Refuse entries whose promise and reveal, the first and the last, are not the bundle's."""
    promise = {"commitment": case.promised.hex(), "header": case.header}
    # As texts, because to Python 1.0 and True are the number 1.
    if [*said][:1] != ["commitment"] or _canonical(said["commitment"]) != _canonical(promise):
        raise Wrong("log_entry", entry="commitment")
    shown = {"seed": case.reveal["seed"], **revealed}
    if [*said][-1] != "reveal" or not shown.items() <= said["reveal"].items():
        raise Wrong("log_entry", entry="reveal")


def _in_order(case: _Case, what: str, said: dict[str, dict[str, Any]], time: int) -> None:
    """Refuse entries of version 3 that are not all of the protocol's, or not in its order."""
    header = case.header
    order = what
    if header["contributions"] != "none" or header["beacon"] != "none":
        withdrawn = what == "draw" and case.reveal["values"] is None
        order += ", gathered, withdrawn" if withdrawn else ", gathered"
    if not re.fullmatch(ORDERS[order], " ".join(said)):
        raise Wrong("log_order", entries=" ".join(said))
    before = 0
    for kind, facts in said.items():
        shape = "reveal of a draw" if (kind, what) == ("reveal", "draw") else kind
        _fields(facts, FACTS[shape], f"{kind}.")
        for field, fields in (("hashes", SENT), ("opened", OPENED)):
            for each in facts.get(field, ()):
                _fields(each, fields, f"{kind}.{field}.")
        if not before <= facts.get("at", before) <= time:
            raise Wrong("times", entry=kind)
        before = facts.get("at", before)


@dataclass(frozen=True, slots=True)
class _Checkpoint:
    """A checkpoint taken apart, C2SP's signed-note; its signature is not checked yet."""

    size: int
    root: bytes
    time: int
    """Milliseconds since 1970; 0 where it names none."""
    public: bytes
    signature: bytes
    text: bytes


def _checkpoint(note: str, key: str) -> _Checkpoint:
    """Return a checkpoint that names itself signed by this key."""
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
    if not re.fullmatch(r"[1-9][0-9]{0,17}", lines[1]):
        raise Wrong("not_a_bundle", field="log.checkpoint")
    timed = re.fullmatch(r"time ([0-9]{1,16})", lines[-4])
    return _Checkpoint(
        size=int(lines[1]),
        root=_base64(lines[2], 32, "log.checkpoint"),
        time=int(timed[1]) if timed else 0,
        public=public[1:],
        signature=signature[4:],
        text=_utf8("\n".join(lines[:-3]) + "\n", "log.checkpoint"),
    )


def _root(entry: bytes, index: int, size: int, proof: list[bytes]) -> bytes | None:
    """Return the root that a proof leads to (RFC 9162, 2.1.3.2); None for a wrong length."""
    node, last = index, size - 1
    root = hashlib.sha256(b"\x00" + entry).digest()
    for sibling in proof:
        if last == 0:
            return None
        if node & 1 or node == last:
            root = _pair(sibling, root)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            root = _pair(root, sibling)
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


# --- the beacon's signature


@functools.lru_cache(maxsize=1000)
def is_beacon(chain: Chain, number: int, signature: bytes) -> bool | None:
    """Tell whether a signature is the chain's of a round; None where `py_ecc` is not installed.

    Takes about a second: a pairing of BLS12-381 in Python. The signature is a point of G1, of the
    SHA-256 of the round in eight bytes, hashed to the curve by RFC 9380.
    """
    try:
        curve = importlib.import_module("py_ecc.optimized_bls12_381")
        points = importlib.import_module("py_ecc.bls.g2_primitives")
        hashing = importlib.import_module("py_ecc.bls.hash_to_curve")
        compressed = importlib.import_module("py_ecc.bls.point_compression")
    except ImportError:
        return None
    public = bytes.fromhex(chain.public)
    try:
        signed = points.pubkey_to_G1(signature)
        key = compressed.decompress_G2(
            tuple(int.from_bytes(half, "big") for half in (public[:48], public[48:]))
        )
        for point in (signed, key):
            # py_ecc's own check of the subgroup multiplies by the order of it.
            if curve.is_inf(point) or not points.subgroup_check(point):
                return False
    except (ValueError, AssertionError):
        return False
    message = hashlib.sha256(_u(8, number)).digest()
    tag = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
    hashed = hashing.hash_to_G1(message, tag, hashlib.sha256)
    # e(signed, G2) = e(hashed, key): as one product, whose last power is taken once.
    product = curve.pairing(curve.G2, signed, final_exponentiate=False) * curve.pairing(
        key, curve.neg(hashed), final_exponentiate=False
    )
    return bool(curve.final_exponentiate(product) == curve.FQ12.one())


# --- files and words


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
        text = content.decode()
        if _nesting(text) > DEEPEST:
            raise ValueError("nested too deeply")
        return json.loads(text, object_pairs_hook=_once, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise Wrong("not_json", file=file) from None


def _nesting(text: str) -> int:
    """Return how deep lists and objects lie in one another; strings do not count."""
    depth = deepest = 0
    for mark in re.sub(r'"(?:[^"\\]|\\.)*"|[^"\[\]{}]+', "", text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(mark, 0)
        deepest = max(deepest, depth)
    return deepest


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
        "valid" if found.void is None else "valid_void",
        lang,
        table=found.table,
        sequence=found.sequence,
        commitment=found.commitment,
        burnt=len(found.burnt),
        dealt=len(found.dealt),
        left=len(found.left),
        reason=found.void,
    )
    if found.void is None:
        said += _say_gathered(found.gathered, lang)
        if found.cut:
            code = "cut_by_box" if found.by else "cut_by_dealer"
            said += " " + sentence(code, lang, cut=found.cut, by=found.by)
        if cards:
            return "\n".join([said, *map(" ".join, (found.burnt, found.dealt, found.left))])
    return said


def _say_draw(found: VerifiedDraw, lang: Lang) -> str:
    said = sentence(
        "withdrawn" if found.values is None else "valid_draw",
        lang,
        table=found.table,
        sequence=found.sequence,
        commitment=found.commitment,
        values=" ".join(map(str, found.values or ())),
    )
    return said if found.values is None else said + _say_gathered(found.gathered, lang)


def _say_gathered(found: Gathered, lang: Lang) -> str:
    """Return what is to be added to a sentence: nothing where nothing was asked for."""
    said = ""
    if found.mixed or found.withheld:
        counts = {"mixed": len(found.mixed), "withheld": len(found.withheld)}
        said += " " + sentence("mixed", lang, **counts)
    if found.beacon != "none":
        said += " " + sentence(f"beacon_{found.beacon}", lang, round=found.round)
    return said


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
