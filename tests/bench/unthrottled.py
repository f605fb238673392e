"""The casino's own ASGI application without the allowance of messages per socket.

Eight sockets at ten commands a second would leave the house idle; everything else is as always.
`/empty` is answered at once, as the least that a request to this server can cost.
"""

from typing import Any

from casino import asgi
from tables.sockets import admission
from tests.bench.house import EMPTY

for name in ("RATE_PER_SECOND", "BURST"):
    assert hasattr(admission, name)
    setattr(admission, name, 1e9)


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Answer `/empty`, and leave everything else to the casino."""
    if scope.get("path") != EMPTY:
        await asgi.application(scope, receive, send)
        return
    await receive()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})
