"""What pages save of their secrets, and changes of it: from docs/chance-protocol.md alone.

Shares no line with the house nor with the verifiers, and has no chance in it.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Final, Literal

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.rng import bundles, edwards, mutations
from tests.rng.bundles import Bundle, DrawShape, Shape
from tests.rng.test_pins import named, whole_log

Saved = dict[str, Any]
Found = Literal["ok", "refused", "unlisted", "dropped"]
"""A verdict on a bundle and what a page saved: the last two convict the house."""

HOUSE: Final = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"receipts").digest())
STRANGER: Final = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"a stranger's").digest())
ABSENT: Final = 65535
"""A seat that no list has."""


@dataclass(frozen=True, slots=True)
class Case:
    """A bundle, the text of a file, the text of a whole log or none, and what is to be found."""

    name: str
    whole: Bundle
    file: str
    found: Found | None
    """None where all that counts is that every verifier finds the same."""
    log: str = ""


def key_of(signer: Ed25519PrivateKey) -> str:
    return signer.public_key().public_bytes_raw().hex()


def signed(signer: Ed25519PrivateKey, tag: str, said: dict[str, Any]) -> str:
    return signer.sign(f"{tag}\n{bundles.canonical(said)}".encode()).hex()


def sealing(mine: Saved, subject: str) -> dict[str, Any]:
    """What the house signs for a hash."""
    return {"at": 1_795_196_000_000, "subject": subject} | {
        name: mine[name] for name in ("hash", "seat")
    }


def opening(mine: Saved, subject: str) -> dict[str, Any]:
    """What the house signs for a secret, or for a lock."""
    said = {"subject": subject, "hash": mine["hash"], "seat": mine["seat"]}
    if mine.get("locked"):
        return said | {"locked": mine["locked"]}
    cut = {} if mine["cut"] is None else {"cut": mine["cut"]}
    return said | {"secret": mine["secret"]} | cut


def sealed(mine: Saved, subject: str, signer: Ed25519PrivateKey = HOUSE) -> dict[str, Any]:
    said = sealing(mine, subject)
    signature = signed(signer, "sabot-receipt/1", said)
    return said | {"key": key_of(signer), "signature": signature, "type": "sealed"}


def opened(mine: Saved, subject: str, signer: Ed25519PrivateKey = HOUSE) -> dict[str, Any]:
    signature = signed(signer, "sabot-opening-receipt/1", opening(mine, subject))
    kept = {name: mine[name] for name in ("hash", "seat")} | {"subject": subject}
    return kept | {"key": key_of(signer), "signature": signature, "type": "opened"}


def receipted(mine: Saved, signer: Ed25519PrivateKey = HOUSE) -> Saved:
    """The secret with both receipts."""
    subject = f"shoe:{mine['shoe']}" if "shoe" in mine else f"draw:{mine['draw']}"
    return mine | {
        "opening": opened(mine, subject, signer),
        "receipt": sealed(mine, subject, signer),
    }


def secrets(shape: Shape | DrawShape, number: int) -> dict[int, Saved]:
    """What each page of a bundle of this shape saved, by seat, with every receipt."""
    whole: Bundle
    # The same bundle in which nobody withholds, nor is anything given up, shows them all.
    if isinstance(shape, Shape):
        whole = bundles.shoe(replace(shape, withheld=(), void=""), number)
    else:
        whole = bundles.draw(replace(shape, withheld=(), withdrawn=""), number)
    what = "shoe" if isinstance(shape, Shape) else "draw"
    told = stated(whole)
    if "contributions" not in told:
        return {}
    hashes = {each["seat"]: each["hash"] for each in told["contributions"]["hashes"]}
    locks = {each["seat"]: each["locked"] for each in told.get("locked", {}).get("locked", ())}
    found = {}
    for each in told["opened"]["opened"]:
        seat = each["seat"]
        mine = {
            what: whole["header"][what],
            "cut": told["opened"]["cut"] if told["opened"]["by"] == seat else None,
            "hash": hashes[seat],
            "opening": None,
            "receipt": None,
            "seat": seat,
            "secret": each["secret"],
            **({"locked": locks[seat]} if shape.locks else {}),
        }
        found[seat] = receipted(mine)
    return found


def stated(whole: Bundle) -> dict[str, Any]:
    """The facts of a bundle's entries by kind."""
    entries = [json.loads(each["entry"]) for each in whole["log"]["entries"]]
    return {each["kind"]: each["facts"] for each in entries}


def absent(whole: Bundle) -> Saved:
    """A secret of a seat that is not in the list, for which the house signed."""
    what = "draw" if "draw" in whole["header"] else "shoe"
    subject, secret = whole["header"][what], hashlib.sha256(b"absent").digest()
    parts = [subject.encode(), bundles.big(ABSENT, 2), secret]
    mine = {
        what: subject,
        "cut": None,
        "hash": bundles.h(f"sabot-{what}/2/contribution", *parts).hex(),
        "opening": None,
        "receipt": None,
        "seat": ABSENT,
        "secret": secret.hex(),
    }
    return receipted(mine)


# --- what is to be found


def stories(name: str, whole: Bundle, saved: dict[int, Saved]) -> Iterator[Case]:
    """What each page saved, beside the bundle in which its secret was opened, or was not."""
    told = stated(whole)
    shown = [each["seat"] for each in told.get("opened", {}).get("opened", ())]
    logged = told.get("locked", {}).get("locked")

    def case(what: str, mine: Saved, found: Found) -> Case:
        return Case(f"{name}: {what}", whole, json.dumps(mine), found)

    for seat, mine in saved.items():
        listed: Found = "ok"
        if mine.get("locked") and logged is not None:
            if logged and {"locked": mine["locked"], "seat": seat} not in logged:
                listed = "dropped"
        elif "opened" in told and seat not in shown:
            listed = "dropped"
        yield case(f"seat {seat}", mine, listed)
        yield case(f"seat {seat}, sealed alone", mine | {"opening": None}, "ok")
        yield case(f"seat {seat}, opened alone", mine | {"receipt": None}, listed)
        yield case(f"seat {seat}, an alarm", alarm(mine), listed)
        yield case(f"seat {seat}, no receipt", mine | {"opening": None, "receipt": None}, "refused")
        if logged:
            # Who locks something else, which the house cannot read, and says that he was dropped.
            other = next(each["locked"] for each in logged if each["seat"] == seat)
            yield case(f"seat {seat}, locked as logged", receipted(mine | {"locked": other}), "ok")
            by_hand = receipted(mine | {"locked": None})
            found: Found = "ok" if "opened" not in told or seat in shown else "dropped"
            yield case(f"seat {seat}, taken by hand", by_hand, found)
    strange: Found = "unlisted" if "contributions" in told else "ok"
    yield case("a seat that is not there", absent(whole), strange)


def alarm(mine: Saved) -> Saved:
    """What a page saves when it stops for this secret."""
    more = {"shoe": None, "entries": [[["évidence", 0]]], "mine": mine}
    return {"fault": "secret_dropped", "card": None, "evidence": more}


# --- changes


def changed(name: str, whole: Bundle, mine: Saved) -> Iterator[Case]:
    """Every change of one thing in a file with both receipts that a right bundle fits."""
    for path, how, other in mutations.changes(mine):
        found: Found = "refused"
        if (*path, how) in {("opening", "is None"), ("receipt", "is None")}:
            # The other receipt is still there.
            found = "ok"
        if path == ("locked",) and mine["locked"] is None and how == "removed":
            found = "ok"
        yield Case(f"{name}: {'.'.join(map(str, path))} {how}", whole, json.dumps(other), found)
    if "locked" not in mine:
        yield Case(f"{name}: no lock", whole, json.dumps(mine | {"locked": None}), "ok")


def signed_anew(name: str, whole: Bundle, mine: Saved) -> Iterator[Case]:
    """Every change of one thing that a receipt says, which the house signed so."""
    for part, tag in (("receipt", "sabot-receipt/1"), ("opening", "sabot-opening-receipt/1")):
        subject = mine[part]["subject"]
        right = (sealing if part == "receipt" else opening)(mine, subject)
        for path, how, said in mutations.changes(right):
            kept = {each: said[each] for each in said if each in mine[part]}
            file = mine | {
                part: {
                    **kept,
                    "key": mine[part]["key"],
                    "signature": signed(HOUSE, tag, said),
                    "type": mine[part]["type"],
                }
            }
            found: Found = "refused"
            if path == ("at",) and type(said.get("at")) is int and 0 <= said["at"] < 2**53:
                found = "ok"
            what = ".".join(map(str, path))
            yield Case(f"{name}: signed {part}.{what} {how}", whole, json.dumps(file), found)
    crossed = mine | {"receipt": mine["receipt"] | {"signature": mine["opening"]["signature"]}}
    yield Case(f"{name}: one's signature for the other", whole, json.dumps(crossed), "refused")
    stranger = receipted(mine, STRANGER)
    yield Case(f"{name}: a stranger's", whole, json.dumps(stranger), "ok")
    mixed = mine | {"receipt": stranger["receipt"] | {"key": key_of(HOUSE)}}
    yield Case(f"{name}: a stranger's by the house's name", whole, json.dumps(mixed), "refused")


def written(name: str, whole: Bundle, mine: Saved) -> Iterator[Case]:
    """What only the text of a file shows, also where nobody looks at what it says."""
    right = json.dumps(alarm(mine), ensure_ascii=False)
    texts: dict[str, tuple[str, Found]] = {
        "spaces": (f" \t{right} ", "ok"),
        "an escape": (right.replace('"card"', '"\\u0063ard"'), "ok"),
        "a pair": (right.replace("évidence", "\\ud83c\\udccf"), "ok"),
        "a control in a name": (right.replace('"card"', '"\\u0000"'), "ok"),
        "a fraction": (right.replace('"card": null', '"card": 1.5'), "refused"),
        "an exponent": (right.replace('"card": null', '"card": 1e3'), "refused"),
        "minus nothing": (right.replace('"card": null', '"card": -0'), "refused"),
        "the largest number": (right.replace('"card": null', f'"card": {2**53 - 1}'), "ok"),
        "the smallest": (right.replace('"card": null', f'"card": {1 - 2**53}'), "ok"),
        "one too large": (right.replace('"card": null', f'"card": {2**53}'), "refused"),
        "far too large": (right.replace('"card": null', f'"card": {"9" * 5000}'), "refused"),
        "half a pair": (right.replace("évidence", "\\ud83c"), "refused"),
        "half a pair in a name": (right.replace('"card"', '"\\ud83c"'), "refused"),
        "a name that is not ASCII": (right.replace('"card"', '"carte à jouer"'), "refused"),
        "a name twice": (right.replace('"card"', '"fault"'), "refused"),
        "a mark of UTF-8": (f"\ufeff{right}", "ok"),
        "two marks": (f"\ufeff\ufeff{right}", "refused"),
        "nested": (right.replace("[[[", "[" * 99).replace("]]]", "]" * 99), "refused"),
        "a comma": (f"{right[:-1]},}}", "refused"),
        "two": (right * 2, "refused"),
        "a list": (f"[{right}]", "refused"),
        "null": ("null", "refused"),
        "two alarms": (json.dumps(alarm(alarm(mine))), "refused"),
        "an alarm of nothing": ('{"evidence": {}}', "refused"),
        "an alarm without": (json.dumps({"evidence": None, "mine": mine}), "refused"),
    }
    assert len({text for text, _ in texts.values()}) == len(texts)
    for what, (text, found) in texts.items():
        yield Case(f"{name}: {what}", whole, text, found)


def logs(name: str, whole: Bundle, mine: Saved) -> Iterator[Case]:
    """The file beside whole logs, which name its key, or another, or nobody's."""
    report = named(whole["header"]["report"])
    key, other = key_of(HOUSE), key_of(STRANGER)

    def house(kind: str, **facts: Any) -> str:
        return bundles.entry("house", kind, facts)

    def in_log(what: str, found: Found | None, *before: str) -> Case:
        bundle, log = whole_log(whole, *before)
        return Case(f"{name}: {what}", bundle, json.dumps(mine), found, json.dumps(log))

    keys = house("keys", keys={"receipts": key}, origin="")
    yield in_log("named", "ok", report, keys)
    yield in_log("named again", "ok", keys, house("keys", keys={"receipts": other}), report)
    yield in_log("put in force", "ok", report, house("rotation", use="receipts", new=key))
    for what, entry in {
        "not named": house("monitoring"),
        "of the log": house("rotation", use="log", new=key),
        "no longer": house("rotation", use="receipts", new=other, old=key),
        "another's": house("keys", keys={"receipts": other, "log": key}),
        "many": house("keys", keys={"receipts": [key]}),
        "no keys": house("keys", keys=None, receipts=key),
        "another kind": house("office", keys={"receipts": key}),
    }.items():
        yield in_log(what, "refused", report, entry)
    yield in_log("the report is not named", "refused", keys)
    for path, how, other_keys in mutations.changes(json.loads(keys)):
        what = f"keys: {'.'.join(map(str, path))} {how}"
        yield in_log(what, None, report, bundles.canonical(other_keys))
    yield in_log("no canonical entry", "refused", report, keys, keys.replace(":", ": ", 1))
    right = in_log("right", "ok", report, keys)
    log = json.loads(right.log)
    rows = log["results"]
    more = [*rows, {"index": len(rows), "entry": "what came later"}]
    tried: tuple[tuple[str, Found, str], ...] = (
        ("shorter", "refused", json.dumps({"results": rows[:-1]})),
        ("longer", "ok", json.dumps({"results": more})),
        ("in another order", "ok", json.dumps({"results": rows[::-1]})),
        ("a gap", "refused", json.dumps({"results": rows[1:]})),
        ("numbers as text", "refused", right.log.replace('"index": 0', '"index": "0"')),
        ("a name twice", "refused", right.log.replace('"next"', '"results": [], "next"')),
        ("no list", "refused", json.dumps({"results": {}})),
        ("a list", "refused", json.dumps(rows)),
        ("no JSON", "refused", "{"),
    )
    for what, found, text in tried:
        yield replace(right, name=f"{name}: a log: {what}", found=found, log=text)


def at_the_edges(name: str, whole: Bundle, mine: Saved) -> Iterator[Case]:
    """Receipts whose keys and signatures libraries judge differently."""
    said = sealing(mine, mine["receipt"]["subject"])
    moments: dict[bytes, dict[str, Any]] = {}

    def messages(_key: bytes) -> Iterator[bytes]:
        for at in count(said["at"]):
            message = f"sabot-receipt/1\n{bundles.canonical(said | {'at': at})}".encode()
            moments[message] = said | {"at": at}
            yield message

    for edge in edwards.edges(messages):
        signed_so = {"key": edge.key, "signature": edge.signature, "type": "sealed"}
        receipt = moments[bytes.fromhex(edge.message)] | signed_so
        file = json.dumps(mine | {"opening": None, "receipt": receipt})
        yield Case(f"{name}: {edge.name}", whole, file, "ok" if edge.right else "refused")


# --- together

SHOES = (
    Shape(cutter=4, withheld=(7,)),
    Shape(cutter=4, withheld=(4,), beacon="missing"),
    Shape(contributions="cut_only", seats=(2, 5), cutter=2),
    Shape(contributions="none", seats=(), refill=40, cut_from=0, cut_to=0, behind=5),
    Shape(seats=(1, 2), void="promised"),
    Shape(seats=(1, 2), void="listed"),
    Shape(seats=(1, 2), withheld=(2,), void="opened"),
    LOCKS := Shape(beacon="recorded", locks=True, seats=(1, 4), withheld=(1,), cutter=4),
    replace(LOCKS, void="locked"),
    replace(LOCKS, void="listed"),
)
DRAWS = (
    DrawShape(seats=(1, 1001), withheld=(1001,)),
    DrawShape(contributions="none", seats=(), beacon="missing"),
    DrawShape(withdrawn="listed"),
    DrawShape(withheld=(2,), withdrawn="opened"),
    LOCKED_DRAW := DrawShape(beacon="recorded", locks=True, withheld=(1,)),
    replace(LOCKED_DRAW, withdrawn="locked"),
)
"""Shapes that have together every way in which a secret can be opened, locked and withheld."""
FULL = (("shoe 0", SHOES[0], 4), ("draw 0", DRAWS[0], 1), ("draw 4", DRAWS[4], 2))
"""Those whose files are changed: the name, the shape, and a seat whose secret was opened."""


def right() -> Iterator[Case]:
    """What became of each secret of each of these shapes."""
    for number, shape in enumerate(SHOES):
        # The same secrets for all that lock: to lock one takes half a second.
        whole = bundles.shoe(shape, seed := 0 if shape.locks else number)
        yield from stories(f"shoe {number}", whole, secrets(shape, seed))
    for number, draw_shape in enumerate(DRAWS):
        whole = bundles.draw(draw_shape, seed := 0 if draw_shape.locks else number)
        yield from stories(f"draw {number}", whole, secrets(draw_shape, seed))


def wrong() -> Iterator[Case]:
    """Every change of every leaf of some of these files, and other texts and logs."""
    for name, shape, seat in FULL:
        mine = secrets(shape, 0)[seat]
        whole = bundles.shoe(shape) if isinstance(shape, Shape) else bundles.draw(shape)
        yield from changed(name, whole, mine)
        yield from signed_anew(name, whole, mine)
        if name != "draw 4":
            yield from written(name, whole, mine)
        if name == "draw 0":
            yield from logs(name, whole, mine)
            yield from at_the_edges(name, whole, mine)
