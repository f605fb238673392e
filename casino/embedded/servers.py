"""The two servers everything needs: those that the environment names, else the bundled ones."""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

import psycopg
from redis.exceptions import RedisError

from casino.connections import server_checks
from casino.connections.postgresql import connect_parameters
from casino.embedded import postgresql, redis, roles
from casino.embedded.errors import Trouble
from casino.embedded.supervisor import Supervisor
from casino.process.environment import database_settings, redis_url

OLDEST_POSTGRESQL = 140000


@contextlib.contextmanager
def lock_var(var: Path) -> Iterator[None]:
    """Lock the folder `var` for this process; refused while another process holds it.

    The lock is the kernel's: it ends with the process, however that ends.
    """
    for folder in (var / "run", var / "log"):
        folder.mkdir(parents=True, exist_ok=True)
    with (var / "run" / "lock").open("a+", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.seek(0)
            raise Trouble(
                f"Sabot is already running on {var} ({lock.read().strip()}): "
                "use it, or stop it first."
            ) from None
        write_lock_file(var)
        try:
            yield
        finally:
            for url in ("database.url", "owner.url", "redis.url"):
                (var / "run" / url).unlink(missing_ok=True)


def write_lock_file(var: Path, url: str = "") -> None:
    """Write process id and `url` to the lock file, for the message of a second start.

    Assumes the lock of `lock_var`.
    """
    (var / "run" / "lock").write_text(
        f"process {os.getpid()}{url and f', {url}'}\n", encoding="utf-8"
    )


async def start(
    supervisor: Supervisor, var: Path, *, fragile: bool = False, divided: bool = False
) -> dict[str, str]:
    """Start or reach both servers; return DATABASE_URL and REDIS_URL.

    DATABASE_URL is the superuser's of the bundled PostgreSQL; with `divided` roles it is the
    house's, and OWNER_DATABASE_URL is that of the role that migrates. Raises `Trouble` for a
    malformed URL or a server that does not answer.
    """
    owner = ""
    if database := os.environ.get("DATABASE_URL", ""):
        check_database(var)
        owner = os.environ.get("OWNER_DATABASE_URL", "")
    else:
        settings = postgresql.archiving() if divided else None
        urls = await postgresql.start(supervisor, var, fragile=fragile, settings=settings)
        database = urls.superuser
        if divided:
            with psycopg.connect(urls.superuser, autocommit=True) as connection:
                roles.create_roles(connection)
                roles.transfer_ownership(connection)
            database, owner = urls.house, urls.owner
            (var / "run" / "owner.url").write_text(f"{owner}\n", encoding="utf-8")
        (var / "run" / "database.url").write_text(f"{database}\n", encoding="utf-8")
    if os.environ.get("REDIS_URL"):
        broker = redis_url(var)
        check_redis(broker)
    else:
        broker = await redis.start(supervisor, var)
    environment = {"DATABASE_URL": database, "REDIS_URL": broker}
    return environment | ({"OWNER_DATABASE_URL": owner} if owner else {})


def check_database(var: Path) -> None:
    """Refuse a DATABASE_URL that cannot be used, naming neither user nor password."""
    settings = database_settings(var)
    server = f"{settings['HOST'] or 'localhost'}:{settings['PORT'] or 5432}"
    try:
        with psycopg.connect(**connect_parameters(settings)) as connection:
            # A pooler that allows no transaction refuses it.
            connection.execute("SELECT")
            version = connection.info.server_version
        if version < OLDEST_POSTGRESQL:
            raise Trouble(
                f"DATABASE_URL names PostgreSQL {version // 10000}; 14 or newer is needed."
            )
        if problem := server_checks.pooler_error(settings):
            raise Trouble(problem)
    except psycopg.Error as error:
        why = str(error).strip().rpartition("\n")[2]
        raise Trouble(f"DATABASE_URL cannot be used (PostgreSQL at {server}): {why}.") from None


def check_redis(url: str) -> None:
    """Refuse the URL of a Redis that cannot be used, without repeating its password."""
    try:
        problem = server_checks.redis_error(url)
    except (RedisError, ValueError) as error:
        server = server_checks.redis_address(url)
        raise Trouble(f"REDIS_URL cannot be used (Redis at {server}): {error}") from None
    if problem:
        raise Trouble(problem)
