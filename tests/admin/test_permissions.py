"""Who may do what in the office, for every model that it shows, also those that come later."""

from collections.abc import Iterable
from typing import Any, Final
from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from casino.players.models import Department, Exclusion, OfficeAct, OfficeAnswer, Player
from tables.dashboard.table_actions import TABLE_ACTIONS
from tables.games import GAMES
from tables.models import (
    Box,
    Bulletin,
    EquipmentRegister,
    EquipmentSet,
    FloorEvent,
    MachineBan,
    MachineBase,
    RuleSetDraft,
    SheetBundle,
    Table,
)
from tables.staff.authority import OPERATE
from tests.admin.office import ROLES, rows, sign_in, url
from tests.campaign import combinations, sample
from tests.floor import House

LOOK: Final = {"reader", "operator", "superuser"}
# Everything that anybody may write here; for any other model the answer is no, to a superuser too.
WRITE: Final[dict[str, dict[Any, set[str]]]] = {
    "add": {
        Table: {"operator", "superuser"},
        EquipmentRegister: {"superuser"},
        EquipmentSet: {"superuser"},
        Department: {"superuser"},
        Bulletin: {"superuser"},
        MachineBan: {"superuser"},
        MachineBase: {"superuser"},
        SheetBundle: {"superuser"},
        RuleSetDraft: {"superuser"},
        Exclusion: {"superuser"},
        Group: {"superuser"},
    },
    "change": {Player: {"superuser"}, RuleSetDraft: {"superuser"}},
    "delete": {},
}

every_role = pytest.mark.parametrize("role", ROLES)


def answered(role: str, answer: Any) -> str:
    """Return `yes`, `no` (as those who may not are told) or what else came."""
    location = answer.get("Location", "")
    if answer.status_code == 200:
        return "yes"
    if role in ("anonymous", "player"):
        return "no" if answer.status_code == 302 and "/login/" in location else f"{location}?"
    return "no" if answer.status_code == 403 else f"{answer.status_code} {location}"


def wrong_answers(role: str, client: Client, models: Iterable[type[Model]]) -> list[str]:
    """Try every page of these models as somebody in this role; return what should not have been."""
    wrong = []
    for model in models:
        row, name = rows(model)[0], model._meta.label
        before = set(model._default_manager.values_list("pk", flat=True))
        for page in (url(model, "changelist"), url(model, "change", row)):
            wanted = "yes" if role in LOOK else "no"
            if (got := answered(role, client.get(page))) != wanted:
                wrong.append(f"look {name}: {got}")
        for verb, allowed in WRITE.items():
            page = url(model, verb, None if verb == "add" else row)
            may = role in allowed.get(model, set())
            # Permitted, this is an empty form, so that it comes back; a deletion is asked about.
            got = answered(role, client.post(page, {"_save": "1"} if verb != "delete" else {}))
            if got != ("yes" if may else "no"):
                wrong.append(f"{verb} {name}: {got}")
            if not may and answered(role, client.post(page, {"post": "yes"})) != "no":
                wrong.append(f"{verb} {name}, confirmed")
        keys = [str(each.pk) for each in rows(model)]
        chosen = {"action": "delete_selected", "_selected_action": keys, "post": "yes"}
        if role not in WRITE["delete"].get(model, set()):
            client.post(url(model, "changelist"), chosen)
        after = set(model._default_manager.values_list("pk", flat=True))
        # The trail of the office grows by what is tried here.
        if before - after or (after != before and model not in (OfficeAct, OfficeAnswer)):
            wrong.append(f"{name}: rows came or went")
    return wrong


@pytest.mark.parametrize("label", ["players", "ledger", "rng", "tables"])
def test_the_office_shows_every_model_of_the_house(label: str) -> None:
    assert set(apps.get_app_config(label).get_models()) <= set(admin.site._registry)


def tried_by(role: str) -> list[type[Model]]:
    """Return the models whose pages somebody in this role tries.

    In a campaign all of them. In the short form a superuser, to whom nothing is refused by itself,
    tries every fourth; the others try what somebody may write, and a part of the rest: each of that
    is tried by one of them.
    """
    models = sorted(admin.site._registry, key=lambda model: model._meta.label)
    if role == "superuser":
        return sample(4, models)
    written = [model for model in models if any(model in allowed for allowed in WRITE.values())]
    rest = [model for model in models if model not in written]
    return [*written, *sample(len(ROLES) - 1, rest, ROLES.index(role))]


@pytest.mark.campaign
@every_role
def test_every_page_answers_only_those_who_may(furnished: House, undrawn: None, role: str) -> None:
    assert wrong_answers(role, sign_in(role), tried_by(role)) == []


def test_a_model_that_can_be_written_is_found(
    furnished: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: boxes with the permissions that Django gives by itself."""
    pages = type(admin.site._registry[Box])
    for verb in ("change", "delete"):
        name = f"has_{verb}_permission"
        monkeypatch.setattr(pages, name, getattr(admin.ModelAdmin, name))
    assert wrong_answers("superuser", sign_in("superuser"), [Box]) == [
        "change tables.Box: yes",
        "change tables.Box, confirmed",
        "delete tables.Box: yes",
        "delete tables.Box, confirmed",
        "tables.Box: rows came or went",
    ]


MAY_ACT: Final = ("operator", "superuser")
KINDS: Final = {
    "write_supply": "advance",
    "write_voucher": "fill",
    "see_identity": "record",
    "decide_complaint": "record",
}
"""What the forms of these orders take for a kind; the others' take `other`."""


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("name", "role"),
    # In the short form each act is tried by one who may and one who may not.
    [
        *combinations(
            [name for name in TABLE_ACTIONS if not TABLE_ACTIONS[name].by.chief], MAY_ACT
        ),
        *combinations(list(TABLE_ACTIONS), [role for role in ROLES if role not in MAY_ACT]),
    ],
)
def test_acts_on_tables(furnished: House, role: str, name: str) -> None:
    client = sign_in(role)
    page = f"{reverse('admin:tables_table_order', args=[name])}?tables={furnished.table_id}"
    happened = FloorEvent.objects.count()
    asked = client.get(page)
    given = {"reason": "because", "amount": "1", "order": str(uuid4())}
    given["person"] = str(furnished.operator.pk)
    given |= {"level": "off", "code": "device", "asked_pieces-100": "1"}
    given["found"] = "card_missing"
    given["kind"] = KINDS.get(name, "other")
    given["fixed_pieces-100"] = "1"
    # A device's own orders may have pages of their own.
    others = [game for game in GAMES.values() if game.device_orders is None]
    given["what"] = next(key for game in others for key in game.staff_orders)
    done = client.post(page, {**given, "rules": furnished.table.rules_id})
    listed = client.post(
        reverse("admin:tables_table_changelist"),
        {"action": name, "_selected_action": [furnished.table_id]},
    )
    if role in MAY_ACT and (role == "superuser" or OPERATE in TABLE_ACTIONS[name].by.permissions):
        assert answered(role, asked) == "yes"
        assert done["Location"] == url(Table, "change", furnished.table)
        assert listed["Location"] == page.replace(",", "%2C")
    else:
        assert (answered(role, asked), answered(role, done)) == ("no", "no")
        assert "/order/" not in listed.get("Location", ""), "the list does not offer it to him"
        assert FloorEvent.objects.count() == happened


def test_a_reader_sees_no_buttons_of_acts(furnished: House) -> None:
    page = url(Table, "change", furnished.table)
    assert "/order/fill/" in sign_in("operator").get(page).content.decode()
    assert "/order/" not in sign_in("reader").get(page).content.decode()
