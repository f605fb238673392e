"""The lobby over REST."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tables.floor import sessions
from tests.api.asking import code, get, win
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
    sessions.close(house.table_id, operator=house.operator, reason="night")
    shown = get(visitor, f"tables/{house.table_id}/")
    assert (shown["round"], shown["status"]) == (1, "closed")


def test_one_table_is_shown_as_the_lobby_shows_it(house: House, visitor: Client) -> None:
    assert [get(visitor, f"tables/{house.table_id}/")] == get(visitor, "tables/")


@pytest.mark.parametrize("table_id", [0, 999_999, 2**63, 10**30])
def test_a_table_that_is_not_there_is_a_problem_in_both_languages(
    house: House, visitor: Client, table_id: int
) -> None:
    assert code(get(visitor, f"tables/{table_id}/", 404)) == "not_found"


def test_the_lobby_costs_one_query_however_many_tables_there_are(
    house: House, visitor: Client
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            get(visitor, "tables/")
        return len(seen)

    assert queries() == 1
    for number in range(3):
        open_house(f"Table {number}").sit(f"player{number}", 1, 2)
    assert queries() == 1
    assert len(get(visitor, "tables/")) == 4
