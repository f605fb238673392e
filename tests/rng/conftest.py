"""Processes of their own, for what is true of a whole process: its self-tests, its death."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

Run = Callable[[str], str]


@pytest.fixture
def new_process() -> Run:
    """Run code in a fresh interpreter and return what it printed; it must end well."""

    def run(code: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture
def house_process() -> Iterator[Callable[[str], "subprocess.Popen[str]"]]:
    """Start code in a fresh interpreter that uses the test's database and shoe key."""
    from django.conf import settings
    from django.db import connection

    database = connection.settings_dict
    url = (
        f"postgresql://{database['USER']}:{database['PASSWORD']}@/{database['NAME']}"
        f"?host={database['HOST']}" + (f"&port={database['PORT']}" if database["PORT"] else "")
    )
    started: list[subprocess.Popen[str]] = []

    def start(code: str) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [sys.executable, "-c", "import django; django.setup()\n" + code],
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
                "DJANGO_SETTINGS_MODULE": "casino.settings",
                "DATABASE_URL": url,
                "SHOE_KEY": settings.SHOE_KEY,
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()
