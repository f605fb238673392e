"""The log's verifier on the facts of shoes and draws: what a house could sign, and is refused.

Every forged log here has right hashes, numbers and signatures: only what it says is wrong.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction

from casino.rng import draws, keys, shoes, verify
from casino.rng.core.canonical import canonical_json
from casino.rng.deal import Deal
from casino.rng.verify import log as verify_log
from tests.rng.ceremony import contributed, seal, shuffled, terms
from tests.rng.test_log import Rows, own_keys, refusal, rewritten, rows, signed_anew

pytestmark = pytest.mark.django_db(transaction=True)

__all__ = ["own_keys"]


def played() -> Rows:
    """A shoe that three boxes contributed to, of which one cut; a void one; a draw of two boxes."""
    shoe = shuffled(seats={1: None, 3: 150, 4: None}, withheld=(4,))
    with transaction.atomic():
        shoes.open_cards(shoe.id, 5)
    deal: Deal = [{"hands": ["box 1", "box 3", "dealer", "box 1", "box 3"], "round": 1}]
    shoes.retire_shoe(shoe.id, told=lambda shoe: deal)
    given_up = shoes.promise_shoe("table:1", 2, terms())
    seal(given_up.id, 2)
    shoes.void_shoe(given_up.id, "Panne")
    draw = draws.prepare_draw("table:4", 1, (37,), contributions="full")
    contributed(draw.id, {1: None, 2: None}, draw=True)
    draws.make_draw(draw.id, "round:1")
    draws.reveal_draw(draw.id)
    return rows()


def kinds(whole: Rows) -> list[str]:
    return [json.loads(row["entry"])["kind"] for row in whole]


def test_a_log_of_everything_is_right() -> None:
    whole = played()
    assert kinds(whole) == [
        "keys",
        "report",
        *("commitment", "contributions", "opened", "order", "reveal"),
        *("commitment", "void", "reveal"),
        *("commitment", "contributions", "opened", "reveal"),
    ]
    found = verify_log.verify(whole, closed=True)
    assert (len(found.commitments), len(found.revealed)) == (3, 3)
    assert refusal(signed_anew(whole)) is None


UNASKED = {"randomness": "0" * 64, "round": 1, "signature": "0" * 96}


def test_no_fact_of_a_shoe_or_draw_can_be_another() -> None:
    whole = played()
    facts = [json.loads(row["entry"])["facts"] for row in whole]
    late = facts[4]["at"] + 3_600_000
    swapped = facts[3]["hashes"][::-1]
    wrong: list[tuple[int, dict[str, Any], str]] = [
        (3, {"cutter": 0}, "cut"),
        (3, {"cutter": 2}, "cut"),
        (3, {"hashes": swapped}, "seats"),
        (3, {"hashes": facts[3]["hashes"][:2]}, "seats"),
        (
            3,
            {"hashes": [{**each, "hash": "0" * 64} for each in facts[3]["hashes"]]},
            "contribution",
        ),
        (3, {"beacon_round": 40_000_000}, "beacon"),
        (3, {"at": late}, "times"),
        (3, {"more": 1}, "malformed"),
        (4, {"at": facts[3]["at"] - 1}, "times"),
        (4, {"by": 0, "cut": 0}, "cut"),
        (4, {"cut": 151}, "contribution"),
        (4, {"cut": 209}, "cut"),
        (4, {"withheld": []}, "seats"),
        (4, {"withheld": [1, 4]}, "seats"),
        (4, {"opened": facts[4]["opened"][::-1]}, "seats"),
        (5, {"by": 0}, "cut"),
        (5, {"cut": 151}, "cut"),
        (5, {"root": "x"}, "malformed"),
        (5, {"beacon": UNASKED}, "beacon"),
        (6, {"seed": "00" * 448}, "reveal"),
        (6, {"deal": "x"}, "malformed"),
        (6, {"deal": None}, "malformed"),
        (9, {"deal": "0" * 64}, "malformed"),
        (8, {"at": late}, "times"),
        (13, {"beacon": UNASKED}, "beacon"),
        (13, {"request": None}, "malformed"),
        (13, {"seed": "00" * 128}, "reveal"),
    ]
    for at, other, code in wrong:
        forged = [*whole[:at], rewritten(whole[at], **other), *whole[at + 1 :]]
        assert refusal(signed_anew(forged)) == code, (at, other)


def test_no_entry_of_a_shoe_or_draw_is_left_out_or_out_of_place() -> None:
    whole = played()
    for at, code in (
        (1, "report"),
        (2, "uncommitted"),
        (3, "log_order"),
        (4, "log_order"),
        (5, "log_order"),
        (7, "uncommitted"),
        (8, "log_order"),
        (10, "uncommitted"),
        (11, "log_order"),
        (12, "log_order"),
    ):
        assert refusal(signed_anew(whole[:at] + whole[at + 1 :])) == code, at
    for at in (3, 4, 5, 8, 11, 12):
        forged = [*whole[:at], whole[at + 1], whole[at], *whole[at + 2 :]]
        assert refusal(signed_anew(forged)) == "log_order", at


def test_a_house_that_closed_has_revealed_every_promise() -> None:
    whole = played()
    for at in (6, 9, 13):
        forged = signed_anew(whole[:at] + whole[at + 1 :])
        verify_log.verify(forged)
        with pytest.raises(verify_log.Wrong, match="open"):
            verify_log.verify(forged, closed=True)


def test_a_receipt_convicts_a_house_that_rewrote_its_log(tmp_path: Path) -> None:
    """The same files as a bundle's verifier takes, with the same verdicts."""
    whole = played()
    closed, opened = (json.loads(whole[at]["entry"])["facts"] for at in (11, 12))
    seat, subject = 2, json.loads(whole[11]["entry"])["subject"]
    hashed = next(each["hash"] for each in closed["hashes"] if each["seat"] == seat)
    secret = next(each["secret"] for each in opened["opened"] if each["seat"] == seat)

    def mine(key: keys.SigningKey) -> dict[str, Any]:
        common = {"hash": hashed, "seat": seat, "subject": subject}
        sealing, opening = common | {"at": closed["at"]}, common | {"secret": secret}

        def signed(tag: str, kind: str, said: dict[str, Any]) -> dict[str, Any]:
            signature = key.sign(f"{tag}\n".encode() + canonical_json(said)).hex()
            told = {name: said[name] for name in said if name != "secret"}
            return {**told, "key": key.public, "signature": signature, "type": kind}

        return {
            "cut": None,
            "draw": subject.removeprefix("draw:"),
            "hash": hashed,
            "opening": signed("sabot-opening-receipt/1", "opened", opening),
            "receipt": signed("sabot-receipt/1", "sealed", sealing),
            "seat": seat,
            "secret": secret,
        }

    houses = mine(keys.newest("receipts"))
    dropped = rewritten(whole[12], opened=opened["opened"][:1], withheld=[seat])
    empty = rewritten(whole[12], opened=opened["opened"][:1], withheld=[])
    unlisted = rewritten(whole[11], hashes=closed["hashes"][:1])
    logs = {
        "right": whole,
        "dropped": signed_anew([*whole[:12], dropped, *whole[13:]]),
        "unlisted": signed_anew([*whole[:11], unlisted, empty, *whole[13:]]),
    }
    files: dict[str, Any] = {
        "house's": houses,
        "alarm": {"fault": "secret_dropped", "evidence": {"mine": houses}},
        "sealed": houses | {"opening": None},
        "stranger's": mine(keys.newest("log")),
        "forged": houses | {"opening": houses["opening"] | {"signature": "0" * 128}},
        "another's": houses | {"draw": str(UUID(int=1))},
        "cut": {name: value for name, value in houses.items() if name != "cut"},
        "no object": [],
    }
    for name, rows_of in logs.items():
        (tmp_path / name).write_text(json.dumps({"results": rows_of}))
        assert refusal(rows_of) is None, "without a receipt nobody can tell"
    for name, content in files.items():
        (tmp_path / name).write_text(json.dumps(content))
    (tmp_path / "twice").write_text('{"draw": 1, "draw": 2}')
    # As editors of Windows save files, and as PowerShell's `>` writes them.
    marked = json.dumps({"results": whole}, indent=1).replace("\n", "\r\n").encode("utf-8-sig")
    (tmp_path / "saved log").write_bytes(marked + b"\r\n")
    (tmp_path / "saved").write_bytes(json.dumps(houses).encode("utf-8-sig"))
    (tmp_path / "powershell").write_bytes(json.dumps(houses).encode("utf-16"))
    for log, receipt, wanted in (
        ("right", "house's", "treated as the house signed"),
        ("right", "alarm", "treated as the house signed"),
        ("dropped", "sealed", "treated as the house signed"),
        ("dropped", "house's", "came in time"),
        ("dropped", "alarm", "came in time"),
        ("unlisted", "house's", "missing from the list"),
        ("unlisted", "sealed", "missing from the list"),
        ("dropped", "stranger's", "does not name"),
        ("dropped", "forged", "not signed by its key"),
        ("right", "another's", "of no secret of this log"),
        ("right", "no object", "of no secret of this log"),
        ("right", "cut", "cut is missing"),
        ("right", "twice", "cannot be read"),
        ("saved log", "saved", "treated as the house signed"),
        ("powershell", "saved", "is UTF-16: save it as it was sent, in UTF-8"),
        ("right", "powershell", "is UTF-16: save it as it was sent, in UTF-8"),
    ):
        right, said = verify_log.report(str(tmp_path / log), "en", receipt=str(tmp_path / receipt))
        assert right is (wanted == "treated as the house signed"), (log, receipt, said)
        assert wanted in said, (log, receipt, said)


def test_the_folder_alone_checks_a_log(tmp_path: Path) -> None:
    shutil.copytree(Path(verify.__file__).parent, tmp_path / "verify")
    whole = played()
    for name, given in (("right", whole), ("short", whole[1:])):
        (tmp_path / name).write_text(json.dumps({"results": given}))
        done = subprocess.run(
            [sys.executable, "-I", str(tmp_path / "verify"), "log", str(tmp_path / name)],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            cwd="/",
        )
        assert done.returncode == (0 if name == "right" else 1), done.stderr
        assert ("est intact" in done.stdout) is (name == "right")
