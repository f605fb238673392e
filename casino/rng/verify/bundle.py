"""The verdict on a whole bundle of a shoe or of a draw."""

import hashlib
import hmac
import itertools
from dataclasses import replace
from typing import Any

from .comparison import check_receipts, compare_with_known
from .contributions import Contributions, contributions_of
from .crypto.generator import card, fall_of, hash_of, order_of, u, words_of
from .crypto.trees import root_of
from .deal import deal_of
from .findings import NOTHING_KNOWN, KnownFacts, VerifiedDraw, VerifiedShoe, Withdrawal
from .forms import FactsByKind
from .log_entries import entry_facts
from .parsed_bundle import ParsedBundle, has_contribution_list, parse_bundle, sides_of
from .words import Wrong, printable


def verify(bundle: object, known: KnownFacts = NOTHING_KNOWN) -> VerifiedShoe:
    """Verify the bundle of a shoe; return what it says, or raise `Wrong` with the first fault."""
    parsed = parse_bundle(bundle, "shoe")
    header, reveal = parsed.header, parsed.reveal
    facts_by_kind = entry_facts(parsed, "shoe", left=reveal["left"])
    comparison = compare_with_known(parsed, known)
    contributions = contributions_of(parsed, facts_by_kind)
    comparison = check_receipts(parsed, facts_by_kind, known, comparison)
    common = {
        "table": printable(header["table"]),
        "sequence": header["sequence"],
        "commitment": parsed.promised.hex(),
        "comparison": comparison,
    }
    if "void" in facts_by_kind and parsed.version >= 3:
        _check_void(parsed)
        return VerifiedShoe(
            **common,
            burnt=(),
            dealt=(),
            left=(),
            void=printable(facts_by_kind["void"]["reason"]),
            contributions=contributions.findings(),
            withdrawn=_withdrawn(contributions, facts_by_kind, facts_by_kind["void"]),
        )
    if reveal["order"] is None or reveal["rejected_words"] is None:
        raise Wrong("not_a_bundle", field="reveal.order")
    ordered: dict[str, Any] = {"beacon": None, "by": 0, "cut": 0}
    if parsed.version >= 3:
        ordered = facts_by_kind["order"]
    contributions.take_beacon(ordered["beacon"])
    mix = contributions.mix()
    cards = _unshuffled(parsed)
    shuffled, rejected = order_of(parsed.seed, parsed.header_hash, cards, mix, parsed.protocol)
    cut = _cut(parsed, contributions, mix)
    if (ordered["by"], ordered["cut"]) != (contributions.by, cut):
        raise Wrong("cut", cut=cut)
    if parsed.version >= 3 and _order_root(parsed, shuffled).hex() != ordered["root"]:
        raise Wrong("root")
    dealt_order = shuffled[cut:] + shuffled[:cut]
    _check_order(reveal["order"], dealt_order)
    if reveal["rejected_words"] != rejected:
        raise Wrong("rejected_words")
    burnt, dealt, left = reveal["burnt"], reveal["dealt"], reveal["left"]
    if burnt != header["burn"]:
        raise Wrong("burnt")
    if burnt + dealt + left != header["size"]:
        raise Wrong("counts")
    if reveal["stop_card"] is not (burnt + dealt > header["stop_at"]):
        raise Wrong("stop_card")
    deal = deal_of(parsed, facts_by_kind)
    names = tuple(card(face) for face in dealt_order)
    return VerifiedShoe(
        **common,
        burnt=names[:burnt],
        dealt=names[burnt : burnt + dealt],
        left=names[burnt + dealt :],
        deal=deal,
        cut=cut,
        by=contributions.by,
        contributions=contributions.findings(),
    )


def verify_draw(bundle: object, known: KnownFacts = NOTHING_KNOWN) -> VerifiedDraw:
    """Verify the bundle of a draw; return what it says, or raise `Wrong` with the first fault."""
    parsed = parse_bundle(bundle, "draw")
    header, reveal, sides = parsed.header, parsed.reveal, sides_of(parsed.header)
    # Nothing fell from a withdrawn draw; then both are null, and never one alone.
    withdrawn = reveal["values"] is None
    if withdrawn is not (reveal["rejected_words"] is None):
        raise Wrong("not_a_bundle", field="reveal.values")
    facts_by_kind = entry_facts(parsed, "draw", values=reveal["values"])
    comparison = compare_with_known(parsed, known)
    contributions = contributions_of(parsed, facts_by_kind)
    comparison = check_receipts(parsed, facts_by_kind, known, comparison)
    if parsed.version >= 3:
        shown = facts_by_kind["reveal"]
        if withdrawn is not (shown["request"] is None) or (withdrawn and shown["beacon"]):
            raise Wrong("log_entry", entry="reveal")
        if "withdrawn" in shown and not withdrawn:
            raise Wrong("log_entry", entry="reveal")
        contributions.take_beacon(shown["beacon"])
    if not withdrawn:
        fallen = fall_of(
            parsed.seed, parsed.header_hash, sides, contributions.mix(), parsed.protocol
        )
        if reveal["values"] != fallen[0]:
            raise Wrong("values")
        if reveal["rejected_words"] != fallen[1]:
            raise Wrong("rejected_words")
    return VerifiedDraw(
        table=printable(header["table"]),
        sequence=header["sequence"],
        commitment=parsed.promised.hex(),
        sides=sides,
        values=None if withdrawn else tuple(reveal["values"]),
        contributions=contributions.findings(),
        withdrawn=_withdrawn(
            contributions, facts_by_kind, facts_by_kind["reveal"].get("withdrawn", {})
        )
        if withdrawn and parsed.version >= 3
        else None,
        comparison=comparison,
    )


def _withdrawn(
    contributions: Contributions, facts_by_kind: FactsByKind, reason: dict[str, Any]
) -> Withdrawal:
    """Return why a promise was withdrawn, and what would have come of it by the revealed seed."""
    parsed, header = contributions.parsed, contributions.parsed.header
    found = Withdrawal(reason.get("code", ""), reason.get("by", 0))
    if has_contribution_list(header) and "opened" not in facts_by_kind:
        return replace(found, awaits="secrets")
    chain = contributions.chain
    # Where secrets are locked nothing is made without the beacon.
    awaited = "opening" in header or (
        chain is not None
        and contributions.round
        and contributions.opened_at < chain.time(contributions.round)
    )
    if awaited:
        return replace(found, awaits="beacon")
    mix = contributions.mix()
    if "sides" in header:
        values, _ = fall_of(parsed.seed, parsed.header_hash, sides_of(header), mix, parsed.protocol)
        return replace(found, would=tuple(values))
    if "cards" in header:
        return found
    cards = [face for _ in range(header["packs"]) for face in range(52)]
    shuffled, _ = order_of(parsed.seed, parsed.header_hash, cards, mix, parsed.protocol)
    cut = _cut(parsed, contributions, mix)
    return replace(found, would=tuple(shuffled[cut:] + shuffled[:cut]))


def _unshuffled(parsed: ParsedBundle) -> list[int]:
    """Return the faces before the shuffle: whole packs, or the cards that a refill commits to."""
    if "cards" not in parsed.header:
        return [face for _ in range(parsed.header["packs"]) for face in range(52)]
    faces = sorted(parsed.reveal["order"])
    if len(faces) != parsed.header["size"]:
        raise Wrong("not_a_bundle", field="reveal.order")
    tag = b"sabot-refill/1/cards" if parsed.version < 3 else parsed.tag(b"/cards")
    if hash_of(tag, bytes(faces), parsed.seed).hex() != parsed.header["cards"]:
        raise Wrong("cards")
    return faces


def _check_order(given: list[int], order: list[int]) -> None:
    if len(given) != len(order):
        raise Wrong("not_a_bundle", field="reveal.order")
    for place, (published, right) in enumerate(zip(given, order, strict=True), start=1):
        if published != right:
            raise Wrong("order", place=place)


def _check_void(parsed: ParsedBundle) -> None:
    """Refuse a void shoe that shows cards: it never had an order."""
    empty = {"burnt": 0, "dealt": 0, "left": parsed.header["size"], "order": None}
    for field, right in {**empty, "rejected_words": None, "stop_card": False}.items():
        if parsed.reveal[field] != right:
            raise Wrong("void", field=f"reveal.{field}")


def _cut(parsed: ParsedBundle, contributions: Contributions, mix: bytes) -> int:
    """Return where the shuffled shoe is cut: by a box, else by the dealer; 0 where nobody cuts."""
    first, last = parsed.header.get("cut_from", 0), parsed.header.get("cut_to", 0)
    if last == 0 or contributions.by:
        return contributions.cut
    ways: int = last - first + 1
    for number in itertools.count():
        for word in words_of(hash_of(parsed.tag(b"/cut"), mix, u(8, number), of=hashlib.sha512)):
            if word < 2**32 // ways * ways:
                return int(first) + word % ways
    raise AssertionError("never counted to the end")


def _order_root(parsed: ParsedBundle, shuffled: list[int]) -> bytes:
    """Return the root over the salted cards of the shuffled order."""
    extracted = hmac.digest(parsed.promised, parsed.seed, "sha512")
    key = hmac.digest(extracted, parsed.tag(b"/salts") + b"\x01", "sha512")[:32]
    leaves = []
    for at, face in enumerate(shuffled):
        salt = hmac.digest(key, u(4, at), "sha256")
        leaves.append(hashlib.sha256(b"\x00" + u(4, at) + u(1, face) + salt).digest())
    return root_of(leaves)
