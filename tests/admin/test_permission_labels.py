"""Permissions and groups are called by words of the reader's language."""

import re

import pytest
from django.contrib.auth.models import Group, Permission
from django.urls import reverse
from django.utils import translation

from casino.staff import rights
from casino.staff.permission_labels import DUTIES, GROUPS, permission_label
from tables.management.commands.seed_demo import Command
from tables.staff import groups
from tests.admin.office import sign_in
from tests.floor import House

CODE = re.compile(r"\b(?:auth|ledger|players|rng|tables)\.[a-z_]+")


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_permission_that_can_be_granted_has_words_of_its_own(
    house: House, language: str
) -> None:
    with translation.override(language):
        names = rights.permission_names(rights.grantable_permissions())
        found = [permission_label(name) for name in names]
    assert [each for each in found if "_" in each] == []
    assert len(set(found)) == len(found)


def test_no_word_is_of_a_permission_or_a_group_that_there_is_not(house: House) -> None:
    codes = {name.partition(".")[2] for name in rights.permission_names(Permission.objects.all())}
    assert set(DUTIES) <= codes
    assert set(GROUPS) == {name for name, _ in groups.GROUPS.values()}


def test_whatever_a_group_of_the_house_may_can_be_asked_for_again(house: House) -> None:
    """Else a request that adds one permission would take the others away."""
    Command()._staff()
    grantable = set(rights.permission_names(rights.grantable_permissions()))
    for group in Group.objects.all():
        held = rights.permissions_of_group(group.name)["permissions"]
        assert set(held) <= grantable, group


def test_pages_of_rights_show_no_code(house: House) -> None:
    Command()._staff()
    client = sign_in("superuser")
    chiefs = Group.objects.get(name="table chiefs")
    chief = chiefs.user_set.get()
    for page in (
        reverse("admin:auth_group_change", args=[chiefs.pk]),
        reverse("admin:players_player_change", args=[chief.pk]),
        reverse("admin:players_rightschange_ask", args=["group", chiefs.pk]),
        reverse("admin:players_rightschange_ask", args=["rights", chief.pk]),
    ):
        text = client.get(page, headers={"accept-language": "fr"}).content.decode()
        assert not CODE.search(re.sub(r"<[^>]+>", " ", text)), page
        assert "chefs de table" in text or "conduire les tables" in text
