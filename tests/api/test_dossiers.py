"""A signed dossier is verified from its file alone, and whatever is changed in it is found."""

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils.timezone import now

from casino.rng import keys
from tables.disputes import dossier
from tables.games.core.protocol import EVERYBODY
from tables.history import round_report
from tables.history.round_record import body_for
from tables.models import Dispute
from tests.api.asking import lose
from tests.embedded.conftest import ROOT
from tests.floor import House, open_house
from tests.tables.test_disputes import disputed, management, ruled
from tests.tables.test_replay import coup


@pytest.fixture
def document(house: House) -> dict[str, Any]:
    """The signed dossier of a dispute that was decided."""
    found = ruled(disputed(house, "ann", lose(house, "ann")), management(), 1000)
    return dossier.sign_dossier(dossier.full_dossier(Dispute.objects.get(pk=found.pk)))


def verified(tmp_path: Path, document: Any, *more: str) -> str:
    """Return what the command says of a dossier; raises `CommandError` where it is not right."""
    path, said = tmp_path / "dossier.json", StringIO()
    if not isinstance(document, bytes):
        text = document if isinstance(document, str) else json.dumps(document, indent=2)
        document = text.encode()
    path.write_bytes(document)
    call_command("verify_dossier", str(path), *more, stdout=said)
    return said.getvalue()


def test_mc_inc_03_a_signed_dossier_is_verified_without_the_house(
    document: dict[str, Any], tmp_path: Path
) -> None:
    told = verified(tmp_path, document)
    number, hashed = document["dossier"]["dispute"]["id"], document["dossier"]["hash"]
    assert f"The dossier dispute:{number} of " in told
    assert hashed in told
    assert "/api/log/keys/" in told
    assert "/api/log/keys/" not in verified(tmp_path, document, "--key", document["key"])
    assert "porte la signature" in verified(tmp_path, document, "--lang", "fr")
    # As an editor of Windows saves it, and as PowerShell's `>` writes it.
    saved = json.dumps(document, indent=2).replace("\n", "\r\n") + "\r\n\r\n"
    assert verified(tmp_path, saved.encode("utf-8-sig")) == told
    for content, form in ((saved.encode("utf-16"), "UTF-16"), (gzip.compress(b"{}"), "gzip")):
        with pytest.raises(CommandError, match=f"This file is {form}: save it as it was sent"):
            verified(tmp_path, content)
    (tmp_path / "dossier.json").write_text(json.dumps(document))
    away = {"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none", "SABOT_VAR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "manage.py", "verify_dossier", str(tmp_path / "dossier.json")],
        cwd=ROOT,
        env={**os.environ, **away},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def paid_more(held: dict[str, Any]) -> None:
    held["dossier"]["rulings"][0]["corrections"][0]["amount"] += 1


def card_changed(held: dict[str, Any]) -> None:
    held["dossier"]["frozen"]["round"]["events"][0]["body"]["x"] = 1


def signed_by_another(held: dict[str, Any]) -> None:
    held["key"] = keys.newest("conformity").public


def nothing_signed(held: dict[str, Any]) -> None:
    held["signature"] = ""


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (paid_more, "signature is wrong"),
        (card_changed, "signature is wrong"),
        (signed_by_another, "signature is wrong"),
        (nothing_signed, "signature is wrong"),
        (lambda held: held.pop("key"), "no signed dossier"),
        (lambda held: held["dossier"].pop("house"), "no signed dossier"),
        (lambda held: held.update(note="x"), "no signed dossier"),
    ],
)
def test_whatever_is_changed_in_a_dossier_is_found(
    document: dict[str, Any], tmp_path: Path, change: Callable[[Any], Any], says: str
) -> None:
    changed = deepcopy(document)
    change(changed)
    with pytest.raises(CommandError, match=says) as wrong:
        verified(tmp_path, changed)
    assert wrong.value.returncode == 1


def test_a_frozen_part_that_was_swapped_is_found_though_the_house_signs_it(
    document: dict[str, Any], tmp_path: Path
) -> None:
    held = document["dossier"]
    held["frozen"]["round"]["result"] = "won"
    with pytest.raises(CommandError, match="has not the hash"):
        verified(tmp_path, dossier.sign_dossier(held))


def test_a_dossier_of_another_key_is_not_the_one_that_was_asked_for(
    document: dict[str, Any], tmp_path: Path
) -> None:
    with pytest.raises(CommandError, match="not the one that you have given"):
        verified(tmp_path, document, "--key", keys.newest("conformity").public)
    for text in ("", "{}", "[1]", '{"dossier": {}, "dossier": {}}', "[" * 5000):
        with pytest.raises(CommandError, match="no signed dossier"):
            verified(tmp_path, text)


def test_a_player_s_dossier_is_his_own_and_covers_what_lay_face_down(
    house: House, tmp_path: Path
) -> None:
    """The office reads the cards of a coup that nobody turned up; the players do not."""
    table = open_house("chemin", "MC", game="chemin_de_fer", table_min_cents=500)
    table.people = house.people
    round_id = coup(table)
    whole = round_report.reading_for_office(round_id)
    assert whole is not None
    recorded = {row.seq: row.body for row in whole.rows}
    covered = {
        seq for seq, body in recorded.items() if body_for(EVERYBODY, whole.game, body) != body
    }
    assert covered
    frozen = dossier.parse_dossier(
        dossier.build_dossier(table.table_id, round_id, None, about=None, at=now())
    )
    assert {each["seq"]: each["body"] for each in frozen["round"]["events"]} == recorded
    for name in ("ann", "bob"):
        reading = round_report.reading_for_player(round_id, table.player(name).pk)
        assert reading is not None
        held = dossier.dossier_for_player(reading)
        assert {each["party"] for each in held["receipts"]} <= {held["reader"]}
        lines = held["round"]["ledger"]
        assert all(
            held["reader"] in (one["debit"]["party"], one["credit"]["party"]) for one in lines
        )
        bodies = {each["seq"]: each["body"] for each in held["round"]["events"]}
        assert {seq for seq in bodies if bodies[seq] != recorded[seq]} == covered
        assert f"round:{round_id}" in verified(tmp_path, dossier.sign_dossier(held))
