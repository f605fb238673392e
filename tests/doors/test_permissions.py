"""Who reaches which page and which address of the API, as `permissions.toml` has it.

The office's lists and orders have a file of their own, beside `tests/admin/test_rights.py`. Here
every other route is asked for as everybody, by every method that it takes; nobody from outside
comes into any page of the office.
"""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import pytest
from django.contrib.auth.models import Permission
from django.contrib.sessions.models import Session
from django.test import Client
from pytest_django import Settings

from casino.cashier import services as cashier
from casino.players.models import Player
from casino.responsible_gaming import exclusions, limits
from casino.rng import draws
from casino.rng.models import ConformityReport
from tables.disputes import services as disputes
from tables.history import round_report
from tables.management.commands.seed_demo import Command
from tables.models import Dispute, Round
from tables.staff.groups import GROUPS
from tests import campaign
from tests.api.asking import win
from tests.doors.asking import undone
from tests.doors.test_routes import routes
from tests.floor import House, open_house

WRITTEN: Final[dict[str, dict[str, Any]]] = tomllib.loads(
    Path(__file__).with_name("permissions.toml").read_text(encoding="utf-8")
)
MAY: Final[dict[str, list[str]]] = WRITTEN["pages"] | WRITTEN["api"]
METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE")
OUTSIDE: Final = ("anonymous", "excluded", "banned", "player", "stranger")
"""Nobody of the staff: `player` has played the round that is asked for, `stranger` another's."""
EVERYBODY: Final = (*OUTSIDE, *GROUPS, "operator")
OFFICE: Final = "/admin/"
SIGN_INS: Final = ("/sign-in/", "/admin/login/")


def meant(words: list[str]) -> set[str]:
    """Return the roles that a line of the file means: roles, or words that stand for several."""
    named = {role for word in words for role in WRITTEN["who"].get(word, [word])}
    return named if named == set(words) else meant(sorted(named))


def admitted(answer: Any) -> bool:
    """Tell whether somebody was let in: what he sent may still be wrong.

    Turned away are 401 and 403, the way to a sign-in, and 404: what is asked for is there.
    """
    assert answer.status_code < 500, answer.status_code
    if answer.status_code == 302 and answer["Location"].startswith(SIGN_INS):
        return False
    return answer.status_code not in (401, 403, 404)


@pytest.fixture
def keys(house: House, settings: Settings) -> dict[str, str]:
    """The session of everybody; those of the excluded and the banned began before that."""
    settings.API_PER_MINUTE = 10**6
    settings.SECURITY_CONTACT = "mailto:security@example.mc"
    Command()._staff()
    found, rows = {}, []
    house.player("ann")
    for role in EVERYBODY[1:]:
        name = {"player": "ann"}.get(role, role)
        person = Player.objects.filter(username=name).first() or house.player(name)
        client = Client()
        client.force_login(person)
        found[role] = client.cookies["sessionid"].value
        rows.append(Session.objects.get(pk=found[role]))
    house.player("excluded")
    limits.exclude(house.people["excluded"], "year", by=house.people["excluded"])
    exclusions.ban(house.people["banned"].pk, operator=house.operator, reason="cheated")
    # One that had begun at that very moment opens nothing either.
    for row in rows:
        row.save()
    return found


@pytest.fixture
def parts(house: House, keys: dict[str, str]) -> dict[str, str]:
    """What stands for each part of a route: something that is there, and is ann's."""
    won = win(house, "ann")
    round_ = Round.objects.get(pk=won)
    ann = house.player("ann")
    filed = disputes.file_dispute(won, player=ann, kind="other", words="Non !", order=uuid4())
    ruled(house, filed)
    later = win(house, "ann")
    order = uuid4()
    cashier.request_cash(ann, cashier.DEPOSIT, 10_00, order=order)
    draw = draws.prepare_draw(f"table:{house.table_id}", 1, (37,))
    return {
        "table_id": str(house.table_id),
        "round_id": str(later),
        "number": str(round_.number),
        "dispute_id": str(filed.pk),
        "text": round_report.shared_address(won),
        "shoe_id": str(house.table.shoe_id),
        "draw_id": str(draw.pk),
        "key": house.table.rules_id,
        "means": "cashier",
        "order": str(order),
        "index": "0",
        "size": "1",
        "sha256": str(ConformityReport.objects.latest("pk").pk),
        "rest": "nothing",
        "practice": str(open_house("École", practice=True).table_id),
    }


def ruled(house: House, filed: Dispute) -> None:
    """Decide a dispute: its player reads how."""
    gail = Player.objects.create_user("gail", is_staff=True)
    gail.user_permissions.set(Permission.objects.filter(codename="decide_dispute"))
    disputes.rule_on_dispute(
        filed.pk, operator=gail, upheld=False, corrections={}, reason="seen", order=uuid4()
    )


def ask(key: str | None, method: str, path: str) -> Any:
    """Ask for a path with a session, sending nothing; undo what it does."""
    client = Client()
    if key:
        client.cookies["sessionid"] = key
    kind = "application/json" if path.startswith("/api/") else "application/x-www-form-urlencoded"
    sent = "{}" if path.startswith("/api/") else ""
    with undone():
        return client.generic(method, path, sent if method != "GET" else "", kind)


def taken_of(keys: Mapping[str, str], method: str, path: str) -> bool:
    """Tell whether an address takes a method: whoever has signed in may be sent on before."""
    roles = ("player", "anonymous")
    return all(ask(keys.get(role), method, path).status_code != 405 for role in roles)


def path_of(route: str, parts: Mapping[str, str]) -> str:
    where = dict(parts)
    if route.endswith("/practice/"):
        where["table_id"] = parts["practice"]
    return re.sub(r"<(\w+)>", lambda part: where[part[1]], route)


def public() -> list[str]:
    """Return the routes that are not the office's."""
    return [route for route in routes() if not route.startswith(OFFICE)]


def test_every_route_and_method_has_its_line(
    house: House, keys: dict[str, str], parts: dict[str, str]
) -> None:
    taken = [
        f"{method} {route}"
        for route in public()
        for method in METHODS
        if taken_of(keys, method, path_of(route, parts))
    ]
    assert sorted(set(taken) - set(MAY)) == [], "these have no line"
    assert sorted(set(MAY) - set(taken)) == [], "there is nothing at these"


@pytest.mark.campaign
def test_everybody_reaches_what_the_file_says(
    house: House, keys: dict[str, str], parts: dict[str, str]
) -> None:
    """In the short form each line is tried by one of those kept out and by some of the staff."""
    wrong = []
    for nth, (line, words) in enumerate(sorted(MAY.items())):
        method, _, route = line.partition(" ")
        out = campaign.sample(2, ("excluded", "banned"), nth)
        staff = campaign.sample(9, (*GROUPS, "operator"), nth)
        for role in ("anonymous", *out, "player", "stranger", *staff):
            may = admitted(ask(keys.get(role), method, path_of(route, parts)))
            if may != (role in meant(words)):
                wrong.append((line, role, may))
    assert wrong == []


@pytest.mark.campaign
def test_nobody_from_outside_comes_into_the_office(
    house: House, keys: dict[str, str], parts: dict[str, str]
) -> None:
    """By no method, whatever is named: only the sign-in answers, and the way out.

    In the short form each fourth address is tried, each by one of them.
    """
    doors = {f"{OFFICE}{name}/" for name in ("login", "logout", "password_change")}
    office = [route for route in routes() if route.startswith(OFFICE) and route not in doors]
    came_in = [
        (method, route, role)
        for nth, route in enumerate(campaign.sample(4, office))
        for role in campaign.sample(len(OUTSIDE), OUTSIDE, nth)
        for method in campaign.sample(2, ("GET", "POST"), nth // len(OUTSIDE))
        if admitted(ask(keys.get(role), method, re.sub(r"<\w+>", "1", route)))
    ]
    assert came_in == []


def test_a_door_too_many_is_found(
    house: House, keys: dict[str, str], parts: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: a page of one's own that a stranger is shown as well."""
    line, role = "GET /rounds/<round_id>/", "stranger"
    path = path_of(line.partition(" ")[2], parts)
    assert role not in meant(MAY[line])
    assert not admitted(ask(keys[role], "GET", path))
    reading = round_report.reading_for_player(int(parts["round_id"]), house.player("ann").pk)
    monkeypatch.setattr(round_report, "reading_for_player", lambda *of: reading)
    assert admitted(ask(keys[role], "GET", path))
