"""Checks the whole public log from what the house publishes, with nothing of the house.

Shares no line with the log: it was written from RFC 6962, RFC 9162, C2SP's signed-note,
tlog-checkpoint and tlog-cosignature, and from the description of the entries. Needs the standard
library and `cryptography`; run it anywhere: `python verify_log.py FILE` on a dump, or on the
address of a house, `python verify_log.py https://casino.example`.
"""

import argparse
import base64
import hashlib
import json
import re
import sys
import urllib.request
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

Lang = Literal["fr", "en"]
USES: Final = ("log", "receipts", "conformity")
WAIT: Final = 30
"""Seconds to wait for an answer of the house."""

SENTENCES: Final[dict[str, tuple[str, str]]] = {
    "valid": (
        "Le journal {origin} est intact : {entries} inscriptions, {commitments} engagements, dont "
        "{open} pas encore révélés ; {witnessed} états cosignés par un témoin connu. "
        "État final : {root}. Clé actuelle : {key}.",
        "The log {origin} is intact: {entries} entries, {commitments} commitments, of which "
        "{open} not revealed yet; {witnessed} checkpoints cosigned by a known witness. "
        "Final state: {root}. Key in force: {key}.",
    ),
    "grown": (
        "Le journal {origin} n'a fait que grandir : {first} inscriptions, puis {second}.",
        "The log {origin} has only grown: {first} entries, then {second}.",
    ),
    "unreadable": ("{what} ne peut pas être lu.", "{what} cannot be read."),
    "malformed": (
        "L'inscription {index} est mal formée : {field}.",
        "Entry {index} is malformed: {field}.",
    ),
    "gap": ("Il manque l'inscription {index}.", "Entry {index} is missing."),
    "repeated": (
        "L'inscription {index} reprend l'identifiant d'une autre.",
        "Entry {index} has the id of another one.",
    ),
    "root": (
        "L'état {size} du journal n'est pas celui de ses inscriptions.",
        "Checkpoint {size} is not of the log's entries.",
    ),
    "chain": (
        "L'état {size} du journal ne continue pas le précédent.",
        "Checkpoint {size} does not continue the one before.",
    ),
    "signature": (
        "L'état {size} n'est pas signé par la clé alors en vigueur.",
        "Checkpoint {size} is not signed by the key then in force.",
    ),
    "rotation": (
        "Le changement de clé de l'inscription {index} n'est pas signé par l'ancienne "
        "et la nouvelle clé.",
        "The change of keys in entry {index} is not signed by the old and the new key.",
    ),
    "pinned": (
        "La clé {key} n'est pas une clé de ce journal.",
        "The key {key} is not a key of this log.",
    ),
    "cosignature": (
        "La cosignature de {witness} sous l'état {size} est fausse.",
        "The cosignature of {witness} under checkpoint {size} is wrong.",
    ),
    "reveal": (
        "La graine révélée par l'inscription {index} n'est pas celle que {subject} avait engagée.",
        "The seed revealed by entry {index} is not the one that {subject} had committed to.",
    ),
    "uncommitted": (
        "L'inscription {index} révèle {subject}, qui n'était pas engagé.",
        "Entry {index} reveals {subject}, which was not committed.",
    ),
    "sequence": (
        "Les numéros de {what} de {table} ont un trou : {sequence} manque.",
        "The numbers of the {what}s of {table} have a gap: {sequence} is missing.",
    ),
    "log_order": (
        "L'inscription {index} de {subject} n'est pas à sa place : {kind}.",
        "Entry {index} of {subject} is out of its place: {kind}.",
    ),
    "times": (
        "L'heure de l'inscription {index} de {subject} n'est pas celle où elle a été faite.",
        "The time of entry {index} of {subject} is not when it was made.",
    ),
    "seats": (
        "Les cases de l'inscription {index} de {subject} ne sont pas celles qu'il faut, une fois "
        "chacune, en ordre.",
        "The boxes of entry {index} of {subject} are not those there must be, once each, in order.",
    ),
    "contribution": (
        "L'inscription {index} ouvre un secret qui n'est pas celui de l'empreinte : {subject}.",
        "Entry {index} opens a secret that is not that of its hash: {subject}.",
    ),
    "cut": (
        "L'inscription {index} coupe {subject} autrement qu'il n'était dit.",
        "Entry {index} cuts {subject} otherwise than was said.",
    ),
    "beacon": (
        "La balise de l'inscription {index} n'est pas celle qui était annoncée : {subject}.",
        "The beacon of entry {index} is not the one that was announced: {subject}.",
    ),
    "open": (
        "{subject} est engagé et n'est pas révélé.",
        "{subject} is promised and not revealed.",
    ),
    "rewritten": (
        "Le journal de {second} inscriptions n'est pas la suite de celui de {first} : "
        "il a été réécrit.",
        "The log of {second} entries does not continue the one of {first}: it was rewritten.",
    ),
}


class Wrong(Exception):
    """The first thing that is wrong; `code` names one of SENTENCES."""

    def __init__(self, code: str, **detail: object) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


def sentence(code: str, lang: Lang, **detail: object) -> str:
    """Return the sentence of a code in French or English."""
    return SENTENCES[code][0 if lang == "fr" else 1].format(**detail)


# --- RFC 6962 and RFC 9162


def leaf(entry: bytes) -> bytes:
    """Return the hash of a leaf."""
    return hashlib.sha256(b"\x00" + entry).digest()


def _pair(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


class Tree:
    """The tree's hash as it grows: the roots of its perfect subtrees, the largest first."""

    def __init__(self) -> None:
        self._peaks: list[tuple[int, bytes]] = []

    def add(self, hashed: bytes) -> None:
        """Add a leaf's hash."""
        size = 1
        while self._peaks and self._peaks[-1][0] == size:
            hashed = _pair(self._peaks.pop()[1], hashed)
            size *= 2
        self._peaks.append((size, hashed))

    def root(self) -> bytes:
        """Return the root."""
        if not self._peaks:
            return hashlib.sha256(b"").digest()
        *others, (_, hashed) = self._peaks
        for _, peak in reversed(others):
            hashed = _pair(peak, hashed)
        return hashed


def is_included(hashed: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Tell whether a leaf's hash is in the tree of this size and root (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size or any(len(each) != 32 for each in (hashed, root, *proof)):
        return False
    node, last, found = index, size - 1, hashed
    for sibling in proof:
        if last == 0:
            return False
        if node % 2 == 1 or node == last:
            found = _pair(sibling, found)
            while node % 2 == 0 and node != 0:
                node, last = node // 2, last // 2
        else:
            found = _pair(found, sibling)
        node, last = node // 2, last // 2
    return last == 0 and found == root


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
            was, now = _pair(sibling, was), _pair(sibling, now)
            while node % 2 == 0 and node != 0:
                node, last = node // 2, last // 2
        else:
            now = _pair(now, sibling)
        node, last = node // 2, last // 2
    return last == 0 and was == old and now == new


# --- C2SP


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
        lines.append((signed[1], _bytes(signed[2])))
    previous = _bytes(found[4]) if found[4] else b""
    return Note(
        head + "\n",
        found[1],
        int(found[2]),
        _bytes(found[3]),
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
        """Its four bytes in a signature line."""
        whole = self.name.encode() + b"\n" + bytes([self.kind]) + self.public
        return hashlib.sha256(whole).digest()[:4]

    def __str__(self) -> str:
        public = base64.b64encode(bytes([self.kind]) + self.public).decode()
        return f"{self.name}+{self.id.hex()}+{public}"

    def signed(self, checkpoint: Note) -> bool | None:
        """Tell whether this key signed the checkpoint; None when it has no line of this key."""
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
    whole = _bytes(rest.partition("+")[2])
    found = Key(name, whole[0] if whole else 0, whole[1:])
    if found.kind not in (1, 4) or len(found.public) != 32 or str(found) != text:
        raise ValueError("not a key")
    return found


def accepts(public: bytes, signature: bytes, message: bytes) -> bool:
    """Tell whether an Ed25519 signature is right (RFC 8032)."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def _bytes(text: str) -> bytes:
    whole = base64.b64decode(text, validate=True)
    if base64.b64encode(whole).decode() != text:
        raise ValueError("not base64")
    return whole


# --- the log


@dataclass(slots=True)
class Verified:
    """What a right log says."""

    origin: str = ""
    entries: int = 0
    commitments: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By subject: the facts of its commitment."""
    revealed: set[str] = field(default_factory=set)
    told: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    """By subject: the facts of all its entries, by their kinds, in the log's order."""
    made_at: dict[str, int] = field(default_factory=dict)
    """By subject: the time of its newest entry's checkpoint, milliseconds since 1970."""
    witnessed: int = 0
    """Checkpoints under which a known witness's cosignature is right."""
    root: bytes = b""
    keys: dict[str, list[str]] = field(default_factory=dict)
    """By use: every public key (hex) that was in force, the newest last."""


def verify(
    rows: Iterable[object],
    *,
    pinned: Key | None = None,
    witnesses: Sequence[Key] = (),
    closed: bool = False,
) -> Verified:
    """Return what a right log says; raise `Wrong` with the first thing wrong.

    `rows` are the published entries in any order, each an object with `index`, `entry` and
    `checkpoint`. The `pinned` key must have been the log's at some time: without one, a log that
    somebody made up entirely passes too. A house that is `closed` has no promise left to reveal.
    """
    found = Verified()
    tree = Tree()
    ids: set[str] = set()
    before: Note | None = None
    for expected, (index, entry, published) in enumerate(sorted(map(_row, rows))):
        if index != expected:
            raise Wrong("gap", index=expected)
        leaf_of = _leaf(index, entry)
        if leaf_of["id"] in ids:
            raise Wrong("repeated", index=index)
        ids.add(leaf_of["id"])
        tree.add(leaf(entry.encode()))
        try:
            now = note(published)
        except ValueError:
            raise Wrong("malformed", index=index, field="checkpoint") from None
        _understand(found, index, leaf_of, now.time)
        _continues(found, now, before, tree.root())
        for witness in witnesses:
            right = witness.signed(now)
            if right is False:
                raise Wrong("cosignature", witness=witness.name, size=now.size)
            found.witnessed += right is True
        before = now
    if before is None:
        raise Wrong("gap", index=0)
    if pinned is not None and (
        pinned.name != found.origin or pinned.public.hex() not in found.keys["log"]
    ):
        raise Wrong("pinned", key=pinned)
    _no_gaps(found)
    for subject in found.commitments.keys() - found.revealed if closed else ():
        raise Wrong("open", subject=subject)
    found.entries, found.root = len(ids), tree.root()
    return found


def _row(row: object) -> tuple[int, str, str]:
    if type(row) is not dict:
        raise Wrong("malformed", index="?", field="JSON")
    index = row.get("index")
    for name, kind in (("index", int), ("entry", str), ("checkpoint", str)):
        if type(row.get(name)) is not kind:
            raise Wrong("malformed", index=index, field=name)
    return row["index"], row["entry"], row["checkpoint"]


def _leaf(index: int, entry: str) -> dict[str, Any]:
    """Return an entry's fields when its text is the one way to write them."""
    try:
        found = json.loads(entry)
        text = json.dumps(found, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        entry.encode()
    except (ValueError, RecursionError):
        raise Wrong("malformed", index=index, field="entry") from None
    kinds = {"facts": dict, "id": str, "kind": str, "log": str, "subject": str}
    if text != entry or type(found) is not dict or {**kinds, **found}.keys() != kinds.keys():
        raise Wrong("malformed", index=index, field="entry")
    for name, kind in kinds.items():
        if type(found.get(name)) is not kind:
            raise Wrong("malformed", index=index, field=name)
    if found["log"] != "sabot-log/1":
        raise Wrong("malformed", index=index, field="log")
    if not f"{found['id']}:".startswith(f"{found['subject']}:{found['kind']}:"):
        raise Wrong("malformed", index=index, field="id")
    if (index == 0) != (found["kind"] == "keys"):
        raise Wrong("malformed", index=index, field="kind")
    whole: dict[str, Any] = found
    return whole


def _understand(found: Verified, index: int, entry: dict[str, Any], time: int) -> None:
    """Take in an entry: keys, their rotation, and the facts of shoes and draws."""
    facts, subject = entry["facts"], entry["subject"]
    try:
        match entry["kind"]:
            case "keys":
                found.origin = str(facts["origin"])
                found.keys = {use: [_public(facts["keys"][use])] for use in USES}
            case "rotation":
                _rotate(found, index, facts)
            case kind if kind in TOLD or subject in found.commitments:
                _tell(found, index, kind, subject, facts)
                _timed(found, index, subject, facts, time)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
        raise Wrong("malformed", index=index, field="facts") from None


# --- shoes and draws: docs/chance-protocol.md

TAGS: Final = {
    f"sabot-{name}/{version}": f"sabot-{tags}/{version}"
    for version in (1, 2)
    for name, tags in (("shoe", "shoe"), ("refill", "shoe"), ("draw", "draw"))
}
"""By protocol, the beginning of its tags."""
TOLD: Final[dict[str, set[str]]] = {
    "commitment": set(),
    "contributions": {"at", "beacon_round", "cutter", "hashes"},
    "opened": {"at", "by", "cut", "opened", "withheld"},
    "order": {"at", "beacon", "by", "cut", "root"},
    "void": {"at", "reason"},
    "reveal": set(),
}
"""The kinds of entries of a shoe or a draw, and their fields where they have a time."""
GATHERED: Final = "commitment contributions opened "
STORIES: Final[dict[str, tuple[str, ...]]] = {
    "version 1": ("commitment reveal",),
    "shoe": ("commitment order reveal", "commitment void reveal"),
    "gathering shoe": (
        f"{GATHERED}order reveal",
        f"{GATHERED}void reveal",
        "commitment contributions void reveal",
        "commitment void reveal",
    ),
    "draw": ("commitment reveal",),
    "gathering draw": (f"{GATHERED}reveal",),
    "withdrawn draw": (
        f"{GATHERED}reveal",
        "commitment contributions reveal",
        "commitment reveal",
    ),
}
"""The entries of a shoe or a draw from its promise to its reveal, in the log's order."""
AHEAD: Final = 6000
"""Milliseconds that a round of the beacon lies ahead, at least, when a list names it."""
QUICKNET: Final = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"


def _tell(found: Verified, index: int, kind: str, subject: str, facts: dict[str, Any]) -> None:
    """Take in an entry of a shoe or a draw when it comes at its place and fits those before."""
    if kind == "commitment":
        what, name = subject.split(":", 1)
        header = facts["header"]
        tags = TAGS[header["protocol"]]
        if (tags[6:-2], header[what]) != (what, name):
            raise ValueError("another subject's header")
        if subject in found.commitments:
            raise Wrong("log_order", index=index, subject=subject, kind=kind)
        _public(facts["commitment"])
        found.commitments[subject], found.told[subject] = facts, {kind: facts}
        return
    if subject not in found.commitments:
        raise Wrong("uncommitted", index=index, subject=subject)
    promise, told = found.commitments[subject], found.told[subject]
    header = promise["header"]
    so_far = " ".join([*told, kind])
    # Whole words: no kind begins with another's name, and each comes once.
    if kind not in TOLD or not any(
        f"{story} ".startswith(f"{so_far} ") for story in STORIES[_story(header, facts)]
    ):
        raise Wrong("log_order", index=index, subject=subject, kind=kind)
    if TOLD[kind] and facts.keys() != TOLD[kind]:
        raise ValueError("other fields")
    told[kind] = facts
    match kind:
        case "contributions":
            _closed(index, subject, header, facts)
        case "opened":
            _opened(index, subject, header, told["contributions"], facts)
        case "order":
            _ordered(index, subject, header, told.get("opened"), facts)
            _beacon(index, subject, told, facts["beacon"])
        case "reveal":
            seed = bytes.fromhex(facts["seed"])
            if _promise(header, seed) != promise["commitment"]:
                raise Wrong("reveal", index=index, subject=subject)
            if header["protocol"] == "sabot-draw/2":
                if len({facts[name] is None for name in ("request", "values")}) == 2:
                    raise ValueError("neither fallen nor withdrawn")
                _beacon(index, subject, told, facts["beacon"])
            found.revealed.add(subject)


def _story(header: dict[str, Any], facts: dict[str, Any]) -> str:
    what, version = TAGS[header["protocol"]][6:].split("/")
    if version == "1":
        return "version 1"
    if header["contributions"] == header["beacon"] == "none":
        return what
    withdrawn = what == "draw" and "seed" in facts and facts["values"] is None
    return f"{'withdrawn' if withdrawn else 'gathering'} {what}"


def _promise(header: dict[str, Any], seed: bytes) -> str:
    """Return the promise over a header and a seed."""
    text = json.dumps(header, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return _tagged(header, "commitment", text.encode(), seed)


def _tagged(header: dict[str, Any], name: str, *parts: bytes) -> str:
    whole = hashlib.sha256()
    for part in (f"{TAGS[header['protocol']]}/{name}".encode(), *parts):
        whole.update(len(part).to_bytes(8, "big") + part)
    return whole.hexdigest()


def _timed(found: Verified, index: int, subject: str, facts: dict[str, Any], time: int) -> None:
    """Refuse a time that is not between the checkpoint of the entry before and its own."""
    at = facts.get("at", time)
    if type(at) is not int or not found.made_at.get(subject, 0) <= at <= time:
        raise Wrong("times", index=index, subject=subject)
    found.made_at[subject] = time


def _closed(index: int, subject: str, header: dict[str, Any], facts: dict[str, Any]) -> None:
    """Refuse a list of hashes that is none, or a round that does not lie ahead."""
    seats = [each["seat"] for each in facts["hashes"]]
    for each in facts["hashes"]:
        _public(each["hash"])
    nobody = header["contributions"] == "none"
    if seats != sorted(set(seats)) or not all(map(_is_seat, seats)) or (nobody and seats):
        raise Wrong("seats", index=index, subject=subject)
    if facts["cutter"] and (facts["cutter"] not in seats or not header.get("cut_to")):
        raise Wrong("cut", index=index, subject=subject)
    if facts["beacon_round"] and (
        header["beacon"] == "none"
        or not _lies_ahead(header, facts["beacon_round"], facts["at"] + AHEAD - 1)
    ):
        raise Wrong("beacon", index=index, subject=subject)


def _is_seat(given: object) -> bool:
    return type(given) is int and 1 <= given < 2**16


def _lies_ahead(header: dict[str, Any], number: int, at: int) -> bool:
    """Tell whether a round of the beacon comes after a time; only quicknet's times are known."""
    return header["beacon"] != QUICKNET or at < (1692803367 + (number - 1) * 3) * 1000


def _opened(
    index: int, subject: str, header: dict[str, Any], closed: dict[str, Any], facts: dict[str, Any]
) -> None:
    """Refuse secrets that are not those of the list, each once, or a cut that nobody was to make.

    A hash of the list that nobody opened is among those that were withheld.
    """
    hashes = {each["seat"]: each["hash"] for each in closed["hashes"]}
    opened = [each["seat"] for each in facts["opened"]]
    withheld = facts["withheld"]
    ascending = all(part == sorted(set(part)) for part in (opened, withheld))
    if not ascending or sorted([*opened, *withheld]) != [*hashes]:
        raise Wrong("seats", index=index, subject=subject)
    by, cut = facts["by"], facts["cut"]
    limits = (header["cut_from"], header["cut_to"]) if by else (0, 0)
    cutter = closed["cutter"] if closed["cutter"] in opened else 0
    if by != cutter or not limits[0] <= cut <= limits[1]:
        raise Wrong("cut", index=index, subject=subject)
    name = subject.partition(":")[2].encode()
    for each in facts["opened"]:
        seat, secret = each["seat"], bytes.fromhex(_public(each["secret"]))
        parts = [name, seat.to_bytes(2, "big"), secret]
        if seat == by:
            parts.append(cut.to_bytes(2, "big"))
        if _tagged(header, "contribution", *parts) != hashes[seat]:
            raise Wrong("contribution", index=index, subject=subject)


def _ordered(
    index: int,
    subject: str,
    header: dict[str, Any],
    opened: dict[str, Any] | None,
    facts: dict[str, Any],
) -> None:
    """Refuse an order that is cut by another than was said, or where it may not be cut."""
    _public(facts["root"])
    by, cut = (opened["by"], opened["cut"]) if opened else (0, 0)
    limits = (cut, cut) if by else (header["cut_from"], header["cut_to"])
    if facts["by"] != by or not limits[0] <= facts["cut"] <= limits[1]:
        raise Wrong("cut", index=index, subject=subject)


def _beacon(
    index: int, subject: str, told: dict[str, dict[str, Any]], given: dict[str, Any] | None
) -> None:
    """Refuse a beacon that is not the round that was named, opened before its time."""
    if given is None:
        return
    number = told["contributions"]["beacon_round"] if "opened" in told else 0
    signed = hashlib.sha256(bytes.fromhex(given["signature"])).hexdigest()
    right = number and (given["round"], given["randomness"]) == (number, signed)
    header = told["commitment"]["header"]
    if not right or not _lies_ahead(header, number, told["opened"]["at"]):
        raise Wrong("beacon", index=index, subject=subject)


def _public(text: str) -> str:
    if not re.fullmatch(r"[0-9a-f]{64}", text):
        raise ValueError("not a public key")
    return text


def _rotate(found: Verified, index: int, facts: dict[str, Any]) -> None:
    use, old, new = facts["use"], _public(facts["old"]), _public(facts["new"])
    said = {name: facts[name] for name in ("new", "old", "origin", "use")}
    text = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    message = b"sabot-rotation/1\n" + text.encode()
    right = facts["origin"] == found.origin and found.keys[use][-1] == old
    for public, signature in ((old, "signed_by_old"), (new, "signed_by_new")):
        right &= accepts(bytes.fromhex(public), bytes.fromhex(facts[signature]), message)
    if not right:
        raise Wrong("rotation", index=index)
    found.keys[use].append(new)


def _continues(found: Verified, now: Note, before: Note | None, root: bytes) -> None:
    """Refuse a checkpoint that is not of this tree, or not after the one before."""
    size = 1 if before is None else before.size + 1
    if now.size != size or now.root != root or now.origin != found.origin:
        raise Wrong("root", size=size)
    expected = b"" if before is None else hashlib.sha256(before.text.encode()).digest()
    if now.previous != expected or (before is not None and now.time < before.time):
        raise Wrong("chain", size=size)
    if not Key(found.origin, 1, bytes.fromhex(found.keys["log"][-1])).signed(now):
        raise Wrong("signature", size=size)


def _no_gaps(found: Verified) -> None:
    """Refuse a log in which a table's shoes or draws are not numbered 1, 2, 3, ..."""
    numbers: dict[tuple[str, str], set[int]] = {}
    for subject, facts in found.commitments.items():
        what, header = subject.partition(":")[0], facts["header"]
        numbers.setdefault((what, str(header.get("table"))), set()).add(header.get("sequence"))
    for (what, table), seen in numbers.items():
        for sequence in range(1, len(seen) + 1):
            if sequence not in seen:
                raise Wrong("sequence", what=what, table=table, sequence=sequence)


def grown(old: str, new: str, proof: Sequence[str], keys: Sequence[Key]) -> tuple[Note, Note]:
    """Return two checkpoints when the house signed both and the second continues the first.

    `keys` are those of the log that the asker trusts: each checkpoint needs one of them.
    """
    notes = []
    for text in (old, new):
        try:
            found = note(text)
        except ValueError:
            raise Wrong("unreadable", what="checkpoint") from None
        if not any(each.name == found.origin and each.signed(found) for each in keys):
            raise Wrong("signature", size=found.size)
        notes.append(found)
    first, second = notes
    try:
        hashes = [_bytes(each) for each in proof]
    except (TypeError, ValueError):
        raise Wrong("unreadable", what="proof") from None
    if not is_grown(first.size, second.size, hashes, first.root, second.root):
        raise Wrong("rewritten", first=first.size, second=second.size)
    return first, second


# --- the program


def published(source: str) -> list[object]:
    """Return the rows of a dump, or of the house at an address, page by page."""
    if urlsplit(source).scheme not in ("http", "https"):
        return _results(_json(_file(source), source), source)
    address: str | None = f"{source.rstrip('/')}/api/log/entries/?limit=100"
    rows: list[object] = []
    while address:
        page = _json(_fetched(address), address)
        rows += _results(page, address)
        following = page.get("next") if type(page) is dict else None
        address = following if type(following) is str else None
    return rows


def _results(page: object, source: str) -> list[object]:
    if type(page) is dict and type(page.get("results")) is list:
        results: list[object] = page["results"]
        return results
    raise Wrong("unreadable", what=source)


def _file(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError:
        raise Wrong("unreadable", what=path) from None


def _fetched(address: str) -> bytes:
    try:
        with urllib.request.urlopen(address, timeout=WAIT) as answer:  # noqa: S310 - http(s) only
            whole: bytes = answer.read()
            return whole
    except (OSError, ValueError):
        raise Wrong("unreadable", what=address) from None


def _json(content: bytes, source: str) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        raise Wrong("unreadable", what=source) from None


def report(
    source: str,
    lang: Lang,
    *,
    pinned: str | None = None,
    witnesses: Sequence[str] = (),
    since: str | None = None,
    closed: bool = False,
) -> tuple[bool, str]:
    """Return whether the log at a file or an address is right, and the sentence that says so.

    With `since`, the file of a checkpoint kept earlier, the log must also continue that one; with
    `closed` every promise must be revealed.
    """
    try:
        known = _known(pinned) if pinned else None
        found = verify(
            rows := published(source),
            pinned=known,
            witnesses=[_known(each) for each in witnesses],
            closed=closed,
        )
        said = sentence(
            "valid",
            lang,
            origin=found.origin,
            entries=found.entries,
            commitments=len(found.commitments),
            open=len(found.commitments.keys() - found.revealed),
            witnessed=found.witnessed,
            root=base64.b64encode(found.root).decode(),
            key=Key(found.origin, 1, bytes.fromhex(found.keys["log"][-1])),
        )
        if since is not None:
            first = _kept(since, rows, found)
            grew = sentence(
                "grown", lang, origin=found.origin, first=first.size, second=found.entries
            )
            said = f"{said}\n{grew}"
    except Wrong as wrong:
        return False, sentence(wrong.code, lang, **wrong.detail)
    return True, said


def _kept(path: str, rows: Sequence[object], found: Verified) -> Note:
    """Return a checkpoint kept earlier when the whole log begins with its tree."""
    try:
        old = note(_file(path).decode())
    except ValueError:
        raise Wrong("unreadable", what=path) from None
    tree = Tree()
    for _, entry, _ in sorted(map(_row, rows))[: old.size]:
        tree.add(leaf(entry.encode()))
    keys = [Key(found.origin, 1, bytes.fromhex(each)) for each in found.keys["log"]]
    if not any(each.signed(old) for each in keys):
        raise Wrong("signature", size=old.size)
    if old.size > found.entries or old.root != tree.root():
        raise Wrong("rewritten", first=old.size, second=found.entries)
    return old


def _known(text: str) -> Key:
    try:
        return key(text)
    except ValueError:
        raise Wrong("unreadable", what=text) from None


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `verify_log` to a parser."""
    parser.add_argument("source", metavar="FILE_OR_ADDRESS")
    parser.add_argument("--key", help="a key that you know to be the log's: name+id+base64")
    parser.add_argument(
        "--witness", action="append", default=[], help="a witness's key; repeatable"
    )
    parser.add_argument("--since", metavar="FILE", help="a checkpoint that you kept earlier")
    parser.add_argument(
        "--closed", action="store_true", help="the house has closed: every promise is revealed"
    )
    parser.add_argument("--lang", choices=("fr", "en"), default="fr")


def main() -> int:
    """Run as a program: 0 when the log is right, 1 when it is not, 2 for wrong usage."""
    parser = argparse.ArgumentParser(description="Verify the whole public log of a house.")
    arguments(parser)
    asked = parser.parse_args()
    right, said = report(
        asked.source,
        asked.lang,
        pinned=asked.key,
        witnesses=asked.witness,
        since=asked.since,
        closed=asked.closed,
    )
    (sys.stdout if right else sys.stderr).write(said + "\n")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
