"""Checks the entries of shoes and draws in a log, by docs/chance-protocol.md."""

import hashlib
import json
import re
from typing import Any, Final

from ..crypto.beacon import AHEAD, CHAINS
from ..crypto.generator import hash_of
from ..words import Wrong
from .findings import VerifiedLog

TAGS: Final = {
    f"sabot-{name}/{version}": f"sabot-{tags}/{version}"
    for version in (1, 2)
    for name, tags in (("shoe", "shoe"), ("refill", "shoe"), ("draw", "draw"))
}
"""By protocol, the beginning of its tags."""
ENTRY_FIELDS: Final[dict[str, set[str]]] = {
    "commitment": set(),
    "contributions": {"at", "beacon_round", "cutter", "hashes"},
    "locked": {"at", "locked"},
    "opened": {"at", "by", "cut", "opened", "withheld"},
    "order": {"at", "beacon", "by", "cut", "root"},
    "void": {"at", "reason"},
    "reveal": set(),
}
"""The kinds of entries of a shoe or a draw, and their fields where they have a time."""
SINCE: Final = {"by", "code"}
"""What `void` may have besides, both or none; and `withdrawn` of a draw's reveal has."""
GATHERED: Final = "commitment contributions opened "
LOCKING: Final = "commitment contributions locked opened "
ENTRY_ORDERS: Final[dict[str, tuple[str, ...]]] = {
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
    "locking shoe": (
        f"{LOCKING}order reveal",
        f"{LOCKING}void reveal",
        "commitment contributions locked void reveal",
        "commitment contributions void reveal",
        "commitment void reveal",
    ),
    "locking draw": (f"{LOCKING}reveal",),
    "withdrawn locking draw": (
        f"{LOCKING}reveal",
        "commitment contributions locked reveal",
        "commitment contributions reveal",
        "commitment reveal",
    ),
}
"""The entries of a shoe or a draw from its promise to its reveal, in the log's order."""


def take_entry(
    found: VerifiedLog, index: int, kind: str, subject: str, facts: dict[str, Any]
) -> None:
    """Check an entry of a shoe or a draw against its subject's entries before, and keep it.

    Raises `Wrong`, or ValueError for fields that no version has.
    """
    if kind == "commitment":
        what, name = subject.split(":", 1)
        header = facts["header"]
        tags = TAGS[header["protocol"]]
        if (tags[6:-2], header[what]) != (what, name):
            raise ValueError("another subject's header")
        if subject in found.commitments:
            raise Wrong("log_order", index=index, subject=subject, kind=kind)
        public_key(facts["commitment"])
        if header.get("opening", "timelock") != "timelock" or (
            "opening" in header and "none" in (header["contributions"], header["beacon"])
        ):
            raise ValueError("nothing to lock, or to lock it to")
        if not tags.endswith("/1") and header["report"] not in found.reports:
            raise Wrong("report", index=index, subject=subject, report=header["report"])
        found.commitments[subject], found.facts_by_subject[subject] = facts, {kind: facts}
        return
    if subject not in found.commitments:
        raise Wrong("uncommitted", index=index, subject=subject)
    promise, facts_by_kind = found.commitments[subject], found.facts_by_subject[subject]
    header = promise["header"]
    so_far = " ".join([*facts_by_kind, kind])
    # Whole words: no kind begins with another's name, and each comes once.
    if kind not in ENTRY_FIELDS or not any(
        f"{order} ".startswith(f"{so_far} ") for order in ENTRY_ORDERS[_order_name(header, facts)]
    ):
        raise Wrong("log_order", index=index, subject=subject, kind=kind)
    if ENTRY_FIELDS[kind] and facts.keys() not in (
        ENTRY_FIELDS[kind],
        ENTRY_FIELDS[kind] | _later_fields(kind),
    ):
        raise ValueError("other fields")
    if "code" in facts:
        _check_reason(facts)
    facts_by_kind[kind] = facts
    match kind:
        case "contributions":
            _check_contributions(index, subject, header, facts)
        case "opened":
            _check_opened(index, subject, header, facts_by_kind["contributions"], facts)
            given = {each["seat"] for each in facts_by_kind.get("locked", {}).get("locked", ())}
            if "opening" in header and not {each["seat"] for each in facts["opened"]} <= given:
                raise Wrong("seats", index=index, subject=subject)
        case "order":
            _check_shoe_order(index, subject, header, facts_by_kind.get("opened"), facts)
            _check_beacon(index, subject, facts_by_kind, facts["beacon"])
        case "reveal":
            seed = bytes.fromhex(facts["seed"])
            if _commitment(header, seed) != promise["commitment"]:
                raise Wrong("reveal", index=index, subject=subject)
            if "deal" in facts:
                public_key(facts["deal"])
                if "order" not in facts_by_kind:
                    raise ValueError("nothing was dealt")
            if header["protocol"] == "sabot-draw/2":
                if len({facts[name] is None for name in ("request", "values")}) == 2:
                    raise ValueError("neither fallen nor withdrawn")
                if "withdrawn" in facts:
                    if facts["values"] is not None or facts["withdrawn"].keys() != SINCE:
                        raise ValueError("withdrawn, and it fell")
                    _check_reason(facts["withdrawn"])
                _check_beacon(index, subject, facts_by_kind, facts["beacon"])
            found.revealed.add(subject)


def _later_fields(kind: str) -> set[str]:
    return SINCE if kind == "void" else set()


def _check_reason(facts: dict[str, Any]) -> None:
    """Refuse a reason that is no code, or a number that is nobody's."""
    if not re.fullmatch("[a-z_]{1,16}", facts["code"]):
        raise ValueError("not a code")
    if type(facts["by"]) is not int or facts["by"] < 0:
        raise ValueError("not a number")


def _order_name(header: dict[str, Any], facts: dict[str, Any]) -> str:
    what, version = TAGS[header["protocol"]][6:].split("/")
    if version == "1":
        return "version 1"
    if header["contributions"] == header["beacon"] == "none":
        return what
    withdrawn = what == "draw" and "seed" in facts and facts["values"] is None
    if "opening" in header:
        return f"{'withdrawn ' if withdrawn else ''}locking {what}"
    return f"{'withdrawn' if withdrawn else 'gathering'} {what}"


def _commitment(header: dict[str, Any], seed: bytes) -> str:
    """Return the promise over a header and a seed."""
    text = json.dumps(header, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return _tagged(header, "commitment", text.encode(), seed)


def _tagged(header: dict[str, Any], name: str, *parts: bytes) -> str:
    return hash_of(f"{TAGS[header['protocol']]}/{name}".encode(), *parts).hex()


def check_time(
    found: VerifiedLog, index: int, subject: str, facts: dict[str, Any], time: int
) -> None:
    """Check the time of an entry, and keep its checkpoint's for the subject's next one.

    `time` is its checkpoint's, in milliseconds since 1970. Raises `Wrong` where the entry's own
    (`at`) is after it, or before the checkpoint of the subject's entry before.
    """
    at = facts.get("at", time)
    if type(at) is not int or not found.checkpoint_times.get(subject, 0) <= at <= time:
        raise Wrong("times", index=index, subject=subject)
    found.checkpoint_times[subject] = time


def _check_contributions(
    index: int, subject: str, header: dict[str, Any], facts: dict[str, Any]
) -> None:
    """Refuse a list of hashes that is none, or a round that does not lie ahead."""
    seats = [each["seat"] for each in facts["hashes"]]
    for each in facts["hashes"]:
        public_key(each["hash"])
    nobody = header["contributions"] == "none"
    if seats != sorted(set(seats)) or not all(map(_is_seat, seats)) or (nobody and seats):
        raise Wrong("seats", index=index, subject=subject)
    if facts["cutter"] and (facts["cutter"] not in seats or not header.get("cut_to")):
        raise Wrong("cut", index=index, subject=subject)
    if "opening" in header and not facts["beacon_round"]:
        raise Wrong("beacon", index=index, subject=subject)
    if facts["beacon_round"] and (
        header["beacon"] == "none"
        or not _lies_ahead(header, facts["beacon_round"], facts["at"] + AHEAD - 1)
    ):
        raise Wrong("beacon", index=index, subject=subject)


def check_locks(
    found: VerifiedLog, index: int, subject: str, facts: dict[str, Any], time: int
) -> None:
    """Refuse locks outside the list, or with a checkpoint not before the round's time.

    From the round's time on anybody can open them, and could choose among them by their content.
    """
    facts_by_kind = found.facts_by_subject[subject]
    seats = [each["seat"] for each in facts["locked"]]
    listed = {each["seat"] for each in facts_by_kind["contributions"]["hashes"]}
    if seats != sorted(set(seats)) or not set(seats) <= listed:
        raise Wrong("seats", index=index, subject=subject)
    for each in facts["locked"]:
        if not re.fullmatch("[0-9a-f]{320}([0-9a-f]{4})?", each["locked"]):
            raise ValueError("no lock")
    header, number = (
        facts_by_kind["commitment"]["header"],
        facts_by_kind["contributions"]["beacon_round"],
    )
    if seats and not _lies_ahead(header, number, max(facts["at"], time)):
        raise Wrong("beacon", index=index, subject=subject)


def _is_seat(given: object) -> bool:
    return type(given) is int and 1 <= given < 2**16


def _lies_ahead(header: dict[str, Any], number: int, at: int) -> bool:
    """Tell whether a round of the beacon comes after a time; of strangers' chains none is known."""
    chain = CHAINS.get(header["beacon"])
    return chain is None or at < chain.time(number)


def _check_opened(
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
        seat, secret = each["seat"], bytes.fromhex(public_key(each["secret"]))
        parts = [name, seat.to_bytes(2, "big"), secret]
        if seat == by:
            parts.append(cut.to_bytes(2, "big"))
        if _tagged(header, "contribution", *parts) != hashes[seat]:
            raise Wrong("contribution", index=index, subject=subject)


def _check_shoe_order(
    index: int,
    subject: str,
    header: dict[str, Any],
    opened: dict[str, Any] | None,
    facts: dict[str, Any],
) -> None:
    """Refuse an order that is cut by another than was to cut, or where it may not be cut."""
    public_key(facts["root"])
    by, cut = (opened["by"], opened["cut"]) if opened else (0, 0)
    limits = (cut, cut) if by else (header["cut_from"], header["cut_to"])
    if facts["by"] != by or not limits[0] <= facts["cut"] <= limits[1]:
        raise Wrong("cut", index=index, subject=subject)


def _check_beacon(
    index: int, subject: str, facts_by_kind: dict[str, dict[str, Any]], given: dict[str, Any] | None
) -> None:
    """Refuse a beacon that is not the round that was named, opened before its time.

    Where secrets are locked there is one, which opens them after its time.
    """
    locks = "opening" in facts_by_kind["commitment"]["header"]
    if given is None:
        if locks and facts_by_kind.get("reveal", {}).get("values", ()) is not None:
            raise Wrong("beacon", index=index, subject=subject)
        return
    number = facts_by_kind["contributions"]["beacon_round"] if "opened" in facts_by_kind else 0
    signed = hashlib.sha256(bytes.fromhex(given["signature"])).hexdigest()
    right = number and (given["round"], given["randomness"]) == (number, signed)
    header = facts_by_kind["commitment"]["header"]
    if not right or not (locks or _lies_ahead(header, number, facts_by_kind["opened"]["at"])):
        raise Wrong("beacon", index=index, subject=subject)


def public_key(text: str) -> str:
    """Return 32 bytes in hex as they are; raises ValueError for anything else."""
    if not re.fullmatch(r"[0-9a-f]{64}", text):
        raise ValueError("not a public key")
    return text
