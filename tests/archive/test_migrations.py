"""A migration that landed is for ever, and a house that stands at the last one goes on."""

import ast
import os
import subprocess
import sys

import pytest
from django.core.management import call_command
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import RunSQL

from casino import upgrade
from tests.archive import frozen, kept

OURS = ("ledger", "players", "rng", "tables")


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
        if app in OURS
        for operation in migration.operations
        if isinstance(operation, RunSQL)
    ]
    files = [(frozen.ROOT / path).read_text() for path in frozen.found() if path.endswith(".sql")]
    assert sorted(run) == sorted(files)


def test_no_migration_bears_the_name_of_one_that_was_replaced() -> None:
    disk = MigrationLoader(None).disk_migrations
    replaced = {name for migration in disk.values() for name in migration.replaces}
    # A house that ran the one of old would take the other for done.
    assert not replaced & disk.keys()


@pytest.mark.django_db
def test_models_and_migrations_agree() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


STOPS_EARLY = """
CREATE TABLE django_migrations (id bigint, app text, name text, applied timestamptz);
INSERT INTO django_migrations (app, name) VALUES ('tables', '0001_initial');
"""
"""A house of which no more is on record."""


@pytest.mark.parametrize(
    "command", ["-m casino.embedded.prepare", "manage.py migrate"], ids=["make run", "migrate"]
)
@pytest.mark.usefixtures("servers_at_hand")
def test_a_house_that_is_too_old_is_told_what_to_do_in_one_sentence(command: str) -> None:
    with kept.loaded(STOPS_EARLY) as url:
        done = subprocess.run(
            [sys.executable, *command.split()],
            cwd=frozen.ROOT,
            env={**os.environ, "DATABASE_URL": url},
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    said = done.stderr.strip().splitlines()[-1]
    assert "This database stops before tables 0002_laws" in said
    assert "open the house once with revision b9ed3fa of the source" in said
    assert "Traceback" not in done.stderr


@pytest.mark.django_db
def test_a_house_of_this_release_has_no_trouble() -> None:
    assert upgrade.trouble() == ""
