"""Which unfinished requests are cut off; `tests/embedded/test_doors.py` has the real servers."""

import asyncio

import pytest
from pytest_django import Settings

from casino.http import unfinished_requests
from casino.http.unfinished_requests import UnfinishedRequests


@pytest.fixture(autouse=True)
def no_grace(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    monkeypatch.setattr(unfinished_requests, "GRACE", -1.0)
    settings.UNFINISHED_PER_ADDRESS = 3
    settings.HEADER_SECONDS = 3600.0


def cut_off(*addresses: str, whole_headers: bool = False) -> list[int]:
    """Return which of the connections that begin from these addresses are cut off at a look."""

    async def run() -> list[int]:
        found, cut = UnfinishedRequests(), list[int]()
        for number, address in enumerate(addresses):
            found.begin(number, address, lambda number=number: cut.append(number))  # type: ignore[misc]
            if whole_headers:
                found.has_headers(number)
        found._look()
        for number in range(len(addresses)):
            found.end(number)
        found._look()
        assert found._timer is None
        return cut

    return asyncio.run(run())


def test_those_of_one_address_that_came_first_go_on() -> None:
    assert cut_off(*["192.0.2.1"] * 5, "192.0.2.2") == [3, 4]
    assert cut_off(*["192.0.2.1"] * 5, whole_headers=True) == [3, 4]
    # Whoever has a /64 of IPv6 has all its addresses.
    assert cut_off(*(f"2001:db8::{number}" for number in range(5))) == [3, 4]


def test_behind_a_proxy_all_come_from_its_address(settings: Settings) -> None:
    settings.BEHIND_TLS = True
    assert cut_off(*["192.0.2.1"] * 5) == []
    settings.HEADER_SECONDS = -1.0
    assert cut_off(*["192.0.2.1"] * 5) == [0, 1, 2, 3, 4]


def test_a_body_may_take_longer_than_headers(settings: Settings) -> None:
    settings.HEADER_SECONDS = -1.0
    assert cut_off("192.0.2.1", "192.0.2.2") == [0, 1]
    assert cut_off("192.0.2.1", "192.0.2.2", whole_headers=True) == []
