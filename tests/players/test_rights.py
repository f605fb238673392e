"""Rights are changed by two: whoever asks, and another who may do the same and gains nothing."""

import io
import json
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction
from django.test import Client
from pytest_django import Settings

from casino.players.models import OfficeAct, Player, RightsChange, Visit
from casino.players.services import sign_up
from casino.staff import audit_log, rights
from casino.staff.rights import RightsRefused

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "correct horse battery staple"
OTHER = "a wholly new pass phrase of ours"


def person(name: str, *permissions: str, **more: Any) -> Player:
    """Return somebody who holds these permissions of his own."""
    made = sign_up(username=name, password=PASSWORD, language="en")
    for field, value in more.items():
        setattr(made, field, value)
    made.save()
    codenames = [each.partition(".")[2] for each in permissions]
    made.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    return fresh(made)


def fresh(whose: Player) -> Player:
    """Return a person as the database has him, his rights read anew."""
    return Player.objects.get(pk=whose.pk)


def decider(name: str, **more: Any) -> Player:
    return person(name, rights.DECIDE, is_staff=True, **more)


def wanted(whose: Player, **changed: Any) -> dict[str, Any]:
    return rights.rights_of_person(whose) | changed


def asked(whose: Player, asker: Player, **changed: Any) -> RightsChange:
    return rights.request_rights(
        uuid4(), whose, wanted(whose, **changed), asker=asker, reason="a new duty"
    )


def refusal(call: Any, *args: Any, **kwargs: Any) -> str:
    with pytest.raises(RightsRefused) as refused:
        call(*args, **kwargs)
    assert refused.value.code in rights.OFFICE
    return refused.value.code


def test_what_one_asks_for_another_approves_once_and_it_is_on_record() -> None:
    ann, one, two = person("ann"), decider("one"), decider("two")
    cashiers = Group.objects.create(name="cashiers")
    visitor = Client()
    visitor.post("/sign-in/", {"username": "ann", "password": PASSWORD})
    assert Visit.objects.filter(player=ann).exists()
    change = {
        "is_staff": True,
        "groups": ["cashiers"],
        "permissions": ["players.decide_cashrequest"],
    }
    order = uuid4()
    request = rights.request_rights(order, ann, wanted(ann, **change), asker=one, reason="cage")
    again = rights.request_rights(order, ann, wanted(ann, **change), asker=one, reason="twice")
    assert again.pk == request.pk
    assert rights.rights_of_person(fresh(ann)) == request.before
    rights.approve(request.pk, by=two, reason="she was trained")
    assert rights.rights_of_person(fresh(ann)) == request.wanted
    assert list(fresh(ann).groups.all()) == [cashiers]
    assert fresh(ann).has_perm("players.decide_cashrequest")
    assert not Visit.objects.filter(player=ann).exists(), "she signs in again"
    assert refusal(rights.approve, request.pk, by=two, reason="again") == "request_decided"
    act = OfficeAct.objects.get(what="rights_changed")
    assert act.person == two
    assert json.loads(act.said["before"]) == request.before
    assert json.loads(act.said["after"]) == request.wanted
    assert audit_log.verify_chain().broken == ()


def test_nobody_decides_his_own_request_nor_one_that_he_gains_from() -> None:
    ann, one, two = person("ann"), decider("one"), decider("two", is_superuser=True)
    of_ann = asked(ann, one, is_staff=True)
    for decide in (rights.approve, rights.refuse):
        assert refusal(decide, of_ann.pk, by=one, reason="r") == "own_request"
        assert refusal(decide, of_ann.pk, by=ann, reason="r") == "not_allowed"
        assert refusal(decide, of_ann.pk, by=two, reason=" ") == "no_reason"
    own = asked(two, one, is_superuser=False)
    assert refusal(rights.approve, own.pk, by=two, reason="r") == "gains_from_it"
    group = Group.objects.create(name="deciders")
    two.groups.add(group)
    more = ["tables.operate_table"]
    of_group = rights.request_group(uuid4(), "deciders", more, asker=one, reason="r")
    assert refusal(rights.approve, of_group.pk, by=fresh(two), reason="r") == "gains_from_it"
    for request in (of_ann, own, of_group):
        for by in (request.asked_by, request.person):
            with pytest.raises(DatabaseError), transaction.atomic():
                RightsChange.objects.filter(pk=request.pk).update(
                    state="approved", decided_by=by, decided_at=request.asked_at
                )
    assert not fresh(ann).is_staff


def test_a_group_is_changed_by_two_and_made_by_two() -> None:
    one, two = decider("one"), decider("two")
    wanted = ["players.view_player", "tables.operate_table"]
    request = rights.request_group(uuid4(), "chiefs", wanted, asker=one, reason="new")
    assert not Group.objects.filter(name="chiefs").exists()
    rights.approve(request.pk, by=two, reason="yes")
    assert rights.permissions_of_group("chiefs") == {"permissions": wanted}
    less = rights.request_group(uuid4(), "chiefs", wanted[:1], asker=two, reason="less")
    rights.refuse(less.pk, by=one, reason="no")
    assert rights.permissions_of_group("chiefs") == {"permissions": wanted}


def test_a_password_that_another_sets_is_approved_and_its_hash_forgotten() -> None:
    ann, one, two = person("ann"), decider("one"), decider("two")
    request = rights.request_password(uuid4(), ann, OTHER, asker=one, reason="she forgot hers")
    assert OTHER not in request.password
    assert fresh(ann).check_password(PASSWORD)
    rights.approve(request.pk, by=two, reason="she showed her passport")
    assert fresh(ann).check_password(OTHER)
    request.refresh_from_db()
    assert request.password == ""
    assert (
        refusal(rights.request_password, uuid4(), one, OTHER, asker=one, reason="r")
        == "own_password"
    )


def test_what_is_no_longer_as_it_was_asked_is_not_carried_out() -> None:
    ann, one, two = person("ann"), decider("one"), decider("two")
    first, second = asked(ann, one, is_staff=True), asked(ann, one, groups=[], is_superuser=True)
    rights.approve(first.pk, by=two, reason="r")
    assert refusal(rights.approve, second.pk, by=two, reason="r") == "changed_since"
    assert refusal(asked, fresh(ann), one) == "nothing_changes"
    third = asked(fresh(ann), one, is_staff=False)
    one.user_permissions.clear()
    assert refusal(rights.approve, third.pk, by=two, reason="r") == "asker_may_not"
    assert refusal(asked, fresh(ann), fresh(one), is_staff=False) == "not_allowed"
    assert refusal(rights.withdraw, third.pk, by=two, reason="r") == "not_own_request"
    assert rights.withdraw(third.pk, by=one, reason="a slip").state == "withdrawn"
    assert refusal(rights.approve, 0, by=two, reason="r") == "request_unknown"
    for change in ({"reason": "other"}, {"state": "asked"}, {"wanted": {}}):
        with pytest.raises(DatabaseError, match="is refused"), transaction.atomic():
            RightsChange.objects.filter(pk=third.pk).update(**change)


def test_the_command_changes_alone_and_the_trail_says_so() -> None:
    ann = person("ann")

    def run(*options: str) -> str:
        out = io.StringIO()
        call_command(
            "change_rights", "ANN", "--reason", "nobody else is left", *options, stdout=out
        )
        return out.getvalue()

    assert "by one person alone" in run("--superuser", "--staff")
    assert (fresh(ann).is_staff, fresh(ann).is_superuser) == (True, True)
    act = OfficeAct.objects.get(what="rights_changed_by_one")
    assert (act.person, act.said["reason"]) == (ann, "nobody else is left")
    assert json.loads(act.said["after"])["is_superuser"] is True
    with pytest.raises(CommandError, match="Nothing would change"):
        run("--staff")
    with pytest.raises(CommandError, match=r"There is no tables\.nothing"):
        run("--permissions", "tables.nothing")


def test_in_a_licensed_house_a_superuser_reads_all_and_signs_for_no_duty(
    settings: Settings,
) -> None:
    operator = Player.objects.create_superuser("operator", password="pass")
    duties = ["tables.operate_table", "tables.open_register", "tables.keep_stock"]
    assert [operator.has_perm(each) for each in duties] == [True] * 3
    settings.LICENSED = True
    assert [operator.has_perm(each) for each in duties] == [False] * 3
    assert operator.has_perms(["tables.view_table", "players.view_player", rights.DECIDE])
    operator.user_permissions.set(Permission.objects.filter(codename="operate_table"))
    now = Player.objects.get(pk=operator.pk)
    assert [now.has_perm(each) for each in duties] == [True, False, False]
    now.is_active = False
    assert not now.has_perm("tables.operate_table")


@pytest.mark.clause("MC-EQ-05")
def test_in_a_licensed_house_nobody_acts_for_state_and_house(settings: Settings) -> None:
    one, two, ann = decider("one"), decider("two"), person("ann")
    both = ["tables.keep_stock", "tables.open_register"]

    def given(permissions: list[str]) -> str:
        change = asked(ann, one, permissions=permissions)
        try:
            rights.approve(change.pk, by=two, reason="right")
        except RightsRefused as refused:
            return refused.code
        return ""

    settings.LICENSED = True
    assert given(both) == "state_and_house"
    assert given(both[1:]) == ""
    assert given(both) == "state_and_house"
    made = rights.request_group(uuid4(), "keepers", both[:1], asker=one, reason="new")
    rights.approve(made.pk, by=two, reason="right")
    ann.groups.set(Group.objects.filter(name="keepers"))
    wider = rights.request_group(
        uuid4(), "keepers", ["tables.sign_for_dice"], asker=one, reason="also dice"
    )
    assert refusal(rights.approve, wider.pk, by=two, reason="right") == "state_and_house"
    settings.LICENSED = False
    assert given(both) == ""
