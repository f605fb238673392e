"""How many accounts one address opens, and what they are given: by the page, in a real Redis."""

from itertools import count

import pytest
from django.conf import LazySettings
from django.http import HttpResponse
from django.test import Client

from casino.ledger.services import audit
from casino.players.models import Given, Player
from casino.players.services import wallet_of
from casino.throttling import rate_limit
from tests.clock import StandingClock, clock

__all__ = ["clock"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

PASSWORD = "queen of hearts, twice"
_numbers = count(1)


@pytest.fixture(autouse=True)
def tight(settings: LazySettings) -> None:
    settings.SIGN_UPS_PER_ADDRESS = 3
    settings.SIGN_UPS_PER_NETWORK = 5
    settings.PLAY_MONEY_PER_ADDRESS = 5 * settings.PLAY_MONEY_GRANT


NETWORK = "203.0.113"
"""The first three numbers of addresses."""


def sign_up(address: str, **changed: str) -> HttpResponse:
    """Open an account from an address by the page's form."""
    fields = {
        "username": f"player{next(_numbers)}x",
        "password": PASSWORD,
        "language": "fr",
        "adult": "on",
        **changed,
    }
    answer: HttpResponse = Client(REMOTE_ADDR=address).post("/sign-up/", fields)
    return answer


def test_one_address_opens_a_few_accounts_and_then_ever_more_slowly(clock: StandingClock) -> None:
    address = f"{NETWORK}.7"
    assert [sign_up(address).status_code for _ in range(4)] == [302, 302, 302, 429]
    refused = sign_up(address)
    assert refused["Retry-After"] == "60"
    page = refused.content.decode()
    assert "Trop d’essais" in page
    assert "Too many attempts" in page
    assert Player.objects.count() == 3
    clock.forward(61)
    assert sign_up(address).status_code == 302
    assert sign_up(address)["Retry-After"] == "120", "twice as long"
    clock.forward(61)
    assert sign_up(address).status_code == 429
    clock.forward(122)
    assert sign_up(address).status_code == 302
    assert sign_up(address)["Retry-After"] == "240"


def test_a_house_may_let_nobody_by_without_a_pause(settings: LazySettings) -> None:
    settings.SIGN_UPS_PER_ADDRESS = 0
    answers = [sign_up(f"{NETWORK}.7") for _ in range(2)]
    assert [each.status_code for each in answers] == [302, 429]
    assert answers[1]["Retry-After"] == "120"


def test_one_network_opens_some_more() -> None:
    seen = [sign_up(f"{NETWORK}.{number}").status_code for number in range(6)]
    assert seen == [302] * 5 + [429]
    assert sign_up("198.51.100.1").status_code == 302, "another network"


def test_the_hosts_of_an_ipv6_site_are_one_network() -> None:
    hosts = [sign_up(f"2001:db8:1:2::{number}").status_code for number in range(1, 5)]
    assert hosts == [302, 302, 302, 429], "a host has a /64 for itself"
    site = [sign_up(f"2001:db8:1:{number}::1").status_code for number in range(3, 6)]
    assert site == [302, 302, 429]
    mapped = [sign_up(f"::ffff:{NETWORK}.9").status_code for _ in range(3)]
    assert mapped == [302] * 3
    assert sign_up(f"{NETWORK}.9").status_code == 429


def test_a_form_that_is_refused_is_no_account() -> None:
    address = f"{NETWORK}.7"
    assert sign_up(address, username="taken").status_code == 302
    for wrong in ({"username": "x"}, {"password": "short"}, {"username": "TAKEN"}):
        for _ in range(3):
            assert sign_up(address, **wrong).status_code == 422
    assert [sign_up(address).status_code for _ in range(3)] == [302, 302, 429]


def test_forms_without_end_are_refused_too(monkeypatch: pytest.MonkeyPatch) -> None:
    few = rate_limit.RateLimit("few", 4, 600)
    monkeypatch.setattr(rate_limit, "SIGN_UP_TRIES", few)
    seen = [sign_up(f"{NETWORK}.7", username="x").status_code for _ in range(5)]
    assert seen == [422] * 4 + [429]


def test_above_the_days_chips_an_account_opens_empty_and_the_page_says_so(
    settings: LazySettings,
) -> None:
    settings.SIGN_UPS_PER_ADDRESS = 9
    settings.PLAY_MONEY_PER_ADDRESS = settings.PLAY_MONEY_GRANT + 100
    address = f"{NETWORK}.7"
    visitor = Client(REMOTE_ADDR=address)
    assert "Mille jetons" in visitor.get("/sign-up/").content.decode()
    assert "Mille jetons" in visitor.get("/").content.decode()
    assert sign_up(address, username="ann")["Location"] == "/"
    page = visitor.get("/sign-up/").content.decode()
    assert "sans jetons" in page
    assert "Mille jetons" not in page + visitor.get("/").content.decode()
    answer = sign_up(address, username="bob")
    assert answer["Location"] == "/account/"
    holds = {
        player.username: wallet_of(player.pk).account.balance for player in Player.objects.all()
    }
    assert holds == {"ann": settings.PLAY_MONEY_GRANT, "bob": 0}
    assert Given.objects.get().amount == settings.PLAY_MONEY_GRANT
    assert "Mille jetons" in Client().get("/sign-up/").content.decode(), "another address"
    assert audit() == []


def test_a_licensed_house_promises_and_gives_nothing(settings: LazySettings) -> None:
    settings.LICENSED = True
    page = Client(REMOTE_ADDR=f"{NETWORK}.7").get("/sign-up/").content.decode()
    assert "jetons" not in page.partition("<main")[2].partition("</main>")[0]
    sign_up(f"{NETWORK}.7", username="ann")
    assert wallet_of(Player.objects.get().pk).account.balance == 0
