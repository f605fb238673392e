"""The samples for nginx and HAProxy, by the real ones: they lead to the process that is there."""

import http.client
import select
import ssl
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from typing import ClassVar, Final
from urllib.parse import urlsplit

import pytest

from tests.house import own_port
from tests.proxies import PROXIES, Proxy


class Told(BaseHTTPRequestHandler):
    """Answers with the headers that it was sent."""

    protocol_version = "HTTP/1.1"
    seen: ClassVar[dict[str, str]] = {}

    def do_GET(self) -> None:
        if self.path != "/readyz":
            Told.seen = {name.lower(): each for name, each in self.headers.items()}
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, format: str, *args: object) -> None:
        """Write nothing."""


@pytest.fixture
def process() -> Iterator[int]:
    """The port of a process; the other of the sample's is not there."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Told) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield server.server_port
        server.shutdown()


@pytest.mark.parametrize("name", PROXIES)
def test_a_proxy_leads_to_the_process_that_is_there(
    name: str, process: int, tmp_path: Path
) -> None:
    proxy = PROXIES[name](tmp_path, own_port(), process)
    with proxy.running():
        for method in ("GET", "POST", "POST", "POST"):
            assert asked(proxy, method) == 200
            assert Told.seen["x-forwarded-proto"] == "https"
            assert Told.seen["x-forwarded-for"] == "127.0.0.1", "the client's own is not believed"
            assert Told.seen["host"] == urlsplit(proxy.url).netloc
    assert proxy.failures() == []


class Slow(Told):
    """Answers whether it is ready after one and a half seconds."""

    waited: ClassVar[Queue[bool]] = Queue()
    """Of each time that it was asked: whether the proxy waited for the answer."""

    def do_GET(self) -> None:
        if self.path == "/readyz":
            hung_up, _, _ = select.select([self.connection], [], [], 1.5)
            self.waited.put(not hung_up)
        super().do_GET()


def test_haproxy_waits_for_a_process_that_is_slow_to_say_that_it_is_ready(tmp_path: Path) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Slow) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        proxy = PROXIES["haproxy"](tmp_path, own_port(), server.server_port)
        with proxy.running():
            assert Slow.waited.get(timeout=60)
            assert asked(proxy, "GET") == 200
        server.shutdown()


ASKED: Final = threading.Event()


class Ending(Told):
    """Is not ready any more, and serves on."""

    def do_GET(self) -> None:
        if self.path == "/readyz":
            self.send_response(503)
            self.send_header("Content-Length", "0")
            self.end_headers()
            ASKED.set()
        else:
            super().do_GET()


def test_haproxy_leads_to_a_process_that_ends_where_no_other_is_ready(tmp_path: Path) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Ending) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        proxy = PROXIES["haproxy"](tmp_path, own_port(), server.server_port)
        with proxy.running():
            assert ASKED.wait(60)
            assert [asked(proxy, "GET") for _ in range(20)] == [200] * 20
        server.shutdown()
    assert proxy.failures() == []


def asked(proxy: Proxy, method: str) -> int:
    """Return the status of a request of somebody who claims to be elsewhere."""
    trusted = ssl.create_default_context(cafile=str(proxy.authority))
    to = urlsplit(proxy.url)
    connection = http.client.HTTPSConnection(str(to.hostname), to.port, context=trusted)
    headers = {"X-Forwarded-For": "192.0.2.9", "X-Forwarded-Proto": "http"}
    connection.request(method, "/", headers=headers)
    status = connection.getresponse().status
    connection.close()
    return status
