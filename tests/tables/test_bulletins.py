"""The house tells the players of a table, or of all: who reads it, for how long, by whose hand."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import Permission
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse

from casino.players.models import OfficeAct, Player
from tables.chat import bulletins
from tables.games.core.protocol import Refused
from tables.models import Bulletin, BulletinEnd
from tests.admin.office import url
from tests.floor import House, open_house
from tests.tables.test_socket import Browser, browse, hub_of_this_test

__all__ = ["browse", "hub_of_this_test"]

real_sockets = pytest.mark.asyncio


@pytest.fixture
def chief() -> Player:
    person = Player.objects.create_user("carl", password="pass", is_staff=True)
    person.user_permissions.set(
        Permission.objects.filter(codename__in=("post_bulletin", "view_bulletin"))
    )
    return person


def post(chief: Player, table_id: int | None, minutes: int = 60, **given: Any) -> UUID:
    bulletin_id: UUID = given.pop("bulletin_id", None) or uuid4()
    words = {"fr": "La salle ferme à minuit.", "en": "The floor closes at midnight."} | given
    bulletins.post_bulletin(
        bulletin_id=bulletin_id,
        table_id=table_id,
        minutes=minutes,
        operator=chief,
        reason="closing",
        **words,
    )
    return bulletin_id


def said(table_id: int) -> list[str]:
    return [each.en for each in bulletins.bulletins_shown(table_id).bulletins]


def expire(bulletin_id: UUID) -> None:
    """Put a bulletin two days back, with the law that keeps it switched off."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE tables_bulletin DISABLE TRIGGER tables_bulletin_is_kept")
    for each in Bulletin.objects.filter(pk=bulletin_id):
        Bulletin.objects.filter(pk=bulletin_id).update(
            at=each.at - timedelta(days=2), until=each.until - timedelta(days=2)
        )
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE tables_bulletin ENABLE TRIGGER tables_bulletin_is_kept")


async def heard(browser: Browser) -> dict[str, Any]:
    return await browser.hear("bulletins")


@real_sockets
async def test_a_bulletin_is_told_live_at_its_table_and_to_who_comes_later(
    browse: Any, house: House, chief: Player
) -> None:
    other = await sync_to_async(open_house)("Autre table")
    async with browse("ann") as ann, browse("bob", table=other.table_id) as bob:
        # Who comes while it is posted may be told what stood before.
        await ann.hear("welcome")
        await bob.hear("welcome")
        here = await sync_to_async(post)(chief, house.table_id)
        told = await heard(ann)
        assert [each["fr"] for each in told["bulletins"]] == ["La salle ferme à minuit."]
        await sync_to_async(post)(chief, None, en="To all.")
        assert [each["en"] for each in (await heard(bob))["bulletins"]] == ["To all."]
        both = await heard(ann)
        assert len(both["bulletins"]) == 2
        assert both["version"] > told["version"]
        async with browse("cat") as cat:
            assert len((await heard(cat))["bulletins"]) == 2
        await sync_to_async(bulletins.take_down)(here, operator=chief, reason="reopened")
        left = await heard(ann)
        assert [each["en"] for each in left["bulletins"]] == ["To all."]
        assert left["version"] > both["version"]


def test_it_ends_by_itself_or_by_hand_and_stays_on_record(house: House, chief: Player) -> None:
    short, long = post(chief, house.table_id, en="Short."), post(chief, None, en="Long.")
    assert said(house.table_id) == ["Short.", "Long."]
    assert [(each.table, each.text) for each in bulletins.lobby_bulletins()] == [
        ("", "La salle ferme à minuit."),
        (house.table.name, "La salle ferme à minuit."),
    ]
    expire(short)
    assert said(house.table_id) == ["Long."]
    with pytest.raises(Refused, match="no_such_bulletin"):
        bulletins.take_down(short, operator=chief, reason="late")
    bulletins.take_down(long, operator=chief, reason="done")
    assert said(house.table_id) == []
    assert bulletins.lobby_bulletins() == []
    with pytest.raises(Refused, match="no_such_bulletin"):
        bulletins.take_down(long, operator=chief, reason="again")
    for law in ("UPDATE tables_bulletin SET en = ''", "DELETE FROM tables_bulletinend"):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(law)


def test_sent_twice_it_is_posted_once_and_too_many_are_refused(house: House, chief: Player) -> None:
    again = post(chief, house.table_id)
    post(chief, house.table_id, bulletin_id=again)
    assert Bulletin.objects.count() == 1
    for _ in range(bulletins.MOST - 1):
        post(chief, None)
    for where in (house.table_id, None):
        with pytest.raises(Refused, match="too_many_bulletins"):
            post(chief, where)
    stranger = Player.objects.create_user("mallory", password="pass", is_staff=True)
    with pytest.raises(Refused, match="not_qualified"):
        post(stranger, house.table_id)
    with pytest.raises(Refused, match="not_qualified"):
        bulletins.take_down(again, operator=stranger, reason="mine")


def test_the_office_posts_and_takes_down_with_a_trail_and_the_lobby_says_it(
    house: House, chief: Player
) -> None:
    carl = Client(headers={"accept-language": "en"})
    carl.force_login(chief)
    add = url(Bulletin, "add")
    assert "All tables" in carl.get(add).content.decode()
    form = {
        "table": house.table_id,
        "fr": "Pause <b>café</b>",
        "en": "Coffee <b>break</b>",
        "minutes": 30,
        "reason": "pause",
        "order": str(uuid4()),
    }
    for wrong in ({"fr": ""}, {"en": "x" * 201}, {"minutes": 0}, {"minutes": 10**9}, {"order": 1}):
        assert carl.post(add, form | wrong).status_code == 200
    assert not Bulletin.objects.exists()
    assert carl.post(add, form).status_code == 302
    posted = Bulletin.objects.get()
    trail = OfficeAct.objects.filter(person=chief, what=f"POST {add}").latest("pk")
    assert trail.said["en"] == form["en"]
    visitor = Client(headers={"accept-language": "en"})
    assert "Coffee &lt;b&gt;break&lt;/b&gt;" in visitor.get("/").content.decode()
    assert visitor.get("/?cards").json()["bulletins"] == [
        {"table": house.table.name, "text": "Coffee <b>break</b>"}
    ]
    shown = carl.get(url(Bulletin, "change", posted)).content.decode()
    act = reverse("admin:tables_bulletin_act", args=[posted.pk, "take_down"])
    assert act in shown
    assert carl.post(act, {"reason": "over"}).status_code == 302
    assert BulletinEnd.objects.get().reason == "over"
    assert "taken down (carl : over)" in carl.get(url(Bulletin, "change", posted)).content.decode()
    assert visitor.get("/?cards").json()["bulletins"] == []
