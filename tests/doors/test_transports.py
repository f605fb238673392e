"""What stands before a table's socket leaves the server's transport to be seen (ADR 0005).

Without it every frame would be built and sent once for each socket: a third of the fan-out.
"""

import subprocess
import sys

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from casino.embedded.serve import Address
from casino.embedded.trouble import Trouble
from tests.house import ROOT

SERVERS = {
    "TwistedTransport": ("casino.daphne", "-v", "0", "-b", "127.0.0.1", "-p", "1"),
    "AsyncioTransport": (
        *("uvicorn", "--host", "127.0.0.1", "--port", "1", "--ws", "websockets-sansio"),
        *("--lifespan", "off", "--log-level", "warning"),
    ),
}
"""By the transport that each should have; at port 1 they would listen in vain."""


@pytest.mark.parametrize("transport", SERVERS)
def test_the_hub_finds_the_servers_transport_behind_every_door(
    servers_at_hand: None, transport: str
) -> None:
    """The server listens on a socket that was handed over: of IPv6, where the machine has it."""
    address = own_address()
    handed = address.listen()
    command = [sys.executable, "-m", *SERVERS[transport], "--fd", str(handed)]
    process = subprocess.Popen(
        [*command, "tests.doors.transports:application"], cwd=ROOT, pass_fds=[handed]
    )
    try:
        host = f"[{address.host}]" if ":" in address.host else address.host
        assert said(f"{host}:{address.port}") == f"{transport} for {address.host}"
    finally:
        process.terminate()
        process.wait(300)
        address.close()


def own_address() -> Address:
    try:
        return Address("::1", 0)
    except Trouble:
        return Address("127.0.0.1", 0)


def said(server: str) -> str:
    """Return the first message of a table's socket; whoever comes early waits for the server."""
    with connect(
        f"ws://{server}/ws/tables/1/",
        origin=Origin(f"http://{server}"),
        proxy=None,
        open_timeout=300,
    ) as socket:
        return str(socket.recv(300))
