"""`/livez`, `/readyz`, `/healthz`: what they say of this process and the house, and how soon."""

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from datetime import UTC
from typing import Any
from unittest.mock import ANY

import pytest
from django.conf import settings
from django.db import connection
from pytest_django import Settings

from casino.asgi_servers import draining
from casino.players.models import Player
from casino.process import fair_threads, healthz
from casino.process.healthz import KEPT, PATIENCE
from casino.process.heartbeat import PROCESSES, PresenceListener, record_heartbeat
from casino.rng.conformity.gate import agree
from casino.rng.models import ErrorState, SelfCheck
from tables.incidents import pauses
from tests.doors.asking import Asked, answer_to, ask
from tests.floor import open_house

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def servers_may_be_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a full machine one that is well would be taken for down."""
    monkeypatch.setattr(healthz, "PATIENCE", 300.0)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give servers the time that the house gives them."""
    monkeypatch.setattr(healthz, "PATIENCE", PATIENCE)


@pytest.fixture
def house() -> Iterator[dict[str, PresenceListener]]:
    """All processes of the house, as far as the others hear of them."""
    found = {name: PresenceListener(name) for name in PROCESSES}
    for name in PROCESSES:
        record_heartbeat(name, 3600)
    SelfCheck.objects.create(why="start", instance="worker", passed=True, said="2.0.0")
    eventually("ok")
    yield found
    for each in found.values():
        each.end()
    eventually("impaired")
    for name in PROCESSES:
        record_heartbeat(name)


@pytest.fixture
def silent() -> Iterator[int]:
    """A port that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


def health(query: str = "") -> tuple[int, Any]:
    """Ask anew; a croupier of other tests may just have let its beat last for seconds only."""
    time.sleep(KEPT)
    for name in PROCESSES:
        record_heartbeat(name, 3600)
    answer = ask(Asked("GET", "/healthz", query))
    said = json.loads(answer.body)
    if query == "all":
        assert said.pop("turns") == {"free": settings.THREADS - 1, "at_work": 0, "waiting": 0}
    return answer.status, said


def health_within_a_second() -> tuple[int, Any]:
    """Ask anew, until an answer has taken less than a second: a full machine may add to it."""
    for _ in range(100):
        time.sleep(KEPT)
        began = time.monotonic()
        answer = ask(Asked("GET", "/healthz", ""))
        if time.monotonic() - began < 1:
            return answer.status, json.loads(answer.body)
    raise AssertionError("no answer came within a second")


def eventually(status: str) -> None:
    deadline = time.monotonic() + 300
    while health()[1]["status"] != status:
        assert time.monotonic() < deadline


def test_a_house_that_is_well(house: object) -> None:
    parts = ("database", "threads", "redis", *PROCESSES)
    assert health() == health("all") == (200, {"status": "ok", **dict.fromkeys(parts, "ok")})


def test_a_process_that_runs_is_alive_and_one_that_can_serve_is_ready(
    house: dict[str, PresenceListener], settings: Settings
) -> None:
    def asked(path: str) -> tuple[int, Any]:
        time.sleep(KEPT)
        answer = ask(Asked("GET", path))
        return answer.status, json.loads(answer.body)

    alive = (200, {"status": "ok"})
    parts = dict.fromkeys(("database", "threads", "redis"), "ok")
    house["rng"].end()
    eventually("impaired")
    assert asked("/livez") == alive
    assert asked("/readyz") == (200, {"status": "ok", **parts}), "what it needs itself is well"
    real = settings.REDIS_URL
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert asked("/livez") == alive
    assert asked("/readyz") == (503, {"status": "down", **parts, "redis": "down"})
    settings.REDIS_URL = real


def test_a_process_that_drains_is_alive_and_not_ready(
    house: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Only here: the house's end waits for a process that says how the others are.
    with monkeypatch.context() as now:
        now.setattr(draining._state, "draining", True)
        for path, status, said in (
            ("/livez", 200, "ok"),
            ("/readyz", 503, "draining"),
            ("/healthz", 503, "draining"),
        ):
            answer = ask(Asked("GET", path))
            assert (answer.status, json.loads(answer.body)["status"]) == (status, said)
            assert answer.headers["connection"] == "close"


def test_a_process_whose_turns_never_come_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one that has lost them all: the database and Redis answer, and no player is let in."""

    async def asked() -> Any:
        await asyncio.sleep(KEPT)
        answer = await answer_to(Asked("GET", "/healthz", "all"))
        return answer.status, json.loads(answer.body)

    async def run() -> None:
        line = fair_threads.thread_queue()
        for number in range(line.figures.free):
            await line.acquire(number, number)
        monkeypatch.setattr(healthz, "PATIENCE", PATIENCE)
        status, said = await asked()
        assert (status, said["status"], said["threads"]) == (503, "down", "down")
        assert said["turns"] == {"free": 0, "at_work": settings.THREADS - 1, "waiting": 0}
        for number in range(line.figures.at_work):
            line.release(number, number)
        monkeypatch.setattr(healthz, "PATIENCE", 300.0)
        _, said = await asked()
        assert (said["threads"], said["turns"]["waiting"]) == ("ok", 0)

    asyncio.run(run())


@pytest.mark.parametrize("name", PROCESSES)
def test_a_part_that_ends_is_missed_and_this_process_stays(
    house: dict[str, PresenceListener], name: str
) -> None:
    house[name].end()
    eventually("impaired")
    status, said = health()
    assert (status, said[name]) == (200, "down")
    assert [part for part, how in said.items() if how == "down"] == [name]
    assert health("all") == (503, said)


def test_a_paused_table_is_told(house: object) -> None:
    table_id = open_house("Table suspendue").table_id
    assert "tables" not in health("all")[1]
    assert pauses.pause_table(table_id, "croupier.expire", "SealBroken")
    status, said = health("all")
    assert (status, said["status"], said["tables"]) == (503, "impaired", "paused")
    assert health()[0] == 200, "this process serves"


def test_a_closed_gate_is_told(house: object) -> None:
    cause = "entropy source kernel: repetition count"
    error = ErrorState.objects.create(cause=cause, instance="worker")
    assert health() == (200, {**health()[1], "status": "impaired", "rng": "closed"})
    status, said = health("all")
    assert (status, said["gate"]) == (503, gate("error_state", error, "raised_at"))
    assert cause in said["gate"]["why"]
    # Ended by two persons, it still stops those that had begun before.
    first, second = (Player.objects.create_user(name, password="x") for name in ("ann.a", "bob.b"))
    agree(error.pk, acting_operator=first)
    agree(error.pk, acting_operator=second)
    assert health("all")[1]["gate"] == gate("restart", error, "raised_at")
    SelfCheck.objects.create(why="start", instance="newer", passed=True, said="2.0.0")
    assert "gate" not in health("all")[1]
    assert health("all")[0] == 200


def gate(code: str, row: ErrorState | SelfCheck, moment: str) -> dict[str, object]:
    """What is said of a closed gate, whatever the words."""
    row.refresh_from_db()
    since = getattr(row, moment).astimezone(UTC).isoformat(timespec="seconds")
    return {"code": code, "since": since, "why": ANY}


def test_a_gate_is_closed_since_the_first_check_that_failed(house: object) -> None:
    def checked(*, passed: bool) -> SelfCheck:
        return SelfCheck.objects.create(
            why="demand", instance="web", passed=passed, said="2.0.0.json : autre / other"
        )

    checked(passed=False)
    checked(passed=True)
    began = checked(passed=False)
    time.sleep(1.1)
    checked(passed=False)
    said = health("all")[1]["gate"]
    assert said == gate("check_failed", began, "at")
    assert said["why"] == "2.0.0.json : autre / other"


def test_a_worker_whose_code_no_report_speaks_for_is_told(house: object) -> None:
    start, demand = SelfCheck.Why.START, SelfCheck.Why.DEMAND
    SelfCheck.objects.create(why=start, instance="old", passed=True, said="2.0.0")
    SelfCheck.objects.create(why=start, instance="new", passed=False, said="no report")
    # Another process, as an operator's, says nothing of the worker.
    SelfCheck.objects.create(why=demand, instance="web", passed=True, said="2.0.0")
    assert health()[1]["rng"] == "closed"
    SelfCheck.objects.create(why=start, instance="newer", passed=True, said="2.0.0")
    assert health()[1]["rng"] == "ok"
    # Files that an operator's process finds changed are those of the next worker too.
    SelfCheck.objects.create(why=demand, instance="web", passed=False, said="core/fall.py")
    assert health("all") == (503, {**health()[1], "status": "impaired", "rng": "closed"})
    SelfCheck.objects.create(why=SelfCheck.Why.DAILY, instance="newer", passed=True, said="2.0.0")
    assert health()[1]["rng"] == "ok"


def test_a_worker_that_never_verified_itself_is_told(house: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE rng_selfcheck")
    status, said = health("all")
    assert (status, said) == (503, {**health()[1], "status": "impaired", "rng": "closed"})
    assert said["gate"] == {"code": "not_verified", "since": None, "why": ANY}


@pytest.mark.usefixtures("hasty")
def test_a_database_that_says_nothing_is_down_within_a_second(
    house: object, settings: Settings, silent: int
) -> None:
    real = settings.DATABASES["default"]
    settings.DATABASES = {"default": {**real, "HOST": "127.0.0.1", "PORT": str(silent)}}
    status, said = health_within_a_second()
    assert (status, said["status"], said["database"]) == (503, "down", "down")
    settings.DATABASES = {"default": real}


@pytest.mark.usefixtures("hasty")
def test_a_redis_that_says_nothing_is_down_within_a_second(
    house: object, settings: Settings, silent: int
) -> None:
    real = settings.REDIS_URL
    settings.REDIS_URL = f"redis://127.0.0.1:{silent}/0"
    status, said = health_within_a_second()
    assert (status, said["status"], said["redis"]) == (503, "down", "down")
    assert {said[name] for name in PROCESSES} == {"unknown"}
    settings.REDIS_URL = real
