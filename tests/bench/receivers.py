"""Many receiving sockets in one process, cheap enough not to be what is measured."""

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect


class Crowd:
    """The receivers of one table: counts what arrives, and can note numbers and moments."""

    def __init__(self) -> None:
        self.listeners: list[_Receiver] = []
        self.delivered = 0
        self.watching = False
        """Whether each socket notes the numbers of its frames; costs a microsecond a frame."""
        self.closed = 0
        self.last_at = 0.0
        self._wanted = 0
        self._reached: asyncio.Future[None] | None = None

    async def connect(self, url: str, count: int, greetings: int, origin: str | None) -> None:
        """Open so many sockets, and wait until each has heard its greetings."""
        gate = asyncio.Semaphore(16)
        headers = {"Origin": origin} if origin else None

        async def one() -> None:
            async with gate:
                for attempt in range(5):
                    try:
                        _, listener = await ws_connect(
                            lambda: _Receiver(self),
                            url,
                            extra_headers=headers,
                            websocket_handshake_timeout=300,
                        )
                        break
                    except OSError:
                        if attempt == 4:
                            raise
                        await asyncio.sleep(0.2)
                assert isinstance(listener, _Receiver)
                self.listeners.append(listener)
                deadline = time.monotonic() + 300
                while listener.heard < greetings:
                    if time.monotonic() > deadline:
                        raise TimeoutError(f"{url} sent {listener.heard} of {greetings} greetings")
                    await asyncio.sleep(0.002)

        await asyncio.gather(*(one() for _ in range(count)))

    def expect(self, frames: int) -> "asyncio.Future[None]":
        """Return a future that is done once every socket together has so many more frames."""
        self.delivered = 0
        self._wanted = frames * len(self.listeners)
        self._reached = asyncio.get_running_loop().create_future()
        return self._reached

    def took(self) -> None:
        """Count one frame."""
        self.delivered += 1
        if self.delivered == self._wanted and self._reached and not self._reached.done():
            self.last_at = time.monotonic()
            self._reached.set_result(None)

    async def disconnect(self) -> None:
        """Close every socket."""
        for listener in self.listeners:
            listener.transport.disconnect()
        await asyncio.sleep(0.1)


@dataclass(eq=False)
class _Receiver(WSListener):
    crowd: Crowd
    heard: int = 0
    seqs: list[int] = field(default_factory=list)
    transport: Any = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self.heard += 1
            crowd = self.crowd
            if crowd.watching:
                self.seqs.append(number(frame.get_payload_as_memoryview()))
            crowd.took()
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.crowd.closed += 1


def number(payload: memoryview) -> int:
    """Return a frame's sequence number, or -1 for another message."""
    head = bytes(payload[:80])
    start = head.find(b'"seq":')
    if start < 0 or not head.startswith((b'{"type":"frame"', b'{"type":"delta"')):
        return -1
    return int(head[start + 6 : head.index(b",", start)])
