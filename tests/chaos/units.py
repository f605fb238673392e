"""The units of `deploy/systemd` without systemd: a `systemctl` of our own starts and ends them.

So an administrator's commands run as docs/operating.md and docs/rotating-keys.md have them.
"""

import contextlib
import http.client
import os
import re
import shlex
import signal
import socketserver
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit, urlunsplit

import redis

from casino.embedded.supervisor import death_signal_setup
from tests.chaos.rolling import GONE_WITHIN, WITHIN, until
from tests.house import FROM_ONE_ADDRESS, House, own_port
from tests.operating_page import adapted
from tests.proxies import PROXIES, Proxy

INSTALLED: Final = "/opt/sabot"
"""Where the units say that the sources lie."""
ENVIRONMENT: Final = "/etc/sabot/environment"
ORDER: Final = ("rng@1", "rng@2", "settlement@1", "croupier@1", "metrics")
"""The units of `sabot.target` beside those of web processes."""
WEB_PORTS: Final = ("8001", "8002")
KEPT: Final = ("HOME", "LANG", "SSL_CERT_FILE")
"""Of the tests' own environment in an administrator's shell."""
SYSTEMCTL: Final = """#!{python} -S
import socket, sys
with socket.socket(socket.AF_UNIX) as asked:
    asked.connect({address!r})
    asked.sendall(" ".join(sys.argv[1:]).encode() + b"\\n")
    answer = asked.makefile().read()
sys.exit(answer or 0)
"""
"""What asks `Units`, and ends with what it answers: nothing where all went well."""


class Unit:
    """A process as its unit file says."""

    def __init__(self, name: str, file: Path, environment: Path, log: Path) -> None:
        self.name = name
        self._file = file
        self._environment = environment
        self._log = log
        self._metrics = own_port()
        self._process: subprocess.Popen[bytes] | None = None
        self.took = 0.0
        """Seconds that the last one took to end."""

    def start(self) -> None:
        """Start what the file names now, with the environment that is written now."""
        assert self._process is None
        nth = self.name.partition("@")[2]
        text = self._file.read_text().replace("%i", nth)
        said = dict(re.findall(r"^(\w+)=(.*)$", text, re.MULTILINE))
        own = re.findall(r"^Environment=(.*)$", text, re.MULTILINE)
        given = dict(each.split("=", 1) for line in own for each in line.split())
        assert said["EnvironmentFile"] == ENVIRONMENT
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                shlex.split(said["ExecStart"]),
                cwd=said["WorkingDirectory"],
                env={
                    "PATH": os.environ["PATH"],
                    **given,
                    # This machine has given the ports of the units to others.
                    "METRICS_PORT": str(self._metrics),
                    **read_environment(self._environment),
                },
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=death_signal_setup(os.getpid(), signal.SIGKILL),
            )

    def end(self) -> None:
        """Tell it to end, and wait until it has."""
        if self._process is None:
            return
        began = time.monotonic()
        assert self._process.poll() is None, f"{self.name} has ended by itself"
        self._process.terminate()
        self._process.wait(WITHIN)
        self.took = time.monotonic() - began
        self._process = None
        if self.name.startswith("web@"):
            assert self.took < GONE_WITHIN, f"{self.name} ended after {self.took:.1f} s"

    @property
    def folder(self) -> str:
        """The folder in which it runs."""
        assert self._process is not None
        return os.readlink(f"/proc/{self._process.pid}/cwd")

    @property
    def well(self) -> bool:
        """Whether it runs; of a web process, whether `/readyz` says so."""
        if self._process is None or self._process.poll() is not None:
            return False
        line, _, port = self.name.partition("@")
        if line != "web":
            return True
        with contextlib.suppress(OSError, http.client.HTTPException):
            asked = http.client.HTTPConnection("127.0.0.1", int(port), timeout=10)
            with contextlib.closing(asked):
                asked.request("GET", "/readyz")
                return asked.getresponse().status == 200
        return False


def read_environment(file: Path) -> dict[str, str]:
    """Return the variables of a file that systemd reads."""
    lines = (each for each in file.read_text().splitlines() if each)
    return dict(each.split("=", 1) for each in lines)


def write_environment(file: Path, **changed: str) -> None:
    """Change variables of such a file; an empty one goes."""
    kept = {**(read_environment(file) if file.exists() else {}), **changed}
    lines = [f"{name}={value}\n" for name, value in kept.items() if value]
    draft = file.with_suffix(".new")
    draft.write_text("".join(lines))
    draft.chmod(0o600)
    draft.replace(file)


class Units:
    """All units of a house below a folder that stands for the root of the machine."""

    def __init__(self, root: Path, ports: tuple[int, int]) -> None:
        self.environment = root / "environment"
        self.files = root / "system"
        self.log = root / "journal"
        self._bin = root / "bin"
        self._ports = tuple(map(str, ports))
        self._root = root
        for each in (self.files, self._bin):
            each.mkdir()
        names = (*ORDER, *(f"web@{port}" for port in self._ports))
        self._units = {
            name: Unit(name, self._file(name), self.environment, self.log) for name in names
        }
        script = self._bin / "systemctl"
        address = str(root / "systemd")
        script.write_text(SYSTEMCTL.format(python=sys.executable, address=address))
        script.chmod(0o755)
        handler = type("Handler", (_Handler,), {"units": self})
        # One thread for all: the kernel takes its end for the end of who started the processes.
        self._server = socketserver.UnixStreamServer(address, handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def _file(self, name: str) -> Path:
        line, at, _ = name.partition("@")
        return self.files / f"sabot-{line}{at}.service"

    def install(self, source: Path) -> None:
        """Install the unit files of a release whose sources lie here."""
        for file in (source / "deploy" / "systemd").glob("*.service"):
            (self.files / file.name).write_text(adapted(file.read_text(), {INSTALLED: str(source)}))

    def handle(self, *words: str) -> str:
        """Do what `systemctl` was asked for; return what is wrong, or nothing."""
        match words:
            case ["daemon-reload"]:
                return ""
            case ["start" | "stop" | "restart" as what, *names]:
                for name in names:
                    unit = self._units.get(name.removeprefix("sabot-"))
                    if unit is None:
                        return f"Unit {name} not found."
                    if what != "start":
                        unit.end()
                    if what != "stop":
                        unit.start()
                return ""
        return f"Unknown command: {words}"

    def run(self, script: str, folder: Path, changes: Mapping[str, str] = {}) -> str:
        """Run an administrator's commands in a folder; return what they have said."""
        ports = dict(zip(WEB_PORTS, self._ports, strict=True))
        for old, new in {**ports, ENVIRONMENT: str(self.environment), **changes}.items():
            script = script.replace(old, new)
        done = subprocess.run(
            ["bash", "-euc", script],
            cwd=folder,
            env={
                **{name: os.environ[name] for name in KEPT if name in os.environ},
                "PATH": f"{self._bin}:{os.environ['PATH']}",
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{script}\n{done.stdout}\n{self.log.read_text()[-4000:]}"
        return done.stdout

    def systemctl(self, what: str) -> None:
        """Start or stop all of them, and wait until those that were started are well."""
        for name, unit in self._units.items():
            self.run(f"systemctl {what} sabot-{name}", self._root)
            if what == "start":
                until(lambda unit=unit: unit.well)  # type: ignore[misc]

    @property
    def ended_in(self) -> dict[str, float]:
        """The seconds that each took to end, the last time."""
        return {name: each.took for name, each in self._units.items()}

    @property
    def folders(self) -> set[str]:
        """The folders of the sources by which they run."""
        return {each.folder for each in self._units.values()}

    def close(self) -> None:
        """End all that runs."""
        try:
            self.systemctl("stop")
        finally:
            self._server.shutdown()
            self._thread.join()
            self._server.server_close()


class _Handler(socketserver.StreamRequestHandler):
    units: Units

    def handle(self) -> None:
        words = self.rfile.readline().decode().split()
        try:
            answer = self.units.handle(*words)
        except Exception as error:  # Whoever asked is told.
            answer = repr(error)
        self.wfile.write(answer.encode())


class HouseOfUnits(House):
    """A house that no supervisor of ours has opened: its processes are units."""

    units: Units
    source: Path
    """Where the sources lie by which its commands are run."""

    def environment(self) -> dict[str, str]:
        """Return the environment that is written for its processes now."""
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        return kept | read_environment(self.units.environment)

    def manage(self, *command: str) -> str:
        """Run a management command as an administrator does; return what it said."""
        return self.units.run(IN_ENVIRONMENT + shlex.join(("deploy/run", *command)), self.source)


IN_ENVIRONMENT: Final = f"set -a; . {ENVIRONMENT}; set +a\n"
"""How docs/operating.md has a shell read the environment of the units."""


@contextlib.contextmanager
def house_of_units(
    root: Path, proxy: str, source: Path, database: str, **environment: str
) -> Iterator[tuple[HouseOfUnits, Proxy]]:
    """Give a house of these sources on a database, and the proxy in front; nothing runs yet.

    `root` is a short path: a socket lies in it.
    """
    ports = own_port(), own_port()
    (root / "proxy").mkdir(mode=0o711)
    (root / "var").mkdir()
    front = PROXIES[proxy](root / "proxy", *ports)
    own_redis = urlunsplit(urlsplit(os.environ["REDIS_URL"])._replace(path="/8"))
    redis.Redis.from_url(own_redis).flushdb()
    units = Units(root, ports)
    house = HouseOfUnits(root / "var", ports[0], database, own_redis)
    house.units, house.source = units, source
    said = {
        "DATABASE_URL": database,
        "REDIS_URL": own_redis,
        "SABOT_VAR": str(house.var),
        "BEHIND_TLS": "1",
        "TRUSTED_ORIGINS": front.url,
        "API_PER_MINUTE": "100000",
        "SHOE_CONTRIBUTIONS": "none",
        "DRAW_CONTRIBUTIONS": "none",
        **dict.fromkeys(FROM_ONE_ADDRESS, "1000000"),
        **environment,
    }
    try:
        write_environment(units.environment, **said)
        units.install(source)
        yield house, front
    finally:
        units.close()
