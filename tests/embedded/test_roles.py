"""Who may what in the house's own PostgreSQL: no superuser serves, and what is sealed is apart."""

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import errors
from psycopg.sql import SQL, Composed, Identifier

from casino.database import roles as divided
from casino.embedded import roles, servers
from casino.embedded.supervisor import Supervisor
from tests.embedded.conftest import ROOT, eventually
from tests.house import House, fresh_database, seeded_database

Database = psycopg.Connection[tuple[Any, ...]]


@pytest.fixture
def as_house(mortal_house: House) -> Iterator[Database]:
    """A connection as a process of the house has it, once shoes and draws have been promised."""
    with mortal_house.connect() as superuser:
        made = "SELECT FROM rng_shoe, rng_draw WHERE rng_shoe.state = 'live' LIMIT 1"
        eventually(lambda: superuser.execute(made).fetchone() is not None)
    with psycopg.connect(mortal_house.signed_in(roles.HOUSE), autocommit=True) as database:
        yield database


def test_no_process_of_the_house_signs_in_as_more_than_the_house(mortal_house: House) -> None:
    with mortal_house.connect() as superuser:
        rights = superuser.execute(
            "SELECT rolname, rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication"
            " OR rolbypassrls, rolcanlogin FROM pg_roles WHERE rolname LIKE 'sabot\\_%'"
            " ORDER BY rolname"
        ).fetchall()
        signed_in = superuser.execute(
            "SELECT DISTINCT usename FROM pg_stat_activity"
            " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        ).fetchall()
        member = superuser.execute(
            "SELECT FROM pg_auth_members WHERE member = %s::regrole", [roles.HOUSE]
        ).fetchall()
    assert rights == [
        (roles.GENERATOR, False, False),
        (roles.HOUSE, False, True),
        (roles.OWNER, False, True),
    ]
    assert signed_in == [(roles.HOUSE,)]
    assert member == []


SEALED = [(table, column) for table, found in divided.SEALED.items() for column in found]


@pytest.mark.parametrize(("table", "column"), SEALED)
def test_a_sealed_column_is_read_by_the_generators_functions_alone(
    mortal_house: House, as_house: Database, table: str, column: str
) -> None:
    def asked(question: str) -> SQL | Composed:
        return SQL(question).format(table=Identifier(table), column=Identifier(column))

    question = asked("SELECT {column} FROM {table}")
    for each in (
        question,
        asked("SELECT * FROM {table}"),
        asked("SELECT length({column}) FROM {table}"),
        asked("UPDATE {table} SET state = state RETURNING {column}"),
    ):
        with pytest.raises(errors.InsufficientPrivilege):
            as_house.execute(each)
    # The control: it is there to be read, and all else may be.
    with mortal_house.connect() as superuser:
        assert superuser.execute(question).fetchone() is not None
    assert as_house.execute(asked("SELECT id, commitment FROM {table}")).fetchone() is not None


def test_the_generators_functions_give_what_is_sealed(
    mortal_house: House, as_house: Database
) -> None:
    with mortal_house.connect() as superuser:
        shoe, seed, order = superuser.execute(
            "SELECT id, sealed_seed, sealed_order FROM rng_shoe WHERE state = 'live' LIMIT 1"
        ).fetchone() or (None, None, None)
        owners = superuser.execute(
            "SELECT p.oid::regprocedure::text, proowner::regrole::text, prosecdef,"
            " array_to_string(proconfig, ',') FROM pg_proc p WHERE proowner = %s::regrole",
            [roles.GENERATOR],
        ).fetchall()
    asked = "SELECT rng_shoe_seed(%s), rng_sealed_order(%s)"
    assert as_house.execute(asked, [shoe, shoe]).fetchone() == (seed, order)
    told = ("search_path=public, pg_temp", True, roles.GENERATOR)
    assert {name: (path, definer, owner) for name, owner, definer, path in owners} == (
        dict.fromkeys((each.replace(", ", ",") for each in divided.SEALED_FUNCTIONS), told)
    )
    # Nobody else may call them: not a role that somebody adds to the server.
    with mortal_house.connect() as superuser:
        superuser.execute("CREATE ROLE stranger; SET ROLE stranger")
        with pytest.raises(errors.InsufficientPrivilege, match="function"):
            superuser.execute("SELECT rng_shoe_seed(%s)", [shoe])
        superuser.execute("RESET ROLE; DROP ROLE stranger")


@pytest.mark.parametrize(
    "attempt",
    [
        "ALTER TABLE ledger_transfer DISABLE TRIGGER USER",
        "SET session_replication_role = replica",
        "TRUNCATE tables_receipt",
        "CREATE OR REPLACE FUNCTION rng_shoe_seed(p_shoe uuid) RETURNS bytea"
        " LANGUAGE sql AS 'SELECT NULL::bytea'",
        "DROP TABLE tables_receipt",
        "CREATE TABLE mine (word text)",
        "ALTER SYSTEM SET log_statement = 'all'",
        "SET ROLE sabot_owner",
        "SET ROLE sabot_generator",
        "SET SESSION AUTHORIZATION sabot",
        "UPDATE django_migrations SET name = name",
        "COPY ledger_account TO PROGRAM 'cat'",
        "SELECT pg_read_file('/etc/passwd')",
    ],
)
def test_who_serves_the_house_switches_no_law_off(as_house: Database, attempt: str) -> None:
    with pytest.raises(errors.InsufficientPrivilege):
        as_house.execute(attempt)


def test_what_the_superuser_has_made_is_handed_over(mortal_house: House) -> None:
    """As a house of an older release had made everything; twice is as once."""
    with mortal_house.connect() as superuser:
        superuser.execute("CREATE DATABASE older")
    url = mortal_house.signed_in("sabot").replace("/sabot?", "/older?")
    try:
        with psycopg.connect(url, autocommit=True) as older:
            older.execute("CREATE TABLE kept (id int GENERATED ALWAYS AS IDENTITY, n serial)")
            older.execute("CREATE SEQUENCE loose")
            older.execute("CREATE VIEW seen AS SELECT n FROM kept")
            older.execute("CREATE FUNCTION told() RETURNS int LANGUAGE sql AS 'SELECT 1'")
            for _ in range(2):
                roles.create_roles(older)
                roles.transfer_ownership(older)
            left = older.execute(
                "SELECT relname, relowner::regrole::text FROM pg_class"
                " WHERE relnamespace = 'public'::regnamespace AND relkind <> 'i'"
                " UNION SELECT proname, proowner::regrole::text FROM pg_proc"
                " WHERE pronamespace = 'public'::regnamespace"
            ).fetchall()
        assert {owner for _, owner in left} == {roles.OWNER}
        assert {name for name, _ in left} == {*("kept", "kept_id_seq", "kept_n_seq"), *OTHERS}
        # Its owner migrates it.
        owner = url.replace("//sabot@", f"//{roles.OWNER}@")
        with psycopg.connect(owner, autocommit=True) as older:
            older.execute("ALTER TABLE kept ADD COLUMN word text")
    finally:
        with mortal_house.connect() as superuser:
            superuser.execute("DROP DATABASE older")


OTHERS = ("loose", "seen", "told")


def test_a_server_of_the_operators_is_prepared_by_its_owner_for_who_serves(
    servers_at_hand: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both roles are the operator's: OWNER_DATABASE_URL migrates, DATABASE_URL serves."""
    template, keys = seeded_database()
    with fresh_database(template) as url:
        with psycopg.connect(url, autocommit=True) as superuser:
            roles.create_roles(superuser)
            roles.transfer_ownership(superuser)
        signed_in = {
            role: url.replace("//sabot@", f"//{role}@") for role in (roles.OWNER, roles.HOUSE)
        }
        monkeypatch.setenv("DATABASE_URL", signed_in[roles.HOUSE])
        monkeypatch.setenv("OWNER_DATABASE_URL", signed_in[roles.OWNER])
        urls = asyncio.run(servers.start(Supervisor(tmp_path), tmp_path, divided=True))
        shutil.copytree(keys, tmp_path / "keys")
        house = psycopg.connect(urls["DATABASE_URL"], autocommit=True)
        with house, pytest.raises(errors.InsufficientPrivilege):
            house.execute("SELECT id FROM rng_shoe")
        environment = {**os.environ, **urls, "SABOT_VAR": str(tmp_path)}
        prepare = [sys.executable, "-m", "casino.embedded.prepare"]
        subprocess.run(prepare, cwd=ROOT, env=environment, check=True, capture_output=True)
        with psycopg.connect(urls["DATABASE_URL"], autocommit=True) as house:
            house.execute("SELECT id FROM rng_shoe")
            with pytest.raises(errors.InsufficientPrivilege):
                house.execute("SELECT sealed_seed FROM rng_shoe")
