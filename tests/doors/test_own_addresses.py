"""The house writes each of its addresses once, where the routes are; all else names a route."""

import ast
import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import Resolver404, resolve

from casino.players.services import sign_up
from tests.embedded.conftest import ROOT

TEMPLATES = sorted(
    path
    for folder in ("casino", "tables", "frontend/templates")
    for path in (ROOT / folder).rglob("*.html")
)
MODULES = sorted(path for folder in ("casino", "tables") for path in (ROOT / folder).rglob("*.py"))

WRITTEN = re.compile(r"""(?:href|action|formaction|src|content)\s*=\s*["']?/""")


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_no_template_holds_an_address(path: Path) -> None:
    assert WRITTEN.findall(path.read_text()) == []


def test_no_view_holds_an_address() -> None:
    """But a log's verifier, its witness and a restoration do, which ask another house."""
    assert len(TEMPLATES) > 15
    found = [
        (path.relative_to(ROOT).as_posix(), node.value)
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and leads(node.value)
    ]
    assert {name for name, _ in found} == {
        "casino/rng/management/commands/after_restore.py",
        "casino/rng/verify/log/program.py",
        "casino/rng/witness.py",
    }


def leads(text: str) -> bool:
    if not re.match(r"/[a-z]", text):
        return False
    try:
        resolve(text.partition("?")[0])
    except Resolver404:
        return False
    return True


@pytest.mark.django_db
def test_a_player_who_is_signed_in_is_led_on_by_any_word_that_is_no_route(client: Client) -> None:
    client.force_login(sign_up(username="ann", password="queen of hearts, twice"))
    for word in ("xyz", "lobby"):
        answer = client.get("/sign-up/", {"next": word})
        assert (answer.status_code, answer.headers["Location"]) == (302, word)
