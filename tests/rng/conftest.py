"""Processes of their own, for what is true of a whole process: its self-tests, its death."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.fork_server import ForkedProcess, ForkServer

ROOT = Path(__file__).resolve().parents[2]

Run = Callable[[str], str]
Start = Callable[[str], ForkedProcess]


@pytest.fixture
def new_process() -> Run:
    """Run code in a fresh interpreter and return what it printed; it must end well."""

    def run(code: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="session")
def nursery(django_db_setup: None) -> Iterator[ForkServer]:
    """A process that forks others, which use the test's database and shoe key."""
    from django.conf import settings
    from django.db import connection

    database = connection.settings_dict
    url = (
        f"postgresql://{database['USER']}:{database['PASSWORD']}@/{database['NAME']}"
        f"?host={database['HOST']}" + (f"&port={database['PORT']}" if database["PORT"] else "")
    )
    nursery = ForkServer(
        {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "casino.settings",
            "DATABASE_URL": url,
            "SHOE_KEY": settings.SHOE_KEY,
        },
        # What the processes import.
        *(f"casino.rng.{name}" for name in ("conformity.gate", "contributions", "draws", "shoes")),
    )
    yield nursery
    nursery.close()


@pytest.fixture
def house_process(nursery: ForkServer) -> Iterator[Start]:
    """Start code in a process of its own, which ends with the test."""
    started: list[ForkedProcess] = []

    def start(code: str) -> ForkedProcess:
        process = nursery.start(code)
        started.append(process)
        return process

    yield start
    for process in started:
        process.close()
