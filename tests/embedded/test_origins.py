"""A socket is opened by the house's own pages alone: scheme, host and port, on both servers."""

import pytest
from pytest_django import Settings
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from casino.http.origins import is_own_origin, parse_origin
from tests.house import House, run_web_process


def opens(address: str, *origins: str) -> int:
    """Return the status with which a handshake from these origins is answered."""
    uri = f"ws://{address.removeprefix('http://')}/ws/tables/1/"
    headers = [("Origin", each) for each in origins[1:]]
    first = Origin(origins[0]) if origins else None
    try:
        with connect(uri, origin=first, additional_headers=headers, proxy=None):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


@pytest.mark.parametrize("procfile", ["Procfile", "Procfile.uvicorn"])
def test_only_pages_of_the_house_open_sockets(house: House, procfile: str) -> None:
    with run_web_process(house, procfile, TRUSTED_ORIGINS="https://casino.example") as address:
        port = int(address.rpartition(":")[2])
        assert opens(address, address) == 101
        assert opens(address, address.replace("http", "HTTP")) == 101
        assert opens(address, "https://casino.example") == 101
        assert opens(address, "https://casino.example:443") == 101
        for other in (
            "http://127.0.0.1:9",
            "http://127.0.0.1",
            "https://127.0.0.1",
            f"https://127.0.0.1:{port}",
            "http://localhost:3000",
            f"http://localhost:{port}",
            "http://casino.example",
            "https://casino.example:8443",
            "https://www.casino.example",
            "https://evil.example",
            f"{address}.evil.example",
            f"http://evil@127.0.0.1:{port}",
            f"{address}/",
            "null",
            "file://",
            "http://",
            "http://[",
            f"http://127.0.0.1:{2**16}",
        ):
            # Autobahn answers what is no origin at all with 400 by itself.
            assert opens(address, other) in (400, 403), other
        assert opens(address) == 403
        assert opens(address, address, address) in (400, 403)


def test_behind_tls_the_page_is_https(settings: Settings) -> None:
    settings.BEHIND_TLS = True
    settings.ALLOWED_HOSTS = ["casino.example"]
    for text, ours in (
        ("https://casino.example", True),
        ("https://casino.example:443", True),
        ("http://casino.example", False),
        ("https://casino.example:444", False),
    ):
        origin = parse_origin(text)
        assert origin is not None
        assert is_own_origin(origin, "casino.example") is ours, text


def test_a_host_that_the_house_does_not_answer_to_is_nobodys(settings: Settings) -> None:
    """A name that was rebound to this machine is its own origin and its own host."""
    settings.ALLOWED_HOSTS = ["127.0.0.1"]
    rebound = parse_origin("http://evil.example:8000")
    assert rebound is not None
    assert not is_own_origin(rebound, "evil.example:8000")


def test_all_hosts_of_a_domain_may_be_trusted(settings: Settings) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://*.casino.example"]
    for text, ours in (
        ("https://fr.casino.example", True),
        ("https://casino.example", True),
        ("https://notcasino.example", False),
        ("http://fr.casino.example", False),
        ("https://casino.example.evil.example", False),
    ):
        origin = parse_origin(text)
        assert origin is not None
        assert is_own_origin(origin, "127.0.0.1") is ours, text
