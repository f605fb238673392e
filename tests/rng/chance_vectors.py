"""Writes docs/chance-vectors.json: each step of docs/chance-protocol.md, by the generator's core.

`python -m tests.rng.chance_vectors` writes the file anew; a test compares. There is no chance in
it: the seeds are published here.
"""

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from casino.rng import deal
from casino.rng.core import commitment, contribution, fall, merkle, order, shuffle
from casino.rng.core.canonical import canonical_json
from casino.rng.core.constants import DIGEST, DRAW_TAGS, SHOE_TAGS, WORD_SPAN, Tags
from casino.rng.core.draw import Draws
from casino.rng.core.drbg import HmacDrbg
from casino.rng.log import note

FILE = Path(__file__).parents[2] / "docs" / "chance-vectors.json"
LOCKED = Path(__file__).parent / "vectors" / "timelock.json"
LOCKED_TO = 123
"""The round of quicknet that opens them."""
ORIGIN = "vectors.example/log"
KEY = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(ORIGIN.encode()).digest())
LOG = note.VerifierKey(ORIGIN, note.ED25519, KEY.public_key().public_bytes_raw())
BEACON = bytes(range(64, 96))
SECRETS = ((1, bytes(range(96, 128)), None), (4, bytes(range(128, 160)), 17))
"""Seat, secret, and where it cuts."""
ENTRIES = 11
SIZES = (1, 2, 3, 7, 8, 11)
"""Of the trees whose proofs are written out."""
DEAL: deal.Deal = [
    {"hands": ["box 1", "box 2", "dealer", "box 1", "box 2", "box 2.a", "box 2.b"], "round": 8},
    {"hands": ["burnt"], "round": 10},
]
"""Which hand got which card, in words that any game may use."""
SHOWN = 3
"""Salts and leaves that are written out."""
COMMON: dict[str, str | int] = {
    "mechanism": "HMAC_DRBG SHA-512",
    "instance": "000102030405060708090a0b0c0d0e0f",
    "table": "table:1",
    "sequence": 1,
    "game": "blackjack",
    "rules": "blackjack.fr",
    "report": "11" * 32,
    "contributions": "full",
    "beacon": "none",
}
SHOE: dict[str, str | int] = COMMON | {
    "protocol": "sabot-shoe/2",
    "pack": "cdhs A23456789TJQK",
    "shoe": "00112233-4455-6677-8899-aabbccddeeff",
    "packs": 2,
    "size": 104,
    "burn": 1,
    "stop_at": 90,
    "cut_from": 10,
    "cut_to": 94,
}
DRAW: dict[str, str | int] = COMMON | {
    "protocol": "sabot-draw/2",
    "draw": "00112233-4455-6677-8899-aabbccddeeff",
    "sides": "37,6,6,1000",
}


def promised(header: dict[str, str | int], seed: bytes, tags: Tags) -> dict[str, Any]:
    """Return promise, contributions, mix and the first words of what a header and a seed make."""
    made = bytes.fromhex(commitment.commitment(header, seed, tags))
    hashed = commitment.header_hash(header, tags)
    nonce = commitment.tagged_hash(tags.nonce, hashed)
    secrets = [(seat, secret) for seat, secret, _ in SECRETS]
    mix = contribution.mix_of(tags, made, BEACON, secrets)
    drbg = HmacDrbg(DIGEST, seed[:64], nonce, hashed)
    drbg.reseed(seed[64:128], mix)
    subject = str(header.get("shoe") or header["draw"])
    hashes = [
        {
            "seat": seat,
            "secret": secret.hex(),
            "cut": cut,
            "hash": contribution.contribution_hash(tags, subject, seat, secret, cut).hex(),
        }
        for seat, secret, cut in SECRETS
    ]
    return {
        "header": header,
        "canonical": commitment.canonical(header).decode(),
        "seed": seed.hex(),
        "commitment": made.hex(),
        "contributions": hashes,
        "beacon": BEACON.hex(),
        "mix": mix.hex(),
        "mix_of_the_house_alone": contribution.mix_of(tags, made, b"", ()).hex(),
        "header_hash": hashed.hex(),
        "nonce": nonce.hex(),
        "first_request": drbg.generate(208).hex(),
    }


def shoe() -> dict[str, Any]:
    """Return each step of a shoe of two packs, which the dealer cuts."""
    seed = bytes(range(192))
    found = promised(SHOE, seed, SHOE_TAGS)
    mix, made = bytes.fromhex(found["mix"]), bytes.fromhex(found["commitment"])
    shuffled = shuffle.shuffle(seed, bytes.fromhex(found["header_hash"]), 2, mix)
    cut = contribution.dealers_cut(mix, 10, 94)
    salted = order.salts(seed, made, 104)
    numbered = enumerate(zip(shuffled.faces, salted, strict=True))
    tree = order.tree([order.leaf(at, face, salt) for at, (face, salt) in numbered])
    card = (5 + cut) % 104
    proof = b"".join((salted[card], *tree.proof(card)))
    return found | {
        "shuffled": bytes(shuffled.faces).hex(),
        "rejected_words": shuffled.rejected,
        "cut": cut,
        "dealt": bytes(order.as_dealt(shuffled.faces, cut)).hex(),
        "salts": [each.hex() for each in salted[:SHOWN]],
        "leaves": [each.hex() for each in tree.leaves[:SHOWN]],
        "root": tree.root.hex(),
        "opening": {"place": 5, "face": shuffled.faces[card], "proof": written(proof)},
        "deal": DEAL,
        "deal_hash": deal.deal_hash(DEAL),
        "cards_of_a_refill": commitment.cards_hash(bytes(shuffled.faces[:40]), seed),
    }


def draw() -> dict[str, Any]:
    """Return each step of a draw."""
    seed = bytes(range(64, 192))
    found = promised(DRAW, seed, DRAW_TAGS)
    hashed, mix = bytes.fromhex(found["header_hash"]), bytes.fromhex(found["mix"])
    fallen = fall.fall(seed, hashed, (37, 6, 6, 1000), mix)
    return found | {"values": list(fallen.values), "rejected_words": fallen.rejected}


def log() -> dict[str, Any]:
    """Return a log of some entries: its checkpoints, and every proof in it."""
    entries = [
        canonical_json(
            {
                "log": "sabot-log/1",
                "id": f"shift:{number}:monitoring",
                "subject": f"shift:{number}",
                "kind": "monitoring",
                "facts": {"text": f"é\u2028\n\x7f\x01{number}", "alarms": number},
            }
        ).decode()
        for number in range(ENTRIES)
    ]
    leaves = [merkle.leaf_hash(each.encode()) for each in entries]

    def span(given: merkle.Span) -> bytes:
        return merkle.span_hash(given, subtree)

    def subtree(node: merkle.Node) -> bytes:
        level, place = node
        if level == 0:
            return leaves[place]
        return merkle.node_hash(
            subtree((level - 1, 2 * place)), subtree((level - 1, 2 * place + 1))
        )

    notes: list[str] = []
    text = ""
    for size in range(1, ENTRIES + 1):
        before = hashlib.sha256(text.encode()).digest()
        previous = [f"previous {written(before)}"] if text else []
        time = f"time {1_795_196_000_000 + size}"
        text = note.checkpoint(ORIGIN, size, span((0, size)), *previous, time)
        notes.append(note.signed_note(text, note.signature_line(LOG, KEY.sign(text.encode()))))

    def proof(spans: list[merkle.Span]) -> list[str]:
        return [written(span(each)) for each in spans]

    return {
        "key": str(LOG),
        "entries": entries,
        "leaves": [each.hex() for each in leaves],
        "checkpoints": notes,
        "inclusion": [
            {"index": index, "size": size, "proof": proof(merkle.inclusion(index, size))}
            for size in SIZES
            for index in range(size)
        ],
        "consistency": [
            {"first": first, "second": second, "proof": proof(merkle.consistency(first, second))}
            for second in SIZES
            for first in range(1, second + 1)
        ],
    }


def uniform() -> list[dict[str, Any]]:
    """Return numbers out of given words, some of which are rejected; seeds hardly ever do that."""
    given = [(2**31 + 1, (2**32 - 1, 2**31 + 1, 2**31)), (1000, (4_294_967_000, 4_294_966_999))]
    given += [(37, (4_294_967_295, 4_294_967_294, 36)), (1, (7,)), (104, (4_294_967_216, 207))]
    found = []
    for below, words in given:
        draws = Draws(iter(words), WORD_SPAN)
        value = draws.uniform(below)
        found.append(
            {"below": below, "words": [*words], "value": value, "rejected": draws.rejected}
        )
    return found


def written(whole: bytes) -> str:
    """Return bytes in base64."""
    return base64.b64encode(whole).decode()


def text() -> str:
    """Return the whole file."""
    steps = {"draw": draw(), "log": log(), "shoe": shoe(), "uniform": uniform()}
    # What was locked is chance, or another program's: it is kept, not made again.
    steps["locked"] = json.loads(LOCKED.read_text())
    rounds = json.loads(LOCKED.with_name("drand_quicknet.json").read_text())["rounds"]
    signed = next(each for each in rounds if each["round"] == LOCKED_TO)
    steps["locked"]["quicknet_round"] = {name: signed[name] for name in ("round", "signature")}
    return json.dumps(steps, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(text())
