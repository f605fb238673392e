"""Launchers and supervisors as processes of their own, on folders of their own."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import psutil
import pytest

from tests.house import open_folder

ROOT = Path(__file__).resolve().parents[2]

Start = Callable[..., "subprocess.Popen[str]"]
ASCII: Final = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
"""A locale that knows no letter beyond ASCII, which Python would otherwise pass over."""


def clean_environment(**env: str) -> dict[str, str]:
    """Return this environment without servers, so that embedded ones are started."""
    servers = ("DATABASE_URL", "REDIS_URL")
    unwanted = (*servers, "MAKELEVEL", "MAKEFLAGS", "PORT", "HOST", "PROCFILE", "WEB_PROCESSES")
    kept = {name: value for name, value in os.environ.items() if name not in unwanted}
    # To start one costs two CPU seconds.
    return kept | {"RNG_WORKERS": "1"} | env


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """Not pytest's, which is closed to the server's account."""
    with open_folder() as folder:
        yield folder


@pytest.fixture
def var(tmp_path: Path) -> Path:
    """A house's folder that is not there yet."""
    return tmp_path / "var"


@pytest.fixture(scope="module")
def fresh_cluster() -> Iterator[Path]:
    """The files of a PostgreSQL that was made and stopped: to make them takes a CPU second."""
    with open_folder() as folder:
        command = [sys.executable, "-m", "casino.embedded", "run", "--", "true"]
        env = clean_environment(SABOT_VAR=str(folder / "var"))
        subprocess.run(command, cwd=ROOT, env=env, check=True)
        yield folder / "var" / "postgres"


@pytest.fixture
def founded(var: Path, fresh_cluster: Path) -> None:
    """Copy such files into the house's folder, for tests of something else than their making."""
    var.mkdir()
    subprocess.run(["cp", "-a", fresh_cluster, var], check=True)


@pytest.fixture
def start(var: Path) -> Iterator[Start]:
    """Start `python -m casino.embedded` with these words; end what is left of it afterwards."""
    started: list[subprocess.Popen[str]] = []

    def start(*words: str, **env: str) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [sys.executable, "-m", "casino.embedded", *words],
            cwd=ROOT,
            env=clean_environment(**{"SABOT_VAR": str(var), **env}),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(300)
            process.kill()
        process.communicate()


def processes_of(var: Path) -> list[psutil.Process]:
    """Return the living processes that were started for this folder."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if process.status() != psutil.STATUS_ZOMBIE and (
                str(var) in " ".join(process.cmdline())
                or process.environ().get("SABOT_VAR") == str(var)
            ):
                found.append(process)
    return found


def eventually(holds: Callable[[], object], seconds: float = 300) -> None:
    """Wait until something holds, on a busy machine."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not come true"
        time.sleep(0.05)
