"""The lobby over REST, and its page."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tables.games.boule import messages as boule
from tables.games.core.money import Amount
from tables.games.wheel.stakes import Wager
from tables.models import Table
from tables.operation import sessions
from tests.api.asking import browser, code, get, win
from tests.floor import House, open_house


def test_the_lobby_shows_a_visitor_every_table(house: House, visitor: Client) -> None:
    house.sit("ann", 1, 3)
    assert get(visitor, "tables/") == [
        {
            "id": house.table_id,
            "name": "Table d'essai",
            "game": "blackjack",
            "rules": house.table.rules_id,
            "rules_title": get(visitor, f"rule-sets/{house.table.rules_id}/")["title"],
            "status": "open",
            "currency": "PLAY",
            "boxes": house.table.boxes.count(),
            "seated": 2,
            "players": 1,
            "least": 0,
            "mine": False,
            "minimum": 500,
            "maximum": 50_000,
            "round": 0,
            "practice": False,
            "pots": {
                "jp1_main": {"fr": "Principal", "en": "Main"},
                "jp1_secondary": {"fr": "Secondaire", "en": "Secondary"},
                "split_aces": {"fr": "Split Aces", "en": "Split Aces"},
            },
        }
    ]


def test_the_lobby_shows_the_number_of_the_last_round_and_a_changed_status(
    house: House, visitor: Client
) -> None:
    win(house, "ann")
    sessions.close_session(house.table_id, operator=house.operator, reason="night")
    shown = get(visitor, f"tables/{house.table_id}/")
    assert (shown["round"], shown["status"]) == (1, "closed")


def test_one_table_is_shown_as_the_lobby_shows_it(house: House, visitor: Client) -> None:
    assert [get(visitor, f"tables/{house.table_id}/")] == get(visitor, "tables/")


@pytest.mark.parametrize("table_id", [0, 999_999, 2**63, 10**30])
def test_a_table_that_is_not_there_is_a_problem_in_both_languages(
    house: House, visitor: Client, table_id: int
) -> None:
    assert code(get(visitor, f"tables/{table_id}/", 404)) == "not_found"


def test_the_lobby_costs_two_queries_however_many_tables_there_are(
    house: House, visitor: Client
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            get(visitor, "tables/")
        return len(seen)

    assert queries() == 2
    for number in range(3):
        open_house(f"Table {number}").sit(f"player{number}", 1, 2)
    assert queries() == 2
    assert len(get(visitor, "tables/")) == 4


def cards(client: Client, query: str = "") -> dict[str, dict[str, object]]:
    """Return the cards of the lobby's page by their tables' names."""
    names = {table["id"]: table["name"] for table in get(client, "tables/")}
    answer = client.get(f"/?cards&{query}", headers={"Accept-Language": "en"})
    assert answer.status_code == 200
    return {names[card["id"]]: card for card in answer.json()["cards"]}


def test_who_sits_at_a_table_is_counted_and_told_that_he_does(
    house: House, visitor: Client
) -> None:
    house.sit("ann", 1, 2)
    house.sit("bob", 3)
    (shown,) = get(browser(house, "ann"), "tables/")
    assert (shown["seated"], shown["players"], shown["mine"]) == (3, 2, True)
    card = cards(browser(house, "ann"))["Table d'essai"]
    assert (card["people"], card["here"], card["go"]) == (
        "3/7 boxes taken",
        "You are here",
        "Resume",
    )
    card = cards(browser(house, "cat"))["Table d'essai"]
    assert (card["state"], card["here"], card["go"]) == ("open", "", "Enter")
    assert cards(visitor)["Table d'essai"]["go"] == "Watch"
    house.sit("dan", 4, 5, 6, 7)
    card = cards(browser(house, "cat"))["Table d'essai"]
    assert (card["state"], card["status"], card["go"]) == ("full", "Full", "Watch")


@pytest.mark.django_db
def test_at_a_wheel_those_are_counted_who_staked_in_this_round_or_the_last(
    visitor: Client,
) -> None:
    wheel = open_house("Boule", "MC", game="boule")
    listed = f"tables/{wheel.table_id}/"
    assert get(visitor, listed)["players"] == 0
    for name in ("ann", "bob"):
        assert wheel.do(name, boule.Stake((Wager("red", "red", Amount(1000)),))) == ""
    shown = get(browser(wheel, "ann"), listed)
    assert (shown["boxes"], shown["players"], shown["mine"]) == (0, 2, True)
    assert not get(browser(wheel, "cat"), listed)["mine"]
    assert cards(visitor)["Boule"]["people"] == "2 players"


@pytest.mark.django_db
def test_of_a_machine_no_boxes_are_counted(visitor: Client) -> None:
    machine = open_house("Machine", "MC", game="automatic_games")
    assert (cards(visitor)["Machine"]["people"], cards(visitor)["Machine"]["state"]) == ("", "open")
    machine.sit("ann", 1)
    card = cards(visitor)["Machine"]
    assert (card["people"], card["state"]) == ("1 player", "full")


@pytest.mark.django_db
def test_what_is_still_needed_to_begin_is_said(visitor: Client) -> None:
    chemin = open_house("Chemin", "MC", game="chemin_de_fer")
    assert cards(visitor)["Chemin"]["missing"] == "4 more players to begin"
    for box, name in enumerate(("ann", "bob", "cat"), 1):
        chemin.sit(name, box)
    assert cards(visitor)["Chemin"]["missing"] == "1 more player to begin"
    chemin.sit("dan", 4)
    assert cards(visitor)["Chemin"]["missing"] == ""


@pytest.mark.django_db
def test_where_one_may_play_comes_first_and_the_closed_last(visitor: Client) -> None:
    for name in ("A closed", "B full", "C ending", "D open"):
        opened = open_house(name)
        if name == "A closed":
            sessions.close_session(opened.table_id, operator=opened.operator, reason="night")
        if name == "B full":
            opened.sit("ann", *range(1, 8))
        if name == "C ending":
            Table.objects.filter(pk=opened.table_id).update(status="ending")
    open_house("B wants four", "MC", game="chemin_de_fer")
    open_house("A machine", "MC", game="automatic_games")
    listed = [table["name"] for table in get(visitor, "tables/") if table["name"][1] == " "]
    assert listed == ["D open", "B wants four", "A machine", "C ending", "A closed", "B full"]


@pytest.mark.django_db
def test_the_page_shows_the_tables_that_are_asked_for_without_a_script(visitor: Client) -> None:
    for name in ("One", "Two", "Three", "Four"):
        open_house(name)
    open_house("Boule", "MC", game="boule", table_min_cents=2000)

    def shown(query: str) -> set[str]:
        found = {name for name, card in cards(visitor, query).items() if card["shown"]}
        items = re.findall(r'<li class="table"[^>]*>', visitor.get(f"/?{query}").content.decode())
        assert sum("hidden" not in item for item in items) == len(found)
        return found - {"Table d'essai"}

    assert shown("") == {"One", "Two", "Three", "Four", "Boule"}
    assert shown("game=boule") == {"Boule"}
    assert shown("least=500") == {"One", "Two", "Three", "Four"}
    assert shown("game=boule&least=500") == set()
    open_house("Zoe").sit("ann", *range(1, 8))
    assert shown("free=1") == shown("") - {"Zoe"}


@pytest.mark.parametrize(
    "query", ["game=%00", "game=nothing", "least=-1", f"least={'9' * 5000}", "least=²", "free=x"]
)
def test_what_is_no_game_and_no_amount_asks_for_nothing(
    house: House, visitor: Client, query: str
) -> None:
    assert [card["shown"] for card in cards(visitor, query).values()] == [True]
