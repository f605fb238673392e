"""Restores a backup into an empty database, and makes it safe to open (`manage.py after_restore`).

What the original has done since the backup is not known here. A copy refuses to open before that
command has ended what must not go on (docs/operating.md, Back up and restore).
"""

import asyncio
import os
import shutil
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

import psycopg

from casino.embedded import account, backup, postgresql, redis, roles, servers
from casino.embedded.errors import Trouble
from casino.embedded.supervisor import Supervisor
from casino.process.environment import database_settings_of_url, text

ROOT: Final = Path(__file__).resolve().parents[2]
AGAIN: Final = (
    "The database is restored; {command} ended as above: mend that, then run `python -m"
    " casino.embedded run -- python manage.py after_restore` again."
)


async def restore_dump(var: Path, file: Path, options: Sequence[str]) -> None:
    """Restore a file of `pg_dump` into an empty database; then run `after_restore` with `options`.

    The database is that of OWNER_DATABASE_URL or DATABASE_URL, else the bundled server's, below a
    `var` that has none yet. Raises `Trouble`, and leaves nothing of a failed restoration.
    """
    if os.environ.get("DATABASE_URL"):
        url = os.environ.get("OWNER_DATABASE_URL") or os.environ["DATABASE_URL"]
        with servers.lock_var(var):
            _refuse_used(url)
            await _read(file, url)
            await _make_safe(var, os.environ["DATABASE_URL"], url, options)
        return
    _refuse_house(var)
    with servers.lock_var(var):
        try:
            async with backup.started(var) as urls:
                with psycopg.connect(urls.superuser, autocommit=True) as connection:
                    roles.create_roles(connection)
                await _read(file, urls.superuser)
                with psycopg.connect(urls.superuser, autocommit=True) as connection:
                    roles.transfer_ownership(connection)
        except BaseException:
            _remove_cluster(var)
            raise
        async with backup.started(var) as urls:
            await _make_safe(var, urls.house, urls.owner, options)


async def restore_base(
    var: Path, base: Path, wal: Path, until: str | None, options: Sequence[str]
) -> None:
    """Restore a base backup and the WAL after it, up to a moment or its end; else as above.

    `until` is a moment in ISO 8601 with its offset: what was committed later is not in it.
    """
    if os.environ.get("DATABASE_URL"):
        raise Trouble("DATABASE_URL names a server of yours: recover it there.")
    recovery = _recovery(wal, until)
    _refuse_house(var)
    with servers.lock_var(var):
        _lay_base(var, base, wal)
        try:
            async with backup.started(var, recovery) as urls:
                with psycopg.connect(urls.superuser, autocommit=True) as connection:
                    roles.create_roles(connection)
                    roles.transfer_ownership(connection)
        except BaseException:
            _remove_cluster(var)
            raise
        async with backup.started(var) as urls:
            await _make_safe(var, urls.house, urls.owner, options)


def _lay_base(var: Path, base: Path, wal: Path) -> None:
    """Copy a base backup to where the bundled server has its files, for it to recover."""
    if not (base / "PG_VERSION").is_file():
        raise Trouble(f"{base} is no base backup: name the folder of `backup --base`.")
    user = account.server_account(var / "postgres")
    if not account.can_reach(user, wal.resolve()):
        raise Trouble(f"PostgreSQL's account may not enter {wal}: `chmod -R o+rX` it.")
    link = postgresql.fresh_folder(var / "postgres", user)
    home = link.resolve()
    shutil.copytree(base, home, dirs_exist_ok=True, symlinks=True)
    (home / "recovery.signal").touch()
    home.chmod(0o700)
    if user is not None:
        for path in (home, *home.rglob("*")):
            os.chown(path, *user, follow_symlinks=False)
    link.rename(var / "postgres")


def _recovery(wal: Path, until: str | None) -> dict[str, str]:
    """Return PostgreSQL's settings of a recovery from archived WAL."""
    if not wal.is_dir() or "'" in str(wal) or "%" in str(wal):
        raise Trouble(f"{wal} is no folder of archived WAL: name that of WAL_ARCHIVE.")
    settings = {
        "restore_command": f"cp '{wal.resolve()}/%f' %p",
        "recovery_target_action": "promote",
    }
    if until is None:
        return settings
    try:
        moment = datetime.fromisoformat(until)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise Trouble(
            "--until must be a moment with its offset, like 2026-11-28T20:00:00+01:00, not"
            f" {until}."
        )
    return settings | {"recovery_target_time": moment.isoformat(" ")}


def _refuse_house(var: Path) -> None:
    """Refuse a folder that has a database already, or not the keys of the house."""
    if (var / "postgres").exists():
        raise Trouble(f"{var} has a database: restore into another folder (SABOT_VAR).")
    for name in ("SHOE_KEY", "LOG_KEY"):
        if not text(name) and not (var / "keys" / name).is_file():
            raise Trouble(f"{name} is missing: copy the house's keys to {var / 'keys'} first.")


def _refuse_used(url: str) -> None:
    """Refuse a database in which there is a table."""
    backup.server_version(url)
    with psycopg.connect(url) as connection:
        found = connection.execute(
            "SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
            " WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema')"
            " LIMIT 1"
        ).fetchone()
    if found is not None:
        raise Trouble("The database of DATABASE_URL has tables: name an empty one.")


async def _read(file: Path, url: str) -> None:
    """Read a backup into a database, whole or not at all."""
    server = await asyncio.to_thread(backup.server_version, url)
    program = backup.newest_enough("pg_restore", server)
    database = database_settings_of_url(url)["NAME"]
    options = ("--single-transaction", "--no-owner", "--no-privileges", "--no-password")
    await backup.run_client(program, url, *options, "-d", database, str(file))


async def _make_safe(var: Path, house: str, owner: str, options: Sequence[str]) -> None:
    """Migrate the database, divide its roles, and run `after_restore`, beside an empty Redis."""
    supervisor = Supervisor(var / "run")
    try:
        broker = os.environ.get("REDIS_URL") or await redis.start(supervisor, var)
        env = {"DATABASE_URL": owner, "REDIS_URL": broker, "SABOT_VAR": str(var)}
        commands: list[Sequence[str]] = [("migrate", "--no-input", "-v0")]
        if house != owner:
            user = database_settings_of_url(house)["USER"]
            generator = text("GENERATOR_ROLE", roles.GENERATOR)
            commands.append(("divide_roles", "--application", user, "--generator", generator))
        for command in (*commands, ("after_restore", *options)):
            await _manage(command, env)
    finally:
        await supervisor.stop()


async def _manage(command: Sequence[str], env: dict[str, str]) -> None:
    """Run a management command whose output is ours; raises `Trouble` where it fails."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(ROOT / "manage.py"), *command, env={**os.environ, **env}
    )
    if await process.wait() != 0:
        raise Trouble(AGAIN.format(command=command[0]))


def _remove_cluster(var: Path) -> None:
    """Remove the cluster that a failed restoration has made."""
    home = var / "postgres"
    shutil.rmtree(home.resolve(), ignore_errors=True)
    if home.is_symlink():
        home.unlink()
