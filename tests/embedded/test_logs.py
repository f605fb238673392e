"""What reaches the log: ids, one JSON object per line, and never a secret."""

import asyncio
import json
import logging
import subprocess
import sys
from typing import Any

import pytest
import structlog
from django.http import HttpRequest, HttpResponse
from django.test import AsyncRequestFactory, RequestFactory

from casino.process.logs import RequestLog, redact_secrets
from tests.embedded.conftest import ROOT

SCENE = """
import logging, structlog
from casino.process import logs
logs.configure({})
log = structlog.get_logger("tables.rounds.step")
with logs.bind(table=7, round=12):
    log.info("settled", amount=500)
log.debug("not shown")
logging.getLogger("daphne.server").info("not shown")
logging.getLogger("celery.worker").warning("broker is %s", "redis://:hush@host:6379/0")
log.warning("signed_in", password="hush", sessionid="hush", csrf_token="hush", seed="hush")
card = "hush"
try:
    raise ValueError("no such box")
except ValueError:
    log.exception("failed")
"""


@pytest.fixture(scope="module")
def lines() -> list[dict[str, Any]]:
    done = subprocess.run(
        [sys.executable, "-c", SCENE],
        cwd=ROOT,
        env={"SABOT_PROCESS": "web", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_every_line_is_one_json_object_with_its_ids(lines: list[dict[str, Any]]) -> None:
    settled, celery, *_ = lines
    assert settled.pop("timestamp").endswith("Z")
    assert settled == {
        "event": "settled",
        "amount": 500,
        "table": 7,
        "round": 12,
        "level": "info",
        "logger": "tables.rounds.step",
        "process": "web",
    }
    assert celery["logger"] == "celery.worker"
    assert "table" not in celery
    assert [line["event"] for line in lines] == [
        "settled",
        "broker is redis://:***@host:6379/0",
        "signed_in",
        "failed",
    ]


def test_no_line_holds_a_secret(lines: list[dict[str, Any]]) -> None:
    """Nor a local variable of a traceback."""
    assert "hush" not in json.dumps(lines).replace('card = \\"hush\\"', "")
    assert lines[2]["password"] == lines[2]["sessionid"] == lines[2]["seed"] == "***"
    assert "ValueError: no such box" in lines[3]["exception"]


def test_without_the_filter_the_secret_would_be_there() -> None:
    """The alarm rings: the same event, unfiltered, holds what the filter removes."""
    event = {"event": "x", "password": "hush", "url": "redis://:hush@host"}
    assert "hush" in json.dumps(event)
    assert "hush" not in json.dumps(redact_secrets(None, "info", dict(event)))


@pytest.mark.parametrize("asynchronous", [False, True])
@pytest.mark.parametrize(
    ("given", "kept"),
    [("trace-42.abc_DEF", True), ("short", False), ("evil\nline", False), ("x" * 65, False)],
)
def test_a_request_has_an_id_from_its_first_line_to_its_answer(
    asynchronous: bool, given: str, kept: bool, caplog: pytest.LogCaptureFixture
) -> None:
    seen: list[dict[str, Any]] = []

    def view(_request: HttpRequest) -> HttpResponse:
        seen.append(structlog.contextvars.get_contextvars())
        return HttpResponse(status=404)

    async def async_view(request: HttpRequest) -> HttpResponse:
        return view(request)

    async def answered() -> HttpResponse:
        request = AsyncRequestFactory().get("/tables/7/", {"key": "hush"}, headers=headers)
        return await RequestLog(async_view)(request)  # type: ignore[misc]

    headers = {"X-Request-Id": given}
    with caplog.at_level(logging.INFO, "casino.http"):
        if asynchronous:
            response = asyncio.run(answered())
        else:
            request = RequestFactory().get("/tables/7/", {"key": "hush"}, headers=headers)
            response = RequestLog(view)(request)
    request_id = response["X-Request-Id"]
    assert (request_id == given) is kept
    assert len(request_id) >= 8
    assert seen == [{"request": request_id}]
    [record] = caplog.records
    line = record.msg
    assert isinstance(line, dict)
    assert line.pop("ms") >= 0
    assert line | {"timestamp": ""} == {
        "event": "request",
        "method": "GET",
        "path": "/tables/7/",
        "status": 404,
        "request": request_id,
        "level": "info",
        "logger": "casino.http",
        "process": "command",
        "timestamp": "",
    }
    assert structlog.contextvars.get_contextvars() == {}
