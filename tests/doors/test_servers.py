"""The house's application behind its real servers, Daphne and uvicorn, by the Procfiles' own lines.

What no test without a server sees: the transport that the hub writes to (ADR 0062), without which
every frame would be built and sent once for each socket; the codes with which a server closes; and
whom it cuts off.
"""

import contextlib
import http.client
import itertools
import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from uuid import uuid4

import psycopg
import pytest
from django.conf import settings
from django.test import Client
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from casino.asgi_servers.draining import SERVICE_RESTART
from casino.embedded.errors import Trouble
from casino.embedded.serve import Address
from casino.embedded.supervisor import from_procfile
from casino.http.request_limits import TRY_AGAIN_LATER
from casino.players.models import Player
from casino.process.fair_threads import PER_PLACE
from tests.collector import CollectedSpan, collector
from tests.floor import open_house
from tests.house import ROOT

pytestmark = pytest.mark.django_db(transaction=True)

PROCFILES: Final = {"TwistedTransport": "Procfile", "AsyncioTransport": "Procfile.uvicorn"}
"""By the transport that each should have."""
WITHIN: Final = 300.0
"""Seconds in which what a test waits for must have come, on a busy machine."""
KEY: Final = "{:032d}".format
"""Makes the key of a session that there is not."""


@dataclass(frozen=True)
class Server:
    """A web process of the tests' database."""

    transport: str
    address: Address
    log: Path
    process: "subprocess.Popen[bytes]"

    @property
    def at(self) -> str:
        """The host, or the address in brackets, and the port."""
        host = self.address.host
        return f"{f'[{host}]' if ':' in host else host}:{self.address.port}"

    def peer(self) -> socket.socket:
        return socket.create_connection((self.address.host, self.address.port), timeout=WITHIN)

    def turns(self) -> dict[str, int]:
        """Return what `/healthz?all` tells of the turns."""
        try:
            urllib.request.urlopen(f"http://{self.at}/healthz?all", timeout=WITHIN)
        except urllib.error.HTTPError as error:
            found: dict[str, int] = json.load(error)["turns"]
            return found
        raise AssertionError("the house has no other process here")

    def errors(self) -> list[str]:
        """Return the lines of its log that tell of an error."""
        signs = ("Traceback", "Exception", "InvalidState", "close code")
        lines = self.log.read_text().splitlines()
        return [line for line in lines if any(sign in line for sign in signs)]


def database_url() -> str:
    """Return the address of the tests' database."""
    named = settings.DATABASES["default"]
    port = f"&port={named['PORT']}" if named["PORT"] else ""
    return (
        f"postgresql://{named['USER']}:{named['PASSWORD']}@/{named['NAME']}"
        f"?host={named['HOST']}{port}"
    )


@pytest.fixture(scope="module", params=PROCFILES)
def server(
    request: pytest.FixtureRequest, django_db_setup: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A server on a socket that was handed over: of IPv6, where the machine has it."""
    address, folder = own_address(), tmp_path_factory.mktemp("server")
    handed, log = address.listen(), folder / "web.log"
    at_port_1 = {**os.environ, "HOST": "127.0.0.1", "PORT": "1"}
    lines = from_procfile(ROOT / PROCFILES[request.param], at_port_1)
    (web,) = [each for each in lines if each.name == "web"]
    env = {
        **os.environ,
        "DATABASE_URL": database_url(),
        "SABOT_PROCESS": "web",
        "HEADER_SECONDS": "4",
        "DRAIN_SECONDS": "1",
        # Spans come when it ends, and not before.
        **(collector().environment | {"OTEL_BSP_SCHEDULE_DELAY": "3600000"}),
    }
    command = [*web.argv[:-1], "--fd", str(handed), "tests.doors.transports:application"]
    if command[0] == "python":
        command[0] = sys.executable
    with log.open("wb") as written:
        process = subprocess.Popen(
            command, cwd=ROOT, env=env, pass_fds=[handed], stdout=written, stderr=written
        )
    try:
        yield Server(request.param, address, log, process)
    finally:
        process.terminate()
        process.wait(WITHIN)
        address.close()


def own_address() -> Address:
    try:
        return Address("::1", 0)
    except Trouble:
        return Address("127.0.0.1", 0)


def eventually(holds: Callable[[], object]) -> None:
    deadline = time.monotonic() + WITHIN
    while not holds():
        assert time.monotonic() < deadline, "it did not come true"
        time.sleep(0.05)


class Browser:
    """A browser that asks for a table's socket, and reads what comes without waiting for it."""

    def __init__(self, server: Server, table_id: int, key: str) -> None:
        self._heard = b""
        self._peer = server.peer()
        lines = [
            f"GET /ws/tables/{table_id}/ HTTP/1.1",
            f"Host: {server.at}",
            f"Origin: http://{server.at}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            f"Cookie: sessionid={key}",
        ]
        self._peer.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self._peer.setblocking(False)

    def _frames(self) -> bytes:
        with contextlib.suppress(BlockingIOError, ConnectionError):
            self._heard += self._peer.recv(1 << 20)
        return self._heard.partition(b"\r\n\r\n")[2]

    @property
    def accepted(self) -> bool:
        self._frames()
        return b" 101 " in self._heard

    @property
    def greeted(self) -> bool:
        return b'"type":"welcome"' in self._frames()

    @property
    def close_code(self) -> int:
        """The code of the close frame, where that is what came first, else 0."""
        frames = self._frames()
        return int.from_bytes(frames[2:4], "big") if frames[:1] == b"\x88" else 0

    @property
    def was_closed(self) -> int:
        """The code of the close frame that came last, else 0."""
        frames = self._frames()
        return int.from_bytes(frames[-2:], "big") if frames[-4:-2] == b"\x88\x02" else 0

    def hang_up(self) -> None:
        self._peer.close()


@contextlib.contextmanager
def standing_still(table: str) -> Iterator["psycopg.Connection[tuple[int]]"]:
    """Let whoever asks for rows of a table wait, as for a database that is stopped."""
    with psycopg.connect(database_url()) as connection:
        connection.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
        yield connection
        connection.rollback()


def test_the_hub_finds_the_servers_transport_behind_every_door(server: Server) -> None:
    with connect(
        f"ws://{server.at}/ws/tables/1/?transport",
        origin=Origin(f"http://{server.at}"),
        proxy=None,
        open_timeout=WITHIN,
    ) as asked:
        assert asked.recv(WITHIN) == f"{server.transport} for {server.address.host}"


def test_players_who_hang_up_while_the_database_stands_still_take_no_turn_along(
    server: Server,
) -> None:
    """More come than may wait: those are sent away with a code that the server can send."""
    table_id = open_house().table_id
    wait = PER_PLACE + settings.BACKLOG // 4
    with standing_still("django_session"):
        came = [Browser(server, table_id, KEY(number)) for number in range(wait + 10)]
        eventually(lambda: sum(each.close_code != 0 for each in came) == 10)
        assert {each.close_code for each in came} == {0, TRY_AGAIN_LATER}
        for each in came:
            each.hang_up()
        if server.transport == "TwistedTransport":
            # Daphne cancels what has not ended two seconds later.
            eventually(lambda: "and was killed" in server.log.read_text())
    keys = map(KEY, itertools.count(1000))
    late = [Browser(server, table_id, next(keys)) for _ in range(4)]

    def greeted() -> bool:
        # Uvicorn cancels nobody: until those who hung up have had their turns it stays busy.
        for nth, each in enumerate(late):
            if each.close_code == TRY_AGAIN_LATER:
                each.hang_up()
                late[nth] = Browser(server, table_id, next(keys))
        return all(each.greeted for each in late)

    eventually(greeted)
    for each in late:
        each.hang_up()
    everything = {"free": settings.THREADS - 1, "at_work": 0, "waiting": 0}
    eventually(lambda: server.turns() == everything)
    assert server.errors() == []


def test_a_socket_whose_database_goes_away_is_closed_with_a_code(server: Server) -> None:
    with standing_still("tables_table") as connection:
        browser = Browser(server, 1, KEY(2000))
        eventually(lambda: browser.accepted)

        def ended() -> int:
            """End what waits for the table, as the end of the database would."""
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND wait_event_type = 'Lock'"
            )
            return browser.close_code

        eventually(ended)
    assert browser.close_code == TRY_AGAIN_LATER
    browser.hang_up()
    assert server.errors() == []


def test_headers_that_never_become_whole_are_cut_off(server: Server) -> None:
    slow = [server.peer() for _ in range(3)]
    # Another request of a connection that has had an answer is waited for no longer.
    slow[0].sendall(f"GET /healthz HTTP/1.1\r\nHost: {server.at}\r\n\r\n".encode())
    assert slow[0].recv(1 << 16).startswith(b"HTTP/1.1 ")
    for each in slow:
        each.sendall(f"GET / HTTP/1.1\r\nHost: {server.at}\r\nX-a: ".encode())
    left = slow
    while left := [each for each in left if trickles(each)]:
        time.sleep(0.1)
    for each in slow:
        each.close()


def test_one_address_has_so_many_requests_that_are_not_whole(server: Server) -> None:
    slow = [server.peer() for _ in range(settings.UNFINISHED_PER_ADDRESS + 20)]
    # Whole headers, so that nothing is too late.
    path = "/api/log/checkpoints/1/"
    head = f"POST {path} HTTP/1.1\r\nHost: {server.at}\r\nContent-Length: 15000\r\n\r\n"
    for each in slow:
        each.sendall(head.encode())
    left = slow
    while len(left) == len(slow):
        time.sleep(0.1)
        left = [each for each in left if trickles(each)]
    eventually(lambda: len([each for each in left if trickles(each)]) == len(slow) - 20)
    assert server.turns(), "it answers others"
    assert len([each for each in left if trickles(each)]) == len(slow) - 20
    for each in slow:
        each.close()


def trickles(peer: socket.socket) -> bool:
    """Send a byte; return False when the connection has ended."""
    peer.setblocking(False)
    try:
        peer.sendall(b"a")
        return peer.recv(1 << 16) != b""
    except BlockingIOError:
        return True
    except ConnectionError:
        return False


def session_cookie(player: Player) -> str:
    client = Client()
    client.force_login(player)
    return f"sessionid={client.cookies['sessionid'].value}"


def probed(server: Server, path: str) -> tuple[int, str, str | None]:
    """Return status and `status` of a probe, and what it says of the connection."""
    asked = http.client.HTTPConnection(server.address.host, server.address.port, timeout=WITHIN)
    with contextlib.closing(asked):
        asked.request("GET", path)
        answer = asked.getresponse()
        return answer.status, json.load(answer)["status"], answer.getheader("Connection")


def waits_for_lock(connection: "psycopg.Connection[tuple[int]]", query: str) -> bool:
    """Tell whether a statement that holds this text waits for a lock."""
    # A transaction sees all sessions as they were when it looked first.
    connection.execute("SELECT pg_stat_clear_snapshot()")
    rows = connection.execute(
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
        " AND wait_event_type = 'Lock' AND strpos(query, %s) > 0",
        [query],
    )
    return rows.fetchone() is not None


def named(spans: list[CollectedSpan]) -> set[str]:
    """Return the names of those that begin a trace."""
    return {each.name for each in spans if not each.parent}


def test_a_server_that_is_told_to_end_answers_what_it_has_begun(server: Server) -> None:
    """The last test of a server: it ends, and exports the spans of what it answered."""
    collector().bodies.clear()
    house = open_house()
    cookie = session_cookie(house.player("ann"))
    visitor = Browser(server, house.table_id, KEY(3000))
    page = http.client.HTTPConnection(server.address.host, server.address.port, timeout=WITHIN)
    command = str(uuid4())
    with (
        contextlib.closing(page),
        connect(
            f"ws://{server.at}/ws/tables/{house.table_id}/",
            origin=Origin(f"http://{server.at}"),
            additional_headers={"Cookie": cookie},
            proxy=None,
            open_timeout=WITHIN,
        ) as line,
    ):
        assert '"type":"welcome"' in str(line.recv(WITHIN))
        eventually(lambda: visitor.greeted)
        with standing_still("tables_table") as connection:
            page.request("GET", "/api/tables/", headers={"Cookie": cookie})
            line.send(json.dumps({"id": command, "command": {"kind": "table.sit", "box": 1}}))
            eventually(lambda: waits_for_lock(connection, "tables_begin"))
            server.process.terminate()
            eventually(lambda: probed(server, "/readyz")[:2] == (503, "draining"))
            assert probed(server, "/livez") == (200, "ok", "close")
            assert probed(server, "/healthz")[:2] == (503, "draining")
            eventually(lambda: visitor.was_closed)
            assert server.process.poll() is None
        assert page.getresponse().status == 200
        heard = []
        with contextlib.suppress(ConnectionClosed):
            while True:
                heard.append(str(line.recv(WITHIN)))
        assert any(f'"cause":"{command}"' in each for each in heard)
        assert line.close_code == SERVICE_RESTART
    assert visitor.was_closed == SERVICE_RESTART
    visitor.hang_up()
    server.process.wait(WITHIN)
    assert server.errors() == []
    assert named(collector().spans()) >= {"GET api/tables/", "command table.sit"}
