"""Two servers of Redis, and a Sentinel that promotes the replica once the primary is dead."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from redis import Redis
from redis.exceptions import RedisError

from casino.embedded.redis import find_server
from casino.embedded.supervisor import death_signal_setup
from tests.house import own_port

SERVICE: Final = "house"
PASSWORD: Final = "p@ss/w:rd"
SENTINEL_PASSWORD: Final = "of the sentinel"
_SERVER: Final = 'save ""\nappendonly no\nrepl-diskless-sync-delay 0\nrepl-ping-replica-period 1\n'
_SENTINEL: Final = """
requirepass {sentinel_password}
sentinel monitor {service} 127.0.0.1 {primary} 1
sentinel auth-pass {service} {password}
sentinel down-after-milliseconds {service} {calm}
sentinel failover-timeout {service} 3000
"""


CALM: Final = 600_000
"""Milliseconds of silence that the Sentinel bears: none that a busy machine makes is a failure."""
HASTY: Final = 300


@dataclass
class GuardedRedis:
    """The servers by their ports, and the URL that a house is given."""

    servers: "dict[int, subprocess.Popen[bytes]]"
    sentinel: int
    url: str

    def primary(self) -> int:
        """Return the port of the primary, as the Sentinel has it."""
        with _client(self.sentinel, SENTINEL_PASSWORD) as asked:
            state: Any = asked.sentinel_masters()[SERVICE]
        return int(state["port"])

    def replica(self) -> int:
        """Return the port of the other server."""
        return next(port for port in self.servers if port != self.primary())

    def address(self, port: int) -> str:
        """Return the URL of one of the three servers by itself."""
        password = SENTINEL_PASSWORD if port == self.sentinel else PASSWORD
        return f"redis://:{quote(password, '')}@127.0.0.1:{port}/0"

    def kill_primary(self) -> None:
        """Kill the primary, and wait until the replica is in its place."""
        former = self.primary()
        process = self.servers.pop(former)
        process.kill()
        process.wait()
        self._bear(HASTY)
        eventually(lambda: self.primary() != former)
        self._bear(CALM)
        eventually(lambda: _role(self.primary()) == "master")

    def _bear(self, silence: int) -> None:
        with _client(self.sentinel, SENTINEL_PASSWORD) as asked:
            asked.sentinel_set(SERVICE, "down-after-milliseconds", silence)


@contextmanager
def guarded_redis(folder: Path) -> Iterator[GuardedRedis]:
    """Run the three servers below a folder."""
    primary, replica, sentinel = own_port(), own_port(), own_port()
    processes = {}
    try:
        follows = f"replicaof 127.0.0.1 {primary}\n"
        auth = f'requirepass "{PASSWORD}"\nmasterauth "{PASSWORD}"\n'
        processes[primary] = _run(folder, primary, _SERVER + auth)
        eventually(lambda: _role(primary) == "master")
        processes[replica] = _run(folder, replica, _SERVER + auth + follows)
        eventually(lambda: _link(replica) == "up")
        conf = _SENTINEL.format(
            service=SERVICE,
            calm=CALM,
            primary=primary,
            password=f'"{PASSWORD}"',
            sentinel_password=f'"{SENTINEL_PASSWORD}"',
        )
        processes[sentinel] = _run(folder, sentinel, conf, "--sentinel")
        eventually(lambda: _replicas(sentinel) == 1)
        # Nobody listens at the first.
        url = (
            f"sentinel://:{quote(PASSWORD, '')}@127.0.0.1:1,127.0.0.1:{sentinel}/{SERVICE}/1"
            f"?sentinel_password={quote(SENTINEL_PASSWORD)}"
        )
        servers = {port: processes[port] for port in (primary, replica)}
        yield GuardedRedis(servers, sentinel, url)
    finally:
        for process in processes.values():
            process.kill()
            process.wait()


@contextmanager
def cluster(folder: Path) -> Iterator[str]:
    """Run a server of a Redis Cluster below a folder; give its URL."""
    port = own_port()
    conf = f'cluster-enabled yes\ncluster-port {own_port()}\nrequirepass "{PASSWORD}"\n'
    process = _run(folder, port, _SERVER + conf)
    try:
        eventually(lambda: _role(port) == "master")
        yield f"redis://:{quote(PASSWORD, '')}@127.0.0.1:{port}/0"
    finally:
        process.kill()
        process.wait()


def eventually(true: Callable[[], bool]) -> None:
    """Wait until something is true, and the server that is asked answers."""
    deadline = time.monotonic() + 120
    while True:
        try:
            if true():
                return
        except (RedisError, KeyError):
            pass
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _run(folder: Path, port: int, conf: str, *options: str) -> "subprocess.Popen[bytes]":
    # A Sentinel writes what it learns into its configuration.
    path = folder / f"{port}.conf"
    path.write_text(f"bind 127.0.0.1\nport {port}\ndir {folder}\nlogfile {port}.log\n{conf}")
    return subprocess.Popen(
        [find_server(), str(path), *options],
        preexec_fn=death_signal_setup(os.getpid(), signal.SIGTERM),
    )


def _client(port: int, password: str) -> "Redis":
    return Redis(port=port, password=password, socket_timeout=5)


def _role(port: int) -> str:
    with _client(port, PASSWORD) as asked:
        found: Any = asked.info("replication")
    return str(found["role"])


def _link(port: int) -> str:
    with _client(port, PASSWORD) as asked:
        found: Any = asked.info("replication")
    return str(found["master_link_status"])


def _replicas(sentinel: int) -> int:
    with _client(sentinel, SENTINEL_PASSWORD) as asked:
        found: Any = asked.sentinel_slaves(SERVICE)
    return sum(not each["is_sdown"] for each in found)
