"""Processes of 0.3.0, run from the history, before and after their house is upgraded."""

import io
import os
import subprocess
import sys
import tarfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import psycopg
import pytest

from casino.embedded.postgresql import binaries
from tests import campaign
from tests.archive import frozen, kept
from tests.archive.test_releases import run
from tests.house import fresh_database

RELEASE: Final = "0.3.0"
COMMIT: Final = "6496ca69476087755340c734a4bfbc06294b3d98"


@pytest.fixture
def older_code(tmp_path: Path) -> Path:
    """The checkout of that release. The test is skipped where the history does not reach it."""
    packed = subprocess.run(
        ["git", "archive", COMMIT], cwd=frozen.ROOT, capture_output=True, check=False
    )
    if packed.returncode:
        pytest.skip(
            f"the history does not reach {RELEASE}: fetch all of it (git fetch --unshallow)"
        )
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as files:
        files.extractall(tmp_path / RELEASE)  # noqa: S202  # Our own commit.
    return tmp_path / RELEASE


def start(code: Path, house: Mapping[str, str], *command: str) -> "subprocess.Popen[str]":
    """Start Python in a checkout and a house."""
    return subprocess.Popen(
        [sys.executable, *command],
        cwd=code,
        env={**os.environ, **house},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def wait_for_session(house: Mapping[str, str]) -> None:
    """Wait until a process keeps a session without a name: it is past what it does at its start."""
    until = time.monotonic() + 120
    with psycopg.connect(house["DATABASE_URL"], autocommit=True, application_name="test") as rows:
        while time.monotonic() < until:
            found = rows.execute(
                "SELECT FROM pg_stat_activity WHERE datname = current_database()"
                " AND application_name = '' AND backend_start < now() - interval '5 s'"
            ).fetchone()
            if found is not None:
                return
            time.sleep(0.1)
    raise AssertionError("the croupier of the earlier release does not connect")


def said(code: Path, house: Mapping[str, str], *command: str) -> tuple[int, str]:
    """Run Python in a checkout and a house; return its exit status and what it wrote."""
    started = start(code, house, *command)
    written, _ = started.communicate(timeout=1200)
    return started.returncode, written


@campaign.soak_only
@pytest.mark.usefixtures("servers_at_hand")
def test_a_house_is_not_migrated_under_its_croupier(older_code: Path) -> None:
    with kept.restored(RELEASE) as house:
        croupier = start(older_code, house, "manage.py", "croupier")
        try:
            wait_for_session(house)
            status, written = said(frozen.ROOT, house, "manage.py", "migrate", "--no-input")
        finally:
            croupier.terminate()
            croupier.communicate(timeout=120)
        assert status == 1
        assert "Processes of an earlier release are still connected" in written
        run(house, "manage.py", "migrate", "--no-input", "--verbosity=0")


@campaign.soak_only
@pytest.mark.usefixtures("servers_at_hand")
def test_an_older_process_does_no_harm_to_an_upgraded_house_and_goes_on_with_its_backup(
    older_code: Path, tmp_path: Path
) -> None:
    go_on = ("-m", "tests.archive", "go_on", RELEASE)
    backup = str(tmp_path / "before.dump")
    with kept.restored(RELEASE) as house:
        status, written = said(frozen.ROOT, house, "-m", "casino.embedded", "backup", backup)
        assert status == 0, written
        run(house, "manage.py", "migrate", "--no-input", "--verbosity=0")
        status, written = said(older_code, house, *go_on)
        assert status
        assert "function tables_begin(smallint, smallint, uuid, boolean) does not exist" in written
        # What was begun goes on, and all audits find what was there before.
        assert run(house, "go_on", RELEASE) == []
        with fresh_database() as url:
            restored = (binaries() / "pg_restore", "--no-owner", "--no-privileges", "-d", url)
            subprocess.run([*restored, backup], check=True)
            status, written = said(older_code, {**house, "DATABASE_URL": url}, *go_on)
            assert status == 0, written
