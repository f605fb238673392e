"""Lists on the opening page: pinned ones, and all by task."""

import re
from typing import Any, Final

import pytest
from django.contrib.auth.models import Permission
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from casino.backoffice.dashboard import SECTIONS, TASKS
from casino.backoffice.shortcuts.pins import MOST
from casino.players.models import OfficeAct, PinnedList, Player
from tests.admin.office import queries, sign_in
from tests.floor import House

ROUNDS: Final = "/admin/tables/round/"
PIN: Final = "/admin/pins/"


def pinned(client: Client) -> dict[str, str]:
    """Return the addresses of the pins on somebody's opening page, by name."""
    return {pin.name: pin.url for pin in client.get("/admin/").context["pins"]}


def pin(client: Client, name: str, address: str) -> Any:
    """Pin an address; return what the office says of it."""
    language = {"accept-language": "en"}
    answer = client.post(PIN, {"name": name, "address": address}, headers=language, follow=True)
    if answer.status_code != 200:
        return answer.status_code
    return [str(each) for each in answer.context["messages"]]


def test_a_view_is_pinned_with_its_filters_and_unpinned(house: House) -> None:
    client = sign_in("reader")
    page = client.get(f"{ROUNDS}?status__exact=closed&q=ann&p=2").content.decode()
    asked = re.search('name="address" value="([^"]+)"', page)
    assert asked is not None
    view = f"{ROUNDS}?status__exact=closed&q=ann"
    assert pin(client, "Ann’s", asked[1].replace("&amp;", "&")) == [
        "Ann’s is on your opening page."
    ]
    assert pinned(client) == {"Ann’s": view}
    assert client.get(view).status_code == 200
    assert pin(client, "Closed", f"{view}&p=3") == ["Closed is on your opening page."]
    assert pinned(client) == {"Closed": view}, "one view is pinned once"
    (row,) = PinnedList.objects.all()
    address = reverse("admin:unpin_list", args=[row.pk])
    assert sign_in("operator").post(address).status_code == 404, "another’s"
    assert client.get(address).status_code == 405
    assert pinned(client) != {}
    assert client.post(address).headers["Location"] == "/admin/"
    assert pinned(client) == {}
    assert OfficeAct.objects.filter(what__contains=address).exists(), "it is an act"


@pytest.mark.parametrize(
    "address",
    ["https://example.com/admin/tables/round/", "//example.com/admin/tables/round/", "/account/",
     "/admin/", "/admin/search/?q=ann", "/admin/tables/round/1/change/", "/admin/logout/",
     "javascript:alert(1)", "x", "", ROUNDS + "?q=" + "x" * 1000],
)  # fmt: skip
def test_only_a_list_of_the_office_is_pinned(house: House, address: str) -> None:
    client = sign_in("superuser")
    (said,) = pin(client, "x", address)
    assert said == "Pin a list from its own page, under a name of at most 60 characters."
    assert not PinnedList.objects.exists()


def test_a_name_is_wanted_and_bounded(house: House) -> None:
    client = sign_in("reader")
    for name in ("", " ", "x" * 61):
        (said,) = pin(client, name, ROUNDS)
        assert said.startswith("Pin a list from its own page")
    pin(client, "<b>x</b>", ROUNDS)
    assert "<b>x</b>" not in client.get("/admin/").content.decode()


def test_nobody_pins_or_is_shown_a_list_that_he_may_not_read(house: House) -> None:
    clerk = sign_in("clerk")
    assert pin(clerk, "x", ROUNDS) == 403
    person = Player.objects.get(username="the.clerk")
    person.user_permissions.set(Permission.objects.filter(codename="view_round"))
    assert pin(clerk, "x", ROUNDS) == ["x is on your opening page."]
    person.user_permissions.clear()
    assert pinned(clerk) == {}
    assert Client().post(PIN, {"name": "x", "address": ROUNDS}).status_code == 302
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(Player.objects.get(username="the.clerk"))
    assert strict.post(PIN, {"name": "x", "address": ROUNDS}).status_code == 403


def test_pins_are_bounded_and_cost_one_query(house: House) -> None:
    client = sign_in("reader")
    queries(client, "/admin/")
    pin(client, "0", f"{ROUNDS}?q=0")
    one = queries(client, "/admin/")
    for number in range(1, MOST):
        pin(client, str(number), f"{ROUNDS}?q={number}")
    assert queries(client, "/admin/") == one
    assert pin(client, "more", ROUNDS) == [
        "Unpin a list on your opening page first: there are 20 at most."
    ]
    assert pin(client, "again", f"{ROUNDS}?q=1") == ["again is on your opening page."]
    assert PinnedList.objects.count() == MOST
    row = PinnedList.objects.earliest("pk")
    row.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save()


def test_every_list_is_of_one_task_and_folded(house: House) -> None:
    assert sorted(name for task in TASKS for name in task.sections) == sorted(SECTIONS)
    page = sign_in("superuser").get("/admin/", headers={"accept-language": "fr"})
    listed = {m["admin_url"] for each in page.context["app_list"] for m in each["models"]}
    grouped = {
        model["admin_url"]
        for task in page.context["tasks"]
        for section in task["sections"]
        for model in section["models"]
    }
    assert grouped == listed
    text = page.content.decode()
    assert text.count('<details class="task">') == len(TASKS)
    assert text.index('id="waits"') < text.index('id="lists-title"')
    own = sign_in("clerk").get("/admin/")
    assert own.context["tasks"] == []


def test_the_page_of_an_app_lists_all_of_it(house: House) -> None:
    text = sign_in("superuser").get("/admin/rng/").content.decode()
    assert 'href="/admin/rng/shoe/"' in text
