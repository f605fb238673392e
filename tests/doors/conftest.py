"""A furnished house, and people of every kind at its doors."""

import pytest
from django.test import Client
from pytest_django import Settings

from casino.players.models import Player
from tables.management.commands.seed_demo import Command
from tables.staff.groups import GROUPS
from tests.admin.office import furnish, sign_in
from tests.floor import House, open_house

ROLES = ("anonymous", "player", "clerk", "reader", "operator", "superuser")


@pytest.fixture(autouse=True)
def quick_passwords(settings: Settings) -> None:
    """Hash passwords in no time: nobody attacks these."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def house(db: None, quick_passwords: None) -> House:
    """An open table with a shuffled shoe; what earlier tests rolled back is forgotten."""
    return open_house()


@pytest.fixture
def sessions(house: House) -> dict[str, str]:
    """Return the session of somebody in every role, in a house with a row of every model."""
    furnish(house)
    people: dict[str, Client] = {role: sign_in(role) for role in ROLES}
    ann = Client()
    ann.force_login(house.player("ann"))
    people["player"] = ann
    return {
        role: client.cookies["sessionid"].value
        for role, client in people.items()
        if "sessionid" in client.cookies
    }


@pytest.fixture
def staff(sessions: dict[str, str]) -> dict[str, str]:
    """Return the session of each who serves the demo house."""
    Command()._staff()
    found = {}
    for name in GROUPS:
        client = Client()
        client.force_login(Player.objects.get(username=name))
        found[name] = client.cookies["sessionid"].value
    return found
