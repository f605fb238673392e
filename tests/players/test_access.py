"""A player's own access: the password, where one is signed in, and what the office does to it."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.conf import LazySettings
from django.contrib import auth
from django.contrib.auth import authenticate
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.core import checks
from django.core.management import call_command
from django.http import HttpRequest, HttpResponse
from django.test import Client

from casino.players import login_sessions
from casino.players.models import Player, Visit
from casino.players.services import sign_up
from casino.site.sign_in import browser_of
from casino.staff import rights
from casino.throttling import rate_limit
from tables.funds import postings
from tables.management.commands import seed_demo
from tables.sockets import sessions
from tables.sockets.sessions import recognise
from tests.clock import clock

__all__ = ["clock"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

PASSWORD = "queen of hearts, twice"
NEW = "seven boxes on the felt"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1"


@pytest.fixture(autouse=True)
def address() -> str:
    """An address of this test alone."""
    return f"test {uuid4()}"


@pytest.fixture(autouse=True)
def ann() -> Player:
    return sign_up(username=f"ann{uuid4().hex[:8]}", password=PASSWORD)


def browser(ann: Player, address: str, agent: str = FIREFOX) -> Client:
    """Return a browser in which she has signed in by the page's form."""
    client = Client(REMOTE_ADDR=address, HTTP_USER_AGENT=agent)
    answer = client.post("/sign-in/", {"username": ann.username, "password": PASSWORD})
    assert answer.status_code == 302
    return client


def change(client: Client, current: str = PASSWORD, new: str = NEW, again: str = "") -> Any:
    fields = {"current": current, "new": new, "again": again or new}
    return client.post("/account/access/", fields)


def signed_in(client: Client) -> bool:
    return client.get("/api/wallet/").status_code == 200


def codes(answer: HttpResponse) -> dict[str, set[str]]:
    errors: Any = answer.context["form"].errors  # type: ignore[attr-defined]
    return {
        field: {each["code"] for each in found} for field, found in errors.get_json_data().items()
    }


def test_a_sign_in_outlives_a_new_secret_key_while_the_former_is_kept(
    ann: Player, settings: LazySettings
) -> None:
    client = Client()
    client.force_login(ann)
    former, settings.SECRET_KEY = settings.SECRET_KEY, "a new one, " * 6
    settings.SECRET_KEY_FALLBACKS = [former]
    assert client.get("/api/wallet/").status_code == 200
    settings.SECRET_KEY_FALLBACKS = []
    settings.SECRET_KEY = "another one, " * 6
    assert client.get("/api/wallet/").status_code == 403


def test_a_sign_in_keeps_its_session_while_processes_of_both_secret_keys_answer(
    ann: Player, settings: LazySettings
) -> None:
    """A session of another key would end the sign-in of the requests and sockets of this one."""
    client = Client()
    client.force_login(ann)
    key, former, new = client.session.session_key, settings.SECRET_KEY, "a new one, " * 6
    steps = [(former, [new]), (new, [former]), (former, [new]), (new, [former]), (new, [])]
    for settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS in steps:
        assert client.get("/api/wallet/").status_code == 200
        assert client.cookies[settings.SESSION_COOKIE_NAME].value == key
        assert Session.objects.filter(pk=key).exists()
    # One that a process signs in which has the new key alone is good where that is a fallback.
    client.force_login(ann)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = former, [new]
    assert client.get("/api/wallet/").status_code == 200


def test_who_only_plays_is_signed_in_when_the_former_secret_key_goes(
    ann: Player, settings: LazySettings
) -> None:
    client = Client()
    client.force_login(ann)
    key, former = client.session.session_key, settings.SECRET_KEY
    assert key
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a new one, " * 6, [former]
    assert recognise(key)
    settings.SECRET_KEY_FALLBACKS = []
    assert recognise(key)
    assert signed_in(client)
    # Negative control: nobody has looked while both were known.
    settings.SECRET_KEY = "another one, " * 6
    assert recognise(key) is None


def test_a_socket_signs_no_session_that_a_page_has_changed_meanwhile(
    ann: Player, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client()
    client.force_login(ann)
    key, former = client.session.session_key, settings.SECRET_KEY
    assert key
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a new one, " * 6, [former]

    def changed_meanwhile(request: HttpRequest) -> AbstractBaseUser | AnonymousUser:
        session = client.session
        session["seen"] = "a page"
        session.save()
        return auth.get_user(request)

    monkeypatch.setattr(sessions, "get_user", changed_meanwhile)
    assert recognise(key)
    assert client.session["seen"] == "a page"


def test_a_player_changes_the_password_and_all_other_sign_ins_end(
    ann: Player, address: str
) -> None:
    here, there = browser(ann, address), browser(ann, address, SAFARI)
    before = here.session.session_key
    answer = change(here)
    assert (answer.status_code, answer["Location"]) == (302, "/account/access/?changed")
    assert signed_in(here)
    assert here.session.session_key != before, "the old key is worth nothing"
    assert not Session.objects.filter(pk=before).exists()
    assert not signed_in(there)
    assert [each.session_id for each in Visit.objects.filter(player=ann)] == [
        here.session.session_key
    ]
    assert authenticate(username=ann.username, password=PASSWORD) is None
    assert authenticate(username=ann.username, password=NEW) == ann
    assert "Le mot de passe est changé" in here.get("/account/access/?changed").content.decode()


def test_the_sockets_of_every_session_that_a_new_password_ends_are_told(
    ann: Player, address: str, django_capture_on_commit_callbacks: Any
) -> None:
    here, there = browser(ann, address), browser(ann, address, SAFARI)
    before = {here.session.session_key, there.session.session_key}
    told: list[str] = []

    def hear(session: str, **_: object) -> None:
        told.append(session)

    login_sessions.ended.connect(hear)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            change(here)
    finally:
        login_sessions.ended.disconnect(hear)
    assert set(told) == before, "that of the browser itself, too: its key is another now"


@pytest.mark.parametrize(
    ("given", "field", "code"),
    [
        ({"current": "wrong"}, "current", "password_wrong"),
        ({"again": "another sentence, then"}, "again", "password_differs"),
        ({"new": "elf zeichen"}, "new", "password_too_short"),
        ({"new": "x1" * 65}, "new", "max_length"),
        ({"new": "passwordpassword"}, "new", "password_guessed"),
    ],
)
def test_a_change_is_refused_by_code_and_changes_nothing(
    ann: Player, address: str, given: dict[str, str], field: str, code: str
) -> None:
    here = browser(ann, address)
    answer = change(here, **given)
    assert answer.status_code == 422
    assert code in codes(answer)[field]
    assert signed_in(here)
    assert authenticate(username=ann.username, password=PASSWORD) == ann
    for secret in (PASSWORD, NEW, given.get("new", NEW)):
        assert secret not in answer.content.decode()


def test_whoever_holds_a_session_does_not_guess_its_password(ann: Player, address: str) -> None:
    stolen = browser(ann, address)
    seen = [change(stolen, current="wrong").status_code for _ in range(rate_limit.SIGN_IN.most + 1)]
    assert seen == [422] * rate_limit.SIGN_IN.most + [429]
    assert change(stolen).status_code == 429


def test_a_right_password_is_no_guess_even_where_the_new_one_is_refused(
    ann: Player, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limit, "SIGN_IN", replace(rate_limit.SIGN_IN, most=3))
    here = browser(ann, address)
    assert [change(here, new="short").status_code for _ in range(5)] == [422] * 5


def test_a_player_sees_where_he_is_signed_in_and_ends_it(ann: Player, address: str) -> None:
    here, there = browser(ann, address), browser(ann, f"{address} b", SAFARI)
    page = here.get("/account/access/").content.decode()
    assert "Firefox sur Linux" in page
    assert "Safari sur iOS" in page
    assert f"{address} b" in page
    assert "celle-ci" in page
    for client in (here, there):
        assert client.session.session_key not in page, "the key would open the session"
    other = Visit.objects.get(session_id=there.session.session_key)
    assert here.post("/account/access/end/", {"visit": other.pk}).status_code == 302
    assert not signed_in(there)
    assert signed_in(here)


def test_a_player_ends_all_other_sign_ins(ann: Player, address: str) -> None:
    browsers = [browser(ann, address) for _ in range(3)]
    browsers[1].post("/account/access/end/", {"visit": "others"})
    assert [signed_in(each) for each in browsers] == [False, True, False]


@pytest.mark.parametrize("asked", ["", "x", "-1", "²", "9" * 30, "\0"])
def test_nobody_ends_anothers_sign_in(ann: Player, address: str, asked: str) -> None:
    bob = sign_up(username=f"bob{uuid4().hex[:8]}", password=PASSWORD)
    mallory, here = browser(bob, address), browser(ann, address)
    visit = Visit.objects.get(player=ann)
    for number in (str(visit.pk), asked):
        assert mallory.post("/account/access/end/", {"visit": number}).status_code == 302
    mallory.post("/account/access/end/", {"visit": "others"})
    assert signed_in(here)
    assert signed_in(mallory)


def test_whoever_signs_out_is_signed_in_nowhere(ann: Player, address: str) -> None:
    here = browser(ann, address)
    assert login_sessions.open_sessions(ann).count() == 1
    here.post("/sign-out/")
    assert login_sessions.open_sessions(ann).count() == 0


def test_the_page_is_for_whoever_is_signed_in_and_needs_its_token(
    ann: Player, address: str
) -> None:
    visitor = Client(REMOTE_ADDR=address)
    assert visitor.get("/account/access/")["Location"].startswith("/sign-in/")
    assert visitor.post("/account/access/end/", {"visit": "others"}).status_code == 302
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ann)
    assert change(strict).status_code == 403
    assert strict.post("/account/access/end/", {"visit": "others"}).status_code == 403


def test_a_password_that_the_office_sets_ends_every_sign_in(ann: Player, address: str) -> None:
    here = browser(ann, address)
    root = Client()
    root.force_login(Player.objects.create_superuser(f"root{uuid4().hex[:6]}", password="x"))
    asker, second = (
        Player.objects.create_superuser(f"{name}{uuid4().hex[:6]}", password="x")
        for name in ("one", "two")
    )
    request = rights.request_password(uuid4(), ann, NEW, asker=asker, reason="forgot")
    assert signed_in(here)
    rights.approve(request.pk, by=second, reason="showed a passport")
    assert not signed_in(here)
    assert not Visit.objects.filter(player=ann).exists()
    assert root.get("/admin/").status_code == 200


def test_whoever_is_shut_out_by_the_office_is_signed_out(ann: Player, address: str) -> None:
    here = browser(ann, address)
    root = Client()
    root.force_login(Player.objects.create_superuser(f"root{uuid4().hex[:6]}", password="x"))
    shut = {"reason": "counterfeit chips"}
    assert root.post(f"/admin/players/player/{ann.pk}/do/ban/", shut).status_code == 302
    assert not signed_in(here)
    assert not Visit.objects.filter(player=ann).exists()


def test_staff_change_theirs_by_the_same_page() -> None:
    root = Client()
    root.force_login(Player.objects.create_superuser(f"root{uuid4().hex[:6]}", password=PASSWORD))
    assert root.get("/admin/password_change/")["Location"] == "/account/access/"
    assert change(root).status_code == 302


@pytest.fixture
def empty_house() -> Iterator[None]:
    """Nothing is remembered of tables that an earlier test rolled back, nor of this one's."""
    postings.capital_account.cache_clear()
    yield
    postings.capital_account.cache_clear()


@pytest.mark.usefixtures("empty_house")
def test_a_licensed_house_has_nobody_with_the_printed_password(settings: LazySettings) -> None:
    call_command("seed_demo")
    demo, operator = (Player.objects.get(username=name) for name in ("demo1", "operator"))
    client = Client()
    client.force_login(demo)
    operator.set_password(PASSWORD)
    operator.save()
    settings.LICENSED = True
    call_command("seed_demo")
    assert authenticate(username="demo1", password=seed_demo.PASSWORD) is None
    assert not signed_in(client)
    assert authenticate(username="operator", password=PASSWORD) == operator, "his own he keeps"
    Player.objects.filter(username="demo7").update(username="gone", username_key="gone")
    call_command("seed_demo")
    assert not Player.objects.filter(username="demo7").exists()


@pytest.mark.parametrize("name", ["LICENSED", "BEHIND_TLS"])
def test_a_house_for_strangers_takes_the_printed_password_of_nobody(
    settings: LazySettings, name: str
) -> None:
    """Also where only the lines of the Procfile were started, and nothing has locked them out."""
    root = Player.objects.create_superuser("operator", password=seed_demo.PASSWORD)
    assert authenticate(username="operator", password=seed_demo.PASSWORD) == root
    setattr(settings, name, True)
    assert authenticate(username="operator", password=seed_demo.PASSWORD) is None


def test_djangos_check_of_a_deployment_names_printed_passwords() -> None:
    Player.objects.create_superuser("operator", password=seed_demo.PASSWORD)
    look = partial(checks.run_checks, tags=["database"], include_deployment_checks=True)
    assert look() == [], "it asks the database only where one is named"
    (found,) = look(databases=["default"])
    assert (found.id, found.obj.username) == ("sabot.E002", "operator")
    assert "close_demo" in found.hint
    assert PASSWORD not in str(found)
    call_command("close_demo")
    assert look(databases=["default"]) == []


def test_browsers_are_told_by_their_own_word() -> None:
    assert browser_of(FIREFOX) == "Firefox sur Linux"
    assert browser_of("curl/8") == ""
