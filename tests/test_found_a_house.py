"""*Found a house* of docs/operating.md, word by word: its blocks are run on servers of the test."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

import psycopg
import pytest

from casino import settings
from casino.embedded.redis import free_port
from tables.management.commands import doctor
from tests import campaign
from tests.form_browser import PROXIED, Browser, enter_office
from tests.operating_page import adapted, blocks

SECTION: Final = "Found a house"
METRICS: Final = (9400, 19201, 19101, 19102, 19001, 18001, 18002)
"""Ports of the section, which this machine may have given to others."""
HOUSE: Final = f"sabot_founded_{os.getpid()}"
PASSWORD: Final = "seven boxes on the green felt"
WITHIN: Final = 300
"""Seconds until all processes must be well, on a busy machine."""


def test_the_section_sets_up_checks_starts_and_looks() -> None:
    """What the campaign runs is there: a role, and each step with its commands."""
    (sql,) = blocks(SECTION, "sql")
    assert "CREATE DATABASE" in sql
    script = "".join(blocks(SECTION, "sh"))
    steps = ("export DATABASE_URL", "manage.py setup_house", "manage.py check --deploy")
    names = [line.partition(":")[0] for line in (settings.ROOT / "Procfile").open()]
    lines = [f"deploy/run {name} &" for name in names]
    assert len(lines) == 5
    at = [script.index(each) for each in (*steps, *lines, "/healthz?all", "manage.py doctor")]
    assert at == sorted(at)


@pytest.fixture
def server(servers_at_hand: None) -> Iterator[str]:
    """The URL of a database that the section's SQL has made."""
    url = urlsplit(os.environ["DATABASE_URL"])
    with psycopg.connect(url.geturl(), autocommit=True) as superuser:
        for statement in adapted("".join(blocks(SECTION, "sql")), {"sabot": HOUSE}).split(";"):
            if statement.strip():
                superuser.execute(statement)
        yield urlunsplit(url._replace(netloc=f"{HOUSE}:secret@", path=f"/{HOUSE}"))
        superuser.execute(f'DROP DATABASE "{HOUSE}" WITH (FORCE)')
        superuser.execute(f'DROP ROLE "{HOUSE}"')


@pytest.fixture
def founded(server: str, tmp_path: Path) -> Iterator[tuple[int, str]]:
    """Run the section in a shell; yield the port, and what is written, once all is well."""
    port, log, secret = free_port(), tmp_path / "log", tmp_path / "password"
    secret.write_text(PASSWORD, encoding="utf-8")
    redis = urlunsplit(urlsplit(os.environ["REDIS_URL"])._replace(path="/9"))
    changes = {
        "/etc/sabot": str(tmp_path / "secrets"),
        "postgresql://sabot:secret@db.internal/sabot": f"'{server}'",
        "redis://redis.internal:6379/0": f"'{redis}'",
        "--operator alice": f"--operator alice --password-file {secret}",
        **{f"METRICS_PORT={each}": f"METRICS_PORT={free_port()}" for each in METRICS},
        "PORT=8002": f"PORT={free_port()}",
        "8001": str(port),
    }
    script = adapted("\n".join(blocks(SECTION, "sh")), changes)
    (tmp_path / "var").mkdir()
    kept = ("PATH", "HOME", "LANG")
    with log.open("wb") as written:
        shell = subprocess.Popen(
            ["bash", "-euc", f"{script}\necho FOUNDED\nwait"],
            cwd=settings.ROOT,
            env={name: os.environ[name] for name in kept if name in os.environ}
            | {"SABOT_VAR": str(tmp_path / "var")},
            stdout=written,
            stderr=written,
            start_new_session=True,
        )
    try:
        deadline = time.monotonic() + WITHIN
        while "FOUNDED" not in (said := log.read_text(encoding="utf-8")):
            assert shell.poll() is None, said
            assert time.monotonic() < deadline, said
            time.sleep(0.2)
        yield port, said
    finally:
        os.killpg(shell.pid, signal.SIGTERM)
        shell.wait(WITHIN)


@campaign.soak_only
def test_a_house_is_founded_word_by_word(founded: tuple[int, str]) -> None:
    """From nothing to an operator who opens a table, and a player who has chips to play there."""
    port, said = founded
    assert "operator: alice created" in said
    assert "System check identified no issues (0 silenced)." in said
    assert all(f"{part}: ok\n" in said for part in doctor.PARTS)
    assert PASSWORD not in said
    address = f"http://127.0.0.1:{port}"
    office = Browser(address, **PROXIED)
    enter_office(office, "alice", PASSWORD, said)
    order = "/admin/tables/table/order/open_table/?tables=1"
    office.post(order, order=str(uuid4()), reason="first evening")
    player = Browser(address, **PROXIED)
    player.post(
        "/sign-up/", username="ann", password="queen of hearts, twice", language="en", adult="on"
    )
    tables = json.loads(player.get("/api/tables/"))
    assert {each["name"]: each["status"] for each in tables}["Blackjack 1"] == "open"
    assert json.loads(player.get("/api/wallet/"))["balance"] == 1_000_00
