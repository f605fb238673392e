"""The casino's own application, whose table sockets may be asked to which transport the hub writes.

Whoever asks for `?transport` is sent its name; every other socket is the house's own. A process
that is told to end has minutes for it, on a busy machine.
"""

import os
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

import django

django.setup()

from casino.asgi_servers import draining  # noqa: E402
from casino.asgi_servers.transports import transport_of  # noqa: E402
from tables.sockets import consumer  # noqa: E402


class Shown(consumer.TableConsumer):
    """Also tells what writes to its peer."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Accept, and send the name of the transport's class and the address of who asks."""
        if scope["query_string"] != b"transport":
            await super().__call__(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.accept"})
        told = f"{type(transport_of(send)).__name__} for {scope['client'][0]}"
        await send({"type": "websocket.send", "text": told})
        await receive()


consumer.TableConsumer = Shown  # type: ignore[misc]
draining.ENDS_WITHIN = 300.0  # type: ignore[misc]
draining.EXITS_WITHIN = 600.0  # type: ignore[misc]

from casino.asgi import application  # noqa: E402

__all__ = ["application"]
