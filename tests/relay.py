"""A relay of the beacon for tests: a real HTTP server that tells the recorded rounds.

The rounds are drand's own, with their signatures (`tests/rng/vectors/drand_quicknet.json`), and
they lie in the past: a test of the whole protocol sets the house's clock before round 123 and
points BEACON_URLS here. The house has no switch that takes a recorded round for a fresh one.
"""

import contextlib
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

RECORDED: dict[str, Any] = json.loads(
    (Path(__file__).parent / "rng" / "vectors" / "drand_quicknet.json").read_text()
)
ROUND: int = RECORDED["rounds"][0]["round"]
SIGNATURE: bytes = bytes.fromhex(RECORDED["rounds"][0]["signature"])
RANDOMNESS: bytes = bytes.fromhex(RECORDED["rounds"][0]["randomness"])
AT: int = 1000 * (RECORDED["genesis_time"] + (ROUND - 1) * RECORDED["period_seconds"])
"""When the recorded round came, milliseconds since 1970."""


class Relay(ThreadingHTTPServer):
    """Answers as drand's relays do; a test may replace what it says (`answer`)."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Asked)
        self.asked: list[str] = []
        """The paths asked for, in order."""
        self.closing = threading.Event()

    @property
    def url(self) -> str:
        """Where it is, as BEACON_URLS wants it."""
        return f"http://127.0.0.1:{self.server_port}"

    def answer(self, asked: "_Asked") -> None:
        """Tell a recorded round, or 404 for one that is not there yet."""
        for known in RECORDED["rounds"]:
            if asked.path == f"/{RECORDED['chain_hash']}/public/{known['round']}":
                return asked.tell(json.dumps(known).encode())
        return asked.tell(b"{}", status=404)


class _Asked(BaseHTTPRequestHandler):
    server: Relay
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self.server.answer(self)
        self.close_connection = True

    def tell(self, body: bytes, status: int = 200, **headers: str) -> None:
        """Send a whole answer."""
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def drip(self, body: bytes, seconds: float) -> None:
        """Send an answer byte by byte, with a pause before each."""
        for byte in body:
            if self.server.closing.wait(seconds):
                return
            self.wfile.write(bytes([byte]))
            self.wfile.flush()

    def log_message(self, format: str, *args: Any) -> None:
        """Write nothing: the test looks at what was asked."""


@contextlib.contextmanager
def relay(answer: Any = None) -> Iterator[Relay]:
    """Give a running relay; with `answer`, one that says what that function sends."""
    server = Relay()
    if answer is not None:
        server.answer = answer  # type: ignore[method-assign]
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.closing.set()
        server.shutdown()
        server.server_close()
        thread.join(5)


def hang(asked: _Asked) -> None:
    """Take the request and never answer, until the relay is closed."""
    asked.server.closing.wait(1800)
