"""The verifier of the log as a program: a dump or a house's address, and the answer."""

import argparse
import base64
import json
import sys
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from ..crypto.trees import Tree, leaf_hash
from ..texts import json_of, unmarked
from ..words import Lang, Wrong
from .entries import check_receipt_kept, row_of, verify
from .findings import VerifiedLog, WithdrawalRate, names, withdrawal_rates
from .notes import Key, Note, key, note
from .sentences import sentence

WAIT: Final = 30
"""Seconds to wait for an answer of the house."""


def published(source: str) -> list[object]:
    """Return a log's rows, from a dump or, page by page, from the house at an address."""
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
        return unmarked(Path(path).read_bytes(), path)
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
        return json.loads(content.decode())
    except (ValueError, RecursionError):
        raise Wrong("unreadable", what=source) from None


def _json_once(content: bytes, source: str) -> object:
    """Return a stranger's JSON, in which no name comes twice."""
    try:
        return json_of(content)
    except Wrong:
        raise Wrong("unreadable", what=source) from None


def report(
    source: str,
    lang: Lang,
    *,
    pinned: str | None = None,
    origin: str | None = None,
    witnesses: Sequence[str] = (),
    since: str | None = None,
    closed: bool = False,
    receipt: str | None = None,
) -> tuple[bool, str]:
    """Return whether the log at a file or an address is right, and the sentence that says so.

    With `receipt`, the file of a player's secret and its receipts, the house must have done what
    it signed for. With `since`, the file of a checkpoint kept earlier, the log must also continue
    that one; with `closed` every promise must be revealed.
    """
    try:
        known = _key_from(pinned) if pinned else None
        found = verify(
            rows := published(source),
            pinned=known,
            witnesses=[_key_from(each) for each in witnesses],
            closed=closed,
        )
        if origin not in (None, *names(found)):
            raise Wrong("origin", origin=found.origin)
        answer = sentence(
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
        code = "key_known" if known else "origin_known" if origin else "nothing_known"
        lines = [answer, sentence(code, lang)]
        lines += [*_restorations(found, lang), *_reports(found, lang), *_rates(found, lang)]
        if receipt is not None:
            given = _json_once(_file(receipt), receipt)
            lines.append(sentence("receipt_named", lang, key=check_receipt_kept(found, given)))
        if since is not None:
            first = _kept(since, rows, found)
            grew = sentence(
                "grown", lang, origin=found.origin, first=first.size, second=found.entries
            )
            lines.append(grew)
    except Wrong as wrong:
        return False, sentence(wrong.code, lang, **wrong.detail)
    return True, "\n".join(lines)


def _reports(found: VerifiedLog, lang: Lang) -> Iterator[str]:
    """Yield a sentence of each conformity report that the log names, and who trusted it."""
    for digest, facts in found.reports.items():
        trusted = sentence("by_configuration", lang)
        if "trusted" in facts:
            one, other = facts["trusted"]
            trusted = sentence(
                "by_two",
                lang,
                first=one["by"],
                why=_printable(one["reason"]),
                second=other["by"],
                and_why=_printable(other["reason"]),
            )
        detail = {name: _printable(str(facts.get(name))) for name in ("mode", "key")}
        yield sentence("reported", lang, report=digest, trusted=trusted, **detail)


WHAT: Final = {"draw": ("tirages", "draws"), "shoe": ("sabots", "shoes")}


def _rates(found: VerifiedLog, lang: Lang) -> Iterator[str]:
    """Yield a sentence of each table that withdrew anything, those with the highest share first."""
    withdrawing = [each for each in withdrawal_rates(found) if each.withdrawn]
    if not withdrawing:
        yield sentence("kept_all", lang)
    for each in sorted(withdrawing, key=_share, reverse=True):
        by = "n°" if lang == "fr" else "no."
        why = ", ".join(
            f"{code or '?'} {count} ({by} {number})"
            for (code, number), count in sorted(each.withdrawn.items())
        )
        yield sentence(
            "rate",
            lang,
            table=_printable(each.table),
            what=WHAT[each.what][0 if lang == "fr" else 1],
            kept=each.kept,
            withdrawn=sum(each.withdrawn.values()),
            share=f"{100 * _share(each):.1f}",
            why=why,
        )


def _share(rate: WithdrawalRate) -> float:
    ended = sum(rate.withdrawn.values())
    return ended / (ended + rate.kept)


def _printable(text: str) -> str:
    """Return a stranger's text without what a terminal could obey."""
    return "".join(each if each.isprintable() else "?" for each in text)[:200]


def _restorations(found: VerifiedLog, lang: Lang) -> list[str]:
    """Return a sentence for each restoration from a backup, which gave the log another name."""
    lines = []
    for each, name in zip(found.restored, names(found)[1:], strict=True):
        code = "restoration" if each.seen is None else "restoration_seen"
        lost = max(0, (each.seen or 0) - each.size)
        named = {"former": _printable(each.former), "name": _printable(name)}
        lines.append(sentence(code, lang, **named, size=each.size, lost=lost))
    return lines


def _kept(path: str, rows: Sequence[object], found: VerifiedLog) -> Note:
    """Return a checkpoint kept earlier when the whole log begins with its tree."""
    try:
        # An editor may have written other line ends, or more.
        old = note(_file(path).decode().replace("\r\n", "\n").rstrip("\n") + "\n")
    except ValueError:
        raise Wrong("unreadable", what=path) from None
    tree = Tree()
    for _, entry, _ in sorted(map(row_of, rows))[: old.size]:
        tree.add(leaf_hash(entry.encode()))
    keys = [
        Key(name, 1, bytes.fromhex(each)) for name in names(found) for each in found.keys["log"]
    ]
    if not any(each.signed(old) for each in keys):
        raise Wrong("signature", size=old.size)
    if old.size > found.entries or old.root != tree.root():
        raise Wrong("rewritten", first=old.size, second=found.entries)
    return old


def _key_from(text: str) -> Key:
    try:
        return key(text)
    except ValueError:
        raise Wrong("unreadable", what=text) from None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `verify_log` to a parser."""
    parser.add_argument("source", metavar="FILE_OR_ADDRESS")
    parser.add_argument("--key", help="a key that you know to be the log's: name+id+base64")
    parser.add_argument("--origin", help="the name by which you know the log")
    parser.add_argument(
        "--witness", action="append", default=[], help="a witness's key; repeatable"
    )
    parser.add_argument("--since", metavar="FILE", help="a checkpoint that you kept earlier")
    parser.add_argument(
        "--closed", action="store_true", help="the house has closed: every promise is revealed"
    )
    parser.add_argument(
        "--receipt",
        metavar="FILE",
        help="a secret of yours with its receipts, as your page saved it",
    )
    parser.add_argument("--lang", choices=("fr", "en"), default="fr")


def main() -> int:
    """Run as a program: 0 when the log is right, 1 when it is not, 2 for wrong usage."""
    parser = argparse.ArgumentParser(description="Verify the whole public log of a house.")
    add_arguments(parser)
    options = parser.parse_args()
    right, answer = report(
        options.source,
        options.lang,
        pinned=options.key,
        origin=options.origin,
        witnesses=options.witness,
        since=options.since,
        closed=options.closed,
        receipt=options.receipt,
    )
    (sys.stdout if right else sys.stderr).write(answer + "\n")
    return 0 if right else 1
