"""The verdict on a whole bundle of a shoe or of a draw."""

import hashlib
import hmac
import itertools
from dataclasses import replace
from typing import Any

from .asked import check_receipts, compare_with_known
from .brought import Brought, brought_to
from .crypto.generator import card, fall_of, hash_of, order_of, u, words_of
from .crypto.trees import tree_of
from .deal import deal_of
from .found import NOTHING, Known, Verified, VerifiedDraw, Withdrawn
from .promise import Case, case_of, gathers, sides_of
from .story import story_of
from .words import Wrong, printable


def verify(bundle: object, known: Known = NOTHING) -> Verified:
    """Return what a right bundle of a shoe says; raise `Wrong` with the first thing wrong."""
    case = case_of(bundle, "shoe")
    header, reveal = case.header, case.reveal
    said = story_of(case, "shoe", left=reveal["left"])
    against = compare_with_known(case, known)
    brought = brought_to(case, said)
    against = check_receipts(case, said, known, against)
    common = {
        "table": printable(header["table"]),
        "sequence": header["sequence"],
        "commitment": case.promised.hex(),
        "against": against,
    }
    if "void" in said and case.version >= 3:
        _nothing_shown(case)
        return Verified(
            **common,
            burnt=(),
            dealt=(),
            left=(),
            void=printable(said["void"]["reason"]),
            gathered=brought.gathered(),
            withdrawn=_withdrawn(brought, said, said["void"]),
        )
    if reveal["order"] is None or reveal["rejected_words"] is None:
        raise Wrong("not_a_bundle", field="reveal.order")
    ordered: dict[str, Any] = {"beacon": None, "by": 0, "cut": 0}
    if case.version >= 3:
        ordered = said["order"]
    brought.take_beacon(ordered["beacon"])
    mix = brought.mix()
    cards = _unshuffled(case)
    shuffled, rejected = order_of(case.seed, case.header_hash, cards, mix, case.protocol)
    cut = _cut(case, brought, mix)
    if (ordered["by"], ordered["cut"]) != (brought.by, cut):
        raise Wrong("cut", cut=cut)
    if case.version >= 3 and _order_root(case, shuffled).hex() != ordered["root"]:
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
    deal = deal_of(case, said)
    names = tuple(card(face) for face in dealt_order)
    return Verified(
        **common,
        burnt=names[:burnt],
        dealt=names[burnt : burnt + dealt],
        left=names[burnt + dealt :],
        deal=deal,
        cut=cut,
        by=brought.by,
        gathered=brought.gathered(),
    )


def verify_draw(bundle: object, known: Known = NOTHING) -> VerifiedDraw:
    """Return what a right bundle of a draw says; raise `Wrong` with the first thing wrong."""
    case = case_of(bundle, "draw")
    header, reveal, sides = case.header, case.reveal, sides_of(case.header)
    # Nothing fell from a withdrawn draw; then both are null, and never one alone.
    withdrawn = reveal["values"] is None
    if withdrawn is not (reveal["rejected_words"] is None):
        raise Wrong("not_a_bundle", field="reveal.values")
    said = story_of(case, "draw", values=reveal["values"])
    against = compare_with_known(case, known)
    brought = brought_to(case, said)
    against = check_receipts(case, said, known, against)
    if case.version >= 3:
        shown = said["reveal"]
        if withdrawn is not (shown["request"] is None) or (withdrawn and shown["beacon"]):
            raise Wrong("log_entry", entry="reveal")
        if "withdrawn" in shown and not withdrawn:
            raise Wrong("log_entry", entry="reveal")
        brought.take_beacon(shown["beacon"])
    if not withdrawn:
        fallen = fall_of(case.seed, case.header_hash, sides, brought.mix(), case.protocol)
        if reveal["values"] != fallen[0]:
            raise Wrong("values")
        if reveal["rejected_words"] != fallen[1]:
            raise Wrong("rejected_words")
    return VerifiedDraw(
        table=printable(header["table"]),
        sequence=header["sequence"],
        commitment=case.promised.hex(),
        sides=sides,
        values=None if withdrawn else tuple(reveal["values"]),
        gathered=brought.gathered(),
        withdrawn=_withdrawn(brought, said, said["reveal"].get("withdrawn", {}))
        if withdrawn and case.version >= 3
        else None,
        against=against,
    )


def _withdrawn(
    brought: Brought, said: dict[str, dict[str, Any]], told: dict[str, Any]
) -> Withdrawn:
    """Return why a promise was withdrawn, and what would have come of it by the revealed seed."""
    case, header = brought.case, brought.case.header
    found = Withdrawn(told.get("code", ""), told.get("by", 0))
    if gathers(header) and "opened" not in said:
        return replace(found, awaits="secrets")
    chain = brought.chain
    # Where secrets are locked nothing is made without the beacon.
    awaited = "opening" in header or (
        chain is not None and brought.round and brought.opened_at < chain.time(brought.round)
    )
    if awaited:
        return replace(found, awaits="beacon")
    mix = brought.mix()
    if "sides" in header:
        values, _ = fall_of(case.seed, case.header_hash, sides_of(header), mix, case.protocol)
        return replace(found, would=tuple(values))
    if "cards" in header:
        return found
    cards = [face for _ in range(header["packs"]) for face in range(52)]
    shuffled, _ = order_of(case.seed, case.header_hash, cards, mix, case.protocol)
    cut = _cut(case, brought, mix)
    return replace(found, would=tuple(shuffled[cut:] + shuffled[:cut]))


def _unshuffled(case: Case) -> list[int]:
    """Return the faces before the shuffle: whole packs, or the cards that a refill commits to."""
    if "cards" not in case.header:
        return [face for _ in range(case.header["packs"]) for face in range(52)]
    faces = sorted(case.reveal["order"])
    if len(faces) != case.header["size"]:
        raise Wrong("not_a_bundle", field="reveal.order")
    tag = b"sabot-refill/1/cards" if case.version < 3 else case.tag(b"/cards")
    if hash_of(tag, bytes(faces), case.seed).hex() != case.header["cards"]:
        raise Wrong("cards")
    return faces


def _same_order(given: list[int], order: list[int]) -> None:
    if len(given) != len(order):
        raise Wrong("not_a_bundle", field="reveal.order")
    for place, (published, right) in enumerate(zip(given, order, strict=True), start=1):
        if published != right:
            raise Wrong("order", place=place)


def _nothing_shown(case: Case) -> None:
    """Refuse a void shoe that shows cards: it never had an order."""
    empty = {"burnt": 0, "dealt": 0, "left": case.header["size"], "order": None}
    for field, right in {**empty, "rejected_words": None, "stop_card": False}.items():
        if case.reveal[field] != right:
            raise Wrong("void", field=f"reveal.{field}")


def _cut(case: Case, brought: Brought, mix: bytes) -> int:
    """Return where the shuffled shoe is cut: by a box, else by the dealer; 0 where nobody cuts."""
    first, last = case.header.get("cut_from", 0), case.header.get("cut_to", 0)
    if last == 0 or brought.by:
        return brought.cut
    ways: int = last - first + 1
    for number in itertools.count():
        for word in words_of(hash_of(case.tag(b"/cut"), mix, u(8, number), of=hashlib.sha512)):
            if word < 2**32 // ways * ways:
                return int(first) + word % ways
    raise AssertionError("never counted to the end")


def _order_root(case: Case, shuffled: list[int]) -> bytes:
    """Return the root over the salted cards of the shuffled order."""
    extracted = hmac.digest(case.promised, case.seed, "sha512")
    key = hmac.digest(extracted, case.tag(b"/salts") + b"\x01", "sha512")[:32]
    leaves = []
    for at, face in enumerate(shuffled):
        salt = hmac.digest(key, u(4, at), "sha256")
        leaves.append(hashlib.sha256(b"\x00" + u(4, at) + u(1, face) + salt).digest())
    return tree_of(leaves)
