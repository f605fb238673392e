"""The log: written once, never changed, signed at every step; and a verifier that notices."""

import base64
import copy
import hashlib
import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from pytest_django import Settings

from casino.rng import draws, keys, shoes, verify
from casino.rng.core.canonical import canonical_json
from casino.rng.log import note, tree, witnesses
from casino.rng.log.models import Checkpoint, Cosignature, LogEntry
from casino.rng.verify import log as verify_log

pytestmark = pytest.mark.django_db(transaction=True)

Kind = LogEntry.Kind
Rows = list[dict[str, Any]]


@pytest.fixture(autouse=True)
def own_keys(settings: Settings, tmp_path: Path) -> None:
    """Keys that a test may rotate."""
    settings.SIGNING_KEYS = tmp_path / "keys"


def rows() -> Rows:
    out = StringIO()
    call_command("dump_log", stdout=out)
    found: Rows = json.loads(out.getvalue())["results"]
    return found


def played() -> None:
    """A retired shoe, a revealed draw, a withdrawn one, and a live shoe."""
    for sequence in (1, 2):
        shoe = shoes.make_shoe("table:3", sequence, packs=1, cards_behind=9, burn=1)
        with transaction.atomic():
            shoes.open_cards(shoe.id, 5)
        if sequence == 1:
            shoes.retire_shoe(shoe.id)
    draw = draws.prepare_draw("table:4", 1, (37,))
    draws.make_draw(draw.id, "round:1")
    draws.reveal_draw(draw.id)
    draws.withdraw_draw(draws.prepare_draw("table:4", 2, (6, 6)).id)


def kinds() -> list[str]:
    return list(LogEntry.objects.order_by("index").values_list("kind", flat=True))


# --- writing


def test_every_promise_and_reveal_is_in_the_log_in_their_order() -> None:
    played()
    assert kinds() == [
        "keys",
        "report",
        "commitment",
        "order",
        "reveal",
        "commitment",
        "order",
        "commitment",
        "reveal",
        "commitment",
        "reveal",
    ]
    found = verify_log.verify(rows())
    assert (found.entries, len(found.commitments), len(found.revealed)) == (11, 4, 3)
    assert found.origin == "sabot.localhost/log"


def test_a_promise_that_the_log_does_not_take_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    shoes.make_shoe("table:3", 1, packs=1, cards_behind=9, burn=1)

    def missing(use: str, public: str) -> None:
        raise keys.KeyMissing(public)

    monkeypatch.setattr(keys, "key", missing)
    with pytest.raises(keys.KeyMissing):
        shoes.make_shoe("table:3", 2, packs=1, cards_behind=9, burn=1)
    with pytest.raises(keys.KeyMissing):
        draws.prepare_draw("table:3", 1, (37,))
    assert (shoes.Shoe.objects.count(), draws.Draw.objects.count()) == (1, 0)
    assert kinds() == ["keys", "report", "commitment", "order"]


def test_writing_is_idempotent_and_another_fact_is_refused() -> None:
    first = tree.append("shift:1", Kind.MONITORING, {"alarms": 0})
    again = tree.append("shift:1", Kind.MONITORING, {"alarms": 0})
    assert (first.index, first.fresh) == (1, True)
    assert (again.index, again.fresh) == (1, False)
    with pytest.raises(tree.EntryDiffers):
        tree.append("shift:1", Kind.MONITORING, {"alarms": 1})
    part = tree.append("shift:1", Kind.MONITORING, {"alarms": 1}, part="late")
    assert part.index == 2
    assert LogEntry.objects.get(index=2).entry == "shift:1:monitoring:late"


def test_a_rolled_back_entry_leaves_no_gap() -> None:
    tree.append("shift:1", Kind.MONITORING, {})
    with transaction.atomic():
        tree.append("shift:2", Kind.MONITORING, {})
        transaction.set_rollback(True)
    assert tree.append("shift:3", Kind.MONITORING, {}).index == 2
    assert verify_log.verify(rows()).entries == 3


def test_any_kind_of_entry_is_taken_and_verified() -> None:
    for kind in (Kind.ERROR, Kind.MONITORING):
        tree.append("thing:1", kind, {"list": [1, "deux", None, True], "text": "é\u2028\n"})
    assert verify_log.verify(rows()).entries == 3


def test_the_roots_are_those_of_a_tree_made_from_the_leaves() -> None:
    grown = verify_log.Tree()
    for number in range(35):
        tree.append("shift", Kind.MONITORING, {"number": number}, part=str(number))
    for entry in LogEntry.objects.order_by("index"):
        grown.add(hashlib.sha256(b"\x00" + entry.body.encode()).digest())
        assert bytes(entry.root) == grown.root(), entry.index
    for size in (1, 2, 7, 8, 9, 31, 32, 33, 36):
        last = LogEntry.objects.get(index=size - 1)
        for index in range(size):
            hashed = verify_log.leaf_hash(LogEntry.objects.get(index=index).body.encode())
            proof = tree.inclusion_proof(index, size)
            assert verify_log.is_included(hashed, index, size, proof, bytes(last.root))
        for first in range(1, size + 1):
            old = bytes(LogEntry.objects.get(index=first - 1).root)
            proof = tree.consistency_proof(first, size)
            assert verify_log.is_grown(first, size, proof, old, bytes(last.root))
    with pytest.raises(ValueError, match="not as long"):
        tree.consistency_proof(3, 37)


# --- the database's own guard


def run(statement: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE rng_logentry SET body = body || ' '",
        "UPDATE rng_logentry SET index = index + 10",
        "DELETE FROM rng_logentry WHERE index = 2",
        "UPDATE rng_checkpoint SET signature = ''",
        "DELETE FROM rng_checkpoint",
        "SET LOCAL sabot.flush = off; TRUNCATE rng_logentry",
        "SET LOCAL sabot.flush = off; TRUNCATE rng_checkpoint CASCADE",
        "SET LOCAL sabot.flush = off; TRUNCATE rng_cosignature",
        "DELETE FROM rng_cosignature",
        "UPDATE rng_cosignature SET line = ''",
    ],
)
def test_the_database_refuses_every_change(statement: str) -> None:
    played()
    before = rows()
    with pytest.raises(IntegrityError, match="is refused"):
        run(statement)
    assert rows() == before


INSERT = (
    "INSERT INTO rng_logentry (index, entry, subject, kind, body) "
    "VALUES ({index}, 'x', 'x', '{kind}', '{{}}')"
)


@pytest.mark.parametrize(
    ("index", "kind", "said"),
    [
        ("12", "error", "the next entry is 11"),
        ("10", "error", "the next entry is 11"),
        ("NULL", "keys", "once"),
        ("NULL", "error", "has no checkpoint"),
    ],
    ids=["gap", "second child", "second beginning", "unsigned"],
)
def test_the_database_refuses_gaps_and_unsigned_entries(index: str, kind: str, said: str) -> None:
    played()
    with pytest.raises(IntegrityError, match=said):
        run(INSERT.format(index=index, kind=kind))
    assert LogEntry.objects.count() == 11


@pytest.mark.parametrize(
    ("line", "text"),
    [(0, "another.log"), (1, "4"), (2, base64.b64encode(bytes(32)).decode()), (3, "previous AAAA")],
    ids=["origin", "size", "root", "previous"],
)
def test_the_database_refuses_a_checkpoint_of_another_tree(
    line: int, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree.append("shift:1", Kind.MONITORING, {})
    real = note.checkpoint

    def forged(*given: Any) -> str:
        lines = real(*given).split("\n")
        lines[line] = text
        return "\n".join(lines)

    monkeypatch.setattr(note, "checkpoint", forged)
    with pytest.raises(IntegrityError, match="not the checkpoint of this tree"):
        tree.append("shift:2", Kind.MONITORING, {})
    assert LogEntry.objects.count() == 2


# --- checkpoints


def test_a_checkpoint_is_a_signed_note_of_c2sp() -> None:
    played()
    newest = tree.newest_checkpoint()
    assert newest is not None
    published = tree.published(newest)
    origin, size, root, previous, time, empty, line, end = published.split("\n")
    assert (origin, size, empty, end) == ("sabot.localhost/log", "11", "", "")
    assert base64.b64decode(root) == bytes(LogEntry.objects.get(index=10).root)
    before = Checkpoint.objects.get(size=10).text.encode()
    assert previous == "previous " + base64.b64encode(hashlib.sha256(before).digest()).decode()
    assert time.startswith("time 1")
    dash, name, signed = line.split(" ")
    public = bytes.fromhex(tree.public_key("log"))
    whole = base64.b64decode(signed)
    assert (dash, name) == ("—", origin)
    assert whole[:4] == hashlib.sha256(origin.encode() + b"\n\x01" + public).digest()[:4]
    assert keys.is_signed(public.hex(), whole[4:], newest.text.encode())


def test_the_example_of_the_specification_is_read() -> None:
    """c2sp.org/tlog-cosignature, with its lines joined."""
    line = (
        "— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJs"
        "X3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n"
    )
    said = note.cosignature(line)
    assert (said.name, said.key_id.hex()) == ("witness.example.com/w1", "8d66cf3f")
    assert said.timestamp == 1679315147
    assert len(said.signature) == 64


# --- the verifier


def paths(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if at:
        yield at
    if isinstance(value, (dict, list)):
        for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from paths(inner, (*at, name))


def changed(whole: Any, path: tuple[Any, ...], value: Any) -> Any:
    other = copy.deepcopy(whole)
    inner = other
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return other


def refusal(given: Any) -> str | None:
    """The code of the first wrong thing, whose sentence can be said; None for a right log."""
    try:
        verify_log.verify(given)
    except verify_log.Wrong as wrong:
        return wrong.code if verify_log.sentence(wrong.code, "fr", **wrong.detail) else ""
    return None


def test_every_single_change_of_the_published_log_is_refused() -> None:
    played()
    whole = rows()
    assert refusal(whole) is None
    tried = 0
    for path in paths(whole):
        right: Any = whole
        for step in path:
            right = right[step]
        others: list[Any] = [None, [], {}, "", 7.5]
        if isinstance(right, int):
            others += [right + 1, -1, str(right), True]
        if isinstance(right, str):
            middle = len(right) // 2
            digit = "1" if right[middle] != "1" else "2"
            others += [
                right[1:],
                right[:-1],
                right + " ",
                right[:middle] + digit + right[middle + 1 :],
            ]
            others += [right + "\ud800", right.replace(":", ": ", 1), right.upper()]
        for other in others:
            if other != right or type(other) is not type(right):
                tried += 1
                assert refusal(changed(whole, path, other)) in verify_log.SENTENCES, (path, other)
    for at in range(len(whole)):
        # All but the last: that a log ends somewhere is no fault of it.
        if at < len(whole) - 1:
            assert refusal(whole[:at] + whole[at + 1 :]) in verify_log.SENTENCES
        assert refusal([*whole, whole[at]]) in verify_log.SENTENCES
    assert tried > 200


def signed_anew(whole: Rows, *, key: keys.SigningKey | None = None) -> Rows:
    """The rows under checkpoints that are right again: what the house itself could forge."""
    key = key or keys.newest("log")
    grown, previous, forged = verify_log.Tree(), "", []
    for size, row in enumerate(whole, 1):
        grown.add(verify_log.leaf_hash(row["entry"].encode()))
        extension = [previous] if previous else []
        said = row["checkpoint"].splitlines()
        time = next(line for line in said if line.startswith("time "))
        text = note.checkpoint("sabot.localhost/log", size, grown.root(), *extension, time)
        line = note.signature_line(
            tree.log_key("sabot.localhost/log", key.public), key.sign(text.encode())
        )
        forged.append({**row, "index": size - 1, "checkpoint": note.signed_note(text, line)})
        hashed = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        previous = f"previous {hashed}"
    return forged


def rewritten(row: dict[str, Any], **facts: Any) -> dict[str, Any]:
    said = json.loads(row["entry"])
    said["facts"] |= facts
    return {**row, "entry": canonical_json(said).decode()}


def test_the_house_cannot_rewrite_a_fact_even_with_its_key() -> None:
    """Signed anew a log is a right log: only its own laws, and old checkpoints, tell."""
    played()
    whole = rows()
    assert refusal(signed_anew(whole)) is None
    other_seed = [*whole[:4], rewritten(whole[4], seed="00" * 128), *whole[5:]]
    assert refusal(signed_anew(other_seed)) == "reveal"
    assert refusal(signed_anew([*whole[:2], *whole[3:]])) == "uncommitted"
    assert refusal(signed_anew([*whole[:2], *whole[5:]])) == "sequence"
    assert refusal(signed_anew([whole[0], *whole[2:]])) == "report"
    for other in ("0" * 64, "1" * 64):
        spoken = [whole[0], rewritten(whole[1], sha256=other), *whole[2:]]
        assert refusal(signed_anew(spoken)) == ("report" if "1" in other else "malformed")
    late = [whole[0], *whole[2:5], whole[1], *whole[5:]]
    assert refusal(signed_anew(late)) == "report"
    assert refusal(signed_anew([*whole, whole[1]])) == "repeated"
    assert refusal(signed_anew(whole, key=keys.newest("receipts"))) == "signature"


def test_an_old_checkpoint_tells_a_log_that_was_rewritten(tmp_path: Path) -> None:
    played()
    whole = rows()
    kept, log = tmp_path / "kept.note", tmp_path / "log.json"
    kept.write_text(whole[5]["checkpoint"])
    log.write_text(json.dumps({"next": None, "results": whole}))
    right, said = verify_log.report(str(log), "en", since=str(kept))
    assert right, said
    assert "has only grown: 6 entries, then 11" in said
    # As an editor of Windows saves it.
    windows = whole[5]["checkpoint"].replace("\n", "\r\n") + "\r\n"
    kept.write_bytes(windows.encode("utf-8-sig"))
    assert verify_log.report(str(log), "en", since=str(kept)) == (True, said)
    # The live shoe's promise, for another one's, with every checkpoint signed anew.
    forged = signed_anew([*whole[:5], rewritten(whole[5], commitment="0" * 64), *whole[6:]])
    log.write_text(json.dumps({"next": None, "results": forged}))
    assert verify_log.report(str(log), "fr")[0]
    right, said = verify_log.report(str(log), "fr", since=str(kept))
    assert not right
    assert "réécrit" in said


def test_a_log_that_somebody_else_made_up_has_not_the_pinned_key() -> None:
    played()
    pinned = verify_log.key(str(tree.log_key("sabot.localhost/log", tree.public_key("log"))))
    assert verify_log.verify(rows(), pinned=pinned).entries == 11
    stranger = verify_log.Key("sabot.localhost/log", 1, bytes(32))
    with pytest.raises(verify_log.Wrong, match="pinned"):
        verify_log.verify(rows(), pinned=stranger)


def test_the_command_says_what_the_script_says(tmp_path: Path) -> None:
    played()
    log = tmp_path / "log.json"
    log.write_text(json.dumps({"next": None, "results": rows()}))
    out = StringIO()
    call_command("verify_log", str(log), stdout=out)
    assert "est intact : 11 inscriptions, 4 engagements, dont 1 pas encore" in out.getvalue()
    log.write_text(json.dumps({"next": None, "results": rows()[1:]}))
    with pytest.raises(CommandError, match="Entry 0 is missing"):
        call_command("verify_log", str(log), "--lang", "en")


# --- bundles


def test_a_bundle_carries_its_proofs_and_does_not_change_once_revealed() -> None:
    shoe = shoes.make_shoe("table:3", 1, packs=1, cards_behind=9, burn=1)
    live = shoes.bundle(shoe.id)
    assert [json.loads(each["entry"])["kind"] for each in live["log"]["entries"]] == [
        "commitment",
        "order",
    ]
    shoes.retire_shoe(shoe.id)
    whole = shoes.bundle(shoe.id)
    assert whole["version"] == 3
    assert verify.verify(json.loads(json.dumps(whole))).commitment == shoe.commitment
    tree.append("shift:1", Kind.MONITORING, {})
    tree.rotate("log")
    tree.append(shoes.subject(shoe.id), Kind.VOID, {})
    assert shoes.bundle(shoe.id) == whole


def test_a_bundle_with_another_shoes_evidence_is_refused() -> None:
    bundles = []
    for sequence in (1, 2):
        shoe = shoes.make_shoe("table:3", sequence, packs=1, cards_behind=9, burn=1)
        shoes.retire_shoe(shoe.id)
        bundles.append(json.loads(json.dumps(shoes.bundle(shoe.id))))
    with pytest.raises(verify.Wrong, match="log_"):
        verify.verify({**bundles[0], "log": bundles[1]["log"]})
    for at in (0, 1, 2):
        cut = copy.deepcopy(bundles[0])
        del cut["log"]["entries"][at]
        with pytest.raises(verify.Wrong, match="log_"):
            verify.verify(cut)


# --- rotation


def test_a_new_key_is_put_in_force_by_an_entry_that_the_old_one_signs() -> None:
    played()
    old = tree.public_key("log")
    out = StringIO()
    call_command("rotate_log_key", stdout=out)
    new = tree.public_key("log")
    assert new != old
    assert new in out.getvalue()
    tree.append("shift:1", Kind.MONITORING, {})
    found = verify_log.verify(rows())
    assert found.keys["log"] == [old, new]
    signers = list(LogEntry.objects.order_by("index").values_list("signer", flat=True))
    assert signers == [old] * 11 + [new] * 2
    # Who trusts the old key alone follows it to the new one.
    pinned = verify_log.Key(found.origin, 1, bytes.fromhex(old))
    assert verify_log.verify(rows(), pinned=pinned).entries == 13


def test_the_other_keys_rotate_in_the_log_too() -> None:
    before = {use: tree.public_key(use) for use in keys.USES}
    call_command("rotate_log_key", "--use", "receipts", stdout=StringIO())
    after = {use: tree.public_key(use) for use in keys.USES}
    assert {use for use in keys.USES if before[use] != after[use]} == {"receipts"}
    message = b"a receipt"
    assert keys.is_signed(after["receipts"], tree.sign("receipts", message), message)
    assert verify_log.verify(rows()).keys["receipts"] == [before["receipts"], after["receipts"]]


@pytest.mark.parametrize("name", ["signed_by_old", "signed_by_new", "old", "new", "origin"])
def test_a_rotation_that_the_old_key_did_not_sign_is_refused(name: str) -> None:
    tree.public_key("log")
    tree.rotate("receipts")
    whole = rows()
    facts = json.loads(whole[1]["entry"])["facts"]
    wrong = keys.newest("conformity")
    value = wrong.sign(b"x").hex() if name.startswith("signed") else wrong.public
    assert facts[name] != value
    forged = signed_anew([whole[0], rewritten(whole[1], **{name: value})])
    assert refusal(forged) == "rotation"


# --- a restored database


def test_a_restored_log_signs_nothing_more_under_its_former_name() -> None:
    played()
    kept = tree.published(tree.newest_checkpoint() or Checkpoint())
    said = tree.rename_restored("sabot.localhost/restored", seen=14)
    assert said is not None
    assert (said.index, said.fresh) == (11, True)
    again = tree.rename_restored("sabot.localhost/restored", seen=14)
    assert again == tree.Logged(11, fresh=False)
    live = shoes.Shoe.objects.get(state="live")
    shoes.retire_shoe(live.id)
    tree.rotate("log")
    names = [text.partition("\n")[0] for text in _texts()]
    assert names == ["sabot.localhost/log"] * 11 + ["sabot.localhost/restored"] * 3
    found = verify_log.verify(rows())
    assert found.origin == "sabot.localhost/restored"
    assert found.restored == [verify_log.Restored("sabot.localhost/log", 11, 14)]
    # Who knows the log by its former name follows it, and learns what became of it.
    former, public = "sabot.localhost/log", found.keys["log"][0]
    pinned = verify_log.Key(former, 1, bytes.fromhex(public))
    assert verify_log.verify(rows(), pinned=pinned).entries == 14
    with pytest.raises(verify_log.Wrong, match="pinned"):
        verify_log.verify(rows(), pinned=verify_log.Key("other", 1, bytes.fromhex(public)))
    second = tree.published(tree.newest_checkpoint() or Checkpoint())
    keys_known = [
        pinned,
        verify_log.Key(found.origin, 1, bytes.fromhex(found.keys["log"][-1])),
    ]
    proof = tree.written(tree.consistency_proof(11, 14))
    assert verify_log.check_growth(kept, second, proof, keys_known)[1].size == 14
    # A shoe that was promised before and revealed after has one bundle, which verifies.
    assert verify.verify(json.loads(json.dumps(shoes.bundle(live.id))))
    in_force = [each for each in tree.published_keys() if each.use == "log"]
    assert [(each.since, each.origin) for each in in_force] == [
        (0, former),
        (11, found.origin),
        (13, found.origin),
    ]


def _texts() -> list[str]:
    return list(Checkpoint.objects.order_by("size").values_list("text", flat=True))


def test_the_verifier_says_what_a_restoration_lost(tmp_path: Path) -> None:
    tree.append("shift:1", Kind.MONITORING, {})
    tree.rename_restored("sabot.localhost/restored", seen=5)
    tree.rename_restored("sabot.localhost/again", seen=None)
    file = tmp_path / "log.json"
    file.write_text(json.dumps({"next": None, "results": rows()}))
    right, told = verify_log.report(str(file), "en", origin="sabot.localhost/log")
    assert right
    assert (
        "Restored from a backup after 2 entries of sabot.localhost/log: sabot.localhost/restored"
        " continues them; 3 entries of sabot.localhost/log, or more, are not in it." in told
    )
    assert "how many more sabot.localhost/restored had is not said" in told


@pytest.mark.parametrize("name", ["former", "origin", "seen", "size", "key", "signed"])
def test_a_restoration_that_the_key_did_not_sign_is_refused(name: str) -> None:
    tree.public_key("log")
    tree.rename_restored("sabot.localhost/restored", seen=5)
    whole = rows()
    other = {"seen": 6, "size": 2, "key": "ab" * 32, "signed": "ab" * 64}.get(name, "other/log")
    # Before its checkpoint is looked at, which would show another name.
    assert refusal([whole[0], rewritten(whole[1], **{name: other})]) == "restored"


def test_a_log_without_an_entry_keeps_its_name_and_a_name_is_one_word() -> None:
    assert tree.rename_restored("sabot.localhost/restored", seen=None) is None
    with pytest.raises(ValueError, match="no name"):
        tree.rename_restored("two words", seen=None)


def test_the_database_takes_no_checkpoint_under_a_former_name() -> None:
    tree.append("shift:1", Kind.MONITORING, {})
    tree.rename_restored("sabot.localhost/restored", seen=None)
    with pytest.raises(IntegrityError, match="not the checkpoint"), transaction.atomic():
        tree._append("sabot.localhost/log", "shift:2", Kind.MONITORING, {}, "")
    tree.append("shift:2", Kind.MONITORING, {})


def test_without_a_newer_secret_nothing_rotates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_KEY", "s" * 40)
    before = tree.public_key("log")
    with pytest.raises(CommandError, match="Rien n'a changé"):
        call_command("rotate_log_key")
    assert tree.public_key("log") == before


def test_a_process_that_started_before_the_rotation_signs_with_the_new_key() -> None:
    """Keys are chosen by what the log says, and read when they are not at hand."""
    tree.append("shift:1", Kind.MONITORING, {})
    keys._derived.cache_clear()
    tree.rotate("log")
    tree.append("shift:2", Kind.MONITORING, {})
    assert verify_log.verify(rows()).entries == 4


# --- witnesses


@pytest.fixture
def witness(settings: Settings) -> Ed25519PrivateKey:
    private = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    settings.LOG_WITNESSES = [str(witness_key(private))]
    return private


def witness_key(private: Ed25519PrivateKey) -> note.VerifierKey:
    public = private.public_key().public_bytes_raw()
    return note.VerifierKey("witness.example/w1", note.COSIGNATURE, public)


def signed_by(private: Ed25519PrivateKey, text: str, seconds: int = 1_795_000_000) -> str:
    signature = private.sign(f"cosignature/v1\ntime {seconds}\n{text}".encode())
    return note.signature_line(witness_key(private), seconds.to_bytes(8, "big") + signature)


def test_a_known_witness_cosigns_and_its_word_is_shown_with_the_checkpoint(
    witness: Ed25519PrivateKey,
) -> None:
    played()
    checkpoint = Checkpoint.objects.get(size=5)
    line = signed_by(witness, checkpoint.text)
    kept = witnesses.cosign(checkpoint, line)
    assert witnesses.cosign(checkpoint, signed_by(witness, checkpoint.text, 1_796_000_000)) == kept
    assert Cosignature.objects.count() == 1
    assert tree.published(checkpoint).endswith(line)
    key = verify_log.key(str(witness_key(witness)))
    assert verify_log.verify(rows(), witnesses=[key]).witnessed == 1
    assert verify_log.verify(rows()).witnessed == 0


def test_a_cosignature_that_is_not_right_is_refused(witness: Ed25519PrivateKey) -> None:
    played()
    checkpoint, other = Checkpoint.objects.get(size=5), Checkpoint.objects.get(size=4)
    stranger = Ed25519PrivateKey.from_private_bytes(bytes(32))
    right = signed_by(witness, checkpoint.text)
    whole = base64.b64decode(right.split(" ")[2])
    later = base64.b64encode(whole[:11] + b"\xff" + whole[12:]).decode()
    for line, code in (
        (signed_by(witness, other.text), "wrong_cosignature"),
        (f"— witness.example/w1 {later}\n", "wrong_cosignature"),
        (signed_by(stranger, checkpoint.text), "unknown_witness"),
        (right.replace("w1", "w2"), "unknown_witness"),
        (right[2:], "malformed"),
        (right[:-8], "malformed"),
        (f"{right}{right}", "malformed"),
        (checkpoint.signature, "malformed"),
    ):
        with pytest.raises(witnesses.Refused, match=code):
            witnesses.cosign(checkpoint, line)
    assert not Cosignature.objects.exists()


def test_the_verifier_refuses_a_false_cosignature(witness: Ed25519PrivateKey) -> None:
    played()
    whole = rows()
    text = Checkpoint.objects.get(size=4).text
    whole[4]["checkpoint"] += signed_by(witness, text)
    key = verify_log.key(str(witness_key(witness)))
    with pytest.raises(verify_log.Wrong, match="cosignature"):
        verify_log.verify(whole, witnesses=[key])


@pytest.mark.parametrize("wrong", ["nonsense", "a+00000000+AAAA", "log key"])
def test_a_witness_that_is_none_is_a_fault_of_the_configuration(
    wrong: str, settings: Settings
) -> None:
    if wrong == "log key":
        wrong = str(tree.log_key("sabot.localhost/log", keys.newest("log").public))
    settings.LOG_WITNESSES = [wrong]
    with pytest.raises(ImproperlyConfigured, match="LOG_WITNESSES"):
        witnesses.known()


# --- canonical JSON


def test_the_text_of_an_entry_is_that_of_rfc_8785() -> None:
    given = {"b": [1, None, True, '\x0f\u20ac\n"\\/\x7f'], "a": {"z": "é", "A": -5}}
    expected = '{"a":{"A":-5,"z":"é"},"b":[1,null,true,"\\u000f€\\n\\"\\\\/\x7f"]}'
    assert canonical_json(given).decode() == expected


@pytest.mark.parametrize(
    "wrong", [1.5, 2**53, {"é": 1}, {1: 1}, b"x", {"a": [float("nan")]}, "\ud800", {"a": {1}}]
)
def test_what_two_languages_write_in_two_ways_is_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"entry|name|number|surrogates"):
        canonical_json(wrong)
