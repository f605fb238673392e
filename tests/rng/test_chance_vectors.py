"""docs/chance-vectors.json: made by the core, and each step of it is right to all three verifiers.

The browser's code is asked in frontend/tests/verify/vectors.test.ts.
"""

import base64
import copy
import hashlib
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from casino.rng import verify
from casino.rng.verify import log as verify_log
from casino.rng.verify import log_entries
from casino.rng.verify.crypto import trees
from casino.rng.verify.crypto.generator import Generator, hash_of, words_of
from tests.rng import chance_vectors, third_verifier

VECTORS: dict[str, Any] = json.loads(chance_vectors.FILE.read_text())


def of(name: str, *path: str) -> bytes:
    found: Any = VECTORS[name]
    for step in path:
        found = found[step]
    return bytes.fromhex(found)


def test_the_file_is_what_the_core_makes() -> None:
    """After a change of the protocol: `python -m tests.rng.chance_vectors`."""
    assert chance_vectors.FILE.read_text() == chance_vectors.text()


@pytest.mark.parametrize("what", ["shoe", "draw"])
def test_promise_contributions_and_mix_are_right_to_the_verifier(what: str) -> None:
    given, tags = VECTORS[what], f"sabot-{what}/2".encode()
    text, seed, promise = given["canonical"].encode(), of(what, "seed"), of(what, "commitment")
    assert json.dumps(given["header"], sort_keys=True, separators=(",", ":")).encode() == text
    assert hash_of(tags + b"/commitment", text, seed) == promise
    assert hash_of(tags + b"/header", text) == of(what, "header_hash")
    assert hash_of(tags + b"/nonce", of(what, "header_hash")) == of(what, "nonce")
    parts = []
    for each in given["contributions"]:
        seat, secret = each["seat"].to_bytes(2, "big"), bytes.fromhex(each["secret"])
        cut = [] if each["cut"] is None else [each["cut"].to_bytes(2, "big")]
        subject = given["header"][what].encode()
        sealed = hash_of(tags + b"/contribution", subject, seat, secret, *cut)
        assert sealed.hex() == each["hash"]
        parts += [seat, secret]
    mix = hash_of(tags + b"/mix", promise, of(what, "beacon"), *parts, of=hashlib.sha512)
    assert mix == of(what, "mix")
    alone = hash_of(tags + b"/mix", promise, b"", of=hashlib.sha512)
    assert alone == of(what, "mix_of_the_house_alone")
    generator = Generator(tags, seed[:64], of(what, "header_hash"))
    generator.reseed(seed[64:128], mix)
    assert generator.request(208) == of(what, "first_request")


def test_a_shoe_is_right_to_the_verifier() -> None:
    given = VECTORS["shoe"]
    tags, seed, mix = b"sabot-shoe/2", of("shoe", "seed"), of("shoe", "mix")
    pack = [*range(52)] * 2
    shuffled, rejected = verify.order_of(seed, of("shoe", "header_hash"), pack, mix, tags)
    assert (bytes(shuffled), rejected) == (of("shoe", "shuffled"), given["rejected_words"])
    cut = given["cut"]
    hashed = hash_of(tags + b"/cut", mix, bytes(8), of=hashlib.sha512)
    assert next(10 + word % 85 for word in words_of(hashed) if word < 2**32 // 85 * 85) == cut
    assert bytes(shuffled[cut:] + shuffled[:cut]) == of("shoe", "dealt")
    root = of("shoe", "root")
    proof = base64.b64decode(given["opening"]["proof"])
    place = (given["opening"]["place"] + cut) % 104
    path = [proof[at : at + 32] for at in range(32, len(proof), 32)]
    card = place.to_bytes(4, "big") + bytes([given["opening"]["face"]]) + proof[:32]
    assert trees.root_by(trees.leaf_hash(card), place, 104, path) == root
    first = (0).to_bytes(4, "big") + bytes(shuffled[:1]) + bytes.fromhex(given["salts"][0])
    assert hashlib.sha256(b"\x00" + first).hexdigest() == given["leaves"][0]
    text = json.dumps(given["deal"], sort_keys=True, separators=(",", ":")).encode()
    assert hash_of(tags + b"/deal", text).hex() == given["deal_hash"]
    refill = hash_of(tags + b"/cards", bytes(sorted(shuffled[:40])), seed)
    assert refill.hex() == given["cards_of_a_refill"]


def test_a_draw_is_right_to_the_verifier() -> None:
    given = VECTORS["draw"]
    inputs = of("draw", "seed"), of("draw", "header_hash"), (37, 6, 6, 1000), of("draw", "mix")
    assert verify.fall_of(*inputs, b"sabot-draw/2") == (given["values"], given["rejected_words"])


def test_numbers_are_drawn_from_words_as_the_verifier_draws_them() -> None:
    rejected = 0
    for each in VECTORS["uniform"]:
        generator = Generator(b"", bytes(64), bytes(32))
        generator.words = iter(each["words"])
        assert generator.below(each["below"]) == each["value"]
        assert generator.rejected == each["rejected"]
        rejected += generator.rejected
    assert rejected > 0


def test_log_checkpoints_and_proofs_are_right_to_the_verifiers() -> None:
    log = VECTORS["log"]
    key = verify_log.key(log["key"])
    leaves = [verify_log.leaf_hash(each.encode()) for each in log["entries"]]
    assert [each.hex() for each in leaves] == log["leaves"]
    tree, roots, before = verify_log.Tree(), [b""], b""
    for leaf, text in zip(leaves, log["checkpoints"], strict=True):
        tree.add(leaf)
        roots.append(tree.root())
        note = verify_log.note(text)
        assert key.signed(note)
        assert (note.root, note.previous) == (tree.root(), before)
        assert log_entries.checkpoint_of(text, log["key"]).root == tree.root()
        before = hashlib.sha256(note.text.encode()).digest()
    for each in log["inclusion"]:
        index, size = each["index"], each["size"]
        proof = [base64.b64decode(hashed) for hashed in each["proof"]]
        assert verify_log.is_included(leaves[index], index, size, proof, roots[size])
        assert trees.root_by(leaves[index], index, size, proof) == roots[size]
    for each in log["consistency"]:
        first, second = each["first"], each["second"]
        proof = [base64.b64decode(hashed) for hashed in each["proof"]]
        assert verify_log.is_grown(first, second, proof, roots[first], roots[second])


def third(path: Path) -> "subprocess.CompletedProcess[str]":
    command = third_verifier.command("--vectors", str(path))
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_third_verifier_makes_the_same() -> None:
    done = third(chance_vectors.FILE)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_third_verifier_names_each_step_that_is_another(tmp_path: Path) -> None:
    """The control: a vector that is changed is seen, each by its name."""
    changed = copy.deepcopy(VECTORS)
    for what in ("shoe", "draw"):
        for name in ("commitment", "mix", "header_hash", "nonce", "first_request"):
            changed[what][name] = f"00{changed[what][name][2:]}"
    for name in ("shuffled", "root"):
        changed["shoe"][name] = f"ff{changed['shoe'][name][2:]}"
    changed["draw"]["values"][0] += 1
    changed["log"]["inclusion"][-1]["proof"].pop()
    changed["log"]["consistency"][-2]["proof"].pop()
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(changed))
    done = third(path)
    assert (done.returncode, done.stderr) == (1, "")
    named = {line.removeprefix("not the same: ") for line in done.stdout.splitlines()}
    promised = {
        f"{what} {step}"
        for what in ("shoe", "draw")
        for step in ("commitment", "mix", "header hash", "nonce", "first request")
    }
    others = {"shuffled", "root", "values", "inclusion 10 of 11", "consistency 10 11"}
    assert named == promised | others
