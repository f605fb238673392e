"""The lines of the Procfile where a step before them is missing: a sentence each, no traceback."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from casino import settings
from casino.process.upgrade import NOT_MIGRATED, TOO_NEW
from tables.management.commands import doctor
from tests.house import fresh_database, migrated_database

DATABASE: Final = f"sabot_unmigrated_{os.getpid()}"
ACTS: Final = """
import os, signal, sys
from django.conf import settings
settings.STATIC_ROOT = "/not/collected"
import casino.asgi
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from casino.process import startup, worker

def tell(act, *words):
    try:
        sys.exit(act(*words))
    except CommandError as error:
        sys.exit(str(error))

def pages():
    client = Client(raise_request_exception=False)
    for path in ("/", "/sign-in/", "/api/tables/", "/admin/login/"):
        answer = client.get(path, headers={"host": "localhost"})
        print("ANSWER", path, answer.status_code, "Retry-After" in answer.headers)

def doctor_without_redis():
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    tell(call_command, "doctor")

def doctor_without_database():
    connection.settings_dict |= {"HOST": "127.0.0.1", "PORT": "1"}
    tell(call_command, "doctor")

def settlement():
    tell(worker.main, "settlement")

def croupier():
    tell(call_command, "croupier")

def later(act):
    def of_later_release():
        connection.settings_dict["NAME"] = sys.argv[1]
        act()
    of_later_release.__name__ = f"{act.__name__}_of_later_release"
    return of_later_release

def web():
    startup.check_house(migrated=False)

def migrate():
    tell(lambda: call_command("migrate", skip_checks=False))

def doctor():
    tell(call_command, "doctor")

acts = [settlement, croupier, pages, doctor_without_redis, doctor_without_database]
for act in acts + [later(each) for each in (settlement, croupier, web, migrate, doctor)]:
    print(f"BEGIN {act.__name__}", flush=True)
    if not (child := os.fork()):
        signal.alarm(120)
        act()
        sys.exit(0)
    print("END", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""Each in a process of its own, forked from one that has imported the casino."""


@pytest.fixture(scope="module")
def said(servers_at_hand: None) -> dict[str, tuple[int, str]]:
    """What is written, with the exit status, on an empty database, without a folder, by act.

    Of what is written before the first act under an empty name. Acts `…_of_later_release` have a
    database that is migrated, and too new.
    """
    url = os.environ["DATABASE_URL"]
    named = urlunsplit(urlsplit(url)._replace(path=f"/{DATABASE}"))
    env = {"DJANGO_SETTINGS_MODULE": "casino.settings", "DATABASE_URL": named}
    env |= {"SECRET_KEY": "k" * 64, "SHOE_KEY": "s" * 64, "SABOT_VAR": "/not/there"}
    with (
        psycopg.connect(url, autocommit=True) as server,
        fresh_database(migrated_database()) as newer,
    ):
        with psycopg.connect(newer) as house:
            house.execute("UPDATE ledger_house SET schema_version = schema_version + 1")
        server.execute(f'CREATE DATABASE "{DATABASE}"')
        done = subprocess.run(
            [sys.executable, "-c", ACTS, urlsplit(newer).path.lstrip("/")],
            cwd=settings.ROOT,
            env=os.environ | env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=600,
            check=False,
        )
        server.execute(f'DROP DATABASE "{DATABASE}" WITH (FORCE)')
    first, *others = done.stdout.split("BEGIN ")
    assert done.returncode == 0, done.stdout
    found = {"": (0, first)}
    for each in others:
        name, _, rest = each.partition("\n")
        written, _, status = rest.rpartition("END ")
        found[name] = int(status), written
    return found


def lines(written: str) -> list[dict[str, Any]]:
    """Return the lines of a log: all are JSON."""
    return [json.loads(each) for each in written.splitlines() if not each.startswith("ANSWER")]


@pytest.mark.parametrize("name", ["settlement", "croupier"])
def test_a_process_ends_with_a_sentence_where_the_database_is_not_migrated(
    said: dict[str, tuple[int, str]], name: str
) -> None:
    status, written = said[name]
    assert status == 1
    (line,) = lines(written)
    assert (line["event"], line["remedy"]) == ("not_migrated", NOT_MIGRATED)


@pytest.mark.parametrize("name", ["settlement", "croupier", "web"])
def test_a_process_ends_with_a_sentence_where_the_database_is_of_a_later_release(
    said: dict[str, tuple[int, str]], name: str
) -> None:
    status, written = said[f"{name}_of_later_release"]
    assert status == 1
    (line,) = lines(written)
    assert (line["event"], line["remedy"]) == ("schema_too_new", TOO_NEW)


def test_a_database_of_a_later_release_is_not_migrated_and_the_doctor_says_why(
    said: dict[str, tuple[int, str]],
) -> None:
    status, written = said["migrate_of_later_release"]
    assert status == 1
    assert TOO_NEW in written
    status, written = said["doctor_of_later_release"]
    assert status == 1
    assert "the database was migrated by a later release" in written


def test_pages_answer_503_where_the_database_is_not_migrated(
    said: dict[str, tuple[int, str]],
) -> None:
    status, written = said["pages"]
    answers = re.findall(r"ANSWER (\S+) (\d+) (\w+)", written)
    assert (status, len(answers)) == (0, 4)
    away = [path for path, status, waits in answers if (status, waits) == ("503", "True")]
    assert away[:1] == ["/"]
    assert [path for path, status, _ in answers if status >= "500" and path not in away] == []
    told = [each for each in lines(written) if each["event"] == "not_migrated"]
    assert [(each["path"], each["remedy"]) for each in told] == [
        (path, NOT_MIGRATED) for path in away
    ]
    assert not any("exception" in each for each in lines(written))


def test_static_files_that_were_not_collected_are_a_line_of_the_log(
    said: dict[str, tuple[int, str]],
) -> None:
    (line,) = lines(said[""][1])
    assert line["event"] == "static_files_missing"
    assert "manage.py collectstatic" in line["remedy"]


def test_the_doctor_says_each_missing_step_in_a_sentence(said: dict[str, tuple[int, str]]) -> None:
    """Without schema, folder and Redis, and without the database."""
    status, written = said["doctor_without_redis"]
    assert status == 1
    assert "migrations are not applied" in written
    assert "-> run `manage.py migrate` as the owner of the tables" in written
    assert "Redis does not answer" in written
    assert written.count("not looked at") == 4
    status, written = said["doctor_without_database"]
    assert status == 1
    assert written.count("the database does not answer") == 1
    assert written.count("not looked at") == 5
    assert "Traceback" not in written


def test_the_doctor_looks_at_the_disk_of_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert doctor.free_bytes(tmp_path / "a" / "b") > 0
