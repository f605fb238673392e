"""Redis by its Sentinels: read, refused in one sentence, and followed to another primary."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from celery import Celery
from django.core.exceptions import ImproperlyConfigured
from kombu.exceptions import OperationalError
from pytest_django import Settings
from redis.exceptions import RedisError

from casino.connections.redis_options import broker_options
from casino.connections.sentinels import sentinel_url
from casino.embedded import servers
from casino.embedded.errors import Trouble
from casino.process import environment, heartbeat
from casino.throttling import rate_limit
from tables.realtime.layer import TableLayer
from tables.sockets.admission import Admission
from tests.sentinels import PASSWORD, GuardedRedis, cluster, guarded_redis

URL = "sentinel://ann:p%40ss@a.example:26380,b.example,[::1]:7/house/3?sentinel_password=s%2Fs"


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GuardedRedis]:
    with guarded_redis(tmp_path_factory.mktemp("sentinel")) as found:
        yield found


def test_a_url_names_sentinels_and_a_service() -> None:
    found = sentinel_url(URL)
    assert found is not None
    assert found.sentinels == (("a.example", 26380), ("b.example", 26379), ("::1", 7))
    assert (found.service, found.credentials) == ("house", {"password": "s/s"})
    assert found.server == "redis://ann:p%40ss@localhost/3"
    each = [f"sentinel://ann:p%40ss@{host}/3" for host in ("a.example:26380", "b.example:26379")]
    assert found.broker == ";".join([*each, "sentinel://ann:p%40ss@[::1]:7/3"])
    simple = sentinel_url("sentinel://h/house")
    assert simple is not None
    assert (simple.server, simple.broker) == ("redis://localhost/0", "sentinel://h:26379/0")


@pytest.mark.parametrize(
    "url",
    [
        "sentinel://h",
        "sentinel://h/",
        "sentinel://h,/house",
        "sentinel://h:x/house",
        "sentinel://ann:hush/@h/house/0/1",
        "sentinel://ann:hush@@h/house",
        "sentinel://ann:hush@h/house?ssl_cert_reqs=none",
        "sentinel://ann:hush@h/house/zero",
    ],
)
def test_a_url_of_sentinels_that_cannot_be_read_is_refused_and_not_repeated(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, url: str
) -> None:
    monkeypatch.setenv("REDIS_URL", url)
    with pytest.raises(
        ImproperlyConfigured, match=r"^REDIS_URL must look like sentinel://"
    ) as said:
        environment.redis_url(tmp_path)
    assert "hush" not in str(said.value)


def test_a_replica_a_sentinel_and_a_cluster_are_refused(
    guarded: GuardedRedis, tmp_path: Path
) -> None:
    servers.check_redis(guarded.url)
    servers.check_redis(guarded.address(guarded.primary()))
    with pytest.raises(Trouble, match="REDIS_URL names a read-only replica: name its primary"):
        servers.check_redis(guarded.address(guarded.replica()))
    with pytest.raises(Trouble, match="REDIS_URL names a Sentinel: write sentinel://"):
        servers.check_redis(guarded.address(guarded.sentinel))
    with cluster(tmp_path) as url, pytest.raises(Trouble, match="REDIS_URL names a Redis Cluster"):
        servers.check_redis(url)
    with pytest.raises(Trouble, match="no Sentinel has a primary of other") as refused:
        servers.check_redis(guarded.url.replace("/house", "/other"))
    assert PASSWORD not in str(refused.value)


def test_the_clients_of_a_house_follow_to_another_primary(
    guarded: GuardedRedis, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.REDIS_URL = guarded.url
    monkeypatch.setattr(heartbeat, "house_id", lambda: "test")
    heartbeat.make_redis_client.cache_clear()
    listening = heartbeat.PresenceListener("rng")
    try:
        asyncio.run(use(guarded))
    finally:
        listening.end()
        while any(thread.name == "presence" for thread in threading.enumerate()):
            time.sleep(0.05)
        heartbeat.make_redis_client.cache_clear()


async def use(guarded: GuardedRedis) -> None:
    """Use every client, fail over, and use each again."""
    layer, admission, queue = TableLayer(guarded.url, "test"), Admission(), broker(guarded.url)
    redis, channel = heartbeat.redis_client(), await layer.new_channel()
    await layer.group_add("group", channel)

    async def heard() -> bool:
        layer.group_send_now("group", {"type": phase})
        return (await asyncio.wait_for(layer.receive(channel), 1))["type"] == phase

    async def counted() -> bool:
        limit = rate_limit.RateLimit(phase, 1000, 3600)
        await asyncio.to_thread(rate_limit.count_attempt, (limit, "ann"))
        return any(phase.encode() in key for key in redis.keys("sabot:*:turnstile:*"))

    async def leased() -> bool:
        return await admission.lease(phase) is not None

    async def alive() -> bool:
        await asyncio.to_thread(heartbeat.record_heartbeat, "rng")
        return (await heartbeat.live_processes())["rng"]

    async def queued() -> bool:
        await asyncio.to_thread(queue.send_task, "probe", queue=phase, priority=0)
        return redis.llen(phase) > 0

    try:
        for phase in ("before", "after"):
            for check in (heard, counted, leased, alive, queued):
                await until(check)
            if phase == "before":
                await asyncio.to_thread(guarded.kill_primary)
    finally:
        queue.close()
        await admission.stop()
        await layer.flush()


def broker(url: str) -> Celery:
    """Return an application with the broker that settings give the house's."""
    found = sentinel_url(url)
    assert found is not None
    app = Celery("probe", broker=found.broker, set_as_current=False)
    app.conf.broker_transport_options = broker_options(found)
    return app


async def until(check: Callable[[], Awaitable[bool]]) -> None:
    """Wait until a client works."""
    async with asyncio.timeout(120):
        while True:
            with suppress(RedisError, OSError, TimeoutError, OperationalError):
                if await check():
                    return
            await asyncio.sleep(0.05)
