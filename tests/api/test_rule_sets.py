"""Rule sets over REST: every option in force and every clause of the book."""

from collections.abc import Iterator, Mapping
from typing import Any

import jsonschema
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tables.games import GAMES
from tables.games.european_roulette import EuropeanRoulette
from tables.models import TheoreticalReturn
from tests.api.asking import code, get
from tests.api.test_schema import check
from tests.floor import House, open_house
from tests.jackpots import SPLIT_ACES
from tests.published import publish


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
        for told, said in (("title", choice.topic.label), ("hint", choice.topic.hint)):
            assert tuple(options[name][told].values()) == said
    assert options["table_min_cents"]["shown"] == {"fr": "5", "en": "5"}
    assert options["max_splits"]["shown"] == {"fr": "sans limite", "en": "no limit"}
    assert options["enabled_side_bets"]["shown"]["en"] == "Queens of hearts"
    assert options["betting_seconds"]["allowed"] == {
        "type": "integer",
        "minimum": 5,
        "maximum": 300,
    }


def every_set() -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Yield game, text and options of every text as it is, and of the demo house's tables."""
    for game, engine in GAMES.items():
        for key in engine.books:
            yield game, key, {}
        for table in engine.demo_tables:
            yield game, table.book, table.options
    yield "blackjack", "MC", {"split_aces": SPLIT_ACES}


@pytest.mark.parametrize(
    ("game", "book", "options"),
    [pytest.param(*each, id=f"{each[0]}-{each[1]}-{nth}") for nth, each in enumerate(every_set())],
)
def test_every_rule_set_is_what_the_schema_says(
    house: House, visitor: Client, game: str, book: str, options: Mapping[str, Any]
) -> None:
    key = publish("schema", book, game, **options).key
    answer = get(visitor, f"rule-sets/{key}/")
    check("/api/rule-sets/{key}/", answer)
    for option in answer["options"]:
        jsonschema.validate(option["value"], option["allowed"])
        jsonschema.validate(option["default"], option["allowed"])
    prices = get(visitor, f"prices/{key}/")
    check("/api/prices/{key}/", prices)
    assert prices == (answer["house_edge"] or {"bets": []})["bets"]


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


def test_every_game_shows_what_its_bets_cost(house: House, visitor: Client) -> None:
    wheel, shoe = publish("roue", "MC", "european_roulette"), publish("fer", "MC", "chemin_de_fer")
    edge = get(visitor, f"rule-sets/{wheel.key}/")["house_edge"]
    found = {each["bet"]: each["fraction"] for each in edge["bets"]}
    assert (found["straight"], found["dozen"]) == ("1/37", "1/37")
    assert (found["even_chance:half"], found["even_chance:prison"]) == ("1/74", "1/73")
    assert "main" not in edge
    (levy,) = get(visitor, f"rule-sets/{shoe.key}/")["house_edge"]["bets"]
    assert (levy["fraction"], levy["of"]) == ("1/20", "winnings")
    assert levy["name"]["en"] == "Levy on what the bank wins"
    assert (
        levy["note"]["en"] == "The players play each other; the house takes this and nothing else."
    )
    assert (levy["clause"], levy["group"]) == ("MC-CDF-33", None)
    edge = get(visitor, f"rule-sets/{house.table.rules_id}/")["house_edge"]
    first, second, *_ = edge["bets"]
    assert (first["bet"], first["fraction"], second["bet"]) == ("main", None, "insurance")
    queens = next(each for each in edge["bets"] if each["bet"] == "queen_of_hearts")
    assert queens["fraction"] == edge["side_bets"]["queen_of_hearts"]["fraction"]
    assert queens["offered"]
    assert (first["of"], queens["of"]) == ("first_stake", "stake")
    assert (queens["group"]["fr"], queens["clause"]) == ("Mises additionnelles", "FR-2024-070")


def test_a_set_that_was_published_before_its_game_was_priced_shows_its_bets_too(
    house: House, visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as unpriced:
        unpriced.setattr(EuropeanRoulette, "pricing", None)
        wheel = publish("roue", "MC", "european_roulette")
    assert not TheoreticalReturn.objects.filter(rules=wheel).exists()
    edge = get(visitor, f"rule-sets/{wheel.key}/")["house_edge"]
    assert len(edge["bets"]) == 11
