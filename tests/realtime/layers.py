"""The channel layers that can stand in CHANNEL_LAYERS, and one who hears what they deliver."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final
from uuid import uuid4

from django.conf import settings

KINDS: Final = ("ours", "in_memory", "channels_redis")
PROBE: Final = {"type": "probe"}


def configured(kind: str) -> dict[str, Any]:
    """Return CHANNEL_LAYERS with a layer of this kind, whose names nobody else uses."""
    prefix = f"test.{uuid4().hex[:8]}"
    layers: dict[str, dict[str, Any]] = {
        "ours": {
            "BACKEND": "tables.realtime.layer.TableLayer",
            "CONFIG": {"url": settings.REDIS_URL, "prefix": prefix},
        },
        "in_memory": {"BACKEND": "channels.layers.InMemoryChannelLayer"},
        "channels_redis": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [settings.REDIS_URL], "prefix": prefix},
        },
    }
    return {"default": layers[kind]}


class Ear:
    """Receives from a channel of its own.

    Its receiving is never cancelled before the end: some layers end the channel by that.
    """

    def __init__(self, layer: Any, channel: str) -> None:
        self.layer = layer
        self.channel = channel
        self._receiving: asyncio.Task[dict[str, Any]] | None = None

    @classmethod
    async def of(cls, layer: Any) -> "Ear":
        """Return one with a new channel, to which messages come."""
        ear = cls(layer, await layer.new_channel())
        await ear.until_heard(lambda: layer.send(ear.channel, PROBE))
        return ear

    async def join(self, group: str) -> "Ear":
        """Add the channel to a group, and wait until what is sent there comes."""
        await self.layer.group_add(group, self.channel)
        await self.until_heard(lambda: self.layer.group_send(group, PROBE))
        return self

    async def until_heard(self, send: Callable[[], Awaitable[None]]) -> None:
        """Send until something comes: not every layer waits until Redis has confirmed."""
        while True:
            await send()
            receiving = self._receive()
            await asyncio.wait([receiving], timeout=0.2)
            if receiving.done():
                return

    async def next(self) -> dict[str, Any]:
        """Return the next message."""
        while True:
            message = await asyncio.wait_for(asyncio.shield(self._receive()), 300)
            self._receiving = None
            if message != PROBE:
                return message

    async def has_nothing(self) -> bool:
        """Tell whether nothing has come that was sent before this moment."""
        # By a group: what is sent to a channel of this process overtakes what goes through Redis.
        group = uuid4().hex
        await self.join(group)
        await self.layer.group_send(group, {"type": "marker"})
        came = await self.next()
        await self.layer.group_discard(group, self.channel)
        return came == {"type": "marker"}

    def _receive(self) -> "asyncio.Task[dict[str, Any]]":
        if self._receiving is None:
            self._receiving = asyncio.ensure_future(self.layer.receive(self.channel))
        return self._receiving

    async def stop(self) -> None:
        """Receive no more."""
        if self._receiving is not None:
            self._receiving.cancel()
            await asyncio.gather(self._receiving, return_exceptions=True)
