"""A house is upgraded to this code under play, as docs/operating.md says, and nobody notices.

Processes of both are connected meanwhile: the schema's version is the same (ADR 0073). Those that
cannot go on side by side are refused: tests/archive/test_older_processes.py.
"""

import asyncio
import io
import os
import re
import subprocess
import tarfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from secrets import token_urlsafe
from typing import Final

import pytest

from casino.connections.session_names import SCHEMA_VERSION
from tests import campaign
from tests.chaos.rolling import PLAYS, play_through, until
from tests.chaos.units import IN_ENVIRONMENT, HouseOfUnits, house_of_units
from tests.house import ROOT, UNWANTED, fresh_database, open_folder
from tests.operating_page import blocks

RESTART: Final = blocks("Behind a proxy, and restarts", "sh")[1]
(UPGRADE,) = blocks("Upgrade", "sh")
EARLIER: Final = {
    "last release": ("tests/archive/*/house.sql.xz", ""),
    "before the last migration": ("*/migrations/0*.py", "^"),
}
"""By name: the files of which the newest was added by a commit, and which commit from there."""
OPERATOR: Final = """
from casino.players.models import Player
Player.objects.create_superuser("alice", password="{password}")
"""
DEMO: Final = "BEHIND_TLS=0 .venv/bin/python -m casino.embedded.prepare --demo"
"""A house behind TLS has no demonstration."""


def git(*words: str) -> str:
    """Run git in the checkout; fails, in one sentence, where there is no history."""
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, NO_HISTORY
    return done.stdout.strip()


NO_HISTORY: Final = (
    "An earlier release is taken from the history, which this checkout does not have: fetch all of"
    " it (git fetch --unshallow)."
)


def earlier_commit(name: str) -> str:
    """Return the commit of `EARLIER`; fails, in one sentence, where its history does not reach."""
    files, of = EARLIER[name]
    found = git("log", "-1", "--diff-filter=A", "--format=%H", "--", files)
    assert found, NO_HISTORY
    return git("rev-parse", f"{found}{of}")


def schema_version(commit: str) -> int:
    """Return the schema's version that processes of a commit know."""
    text = git("show", f"{commit}:casino/connections/session_names.py")
    (number,) = re.findall(r"^SCHEMA_VERSION: Final = (\d+)$", text, re.MULTILINE)
    return int(number)


def migrations(commit: str) -> set[str]:
    """Return the files of migrations that a commit has."""
    listed = git("ls-tree", "-r", "--name-only", commit).splitlines()
    return {each for each in listed if re.search(r"/migrations/0[^/]*\.py$", each)}


def test_the_page_backs_up_and_migrates_before_the_units_name_the_new_folder() -> None:
    steps = ("backup", "migrate", "setup_house", "collectstatic", "/etc/systemd", "daemon-reload")
    at = [UPGRADE.index(each) for each in steps]
    assert at == sorted(at)


def set_up(commit: str, folder: Path) -> Path:
    """Put the sources of a commit into a folder, with a `.venv` and a browser client."""
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True)
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as files:
        files.extractall(folder)  # noqa: S202  # Our own commit.
    env = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    subprocess.run(["make", "setup"], cwd=folder, env=env, check=True, stdout=subprocess.DEVNULL)
    return folder


def upgrade(house: HouseOfUnits, folder: Path, applied: set[str]) -> dict[str, float]:
    """Upgrade a house as the page says; return the seconds that each process took to end."""
    units = house.units
    time.sleep(PLAYS)
    backup = folder / "backup"
    backup.mkdir()
    changes = {"/backup": str(backup), "/etc/systemd/system": str(units.files)}
    said = units.run(UPGRADE, ROOT, changes)
    assert [*backup.iterdir()]
    for each in applied:
        assert f"Applying {each}... OK" in said, said
    assert "operator: alice, as before" in said
    assert units.folders == {str(house.source)}, "processes of the earlier release play on"
    with house.connect() as database:
        (closed,), *_ = database.execute(CLOSED).fetchall()
        until(lambda: database.execute(CLOSED).fetchall()[0][0] > closed)
    time.sleep(PLAYS)
    units.run(RESTART, ROOT)
    house.source = ROOT
    assert units.folders == {str(ROOT)}
    said = house.manage("doctor")
    assert said.count(": ok\n") > 5, said
    return units.ended_in


CLOSED: Final = "SELECT count(*) FROM tables_round WHERE status = 'closed'"


if campaign.SOAK:

    @pytest.fixture(params=EARLIER)
    def earlier(request: pytest.FixtureRequest) -> Iterator[tuple[str, Path]]:
        """An earlier commit, and where its sources lie."""
        commit = earlier_commit(request.param)
        number = schema_version(commit)
        if request.param == "last release" and number != SCHEMA_VERSION:
            pytest.skip(f"processes of the last release know schema {number}: they are refused")
        assert number == SCHEMA_VERSION, (
            f"The commit before the last migration knows schema {number}, this one"
            f" {SCHEMA_VERSION}: nothing rolls from there, and it is refused."
        )
        assert migrations(commit) < migrations("HEAD")
        with open_folder() as folder:
            yield commit, set_up(commit, folder)

    @pytest.mark.campaign
    @pytest.mark.parametrize(("server", "proxy"), [("daphne", "nginx"), ("uvicorn", "haproxy")])
    def test_nobody_notices_that_the_house_is_upgraded(
        server: str,
        proxy: str,
        earlier: tuple[str, Path],
        servers_at_hand: None,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        commit, source = earlier
        served = {"PROCFILE": server} if server == "uvicorn" else {}
        with ExitStack() as stack:
            root = stack.enter_context(open_folder())
            database = stack.enter_context(fresh_database())
            house, front = stack.enter_context(
                house_of_units(root, proxy, source, database, **served)
            )
            monkeypatch.setenv("SSL_CERT_FILE", str(front.authority))
            house.units.run(f"{IN_ENVIRONMENT}{DEMO}", source)
            password = token_urlsafe(18)
            house.manage("shell", "-v0", "-c", OPERATOR.format(password=password))
            house.units.systemctl("start")
            stack.enter_context(front.running())
            fewer = {
                f"{Path(each).parents[1].name}.{Path(each).stem}"
                for each in migrations("HEAD") - migrations(commit)
            }
            told = asyncio.run(
                play_through(
                    house,
                    front,
                    f"{server}, {commit[:8]} to this,",
                    lambda: upgrade(house, root, fewer),
                )
            )
            print(told)  # noqa: T201
