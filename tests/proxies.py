"""nginx and HAProxy with the samples of `deploy/`, on ports and certificates of a test."""

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from casino.embedded.supervisor import death_signal_setup
from tests.certificates import write_certificates
from tests.house import ROOT, own_port

WITHIN: Final = 60.0
NGINX: Final = """daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log warn;
events {{ worker_connections 1024; }}
http {{
    log_format statuses '$status $request';
    access_log {folder}/access.log statuses;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/sabot.conf;
}}
"""
LOGGED: Final = """    log stdout format raw local0
"""
"""What the sample of HAProxy leaves to the machine's own log."""


@dataclass(frozen=True)
class Proxy:
    """A proxy, ready to be started."""

    name: str
    command: Sequence[str]
    check: Sequence[str]
    """The command that looks at its configuration only."""
    url: str
    authority: Path
    """The certificate that its clients trust."""
    log: Path

    def failures(self) -> list[str]:
        """Return the lines of its log with a status of 500 or more."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [each for each in lines if re.match(r"5\d\d ", each)]

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """Run it."""
        with self.log.with_suffix(".out").open("wb") as said, self.log.open("ab") as log:
            process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=said,
                preexec_fn=death_signal_setup(os.getpid(), signal.SIGKILL),
            )
        try:
            port = int(self.url.rpartition(":")[2])
            deadline = time.monotonic() + WITHIN
            while True:
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                    break
                assert process.poll() is None, self.log.with_suffix(".out").read_text()
                assert time.monotonic() < deadline, f"{self.name} does not listen"
                time.sleep(0.02)
            yield
        finally:
            process.terminate()
            process.wait(WITHIN)


def nginx(folder: Path, first: int, second: int) -> Proxy:
    """Write nginx' configuration, for web processes at two ports."""
    port, plain = own_port(), own_port()
    authority = write_certificates(folder, "proxy")
    sample = (ROOT / "deploy" / "nginx" / "sabot.conf").read_text()
    sample = replaced(
        sample,
        ("127.0.0.1:8001", f"127.0.0.1:{first}"),
        ("127.0.0.1:8002", f"127.0.0.1:{second}"),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("/etc/ssl/certs/casino.example.crt", str(folder / "proxy.crt")),
        ("/etc/ssl/private/casino.example.key", str(folder / "proxy.key")),
    )
    (folder / "sabot.conf").write_text(sample)
    main = folder / "nginx.conf"
    main.write_text(NGINX.format(folder=folder))
    command = (_program("nginx"), "-c", str(main), "-e", str(folder / "error.log"))
    url = f"https://127.0.0.1:{port}"
    return Proxy("nginx", command, (*command, "-t"), url, authority, folder / "access.log")


def haproxy(folder: Path, first: int, second: int) -> Proxy:
    """Write HAProxy's configuration, for web processes at two ports."""
    port, plain = own_port(), own_port()
    authority = write_certificates(folder, "proxy")
    together = (folder / "proxy.crt").read_text() + (folder / "proxy.key").read_text()
    (folder / "proxy.pem").write_text(together)
    sample = (ROOT / "deploy" / "haproxy" / "haproxy.cfg").read_text()
    sample = replaced(
        sample,
        ("127.0.0.1:8001", f"127.0.0.1:{first}"),
        ("127.0.0.1:8002", f"127.0.0.1:{second}"),
        ("bind :80", f"bind 127.0.0.1:{plain}"),
        ("bind :443", f"bind 127.0.0.1:{port}"),
        ("/etc/haproxy/casino.example.pem", str(folder / "proxy.pem")),
        ("global\n", f"global\n{LOGGED}"),
        ("    mode http\n", '    mode http\n    log global\n    log-format "%ST %HM %HU"\n'),
    )
    (folder / "haproxy.cfg").write_text(sample)
    command = (_program("haproxy"), "-f", str(folder / "haproxy.cfg"))
    url = f"https://127.0.0.1:{port}"
    return Proxy("haproxy", (*command, "-db"), (*command, "-c"), url, authority, folder / "log")


PROXIES: Final[dict[str, Callable[[Path, int, int], Proxy]]] = {"nginx": nginx, "haproxy": haproxy}


def replaced(text: str, *changes: tuple[str, str]) -> str:
    """Return a text with changes that each find their place."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def _program(name: str) -> str:
    found = shutil.which(name, path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin")
    assert found, f"{name} is not installed: `make setup-tests`"
    return found
