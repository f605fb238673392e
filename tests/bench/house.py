"""The casino's own processes, on the database and Redis that the bench was started with."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

import psycopg
import redis as redis_client

from casino.embedded.serve import rng_workers
from tests.bench import cpu
from tests.fork_server import ForkedProcess, ForkServer
from tests.forking_launcher import MODULES
from tests.house import FORKS, OPENS_WITHIN

ROOT: Final = Path(__file__).resolve().parents[2]
BIN: Final = Path(sys.executable).parent

EMPTY: Final = "/empty"
"""What `unthrottled` answers at once."""

Server = Literal["daphne", "uvicorn"]


class NotOpen(Exception):
    """A web process of the bench does not answer; the message is a sentence for the keyboard."""


OPEN_TO_ALL: Final = {
    # Measured is the play, not the players' pauses before it.
    "SHOE_CONTRIBUTIONS": "none",
    "DRAW_CONTRIBUTIONS": "none",
    # All receivers are visitors from this machine.
    "SOCKETS_PER_ADDRESS": "100000",
    "API_PER_MINUTE": "1000000",
}
_PROGRAM: Final = """
import os, signal
from casino.embedded.supervisor import death_signal_setup
death_signal_setup(os.getppid(), signal.SIGKILL)()
log = os.open({log!r}, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
os.dup2(log, 1)
os.dup2(log, 2)
from tests.forking_launcher import run_program
run_program({command!r})
"""


@dataclass(frozen=True, slots=True)
class Process:
    """A process that the bench started."""

    name: str
    popen: "subprocess.Popen[str] | ForkedProcess"
    port: int = 0

    @property
    def pid(self) -> int:
        return self.popen.pid

    @property
    def origin(self) -> str:
        """Return where its web pages are."""
        return f"http://127.0.0.1:{self.port}"

    def table(self, table_id: int) -> str:
        """Return the address of a table's socket."""
        return f"ws://127.0.0.1:{self.port}/ws/tables/{table_id}/?deltas"


@dataclass
class House:
    """Starts processes, knows their CPU time, and ends them all."""

    log: Path
    """Where the processes write."""
    env: dict[str, str] = field(default_factory=lambda: dict(OPEN_TO_ALL))
    """Added to the environment of its processes."""
    nursery: ForkServer | None = None
    """Forks those of the casino, where only whether they run is asked for."""
    postgres: int = 0
    redis: int = 0
    staffed: list[Process] = field(default_factory=list)
    """The workers and the croupier."""
    _running: list[Process] = field(default_factory=list)

    def __post_init__(self) -> None:
        with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
            backend = connection.execute("select pg_backend_pid()").fetchone()
            assert backend is not None
            self.postgres = cpu.parent(backend[0])
        with redis_client.Redis.from_url(os.environ["REDIS_URL"]) as client:
            self.redis = int(client.info("server")["process_id"])

    def start(self, name: str, *command: str, port: int = 0) -> Process:
        """Start a command of the virtual environment."""
        if (BIN / command[0]).exists():
            command = (str(BIN / command[0]), *command[1:])
        log = self.log / f"{name}.log"
        popen = self._forked(log, command) if self.nursery else self._started(log, command)
        process = Process(name, popen, port)
        self._running.append(process)
        return process

    def _forked(self, log: Path, command: Sequence[str]) -> ForkedProcess:
        assert self.nursery is not None
        return self.nursery.start(_PROGRAM.format(log=str(log), command=command))

    def _started(self, log: Path, command: Sequence[str]) -> "subprocess.Popen[str]":
        with log.open("a") as written:
            return subprocess.Popen(
                command,
                cwd=ROOT,
                env={**os.environ, **self.env},
                stdin=subprocess.DEVNULL,
                stdout=written,
                stderr=written,
                text=True,
            )

    def web(self, server: Server, app: str = "casino.asgi:application") -> Process:
        """Start a web process as the Procfile does, and wait until it answers.

        Raises `NotOpen`.
        """
        port = free_port()
        if server == "daphne":
            command = ["python", "-m", "casino.asgi_servers.daphne", "-v", "0", "-b", "127.0.0.1"]
            command += ["-p", str(port), app]
        else:
            command = ["uvicorn", "--host", "127.0.0.1", "--port", str(port)]
            command += ["--ws", "websockets-sansio", "--lifespan", "off", "--no-access-log"]
            command += ["--log-level", "warning", app]
        process = self.start(f"web-{server}", *command, port=port)
        deadline = time.monotonic() + OPENS_WITHIN
        while True:
            if process.popen.poll() is not None or time.monotonic() > deadline:
                log = self.log / f"{process.name}.log"
                why = ": ".join(log.read_text().strip().splitlines()[-1:])
                raise NotOpen(f"{server} does not answer at port {port} ({why}), see {log}.")
            page = f"{process.origin}/sign-in/"
            with contextlib.suppress(OSError), urllib.request.urlopen(page, timeout=5):  # noqa: S310
                return process
            time.sleep(0.1)

    def staff(self) -> None:
        """Start the workers and the croupier as `make run` does, each line of the Procfile."""
        for name in ("settlement", "rng", "croupier"):
            self._staff(name)

    def _staff(self, name: str) -> None:
        lines = (ROOT / "Procfile").read_text().splitlines()
        (command,) = [line.partition(": ")[2] for line in lines if line.startswith(f"{name}: ")]
        for _ in range(rng_workers() if name == "rng" else 1):
            self.staffed.append(self.start(name, *command.split()))

    def relieve(self, name: str) -> None:
        """Stop the staff of a line; `staff_again` brings it back."""
        usual = [process for process in self.staffed if process.name == name]
        self.stop(*usual)
        self.staffed = [process for process in self.staffed if process not in usual]

    def staff_again(self, name: str, instead: Process) -> None:
        """End who stood in for the staff of a line, and start it: the next part needs it."""
        self.stop(instead)
        self._staff(name)

    def stop(self, *processes: Process) -> None:
        """End some processes, or all; kill what does not end within ten seconds."""
        for process in processes or tuple(self._running):
            process.popen.send_signal(signal.SIGTERM)
        for process in processes or tuple(self._running):
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.popen.wait(10)
            if process.popen.poll() is None:
                process.popen.kill()
                process.popen.wait()
            self._running.remove(process)

    def cpu(self, *processes: Process, servers: bool = False) -> cpu.Used:
        """Return the CPU time of processes, with those of PostgreSQL and Redis when asked."""
        pids = [process.pid for process in processes]
        return cpu.used([*pids, self.postgres, self.redis] if servers else pids)


@contextlib.contextmanager
def house(log: Path, *, forked: bool = False, **env: str) -> Iterator[House]:
    """Give a house whose processes have `env` too, and end all of them afterwards.

    They are forked where that is asked for and can be done, which spares most of their start.
    """
    log.mkdir(parents=True, exist_ok=True)
    built = House(log, {**OPEN_TO_ALL, **env})
    if forked and FORKS:
        built.nursery = ForkServer({**os.environ, **built.env}, *MODULES)
    try:
        yield built
    finally:
        built.stop()
        if built.nursery is not None:
            built.nursery.close()


def free_port() -> int:
    """Return a loopback port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
