"""What the channel layer tells the live pages of the office: one channel for all of a process."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final

import structlog
from channels.layers import get_channel_layer

from tables.realtime import groups

log = structlog.get_logger(__name__)

Listener = Callable[[Mapping[str, Any]], None]

RETRY: Final = 0.25
"""Seconds between two attempts to receive from a channel layer that fails."""


class OfficeNews:
    """The listeners of this event loop; heard from the first one on."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()
        self._heard = asyncio.Event()
        """The group is heard, so what happens from now on is not missed."""
        self._task: asyncio.Task[None] | None = None

    async def join(self, listener: Listener) -> None:
        """Call a listener with each message of the group from now on, until it leaves."""
        self._listeners.add(listener)
        if self._task is None:
            self._task = asyncio.create_task(self._hear())
        await self._heard.wait()

    def leave(self, listener: Listener) -> None:
        """Call a listener no more."""
        self._listeners.discard(listener)

    async def stop(self) -> None:
        """Hear nothing more; the event loop is about to end."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _hear(self) -> None:
        layer: Any = get_channel_layer()
        channel = ""
        while True:
            try:
                channel = channel or await layer.new_channel()
                if not self._heard.is_set():
                    await layer.group_add(groups.OFFICE, channel)
                    self._heard.set()
                message = await layer.receive(channel)
                for listener in [*self._listeners]:
                    listener(message)
            except Exception:
                log.exception("office_not_heard")
                await asyncio.sleep(RETRY)


_news: dict[asyncio.AbstractEventLoop, OfficeNews] = {}


def office_news() -> OfficeNews:
    """Return the news of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _news:
        _news[loop] = OfficeNews()
    return _news[loop]
