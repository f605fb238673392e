"""What stands before a table's socket leaves the server's transport to be seen (ADR 0005).

Without it every frame would be built and sent once for each socket: a third of the fan-out.
"""

import subprocess
import sys
import time

import pytest
from websockets.sync.client import connect

from casino.embedded.redis import free_port
from tests.house import ROOT

SERVERS = {
    "TwistedTransport": ("casino.daphne", "-v", "0", "-b", "127.0.0.1"),
    "AsyncioTransport": (
        *("uvicorn", "--host", "127.0.0.1", "--ws", "websockets-sansio"),
        *("--lifespan", "off", "--log-level", "warning"),
    ),
}


@pytest.mark.parametrize("transport", SERVERS)
def test_the_hub_finds_the_servers_transport_behind_every_door(
    servers_at_hand: None, transport: str
) -> None:
    module, *words = SERVERS[transport]
    port = str(free_port())
    option = "-p" if module == "casino.daphne" else "--port"
    command = [
        sys.executable,
        "-m",
        module,
        *words,
        option,
        port,
        "tests.doors.transports:application",
    ]
    process = subprocess.Popen(command, cwd=ROOT)
    try:
        assert said(port) == transport
    finally:
        process.terminate()
        process.wait(60)


def said(port: str) -> str:
    """Return the first message of a table's socket, once the server answers."""
    deadline = time.monotonic() + 60
    while True:
        try:
            address = f"ws://127.0.0.1:{port}/ws/tables/1/"
            with connect(address, origin=f"http://127.0.0.1:{port}", proxy=None) as socket:  # type: ignore[arg-type]
                return str(socket.recv(10))
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
