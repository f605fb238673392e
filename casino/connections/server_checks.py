"""Checks whether the servers of DATABASE_URL and REDIS_URL do what a house needs of them."""

import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlsplit

import psycopg
from django.conf import settings
from django.core.checks import CheckMessage, Error
from redis import Redis
from redis.exceptions import ResponseError

from casino.connections.postgresql import connect_parameters
from casino.connections.redis_options import connect_options
from casino.connections.sentinels import sentinel_url

ATTEMPTS: Final = 20
"""How often each of two connections is asked who serves it."""
TIMEOUT: Final = 5
"""Seconds in which Redis must answer."""


def pooler_error(database: dict[str, Any]) -> str:
    """Return one sentence on why a database's pooler cannot be used; empty where nothing is wrong.

    `database` is Django's settings of it. Where a pooler serves each transaction of a connection by
    another one of its own, a prepared statement is missing there, or is somebody else's, and so is
    a cursor. Raises `psycopg.Error`.
    """
    parameters = connect_parameters(database) | {"autocommit": True}
    if parameters["prepare_threshold"] is None or not _transactions_move(parameters):
        return ""
    return (
        f"DATABASE_URL names a pooler (at {database['HOST']}:{database['PORT'] or 5432}) that"
        " serves each transaction by another connection: add ?prepare_threshold=none to it."
    )


def _transactions_move(parameters: dict[str, Any]) -> bool:
    """Tell whether the transactions of a connection are served by several of the server's."""
    parameters = parameters | {"prepare_threshold": None}
    with psycopg.connect(**parameters) as first:
        # A pooler tells its clients a process id of its own.
        if first.info.backend_pid == _server_process(first):
            return False
        with psycopg.connect(**parameters) as second:
            mine = {_server_process(first) for _ in range(ATTEMPTS)}
            others = {_server_process(second) for _ in range(ATTEMPTS)}
    return len(mine) > 1 or len(others) > 1 or mine == others


def _server_process(connection: "psycopg.Connection[Any]") -> int:
    ((process,),) = connection.execute("SELECT pg_backend_pid()").fetchall()
    assert isinstance(process, int)
    return process


def refuse_pooler() -> None:
    """End this process with one sentence behind a pooler that moves its transactions.

    A database that is away is waited for, as later.
    """
    with suppress(psycopg.Error):
        if problem := pooler_error(settings.DATABASES["default"]):
            sys.exit(problem)


def redis_error(url: str) -> str:
    """Return one sentence on why a REDIS_URL cannot be used; empty where it can.

    Raises `RedisError`, or `ValueError` for an option that redis-py cannot read.
    """
    options = {**connect_options(url), "socket_timeout": TIMEOUT}
    with Redis.from_url(**options, socket_connect_timeout=TIMEOUT) as client:
        client.ping()
        greeting = _hello(client)
    if greeting.get("mode") == "cluster":
        why = "a Redis Cluster: name a server that is none, or Sentinels"
    elif greeting.get("mode") == "sentinel":
        why = "a Sentinel: write sentinel://host:port/service"
    elif greeting.get("role", "master") != "master":
        why = "a read-only replica: name its primary, or Sentinels"
    else:
        return ""
    return f"REDIS_URL names {why} (Redis at {redis_address(url)})."


def _hello(client: "Redis") -> dict[str, str]:
    """Return what a server tells of itself; nothing where it is older than Redis 6."""
    try:
        answer: Any = client.execute_command("HELLO", "2")  # type: ignore[no-untyped-call]
    except ResponseError:
        return {}
    words = [each.decode() if isinstance(each, bytes) else str(each) for each in answer]
    return dict(zip(words[::2], words[1::2], strict=False))


def redis_address(url: str) -> str:
    """Return hosts and ports of a REDIS_URL, without its password."""
    if found := sentinel_url(url):
        return ",".join(f"{host}:{port}" for host, port in found.sentinels)
    parts = urlsplit(url)
    return f"{parts.hostname}:{parts.port or 6379}"


def check_pooler(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Django check: `manage.py migrate` refuses a pooler that moves transactions."""
    found = []
    for alias in databases or ():
        try:
            found.append((alias, pooler_error(settings.DATABASES[alias])))
        except psycopg.Error:
            # Whoever runs the check needs the database itself, and says what is wrong.
            continue
    return [Error(message, obj=alias, id="sabot.E002") for alias, message in found if message]
