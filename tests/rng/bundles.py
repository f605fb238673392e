"""Makes bundles (versions 3 and 4) for tests: a second generator, by docs/chance-protocol.md alone.

Shares no line with the house's generator nor with the verifiers. Its HMAC_DRBG is OpenSSL's, its
signatures are `cryptography`'s, its trees are cut out of the text of RFC 6962. It has no chance in
it: the same number makes the same bundle.
"""

import base64
import hashlib
import hmac
import json
import random
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.rng.locking import lock
from tests.rng.openssl import OpensslDrbg

Bundle = dict[str, Any]
ORIGIN = "bundles.test/log"
KEY = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"tests/rng/bundles.py").digest())
PUBLIC = b"\x01" + KEY.public_key().public_bytes_raw()
"""Type and key."""
KEY_ID = hashlib.sha256(ORIGIN.encode() + b"\n" + PUBLIC).digest()[:4]
QUICKNET = json.loads((Path(__file__).parent / "vectors" / "drand_quicknet.json").read_text())
ROUND = QUICKNET["rounds"][0]
ROUND_TIME = (QUICKNET["genesis_time"] + (ROUND["round"] - 1) * QUICKNET["period_seconds"]) * 1000
"""Milliseconds since 1970 at which the round of the vector was made."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What varies from shoe to shoe."""

    packs: int = 1
    burn: int = 1
    behind: int = 10
    """Cards behind the stop card."""
    dealt: int = 20
    rounds: int | None = 3
    """Among which the dealt cards are shared out; None for a bundle of version 3, without them."""
    contributions: Literal["full", "cut_only", "none"] = "full"
    seats: tuple[int, ...] = (1, 4, 7)
    withheld: tuple[int, ...] = ()
    cutter: int = 0
    cut_from: int = 10
    cut_to: int = 40
    """Both 0 for a device that knows no cut."""
    beacon: Literal["none", "unnamed", "missing", "late", "recorded"] = "none"
    """`late`: asked for, but the secrets were opened after its time, so it is left out."""
    locks: bool = False
    """Secrets are locked to the recorded round: those that are withheld lock something else."""
    refill: int = 0
    """Cards of a refill; 0 for whole packs."""
    void: Literal["", "promised", "listed", "locked", "opened"] = ""
    """The stage at which it was given up."""
    why: tuple[str, int] | None = ("dispute", 7)
    """Why it was given up and by whom; None as before it was kept."""


@dataclass(frozen=True, slots=True)
class DrawShape:
    """What varies from draw to draw."""

    sides: tuple[int, ...] = (37,)
    contributions: Literal["full", "none"] = "full"
    seats: tuple[int, ...] = (1, 2)
    withheld: tuple[int, ...] = ()
    beacon: Literal["none", "unnamed", "missing", "late", "recorded"] = "none"
    locks: bool = False
    """As of a shoe."""
    withdrawn: Literal["", "promised", "listed", "locked", "opened"] = ""
    why: tuple[str, int] | None = ("dispute", 7)
    """Why it was withdrawn and by whom; None as before it was kept."""
    report: str = ""
    """The conformity report that its header names; some other where it is empty."""


# --- the notation of the page


def canonical(value: object) -> str:
    """The one text of a JSON value."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def big(number: int, size: int) -> bytes:
    return number.to_bytes(size, byteorder="big", signed=False)


def with_lengths(tag: str, given: tuple[bytes, ...]) -> bytes:
    text = b""
    for each in (tag.encode("ascii"), *given):
        text += big(len(each), 8)
        text += each
    return text


def h(tag: str, *given: bytes) -> bytes:
    return hashlib.new("sha256", with_lengths(tag, given)).digest()


def h512(tag: str, *given: bytes) -> bytes:
    return hashlib.new("sha512", with_lengths(tag, given)).digest()


# --- chance


class Words:
    """32-bit words out of OpenSSL's generator, in requests of 208 bytes."""

    def __init__(self, tags: str, seed: bytes, header: dict[str, Any]) -> None:
        self.tags, self.seed, self.used, self.rejected = tags, seed, 64, 0
        hh = h(f"{tags}/header", canonical(header).encode())
        self.drbg = OpensslDrbg("sha512", seed[:64], h(f"{tags}/nonce", hh), hh)
        self.left: list[int] = []

    def stir(self, mix: bytes) -> None:
        self.drbg.reseed(self.seed[self.used : self.used + 64], mix)
        self.used += 64
        self.left.clear()

    def uniform(self, below: int) -> int:
        ceiling = 2**32 - 2**32 % below
        while True:
            if not self.left:
                got = self.drbg.generate(208)
                self.left = [int(got[at : at + 4].hex(), 16) for at in range(204, -1, -4)]
            word = self.left.pop()
            if word < ceiling:
                return word % below
            self.rejected += 1


def shuffle(words: Words, cards: list[int], mix: bytes) -> list[int]:
    cards = cards[:]
    drawn = 0
    i = len(cards) - 1
    while i >= 1:
        if drawn % 52 == 0:
            words.stir(mix)
        j = words.uniform(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
        drawn += 1
        i -= 1
    return cards


def dealers_cut(tags: str, mix: bytes, ways: int) -> int:
    ceiling = 2**32 - 2**32 % ways
    block = 0
    while True:
        got = h512(f"{tags}/cut", mix, big(block, 8))
        for at in range(0, 64, 4):
            word = int(got[at : at + 4].hex(), 16)
            if word < ceiling:
                return word % ways
        block += 1


def root(leaves: list[bytes]) -> bytes:
    """MTH of RFC 6962, 2.1, over leaves that are hashed already."""
    n = len(leaves)
    if n == 1:
        return leaves[0]
    k = 1
    while k * 2 < n:
        k *= 2
    return hashlib.sha256(b"\x01" + root(leaves[:k]) + root(leaves[k:])).digest()


def path(m: int, leaves: list[bytes]) -> list[bytes]:
    """PATH of RFC 6962, 2.1.1: the hashes beside the way from leaf m up, nearest first."""
    n = len(leaves)
    if n == 1:
        return []
    k = 1
    while k * 2 < n:
        k *= 2
    if m < k:
        return [*path(m, leaves[:k]), root(leaves[k:])]
    return [*path(m - k, leaves[k:]), root(leaves[:k])]


def salted(tags: str, seed: bytes, promise: bytes, shuffled: list[int]) -> list[bytes]:
    """The leaves of the order: a card each, hidden by its salt."""
    prk = hmac.new(promise, seed, "sha512").digest()
    key = hmac.new(prk, f"{tags}/salts".encode() + b"\x01", "sha512").digest()[:32]
    return [
        hashlib.sha256(
            b"\x00" + big(j, 4) + bytes([face]) + hmac.new(key, big(j, 4), "sha256").digest()
        ).digest()
        for j, face in enumerate(shuffled)
    ]


# --- the log


def evidence(entries: list[str], mine: list[int], *, time: int) -> dict[str, Any]:
    """The `log` of a bundle: these entries under a checkpoint that the key of this file signs."""
    hashed = [hashlib.sha256(b"\x00" + each.encode()).digest() for each in entries]
    locks = [at for at in mine if '"kind":"locked"' in entries[at]]
    held = {}
    if locks:
        ends = locks[0] + 1
        at = json.loads(entries[locks[0]]).get("facts")
        at = at.get("at") if isinstance(at, dict) else None
        held["locked"] = {
            "checkpoint": checkpoint(hashed[:ends], at if type(at) is int and at >= 0 else time),
            "key": f"{ORIGIN}+{KEY_ID.hex()}+{base64.b64encode(PUBLIC).decode()}",
            "proof": [base64.b64encode(each).decode() for each in path(locks[0], hashed[:ends])],
        }
    return {
        **held,
        "checkpoint": checkpoint(hashed, time),
        "entries": [
            {
                "entry": entries[at],
                "index": at,
                "proof": [base64.b64encode(each).decode() for each in path(at, hashed)],
            }
            for at in mine
        ],
        "key": f"{ORIGIN}+{KEY_ID.hex()}+{base64.b64encode(PUBLIC).decode()}",
    }


def checkpoint(hashed: list[bytes], time: int) -> str:
    """The signed checkpoint of the tree over these hashed leaves."""
    return noted(
        f"{ORIGIN}\n{len(hashed)}\n{base64.b64encode(root(hashed)).decode()}\n"
        + (f"previous {base64.b64encode(bytes(32)).decode()}\n" if len(hashed) > 1 else "")
        + f"time {time}\n"
    )


def noted(text: str) -> str:
    """The signed note of a checkpoint."""
    signature = base64.b64encode(KEY_ID + KEY.sign(text.encode())).decode()
    return f"{text}\n— {ORIGIN} {signature}\n"


def entry(subject: str, kind: str, facts: dict[str, Any]) -> str:
    """The text of an entry of the log."""
    whole = {"facts": facts, "kind": kind, "log": "sabot-log/1", "subject": subject}
    return canonical({**whole, "id": f"{subject}:{kind}"})


def logged(subject: str, said: list[tuple[str, dict[str, Any]]], now: int) -> dict[str, Any]:
    """The evidence for these facts, other people's entries between them."""
    entries: list[str] = []
    mine = []
    for number, (kind, facts) in enumerate(said):
        entries += [entry(f"other:{number}:{each}", "monitoring", {}) for each in range(number + 2)]
        mine.append(len(entries))
        entries.append(entry(subject, kind, facts))
    return evidence(entries, mine, time=now)


def signed_anew(whole: Bundle, entries: list[str], *, time: int | None = None) -> Bundle:
    """The bundle with other entries under a checkpoint that is right: what a house could forge."""
    if time is None:
        time = int(whole["log"]["checkpoint"].split("\ntime ")[1].split("\n")[0])
    return {**whole, "log": evidence(entries, list(range(len(entries))), time=time)}


# --- a shoe, a draw


def brought(
    tags: str, subject_id: str, shape: Shape | DrawShape, chance: random.Random
) -> tuple[list[tuple[str, dict[str, Any]]], dict[int, bytes]]:
    """The facts of `contributions`, `locked` and `opened`, and the secrets that were opened."""
    cutter = shape.cutter if isinstance(shape, Shape) else 0
    secrets = {seat: chance.randbytes(32) for seat in sorted(shape.seats)}
    wanted = chance.randint(shape.cut_from, shape.cut_to) if isinstance(shape, Shape) else 0
    hashes = []
    for seat, secret in secrets.items():
        given = [subject_id.encode(), big(seat, 2), secret]
        if seat == cutter:
            given.append(big(wanted, 2))
        hashes.append({"hash": h(f"{tags}/contribution", *given).hex(), "seat": seat})
    opened = {seat: r for seat, r in secrets.items() if seat not in shape.withheld}
    by = cutter if cutter in opened else 0
    start = 1_795_196_000_000 + chance.randrange(10**6)
    named = 0
    if shape.beacon in ("missing", "late", "recorded"):
        start, named = ROUND_TIME - 9000, ROUND["round"]
    closed = {"at": start, "beacon_round": named, "cutter": cutter, "hashes": hashes}
    shown = {
        "at": ROUND_TIME if shape.beacon == "late" else start + chance.choice((0, 1, 8999)),
        "by": by,
        "cut": wanted if by else 0,
        "opened": [{"seat": seat, "secret": secret.hex()} for seat, secret in opened.items()],
        "withheld": sorted(shape.withheld),
    }
    if not shape.locks:
        return [("contributions", closed), ("opened", shown)], opened
    locked = []
    for seat, secret in secrets.items():
        whole = lock(secret if seat in opened else secret[::-1])
        if seat == cutter:
            mask = h(f"{tags}/lock", subject_id.encode(), big(seat, 2), secret)
            whole += bytes(a ^ b for a, b in zip(big(wanted, 2), mask, strict=False))
        locked.append({"locked": whole.hex(), "seat": seat})
    shown["at"] = ROUND_TIME + 700
    held = {"at": start + 5000, "locked": locked}
    return [("contributions", closed), ("locked", held), ("opened", shown)], opened


def mixed(
    tags: str, promise: bytes, shape: Shape | DrawShape, opened: dict[int, bytes]
) -> tuple[bytes, dict[str, Any] | None]:
    """M, and the beacon as the log has it."""
    beacon = None
    if shape.beacon == "recorded":
        beacon = {name: ROUND[name] for name in ("randomness", "round", "signature")}
    given = [promise, bytes.fromhex(ROUND["randomness"]) if beacon else b""]
    if shape.contributions == "full":
        for seat, secret in sorted(opened.items()):
            given += [big(seat, 2), secret]
    return h512(f"{tags}/mix", *given), beacon


def common(protocol: str, shape: Shape | DrawShape, chance: random.Random) -> dict[str, Any]:
    return {
        "protocol": protocol,
        "mechanism": "HMAC_DRBG SHA-512",
        "instance": chance.randbytes(16).hex(),
        "table": f"table:{chance.randrange(1, 99)}",
        "sequence": chance.randrange(1, 1000),
        "game": "blackjack",
        "rules": "blackjack.fr-2024",
        "report": (isinstance(shape, DrawShape) and shape.report) or chance.randbytes(32).hex(),
        "contributions": shape.contributions,
        "beacon": "none" if shape.beacon == "none" else QUICKNET["chain_hash"],
        **({"opening": "timelock"} if shape.locks else {}),
    }


def reason(shape: Shape | DrawShape) -> dict[str, Any]:
    return {"by": shape.why[1], "code": shape.why[0]} if shape.why else {}


STAGES = ("promised", "listed", "opened")
LOCKING = ("promised", "listed", "locked", "opened")


def shoe(shape: Shape, number: int = 0, **other: Any) -> Bundle:
    """The bundle of a shoe of this shape, its header with other fields: promised so, and signed."""
    chance = random.Random(number)
    tags = "sabot-shoe/2"
    size = shape.refill or 52 * shape.packs
    packs = (size + 51) // 52
    seed = chance.randbytes(64 * (1 + packs))
    shoe_id = str(uuid.UUID(bytes=chance.randbytes(16), version=4))
    cards = [face for _ in range(packs) for face in range(52)]
    header = {
        **common("sabot-refill/2" if shape.refill else tags, shape, chance),
        "pack": "cdhs A23456789TJQK",
        "shoe": shoe_id,
        "packs": packs,
        "size": size,
        "burn": shape.burn,
        "stop_at": size - shape.behind,
        "cut_from": shape.cut_from,
        "cut_to": shape.cut_to,
    }
    if shape.refill:
        cards = sorted(chance.sample(cards, size))
        header["refills"] = str(uuid.UUID(bytes=chance.randbytes(16), version=4))
        header["cards"] = h(f"{tags}/cards", bytes(cards), seed).hex()
    header |= other
    promise = h(f"{tags}/commitment", canonical(header).encode(), seed)
    said = [("commitment", {"commitment": promise.hex(), "header": header})]
    gathered, opened = brought(tags, shoe_id, shape, chance)
    shown = gathered[-1][1]
    now = shown["at"] + 5
    if shape.contributions != "none" or shape.beacon != "none":
        said += gathered
    if shape.void:
        given_up = {"at": now, "reason": "Panne", **reason(shape)}
        stages = LOCKING if shape.locks else STAGES
        said = [*said[: 1 + stages.index(shape.void)], ("void", given_up)]
        reveal = {"burnt": 0, "dealt": 0, "left": size, "order": None, "rejected_words": None}
        reveal |= {"stop_card": False}
    else:
        mix, beacon = mixed(tags, promise, shape, opened)
        words = Words(tags, seed, header)
        shuffled = shuffle(words, cards, mix)
        by, cut = (shown["by"], shown["cut"]) if len(said) > 1 else (0, 0)
        if shape.cut_to and not by:
            cut = shape.cut_from + dealers_cut(tags, mix, shape.cut_to - shape.cut_from + 1)
        tree = root(salted(tags, seed, promise, shuffled)).hex()
        said.append(("order", {"at": now, "beacon": beacon, "by": by, "cut": cut, "root": tree}))
        reveal = {
            "burnt": shape.burn,
            "dealt": shape.dealt,
            "left": size - shape.burn - shape.dealt,
            "order": [shuffled[(p + cut) % size] for p in range(size)],
            "rejected_words": words.rejected,
            "stop_card": shape.burn + shape.dealt > size - shape.behind,
        }
    told: dict[str, Any] = {"left": reveal["left"], "seed": seed.hex()}
    version = 3
    if shape.rounds is not None and not shape.void:
        version = 4
        reveal["deal"] = shared(shape.dealt, shape.rounds, random.Random(f"deal {number}"))
        told["deal"] = h(f"{tags}/deal", canonical(reveal["deal"]).encode()).hex()
    said.append(("reveal", told))
    return {
        "commitment": promise.hex(),
        "header": header,
        "log": logged(f"shoe:{shoe_id}", said, now + chance.choice((0, 1000))),
        "reveal": {**reveal, "seed": seed.hex()},
        "version": version,
    }


def shared(cards: int, rounds: int, chance: random.Random) -> list[dict[str, Any]]:
    """Which hand got which of so many cards, in so many rounds or fewer."""
    hands = ("box 1", "box 2.a", "dealer", "burnt", "~")
    ends = sorted(chance.sample(range(1, cards), min(rounds, cards) - 1)) if cards > 1 else []
    number, deal = 0, []
    for first, end in zip([0, *ends], [*ends, cards], strict=True):
        number += chance.choice((1, 1, 40))
        got = [chance.choice(hands) for _ in range(first, end)]
        deal.append({"hands": got, "round": number})
    return deal if cards else []


def dealt_as(whole: Bundle, deal: object) -> Bundle:
    """The bundle of a shoe with another deal, which the house bound and signed as well."""
    bound = h("sabot-shoe/2/deal", canonical(deal).encode()).hex()
    *entries, last = [each["entry"] for each in whole["log"]["entries"]]
    said = json.loads(last)
    said["facts"]["deal"] = bound
    signed = signed_anew(whole, [*entries, canonical(said)])
    return {**signed, "reveal": {**whole["reveal"], "deal": deal}}


def untold(whole: Bundle) -> Bundle:
    """The bundle as one of version 3, signed so: which hand got which card is not told."""
    *entries, last = [each["entry"] for each in whole["log"]["entries"]]
    said = json.loads(last)
    del said["facts"]["deal"]
    signed = signed_anew(whole, [*entries, canonical(said)])
    reveal = {name: value for name, value in whole["reveal"].items() if name != "deal"}
    return {**signed, "reveal": reveal, "version": 3}


def draw(shape: DrawShape, number: int = 0, **other: Any) -> Bundle:
    """The bundle of a draw of this shape, its header with other fields: promised so, and signed."""
    chance = random.Random(number)
    tags = "sabot-draw/2"
    seed = chance.randbytes(128)
    draw_id = str(uuid.UUID(bytes=chance.randbytes(16), version=4))
    header = {
        **common(tags, shape, chance),
        "draw": draw_id,
        "sides": ",".join(map(str, shape.sides)),
        **other,
    }
    promise = h(f"{tags}/commitment", canonical(header).encode(), seed)
    said = [("commitment", {"commitment": promise.hex(), "header": header})]
    gathered, opened = brought(tags, draw_id, shape, chance)
    if shape.contributions != "none" or shape.beacon != "none":
        said += gathered
    values: list[int] | None = None
    rejected: int | None = None
    last: dict[str, Any] = {"beacon": None, "request": None, "seed": seed.hex(), "values": None}
    if shape.withdrawn:
        stages = LOCKING if shape.locks else STAGES
        said = said[: 1 + stages.index(shape.withdrawn)]
        last |= {"withdrawn": reason(shape)} if shape.why else {}
    else:
        mix, beacon = mixed(tags, promise, shape, opened)
        words = Words(tags, seed, header)
        words.stir(mix)
        values = [words.uniform(ways) for ways in shape.sides]
        rejected = words.rejected
        last |= {"beacon": beacon, "request": "round:7", "values": values}
    said.append(("reveal", last))
    return {
        "commitment": promise.hex(),
        "header": header,
        "log": logged(f"draw:{draw_id}", said, gathered[-1][1]["at"] + 5),
        "reveal": {"rejected_words": rejected, "seed": seed.hex(), "values": values},
        "version": 3,
    }


# --- many


def shapes(count: int) -> Iterator[Shape]:
    """Shapes that cover together every packs, number of seats, cut, beacon, refill and void."""
    chance = random.Random(count)
    for number in range(count):
        packs = 1 + number % 8
        contributions: Any = ("full", "cut_only", "full", "none")[number % 4]
        seats = tuple(
            sorted(chance.sample(range(1, 8), 0 if contributions == "none" else number // 4 % 8))
        )
        withheld = tuple(sorted(chance.sample(seats, chance.randrange(len(seats) + 1))))
        cuts = number % 3 > 0
        beacon: Any = ("none", "none", "recorded", "missing", "late", "unnamed")[number % 6]
        cards = packs * 52
        shape = Shape(
            packs=packs,
            burn=number % 6,
            behind=chance.choice((0, 10, cards - 6)),
            dealt=chance.randrange(cards - 6),
            contributions=contributions,
            seats=seats,
            withheld=withheld if number % 5 else (),
            cutter=chance.choice(seats) if seats and cuts and number % 5 < 3 else 0,
            cut_from=10 if cuts else 0,
            cut_to=cards - 10 if cuts else 0,
            beacon=beacon,
            rounds=(3, None, 1, 12)[number % 4],
            void="",
        )
        if contributions == "none" and number % 8 == 3:
            refill = chance.randrange(30, cards)
            behind = chance.choice((0, 5))
            dealt = chance.randrange(20)
            cut_to = 20 if cuts else 0
            shape = replace(shape, refill=refill, behind=behind, dealt=dealt, cut_to=cut_to)
        if number % 9 == 8:
            gathers = contributions != "none" or beacon != "none"
            void: Any = STAGES[number // 9 % 3] if gathers else "promised"
            shape = replace(shape, void=void)
        yield shape


def draw_shapes(count: int) -> Iterator[DrawShape]:
    """Shapes of draws that cover together every sides, number of seats, beacon and withdrawal."""
    chance = random.Random(count)
    sides = [(37,), (6, 6), (1000,), (2, 3, 4, 5, 6, 7, 8, 9), (1000,) * 8, (2,)]
    for number in range(count):
        contributions: Any = ("full", "none")[number % 2]
        seats = tuple(sorted(chance.sample(range(1, 300), number % 16 // 2 * (1 - number % 2))))
        beacon: Any = ("none", "recorded", "missing", "late", "unnamed")[number % 5]
        stages: tuple[Any, ...] = ("promised",)
        if contributions != "none" or beacon != "none":
            stages = STAGES
        yield DrawShape(
            sides=sides[number % 6],
            contributions=contributions,
            seats=seats,
            withheld=tuple(sorted(chance.sample(seats, len(seats) // 3))),
            beacon=beacon,
            withdrawn=stages[number // 7 % len(stages)] if number % 7 == 6 else "",
        )
