"""Backups of the database: a dump by `pg_dump`, or a base backup to which archived WAL is applied.

The keys below `var/keys` are in neither: with SHOE_KEY a backup would show undealt cards.
"""

import asyncio
import contextlib
import os
import re
import shutil
import subprocess
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Final

import psycopg

from casino.embedded import postgresql, roles, servers
from casino.embedded.errors import Trouble
from casino.embedded.supervisor import Program, Supervisor, on_signals, run_to_end
from casino.process.environment import database_settings_of_url

KEYS: Final = (
    "The keys are not in it: keep {keys} (or the environment's SECRET_KEY, SHOE_KEY, LOG_KEY,"
    " RECEIPTS_KEY and CONFORMITY_KEY) apart from it. Without them nothing is restored, and"
    " SHOE_KEY beside a backup shows undealt cards."
)


async def dump(var: Path, file: Path) -> None:
    """Write a consistent copy of the database to a new file of mode 600, while the house is open.

    The database is that of OWNER_DATABASE_URL or DATABASE_URL, else the bundled server's, which is
    started where the house is closed. Raises `Trouble` where the file exists, no `pg_dump` is new
    enough for the server, or it fails.
    """
    _refuse_existing(file)
    async with _database(var) as url:
        draft = file.with_name(f"{file.name}.part")
        draft.unlink(missing_ok=True)
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        try:
            program = newest_enough("pg_dump", await asyncio.to_thread(server_version, url))
            await run_client(program, url, "-Fc", "--no-password", "-f", str(draft))
            draft.rename(file)
        finally:
            draft.unlink(missing_ok=True)
    _tell(var, file)


async def base(var: Path, folder: Path) -> None:
    """Write a base backup of the bundled server to a new folder, of mode 700.

    Archived WAL (WAL_ARCHIVE) takes it to any later moment. Raises `Trouble` where the database is
    not the bundled server's, the folder exists, or it fails.
    """
    if os.environ.get("DATABASE_URL"):
        raise Trouble("DATABASE_URL names a server of yours: make its base backup there.")
    _refuse_existing(folder)
    async with _database(var) as url:
        superuser = re.sub("//[^@]*@", f"//{roles.SUPERUSER}@", url)
        options = ("-Fp", "-X", "stream", "-c", "fast", "--no-password", "-D", str(folder))
        program = str(postgresql.binaries() / "pg_basebackup")
        await run_client(program, superuser, *options, database=False)
    _tell(var, folder)


def _refuse_existing(path: Path) -> None:
    if path.exists():
        raise Trouble(f"{path} exists: name another, a backup replaces nothing.")
    if not path.absolute().parent.is_dir():
        raise Trouble(f"{path.absolute().parent} is no folder: make it first.")


def _tell(var: Path, path: Path) -> None:
    print(f"{path}: written.\n{KEYS.format(keys=var / 'keys')}")


@contextlib.asynccontextmanager
async def _database(var: Path) -> AsyncIterator[str]:
    """Lend the URL of the owner's database; start the bundled server where it does not run."""
    if url := os.environ.get("OWNER_DATABASE_URL") or os.environ.get("DATABASE_URL"):
        yield url
        return
    if not (var / "postgres").exists():
        raise Trouble(f"{var} has no database: name the house's folder in SABOT_VAR.")
    with contextlib.ExitStack() as closed:
        try:
            closed.enter_context(servers.lock_var(var))
        except Trouble:
            yield _running(var)
            return
        async with started(var) as urls:
            yield urls.superuser


def _running(var: Path) -> str:
    """Return the URL of the owner's database of a house that is open, or being opened."""
    for name in ("owner.url", "database.url"):
        with contextlib.suppress(FileNotFoundError):
            return (var / "run" / name).read_text(encoding="utf-8").strip()
    raise Trouble(f"The house on {var} is opening or closing: try again in a minute.")


@contextlib.asynccontextmanager
async def started(
    var: Path, settings: Mapping[str, str] | None = None
) -> AsyncIterator[postgresql.Urls]:
    """Run the bundled server alone. Assumes the lock of `var`."""
    work = asyncio.current_task()
    assert work is not None
    on_signals(work.cancel)
    supervisor = Supervisor(var / "run")
    try:
        yield await postgresql.start(supervisor, var, settings=settings)
    finally:
        on_signals(supervisor.hurry)
        await supervisor.stop()


def server_version(url: str) -> int:
    """Return the major version of a server; raises `Trouble` where it does not answer."""
    try:
        with psycopg.connect(url, connect_timeout=5) as connection:
            return connection.info.server_version // 10000
    except psycopg.Error as error:
        raise Trouble(f"The database cannot be reached: {postgresql.last_line(error)}.") from None


def newest_enough(name: str, server: int) -> str:
    """Return a client program of PostgreSQL that is not older than a server.

    The first on PATH, else the bundled one; raises `Trouble` where both are older.
    """
    bundled = postgresql.binaries() / name
    for found in filter(None, (shutil.which(name), str(bundled) if bundled.exists() else None)):
        if client_version(found) >= server:
            return found
    raise Trouble(
        f"No {name} here is as new as the server, PostgreSQL {server}: install its own (Debian:"
        f" `apt-get install postgresql-client-{server}`)."
    )


def client_version(program: str) -> int:
    """Return the major version of a client program; 0 of one that tells none."""
    said = subprocess.run((program, "--version"), capture_output=True, text=True, check=False)
    found = re.search(r"\(PostgreSQL\) (\d+)", said.stdout)
    return int(found[1]) if found else 0


async def run_client(program: str, url: str, *options: str, database: bool = True) -> None:
    """Run a client program of PostgreSQL against a database; raises `Trouble` where it fails.

    What signs in is in its environment, where no list of processes shows it.
    """
    named = database_settings_of_url(url)
    env = {
        "PGHOST": named["HOST"],
        "PGPORT": named["PORT"],
        "PGUSER": named["USER"],
        "PGPASSWORD": named["PASSWORD"],
        **({"PGDATABASE": named["NAME"]} if database else {}),
        **{
            each.envvar.decode(): named["OPTIONS"][name]
            for each in psycopg.pq.Conninfo.get_defaults()
            if each.envvar and (name := each.keyword.decode()) in named["OPTIONS"]
        },
    }
    wanted = {name: value for name, value in env.items() if value}
    name = Path(program).name
    # With an output, what it says of its failure is returned too.
    client = Program(name, (program, *options), wanted, output=Path(os.devnull))
    code, output = await run_to_end(client)
    if code != 0:
        raise Trouble(f"{name} failed: {postgresql.last_line(output)}")
