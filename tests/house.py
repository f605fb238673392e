"""A house of real processes for tests: web, workers and croupier under their own supervisor.

It has a fresh database on the server that DATABASE_URL names, a Redis of its own, and a port of its
own, so that nothing it does is seen by another house or by the tests' own database.
"""

import contextlib
import hashlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

import psycopg
from psycopg.sql import SQL, Identifier

from casino.embedded.redis import free_port
from casino.embedded.supervisor import death_signal_setup
from tests.command_runner import CommandRunner

ROOT = Path(__file__).resolve().parent.parent
OPENS_WITHIN = 300
"""Seconds until a house must be open, on a busy machine."""
PASSWORD = "sabot-demo"
FORKS: Final = sys.platform == "linux"
LAUNCHERS: Final = {False: "casino.embedded", True: "tests.forking_launcher"}
UNWANTED: Final = (
    *("DATABASE_URL", "REDIS_URL", "MAKELEVEL", "MAKEFLAGS", "PROCFILE"),
    *("METRICS_HOST", "METRICS_PORT", "OTEL_EXPORTER_OTLP_ENDPOINT"),
)
"""Of the tests' own environment: a house has its own, or none."""
FROM_ONE_ADDRESS = ("PLAY_MONEY_PER_ADDRESS", "SIGN_UPS_PER_ADDRESS", "SIGN_UPS_PER_NETWORK")
"""Limits per address; all players of a test share one."""


@dataclass
class House:
    """A running house, as a test sees it."""

    var: Path
    """Where it keeps its keys, logs and process ids."""
    port: int
    database_url: str | None
    """`None` starts an embedded PostgreSQL below `var` too."""
    redis_url: str | None = None
    env: dict[str, str] = field(default_factory=dict)
    """Added to the environment of its processes."""
    forked: bool = False
    """Whether its processes are forked from a launcher that has imported the casino (Linux)."""
    launcher: str = ""
    """The module that starts it; the usual one of its kind where it is empty."""
    demo: bool = True
    """Whether the people and tables of the demo house are in it."""
    process: "subprocess.Popen[bytes] | None" = None
    command_runner: CommandRunner | None = None
    """Runs its management commands, from the first one on; one that is gone is replaced."""

    @property
    def base_url(self) -> str:
        """Where a browser finds it, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws_url(self) -> str:
        """The same for WebSockets."""
        return f"ws://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        """Everything its processes wrote."""
        return self.var / "log" / "house.log"

    @property
    def webs(self) -> tuple[str, ...]:
        """The names of its web processes."""
        return _named("web", self.env.get("WEB_PROCESSES"))

    @property
    def rngs(self) -> tuple[str, ...]:
        """The names of its workers that make chance."""
        return _named("rng", self.env.get("RNG_WORKERS"))

    def environment(self) -> dict[str, str]:
        """Return the environment of its processes; servers that are its own are not in it."""
        inherited = {name: value for name, value in os.environ.items() if name not in UNWANTED}
        urls = {"DATABASE_URL": self.database_url, "REDIS_URL": self.redis_url}
        return {
            **inherited,
            **{name: url for name, url in urls.items() if url},
            # Shoes and draws are made at once: whoever tests the ceremony says so.
            "SHOE_CONTRIBUTIONS": "none",
            "DRAW_CONTRIBUTIONS": "none",
            # All players of a test come from one address.
            **dict.fromkeys(FROM_ONE_ADDRESS, "1000000"),
            # To start one costs CPU: whoever tests several says so.
            "WEB_PROCESSES": "1",
            "RNG_WORKERS": "1",
            "SABOT_VAR": str(self.var),
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            **self.env,
        }

    def start(self) -> None:
        """Start the supervisor, as `make run` does, without waiting."""
        self._dismiss()
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as log:
            launcher = self.launcher or LAUNCHERS[self.forked]
            self.process = subprocess.Popen(
                [sys.executable, "-m", launcher, "serve", *(["--demo"] if self.demo else [])],
                cwd=ROOT,
                env=self.environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=_as_in_a_terminal(),
            )

    def open(self) -> None:
        """Start it and wait until it says that it is open."""
        self.start()
        assert self.process is not None
        deadline = time.monotonic() + OPENS_WITHIN
        while not self.is_open():
            if self.process.poll() is not None or time.monotonic() > deadline:
                written = self.log.read_text()
                self.stop()
                raise AssertionError(f"The house did not open:\n{written[-8000:]}")
            time.sleep(0.1)

    def recover(self) -> None:
        """Wait until every part is well again; open the house when it was closed or killed."""
        assert self.process is not None
        if self.process.poll() is not None:
            self.open()
        deadline = time.monotonic() + OPENS_WITHIN
        while (found := self.health())[0] != 200:
            assert time.monotonic() < deadline, found
            time.sleep(0.1)

    def is_open(self) -> bool:
        """Say whether the banner has been printed and every part is well."""
        return b"Sabot is open" in self.log.read_bytes() and self.health()[0] == 200

    def health(self) -> tuple[int, str]:
        """Return status and body of /healthz?all; status 0 when nobody answers."""
        try:
            with urllib.request.urlopen(f"{self.base_url}/healthz?all", timeout=30) as answer:  # noqa: S310
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except OSError as error:
            return 0, str(error)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ask the supervisor to close the house; return its exit code."""
        assert self.process is not None
        self._dismiss()
        if self.process.poll() is None:
            self.process.send_signal(how)
        return self.process.wait(OPENS_WITHIN)

    def _dismiss(self) -> None:
        """End the command runner: it knows the servers of one opening only."""
        if self.command_runner is not None:
            self.command_runner.stop()
            self.command_runner = None

    def pid(self, name: str) -> int:
        """Return the process id of one of `webs`, `croupier`, `rng`, `settlement` or a server."""
        deadline = time.monotonic() + OPENS_WITHIN
        while True:
            with contextlib.suppress(FileNotFoundError, ValueError):
                return int((self.var / "run" / f"{name}.pid").read_text())
            if time.monotonic() > deadline:
                raise AssertionError(f"{name} does not run")
            time.sleep(0.02)

    def kill(self, name: str) -> int:
        """Kill a process as the kernel would when memory runs out; return its id."""
        pid = self.pid(name)
        os.kill(pid, signal.SIGKILL)
        return pid

    def manage(self, *command: str) -> str:
        """Run a management command in the house; return what it printed."""
        if self.command_runner is None or self.command_runner.has_ended:
            environment = {"DJANGO_SETTINGS_MODULE": "casino.settings", **self.environment()}
            log = self.var / "command_runner.log"
            self.command_runner = CommandRunner(environment | self.running_urls(), log)
        return self.command_runner.run(command)

    def running_urls(self) -> dict[str, str]:
        """Return DATABASE_URL and REDIS_URL of the running house."""
        run = self.var / "run"
        return {
            "DATABASE_URL": self.database_url or (run / "database.url").read_text().strip(),
            "REDIS_URL": self.redis_url or (run / "redis.url").read_text().strip(),
        }

    def connect(self) -> "psycopg.Connection[tuple[Any, ...]]":
        """Return a connection to its database, in autocommit mode, as the server's superuser."""
        return psycopg.connect(self.signed_in("sabot"), autocommit=True)

    def signed_in(self, role: str) -> str:
        """Return the URL of its database for a role of its own server; else its usual one."""
        url = self.running_urls()["DATABASE_URL"]
        return url if self.database_url else url.replace("//sabot_house@", f"//{role}@")


def _named(line: str, count: str | None) -> tuple[str, ...]:
    """Return the names of the processes that a line of the Procfile is started as."""
    if count is None or count == "1":
        return (line,)
    return tuple(f"{line}.{nth + 1}" for nth in range(int(count)))


def _as_in_a_terminal() -> Callable[[], None]:
    """Return what the supervisor does first: it dies with us, and hears SIGHUP despite `nohup`."""
    die = death_signal_setup(os.getpid(), signal.SIGTERM)

    def prepare() -> None:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        if die is not None:
            die()

    return prepare


@contextlib.contextmanager
def open_folder() -> Iterator[Path]:
    """Lend a folder that the server's account may pass, when we are root.

    Its name is short: a longer one has its socket elsewhere.
    """
    with tempfile.TemporaryDirectory(prefix="sabot-", ignore_cleanup_errors=True) as folder:
        path = Path(folder)
        path.chmod(0o711)
        yield path


_reserved: Final[list[socket.socket]] = []


def own_port() -> int:
    """Return a port of the loopback interface that is given to nobody else while we live.

    It stays bound without listening: on Linux a server that sets SO_REUSEADDR may listen there, but
    the kernel chooses it for nobody who asks for any port.
    """
    if sys.platform != "linux":
        return free_port()
    reserved = socket.socket()
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    reserved.bind(("127.0.0.1", 0))
    _reserved.append(reserved)
    port: int = reserved.getsockname()[1]
    return port


def own_ports(count: int) -> int:
    """Return the first of so many ports in a row, each as of `own_port`."""
    while True:
        first = own_port()
        row: list[socket.socket] = []
        try:
            for port in range(first + 1, first + count):
                row.append(socket.socket())
                row[-1].setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                row[-1].bind(("127.0.0.1", port))
        except (OSError, OverflowError):
            for each in row:
                each.close()
        else:
            _reserved.extend(row)
            return first


@contextlib.contextmanager
def run_house(var: Path, launcher: str = "", **env: str) -> Iterator[House]:
    """Give an open house on a fresh database, and close it and drop the database afterwards."""
    template, keys = seeded_database()
    with fresh_database(template) as url:
        shutil.copytree(keys, var / "keys")
        house = House(var, own_port(), url, env=env, forked=FORKS, launcher=launcher)
        try:
            house.open()
            yield house
        finally:
            if house.process is not None:
                house.stop()


@contextlib.contextmanager
def run_empty_house(var: Path, **env: str) -> Iterator[House]:
    """Give an open house with nobody in it, on a database that is migrated and empty."""
    with fresh_database(migrated_database()) as url:
        house = House(var, own_port(), url, env=env, forked=FORKS, demo=False)
        try:
            house.open()
            yield house
        finally:
            if house.process is not None:
                house.stop()


@contextlib.contextmanager
def run_web_process(house: House, procfile: str = "Procfile", **env: str) -> Iterator[str]:
    """Run one more web process of an open house, as this Procfile starts it; give its address."""
    port = own_port()
    line = next(
        each for each in (ROOT / procfile).read_text().splitlines() if each.startswith("web: ")
    )
    command = line.removeprefix("web: ").removeprefix("python -m ")
    command = command.replace("$HOST", "127.0.0.1").replace("$PORT", str(port))
    with house.log.open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", *command.split()],
            cwd=ROOT,
            env={**house.environment(), **house.running_urls(), "PORT": str(port), **env},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            preexec_fn=death_signal_setup(os.getpid(), signal.SIGTERM),
        )
    try:
        address = f"http://127.0.0.1:{port}"
        deadline = time.monotonic() + OPENS_WITHIN
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            assert process.poll() is None, house.log.read_text()[-4000:]
            assert time.monotonic() < deadline, "no web process"
            time.sleep(0.05)
        yield address
    finally:
        process.terminate()
        process.wait(OPENS_WITHIN)


@contextlib.contextmanager
def fresh_database(template: str = "template1") -> Iterator[str]:
    """Give the URL of a new database on the tests' server, and drop it afterwards."""
    server = os.environ["DATABASE_URL"]
    name = f"house_{uuid4().hex[:12]}"
    with psycopg.connect(server, autocommit=True) as connection:
        _copy(connection, template, name)
    try:
        yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(SQL("drop database {} with (force)").format(Identifier(name)))


def migrated_database() -> str:
    """Return the name of a database that is migrated and empty, which whoever is first makes.

    Migrations take more than a CPU second, a copy a tenth of it. The name changes with the
    migrations, so that a server which outlives the tests has no old one for them.
    """
    name = f"migrated_{_digest(lambda path: path.parent.name in ('migrations', 'sql'))}"
    with _alone_on_the_server("migrated") as server:
        if not server.execute("select 1 from pg_database where datname = %s", [name]).fetchone():
            with fresh_database() as url, tempfile.TemporaryDirectory() as var:
                subprocess.run(
                    [sys.executable, "manage.py", "migrate", "--no-input", "-v0"],
                    cwd=ROOT,
                    env=House(Path(var), 0, url).environment(),
                    check=True,
                )
                _copy(server, urlsplit(url).path.lstrip("/"), name)
    return name


@cache
def seeded_database() -> tuple[str, Path]:
    """Return the name of a database with the demonstration in it, and the folder of its keys.

    To seed a house takes four CPU seconds. The name changes with all that may be seeded.
    """
    name = f"demo_{_digest(lambda path: path.suffix in ('.py', '.sql', '.toml'))}"
    keys = Path(os.environ["SABOT_VAR"]).resolve() / name
    template = migrated_database()
    with _alone_on_the_server("seeded") as server:
        found = server.execute("select 1 from pg_database where datname = %s", [name]).fetchone()
        if not (found and keys.exists()):
            server.execute(SQL("drop database if exists {}").format(Identifier(name)))
            shutil.rmtree(keys, ignore_errors=True)
            with fresh_database(template) as url, tempfile.TemporaryDirectory() as var:
                subprocess.run(
                    [sys.executable, "-m", "casino.embedded.prepare", "--demo"],
                    cwd=ROOT,
                    env={
                        **House(Path(var), 0, url).environment(),
                        "REDIS_URL": os.environ["REDIS_URL"],
                    },
                    stdout=subprocess.DEVNULL,
                    check=True,
                )
                with psycopg.connect(url, autocommit=True) as seeded:
                    # A copy of a database in use is what a house refuses to open.
                    seeded.execute("truncate players_databaseidentity")
                shutil.copytree(Path(var) / "keys", keys)
                _copy(server, urlsplit(url).path.lstrip("/"), name)
    return name, keys


@contextlib.contextmanager
def _alone_on_the_server(making: str) -> Iterator["psycopg.Connection[tuple[Any, ...]]"]:
    """Connect to the server, while nobody else makes the same; the tests of a grown tree do, too.

    In one database for all: such a lock is the database's in which it is taken.
    """
    url = os.environ["DATABASE_URL"]
    with psycopg.connect(url, dbname="postgres", autocommit=True) as server:
        server.execute("select pg_advisory_lock(hashtext(%s))", [making])
        yield server


def _digest(counts: Callable[[Path], bool]) -> str:
    """Return a few digits for the packages and those of the project's files that count."""
    found = hashlib.sha256((ROOT / "requirements.txt").read_bytes())
    for package in ("casino", "tables"):
        for path in sorted((ROOT / package).rglob("*")):
            if counts(path) and path.is_file():
                found.update(path.read_bytes())
    return found.hexdigest()[:12]


def _copy(server: "psycopg.Connection[tuple[Any, ...]]", database: str, name: str) -> None:
    server.execute(
        SQL("create database {} template {}").format(Identifier(name), Identifier(database))
    )
