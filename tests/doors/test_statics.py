"""Static files are answered before Django, as Django answers them."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.test import Client

from casino.http.static_files import StaticFilesMiddleware
from tests.doors.asking import Asked, scope_of

ASKED = {
    "whole": {},
    "compressed": {"accept-encoding": "gzip, br"},
    "from a byte": {"range": "bytes=3-7"},
    "from no byte": {"range": "bytes=900-"},
    "unchanged": {"if-modified-since": "Fri, 01 Jan 2100 00:00:00 GMT"},
    "over TLS": {"x-forwarded-proto": "https"},
}


@pytest.fixture(autouse=True)
def served(settings: Any, tmp_path: Path) -> None:
    """A folder of static files, one of them compressed beforehand, behind TLS."""
    assets = tmp_path / "assets"
    assets.mkdir()
    (assets / "table-abcdefgh.js").write_bytes(b"export const table = 1;")
    (assets / "table-abcdefgh.js.br").write_bytes(b"not really brotli")
    settings.STATIC_ROOT = tmp_path
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.SECURE_HSTS_SECONDS = 3600


async def passed_on(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 299, "headers": []})
    await send({"type": "http.response.body", "body": scope["path"].encode()})


def asked(method: str, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Return status, headers and body of an answer."""

    async def ask() -> tuple[int, dict[str, str], bytes]:
        scope = scope_of(Asked(method, path), "192.0.2.1")
        scope["headers"] = [(name.encode(), value.encode()) for name, value in headers.items()]
        there = ApplicationCommunicator(StaticFilesMiddleware(passed_on), scope)  # type: ignore[arg-type]
        start = await there.receive_output(300)
        body = await there.receive_output(300)
        assert not body.get("more_body")
        told = {name.decode(): value.decode() for name, value in start["headers"]}
        return start["status"], told, body["body"]

    return asyncio.run(ask())


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("headers", ASKED.values(), ids=ASKED.keys())
def test_a_file_is_answered_as_django_does(method: str, headers: dict[str, str]) -> None:
    path = "/static/assets/table-abcdefgh.js"
    status, told, body = asked(method, path, **headers)
    usual = Client(headers=headers).generic(method, path)
    assert status == usual.status_code
    assert told == {name.lower(): value for name, value in usual.headers.items()}
    assert body == b"".join(usual)
    assert "immutable" in told.get("cache-control", "") or status in (304, 416)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/static/assets/table-abcdefgh.js"),
        ("GET", "/static/assets/missing.js"),
        ("GET", "/static/../settings.py"),
        ("GET", "/static/"),
        ("GET", "/tables/1/"),
    ],
)
def test_anything_else_is_passed_on(method: str, path: str) -> None:
    assert asked(method, path) == (299, {}, path.encode())
