"""A PgBouncer in front of the tests' server."""

import os
import pwd
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from psycopg.conninfo import conninfo_to_dict

from casino.embedded.supervisor import death_signal_setup
from tests.house import own_port

PGBOUNCER = "/usr/sbin/pgbouncer"


@contextmanager
def pooled(url: str, folder: Path, mode: str = "transaction", **options: str) -> Iterator[str]:
    """Run a PgBouncer below a folder, in this mode; give the URL of a database behind it."""
    server = conninfo_to_dict(url)
    port, log = own_port(), folder / "pgbouncer.log"
    user = server["user"]
    (folder / "users.txt").write_text(f'"{user}" "{server.get("password", "")}"\n')
    asked = " ".join(f"{name}={server[name]}" for name in ("host", "port") if name in server)
    settings = {
        "listen_addr": "127.0.0.1",
        "listen_port": str(port),
        "unix_socket_dir": "",
        "auth_type": "trust",
        "auth_file": str(folder / "users.txt"),
        "pool_mode": mode,
        "logfile": str(log),
        **options,
    }
    lines = "\n".join(f"{name} = {value}" for name, value in settings.items())
    conf = folder / "pgbouncer.ini"
    conf.write_text(f"[databases]\n* = {asked}\n[pgbouncer]\n{lines}\n")
    command = [PGBOUNCER, "-q", str(conf)]
    if os.geteuid() == 0:
        # It refuses to run as root, and so does the server.
        nobody = pwd.getpwnam("nobody")
        for path in (folder, conf, folder / "users.txt"):
            os.chown(path, nobody.pw_uid, nobody.pw_gid)
        command += ["-u", "nobody"]
    die = death_signal_setup(os.getpid(), signal.SIGTERM)
    process = subprocess.Popen(command, preexec_fn=die)
    try:
        deadline = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < deadline:
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.05)
        assert process.poll() is None, log.read_text()
        yield urlunsplit(urlsplit(url)._replace(netloc=f"{user}@127.0.0.1:{port}", query=""))
    finally:
        process.kill()
        process.wait()
