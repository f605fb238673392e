"""The two servers everything needs: those that the environment names, else the bundled ones."""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from django.core.exceptions import ImproperlyConfigured
from redis import Redis
from redis.exceptions import RedisError

from casino.embedded import postgresql, redis, roles
from casino.embedded.supervisor import Supervisor
from casino.embedded.trouble import Trouble
from casino.environment import database_settings

OLDEST_POSTGRESQL = 140000


@contextlib.contextmanager
def owned(var: Path) -> Iterator[None]:
    """Hold the folder `var` for this process; refused while another one holds it.

    The lock is the kernel's: it ends with the process, however that ends.
    """
    for folder in (var / "run", var / "log"):
        folder.mkdir(parents=True, exist_ok=True)
    with (var / "run" / "lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.seek(0)
            raise Trouble(
                f"Sabot is already running on {var} ({lock.read().strip()}): "
                "use it, or stop it first."
            ) from None
        announce(var)
        try:
            yield
        finally:
            for url in ("database.url", "owner.url", "redis.url"):
                (var / "run" / url).unlink(missing_ok=True)


def announce(var: Path, url: str = "") -> None:
    """Tell those who find the folder locked who holds it, and where the house is."""
    (var / "run" / "lock").write_text(f"process {os.getpid()}{url and f', {url}'}\n")


async def start(
    supervisor: Supervisor, var: Path, *, fragile: bool = False, divided: bool = False
) -> dict[str, str]:
    """Start or reach both servers; return DATABASE_URL and REDIS_URL.

    Of the bundled PostgreSQL the URL is its superuser's. Where its roles are `divided` it is the
    house's, and OWNER_DATABASE_URL is that of who migrates. Refused with one sentence when a URL is
    not one, or nobody answers there.
    """
    owner = ""
    if database := os.environ.get("DATABASE_URL", ""):
        check_database(var)
        owner = os.environ.get("OWNER_DATABASE_URL", "")
    else:
        urls = await postgresql.start(supervisor, var, fragile=fragile)
        database = urls.superuser
        if divided:
            with psycopg.connect(urls.superuser, autocommit=True) as connection:
                roles.provide(connection)
                roles.hand_over(connection)
            database, owner = urls.house, urls.owner
            (var / "run" / "owner.url").write_text(f"{owner}\n")
        (var / "run" / "database.url").write_text(f"{database}\n")
    if broker := os.environ.get("REDIS_URL", ""):
        check_redis(broker)
    else:
        broker = await redis.start(supervisor, var)
    told = {"DATABASE_URL": database, "REDIS_URL": broker}
    return told | ({"OWNER_DATABASE_URL": owner} if owner else {})


def check_database(var: Path) -> None:
    """Refuse a DATABASE_URL that cannot be used, naming neither user nor password."""
    try:
        settings = database_settings(var)
    except (ImproperlyConfigured, ValueError):
        raise Trouble(
            "DATABASE_URL must look like postgresql://user:password@host:5432/name."
        ) from None
    server = f"{settings['HOST'] or 'localhost'}:{settings['PORT'] or 5432}"
    try:
        with psycopg.connect(
            dbname=settings["NAME"],
            user=settings["USER"],
            password=settings["PASSWORD"],
            host=settings["HOST"],
            port=settings["PORT"],
            **{"connect_timeout": 5, **settings["OPTIONS"]},
        ) as connection:
            version = connection.info.server_version
    except psycopg.Error as error:
        why = str(error).strip().rpartition("\n")[2]
        raise Trouble(f"DATABASE_URL cannot be used (PostgreSQL at {server}): {why}.") from None
    if version < OLDEST_POSTGRESQL:
        raise Trouble(f"DATABASE_URL names PostgreSQL {version // 10000}; 14 or newer is needed.")


def check_redis(url: str) -> None:
    """Refuse a REDIS_URL that cannot be used, without repeating its password."""
    try:
        parts = urlsplit(url)
        server = f"{parts.hostname}:{parts.port or 6379}"
        usable = parts.scheme in ("redis", "rediss") and parts.hostname
    except ValueError:
        usable = None
    if not usable:
        raise Trouble("REDIS_URL must look like redis://:password@host:6379/0.")
    try:
        with Redis.from_url(url, socket_timeout=5, socket_connect_timeout=5) as client:
            client.ping()
    except (RedisError, ValueError) as error:
        raise Trouble(f"REDIS_URL cannot be used (Redis at {server}): {error}") from None
