"""The whole log, entry by entry: hashes, checkpoints, keys and what they say."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any, Final

from ..crypto.trees import Tree, is_grown, leaf_hash
from ..receipts import check_receipt, receipts_in_file
from ..words import Wrong
from .findings import Restored, VerifiedLog, names
from .notes import Key, Note, accepts, bytes_of, note
from .shoe_and_draw_entries import ENTRY_FIELDS, check_locks, check_time, public_key, take_entry

USES: Final = ("log", "receipts", "conformity")


def verify(
    rows: Iterable[object],
    *,
    pinned: Key | None = None,
    witnesses: Sequence[Key] = (),
    closed: bool = False,
) -> VerifiedLog:
    """Verify a whole log; return what it says, or raise `Wrong` with the first fault.

    `rows` are the published entries in any order, each an object with `index`, `entry` and
    `checkpoint`. The `pinned` key must have been the log's at some time: without one, a log that
    somebody made up entirely passes too. A house that is `closed` has no promise left to reveal.
    """
    found = VerifiedLog()
    tree = Tree()
    ids: set[str] = set()
    before: Note | None = None
    for expected, (index, entry, published) in enumerate(sorted(map(row_of, rows))):
        if index != expected:
            raise Wrong("gap", index=expected)
        leaf_of = _leaf(index, entry)
        if leaf_of["id"] in ids:
            raise Wrong("repeated", index=index)
        ids.add(leaf_of["id"])
        tree.add(leaf_hash(entry.encode()))
        try:
            now = note(published)
        except ValueError:
            raise Wrong("malformed", index=index, field="checkpoint") from None
        _take_facts(found, index, leaf_of, now.time)
        _check_checkpoint(found, now, before, tree.root())
        for witness in witnesses:
            right = witness.signed(now)
            if right is False:
                raise Wrong("cosignature", witness=witness.name, size=now.size)
            found.witnessed += right is True
        before = now
    if before is None:
        raise Wrong("gap", index=0)
    if pinned is not None and (
        pinned.name not in names(found) or pinned.public.hex() not in found.keys["log"]
    ):
        raise Wrong("pinned", key=pinned)
    _check_numbers(found)
    for subject in found.commitments.keys() - found.revealed if closed else ():
        raise Wrong("open", subject=subject)
    found.entries, found.root = len(ids), tree.root()
    return found


def row_of(row: object) -> tuple[int, str, str]:
    """Return index, entry and checkpoint of a published row; raise `Wrong` where one lacks."""
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


def _take_facts(found: VerifiedLog, index: int, entry: dict[str, Any], time: int) -> None:
    """Keep the facts of an entry: keys, their rotation, names, reports, shoes and draws."""
    facts, subject = entry["facts"], entry["subject"]
    try:
        match entry["kind"]:
            case "keys":
                found.origin = str(facts["origin"])
                found.keys = {use: [public_key(facts["keys"][use])] for use in USES}
            case "rotation":
                _rotate(found, index, facts)
            case "restored":
                _rename(found, index, facts)
            case "report":
                _check_trust(facts)
                found.reports[_report_hash(facts["sha256"])] = facts
            case kind if kind in ENTRY_FIELDS or subject in found.commitments:
                take_entry(found, index, kind, subject, facts)
                if kind == "locked":
                    check_locks(found, index, subject, facts, time)
                check_time(found, index, subject, facts, time)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
        raise Wrong("malformed", index=index, field="facts") from None


def _check_trust(facts: dict[str, Any]) -> None:
    """Refuse two persons who are one, or gave no reason."""
    if "trusted" not in facts:
        return
    one, other = facts["trusted"]
    for each in (one, other):
        if type(each["by"]) is not int or type(each["reason"]) is not str or not each["reason"]:
            raise ValueError("nobody, or no reason")
    if one["by"] == other["by"]:
        raise ValueError("one person")


def _report_hash(digest: str) -> str:
    """Return the hash of a report; zeros are nobody's."""
    if digest == "0" * 64:
        raise ValueError("no report")
    return public_key(digest)


def _rotate(found: VerifiedLog, index: int, facts: dict[str, Any]) -> None:
    use, old, new = facts["use"], public_key(facts["old"]), public_key(facts["new"])
    signed = {name: facts[name] for name in ("new", "old", "origin", "use")}
    text = json.dumps(signed, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    message = b"sabot-rotation/1\n" + text.encode()
    right = facts["origin"] == found.origin and found.keys[use][-1] == old
    for public, signature in ((old, "signed_by_old"), (new, "signed_by_new")):
        right &= accepts(bytes.fromhex(public), bytes.fromhex(facts[signature]), message)
    if not right:
        raise Wrong("rotation", index=index)
    found.keys[use].append(new)


def _rename(found: VerifiedLog, index: int, facts: dict[str, Any]) -> None:
    """Take another name of the log, from a restored database on; the key in force signs it."""
    said = {name: facts[name] for name in ("former", "key", "origin", "seen", "size")}
    text = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    message = b"sabot-restored/1\n" + text.encode()
    former, name, seen = facts["former"], facts["origin"], facts["seen"]
    right = (former, facts["key"], facts["size"]) == (found.origin, found.keys["log"][-1], index)
    right &= type(name) is str and name not in names(found)
    right &= seen is None or (type(seen) is int and seen > 0)
    public = bytes.fromhex(public_key(facts["key"]))
    if not right or not accepts(public, bytes.fromhex(facts["signed"]), message):
        raise Wrong("restored", index=index)
    found.restored.append(Restored(former, index, seen))
    found.origin = name


def _check_checkpoint(found: VerifiedLog, now: Note, before: Note | None, root: bytes) -> None:
    """Refuse a checkpoint that is not of this tree, or not after the one before."""
    size = 1 if before is None else before.size + 1
    if now.size != size or now.root != root or now.origin != found.origin:
        raise Wrong("root", size=size)
    expected = b"" if before is None else hashlib.sha256(before.text.encode()).digest()
    if now.previous != expected or (before is not None and now.time < before.time):
        raise Wrong("chain", size=size)
    if not Key(found.origin, 1, bytes.fromhex(found.keys["log"][-1])).signed(now):
        raise Wrong("signature", size=size)


def _check_numbers(found: VerifiedLog) -> None:
    """Refuse a log in which a table's shoes or draws are not numbered 1, 2, 3, ..."""
    numbers: dict[tuple[str, str], set[int]] = {}
    for subject, facts in found.commitments.items():
        what, header = subject.partition(":")[0], facts["header"]
        numbers.setdefault((what, str(header.get("table"))), set()).add(header.get("sequence"))
    for (what, table), seen in numbers.items():
        for sequence in range(1, len(seen) + 1):
            if sequence not in seen:
                raise Wrong("sequence", what=what, table=table, sequence=sequence)


def check_receipt_kept(found: VerifiedLog, file: object) -> str:
    """Return the key (hex) of a receipt where the house did what it signed for; else raise `Wrong`.

    `file` is a secret with its receipts, or an alarm about one, as a player's page saves it.
    """
    given = receipts_in_file(file)
    what = "draw" if type(given) is dict and "draw" in given else "shoe"
    its_id = given.get(what) if type(given) is dict else None
    facts_by_kind = found.facts_by_subject.get(f"{what}:{its_id}")
    if facts_by_kind is None or not facts_by_kind["commitment"]["header"]["protocol"].endswith(
        "/2"
    ):
        raise Wrong("other_receipt")
    return check_receipt(given, what, str(its_id), facts_by_kind, lambda: {*found.keys["receipts"]})


def check_growth(
    old: str, new: str, proof: Sequence[str], keys: Sequence[Key]
) -> tuple[Note, Note]:
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
        hashes = [bytes_of(each) for each in proof]
    except (TypeError, ValueError):
        raise Wrong("unreadable", what="proof") from None
    if not is_grown(first.size, second.size, hashes, first.root, second.root):
        raise Wrong("rewritten", first=first.size, second=second.size)
    return first, second
