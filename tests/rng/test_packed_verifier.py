"""The Python verifiers as one file: it runs alone, and the same source has the same bytes."""

import hashlib
import json
import subprocess
import sys
from base64 import b64decode
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from casino.http import verifier
from tests.rng import bundles


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    """The file alone in a folder, as somebody has saved it."""
    path = tmp_path / verifier.PROGRAM
    said = StringIO()
    call_command("pack_verifier", str(path), stdout=said)
    assert said.getvalue() == f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path}\n"
    return path


def run(packed: Path, bundle: object) -> "subprocess.CompletedProcess[str]":
    file = packed.with_name("bundle.json")
    file.write_text(json.dumps(bundle))
    command = [sys.executable, "-I", packed.name, file.name]
    return subprocess.run(command, cwd=packed.parent, capture_output=True, text=True, check=False)


def test_it_runs_alone_and_judges_as_the_folder_does(packed: Path) -> None:
    right = bundles.draw(bundles.DrawShape())
    done = run(packed, right)
    assert done.returncode == 0, done.stderr
    wrong = {**right, "commitment": "0" * 64}
    done = run(packed, wrong)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def test_the_house_serves_it_with_its_hash(packed: Path, db: None) -> None:
    answer = Client().get(f"/verify/{verifier.PROGRAM}")
    assert answer.status_code == 200
    assert answer.content == packed.read_bytes()
    told = answer.headers["Repr-Digest"].removeprefix("sha-256=:").removesuffix(":")
    assert b64decode(told) == hashlib.sha256(answer.content).digest()


def test_the_same_source_has_the_same_bytes(packed: Path) -> None:
    verifier.packed_verifier.cache_clear()
    assert verifier.packed_verifier() == packed.read_bytes()
