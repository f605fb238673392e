"""The room: what each table wants next, whom, and in one act for all tables of a game."""

from datetime import UTC, datetime

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.utils.timezone import localtime

from casino.players.models import Player
from tables.cage import floats
from tables.models import Table
from tables.operation import opening
from tests.admin.office import queries, sign_in, staffed
from tests.admin.test_home import person, waiting
from tests.floor import House, clear_process_caches, open_house
from tests.opening_checks import sign_out_cards
from tests.published import publish
from tests.tables.test_staff import employee

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


def follow(client: Client, text: str, **given: str) -> None:
    """Follow a line of the opening page, and send the form as it is filled in, with more."""
    (item,) = [each for each in client.get("/admin/").context["waiting"] if each.text == text]
    form = client.get(item.url).context["form"]
    data = {each.name: str(each.value()) for each in form if each.value() is not None}
    answer = client.post(item.url, data | {"reason": "evening"} | given)
    assert [each.level_tag for each in get_messages(answer.wsgi_request)] == ["success"]


def set_up(game: str, *names: str) -> None:
    """Set up closed tables of Monaco in a house that has no stock."""
    clear_process_caches()
    founder = employee("founder", "operate_table", "publish_ruleset")
    rules = publish(f"MC/{game}", "MC", game)
    for name in names:
        opening.create_table(name=name, rules_key=rules.key, operator=founder)


@pytest.mark.django_db
def test_what_the_stock_lacks_is_received_before_anybody_is_sent_for_it() -> None:
    set_up("craps", "Craps 1", "Craps 2")
    cyril = person("cyril", "open_register")
    karl = person("karl", "keep_stock", "view_table")
    dora = person("dora", "sign_for_dice")
    assert waiting(cyril) == ["Register to be opened (dice)"]
    assert waiting(karl) == waiting(dora) == []
    assert "register to be opened (dice) (Government Commissioner)" in karl.get(ROOM).text
    follow(cyril, "Register to be opened (dice)")
    assert waiting(cyril) == []
    follow(karl, "Dice to be received (2 tables)", lot="D", count="1", purchase_order="P-1")
    # What is in stock is promised once.
    assert waiting(karl) == ["Craps 2: dice to be received"]
    assert waiting(dora) == ["Craps 1: dice to be allotted"]
    follow(karl, "Craps 2: dice to be received", lot="E", purchase_order="P-2")
    assert waiting(karl) == []
    assert waiting(dora) == ["Craps: dice to be allotted (2 tables)"]


@pytest.mark.django_db
def test_a_machine_is_placed_by_the_management_and_opened_by_a_chief() -> None:
    set_up("automatic_games", "Machine 1")
    mona = person("mona", "keep_machines")
    chief = person("cleo", "operate_table", "view_table")
    assert waiting(mona) == ["Machine 1: base to be numbered"]
    assert waiting(chief) == []
    assert "base to be numbered (games management)" in chief.get(ROOM).text
    follow(mona, "Machine 1: base to be numbered", room="salon")
    assert "Free, with their rooms: 1 (salon)" in mona.get(only_page(mona)).text
    follow(mona, "Machine 1: to be placed on a base")
    assert waiting(mona) == []
    assert waiting(chief) == ["Machine 1: ready to be opened"]
    follow(chief, "Machine 1: ready to be opened")
    (machines,) = [
        each for each in chief.get(ROOM).context["games"] if each.key == "automatic_games"
    ]
    assert [each.text for each in machines.orders] == ["Announce the end (1 in play)"]


@pytest.mark.django_db
def test_a_table_whose_inspector_writes_its_vouchers_is_handed_to_no_chief() -> None:
    set_up("chemin_de_fer", "Chemin 1")
    table = Table.objects.get(name="Chemin 1")
    founder = Player.objects.get(username="founder")
    floats.fix_opening_float(table.pk, {100_00: 5}, operator=founder, reason="small")
    chief = person("cleo", "operate_table", "view_table")
    inga = person("inga", "serve_as_inspector")
    assert (waiting(chief), waiting(inga)) == ([], ["Chemin 1: without an inspector"])
    follow(inga, "Chemin 1: without an inspector")
    assert waiting(inga) == [
        "Chemin 1: float not as fixed: voucher to be written (credit 99,500.00)"
    ]
    form = inga.get(only_page(inga)).context["form"]
    assert form["kind"].value() == "credit"


def only_page(client: Client) -> str:
    """Return the page of the only line that waits."""
    (item,) = client.get("/admin/").context["waiting"]
    return str(item.url)


def test_the_room_says_until_when_the_last_half_hour_lasts(house: House) -> None:
    ends = datetime(2026, 11, 29, 20, 30, tzinfo=UTC)
    Table.objects.filter(pk=house.table_id).update(status="ending", ends_at=ends)
    shown = person("cleo", "view_table").get(ROOM).text
    assert f"last half hour (until {localtime(ends):%H:%M})" in shown


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
