"""The log over REST: checkpoints, entries, proofs, keys; and witnesses, who alone may write."""

import base64
import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.test import Client
from pytest_django import Settings

from casino.rng.log import tree
from casino.rng.log.models import Checkpoint, Cosignature
from casino.rng.verify import log as verify_log
from tests.api.asking import code, every_page, get
from tests.rng.test_log import own_keys, played, signed_by, witness

__all__ = ["own_keys", "witness"]

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_visitor_verifies_the_whole_log_from_the_pages_alone(visitor: Client) -> None:
    played()
    whole = every_page(visitor, "log/entries/?limit=3")
    assert [each["index"] for each in whole] == [*range(10, -1, -1)]
    assert verify_log.verify(whole).entries == 11
    assert get(visitor, "log/entries/8/") == whole[2]


def test_a_visitor_checks_that_the_log_only_grows(visitor: Client) -> None:
    tree.public_key("log")
    old = get(visitor, "log/checkpoint/")
    played()
    new = get(visitor, "log/checkpoint/")
    assert (old["size"], new["size"]) == (1, 11)
    proof = get(visitor, "log/proof/consistency/?first=1&second=11")["proof"]
    known = [
        verify_log.key(each["verifier_key"])
        for each in get(visitor, "log/keys/")
        if each["use"] == "log"
    ]
    first, second = verify_log.check_growth(old["note"], new["note"], proof, known)
    assert (first.size, second.size) == (1, 11)
    with pytest.raises(verify_log.Wrong, match="rewritten"):
        verify_log.check_growth(old["note"], new["note"], proof[1:], known)
    with pytest.raises(verify_log.Wrong, match="signature"):
        verify_log.check_growth(old["note"], new["note"], proof, [])
    assert get(visitor, "log/checkpoints/1/") == old


@pytest.mark.parametrize("index", range(11))
def test_a_visitor_checks_that_an_entry_is_in_the_log(visitor: Client, index: int) -> None:
    played()
    proof = get(visitor, f"log/proof/inclusion/?index={index}&size=11")["proof"]
    root = verify_log.note(get(visitor, "log/checkpoint/")["note"]).root
    hashed = verify_log.leaf_hash(get(visitor, f"log/entries/{index}/")["entry"].encode())
    hashes = [base64.b64decode(each) for each in proof]
    assert verify_log.is_included(hashed, index, 11, hashes, root)
    assert not verify_log.is_included(hashed, (index + 1) % 11, 11, hashes, root)


def test_an_empty_log_has_no_checkpoint(visitor: Client) -> None:
    assert code(get(visitor, "log/checkpoint/", 404)) == "not_found"
    assert get(visitor, "log/keys/") == []
    assert get(visitor, "log/entries/") == {"next": None, "results": []}


@pytest.mark.parametrize(
    "path", ["checkpoints/12/", "checkpoints/0/", "entries/11/", f"entries/{2**70}/"]
)
def test_what_is_not_in_the_log_is_a_problem(visitor: Client, path: str) -> None:
    played()
    assert code(get(visitor, f"log/{path}", 404)) == "not_found"


@pytest.mark.parametrize(
    "path",
    [
        "inclusion/",
        "inclusion/?index=11&size=11",
        "inclusion/?index=0&size=12",
        "inclusion/?index=-1&size=11",
        "inclusion/?index=x&size=11",
        f"inclusion/?index=1&size={2**63 - 1}",
        "consistency/?first=0&second=11",
        "consistency/?first=11&second=10",
        "consistency/?first=3&second=12",
    ],
)
def test_what_cannot_be_proved_is_a_problem(visitor: Client, path: str) -> None:
    played()
    assert code(get(visitor, f"log/proof/{path}", 400)) == "invalid_parameter"


def test_the_keys_say_which_is_in_force(visitor: Client) -> None:
    played()
    tree.rotate("log")
    shown = get(visitor, "log/keys/")
    assert [(each["use"], each["since"], each["in_force"]) for each in shown] == [
        ("log", 0, False),
        ("receipts", 0, True),
        ("conformity", 0, True),
        ("log", 11, True),
    ]
    assert shown[3]["public"] == tree.public_key("log")
    # A former key stays here with the time of the next, which the checkpoint of its entry says.
    for each, size in ((shown[0], 1), (shown[3], 12)):
        at = datetime.fromisoformat(each["at"])
        assert f"time {int(at.timestamp() * 1000)}\n" in Checkpoint.objects.get(size=size).text


def post(client: Client, size: int, body: Any) -> Any:
    text = body if isinstance(body, str) else json.dumps(body)
    return client.post(f"/api/log/checkpoints/{size}/", text, content_type="application/json")


def test_a_witness_posts_its_cosignature_and_everybody_sees_it(
    visitor: Client, witness: Ed25519PrivateKey
) -> None:
    played()
    line = signed_by(witness, Checkpoint.objects.get(size=11).text)
    answer = post(visitor, 11, {"line": line})
    assert answer.status_code == 201, answer.content
    shown = get(visitor, "log/checkpoint/")
    assert answer.json() == shown
    assert shown["note"].endswith(line)
    assert [each["key"].partition("+")[0] for each in shown["cosignatures"]] == [
        "witness.example/w1"
    ]
    assert post(visitor, 11, {"line": line}).json() == shown
    assert Cosignature.objects.count() == 1


def test_what_no_known_witness_signed_is_refused(
    visitor: Client, witness: Ed25519PrivateKey
) -> None:
    played()
    other = signed_by(witness, Checkpoint.objects.get(size=9).text)
    stranger = signed_by(
        Ed25519PrivateKey.from_private_bytes(bytes(32)), Checkpoint.objects.get(size=11).text
    )
    for body, status, said in (
        ({"line": other}, 400, "wrong_cosignature"),
        ({"line": stranger}, 400, "unknown_witness"),
        ({"line": "x"}, 400, "malformed"),
        ({"line": "x" * 501}, 400, "malformed"),
        ({}, 400, "malformed"),
        ([], 400, "malformed"),
        ("{", 400, "malformed"),
    ):
        answer = post(visitor, 11, body)
        assert (answer.status_code, code(answer.json())) == (status, said), body
    assert code(post(visitor, 12, {"line": other}).json()) == "not_found"
    assert not Cosignature.objects.exists()


@pytest.mark.parametrize(
    "kind", ["multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "text/plain"]
)
def test_a_cosignature_comes_as_json_alone(visitor: Client, kind: str) -> None:
    played()
    answer = visitor.post("/api/log/checkpoints/11/", b"line=x", content_type=kind)
    assert (answer.status_code, code(answer.json())) == (415, "not_json")


@pytest.mark.parametrize(
    "text", ['{"line": "a\\u0000b"}', '{"line": "\\ud800"}', "[" * 9000, "NaN"]
)
def test_json_that_no_database_can_hold_is_malformed(visitor: Client, text: str) -> None:
    played()
    answer = post(visitor, 11, text)
    assert (answer.status_code, code(answer.json())) == (400, "malformed")


def test_a_house_without_witnesses_takes_none(visitor: Client, settings: Settings) -> None:
    settings.LOG_WITNESSES = []
    played()
    private = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    line = signed_by(private, Checkpoint.objects.get(size=11).text)
    assert code(post(visitor, 11, {"line": line}).json()) == "unknown_witness"


def test_the_verifier_reads_a_house_at_its_address(
    live_server: Any, tmp_path: Path, settings: Settings
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    played()
    kept = tmp_path / "kept.note"
    kept.write_text(tree.published(Checkpoint.objects.get(size=3)))
    key = str(tree.log_key("sabot.localhost/log", tree.public_key("log")))
    right, said = verify_log.report(live_server.url, "fr", pinned=key, since=str(kept))
    assert right, said
    assert "11 inscriptions" in said
    assert "3 inscriptions, puis 11" in said
    right, said = verify_log.report(f"{live_server.url}/nowhere", "fr")
    assert not right
