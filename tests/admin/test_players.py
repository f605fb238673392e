"""Players in the office: names and access, never money, and no way to become somebody else."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from casino.players.models import Player
from tests.admin.office import sign_in
from tests.floor import House

GIVEN: dict[str, Any] = {
    "username": "ann",
    "display_name": "La Dame",
    "language": "en",
    "is_active": "on",
}
GREED: dict[str, Any] = {
    "is_staff": "on",
    "is_superuser": "on",
    "password": "x",
    "user_permissions": ["1"],
}


@pytest.fixture
def hostess(db: None) -> Client:
    """The browser of staff who may change players."""
    client = sign_in("clerk")
    permissions = Permission.objects.filter(codename__in=("change_player", "view_player"))
    Player.objects.get(username="the.clerk").user_permissions.set(permissions)
    return client


def page(player: Player, name: str = "change") -> str:
    if name == "password":
        return reverse("admin:auth_user_password_change", args=[player.pk])
    return reverse(f"admin:players_player_{name}", args=[player.pk])


def test_staff_change_names_language_and_access(house: House, hostess: Client) -> None:
    ann = house.player("ann")
    assert hostess.post(page(ann), GIVEN).status_code == 302
    ann.refresh_from_db()
    assert (ann.display_name, ann.language, ann.is_active) == ("La Dame", "en", True)
    hostess.post(page(ann), {**GIVEN, "is_active": ""})
    ann.refresh_from_db()
    assert not ann.is_active


def test_staff_cannot_make_anybody_staff(house: House, hostess: Client) -> None:
    ann = house.player("ann")
    password = ann.password
    assert "is_staff" not in hostess.get(page(ann)).content.decode().split("changelist-filter")[0]
    assert hostess.post(page(ann), {**GIVEN, **GREED}).status_code == 302
    ann.refresh_from_db()
    assert (ann.is_staff, ann.is_superuser, ann.password) == (False, False, password)
    assert not ann.user_permissions.exists()


def test_staff_cannot_change_staff_not_even_themselves(house: House, hostess: Client) -> None:
    for name in ("operator", "the.clerk"):
        assert hostess.post(page(Player.objects.get(username=name)), GIVEN).status_code == 403


def test_only_a_superuser_sets_a_password(house: House, hostess: Client) -> None:
    ann = house.player("ann")
    secret = {
        "password1": "Un-mot-2-passe",
        "password2": "Un-mot-2-passe",
        "usable_password": "true",
    }
    before = ann.password
    assert hostess.get(page(ann, "password")).status_code == 403
    assert hostess.post(page(ann, "password"), secret).status_code == 403
    ann.refresh_from_db()
    assert ann.password == before
    assert sign_in("superuser").post(page(ann, "password"), secret).status_code == 302
    ann.refresh_from_db()
    assert ann.password != before


def test_a_superuser_gives_and_takes_rights(house: House) -> None:
    ann, root = house.player("ann"), sign_in("superuser")
    operate = Permission.objects.get(codename="operate_table")
    given = {**GIVEN, "is_staff": "on", "user_permissions": [operate.pk]}
    assert root.post(page(ann), given).status_code == 302
    ann = Player.objects.get(pk=ann.pk)
    assert ann.is_staff
    assert ann.has_perm("tables.operate_table")


@pytest.mark.parametrize(
    ("field", "value"),
    [("username", "é"), ("username", "ab"), ("username", "BOB"), ("username", ""),
     ("display_name", "x" * 25), ("display_name", "a\N{RIGHT-TO-LEFT OVERRIDE}b"),
     ("language", "de")],
)  # fmt: skip
def test_names_obey_the_rules_of_the_sign_up(
    house: House, hostess: Client, field: str, value: str
) -> None:
    house.player("bob")
    ann = house.player("ann")
    answer = hostess.post(page(ann), {**GIVEN, field: value})
    assert answer.status_code == 200
    assert field in answer.context["adminform"].form.errors or field == "username"
    assert answer.context["errors"]
    ann.refresh_from_db()
    assert ann.display_name == "ann"


def test_the_balance_is_read_and_cannot_be_written(house: House, hostess: Client) -> None:
    ann = house.player("ann")
    assert "1\N{NO-BREAK SPACE}000,00 PLAY" in hostess.get(page(ann)).content.decode()
    before = house.balance("ann")
    hostess.post(page(ann), {**GIVEN, "purses": "9", "balance": "9", "wallets": "9"})
    assert house.balance("ann") == before


def test_a_change_of_a_player_is_on_record(house: House, hostess: Client) -> None:
    ann = house.player("ann")
    hostess.post(page(ann), GIVEN)
    history = hostess.get(page(ann, "history")).content.decode()
    assert "the.clerk" in history


def test_the_house_excludes_with_a_reason_and_lets_nobody_in_early(house: House) -> None:
    ann, keeper = house.player("ann"), sign_in("clerk")
    person = Player.objects.get(username="the.clerk")
    add = reverse("admin:players_exclusion_add")
    asked = {"username": "ann", "span": "month", "reason": "she asked by telephone"}
    assert keeper.post(add, asked).status_code == 403
    named = ("add_exclusion", "view_exclusion")
    person.user_permissions.set(Permission.objects.filter(codename__in=named))
    keeper.force_login(Player.objects.get(pk=person.pk))
    for wrong in ({"username": "nobody"}, {"username": "operator"}, {"reason": ""}, {"span": "x"}):
        assert keeper.post(add, asked | wrong).status_code == 200
    assert not ann.exclusions.exists()
    assert keeper.post(add, asked).status_code == 302
    (excluded,) = ann.exclusions.all()
    assert (excluded.by, excluded.reason) == (person, "she asked by telephone")
    ann.refresh_from_db()
    assert ann.shut_until == excluded.until
    kept = reverse("admin:players_exclusion_change", args=[excluded.pk])
    assert keeper.get(kept).status_code == 200
    assert keeper.post(kept, asked | {"span": "day"}).status_code == 403
    assert sign_in("superuser").post(page(ann), GIVEN | {"shut_until": ""}).status_code == 302
    ann.refresh_from_db()
    assert ann.shut_until == excluded.until
