"""Every clause that names code names code of the tables, not of the readers of examples."""

from collections.abc import Mapping
from functools import cache

import pytest

from tables.games import GAMES
from tests.games.reachable import (
    Reached,
    Sources,
    node_of,
    project,
    reached,
    unreached,
    words,
)

BLACKJACK = "tables.games.blackjack"


def places() -> dict[str, tuple[str, Mapping[str, str]]]:
    return {key: (type(game).__module__, game.whereabouts.places) for key, game in GAMES.items()}


@cache
def as_it_is() -> tuple[Sources, Reached]:
    sources = Sources(project())
    return sources, reached(sources)


def test_the_code_of_every_clause_is_reached_from_the_floor() -> None:
    sources, _ = as_it_is()
    assert unreached(sources, places()) == {}


@pytest.mark.parametrize("key", GAMES)
def test_every_refusal_of_a_game_is_given_by_code_that_is_reached(key: str) -> None:
    sources, found = as_it_is()
    game = GAMES[key]
    common = ("tables.games.core", "tables.games.wheel")
    given = words(sources, found, (type(game).__module__, *common))
    assert [code for code in game.wording.refusals if code not in given] == []


@pytest.mark.parametrize(
    "place",
    [
        "examples.play",
        "examples._laid",
        "example_table.Table.finish",
        "example_bets.check_first_fault",
        "example_bets.Floor.cash",
    ],
)
def test_what_only_plays_examples_is_not_reached(place: str) -> None:
    sources, found = as_it_is()
    node = node_of(sources, BLACKJACK, place)
    assert node in sources.code, "it is there"
    assert not found.holds(node, sources)


@pytest.mark.parametrize(
    ("module", "call", "place"),
    [
        ("betting", "check_bet(", "layout.check_bet"),
        ("betting", "check_box_numbers(", "layout.check_box_numbers"),
        ("betting", "check_standing(", "layout.check_standing"),
        ("play", "cutting_order(", "shoe.cutting_order"),
        ("__init__", "stop_card_lies_well(", "shoe.stop_card_lies_well"),
        ("__init__", "shoe.backs(", "shoe.backs_are_right"),
    ],
)
def test_code_that_only_examples_call_is_told(module: str, call: str, place: str) -> None:
    """The control: take the engine's call away, and the clauses behind it are reported.

    `reachable` may say too much of what is reached; here it says enough.
    """
    texts = project()
    name = BLACKJACK if module == "__init__" else f"{BLACKJACK}.{module}"
    assert call in texts[name]
    texts[name] = texts[name].replace(call, "print(")
    found = unreached(Sources(texts), places())
    assert sorted(found) == [f"blackjack/{place}"]
    clauses = GAMES["blackjack"].whereabouts.places
    assert found[f"blackjack/{place}"] == [each for each in clauses if clauses[each] == place]
