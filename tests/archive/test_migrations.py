"""A migration that landed is for ever, and a house that is older than the first is refused."""

import ast
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import RunSQL

from casino.connections.session_names import SCHEMA_VERSION
from casino.process import upgrade
from tests import house
from tests.archive import frozen, kept


def test_no_migration_that_landed_is_rewritten_or_removed() -> None:
    found = frozen.found()
    for path, digest in frozen.landed().items():
        assert found.get(path) == digest, (
            f"{path} has landed and houses have run it: put it back, and add a new migration."
        )


def test_every_migration_is_kept_from_being_rewritten() -> None:
    new = frozen.found().keys() - frozen.landed().keys()
    assert not new, f"`python -m tests.archive freeze` keeps {', '.join(sorted(new))}."


def test_a_migration_that_was_rewritten_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = frozen.found() | {"casino/ledger/sql/ledger_post.1.sql": "0" * 64}
    monkeypatch.setattr(frozen, "found", lambda: changed)
    with pytest.raises(AssertionError, match=r"ledger_post\.1\.sql has landed .* add a new"):
        test_no_migration_that_landed_is_rewritten_or_removed()


def test_a_migration_needs_nothing_that_may_change_but_frozen_sql() -> None:
    for path in frozen.found():
        if path.endswith(".py"):
            for node in ast.walk(ast.parse((frozen.ROOT / path).read_text())):
                names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                assert not [name for name in names if name.split(".")[0] in ("casino", "tables")], (
                    path
                )


def test_all_sql_of_migrations_stands_in_files_and_each_file_is_run_once() -> None:
    run = [
        operation.sql
        for (app, _), migration in MigrationLoader(None).disk_migrations.items()
        if app in upgrade.OURS
        for operation in migration.operations
        if isinstance(operation, RunSQL)
    ]
    files = [(frozen.ROOT / path).read_text() for path in frozen.found() if path.endswith(".sql")]
    assert sorted(run) == sorted(files)


@pytest.mark.django_db
def test_models_and_migrations_agree() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


RELEASE_0_2_0 = """
CREATE TABLE ledger_account (code text);
CREATE TABLE django_migrations (id bigint, app text, name text, applied timestamptz);
INSERT INTO django_migrations (app, name) VALUES
    ('ledger', '0001_initial'), ('ledger', '0002_laws'), ('ledger', '0003_post'),
    ('ledger', '0004_pots'), ('ledger', '0005_banks'), ('ledger', '0006_reserves'),
    ('players', '0001_initial'),
    ('rng', '0001_initial'), ('rng', '0002_draws'), ('rng', '0003_log'), ('rng', '0004_gate'),
    ('tables', '0001_initial'), ('tables', '0002_laws'), ('tables', '0003_steps'),
    ('tables', '0004_jackpots'), ('tables', '0005_theoretical_return'), ('tables', '0006_staff');
"""
"""What a house of that release has on record, and one of its tables."""


@pytest.mark.parametrize(
    "command",
    ["-m casino.embedded serve", "manage.py migrate --no-input"],
    ids=["make run", "migrate"],
)
@pytest.mark.usefixtures("servers_at_hand")
def test_a_house_that_is_too_old_is_told_what_to_do_in_one_sentence(
    command: str, tmp_path: Path
) -> None:
    with kept.loaded(RELEASE_0_2_0) as url:
        done = subprocess.run(
            [sys.executable, *command.split()],
            cwd=frozen.ROOT,
            env={**os.environ, "DATABASE_URL": url, "SABOT_VAR": str(tmp_path), "PORT": "0"},
            capture_output=True,
            text=True,
            timeout=1800,
            check=False,
        )
        with psycopg.connect(url) as rows:
            tables = rows.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
            assert {name for (name,) in tables} == {"ledger_account", "django_migrations"}
    assert done.returncode == 1
    assert done.stderr.strip().splitlines()[-1].endswith(upgrade.TOO_OLD)
    assert done.stderr.count(upgrade.TOO_OLD) == 1
    assert "Traceback" not in done.stderr


RELEASE_0_3_0 = """
CREATE TABLE django_migrations (id bigint, app text, name text, applied timestamptz);
INSERT INTO django_migrations (app, name) VALUES
    ('ledger', '0001_squashed'), ('players', '0001_squashed'), ('rng', '0001_squashed'),
    ('tables', '0001_squashed');
"""


@pytest.mark.usefixtures("servers_at_hand")
def test_nothing_is_migrated_while_a_process_of_an_earlier_release_is_connected(
    tmp_path: Path,
) -> None:
    with kept.loaded(RELEASE_0_3_0) as url, psycopg.connect(url) as older:
        session = older.info.backend_pid
        done = subprocess.run(
            [sys.executable, "manage.py", "migrate", "--no-input"],
            cwd=frozen.ROOT,
            env={**os.environ, "DATABASE_URL": url, "SABOT_VAR": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=1800,
            check=False,
        )
        (count,) = older.execute("SELECT count(*) FROM django_migrations").fetchone() or (0,)
    assert (done.returncode, count) == (1, 4)
    assert f"(PostgreSQL's sessions {session}): end them all" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("session", "refused"),
    [("", True), ("sabot/0 web", True), ("sabot/1 web", False), ("psql", False), ("sabot", False)],
)
@pytest.mark.django_db
def test_sessions_of_processes_that_are_too_old_are_known_by_their_names(
    session: str, *, refused: bool
) -> None:
    with connection.cursor() as rows:
        rows.execute("UPDATE ledger_house SET schema_version = 0")
    name = f"/{connection.settings_dict['NAME']}"
    url = urlsplit(os.environ["DATABASE_URL"])._replace(path=name).geturl()
    with psycopg.connect(url, application_name=session) as other:
        assert (other.info.backend_pid in upgrade.older_sessions()) is refused
        assert (str(other.info.backend_pid) in upgrade.upgrade_error()) is refused


@pytest.mark.django_db
def test_a_process_works_beside_later_migrations_that_leave_the_schema_version() -> None:
    with connection.cursor() as rows:
        rows.execute(
            "INSERT INTO django_migrations (app, name, applied)"
            " VALUES ('tables', '9999_later', now())"
        )
    assert (upgrade.upgrade_error(), upgrade.pending_migrations()) == ("", [])


@pytest.mark.django_db
def test_a_fresh_database_has_the_schema_version_of_this_code() -> None:
    assert upgrade.schema_version() == SCHEMA_VERSION


@pytest.mark.usefixtures("servers_at_hand")
def test_a_migration_whose_table_is_in_use_gives_up_is_tried_again_and_is_applied_in_the_end(
    tmp_path: Path,
) -> None:
    with house.fresh_database(house.migrated_database()) as url:
        with psycopg.connect(url) as rows:
            rows.execute("ALTER TABLE ledger_house DROP COLUMN schema_version")
            rows.execute("DELETE FROM django_migrations WHERE name = '0011_schema_version'")
        with psycopg.connect(url, application_name="backup") as user:
            user.execute("SELECT id FROM ledger_house")
            migrating = subprocess.Popen(
                [sys.executable, "manage.py", "migrate", "--no-input"],
                cwd=frozen.ROOT,
                env={**os.environ, "DATABASE_URL": url, "SABOT_VAR": str(tmp_path)},
                stderr=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                text=True,
            )
            assert migrating.stderr is not None
            # It ends by itself while the table is in use.
            assert "attempt 1 of" in migrating.stderr.readline()
        _, written = migrating.communicate(timeout=600)
        assert migrating.returncode == 0, written
        with psycopg.connect(url) as rows:
            assert rows.execute("SELECT schema_version FROM ledger_house").fetchone() == (1,)


@pytest.mark.parametrize("app", upgrade.OURS)
@pytest.mark.django_db
def test_one_early_migration_is_enough_to_know_a_house_that_is_too_old(app: str) -> None:
    with connection.cursor() as rows:
        rows.execute("UPDATE django_migrations SET name = '0001_initial' WHERE app = %s", [app])
    assert upgrade.upgrade_error() == upgrade.TOO_OLD


@pytest.mark.django_db
def test_a_house_of_this_release_has_no_trouble() -> None:
    assert upgrade.upgrade_error() == ""


@pytest.mark.django_db
def test_a_database_without_a_migration_of_ours_has_no_trouble() -> None:
    with connection.cursor() as rows:
        rows.execute("DELETE FROM django_migrations WHERE app = ANY(%s)", [list(upgrade.OURS)])
    assert upgrade.upgrade_error() == ""
