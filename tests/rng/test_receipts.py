"""A house that signed for a secret and left it out is convicted by its own receipts."""

import hashlib
import json
from pathlib import Path
from typing import Any, Literal

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests import campaign
from tests.rng import bundles
from tests.rng.bundles import Bundle, DrawShape, Shape
from tests.rng.test_pins import DIGEST, Ask, both, named, whole_log

RECEIPTS = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"receipts").digest())
STRANGERS = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"a stranger's").digest())
Kind = Literal["shoe", "draw"]
MINE = 2
"""The seat whose player has the receipts."""


def made(kind: Kind, *seats: int, withheld: tuple[int, ...] = ()) -> Bundle:
    """A bundle: of the same kind always with the same id and secrets, whoever took part."""
    if kind == "draw":
        return bundles.draw(DrawShape(seats=seats, withheld=withheld, report=DIGEST))
    return bundles.shoe(Shape(seats=seats, withheld=withheld, cutter=MINE * (MINE in seats)))


def stated(whole: Bundle, kind: str) -> Any:
    entries = [json.loads(each["entry"]) for each in whole["log"]["entries"]]
    return next(each["facts"] for each in entries if each["kind"] == kind)


def key_of(signer: Ed25519PrivateKey) -> str:
    return signer.public_key().public_bytes_raw().hex()


def signed(signer: Ed25519PrivateKey, tag: str, said: dict[str, Any]) -> str:
    return signer.sign(f"{tag}\n{bundles.canonical(said)}".encode()).hex()


def proof(kind: Kind, signer: Ed25519PrivateKey = RECEIPTS, *, opened: bool = True) -> Any:
    """What the page of seat 2 saves: its secret, and what the house signed about it."""
    whole = made(kind, 1, MINE)
    subject_id = whole["header"][kind]
    closed, shown = stated(whole, "contributions"), stated(whole, "opened")
    hashed = next(each["hash"] for each in closed["hashes"] if each["seat"] == MINE)
    secret = next(each["secret"] for each in shown["opened"] if each["seat"] == MINE)
    cut = shown["cut"] if shown["by"] == MINE else None
    subject = f"{kind}:{subject_id}"
    common = {"hash": hashed, "seat": MINE, "subject": subject}
    sealing = common | {"at": closed["at"] - 1}
    opening = common | {"secret": secret} | ({} if cut is None else {"cut": cut})
    keyed = {"key": key_of(signer)}
    receipt = sealing | keyed | {"signature": signed(signer, "sabot-receipt/1", sealing)}
    signature = signed(signer, "sabot-opening-receipt/1", opening)
    later = common | keyed | {"signature": signature, "type": "opened"}
    return {
        kind: subject_id,
        "cut": cut,
        "hash": hashed,
        "opening": later if opened else None,
        "receipt": receipt | {"type": "sealed"},
        "seat": MINE,
        "secret": secret,
    }


@pytest.mark.campaign
@both
@pytest.mark.parametrize("kind", campaign.sample(2, ["shoe", "draw"]))
def test_what_the_house_signed_and_did_not_do_convicts_it(
    ask: Ask, kind: Kind, tmp_path: Path
) -> None:
    """D5 of the audit: who was dropped had no proof, and no verifier had a word for it."""
    mine = proof(kind)
    files = {
        "right": made(kind, 1, MINE),
        "dropped": made(kind, 1, MINE, withheld=(MINE,)),
        "unlisted": made(kind, 1),
        "mine": mine,
        "alarm": {"fault": "secret_dropped", "evidence": {"mine": mine}},
        "late": proof(kind, opened=False),
        "strangers": proof(kind, STRANGERS),
        "forged": mine | {"opening": mine["opening"] | {"signature": "0" * 128}},
        "other": mine | {"secret": "11" * 32},
        "empty": mine | {"opening": None, "receipt": None},
        "nothing": {},
    }
    for name, content in files.items():
        (tmp_path / name).write_text(json.dumps(content))

    for bundle, receipt, wanted in (
        ("right", "mine", ""),
        ("right", "late", ""),
        ("right", "alarm", ""),
        ("dropped", "late", ""),
        ("dropped", "mine", "came in time"),
        ("dropped", "alarm", "came in time"),
        ("unlisted", "mine", "missing from the list"),
        ("unlisted", "late", "missing from the list"),
        ("dropped", "forged", "not signed by its key"),
        ("right", "forged", "not signed by its key"),
        ("right", "other", "not of a secret"),
        ("right", "empty", "not of a secret"),
        ("right", "nothing", " "),
    ):
        code, said = ask(str(tmp_path / bundle), "--receipt", str(tmp_path / receipt))
        assert code == (1 if wanted else 0), (bundle, receipt, said)
        assert wanted in said, (bundle, receipt, said)
    assert ask(str(tmp_path / "dropped"))[0] == 0, "without a receipt nobody can tell"


@both
def test_whoever_signs_his_own_receipts_convicts_nobody(ask: Ask, tmp_path: Path) -> None:
    keys = bundles.entry("house", "keys", {"keys": {"receipts": key_of(RECEIPTS)}})
    dropped, log = whole_log(made("draw", 1, MINE, withheld=(MINE,)), named(DIGEST), keys)
    for name, content in (
        ("dropped", dropped),
        ("log", log),
        ("houses", proof("draw")),
        ("strangers", proof("draw", STRANGERS)),
    ):
        (tmp_path / name).write_text(json.dumps(content))

    def asked(receipt: str) -> tuple[int, str]:
        given = ("--log", str(tmp_path / "log"), "--receipt", str(tmp_path / receipt))
        return ask(str(tmp_path / "dropped"), *given)

    code, said = asked("houses")
    assert (code, "came in time" in said) == (1, True), said
    code, said = asked("strangers")
    assert (code, "does not name" in said) == (1, True), said
