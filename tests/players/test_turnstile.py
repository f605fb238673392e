"""How often one may try to sign in and ask the API, counted in a real Redis."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier
from uuid import uuid4

import pytest
from django.conf import LazySettings
from django.core import signing
from django.http import HttpResponse
from django.test import Client, RequestFactory

from casino.players.services import sign_up
from casino.process import heartbeat
from casino.throttling import login_throttle, rate_limit
from tests.clock import StandingClock, clock

__all__ = ["clock"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

PASSWORD = "queen of hearts, twice"


@pytest.fixture(autouse=True)
def address() -> str:
    """An address of this test alone: what others have tried before does not count."""
    return f"test {uuid4()}"


@pytest.fixture(autouse=True)
def ann() -> None:
    sign_up(username="ann", password=PASSWORD)


def attempt(
    address: str, password: str, path: str = "/sign-in/", name: str = "ann"
) -> HttpResponse:
    """Try to sign in from an address; return the house's answer."""
    answer: HttpResponse = Client(REMOTE_ADDR=address).post(
        path, {"username": name, "password": password}
    )
    return answer


def status(address: str, password: str, path: str = "/sign-in/", name: str = "ann") -> int:
    return attempt(address, password, path, name).status_code


@pytest.mark.parametrize("path", ["/sign-in/", "/admin/login/"])
def test_guesses_at_one_account_end_even_for_the_right_password(address: str, path: str) -> None:
    for _ in range(rate_limit.SIGN_IN.most):
        assert status(address, "wrong", path) == 200
    refused = attempt(address, PASSWORD, path)
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= rate_limit.SIGN_IN.seconds
    page = refused.content.decode()
    assert "Trop d’essais" in page
    assert "Too many attempts" in page
    assert "sessionid" not in refused.cookies
    for name in ("ANN ", "\uff21nn", " ann"):
        assert status(address, PASSWORD, path, name) == 429, "the same account, written otherwise"
    assert status(address, "wrong", path, "bob") == 200, "another account"
    assert status(f"{address} next door", PASSWORD) == 302, "another address"


@pytest.mark.parametrize("path", ["/sign-in/", "/admin/login/"])
def test_whoever_holds_a_session_guesses_no_longer_than_others(address: str, path: str) -> None:
    """A session is no proof that the password of this very request was right."""
    sign_up(username="mallory", password=PASSWORD)
    mallory = Client(REMOTE_ADDR=address)
    assert (
        mallory.post("/sign-in/", {"username": "mallory", "password": PASSWORD}).status_code == 302
    )
    guess = {"username": "ann", "password": "wrong"}
    seen = [mallory.post(path, guess).status_code for _ in range(rate_limit.SIGN_IN.most + 1)]
    assert 429 not in seen[:-1]
    assert seen[-1] == 429
    right = {"username": "ann", "password": PASSWORD}
    assert mallory.post(path, right).status_code == 429


def test_whoever_signs_in_is_given_back_only_his_own_attempts(address: str) -> None:
    sign_up(username="mallory", password=PASSWORD)
    for _ in range(rate_limit.SIGN_IN.most):
        assert status(address, "wrong") == 200
        assert status(address, PASSWORD, name="mallory") == 302
    assert status(address, PASSWORD) == 429


@pytest.fixture
def few_from_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let five fail at an account from all addresses; counts of earlier tests are another's."""
    few = replace(rate_limit.SIGN_IN_ACCOUNT, name=f"test {uuid4()}", most=5)
    monkeypatch.setattr(rate_limit, "SIGN_IN_ACCOUNT", few)


@pytest.mark.usefixtures("few_from_everywhere")
@pytest.mark.parametrize("path", ["/sign-in/", "/admin/login/"])
def test_many_addresses_guess_at_one_account_no_faster(address: str, path: str) -> None:
    seen = [status(f"{address} {number}", "wrong", path) for number in range(6)]
    assert seen == [200] * 5 + [429]
    assert status(f"{address} 7", PASSWORD, path) == 429
    assert status(f"{address} 7", "wrong", path, "bob") == 200, "another account"


@pytest.mark.usefixtures("few_from_everywhere")
def test_strangers_do_not_lock_a_person_out_of_a_browser_that_is_known(address: str) -> None:
    known = Client(REMOTE_ADDR=address)
    right = {"username": "ann", "password": PASSWORD}
    assert known.post("/sign-in/", right).status_code == 302
    known.post("/sign-out/")
    for number in range(6):
        status(f"{address} {number}", "wrong")
    assert status(f"{address} 7", PASSWORD) == 429
    assert known.post("/sign-in/", right).status_code == 302
    known.post("/sign-out/")
    wrong = {"username": "ann", "password": "wrong"}
    tried = [known.post("/sign-in/", wrong).status_code for _ in range(rate_limit.SIGN_IN.most + 1)]
    assert tried == [200] * rate_limit.SIGN_IN.most + [429], "it is counted by itself"


@pytest.mark.usefixtures("few_from_everywhere")
def test_a_browser_is_known_for_one_account_and_by_the_house_alone(address: str) -> None:
    sign_up(username="mallory", password=PASSWORD)
    mallory = Client(REMOTE_ADDR=address)
    mallory.post("/sign-in/", {"username": "mallory", "password": PASSWORD})
    mallory.post("/sign-out/")
    for number in range(5):
        status(f"{address} {number}", "wrong")
    right = {"username": "ann", "password": PASSWORD}
    assert mallory.post("/sign-in/", right).status_code == 429
    for forged in ('["ANN","x"]', signing.dumps(["ANN", "x"]), signing.dumps(7), "x"):
        mallory.cookies[login_throttle.DEVICE] = forged
        assert mallory.post("/sign-in/", right).status_code == 429


def test_the_next_window_lets_as_many_through_again(address: str, clock: StandingClock) -> None:
    assert [status(address, "wrong") for _ in range(rate_limit.SIGN_IN.most)][-1] == 200
    wait = int(attempt(address, PASSWORD)["Retry-After"])
    clock.forward(wait - 1)
    assert attempt(address, PASSWORD)["Retry-After"] == "1"
    clock.forward(1)
    assert status(address, PASSWORD) == 302


def test_whoever_signs_in_is_not_counted(address: str) -> None:
    for _ in range(rate_limit.SIGN_IN.most + 2):
        assert status(address, PASSWORD) == 302


def test_without_the_turnstile_guessing_goes_on(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control."""
    monkeypatch.setattr(rate_limit, "count_attempt", lambda *_: 0)
    for _ in range(rate_limit.SIGN_IN.most + 2):
        assert status(address, "wrong") == 200


def test_one_address_that_tries_many_accounts_is_turned_away(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limit, "SIGN_IN_ADDRESS", replace(rate_limit.SIGN_IN_ADDRESS, most=5))
    assert [status(address, "wrong", name=f"somebody{n}") for n in range(6)] == [200] * 5 + [429]


def test_attempts_at_once_are_each_counted(address: str) -> None:
    turns = (rate_limit.RateLimit("test", 10, 600), address)
    with ThreadPoolExecutor(8) as pool:
        waits = list(pool.map(lambda _: rate_limit.count_attempt(turns), range(40)))
    assert sum(not wait for wait in waits) == 10


@pytest.fixture
def few_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "API", replace(rate_limit.API, most=3))


@pytest.mark.usefixtures("few_requests")
def test_the_api_refuses_in_both_languages_and_says_when_to_come_back(address: str) -> None:
    client = Client(REMOTE_ADDR=address)
    assert [client.get("/api/tables/").status_code for _ in range(3)] == [200] * 3
    refused = client.get("/api/tables/")
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= 60
    assert refused.json()["code"] == "too_many_requests"
    assert set(refused.json()["message"]) == {"fr", "en"}
    assert Client(REMOTE_ADDR=f"{address} b").get("/api/tables/").status_code == 200


@pytest.mark.usefixtures("few_requests")
def test_players_behind_one_address_do_not_count_against_each_other(address: str) -> None:
    sign_up(username="bob", password=PASSWORD)
    for name in ("ann", "bob"):
        client = Client(REMOTE_ADDR=address)
        client.post("/sign-in/", {"username": name, "password": PASSWORD})
        asked = [client.get("/api/wallet/").status_code for _ in range(4)]
        assert asked == [200, 200, 200, 429]


@pytest.fixture
def no_redis(settings: LazySettings) -> Iterator[None]:
    settings.REDIS_URL = "redis://localhost:1/0"
    heartbeat.make_redis_client.cache_clear()
    yield
    heartbeat.make_redis_client.cache_clear()


@pytest.mark.usefixtures("no_redis", "few_requests")
def test_without_redis_everybody_passes(address: str) -> None:
    assert status(address, PASSWORD) == 302
    client = Client(REMOTE_ADDR=address)
    assert [client.get("/api/tables/").status_code for _ in range(5)] == [200] * 5


def test_only_our_own_proxy_is_believed(settings: LazySettings) -> None:
    request = RequestFactory().get("/", HTTP_X_FORWARDED_FOR="1.1.1.1, 2.2.2.2")
    assert rate_limit.client_address(request) == "127.0.0.1"
    settings.BEHIND_TLS = True
    assert rate_limit.client_address(request) == "2.2.2.2"


def test_threads_that_come_at_once_share_one_client(monkeypatch: pytest.MonkeyPatch) -> None:
    all_here = Barrier(4)
    made: list[object] = []

    def make(*_: object, **__: object) -> object:
        time.sleep(0.05)
        made.append(object())
        return made[-1]

    def asked(_: int) -> object:
        all_here.wait()
        return heartbeat.redis_client()

    monkeypatch.setattr(heartbeat.Redis, "from_url", make)
    heartbeat.make_redis_client.cache_clear()
    try:
        with ThreadPoolExecutor(4) as crew:
            assert len(set(crew.map(asked, range(4)))) == 1
        assert len(made) == 1
    finally:
        heartbeat.make_redis_client.cache_clear()
