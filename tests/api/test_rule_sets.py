"""Rule sets over REST: every option in force and every clause of the book."""

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tables.games import GAMES
from tests.api.asking import code, get
from tests.floor import House, open_house


def test_a_rule_set_shows_every_option_with_its_value_clause_and_bounds(
    house: House, visitor: Client
) -> None:
    shown = get(visitor, f"rule-sets/{house.table.rules_id}/")
    book = GAMES["blackjack"].books["FR-2024"]
    assert (shown["game"], shown["book"]) == ("blackjack", "FR-2024")
    assert shown["title"] == {"fr": book.title_fr, "en": book.title_en}
    assert [each["name"] for each in shown["options"]] == list(book.choices)
    options = {each["name"]: each for each in shown["options"]}
    assert options["table_min_cents"]["value"] == 500
    assert options["enabled_side_bets"]["value"] == ["queen_of_hearts"]
    for name, choice in book.choices.items():
        assert options[name]["clause"] == choice.clause
        assert options[name]["kind"] == choice.kind


def test_a_rule_set_shows_every_clause_in_both_languages(house: House, visitor: Client) -> None:
    shown = get(visitor, f"rule-sets/{house.table.rules_id}/")
    book = GAMES["blackjack"].books["FR-2024"]
    assert [each["id"] for each in shown["clauses"]] == [each.id for each in book.clauses]
    assert all(each["fr"] and each["en"] for each in shown["clauses"])


def test_every_rule_set_is_listed_in_one_query(house: House, visitor: Client) -> None:
    open_house("Autre table", table_min_cents=1000)
    with CaptureQueriesContext(connection) as seen:
        listed = get(visitor, "rule-sets/")
    assert len(seen) == 1
    one_by_one = [get(visitor, f"rule-sets/{each['key']}/") for each in listed]
    assert listed == one_by_one
    assert {each["key"] for each in listed} >= {"FR-2024/Autre table", house.table.rules_id}


def test_a_rule_set_that_is_not_there_is_a_problem(house: House, visitor: Client) -> None:
    assert code(get(visitor, "rule-sets/FR-1907/", 404)) == "not_found"


def test_a_rule_set_shows_what_every_bet_costs(house: House, visitor: Client) -> None:
    edge = get(visitor, f"rule-sets/{house.table.rules_id}/")["house_edge"]
    assert round(edge["main"]["edge"] * 100, 2) == 0.52
    assert edge["main"]["strategy"]["hard"]["16"]["T"] == "H"
    queens = edge["side_bets"]["queen_of_hearts"]
    assert round(queens["edge"] * 100, 3) == 24.709
    assert set(queens["by_pay_table"]) == {"A", "B"}
    assert "jackpot" in edge["side_bets"]["jp1"]
    assert "jackpot" not in queens
