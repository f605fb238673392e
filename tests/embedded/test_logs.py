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


REQUESTS = """
import django
django.setup()
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import path
settings.ALLOWED_HOSTS = ["testserver"]
common = "django.middleware.common.CommonMiddleware"
settings.MIDDLEWARE = ["casino.process.logs.RequestLog", common]

class urls:
    handler500 = "django.views.defaults.server_error"
    urlpatterns = [path("fails/", lambda request: 1 / 0), path("", lambda request: HttpResponse())]

settings.ROOT_URLCONF = urls
browser = Client(raise_request_exception=False)
browser.get("/fails/", headers={"X-Request-Id": "trace-of-an-error"})
browser.get("/", headers={"X-Request-Id": "trace-of-a-host", "Host": "evil.example"})
"""


def said(program: str, **env: str) -> tuple[int, list[dict[str, Any]]]:
    """Return the exit code of a program of the house, and its lines; it says nothing else."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "DJANGO_SETTINGS_MODULE": "casino.settings", **env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def test_an_error_keeps_its_requests_id_and_a_foreign_host_is_a_quiet_line() -> None:
    code, lines = said(REQUESTS, SABOT_PROCESS="web")
    assert code == 0
    error, ended, host, refused = lines
    assert (error["level"], error["request"]) == ("error", "trace-of-an-error")
    assert "ZeroDivisionError" in error["exception"]
    assert (ended["status"], ended["request"]) == (500, "trace-of-an-error")
    assert "evil.example" in host["event"]
    assert (host["level"], host["request"]) == ("info", "trace-of-a-host")
    assert "exception" not in host
    assert (refused["status"], refused["level"]) == (400, "info")


def test_a_process_that_ends_badly_says_so_in_a_line_of_its_log() -> None:
    fails = "import django; django.setup(); raise ValueError('no such thing')"
    code, lines = said(fails, SABOT_PROCESS="croupier")
    assert code == 1
    [line] = lines
    assert (line["event"], line["level"]) == ("process_failed", "critical")
    assert line["process"] == "croupier"
    assert "ValueError: no such thing" in line["exception"]
