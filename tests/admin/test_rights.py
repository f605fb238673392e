"""The rights of every role of the house, as `permissions.toml` has them, tried by real requests."""

import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any, Final

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.test import Client, RequestFactory
from django.urls import reverse

from casino.backoffice.dashboard import ALARMS, BLOCKS, PENDING
from casino.players.models import Player
from tables.dashboard.table_actions import TABLE_ACTIONS
from tables.management.commands.seed_demo import Command
from tables.staff.authority import OPERATE
from tables.staff.groups import GROUPS
from tests import campaign
from tests.admin.office import sign_in, url
from tests.floor import House

Read = dict[str, list[str]]
"""Roles by the name of a page."""

WRITTEN: Final[dict[str, Read]] = tomllib.loads(
    Path(__file__).with_name("permissions.toml").read_text(encoding="utf-8")
)
OTHERS: Final = ("anonymous", "player", "clerk")
"""They may nothing here, whatever the file says."""
PARTS: Final = (*PENDING, *ALARMS, *BLOCKS)
"""Of the opening page."""


def clients() -> dict[str, Client]:
    """Return a browser of everybody: the seeded staff, those who may nothing, and who may all."""
    Command()._staff()
    found = {role: sign_in(role) for role in (*OTHERS, "superuser")}
    for role in GROUPS:
        found[role] = Client()
        found[role].force_login(Player.objects.get(username=role))
    return found


def may(answer: Any) -> bool:
    """Tell whether a page was shown; a refusal is 403, or the way to the sign-in."""
    assert answer.status_code in (200, 302, 403), answer.status_code
    return bool(answer.status_code == 200)


def wrong(pages: dict[str, str], written: Read, one_in: int) -> list[str]:
    """Ask for every page as everybody, in the short form as one of so many; return what is wrong.

    In the short form a superuser is shown them by `test_every_page`.
    """
    found, people = [], clients()
    superuser = people.pop("superuser")
    for number, (name, page) in enumerate(pages.items()):
        if campaign.SOAK and not may(superuser.get(page)):
            found.append(f"{name} is closed to a superuser")
        found += [
            f"{name}: {role}"
            for role in campaign.sample(one_in, people, number)
            if may(people[role].get(page)) != (role in written[name])
        ]
    return found


def allowed() -> dict[str, list[str]]:
    """Return who may look at each list by the rights that its page asks for."""
    found = {}
    staff = {role: Player.objects.get(username=role) for role in GROUPS}
    for model, page in admin.site._registry.items():
        who = []
        for role, player in staff.items():
            request = RequestFactory().get("/")
            request.user = player
            if page.has_view_or_change_permission(request):
                who.append(role)
        found[model._meta.label] = sorted(who)
    return found


def lists() -> dict[str, str]:
    """Return the list of every model that the office shows."""
    return {model._meta.label: url(model, "changelist") for model in admin.site._registry}


def order_pages(house: House) -> dict[str, str]:
    """Return the page of every order at a table that a right is enough for.

    That its chief alone may ask for the others is looked at in `test_vouchers`.
    """
    order = "admin:tables_table_order"
    by_right = [name for name, each in TABLE_ACTIONS.items() if not each.by.chief]
    return {name: f"{reverse(order, args=[name])}?tables={house.table_id}" for name in by_right}


def held() -> dict[str, list[str]]:
    """Return who holds each permission that is more than to look."""
    found = defaultdict[str, list[str]](list)
    for app in ("players", "ledger", "rng", "tables"):
        for model in apps.get_app_config(app).get_models():
            for code, _ in model._meta.permissions:
                found[f"{app}.{code}"] = []
    for role in sorted(GROUPS):
        for each in Player.objects.get(username=role).get_all_permissions():
            if ".view_" not in each:
                found[each].append(role)
    return dict(found)


@pytest.mark.campaign
def test_the_staff_reads_what_the_file_says(house: House, undrawn: None) -> None:
    assert lists().keys() == WRITTEN["read"].keys()
    assert wrong(lists(), WRITTEN["read"], 18) == []
    assert allowed() == WRITTEN["read"]


def test_the_staff_holds_what_the_file_says(house: House) -> None:
    Command()._staff()
    assert held() == WRITTEN["do"]


@pytest.mark.campaign
def test_the_staff_may_ask_for_the_orders_that_the_file_says(house: House, undrawn: None) -> None:
    assert order_pages(house).keys() == WRITTEN["orders"].keys()
    assert wrong(order_pages(house), WRITTEN["orders"], 10) == []


def read_at_home(people: dict[str, Client]) -> dict[str, list[str]]:
    """Return who reads each part of the opening page, a superuser left out."""
    read: dict[str, list[str]] = {part.name: [] for part in PARTS}
    for role, client in sorted(people.items()):
        answer = client.get(reverse("admin:index"))
        if role in ("anonymous", "player"):
            assert answer.status_code == 302
            continue
        for name in answer.context["read"]:
            read[name].append(role)
        shown = {name for name, _, _ in answer.context["blocks"]}
        assert shown <= set(answer.context["read"])
    assert all("superuser" in who for who in read.values())
    return {name: [role for role in who if role != "superuser"] for name, who in read.items()}


def test_the_staff_reads_of_the_opening_page_what_the_file_says(house: House) -> None:
    assert read_at_home(clients()) == WRITTEN["home"]


@pytest.mark.parametrize(
    ("code", "part"), [("view_officeact", "read"), ("operate_table", "orders")]
)
def test_a_right_too_many_is_found(house: House, code: str, part: str) -> None:
    """The negative control: cashiers with a permission that they do not need."""
    Command()._staff()
    cashiers = Group.objects.get(name="cashiers")
    cashiers.permissions.add(Permission.objects.get(codename=code))
    client = Client()
    client.force_login(Player.objects.get(username="cashier"))
    pages = lists() if part == "read" else order_pages(house)
    found = [
        name for name in pages if may(client.get(pages[name])) != ("cashier" in WRITTEN[part][name])
    ]
    of_tables = [name for name, order in TABLE_ACTIONS.items() if OPERATE in order.by.permissions]
    assert found == (["players.OfficeAct"] if part == "read" else of_tables)
