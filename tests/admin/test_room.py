"""The room: what each table wants next, whom, and in one act for all tables of a game."""

import pytest
from django.test import Client

from tables.models import Table
from tables.operation import opening
from tests.admin.office import queries, sign_in, staffed
from tests.admin.test_home import person, waiting
from tests.floor import House, open_house
from tests.opening_checks import sign_out_cards

ROOM = "/admin/tables/table/room/"


def wheels(house: House, count: int) -> list[int]:
    """Return closed roulettes of Monaco, whose wheels are to be checked."""
    first = staffed(house).table
    made = [
        opening.create_table(
            name=f"Wheel {number:03}", rules_key=first.rules_id, operator=house.operator
        ).pk
        for number in range(count - 1)
    ]
    Table.objects.filter(pk=first.pk).update(status="closed")
    return [first.pk, *made]


def acts(client: Client) -> dict[str, str]:
    """Return what the room offers, with its pages."""
    games = client.get(ROOM).context["games"]
    return {each.text: each.url for game in games for each in game.orders}


def test_one_act_checks_all_wheels_of_a_game_and_then_an_inspector_is_wanted(house: House) -> None:
    ids = wheels(house, 3)
    mona = person("mona", "check_device", "view_table")
    inga = person("inga", "serve_as_inspector", "view_table")
    text = "European roulette: to be checked (3 tables)"
    assert waiting(mona) == [text]
    assert "<title>(1) Office" in mona.get("/admin/").content.decode()
    assert "<title>Office" in inga.get("/admin/").content.decode()
    assert "<title>(1) The room" in mona.get(ROOM).content.decode().replace("\n", "")
    assert text not in acts(inga)
    assert "to be checked (maintenance)" in inga.get(ROOM).content.decode()
    mona.post(acts(mona)[text], {"reason": "evening"})
    assert acts(mona) == {}
    signing = "European roulette: check to be signed for (3 tables)"
    assert acts(inga)[signing].endswith(",".join(map(str, sorted(ids))))
    assert "check to be signed for (inspector)" in mona.get(ROOM).content.decode()


def test_the_room_costs_the_same_for_ten_tables_and_a_hundred(house: House) -> None:
    client = sign_in("superuser")
    wheels(house, 10)
    queries(client, ROOM)
    ten = queries(client, ROOM), queries(client, "/admin/")
    rules = Table.objects.get(name="Wheel 001").rules_id
    for number in range(90):
        opening.create_table(name=f"More {number}", rules_key=rules, operator=house.operator)
    assert (queries(client, ROOM), queries(client, "/admin/")) == ten


def test_a_table_that_nothing_wants_is_ready_to_be_opened_by_a_chief(house: House) -> None:
    chief = person("cleo", "operate_table", "view_table")
    assert list(acts(chief)) == ["Announce the end (1 in play)"]
    Table.objects.filter(pk=house.table_id).update(status="closed")
    sign_out_cards(house.table_id)
    (url,) = acts(chief).values()
    assert "/open_table/" in url
    assert acts(person("mona", "check_device", "view_table")) == {}
    chief.post(url, {"reason": "day"})
    assert house.table.status == "open"


@pytest.mark.django_db
def test_amounts_are_shown_to_whom_they_concern_alone() -> None:
    open_house("Bons", "MC", table_min_cents=500)
    columns = [
        {each.name for game in who.get(ROOM).context["games"] for each in game.shown.columns}
        for who in (
            person("mona", "check_device", "view_table"),
            person("adele", "view_takings", "view_table"),
        )
    ]
    assert ["Amount" in each for each in columns] == [False, True]
    chief = person("cleo", "operate_table", "view_table", "view_floatcount")
    assert "hidden until counted" in chief.get(ROOM).content.decode()
    assert person("nobody").get(ROOM).status_code == 403
