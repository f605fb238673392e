"""The doors of real web processes, Daphne and uvicorn: long bodies, odd bytes, a database away."""

import contextlib
import json
import os
import select
import signal
import socket
import threading
import time
import urllib.request
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import psutil
import pytest

from tests import campaign
from tests.embedded.conftest import eventually, processes_of
from tests.house import House

MEBIBYTE = 1024 * 1024
LONG = 300 * MEBIBYTE
CHUNK = b"x" * MEBIBYTE
ATTEMPTS = 10
LONGEST = 300.0
"""Seconds until a death must be told, on a busy machine."""
SESSION = "Cookie: sessionid=" + "a" * 32


@pytest.fixture(
    scope="module", params=["mortal_house", "mortal_uvicorn_house"], ids=["daphne", "uvicorn"]
)
def served_by(request: pytest.FixtureRequest) -> str:
    """The fixture that lends the house: with a PostgreSQL of its own, which may be killed."""
    return str(request.param)


@pytest.fixture
def house(request: pytest.FixtureRequest, served_by: str) -> House:
    """A house whose web process is this server."""
    house: House = request.getfixturevalue(served_by)
    return house


class Watch:
    """How far processes grow together, in memory and in deleted files that they hold open."""

    def __init__(self, *pids: int) -> None:
        self._processes = [psutil.Process(pid) for pid in pids]
        self._first = self._resident()
        self.memory = self.disk = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look)

    def __enter__(self) -> "Watch":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _resident(self) -> int:
        return sum(int(each.memory_info().rss) for each in self._processes)

    def _look(self) -> None:
        folders = [Path(f"/proc/{each.pid}/fd") for each in self._processes]
        while not self._over.wait(0.01):
            self.memory = max(self.memory, self._resident() - self._first)
            held = 0
            for each in chain.from_iterable(folder.iterdir() for folder in folders):
                with contextlib.suppress(OSError):
                    if os.readlink(each).endswith("(deleted)"):
                        held += each.stat().st_size
            self.disk = max(self.disk, held)


def asked(house: House, *lines: str, body: Iterator[bytes] | None = None) -> bytes:
    """Send a request to its bitter end, and return what came back meanwhile."""
    heard = b""
    with socket.create_connection(("127.0.0.1", house.port), timeout=300) as peer:
        head = [*lines, f"Host: 127.0.0.1:{house.port}", f"Origin: {house.base_url}"]
        peer.sendall(("\r\n".join(head) + "\r\n\r\n").encode("latin-1"))
        with contextlib.suppress(ConnectionError, TimeoutError):
            for chunk in body or ():
                if select.select([peer], [], [], 0)[0]:
                    heard += peer.recv(65536)
                peer.sendall(chunk)
        with contextlib.suppress(ConnectionError, TimeoutError):
            while more := peer.recv(65536):
                heard += more
                if b"Content-Length" in heard or b"content-length" in heard or b" 101 " in heard:
                    break
    return heard


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1]) if answer else 0


def plain() -> Iterator[bytes]:
    for _ in range(LONG // MEBIBYTE):
        yield CHUNK


def chunked() -> Iterator[bytes]:
    for _ in range(LONG // MEBIBYTE):
        yield b"%x\r\n%s\r\n" % (len(CHUNK), CHUNK)
    yield b"0\r\n\r\n"


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("path", "how"),
    campaign.combinations(["/api/log/checkpoints/1/", "/sign-in/"], ["declared", "streamed"]),
)
def test_a_body_of_300_mebibytes_is_refused_and_kept_nowhere(
    house: House, path: str, how: str
) -> None:
    length = {"declared": f"Content-Length: {LONG}", "streamed": "Transfer-Encoding: chunked"}[how]
    with Watch(*map(house.pid, house.webs)) as web:
        answer = asked(
            house,
            f"POST {path} HTTP/1.1",
            length,
            "Content-Type: application/json",
            body=plain() if how == "declared" else chunked(),
        )
    assert status(answer) == 413, answer[:200]
    assert (b"application/json" in answer) == path.startswith("/api/")
    assert b"La demande est trop longue." in answer
    assert web.memory < 24 * MEBIBYTE
    assert web.disk < MEBIBYTE


def test_a_body_within_the_limit_is_read(house: House) -> None:
    answer = asked(
        house,
        "POST /api/log/checkpoints/1/ HTTP/1.1",
        "Content-Type: application/json",
        "Transfer-Encoding: chunked",
        body=iter([b'b\r\n{"line": 1}\r\n', b"0\r\n\r\n"]),
    )
    assert status(answer) in (400, 404)


@pytest.mark.parametrize(
    "lines",
    [
        ("GET /api/rule-sets/%00/ HTTP/1.1",),
        ("GET / HTTP/1.1", 'Cookie: sessionid="\\000aaaaaaaa"'),
        ("GET /\xe9 HTTP/1.1",),
        ("GET /?\xe9 HTTP/1.1",),
        ("GET / HTTP/1.1", "Daphne-Root-Path: \xe9"),
        ("GET / HTTP/1.1", "Daphne-Root-Path: /%00"),
        ("\xe9 / HTTP/1.1",),
        ("GET / HTTP/1.1", "Accept-Language: \xe9\xff"),
        ("POST /sign-in/ HTTP/1.1", "Content-Type: text/plain; charset=rot13", "Content-Length: 0"),
    ],
)
def test_odd_bytes_are_no_error_of_the_house(house: House, lines: tuple[str, ...]) -> None:
    answer = asked(house, *lines, "Connection: close")
    assert answer == b"" or 200 <= status(answer) < 500, answer[:300]


def shake(house: House, path: str, *more: str) -> bytes:
    """Return what comes back when a socket is asked for."""
    return asked(
        house,
        f"GET {path} HTTP/1.1",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        *more,
    )


@pytest.mark.parametrize(
    ("path", "more", "expected"),
    [
        ("/ws/tables/1/", "X-Y: z", 101),
        ("/ws/tables/" + "9" * 30 + "/", "X-Y: z", 404),
        ("/ws/", "X-Y: z", 404),
        ("/ws/tables/1%00/", "X-Y: z", 400),
        ("/ws/tables/1/", 'Cookie: sessionid="\\000aaaaaaaa"', 400),
        ("/ws/tables/1/", "Sec-WebSocket-Protocol: \xe9", 400),
    ],
)
def test_a_handshake_is_never_an_error_of_the_house(
    house: House, path: str, more: str, expected: int
) -> None:
    answer = shake(house, path, more)
    found = status(answer)
    if "\xe9" in more:
        assert 0 <= found < 500, answer
    else:
        assert found == expected, answer


def rotation(house: House) -> dict[str, str]:
    """Return what a load balancer is answered, which is 200."""
    with urllib.request.urlopen(f"{house.base_url}/healthz") as answer:  # noqa: S310
        said: dict[str, str] = json.load(answer)
        return said


@pytest.mark.parametrize("name", ["settlement", "croupier"])
def test_a_dead_process_is_told_within_a_second_and_web_stays_in_rotation(
    house: House, name: str
) -> None:
    assert any(told_within_a_second(house, name) for _ in range(ATTEMPTS))


def told_within_a_second(house: House, name: str) -> bool:
    """Tell whether what was asked within a second of its death was answered so.

    On a busy machine it may die late, and its death be noticed late.
    """
    eventually(lambda: house.health()[0] == 200)
    assert house.process is not None
    supervisor = psutil.Process(house.process.pid)
    # Stopped, it does not start another one before the dead one is missed.
    supervisor.suspend()
    try:
        house.kill(name)
        died = asked_at = time.monotonic()
        while (said := rotation(house))[name] != "down":
            assert asked_at - died < LONGEST
            asked_at = time.monotonic()
        assert said["status"] == "impaired"
        # Another web process may say for a moment what it has just found.
        eventually(lambda: house.health()[0] == 503)
    finally:
        supervisor.resume()
    eventually(lambda: house.health()[0] == 200)
    return asked_at - died < 1


def test_while_the_database_is_away_every_answer_is_503(house: House) -> None:
    ways = {
        "/": lambda: asked(house, "GET / HTTP/1.1", SESSION),
        "/api/tables/": lambda: asked(house, "GET /api/tables/ HTTP/1.1"),
        "/admin/": lambda: asked(house, "GET /admin/ HTTP/1.1", SESSION),
        "socket": lambda: shake(house, "/ws/tables/1/", SESSION),
    }
    away: dict[str, bytes] = {}
    deadline = time.monotonic() + 600
    while away.keys() != ways.keys() and time.monotonic() < deadline:
        house.kill("postgresql")
        until = time.monotonic() + 3
        while away.keys() != ways.keys() and time.monotonic() < until:
            for name, ask in ways.items():
                answer = ask()
                assert status(answer) in (101, 200, 302, 503), (name, answer[:300])
                if status(answer) == 503:
                    away[name] = answer
    for name, answer in away.items():
        head = answer.partition(b"\r\n\r\n")[0].lower()
        assert b"retry-after: 2" in head, (name, answer)
        assert (b"application/json" in head) == (name == "/api/tables/"), answer
    assert away.keys() == ways.keys()
    assert b"Internal Server Error" not in house.log.read_bytes()
    eventually(lambda: house.health()[0] == 200)
    for ask in ways.values():
        eventually(lambda ask=ask: status(ask()) in (101, 200, 302))


def test_the_house_closes_web_first_and_postgresql_last(house: House, served_by: str) -> None:
    uvicorn = served_by == "mortal_uvicorn_house"
    assert ("uvicorn" in " ".join(psutil.Process(house.pid(house.webs[0])).cmdline())) == uvicorn
    in_order = [house.webs, ("croupier",), house.rngs, ("settlement",), ("redis",), ("postgresql",)]
    ids = {name: house.pid(name) for together in in_order for name in together}
    log = house.var / "log" / "postgresql.log"
    written = log.stat().st_size
    assert house.process is not None
    house.process.send_signal(signal.SIGINT if uvicorn else signal.SIGHUP)
    ends: list[str] = []
    while house.process.poll() is None or len(ends) < len(ids):
        ends += [name for name in ids if name not in ends and not alive(ids[name])]
        time.sleep(0.005)
    for together in in_order:
        ended, ends = ends[: len(together)], ends[len(together) :]
        assert {*ended} == {*together}
    assert b"database system is shut down" in log.read_bytes()[written:]
    assert house.stop() == 0
    assert processes_of(house.var) == []


def alive(pid: int) -> bool:
    with contextlib.suppress(psutil.NoSuchProcess):
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    return False
