"""Compares a bundle with what its user knows: keys, name, report, log and receipts."""

import hashlib
from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from .crypto.signatures import is_signed
from .crypto.trees import leaf_hash, root_of
from .findings import KnownFacts, LogComparison
from .forms import SIGNED_REPORT, FactsByKind, fields_of
from .log_entries import checkpoint_of, leaf_of
from .parsed_bundle import ParsedBundle
from .receipts import check_receipt, receipts_in_file
from .texts import canonical, utf8
from .words import Wrong, printable, shown_whole


def compare_with_known(parsed: ParsedBundle, known: KnownFacts) -> LogComparison | None:
    """Compare a bundle with what the user knows; raise `Wrong` where it differs."""
    if parsed.version == 1:
        if known.keys or known.origin is not None:
            raise Wrong("unlogged")
        return None
    key = parsed.log["key"]
    origin = key.partition("+")[0]
    for each in (key, parsed.log.get("locked", {}).get("key", key)):
        if known.keys and each not in known.keys:
            raise Wrong("other_key", key=printable(each))
    if known.origin not in (None, origin):
        raise Wrong("other_origin", origin=printable(origin))
    digest: str | None = parsed.header.get("report")
    found = LogComparison(
        origin=printable(origin),
        key=shown_whole(key),
        key_known=bool(known.keys),
        # A key has the log's name in it.
        origin_known=bool(known.keys) or known.origin is not None,
        report=digest,
    )
    if digest is None:
        return found
    if known.log is not None:
        _named_before(parsed, known.log, digest)
        found = replace(found, report_by="log")
    if known.report is not None:
        found = replace(found, report_by="file", signer=_signer(known.report, digest))
    return found


def check_receipts(
    parsed: ParsedBundle,
    facts_by_kind: FactsByKind,
    known: KnownFacts,
    comparison: LogComparison | None,
) -> LogComparison | None:
    """Check `known.receipt` against the bundle; return the comparison with the receipt's key.

    Returns `comparison` as it is without a receipt. Raises `Wrong` for a receipt of another shoe
    or draw, for one that the house did not keep, and where the bundle is older than version 3.
    """
    if known.receipt is None:
        return comparison
    if comparison is None or parsed.version < 3:
        raise Wrong("other_receipt")
    what = "draw" if parsed.protocol.startswith(b"sabot-draw/") else "shoe"
    names = None if known.log is None else lambda: _receipt_keys(_leaves(parsed, known.log))
    key = check_receipt(receipts_in_file(known.receipt), what, parsed.id, facts_by_kind, names)
    by: Literal["nothing", "log"] = "nothing" if known.log is None else "log"
    return replace(comparison, receipt=key, receipt_by=by)


def _receipt_keys(leaves: Iterable[str]) -> set[object]:
    """Return the keys for receipts that a log names."""
    named: set[object] = set()
    for text in leaves:
        leaf = leaf_of(utf8(text, "log"))
        facts, keys = leaf["facts"], leaf["facts"].get("keys")
        if leaf["kind"] == "keys" and type(keys) is dict:
            named.add(str(keys.get("receipts")))
        if leaf["kind"] == "rotation" and facts.get("use") == "receipts":
            named.add(str(facts.get("new")))
    return named


def _signer(given: object, digest: str) -> str:
    """Return the key (hex) that signed a report; raise `Wrong` when it is another or failed."""
    whole = fields_of(given, SIGNED_REPORT, "")
    signed = b"sabot-conformity/1\n" + canonical(whole["report"])
    if hashlib.sha256(signed).hexdigest() != digest:
        raise Wrong("other_report", report=digest)
    key: str = whole["key"]
    right = is_signed(bytes.fromhex(key), bytes.fromhex(whole["signature"]), signed)
    if not right or whole["report"].get("passed") is not True:
        raise Wrong("report_failed")
    return key


def _leaves(parsed: ParsedBundle, given: object) -> list[str]:
    """Return the entries of the log that was given; raise `Wrong` when it is not the bundle's."""
    rows = given.get("results") if type(given) is dict else None
    entries: dict[int, str] = {}
    for row in rows if type(rows) is list else ():
        each = row if type(row) is dict else {}
        index, text = each.get("index"), each.get("entry")
        if type(index) is int and type(text) is str:
            entries[index] = text
    signed = checkpoint_of(parsed.log["checkpoint"], parsed.log["key"])
    if len(entries) < signed.size:
        raise Wrong("other_log")
    leaves = [entries[index] for index in range(signed.size) if index in entries]
    hashed = [leaf_hash(utf8(text, "log")) for text in leaves]
    if len(hashed) != signed.size or root_of(hashed) != signed.root:
        raise Wrong("other_log")
    return leaves


def _named_before(parsed: ParsedBundle, given: object, digest: str) -> None:
    """Refuse a log that is not the bundle's, or that named the report after the promise."""
    promised = parsed.log["entries"][0]["index"]
    for text in _leaves(parsed, given)[:promised]:
        leaf = leaf_of(utf8(text, "log"))
        if leaf["kind"] == "report" and leaf["facts"].get("sha256") == digest:
            return
    raise Wrong("report_unnamed", report=digest)
