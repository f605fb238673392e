"""Checks the log's entries in a bundle: their proofs, their order, their signed checkpoint."""

import hashlib
import re
from dataclasses import dataclass
from typing import Any

from .crypto.signatures import is_signed
from .crypto.trees import leaf_hash, root_by
from .forms import (
    ENTRY,
    FACTS,
    HELD,
    LEAF,
    LOCKED,
    LOG,
    OPENED,
    ORDERS,
    SENT,
    SINCE,
    WITHDRAWN,
    FactsByKind,
    fields_of,
)
from .parsed_bundle import ParsedBundle, has_contribution_list
from .texts import base64_of, canonical, json_of, utf8
from .words import Wrong, printable


def entry_facts(parsed: ParsedBundle, what: str, **revealed: object) -> FactsByKind:
    """Return the facts of the bundle's log entries, by kind, in the log's order.

    Refuses entries that the signed log does not have, and others than the protocol's; before
    version 3 only promise and reveal are the protocol's, and there was no log in version 1.
    """
    if parsed.version == 1:
        return {}
    held = HELD if parsed.version >= 3 and "locked" in parsed.log else {}
    log = fields_of(parsed.log, {**LOG, **held}, "log.")
    signed = checkpoint_of(log["checkpoint"], log["key"])
    facts_by_kind: FactsByKind = {}
    before = -1
    for given in log["entries"]:
        entry = fields_of(given, ENTRY, "log.entries.")
        text, index = utf8(entry["entry"], "log.entries.entry"), entry["index"]
        proof = [base64_of(each, 32, "log.entries.proof") for each in entry["proof"]]
        found = (
            root_by(leaf_hash(text), index, signed.size, proof)
            if before < index < signed.size
            else None
        )
        if found != signed.root:
            raise Wrong("log_proof", index=index)
        before = index
        leaf = leaf_of(text)
        kind = printable(leaf["kind"])
        is_ours = leaf["subject"] == f"{what}:{parsed.id}"
        if leaf["id"] != f"{leaf['subject']}:{leaf['kind']}":
            raise Wrong("not_a_bundle", field="log.entries.entry")
        if not is_ours or (kind in facts_by_kind and (kind in FACTS or parsed.version >= 3)):
            raise Wrong("log_entry", entry=kind)
        facts_by_kind[kind] = leaf["facts"]
    if before + 1 != signed.size:
        raise Wrong("log_proof", index=before)
    if parsed.version >= 3 and ("locked" in facts_by_kind) is not bool(held):
        raise Wrong("not_a_bundle", field="log.locked")
    if not is_signed(signed.public, signed.signature, signed.text):
        raise Wrong("log_signature", key=printable(log["key"]))
    _check_promise_and_reveal(parsed, facts_by_kind, revealed)
    if parsed.version >= 3:
        _check_order(parsed, what, facts_by_kind, signed.time)
    return facts_by_kind


def leaf_of(text: bytes) -> dict[str, Any]:
    """Parse an entry's text; raise `Wrong` unless it is canonical and of this form."""
    leaf = fields_of(json_of(text), LEAF, "log.entries.entry.")
    if canonical(leaf) != text or leaf["log"] != "sabot-log/1":
        raise Wrong("not_a_bundle", field="log.entries.entry")
    return leaf


def _check_promise_and_reveal(
    parsed: ParsedBundle, facts_by_kind: FactsByKind, revealed: dict[str, object]
) -> None:
    """Refuse entries whose promise and reveal, the first and the last, are not the bundle's."""
    promise = {"commitment": parsed.promised.hex(), "header": parsed.header}
    # As texts, because to Python 1.0 and True are the number 1.
    if [*facts_by_kind][:1] != ["commitment"] or canonical(
        facts_by_kind["commitment"]
    ) != canonical(promise):
        raise Wrong("log_entry", entry="commitment")
    shown = {"seed": parsed.reveal["seed"], **revealed}
    if [*facts_by_kind][-1] != "reveal" or not shown.items() <= facts_by_kind["reveal"].items():
        raise Wrong("log_entry", entry="reveal")


def _check_order(parsed: ParsedBundle, what: str, facts_by_kind: FactsByKind, time: int) -> None:
    """Refuse entries of version 3 that are not all of the protocol's, or not in its order."""
    header = parsed.header
    order = what
    if has_contribution_list(header):
        withdrawn = what == "draw" and parsed.reveal["values"] is None
        order += ", locked" if "opening" in header else ", gathered"
        order += ", withdrawn" if withdrawn else ""
    # Of what was given up no card went to anybody: its bundle is of version 3.
    dealt = parsed.version == 3 or "void" not in facts_by_kind
    if not re.fullmatch(ORDERS[order], " ".join(facts_by_kind)) or not dealt:
        raise Wrong("log_order", entries=" ".join(facts_by_kind))
    before = 0
    for kind, facts in facts_by_kind.items():
        shape = _facts_form(parsed, what, kind)
        more = SINCE.get(shape, {})
        there = more if more.keys() & facts.keys() else {}
        fields_of(facts, {**FACTS[shape], **there}, f"{kind}.")
        if "withdrawn" in facts:
            fields_of(facts["withdrawn"], WITHDRAWN, f"{kind}.withdrawn.")
        for name, fields in (("hashes", SENT), ("opened", OPENED), ("locked", LOCKED)):
            for each in facts.get(name, ()):
                fields_of(each, fields, f"{kind}.{name}.")
        if not before <= facts.get("at", before) <= time:
            raise Wrong("times", entry=kind)
        before = facts.get("at", before)


def _facts_form(parsed: ParsedBundle, what: str, kind: str) -> str:
    """Return the key of `FACTS` for an entry."""
    if kind != "reveal":
        return kind
    if what == "draw":
        return "reveal of a draw"
    return "reveal with its deal" if parsed.version == 4 else kind


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A checkpoint taken apart, C2SP's signed-note; its signature is not checked yet."""

    size: int
    root: bytes
    time: int
    """Milliseconds since 1970."""
    public: bytes
    signature: bytes
    text: bytes


def checkpoint_of(note: str, key: str) -> Checkpoint:
    """Return a checkpoint that names itself signed by this key."""
    named = re.fullmatch(r"([^+\x00-\x20\x7f]{1,200})\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})", key)
    found = re.fullmatch(
        r"(([^\n]*)\n(0|[1-9][0-9]{0,15})\n([^\n]*)\n(?:previous ([^\n]*)\n)?"
        r"time (0|[1-9][0-9]{0,15})\n)\n— ([^\n ]*) ([^\n ]*)\n",
        note,
    )
    if named is None or found is None:
        raise Wrong("not_a_bundle", field="log.checkpoint")
    text, origin, size, root, previous, time, signer, line = found.groups()
    name, public = named[1], base64_of(named[3], 33, "log.key")
    key_id = hashlib.sha256(utf8(name, "log.key") + b"\n" + public).digest()[:4]
    signature = base64_of(line, 68, "log.checkpoint")
    right = key_id.hex() == named[2] and public[0] == 1 and origin == signer == name
    if not right or signature[:4] != key_id:
        raise Wrong("log_signature", key=printable(key))
    if (previous is None) is not (size == "1") or max(int(size), int(time)) >= 2**53:
        raise Wrong("not_a_bundle", field="log.checkpoint")
    if previous is not None:
        base64_of(previous, 32, "log.checkpoint")
    return Checkpoint(
        size=int(size),
        root=base64_of(root, 32, "log.checkpoint"),
        time=int(time),
        public=public[1:],
        signature=signature[4:],
        text=utf8(text, "log.checkpoint"),
    )
