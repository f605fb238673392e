"""Writes the log and reads its proofs. `append` is the only writer of entries and checkpoints.

Appending takes a lock of the log's own, held until the caller's transaction ends: take it last,
after every row that the transaction locks, and never in the transaction that plays a round.
"""

import base64
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.db import connection, transaction

from casino.rng import keys
from casino.rng.core import merkle
from casino.rng.core.canonical import Json, canonical_json
from casino.rng.log import note
from casino.rng.log.models import Checkpoint, LogEntry

FORMAT: Final = "sabot-log/1"
ROTATION_TAG: Final = b"sabot-rotation/1\n"
RESTORED_TAG: Final = b"sabot-restored/1\n"
HOUSE: Final = "house"
"""The subject of the entries about keys."""
LOCK: Final = 6962
"""The key of the advisory lock; `rng_log_number_and_hash` takes the same one."""
HASH_BYTES: Final = 32
Kind = LogEntry.Kind


class EntryDiffers(Exception):
    """The log has this id already, with something else."""


@dataclass(frozen=True, slots=True)
class Logged:
    """Where an entry is in the log."""

    index: int
    fresh: bool
    """It was written by this call, and not before."""


def append(subject: str, kind: LogEntry.Kind, facts: dict[str, Json], *, part: str = "") -> Logged:
    """Write an entry and its signed checkpoint, in the caller's transaction; idempotent.

    The id is `subject:kind`, and `:part` where a subject has several of a kind. Locks the log until
    the transaction ends. Raises `EntryDiffers` when the id was written with other facts,
    `KeyMissing` when the log's key is not at hand: then nothing is written.
    """
    # No savepoint: an entry that fails undoes whatever it was to stand for.
    with transaction.atomic(savepoint=False):
        return _append(_opened(), subject, kind, facts, part)


def _opened() -> str:
    """Return the log's origin; the first time, write the entry with the house's keys."""
    if (known := origin()) is not None:
        return known
    public: dict[str, Json] = {use: keys.newest(use).public for use in keys.USES}
    facts: dict[str, Json] = {"origin": settings.LOG_ORIGIN, "keys": public}
    lock()
    # Another process may have been as quick, with other settings: then its entry counts.
    known = origin()
    if known is None:
        known = settings.LOG_ORIGIN
        _append(known, HOUSE, Kind.KEYS, facts, "")
    return known


def lock() -> None:
    """Take the log's lock until the transaction ends, as appending does by itself."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])


_INSERT: Final = """
    INSERT INTO rng_logentry (entry, subject, kind, body) VALUES (%s, %s, %s, %s)
    ON CONFLICT (entry) DO NOTHING
    RETURNING index, root, previous, signer, recorded_at
"""


def _append(
    origin: str, subject: str, kind: LogEntry.Kind, facts: dict[str, Json], part: str
) -> Logged:
    entry = ":".join(filter(None, (subject, kind.value, part)))
    body = canonical_json(
        {"log": FORMAT, "id": entry, "subject": subject, "kind": kind.value, "facts": facts}
    ).decode()
    with connection.cursor() as cursor:
        cursor.execute(_INSERT, [entry, subject, kind.value, body])
        row = cursor.fetchone()
    if row is None:
        index, written = LogEntry.objects.values_list("index", "body").get(entry=entry)
        if written != body:
            raise EntryDiffers(entry)
        return Logged(index, fresh=False)
    index, root, previous, signer, recorded_at = row
    text = _text(origin, index + 1, bytes(root), bytes(previous), recorded_at)
    signature = keys.key("log", signer).sign(text.encode())
    Checkpoint(
        size=index + 1,
        text=text,
        signature=note.signature_line(log_key(origin, signer), signature),
    ).save(force_insert=True)
    return Logged(index, fresh=True)


def _text(origin: str, size: int, root: bytes, previous: bytes, at: datetime) -> str:
    """Return a checkpoint's text; it continues the one before, and says when, in milliseconds."""
    before = [f"previous {base64.b64encode(previous).decode()}"] if previous else []
    time = f"time {int(at.timestamp() * 1000)}"
    return note.checkpoint(origin, size, root, *before, time)


def log_key(origin: str, public: str) -> note.VerifierKey:
    """Return a log key (hex) under the name that C2SP gives it, the origin."""
    return note.VerifierKey(origin, note.ED25519, bytes.fromhex(public))


@dataclass(frozen=True, slots=True)
class KeyInForce:
    """A public key, and from which entry on it counts."""

    use: keys.Use
    public: str
    since: int
    origin: str
    """The log's name from that entry on."""
    at: datetime
    """When that entry was written, as its checkpoint says."""


def published_keys() -> list[KeyInForce]:
    """Return every public key that the log names, oldest first; the last of a use is in force."""
    found: list[KeyInForce] = []
    kinds = (Kind.KEYS, Kind.ROTATION, Kind.RESTORED)
    rows = LogEntry.objects.filter(subject=HOUSE, kind__in=kinds).order_by("index")
    for index, kind, body, at in rows.values_list("index", "kind", "body", "recorded_at"):
        facts = _facts(body)
        if kind == Kind.KEYS:
            public = facts["keys"]
        elif kind == Kind.ROTATION:
            public = {facts["use"]: facts["new"]}
        else:
            public = {"log": facts["key"]}
        named = facts["origin"]
        found += [
            KeyInForce(use, public[use], index, named, at) for use in keys.USES if use in public
        ]
    return found


def origin() -> str | None:
    """Return the name of the log; None before its first entry.

    Its first entry gives it, and each restoration another (`rename_restored`).
    """
    rows = LogEntry.objects.filter(subject=HOUSE, kind__in=(Kind.KEYS, Kind.RESTORED))
    newest = rows.order_by("-index").values_list("body", flat=True).first()
    return None if newest is None else str(_facts(newest)["origin"])


def public_key(use: keys.Use) -> str:
    """Return the public key in force (hex), opening the log if need be."""
    with transaction.atomic():
        _opened()
        return [each.public for each in published_keys() if each.use == use][-1]


def sign(use: keys.Use, message: bytes) -> bytes:
    """Return the message signed with the key in force; raises `KeyMissing`.

    Who signs tells what it is within the message: a receipt must not read as a report.
    """
    return keys.key(use, public_key(use)).sign(message)


def rotate(use: keys.Use) -> KeyInForce:
    """Put the use's newer key in force by an entry that the old key signs.

    The new key signs it too, to show that the house has it. Raises `KeyMissing` when the old key
    is not at hand, or no newer secret is. Old checkpoints stay verifiable: the entry is the chain.
    """
    with transaction.atomic():
        named = _opened()
        lock()
        in_force = public_key(use)
        old, new = keys.key(use, in_force), keys.another(use, in_force)
        said: dict[str, Json] = {
            "use": use,
            "origin": named,
            "old": old.public,
            "new": new.public,
        }
        message = ROTATION_TAG + canonical_json(said)
        signed: dict[str, Json] = {
            "signed_by_old": old.sign(message).hex(),
            "signed_by_new": new.sign(message).hex(),
        }
        logged = _append(named, HOUSE, Kind.ROTATION, said | signed, f"{use}:{new.public}")
        return next(each for each in published_keys() if each.since == logged.index)


def rename_restored(name: str, *, seen: int | None) -> Logged | None:
    """Give the log of a restored database another name by an entry; idempotent for a name.

    The original went on signing under the old name, so nothing more is signed under it here: two
    trees of one name and size are a fork. `seen` is the size of the newest checkpoint known of the
    original; None where none is. The log's key signs the entry's facts, so that whoever knows the
    old name learns that the house itself says where it ends. None for a log that has no entry.
    Raises `KeyMissing` when the log's key is not at hand; ValueError for no name of a log.
    """
    if not note.is_name(name):
        raise ValueError("no name of a log")
    with transaction.atomic():
        lock()
        former = origin()
        if former is None:
            return None
        if former == name:
            index = LogEntry.objects.filter(subject=HOUSE, kind=Kind.RESTORED).latest("index").index
            return Logged(index, fresh=False)
        key = keys.key("log", public_key("log"))
        said: dict[str, Json] = {
            "former": former,
            "key": key.public,
            "origin": name,
            "seen": seen,
            "size": LogEntry.objects.count(),
        }
        signed: dict[str, Json] = {"signed": key.sign(RESTORED_TAG + canonical_json(said)).hex()}
        return _append(name, HOUSE, Kind.RESTORED, said | signed, name)


def newest_checkpoint() -> Checkpoint | None:
    """Return the checkpoint of the whole log; None before its first entry."""
    return Checkpoint.objects.order_by("-size").first()


def published(checkpoint: Checkpoint, *, witnessed: bool = True) -> str:
    """Return the checkpoint as a signed note, with its cosignatures or without."""
    lines = [each.line for each in checkpoint.cosignatures.all()] if witnessed else []
    return note.signed_note(checkpoint.text, checkpoint.signature, *lines)


def inclusion_proof(index: int, size: int) -> list[bytes]:
    """Return the hashes that prove an entry in the tree of a size; ValueError if it has none."""
    return _hashes(merkle.inclusion(index, size))


def consistency_proof(first: int, second: int) -> list[bytes]:
    """Return the hashes that prove that one tree grew out of another; ValueError if it cannot."""
    return _hashes(merkle.consistency(first, second))


def _hashes(spans: list[merkle.Span]) -> list[bytes]:
    """Return the hashes of spans, whose perfect subtrees are read in one query.

    Raises ValueError when the log is not as long.
    """
    nodes = {node for span in spans for node in merkle.perfect(span)}
    stored = _read(nodes)
    return [merkle.span_hash(span, stored.__getitem__) for span in spans]


def _read(nodes: Iterable[merkle.Node]) -> dict[merkle.Node, bytes]:
    last_leaf = {(level, place): ((place + 1) << level) - 1 for level, place in nodes}
    rows = dict(
        LogEntry.objects.filter(index__in=set(last_leaf.values())).values_list("index", "nodes")
    )
    if set(rows) != set(last_leaf.values()):
        raise ValueError("the log is not as long")
    return {
        node: bytes(rows[leaf])[node[0] * HASH_BYTES : (node[0] + 1) * HASH_BYTES]
        for node, leaf in last_leaf.items()
    }


def evidence(subject: str) -> dict[str, Any] | None:
    """Return what proves a subject's entries, up to its reveal, in the last one's checkpoint.

    Locked secrets are proved in their own entry's besides, whose time is before they open. For a
    bundle: once revealed it does not change any more. None when the log knows no promise.
    """
    entries = list(LogEntry.objects.filter(subject=subject).order_by("index"))
    reveals = [at for at, each in enumerate(entries, 1) if each.kind == Kind.REVEAL]
    entries = entries[: reveals[0]] if reveals else entries
    if not entries or entries[0].kind != Kind.COMMITMENT:
        return None
    size = entries[-1].index + 1
    locked = next((each for each in entries if each.kind == Kind.LOCKED), None)
    proof = (
        {}
        if locked is None
        else {"proof": written(inclusion_proof(locked.index, locked.index + 1))}
    )
    return {
        **_signed(entries[-1]),
        **({} if locked is None else {"locked": _signed(locked) | proof}),
        "entries": [
            {
                "index": each.index,
                "entry": each.body,
                "proof": written(inclusion_proof(each.index, size)),
            }
            for each in entries
        ],
    }


def _signed(entry: LogEntry) -> dict[str, Any]:
    """Return the checkpoint that ends with an entry, and the key that signed it."""
    checkpoint = Checkpoint.objects.get(pk=entry.index + 1)
    return {
        "key": str(log_key(checkpoint.text.partition("\n")[0], entry.signer)),
        "checkpoint": published(checkpoint, witnessed=False),
    }


def written(hashes: list[bytes]) -> list[str]:
    """Return hashes as the API writes them, base64."""
    return [base64.b64encode(each).decode() for each in hashes]


def _facts(body: str) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads(body)["facts"]
    return facts
