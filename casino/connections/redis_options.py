"""How redis-py connects to REDIS_URL: to its server, or to the primary that its Sentinels name."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from redis.asyncio.retry import Retry as AsyncRetry
from redis.asyncio.sentinel import MasterNotFoundError as AsyncMasterNotFoundError
from redis.asyncio.sentinel import Sentinel as AsyncSentinel
from redis.asyncio.sentinel import SentinelManagedConnection as AsyncManagedConnection
from redis.backoff import NoBackoff
from redis.retry import Retry
from redis.sentinel import MasterNotFoundError, Sentinel, SentinelManagedConnection

from casino.connections.sentinels import SentinelURL, sentinel_url

TIMEOUT: Final = 0.25
"""Seconds in which a Sentinel must answer; then the next is asked."""
CONNECT: Final = 2.0
"""Seconds in which the primary must take a connection of Celery's."""


def connect_options(url: str) -> dict[str, Any]:
    """Return the arguments of `from_url`, of a client or pool of redis-py, for a REDIS_URL."""
    found = sentinel_url(url)
    if found is None:
        return {"url": url}
    return {
        "url": found.server,
        "connection_class": SentinelManagedConnection,
        "connection_pool": _Primary(found),
    }


def async_connect_options(url: str) -> dict[str, Any]:
    """Return the same for a client or pool of `redis.asyncio`."""
    found = sentinel_url(url)
    if found is None:
        return {"url": url}
    return {
        "url": found.server,
        "connection_class": AsyncManagedConnection,
        "connection_pool": _AsyncPrimary(found),
    }


class _Primary:
    """What a connection asks of its pool, which redis-py gives to pools of one class only."""

    is_master: Final = True
    check_connection: Final = False

    def __init__(self, url: SentinelURL) -> None:
        self.service_name = url.service
        self._url = url

    def get_master_address(self) -> tuple[str, int]:
        """Return host and port of the primary as it is now; raises `RedisError` without one."""
        options = sentinel_options(self._url, Retry(NoBackoff(), 0))
        with self._plainly(), Sentinel(self._url.sentinels, sentinel_kwargs=options) as sentinel:  # type: ignore[no-untyped-call]
            found: tuple[str, int] = sentinel.discover_master(self.service_name)
        return found

    @contextmanager
    def _plainly(self) -> Iterator[None]:
        """Say in few words that there is no primary: redis-py lists all options of each client."""
        try:
            yield
        except (MasterNotFoundError, AsyncMasterNotFoundError):
            raise MasterNotFoundError(f"no Sentinel has a primary of {self.service_name}") from None


class _AsyncPrimary(_Primary):
    async def get_master_address(self) -> tuple[str, int]:  # type: ignore[override]
        """Do the same in an event loop."""
        options = sentinel_options(self._url, AsyncRetry(NoBackoff(), 0))
        async with AsyncSentinel(self._url.sentinels, sentinel_kwargs=options) as sentinel:  # type: ignore[no-untyped-call]
            with self._plainly():
                found: tuple[str, int] = await sentinel.discover_master(self.service_name)
        return found


def sentinel_options(url: SentinelURL, retry: Any) -> dict[str, Any]:
    """Return how redis-py connects to each Sentinel: soon, or not at all."""
    timeouts = dict.fromkeys(("socket_timeout", "socket_connect_timeout"), TIMEOUT)
    return {**url.credentials, **timeouts, "retry": retry}


def broker_options(url: SentinelURL) -> dict[str, Any]:
    """Return the options of Celery's transport, whose URL is `url.broker`."""
    return {
        "master_name": url.service,
        "sentinel_kwargs": sentinel_options(url, Retry(NoBackoff(), 0)),
        "socket_connect_timeout": CONNECT,
    }
