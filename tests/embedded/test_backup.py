"""`backup` and `restore`: of an open house, into an empty database, before a mistake."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest

from casino.embedded import backup, postgresql, restore
from casino.embedded.errors import Trouble
from tests import campaign
from tests.embedded.conftest import ROOT, clean_environment, eventually
from tests.house import House, fresh_database, open_folder, own_port
from tests.house_console import run_in_house
from tests.houses import copy_prepared_folder

AUDITS = ("ledger: ", "cash: ", "takings: ", "meters: ", "machines: ", "office: ", "log: ")


def embedded(var: Path, *command: str, **env: str) -> "subprocess.CompletedProcess[str]":
    """Run a subcommand on a house's folder."""
    return subprocess.run(
        [sys.executable, "-m", "casino.embedded", *command],
        cwd=ROOT,
        env=clean_environment(SABOT_VAR=str(var), **env),
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def audited(said: str) -> bool:
    return all(any(line.startswith(each) for line in said.splitlines()) for each in AUDITS)


@pytest.mark.campaign
def test_a_backup_of_an_open_house_is_restored_into_an_empty_database_and_no_other(
    mortal_house: House, tmp_path: Path
) -> None:
    file, var = tmp_path / "sabot.dump", tmp_path / "var"
    done = embedded(mortal_house.var, "backup", str(file))
    assert done.returncode == 0, done.stderr
    assert file.stat().st_mode & 0o777 == 0o600
    assert f"keep {mortal_house.var / 'keys'}" in done.stdout
    assert not list(tmp_path.glob("*.part"))
    again = embedded(mortal_house.var, "backup", str(file))
    assert (again.returncode, again.stderr.count("\n")) == (1, 1)
    shutil.copytree(mortal_house.var / "keys", var / "keys")
    if campaign.SOAK:
        _refuse_by_hand(file, var)
    options = ("--by", "operator", "--checkpoint", mortal_house.base_url)
    with fresh_database() as url:
        done = embedded(var, "restore", str(file), *options, DATABASE_URL=url)
        assert done.returncode == 0, done.stdout + done.stderr
        assert audited(done.stdout), done.stdout
        assert " lost; it is sabot.localhost/log/restored-" in done.stdout
        with psycopg.connect(url) as copy, mortal_house.connect() as original:
            live = "SELECT count(*) FROM tables_table WHERE status <> 'closed'"
            hidden = "SELECT count(*) FROM rng_shoe WHERE state <> 'retired'"
            for asked in (live, hidden):
                assert copy.execute(asked).fetchone() == (0,)
                assert original.execute(asked).fetchone() != (0,)
        again = embedded(var, "restore", str(file), *options, DATABASE_URL=url)
        assert again.stderr == "The database of DATABASE_URL has tables: name an empty one.\n"
    # The house itself goes on.
    assert mortal_house.health()[0] == 200


def _refuse_by_hand(file: Path, var: Path) -> None:
    """A copy that `pg_restore` alone has made does not open."""
    with fresh_database() as url:
        program = postgresql.binaries() / "pg_restore"
        flags = ("--no-owner", "--no-privileges", "--exit-on-error", "-d", url)
        subprocess.run([program, *flags, file], check=True)
        environment = clean_environment(DATABASE_URL=url, SABOT_VAR=str(var))
        web = [sys.executable, "-c", "import casino.asgi"]
        done = subprocess.run(web, cwd=ROOT, env=environment, capture_output=True, check=False)
        assert (done.returncode, b"after_restore" in done.stderr) == (1, True), done.stderr


def test_a_folder_with_a_database_or_without_the_keys_is_not_restored_into(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SHOE_KEY", "LOG_KEY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(Trouble, match="SHOE_KEY is missing"):
        restore._refuse_house(tmp_path)
    (tmp_path / "keys").mkdir()
    for name in ("SHOE_KEY", "LOG_KEY"):
        (tmp_path / "keys" / name).touch()
    restore._refuse_house(tmp_path)
    (tmp_path / "postgres").mkdir()
    with pytest.raises(Trouble, match="has a database"):
        restore._refuse_house(tmp_path)


@pytest.mark.parametrize("until", ["2026-11-28T20:00:00", "yesterday", ""])
def test_a_moment_without_its_offset_is_refused(tmp_path: Path, until: str) -> None:
    with pytest.raises(Trouble, match="with its offset"):
        restore._recovery(tmp_path, until)


def test_a_moment_is_told_to_postgresql(tmp_path: Path) -> None:
    settings = restore._recovery(tmp_path, "2026-11-28T20:00:00+01:00")
    assert settings["recovery_target_time"] == "2026-11-28 20:00:00+01:00"
    assert "recovery_target_time" not in restore._recovery(tmp_path, None)


def test_a_client_program_is_not_older_than_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "pg_dump"
    old.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 15.9 (Debian 15.9-1)'\n")
    old.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert backup.newest_enough("pg_dump", 15) == str(old)
    assert backup.newest_enough("pg_dump", 18) == str(postgresql.binaries() / "pg_dump")
    with pytest.raises(Trouble, match="postgresql-client-99"):
        backup.newest_enough("pg_dump", 99)


@pytest.mark.parametrize("folder", ["relative", "/no/such/folder", "/tmp/it's", "/tmp/a b"])  # noqa: S108
def test_wal_is_archived_into_a_folder_that_is_there(
    monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    monkeypatch.setenv("WAL_ARCHIVE", folder)
    with pytest.raises(Trouble, match="WAL_ARCHIVE must be the path of a folder"):
        postgresql.archiving()


def test_what_is_archived_is_never_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, segment = tmp_path / "wal", tmp_path / "0001"
    archive.mkdir()
    monkeypatch.setenv("WAL_ARCHIVE", str(archive))
    command = postgresql.archiving()["archive_command"]
    command = command.replace("%p", str(segment)).replace("%f", segment.name)
    for content, code in (("one", 0), ("one", 0), ("two", 1)):
        segment.write_text(content)
        assert subprocess.call(["/bin/sh", "-c", command], stderr=subprocess.DEVNULL) == code
        assert (archive / segment.name).read_text() == "one"


PLAYED = """
from uuid import uuid4
from casino.players.models import Player
from casino.players.services import ensure_demo_player
from tables.games.blackjack import messages as bj
from tables.games.core.money import Amount, BoxNo
from tables.models import Table
from tables.rounds import commands
from tables.seating import services as seating
ann, table = ensure_demo_player("ann", "pass"), Table.objects.get(name="Table Dauphine")
common = {"player_id": ann.pk, "table_id": table.pk}
seating.sit_down(**common, command_id=uuid4(), box=BoxNo(3))
bet = bj.BoxStake(BoxNo(3), Amount(1000), Amount(0))
receipt = commands.carry_out(**common, command_id=uuid4(), command=bj.Stake((bet,)))
assert not (receipt and receipt.refused), receipt
"""
MISTAKE = """
from casino.players.models import Player
Player.objects.filter(username="ann").update(display_name="a mistake")
"""


@campaign.soak_only
def test_a_house_is_restored_to_the_moment_before_a_mistake(tmp_path: Path) -> None:
    archive, base = tmp_path / "wal", tmp_path / "base"
    archive.mkdir()
    archive.chmod(0o777)
    with open_folder() as one, open_folder() as other:
        copy_prepared_folder(one)
        house = House(one, own_port(), None, env={"WAL_ARCHIVE": str(archive)})
        try:
            house.open()
            done = embedded(one, "backup", "--base", str(base))
            assert done.returncode == 0, done.stderr
            eventually(lambda: house.connect().execute(LIVE).fetchone() is not None)
            run_in_house(house, PLAYED)
            with house.connect() as database:
                # Between what was played and the mistake.
                time.sleep(1)
                (moment,) = database.execute("SELECT clock_timestamp()").fetchone() or (None,)
                time.sleep(1)
            assert moment is not None
            run_in_house(house, MISTAKE)
        finally:
            house.stop(signal.SIGINT)
        shutil.copytree(one / "keys", other / "keys")
        options = ("--base", str(base), "--wal", str(archive), "--by", "operator")
        late = embedded(other, "restore", *options, "--until", "2100-01-01T00:00:00+00:00")
        assert (late.returncode, (other / "postgres").exists()) == (1, False)
        done = embedded(other, "restore", *options, "--until", moment.isoformat())
        assert done.returncode == 0, done.stdout + done.stderr
        assert audited(done.stdout), done.stdout
        restored = House(other, own_port(), None)
        try:
            restored.open()
            with restored.connect() as database:
                found = database.execute(
                    "SELECT p.display_name, r.status FROM players_player p, tables_round r"
                    " WHERE p.username = 'ann'"
                ).fetchall()
            assert [status for _, status in found] == ["voided"]
            assert "a mistake" not in found[0]
            assert "the books agree" in restored.manage("audit_ledger")
        finally:
            restored.stop(signal.SIGINT)


LIVE = (
    "SELECT FROM tables_table t JOIN rng_shoe s ON s.id = t.shoe_id"
    " WHERE t.name = 'Table Dauphine' AND s.state = 'live'"
)
