"""*Found a house* of docs/operating.md, word by word: its blocks are run on servers of the test."""

import json
import os
import re
import signal
import subprocess
import textwrap
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Final
from urllib.parse import urlencode, urlsplit, urlunsplit
from uuid import uuid4

import psycopg
import pytest

from casino import settings
from casino.embedded.redis import free_port
from tables.management.commands import doctor
from tests import campaign

PAGE: Final = settings.ROOT / "docs" / "operating.md"
HOUSE: Final = f"sabot_founded_{os.getpid()}"
PASSWORD: Final = "seven boxes on the green felt"
WITHIN: Final = 300
"""Seconds until all processes must be well, on a busy machine."""


def blocks(language: str) -> list[str]:
    """Return the blocks of the section in a language, in order."""
    section = PAGE.read_text(encoding="utf-8").partition("## Found a house\n")[2]
    section = section.partition("\n## ")[0]
    found = re.findall(rf"^ *```{language}\n(.*?)^ *```$", section, re.MULTILINE | re.DOTALL)
    return [textwrap.dedent(each) for each in found]


def adapted(text: str, changes: dict[str, str]) -> str:
    """Return a text for servers of this machine; each change is of something that is there."""
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


def test_the_section_sets_up_checks_starts_and_looks() -> None:
    """What the campaign runs is there: a role, and each step with its commands."""
    (sql,) = blocks("sql")
    assert "CREATE DATABASE" in sql
    script = "".join(blocks("sh"))
    steps = ("export DATABASE_URL", "manage.py setup_house", "manage.py check --deploy")
    names = [line.partition(":")[0] for line in (settings.ROOT / "Procfile").open()]
    # Whoever wants Prometheus starts the house's metrics besides.
    lines = [f"deploy/run {name} &" for name in names if name != "metrics"]
    assert len(lines) == 4
    at = [script.index(each) for each in (*steps, *lines, "/healthz?all", "manage.py doctor")]
    assert at == sorted(at)


@pytest.fixture
def server(servers_at_hand: None) -> Iterator[str]:
    """The URL of a database that the section's SQL has made."""
    url = urlsplit(os.environ["DATABASE_URL"])
    with psycopg.connect(url.geturl(), autocommit=True) as superuser:
        for statement in adapted("".join(blocks("sql")), {"sabot": HOUSE}).split(";"):
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
        "8000": str(port),
    }
    script = adapted("\n".join(blocks("sh")), changes)
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


class Browser:
    """Asks a house behind a proxy that speaks TLS, and keeps its cookies."""

    def __init__(self, port: int) -> None:
        self._address = f"http://127.0.0.1:{port}"
        self._cookies: dict[str, str] = {}

    def get(self, path: str) -> str:
        """Return a page."""
        return self._ask(path, None)

    def post(self, path: str, **fields: str) -> str:
        """Send the form of a page; return what comes after it."""
        self.get(path)
        fields["csrfmiddlewaretoken"] = self._cookies["csrftoken"]
        return self._ask(path, urlencode(fields).encode())

    def _ask(self, path: str, body: bytes | None) -> str:
        headers = {
            "Host": "casino.example",
            "Origin": "https://casino.example",
            "X-Forwarded-Proto": "https",
            "X-Forwarded-For": "203.0.113.7",
            "Accept-Language": "en",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items()),
        }
        asked = urllib.request.Request(f"{self._address}{path}", body, headers)  # noqa: S310
        try:
            answer = urllib.request.build_opener(_Staying).open(asked, timeout=120)
        except urllib.error.HTTPError as error:
            if error.code != 302:
                raise
            answer = error
        with answer:
            for each in answer.headers.get_all("Set-Cookie", ()):
                self._cookies |= {key: found.value for key, found in SimpleCookie(each).items()}
            text: str = answer.read().decode()
            return text


class _Staying(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: they name the proxy's address."""

    def redirect_request(self, *_: object) -> None:
        return None


@campaign.soak_only
def test_a_house_is_founded_word_by_word(founded: tuple[int, str]) -> None:
    """From nothing to an operator who opens a table, and a player who has chips to play there."""
    port, said = founded
    assert "operator: alice created" in said
    assert "System check identified no issues (0 silenced)." in said
    assert all(f"{part}: ok\n" in said for part in doctor.PARTS)
    assert PASSWORD not in said
    office = Browser(port)
    office.post("/admin/login/", username="alice", password=PASSWORD)
    order = "/admin/tables/table/order/open_table/?tables=1"
    office.post(order, order=str(uuid4()), reason="first evening")
    player = Browser(port)
    player.post(
        "/sign-up/", username="ann", password="queen of hearts, twice", language="en", adult="on"
    )
    tables = json.loads(player.get("/api/tables/"))
    assert {each["name"]: each["status"] for each in tables}["Blackjack 1"] == "open"
    assert json.loads(player.get("/api/wallet/"))["balance"] == 1_000_00
