"""Every clause that names code names code of the tables, not of the readers of examples."""

from collections.abc import Mapping
from functools import cache

import pytest

from tables.games import GAMES
from tests import campaign
from tests.games.conduct import PLAYS_TOO
from tests.games.reachability import (
    Reachable,
    Sources,
    node_of,
    project_sources,
    reachable_from,
    reachable_strings,
    unreachable_places,
)

BLACKJACK = "tables.games.blackjack"


def places() -> dict[str, tuple[str, Mapping[str, str]]]:
    return {
        key: (type(game).__module__, game.clause_index.code_paths) for key, game in GAMES.items()
    }


@cache
def as_it_is() -> tuple[Sources, Reachable]:
    sources = Sources(project_sources())
    return sources, reachable_from(sources)


def test_the_code_of_every_clause_is_reached_from_the_floor() -> None:
    sources, _ = as_it_is()
    assert unreachable_places(sources, places()) == {}


@pytest.mark.parametrize("key", GAMES)
def test_every_refusal_of_a_game_is_given_by_code_that_is_reached(key: str) -> None:
    sources, found = as_it_is()
    game = GAMES[key]
    common = ["tables.games.core", "tables.games.wheel"]
    if key in PLAYS_TOO:
        common.append(f"tables.games.{PLAYS_TOO[key]}")
    given = reachable_strings(sources, found, (type(game).__module__, *common))
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


CALLS = [
    ("betting", "check_bet(", "layout.check_bet"),
    ("betting", "check_box_numbers(", "layout.check_box_numbers"),
    ("betting", "check_standing(", "layout.check_standing"),
    ("play", "cutting_order(", "shoe.cutting_order"),
    ("__init__", "is_cut_card_valid(", "shoe.is_cut_card_valid"),
    ("__init__", "shoe.backs(", "shoe.are_backs_valid"),
]


@pytest.mark.campaign
@pytest.mark.parametrize("taken", [[each] for each in CALLS] if campaign.SOAK else [CALLS])
def test_code_that_only_examples_call_is_told(taken: list[tuple[str, str, str]]) -> None:
    """The control: take the engine's calls away, and the clauses behind them are reported.

    All at once, in a campaign one by one. `reachable` may say too much of what is reached; here it
    says enough.
    """
    texts = project_sources()
    for module, call, _ in taken:
        name = BLACKJACK if module == "__init__" else f"{BLACKJACK}.{module}"
        assert call in texts[name]
        texts[name] = texts[name].replace(call, "print(")
    clauses = GAMES["blackjack"].clause_index.code_paths
    assert unreachable_places(Sources(texts), places()) == {
        f"blackjack/{place}": [each for each in clauses if clauses[each] == place]
        for _, _, place in taken
    }
