"""The reference for fan-out: what `websockets.broadcast` does with the same text and receivers.

A socket opened at `/<group>` receives; one opened at `/control` sends `<group> <first> <count>` and
so many texts go to that group at once. Started with the file of the text and a port.
"""

import asyncio
import sys
from collections import defaultdict
from pathlib import Path

from websockets.asyncio.server import ServerConnection, broadcast, serve


async def main(text: str, port: int) -> None:
    """Serve until the process is ended."""
    groups: dict[str, set[ServerConnection]] = defaultdict(set)
    head, _, tail = text.partition("%d")

    async def connected(connection: ServerConnection) -> None:
        assert connection.request is not None
        group = connection.request.path.removeprefix("/")
        if group == "control":
            async for message in connection:
                target, first, count = str(message).split()
                for seq in range(int(first), int(first) + int(count)):
                    broadcast(groups[target], f"{head}{seq}{tail}")
            return
        groups[group].add(connection)
        try:
            await connection.wait_closed()
        finally:
            groups[group].discard(connection)

    async with serve(connected, "127.0.0.1", port, compression=None, ping_interval=None) as server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]).read_text(), int(sys.argv[2])))
