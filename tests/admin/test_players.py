"""Players in the office: names and access, never money, and no way to become somebody else."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group, Permission
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from casino.players.models import OfficeAct, Player, RightsChange
from tests.admin.office import sign_in
from tests.floor import House

GIVEN: dict[str, Any] = {
    "display_name": "La Dame",
    "language": "en",
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


def test_staff_change_the_shown_name_and_the_language(house: House, hostess: Client) -> None:
    ann = house.player("ann")
    assert hostess.post(page(ann), GIVEN).status_code == 302
    ann.refresh_from_db()
    assert (ann.display_name, ann.language, ann.is_active) == ("La Dame", "en", True)


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


def ask(of: str, pk: int) -> str:
    return reverse("admin:players_rightschange_ask", args=[of, pk])


def act(request: RightsChange, name: str) -> str:
    return reverse("admin:players_rightschange_decide", args=[request.pk, name])


@pytest.fixture
def deputy(db: None) -> Client:
    """The browser of a second person who may change rights."""
    person = Player.objects.create_user("the.deputy", password="pass", is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename="decide_rights"))
    client = Client(headers={"accept-language": "en"})
    client.force_login(person)
    return client


def test_no_superuser_alone_gives_rights_or_sets_a_password(house: House) -> None:
    ann, root = house.player("ann"), sign_in("superuser")
    password = ann.password
    operate = Permission.objects.get(codename="operate_table")
    greed = {**GIVEN, **GREED, "user_permissions": [operate.pk]}
    assert root.post(page(ann), greed).status_code == 302
    secret = {"password1": "Un-mot-2-passe", "password2": "Un-mot-2-passe"}
    assert root.post(page(ann, "password"), secret)["Location"] == ask("password", ann.pk)
    group = Group.objects.create(name="chiefs")
    held = {"name": "chiefs", "permissions": [operate.pk]}
    of_group = reverse("admin:auth_group_change", args=[group.pk])
    assert root.post(of_group, held).status_code == 403
    ann = Player.objects.get(pk=ann.pk)
    assert (ann.is_staff, ann.is_superuser, ann.password) == (False, False, password)
    assert not ann.has_perm("tables.operate_table")
    assert not group.permissions.exists()


def test_rights_are_asked_for_on_one_page_and_approved_by_another_on_the_next(
    house: House, hostess: Client, deputy: Client
) -> None:
    ann, root = house.player("ann"), sign_in("superuser")
    operate = Permission.objects.get(codename="operate_table")
    shown = root.get(ask("rights", ann.pk))
    order = str(shown.context["form"]["order"].value())
    given = {"order": order, "is_staff": "on", "permissions": [operate.pk]}
    for client in (hostess, Client()):
        assert client.get(ask("rights", ann.pk)).status_code in (302, 403)
    assert root.post(ask("rights", ann.pk), given).status_code == 200, "a reason is wanted"
    for _ in range(2):
        answer = root.post(ask("rights", ann.pk), {**given, "reason": "a new chief"})
    (request,) = RightsChange.objects.all()
    assert answer["Location"].endswith(f"/rightschange/{request.pk}/change/")
    text = deputy.get(answer["Location"]).content.decode()
    assert "Permissions: + operate tables" in text
    assert "Serves the house: no → yes" in text
    assert act(request, "approve") in text
    assert act(request, "approve") not in root.get(answer["Location"]).content.decode()
    for client, able in ((root, ["withdraw"]), (deputy, ["approve", "refuse"])):
        context = client.get(answer["Location"]).context
        assert [each.url for each in context["orders"]] == [act(request, name) for name in able]
        for order in context["refused_orders"]:
            posted = client.post(order.url, {"reason": "r"})
            (said,) = [str(each) for each in get_messages(posted.wsgi_request)][-1:]
            assert said.endswith(order.refusal), "its service refuses by the same words"
    assert not Player.objects.get(pk=ann.pk).is_staff
    assert hostess.post(act(request, "approve"), {"reason": "r"}).status_code == 403
    deputy.post(act(request, "approve"), {"reason": "she passed"})
    ann = Player.objects.get(pk=ann.pk)
    assert ann.is_staff
    assert ann.has_perm("tables.operate_table")
    kept = [each for each in OfficeAct.objects.all() if each.what == "rights_changed"]
    assert [each.person.username for each in kept] == ["the.deputy"]


def test_a_password_and_a_group_are_asked_for_too(house: House, deputy: Client) -> None:
    ann, root = house.player("ann"), sign_in("superuser")
    said = {"order": str(uuid4()), "reason": "forgot"}
    weak = root.post(ask("password", ann.pk), {**said, "password": "sabotsabot12"})
    assert weak.status_code == 200
    chosen = "correct horse battery staple"
    assert root.post(ask("password", ann.pk), {**said, "password": chosen}).status_code == 302
    (request,) = RightsChange.objects.all()
    hashed = request.password
    answer = deputy.get(reverse("admin:players_rightschange_change", args=[request.pk]))
    assert hashed not in answer.content.decode()
    deputy.post(act(request, "approve"), {"reason": "passport"})
    ann.refresh_from_db()
    assert ann.check_password(chosen)
    assert not any(hashed in str(each.said) for each in OfficeAct.objects.all())
    look = Permission.objects.get(codename="view_round")
    new = {"order": str(uuid4()), "name": "readers", "permissions": [look.pk], "reason": "new"}
    assert deputy.post(reverse("admin:auth_group_add"), new).status_code == 302
    request = RightsChange.objects.latest("pk")
    root.post(act(request, "approve"), {"reason": "yes"})
    assert list(Group.objects.get(name="readers").permissions.all()) == [look]
    for missing in (ask("rights", 0), ask("group", 10**9), ask("nothing", ann.pk)):
        assert root.get(missing).status_code == 404


@pytest.mark.parametrize(
    ("field", "value"),
    [("display_name", "x" * 25), ("display_name", "=1"),
     ("display_name", "a\N{RIGHT-TO-LEFT OVERRIDE}b"),
     ("language", "de")],
)  # fmt: skip
def test_names_obey_the_rules_of_the_sign_up(
    house: House, hostess: Client, field: str, value: str
) -> None:
    house.player("bob")
    ann = house.player("ann")
    answer = hostess.post(page(ann), {**GIVEN, field: value})
    assert answer.status_code == 200
    assert field in answer.context["adminform"].form.errors
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
